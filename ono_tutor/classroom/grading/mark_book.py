"""The mark book: the hand-ins that were graded into a folder of marks.

One SQLite file keeps the bytes of each hand-in under every name that they came by, and the refused
files. Grading adds to it, and its content depends neither on the order nor on how often a file is
given. So a class graded in portions has the marks of one graded at once.

Of a table of answers on paper it keeps the lines that were read last.
"""

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, Self

from ono_tutor.atomic_files import OutputError
from ono_tutor.classroom.lms_names import LmsPlace
from ono_tutor.classroom.submissions import Arrival, RefusedFile, Submission, TimeSource
from ono_tutor.errors import FileError, quoted

BOOK = "hand-ins.sqlite"
FORMAT = "ono-tutor-marks/1"

_TABLES = (
    "book (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "file (name TEXT, digest BLOB, learner TEXT NOT NULL, size INTEGER NOT NULL, "
    "at TEXT NOT NULL, source TEXT NOT NULL, packed BLOB NOT NULL, PRIMARY KEY (digest, name))",
    "refused (name TEXT PRIMARY KEY, cause TEXT, reason TEXT, learner TEXT NOT NULL)",
)


class KeptFile(NamedTuple):
    """A hand-in in the book: its name, the learner named in it, its hash and size, its arrival.

    ``place`` is where an LMS put it; ``versions`` is how many different files came by this name.
    """

    name: str
    learner: str
    digest: bytes
    size: int
    arrival: Arrival | None
    place: LmsPlace | None = None
    versions: int = 1

    @property
    def full_name(self) -> str:
        """The name, with a version if other files have the same."""
        version = f" (version {self.digest.hex()[:6]})" if self.versions > 1 else ""
        return self.name + version


class MarkBook:
    """The hand-ins of one assignment; used in a ``with``, which forgets what was not committed.

    ``known`` is how many files were there before, and ``now`` are the names of files that were
    given in this run. Every method raises :class:`OutputError` if the disk refuses.
    """

    def __init__(self, path: Path | None = None, assignment: str = "", *, fresh: bool = False):
        """Open the book at a path, or one that lasts only as long as it is used.

        A ``fresh`` one remembers only what becomes of late answers. Raises
        :class:`FileError` for a file that is no mark book, or one of another assignment.
        """
        self._path = path
        self._is_new = path is not None and not path.exists()
        self.now: set[str] = set()
        try:
            self._begin(assignment, fresh=fresh)
        except FileError:
            self._data.close()
            if path is None or not fresh:
                raise
            path.unlink(missing_ok=True)
            self._begin(assignment)

    def _begin(self, assignment: str, *, fresh: bool = False) -> None:
        """Begin to write, and check that the book is of this version and assignment."""
        with _errors(self._path):
            self._data = sqlite3.connect(self._path or "", isolation_level=None)
        self._run("PRAGMA cache_size = -16000")
        self._run("BEGIN IMMEDIATE")
        for table in _TABLES:
            self._run(f"CREATE TABLE IF NOT EXISTS {table}")
        if fresh:
            for table in ("file", "refused", "book WHERE key != 'late'"):
                self._run(f"DELETE FROM {table}")
        self._check(assignment)

    def _check(self, assignment: str) -> None:
        for key, value in (("format", FORMAT), ("assignment", assignment)):
            other = self.recall(key) or value
            if value and other != value:
                raise FileError(
                    f"{self._path} is a mark book of the {key} {quoted(other)}, and not of "
                    f"{quoted(value)}; name another folder with -o, or begin anew with --fresh",
                    word=value,
                )
            self.remember(key, other)
        self.known = self.count

    @classmethod
    def copy(cls, path: Path, assignment: str = "") -> Self:
        """Return a copy of a book, so that the book itself stays as it is.

        What a killed run had half written is taken back first. Without a file the copy is empty.
        Raises :class:`FileError` as a book does; without an id the assignment may be any.
        """
        book = cls()
        if path.exists():
            book._run("ROLLBACK")
            book._path = path
            uri = f"{path.absolute().as_uri()}?mode=rw"
            with _errors(path), closing(sqlite3.connect(uri, uri=True)) as data:
                data.execute("SELECT 1 FROM book")
                data.backup(book._data)
            book._check(assignment)
        return book

    def remember(self, key: str, value: str) -> None:
        """Remember a value: the assignment's ``text``, or what becomes of ``late`` answers."""
        self._run("INSERT OR REPLACE INTO book VALUES (?, ?)", key, value)

    def recall(self, key: str) -> str:
        """Return what is remembered under a key, empty for nothing."""
        return str(self._one("SELECT value FROM book WHERE key = ?", key) or "")

    # ---- adding ----

    def add(self, file: Submission, learner: str) -> None:
        """Keep a hand-in, in place of a file of this name that could not be graded before.

        Of several times of arrival under one name the first counts.
        """
        digest = blake2b(file.raw, digest_size=16).digest()
        values = (file.name, digest, learner, len(file.raw), *(file.arrival or ("", "")))
        self._run(
            "INSERT INTO file VALUES (?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT DO UPDATE SET at = min(at, excluded.at)",
            *(*values, zlib.compress(file.raw, 1)),
        )
        self._run("DELETE FROM refused WHERE name = ?", file.name)
        self.now.add(file.name)

    def refuse(self, refusal: RefusedFile, learner: str = "") -> None:
        """Keep why a file is not graded; ``learner`` is named in it, if anybody is."""
        self._run("INSERT OR REPLACE INTO refused VALUES (?, ?, ?, ?)", *refusal, learner)
        self.now.add(refusal.name)

    def forget_table(self, path: str) -> None:
        """Forget the lines of a table of answers on paper, which is read anew."""
        start = f"{path} > line "
        for table in ("file", "refused"):
            self._run(f"DELETE FROM {table} WHERE substr(name, 1, ?) = ?", len(start), start)

    # ---- reading ----

    def files(self) -> Iterator[KeptFile]:
        """Yield the hand-ins in the order in which they came; then by name."""
        rows = self._run(
            "SELECT name, learner, digest, size, at, source, count(*) OVER (PARTITION BY name) "
            "FROM file ORDER BY at, name, digest"
        )
        for name, learner, digest, size, at, source, versions in rows:
            arrival = Arrival(at, TimeSource(source)) if source else None
            yield KeptFile(name, learner, digest, size, arrival, versions=versions)

    def refusals(self) -> Iterator[tuple[RefusedFile, str]]:
        """Yield the refused files by name, each with the learner who is named in it, or ""."""
        for *fields, learner in self._run("SELECT * FROM refused ORDER BY name"):
            yield RefusedFile(*fields), learner

    def read(self, file: KeptFile) -> bytes:
        """Return the bytes of a hand-in."""
        with _errors(self._path):
            return zlib.decompress(
                self._one("SELECT packed FROM file WHERE digest = ?", file.digest)
            )

    @property
    def count(self) -> int:
        """The number of hand-ins in the book."""
        return int(self._one("SELECT count(*) FROM file"))

    def _run(self, statement: str, *values: object) -> sqlite3.Cursor:
        with _errors(self._path):
            return self._data.execute(statement, values)

    def _one(self, statement: str, *values: object) -> Any:
        """Return the first value of the first row, or None without a row."""
        with _errors(self._path):
            row = self._data.execute(statement, values).fetchone()
        return row[0] if row else None

    # ---- the end ----

    def commit(self) -> None:
        """Write all that was added to the disk; a kill before leaves the book as it was."""
        self._run("COMMIT")
        self._is_new = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file; a new one without a commit is removed."""
        self._data.close()
        if self._path and self._is_new:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)


@contextmanager
def _errors(path: Path | None) -> Iterator[None]:
    """Raise SQLite's errors as ours, which name the file."""
    where = str(path or "a temporary file")
    try:
        yield
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            message = f"{where} is empty: grade all that was handed in into this folder"
            raise FileError(message, word=where) from error
        raise OutputError(f"cannot write {where}: {error}", word=where) from error
    except (sqlite3.DatabaseError, zlib.error) as error:
        message = f"{where} is no mark book, or is damaged ({error})"
        advice = "put a copy of it back, or begin anew with --fresh"
        raise FileError(f"{message}; {advice}", word=where) from error
