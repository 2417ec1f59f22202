"""The mark book: what a folder of marks remembers of the hand-ins that were graded into it.

One SQLite file keeps the bytes of each hand-in once, by their hash, under every name that they came
by, and what was refused. Grading adds to it, and what it holds depends neither on the order nor on
how often a file is given. So a class graded in portions has the marks of one graded at once.

Answers on paper stand in a table of the teacher's; the lines of one are as it was read last.
"""

import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, Self

from ono_tutor.atomic_files import OutputError
from ono_tutor.classroom.submissions.find import Arrival, RefusedFile, Submission, TimeSource
from ono_tutor.classroom.submissions.lms_names import LmsPlace
from ono_tutor.errors import FileError, quoted

BOOK = "hand-ins.sqlite"
FORMAT = "ono-tutor-marks/1"

_TABLES = """
CREATE TABLE IF NOT EXISTS book (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS content (
    digest BLOB PRIMARY KEY, learner TEXT NOT NULL, size INTEGER NOT NULL, packed BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS file (
    name TEXT, digest BLOB, at TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (name, digest));
CREATE TABLE IF NOT EXISTS refused (
    name TEXT, cause TEXT, reason TEXT, learner TEXT NOT NULL, PRIMARY KEY (name, cause));
CREATE TEMP TABLE IF NOT EXISTS now (name TEXT, digest BLOB, PRIMARY KEY (name, digest));
"""
_RECALL = "SELECT value FROM book WHERE key = ?"


class KeptFile(NamedTuple):
    """A hand-in that is kept: its name, the learner named in it, its hash and size, its arrival.

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
    def version(self) -> str:
        """What tells the file from others of this name; empty where there is none."""
        return f" (version {self.digest.hex()[:6]})" if self.versions > 1 else ""


class MarkBook:
    """The hand-ins of one assignment; used in a ``with``, which forgets what was not committed.

    ``known`` is how many files were there before. Every method raises :class:`OutputError` where
    the disk refuses.
    """

    def __init__(self, path: Path | None = None, assignment: str = "", *, fresh: bool = False):
        """Open the book at a path, or one that lasts only as long as it is used.

        A ``fresh`` one remembers only what becomes of late answers. Raises
        :class:`FileError` for a file that is no mark book, or one of another assignment.
        """
        self._path = path
        self._is_new = path is not None and not path.exists()
        self._open()
        try:
            try:
                self._begin(assignment, fresh=fresh)
            except FileError:
                if path is None or not fresh:
                    raise
                self._data.close()
                path.unlink(missing_ok=True)
                self._open()
                self._begin(assignment, fresh=fresh)
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        with self._errors():
            self._data = sqlite3.connect(self._path or "", isolation_level=None)

    @classmethod
    def kept(cls, path: Path, assignment: str) -> Self:
        """Return a copy of a book, in which nothing can be changed by what is done with it.

        What a killed run had half written is taken back first. Raises :class:`FileError` as a
        book does.
        """
        found = cls()
        with found._opened(path) as data:
            found._data.execute("ROLLBACK")
            data.execute("SELECT 1 FROM book")
            data.backup(found._data)
        found._begin(assignment, fresh=False)
        return found

    @staticmethod
    def recall_from(path: Path, key: str) -> str:
        """Return what a book remembers under a key; empty where there is nothing, or no book."""
        if not path.exists():
            return ""
        with MarkBook() as found, found._opened(path) as data:
            row = data.execute(_RECALL, [key]).fetchone()
        return row[0] if row else ""

    @contextmanager
    def _opened(self, path: Path) -> Iterator[sqlite3.Connection]:
        """Open the file of another book, which is named in what is said of it."""
        self._path, mine = path, self._path
        uri = f"{path.absolute().as_uri()}?mode=rw"
        with self._errors(), closing(sqlite3.connect(uri, uri=True)) as data:
            yield data
        self._path = mine

    def remember(self, key: str, value: str) -> None:
        """Remember a value: the assignment's ``text``, or what becomes of ``late`` answers."""
        with self._errors():
            self._data.execute("INSERT OR REPLACE INTO book VALUES (?, ?)", [key, value])

    def recall(self, key: str) -> str:
        """Return what is remembered under a key, empty for nothing."""
        return str(self._one(_RECALL, key) or "")

    def _begin(self, assignment: str, *, fresh: bool) -> None:
        with self._errors():
            self._data.execute("PRAGMA cache_size = -16000")
            self._data.execute("BEGIN IMMEDIATE")
            for statement in filter(str.strip, _TABLES.split(";")):
                self._data.execute(statement)
            if fresh:
                for table in ("content", "file", "refused", "book WHERE key != 'late'"):
                    self._data.execute(f"DELETE FROM {table}")
            self._check(assignment)
        self.known = self.count

    def _check(self, assignment: str) -> None:
        said = dict(self._data.execute("SELECT key, value FROM book").fetchall())
        if said.get("format", FORMAT) != FORMAT:
            message = f"{self._path} is of another version of this program ({said['format']})"
            raise FileError(message, word=str(self._path))
        if said.get("assignment", assignment) != assignment:
            other, mine = quoted(said["assignment"]), quoted(assignment)
            message = f"{self._path} has the hand-ins to {other}, and what is graded here is {mine}"
            advice = "name another folder with -o, or begin anew with --fresh"
            raise FileError(f"{message}; {advice}", word=assignment)
        rows = [("format", FORMAT), ("assignment", assignment)]
        self._data.executemany("INSERT OR REPLACE INTO book VALUES (?, ?)", rows)

    # ---- what is put in ----

    def learner_of(self, file: Submission) -> str | None:
        """Return the learner who is named in these bytes, if they are known."""
        learner: str | None = self._one(
            "SELECT learner FROM content WHERE digest = ?", _digest(file.raw)
        )
        return learner

    def add(self, file: Submission, learner: str) -> None:
        """Keep a hand-in; one of this name that could not be graded before is mended by it.

        Known bytes are kept once. Of the times at which they came under one name the first stands.
        """
        at, source = file.arrival or ("", "")
        digest = _digest(file.raw)
        content = (digest, learner, len(file.raw), zlib.compress(file.raw, 1))
        with self._errors():
            run = self._data.execute
            run("INSERT OR IGNORE INTO content VALUES (?, ?, ?, ?)", content)
            run(
                "INSERT INTO file VALUES (?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET at = min(at, excluded.at)",
                (file.name, digest, at, source),
            )
            run("DELETE FROM refused WHERE name = ?", [file.name])
            run("INSERT OR IGNORE INTO now VALUES (?, ?)", [file.name, digest])

    def refuse(self, refusal: RefusedFile, learner: str = "") -> None:
        """Keep why a file is not graded; ``learner`` is named in it, if anybody is."""
        with self._errors():
            run = self._data.execute
            run("DELETE FROM refused WHERE name = ?", [refusal.name])
            run("INSERT INTO refused VALUES (?, ?, ?, ?)", (*refusal, learner))
            run("INSERT OR IGNORE INTO now VALUES (?, ?)", [refusal.name, b""])

    def forget(self, name: str, digest: bytes = b"") -> None:
        """Forget a hand-in of this name; without its hash that one of this name was refused."""
        with self._errors():
            run = self._data.execute
            if digest:
                run("DELETE FROM file WHERE name = ? AND digest = ?", (name, digest))
            else:
                run("DELETE FROM refused WHERE name = ?", [name])

    def forget_table(self, path: str) -> None:
        """Forget the lines of a table of answers on paper, before it is read anew."""
        start = f"{path} > line "
        with self._errors():
            for table in ("file", "refused"):
                self._data.execute(
                    f"DELETE FROM {table} WHERE substr(name, 1, ?) = ?", (len(start), start)
                )

    # ---- what is in it ----

    def files(self) -> Iterator[KeptFile]:
        """Yield the hand-ins in the order in which they came; of those at once names decide."""
        rows = self._data.execute(
            "SELECT name, learner, file.digest, size, at, source, count(*) OVER (PARTITION BY name)"
            " FROM file JOIN content ON file.digest = content.digest "
            "ORDER BY at, name, file.digest"
        )
        for name, learner, digest, size, at, source, versions in self._fetched(rows):
            arrival = Arrival(at, TimeSource(source)) if source else None
            yield KeptFile(name, learner, digest, size, arrival, versions=versions)

    def refusals(self) -> Iterator[tuple[RefusedFile, str]]:
        """Yield what is not graded by name, each with the learner who is named in it, or nobody."""
        rows = self._data.execute("SELECT name, cause, reason, learner FROM refused ORDER BY name")
        for *fields, learner in self._fetched(rows):
            yield RefusedFile(*fields), learner

    def _one(self, statement: str, *values: object) -> Any:
        """Return the first value of the first row; None where there is no row."""
        with self._errors():
            row = self._data.execute(statement, values).fetchone()
        return row[0] if row else None

    def _fetched(self, rows: sqlite3.Cursor) -> Iterator[tuple[Any, ...]]:
        with self._errors():
            yield from rows

    def read(self, file: KeptFile) -> bytes:
        """Return the bytes of a hand-in."""
        with self._errors():
            packed = self._one("SELECT packed FROM content WHERE digest = ?", file.digest)
            return zlib.decompress(packed)

    def is_from_now(self, name: str, digest: bytes = b"") -> bool:
        """Check if a file of this name, with this hash if there is one, was given in this run."""
        statement = "SELECT 1 FROM now WHERE name = ? AND (digest = ? OR ? = x'')"
        return self._one(statement, name, digest, digest) is not None

    @property
    def given_now(self) -> int:
        """How many files were given in this run."""
        return int(self._one("SELECT count(DISTINCT name) FROM now"))

    @property
    def count(self) -> int:
        """How many hand-ins are kept."""
        return int(self._one("SELECT count(*) FROM file"))

    # ---- the end ----

    def commit(self) -> None:
        """See that all that was put in is on the disk; a kill before leaves what was there."""
        with self._errors():
            self._data.execute("DELETE FROM content WHERE digest NOT IN (SELECT digest FROM file)")
            self._data.execute("COMMIT")
            self._is_new = False

    def close(self) -> None:
        """Let go of the file; one that was made for nothing is removed."""
        self._data.close()
        if self._path and self._is_new:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        where = self._path or "a temporary file"
        try:
            yield
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):
                message = f"{where} is empty: grade all that was handed in into this folder"
                raise FileError(message, word=str(where)) from error
            message = f"cannot write {where}: {error}"
            raise OutputError(message, word=str(where)) from error
        except (sqlite3.DatabaseError, zlib.error) as error:
            message = f"{where} is no mark book, or is damaged ({error})"
            advice = "put a copy of it back, or begin anew with --fresh"
            raise FileError(f"{message}; {advice}", word=str(where)) from error


def _digest(raw: bytes) -> bytes:
    return blake2b(raw, digest_size=16).digest()
