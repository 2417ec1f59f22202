"""The tables of the progress file, and the steps from each version of them to the next."""

import sqlite3
from enum import StrEnum

APPLICATION = 0x6F6E6F39
"""What SQLite keeps in the file's head to say whose it is: the letters ``ono9``."""

FIELDS = (
    "puzzle",
    "kind",
    "position",
    "plays",
    "claim",
    "given",
    "mark",
    "rule_points",
    "mistakes",
    "traps",
    "hints",
    "attempt",
    "at",
    "lesson",
)
"""The columns of an answer, in the order of :class:`Answered`."""

LISTS = ("rule_points", "mistakes", "traps")
"""Those of them that are lists: words parted by spaces."""

FIRST = """
CREATE TABLE answer (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    puzzle TEXT NOT NULL,
    kind TEXT NOT NULL,
    position TEXT NOT NULL,
    plays TEXT NOT NULL,
    claim TEXT NOT NULL,
    given TEXT NOT NULL,
    mark TEXT NOT NULL CHECK (mark IN ('right', 'wrong', 'not-attempted', 'malformed')),
    rule_points TEXT NOT NULL,
    mistakes TEXT NOT NULL,
    traps TEXT NOT NULL,
    hints INTEGER NOT NULL CHECK (typeof(hints) = 'integer'),
    attempt INTEGER NOT NULL CHECK (typeof(attempt) = 'integer'),
    at TEXT NOT NULL,
    lesson TEXT NOT NULL
);
CREATE INDEX answer_of_puzzle ON answer (puzzle);
CREATE INDEX answer_of_lesson ON answer (lesson, at);
"""

STEPS: tuple[str, ...] = (FIRST,)
"""Step n leads from version n to version n + 1; version 0 is an empty file."""


class Damage(StrEnum):
    """Why a file cannot be gone on with; the word stands in the name that it is set aside under."""

    DAMAGED = "damaged"
    FOREIGN = "not-progress"
    NEWER = "from-a-newer-version"
    LOCKED = "not-writable"


class DamageError(Exception):
    """The file is there and cannot be gone on with."""

    def __init__(self, damage: Damage) -> None:
        super().__init__(damage.value)
        self.damage = damage


def version_of(db: sqlite3.Connection) -> int:
    """The version of the tables; 0 where there is nothing in the file yet.

    Raises :class:`DamageError` for a file of another program or of a later version.
    """
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    owner = int(db.execute("PRAGMA application_id").fetchone()[0])
    is_empty = not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if is_empty and (version, owner) == (0, 0):
        return 0
    if owner != APPLICATION or version < 1:
        raise DamageError(Damage.FOREIGN)
    if version > len(STEPS):
        raise DamageError(Damage.NEWER)
    return version


def bring_up_to_date(db: sqlite3.Connection) -> None:
    """Make the tables, or bring older ones to the present version, in the open transaction."""
    version = version_of(db)
    for step in STEPS[version:]:
        for statement in filter(str.strip, step.split(";")):
            db.execute(statement)
    if version < len(STEPS):
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {len(STEPS)}")


def check_whole(db: sqlite3.Connection) -> None:
    """Examine the whole file.

    Raises :class:`DamageError` where something in it is broken or missing.
    """
    found = [row[0] for row in db.execute("PRAGMA quick_check(1)")]
    columns = [row[1] for row in db.execute("PRAGMA table_info(answer)")]
    if found != ["ok"] or not set(FIELDS) | {"id", "digest"} <= set(columns):
        raise DamageError(Damage.DAMAGED)
