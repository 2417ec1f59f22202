"""The SQLite file that answers are kept in: opened for one step, closed again, sound or refused.

It keeps a rollback journal, emptied and synced at every commit, and no write-ahead log: a log
needs memory shared between processes, which network drives and browsers do not give, and lies
beside the file where a copy forgets it. Where no journal can be kept, :mod:`.footing` says what
is done instead. A connection lives for one step, so nothing is written to a file that was
renamed or deleted meanwhile.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from stat import S_ISBLK, S_ISCHR, S_ISSOCK

from ono_tutor.course.answered import Answered, Row, digest_of
from ono_tutor.course.footing import JOURNAL, Footing
from ono_tutor.course.schema import (
    FIELDS,
    Damage,
    DamageError,
    bring_up_to_date,
    check_whole,
    version_of,
)
from ono_tutor.i18n import lazy_gettext

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


class NoJournalError(UnusableError):
    """No journal can be made beside the file; the file itself may still be written."""


def connect(path: Path, mode: str, patience: float) -> sqlite3.Connection:
    """A connection for one step; ``mode`` is SQLite's: ``ro``, ``rw`` or ``rwc``."""
    where = f"{path.as_uri()}?mode={mode}"
    return sqlite3.connect(where, uri=True, timeout=patience, isolation_level=None)


@contextmanager
def reading(path: Path, footing: Footing) -> Iterator[sqlite3.Connection]:
    """The file for reading: no one who writes waits for long, nor is long waited for.

    Raises :class:`DamageError` or :class:`UnusableError`.
    """
    with _sorted_out(path), closing(connect(path, footing.reads, footing.patience)) as db:
        version_of(db)
        yield db


@contextmanager
def writing(path: Path, footing: Footing) -> Iterator[sqlite3.Connection]:
    """The file for writing, made where there is none; what is written is on disk afterwards.

    Raises :class:`DamageError` or :class:`UnusableError`; then nothing was written.
    """
    with _sorted_out(path), closing(connect(path, "rwc", footing.patience)) as db:
        _begin(db, footing)
        bring_up_to_date(db)
        yield db
        db.execute("COMMIT")


def examine(path: Path, footing: Footing) -> None:
    """See that the file is whole, of the present version and can be written; make a new one.

    Raises :class:`DamageError` or :class:`UnusableError`.
    """
    if _is_no_file(path):
        raise DamageError(Damage.FOREIGN)
    with writing(path, footing) as db:
        check_whole(db)
        _check_digests(db)
    _try_out(path, footing)


def _is_no_file(path: Path) -> bool:
    """Whether a pipe or a link to nowhere is there; it may be out of reach."""
    if not os.path.lexists(path) or _is_device(path):
        return False
    return not (os.path.isfile(path) or os.path.isdir(path))  # noqa: PTH112, PTH113


def _is_device(path: Path) -> bool:
    """Whether other programs use what is there, so that it may be neither renamed nor written."""
    try:
        kind = path.lstat().st_mode
    except OSError:
        return False
    return S_ISCHR(kind) or S_ISBLK(kind) or S_ISSOCK(kind)


def _check_digests(db: sqlite3.Connection) -> None:
    """See that every answer is as it was written."""
    for digest, *row in db.execute(f"SELECT digest, {_COLUMNS} FROM answer"):
        if not _is_whole(digest, tuple(row)):
            raise DamageError(Damage.DAMAGED)


def _try_out(path: Path, footing: Footing) -> None:
    """Write something, so that a journal is begun, and take it back."""
    with _sorted_out(path), closing(connect(path, "rw", footing.patience)) as db:
        _begin(db, footing)
        version = version_of(db)
        db.execute(f"PRAGMA user_version = {version}")
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
    """Every answer, in the order of time.

    Raises :class:`DamageError` where something is none.
    """
    return _made(db.execute(f"SELECT {_COLUMNS} FROM answer ORDER BY at, id"))


def answers_of_lesson(db: sqlite3.Connection, lesson: str) -> list[Answered]:
    """The answers given in one lesson, in the order of time.

    Raises :class:`DamageError` where something is none.
    """
    asked = f"SELECT {_COLUMNS} FROM answer WHERE lesson = ? ORDER BY at, id"
    return _made(db.execute(asked, (lesson,)))


def is_kept(db: sqlite3.Connection, answered: Answered) -> bool:
    """Whether the answer is in the file."""
    digest = digest_of(answered.row)
    return bool(db.execute("SELECT 1 FROM answer WHERE digest = ?", (digest,)).fetchone())


def _made(rows: Iterable[Row]) -> list[Answered]:
    try:
        return [Answered.of_row(row) for row in rows]
    except (TypeError, ValueError) as error:
        raise DamageError(Damage.DAMAGED) from error


def salvaged(path: Path) -> list[Answered]:
    """The answers of a damaged file that are provably whole: each has the digest it was kept with.

    They are read from both ends, up to what cannot be read.
    """
    found: dict[str, Answered] = {}
    for order in ("ASC", "DESC"):
        try:
            with closing(connect(path, "ro", JOURNAL.patience)) as db:
                db.text_factory = lambda text: text.decode("utf-8", "replace")
                for digest, *row in db.execute(
                    f"SELECT digest, {_COLUMNS} FROM answer ORDER BY id {order}"
                ):
                    if _is_whole(digest, tuple(row)):
                        found[digest] = Answered.of_row(tuple(row))
        except (sqlite3.Error, UnicodeDecodeError):
            continue
    return sorted(found.values(), key=lambda answered: answered.at)


def _is_whole(digest: str, row: Row) -> bool:
    """Whether the row is as it was written: whatever its digest fits was an answer."""
    return not any(isinstance(part, bytes) for part in row) and digest_of(row) == digest


def _begin(db: sqlite3.Connection, footing: Footing) -> None:
    for setting in footing.settings:
        db.execute(f"PRAGMA {setting}")
    db.execute("BEGIN IMMEDIATE")


@contextmanager
def _sorted_out(path: Path) -> Iterator[None]:
    """Whatever goes wrong inside is either damage, or unusable as things stand."""
    if _is_device(path):
        raise UnusableError(str(lazy_gettext("it is a device")))
    try:
        yield
    except sqlite3.ProgrammingError:
        raise
    except UnicodeDecodeError as error:  # SQLite quotes what it stumbled on
        raise DamageError(Damage.DAMAGED) from error
    except sqlite3.Error as error:
        raise _meant(error, path) from error
    except OSError as error:
        raise UnusableError(error.strerror or str(error)) from error


def _meant(error: sqlite3.Error, path: Path) -> DamageError | UnusableError:
    """What an error of SQLite's says of the file."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    if code == sqlite3.SQLITE_READONLY_DIRECTORY:
        return NoJournalError(str(error))
    if code & 0xFF == sqlite3.SQLITE_CANTOPEN and os.path.isdir(path):  # noqa: PTH112
        return UnusableError(str(lazy_gettext("it is a folder")))
    if code & 0xFF == sqlite3.SQLITE_CANTOPEN and os.path.lexists(path):
        return DamageError(Damage.LOCKED) if _is_shut(path) else NoJournalError(str(error))
    if code & 0xFF == sqlite3.SQLITE_READONLY:
        return DamageError(Damage.LOCKED)
    is_sound = code & 0xFF in UNUSABLE_NOW
    return UnusableError(str(error)) if is_sound else DamageError(Damage.DAMAGED)


def _is_shut(path: Path) -> bool:
    """Whether the file may not be read and written."""
    return not os.access(path, os.R_OK | os.W_OK, effective_ids=_EFFECTIVE)
