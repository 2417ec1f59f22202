"""The SQLite file that answers are kept in: opened for one step, closed again, sound or refused.

It keeps a rollback journal, emptied and synced at every commit, and no write-ahead log: a log
needs memory shared between processes, which network drives and browsers do not give, and lies
beside the file where a copy forgets it. A connection lives for one step, so nothing is written
to a file that was renamed or deleted meanwhile.
"""

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from ono_tutor.course.answered import Answered, Row, digest_of
from ono_tutor.course.schema import (
    FIELDS,
    Damage,
    DamageError,
    bring_up_to_date,
    check_whole,
    version_of,
)

PATIENCE = 10.0
"""Seconds that a step waits while another program writes."""

UNUSABLE_NOW = frozenset(
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

_EFFECTIVE = os.access in os.supports_effective_ids
_COLUMNS = ", ".join(FIELDS)
_ADD = (
    f"INSERT INTO answer (digest, {_COLUMNS}) VALUES (?{', ?' * len(FIELDS)}) "
    "ON CONFLICT (digest) DO NOTHING"
)


class UnusableError(Exception):
    """The file cannot be read or written as things stand; it need not be damaged."""


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection for one step; ``mode`` is SQLite's: ``ro``, ``rw`` or ``rwc``."""
    where = f"{path.as_uri()}?mode={mode}"
    return sqlite3.connect(where, uri=True, timeout=PATIENCE, isolation_level=None)


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The file for reading: no one who writes waits for long, nor is long waited for.

    Raises :class:`DamageError` or :class:`UnusableError`.
    """
    with _sorted_out(path), closing(connect(path, "rw")) as db:
        version_of(db)
        yield db


@contextmanager
def writing(path: Path) -> Iterator[sqlite3.Connection]:
    """The file for writing, made where there is none; what is written is on disk afterwards.

    Raises :class:`DamageError` or :class:`UnusableError`; then nothing was written.
    """
    with _sorted_out(path), closing(connect(path, "rwc")) as db:
        _begin(db)
        bring_up_to_date(db)
        yield db
        db.execute("COMMIT")


def examine(path: Path) -> None:
    """See that the file is whole, of the present version and can be written; make a new one.

    Raises :class:`DamageError` or :class:`UnusableError`.
    """
    if not os.path.lexists(path):
        with writing(path):
            return
    if not os.path.isfile(path):  # noqa: PTH113  # of an unreachable one it says no, and no error
        raise DamageError(Damage.FOREIGN)
    with writing(path) as db:
        check_whole(db)
    with _sorted_out(path), closing(connect(path, "rw")) as db:
        _begin(db)
        version = version_of(db)
        db.execute(f"PRAGMA user_version = {version}")  # a write, so that a journal is begun
        db.execute("ROLLBACK")


def add(db: sqlite3.Connection, answers: Sequence[Answered]) -> int:
    """Add the answers that are not there yet, in the open transaction; how many were new."""
    rows = [answered.row for answered in answers]
    before = db.total_changes
    db.executemany(_ADD, [(digest_of(row), *row) for row in rows])
    return db.total_changes - before


def attempts(db: sqlite3.Connection, puzzle: str) -> int:
    """How often the puzzle was answered or given up."""
    counting = "SELECT count(*) FROM answer WHERE puzzle = ? AND mark != 'malformed'"
    return int(db.execute(counting, (puzzle,)).fetchone()[0])


def answers_in(db: sqlite3.Connection) -> list[Answered]:
    """Every answer, in the order in which they came in."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM answer ORDER BY id")
    return [Answered.of_row(row) for row in rows]


def salvaged(path: Path) -> list[Answered]:
    """The answers of a damaged file that are provably whole: each has the digest it was kept with.

    They are read from both ends, up to what cannot be read.
    """
    found: dict[str, Answered] = {}
    for order in ("ASC", "DESC"):
        try:
            with closing(connect(path, "ro")) as db:
                db.text_factory = lambda text: text.decode("utf-8", "replace")
                for digest, *row in db.execute(
                    f"SELECT digest, {_COLUMNS} FROM answer ORDER BY id {order}"
                ):
                    _keep_if_whole(found, digest, tuple(row))
        except sqlite3.Error:
            continue
    return sorted(found.values(), key=lambda answered: answered.at)


def _keep_if_whole(found: dict[str, Answered], digest: str, row: Row) -> None:
    try:
        if digest_of(row) == digest:
            found[digest] = Answered.of_row(row)
    except (TypeError, ValueError):
        return


def _begin(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA journal_mode = TRUNCATE")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA cache_spill = OFF")  # else a long import shuts readers out early
    db.execute("BEGIN IMMEDIATE")


@contextmanager
def _sorted_out(path: Path) -> Iterator[None]:
    """Whatever goes wrong inside is either damage, or unusable as things stand."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise
    except sqlite3.Error as error:
        damage = _damage(error, path)
        if damage is None:
            raise UnusableError(str(error)) from error
        raise DamageError(damage) from error
    except OSError as error:
        raise UnusableError(error.strerror or str(error)) from error


def _damage(error: sqlite3.Error, path: Path) -> Damage | None:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if code == sqlite3.SQLITE_READONLY or (code == sqlite3.SQLITE_CANTOPEN and _is_shut(path)):
        return Damage.LOCKED
    return None if code in UNUSABLE_NOW else Damage.DAMAGED


def _is_shut(path: Path) -> bool:
    """Whether the file is there and may not be read and written."""
    may = os.access(path, os.R_OK | os.W_OK, effective_ids=_EFFECTIVE)
    return os.path.lexists(path) and not may
