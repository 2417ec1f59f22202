"""The SQLite file of a learner's answers: opened for one step, closed again, sound or set aside.

It has a rollback journal, emptied and synced at every commit, and no write-ahead log: a log needs
memory shared between processes, which network drives do not give, and lies beside the file where
a copy forgets it. A connection lives for one step, so nothing is written to a file that was renamed
or deleted meanwhile. A file that cannot be used is renamed, never overwritten, never deleted.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from ono_tutor.atomic_files import free_name
from ono_tutor.course.answer_store import FIELDS, AnswerRecord, Evidence, Row, digest_of
from ono_tutor.course.file_locks import locked
from ono_tutor.i18n import N_, Message, _, gettext, ngettext

APPLICATION = 0x6F6E6F39
"""The application id in the file's head: the letters ``ono9``."""

VERSION = 1
"""The version of the table; 0 is an empty file."""

TABLE = """
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

PRAGMAS = ("journal_mode = TRUNCATE", "synchronous = FULL", "cache_spill = OFF")
"""The settings for writing; without spilling nobody is shut out before a long import is written."""

LONG, SHORT = 10.0, 0.5
"""Seconds that a step waits for another program to write: at first, and after a vain wait."""

COMPANIONS = ("-journal", "-wal", "-shm")
"""The endings of the files that SQLite puts beside the file; they belong to it and go with it."""


class Damage(StrEnum):
    """The reason why a file cannot be used; the word is part of the name it is set aside under."""

    DAMAGED = "damaged"
    FOREIGN = "not-progress"
    LOCKED = "not-writable"


class UnusableError(Exception):
    """The file cannot be read or written at present; it need not be damaged."""


class DamageError(UnusableError):
    """The file is there and cannot be used, for the reason ``args[0]``."""


def connect(path: Path, mode: str, patience: float) -> sqlite3.Connection:
    """Return a connection for one step; ``mode`` is SQLite's: ``ro``, ``rw`` or ``rwc``."""
    where = f"{path.as_uri()}?mode={mode}"
    return sqlite3.connect(where, uri=True, timeout=patience, isolation_level=None)


class ProgressFile:
    """One progress file; each method raises :class:`DamageError` or :class:`UnusableError`.

    ``patience`` is the number of seconds that a step waits for another program to write; it may
    be lowered after a vain wait, until something is written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.patience = LONG

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Open the file for reading: readers and writers hardly wait for each other."""
        with self._open("rw") as db:
            _version(db)
            yield db

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Open the file for writing, or make it; at the end all is on the disk.

        If an error is raised, nothing was written.
        """
        with self._open("rwc") as db:
            for pragma in PRAGMAS:
                db.execute(f"PRAGMA {pragma}")
            db.execute("BEGIN IMMEDIATE")
            if _version(db) < VERSION:
                for statement in filter(str.strip, TABLE.split(";")):
                    db.execute(statement)
                db.execute(f"PRAGMA application_id = {APPLICATION}")
                db.execute(f"PRAGMA user_version = {VERSION}")
            yield db
            db.execute("COMMIT")
        self.patience = LONG

    def examine(self) -> None:
        """Check that the file is whole, of this version and can be written; make a new one."""
        with self.writing() as db:
            check = db.execute("PRAGMA quick_check(1)").fetchall()
            columns = {row[1] for row in db.execute("PRAGMA table_info(answer)")}
            is_whole = check == [("ok",)] and columns >= {*FIELDS, "id", "digest"}
            if not is_whole or None in rows_in(db):
                raise DamageError(Damage.DAMAGED)
            db.execute(f"PRAGMA user_version = {VERSION}")  # so that something is written

    @contextmanager
    def _open(self, mode: str) -> Iterator[sqlite3.Connection]:
        """Open the file; an error is either damage, or makes the file unusable at present."""
        if os.path.lexists(self.path) and not os.path.isfile(self.path):  # noqa: PTH113
            raise UnusableError(gettext("it is not a file"))
        try:
            with closing(connect(self.path, mode, self.patience)) as db:
                yield db
        except UnicodeDecodeError as error:  # SQLite quotes what it stumbled on
            raise DamageError(Damage.DAMAGED) from error
        except sqlite3.ProgrammingError:
            raise
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
            if code in _DAMAGE:
                raise DamageError(Damage.DAMAGED) from error
            if code in _REFUSED and os.path.lexists(self.path):
                ids = os.access in os.supports_effective_ids
                if not os.access(self.path, os.R_OK | os.W_OK, effective_ids=ids):
                    raise DamageError(Damage.LOCKED) from error
            raise UnusableError(str(error)) from error
        except OSError as error:
            raise UnusableError(error.strerror or str(error)) from error


_DAMAGE = sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR
_REFUSED = sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN


def _version(db: sqlite3.Connection) -> int:
    """Return the version of the table; 0 for an empty file.

    Raises :class:`DamageError` for a file of another program or version.
    """
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    owner = int(db.execute("PRAGMA application_id").fetchone()[0])
    is_empty = not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if is_empty and (version, owner) == (0, 0):
        return 0
    if owner != APPLICATION or version != VERSION:
        raise DamageError(Damage.FOREIGN)
    return version


# ---- the answers in the file ----

_COLUMNS = ", ".join(FIELDS)
_ADD = (
    f"INSERT INTO answer (digest, {_COLUMNS}) VALUES (?{', ?' * len(FIELDS)}) "
    "ON CONFLICT (digest) DO NOTHING"
)
_EVIDENCE = f"SELECT {', '.join(Evidence._fields)} FROM answer ORDER BY at, id"


def add_answers(db: sqlite3.Connection, answers: Sequence[AnswerRecord]) -> int:
    """Add the answers that are new, in the open transaction; return how many were."""
    rows = [record.row for record in answers]
    before = db.total_changes
    db.executemany(_ADD, [(digest_of(row), *row) for row in rows])
    return db.total_changes - before


def count_attempts(db: sqlite3.Connection, puzzle: str) -> int:
    """Return how often the puzzle was answered or given up."""
    counting = "SELECT count(*) FROM answer WHERE puzzle = ? AND mark != 'malformed'"
    return int(db.execute(counting, (puzzle,)).fetchone()[0])


def answers_in(db: sqlite3.Connection, lesson: str | None = None) -> list[AnswerRecord]:
    """Return every answer, or those given in one lesson, in the order of time.

    Raises :class:`DamageError` if one cannot be read.
    """
    where, values = ("", ()) if lesson is None else ("WHERE lesson = ?", (lesson,))
    try:
        rows = db.execute(f"SELECT {_COLUMNS} FROM answer {where} ORDER BY at, id", values)
        return [AnswerRecord.of_row(row) for row in rows]
    except (TypeError, ValueError) as error:
        raise DamageError(Damage.DAMAGED) from error


def evidence_in(db: sqlite3.Connection) -> list[Evidence]:
    """Return the evidence of every answer, in the order of time."""
    return list(map(Evidence._make, db.execute(_EVIDENCE)))


def rows_in(db: sqlite3.Connection, order: str = "ASC") -> Iterator[Row | None]:
    """Yield each answer as it was written, in the file's order; None for one that is changed.

    A row that fits its digest was an answer.
    """
    for digest, *parts in db.execute(f"SELECT digest, {_COLUMNS} FROM answer ORDER BY id {order}"):
        row = tuple(parts)
        is_whole = not any(isinstance(part, bytes) for part in row) and digest_of(row) == digest
        yield row if is_whole else None


# ---- setting a file aside ----


class SetAside(NamedTuple):
    """The path of a file that was set aside, and a sentence that says so.

    ``unwritten`` are its whole answers, if they could not be written into the new file.
    """

    path: Path
    text: Message
    unwritten: tuple[AnswerRecord, ...] = ()


def set_aside(file: ProgressFile) -> SetAside | None:
    """Rename a damaged file and begin one with its whole answers; return None if it is sound.

    Only one program at a time does this: else the second sets aside what the first has just
    begun. Raises :class:`UnusableError` if the file cannot be set aside; then it is as it was.
    """
    path = file.path
    try:
        with locked(path, file.patience):
            try:
                file.examine()
                return None
            except DamageError as error:
                damage = Damage(error.args[0])
            place = free_name(path, damage, COMPANIONS)
            _rename(path, place)
            answers = unwritten = _read_whole_answers(place)
            with suppress(UnusableError):
                with file.writing() as db:
                    add_answers(db, answers)
                unwritten = ()
    except OSError as error:
        reason = _(
            "it cannot be used, and cannot be set aside: {reason}", reason=error.strerror or error
        )
        raise UnusableError(str(reason)) from error
    why = _(_WHY[damage], name=path.name)
    text = _(
        "{why} It was set aside as {aside}, and a new one was begun, which is empty.",
        why=why,
        aside=place.name,
    )
    if answers:
        text = ngettext(*_BEGUN_WITH, len(answers), why=why, aside=place.name)
    return SetAside(place, text, unwritten)


def _rename(path: Path, place: Path) -> None:
    """Rename the file with its companions: these first, as a journal must never meet a new file."""
    renamed: list[str] = []
    try:
        for ending in (*COMPANIONS, ""):
            if os.path.lexists(f"{path}{ending}"):
                Path(f"{path}{ending}").rename(f"{place}{ending}")
                renamed.append(ending)
    except OSError:
        for ending in renamed:
            Path(f"{place}{ending}").rename(f"{path}{ending}")
        raise


def _read_whole_answers(path: Path) -> tuple[AnswerRecord, ...]:
    """Return the answers of a damaged file that are provably whole: as they were written.

    They are read from both ends, up to what cannot be read.
    """
    answers: dict[AnswerRecord, None] = {}
    for order in ("ASC", "DESC"):
        with suppress(sqlite3.Error, UnicodeDecodeError), closing(connect(path, "ro", LONG)) as db:
            db.text_factory = lambda text: text.decode("utf-8", "replace")
            for row in filter(None, rows_in(db, order)):
                answers[AnswerRecord.of_row(row)] = None
    return tuple(sorted(answers, key=lambda record: record.at))


_WHY = {
    Damage.DAMAGED: N_("The progress file {name} is damaged."),
    Damage.FOREIGN: N_("The file {name} is not a progress file of this version of the course."),
    Damage.LOCKED: N_("The progress file {name} cannot be written to."),
}
_BEGUN_WITH = (
    N_("{why} It was set aside as {aside}, and a new one was begun with its one whole answer."),
    N_("{why} It was set aside as {aside}, and a new one was begun with its {n} whole answers."),
)
