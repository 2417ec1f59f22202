"""The SQLite file that answers are kept in: opened for one step, closed again, sound or refused.

It keeps a rollback journal, emptied and synced at every commit, and no write-ahead log: a log
needs memory shared between processes, which network drives and browsers do not give, and lies
beside the file where a copy forgets it. Where no journal can be kept, other :class:`Settings`
say what is done instead. A connection lives for one step, so nothing is written to a file that
was renamed or deleted meanwhile.
"""

import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from stat import S_ISBLK, S_ISCHR, S_ISSOCK

from ono_tutor.course.answered import FIELDS, Answered, Evidence, Row, digest_of
from ono_tutor.i18n import N_, lazy_gettext

APPLICATION = 0x6F6E6F39
"""What SQLite keeps in the file's head to say whose it is: the letters ``ono9``."""

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
"""Step n leads from version n of the tables to version n + 1; version 0 is an empty file."""

LONG, SHORT = 10.0, 0.5
"""Seconds that a step waits while another program writes: at first, and when that was in vain."""


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


class UnusableError(Exception):
    """The file cannot be read or written as things stand; it need not be damaged."""


class NoJournalError(UnusableError):
    """No journal can be made beside the file; the file itself may still be written."""


@dataclass(frozen=True, slots=True)
class Settings:
    """SQLite's settings for the place where the file lies, and what they cannot promise.

    ``pragmas`` are for writing, ``reads`` is the mode of a connection that only reads.
    ``has_journal`` says whether a journal lies beside the file, ``has_locks`` whether a program
    that writes can keep another from it. ``caution`` is the template of a sentence for the learner
    about the file ``{name}``; empty where nothing is to say.
    """

    pragmas: tuple[str, ...]
    reads: str = "rw"
    has_journal: bool = False
    has_locks: bool = True
    caution: str = ""


_SYNCED = ("synchronous = FULL", "cache_spill = OFF")
"""Without spilling nobody is shut out from reading before a long import is written."""

JOURNAL = Settings(("journal_mode = TRUNCATE", *_SYNCED), has_journal=True)
"""The usual: a rollback journal beside the file, so that a kill at any moment leaves it whole."""

NO_JOURNAL = Settings(
    ("journal_mode = MEMORY", *_SYNCED),
    caution=N_(
        "The file that guards {name} while it is written cannot be made. Every answer is in "
        "{name} before its feedback shows. But if the power fails while an answer is written, "
        "{name} may be damaged. Export it now and then."
    ),
)
"""Where the file can be written, and no other beside it."""

BROWSER = Settings(
    ("locking_mode = EXCLUSIVE", "journal_mode = MEMORY"),
    reads="ro",
    has_locks=False,
    caution=N_(
        "Your answers are kept by this browser, in {name}: they are gone when the browser's data "
        "for this site is deleted. While two notebooks are open at once, an answer given in one "
        "may be missing until the next one is given there. Export your progress now and then."
    ),
)
"""A browser's drive: a file is fetched whole when it is opened and put back whole when it is
closed, for reading and writing even if nothing was written. Its size is known only from then on,
so a journal beside it would undo the last answer, and a second transaction would see no pages.
"""


def usual_settings() -> Settings:
    """Return what to begin with on this system."""
    return BROWSER if sys.platform == "emscripten" else JOURNAL


def connect(path: Path, mode: str, patience: float) -> sqlite3.Connection:
    """Return a connection for one step; ``mode`` is SQLite's: ``ro``, ``rw`` or ``rwc``."""
    where = f"{path.as_uri()}?mode={mode}"
    return sqlite3.connect(where, uri=True, timeout=patience, isolation_level=None)


class ProgressFile:
    """One progress file; each method raises :class:`DamageError` or :class:`UnusableError`.

    ``patience`` are the seconds that a step waits while another program writes; whoever waited in
    vain may lower it, until something is written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.settings = usual_settings()
        self.patience = LONG

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open the file for reading: no one who writes waits for long, nor is long waited for."""
        with self._open(self.settings.reads) as db:
            _version(db)
            yield db

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Open the file for writing, made where there is none; at the end all is on the disk.

        Where an error is raised, nothing was written.
        """
        with self._open("rwc") as db:
            self._begin(db)
            _bring_up_to_date(db)
            yield db
            db.execute("COMMIT")
        self.patience = LONG

    def examine(self) -> None:
        """See that the file is whole, of the present version and can be written; make a new one."""
        if _is_no_file(self.path):
            raise DamageError(Damage.FOREIGN)
        with self.writing() as db:
            _check_whole(db)
        with self._open("rw") as db:  # write something, so that a journal is begun
            self._begin(db)
            db.execute(f"PRAGMA user_version = {_version(db)}")
            db.execute("ROLLBACK")

    @contextmanager
    def _open(self, mode: str) -> Iterator[sqlite3.Connection]:
        """Open the file; whatever goes wrong is either damage, or unusable as things stand."""
        if _is_device(self.path):
            raise UnusableError(str(lazy_gettext("it is a device")))
        try:
            with closing(connect(self.path, mode, self.patience)) as db:
                yield db
        except sqlite3.ProgrammingError:
            raise
        except UnicodeDecodeError as error:  # SQLite quotes what it stumbled on
            raise DamageError(Damage.DAMAGED) from error
        except sqlite3.Error as error:
            raise _meaning(error, self.path) from error
        except OSError as error:
            raise UnusableError(error.strerror or str(error)) from error

    def _begin(self, db: sqlite3.Connection) -> None:
        for pragma in self.settings.pragmas:
            db.execute(f"PRAGMA {pragma}")
        db.execute("BEGIN IMMEDIATE")


def _version(db: sqlite3.Connection) -> int:
    """Return the version of the tables; 0 where there is nothing in the file yet.

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


def _bring_up_to_date(db: sqlite3.Connection) -> None:
    """Make the tables, or bring older ones to the present version, in the open transaction."""
    version = _version(db)
    for step in STEPS[version:]:
        for statement in filter(str.strip, step.split(";")):
            db.execute(statement)
    if version < len(STEPS):
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {len(STEPS)}")


def _check_whole(db: sqlite3.Connection) -> None:
    """Raise :class:`DamageError` where something in the file is broken, missing or changed."""
    found = [row[0] for row in db.execute("PRAGMA quick_check(1)")]
    columns = [row[1] for row in db.execute("PRAGMA table_info(answer)")]
    is_whole = found == ["ok"] and {*FIELDS, "id", "digest"} <= set(columns)
    if not is_whole or None in rows_in(db):
        raise DamageError(Damage.DAMAGED)


def _is_device(path: Path) -> bool:
    """Check whether a device is there, which may be neither renamed nor written."""
    try:
        kind = path.lstat().st_mode
    except OSError:
        return False
    return S_ISCHR(kind) or S_ISBLK(kind) or S_ISSOCK(kind)


def _is_no_file(path: Path) -> bool:
    """Check whether a pipe or a link to nowhere is there; it may be out of reach."""
    if not os.path.lexists(path) or _is_device(path):
        return False
    return not (os.path.isfile(path) or os.path.isdir(path))  # noqa: PTH112, PTH113


_UNUSABLE_NOW = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_AUTH,
        sqlite3.SQLITE_NOLFS,
    }
)
"""What SQLite says where the file may be sound, and cannot be used as things stand."""


def _meaning(error: sqlite3.Error, path: Path) -> DamageError | UnusableError:
    """Return what an error of SQLite's says of the file."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    if code == sqlite3.SQLITE_READONLY_DIRECTORY:
        return NoJournalError(str(error))
    if code & 0xFF == sqlite3.SQLITE_CANTOPEN and os.path.isdir(path):  # noqa: PTH112
        return UnusableError(str(lazy_gettext("it is a folder")))
    if code & 0xFF == sqlite3.SQLITE_CANTOPEN and os.path.lexists(path):
        may = os.access(
            path, os.R_OK | os.W_OK, effective_ids=os.access in os.supports_effective_ids
        )
        return NoJournalError(str(error)) if may else DamageError(Damage.LOCKED)
    if code & 0xFF == sqlite3.SQLITE_READONLY:
        return DamageError(Damage.LOCKED)
    is_sound = code & 0xFF in _UNUSABLE_NOW
    return UnusableError(str(error)) if is_sound else DamageError(Damage.DAMAGED)


_COLUMNS = ", ".join(FIELDS)
_ADD = (
    f"INSERT INTO answer (digest, {_COLUMNS}) VALUES (?{', ?' * len(FIELDS)}) "
    "ON CONFLICT (digest) DO NOTHING"
)
_EVIDENCE = f"SELECT {', '.join(Evidence._fields)} FROM answer ORDER BY at, id"


def add(db: sqlite3.Connection, answers: Sequence[Answered]) -> int:
    """Add the answers that are not there yet, in the open transaction; return how many were new."""
    rows = [answered.row for answered in answers]
    before = db.total_changes
    db.executemany(_ADD, [(digest_of(row), *row) for row in rows])
    return db.total_changes - before


def attempts(db: sqlite3.Connection, puzzle: str) -> int:
    """Return how often the puzzle was answered or given up."""
    counting = "SELECT count(*) FROM answer WHERE puzzle = ? AND mark != 'malformed'"
    return int(db.execute(counting, (puzzle,)).fetchone()[0])


def is_kept(db: sqlite3.Connection, answered: Answered) -> bool:
    """Check whether the answer is in the file."""
    digest = digest_of(answered.row)
    return bool(db.execute("SELECT 1 FROM answer WHERE digest = ?", (digest,)).fetchone())


def answers_in(db: sqlite3.Connection, lesson: str | None = None) -> list[Answered]:
    """Return every answer, or those given in one lesson, in the order of time.

    Raises :class:`DamageError` where something is none.
    """
    where, values = ("", ()) if lesson is None else ("WHERE lesson = ?", (lesson,))
    try:
        found = db.execute(f"SELECT {_COLUMNS} FROM answer {where} ORDER BY at, id", values)
        return [Answered.of_row(row) for row in found]
    except (TypeError, ValueError) as error:
        raise DamageError(Damage.DAMAGED) from error


def evidence_in(db: sqlite3.Connection) -> list[Evidence]:
    """Return what every answer tells about the learner, in the order of time."""
    return list(map(Evidence._make, db.execute(_EVIDENCE)))


def rows_in(db: sqlite3.Connection, order: str = "ASC") -> Iterator[Row | None]:
    """Yield each answer as it was written, in the file's order; None for one that is changed.

    Whatever its digest fits was an answer.
    """
    for digest, *parts in db.execute(f"SELECT digest, {_COLUMNS} FROM answer ORDER BY id {order}"):
        row = tuple(parts)
        is_whole = not any(isinstance(part, bytes) for part in row) and digest_of(row) == digest
        yield row if is_whole else None
