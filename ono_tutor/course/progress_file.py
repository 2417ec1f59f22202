"""The SQLite file of a learner's answers: opened for one step, closed again, sound or set aside.

It has a rollback journal, emptied and synced at every commit, and no write-ahead log: a log needs
memory shared between processes, which network drives do not give, and lies beside the file where
a copy forgets it. A connection lives for one step, so nothing is written to a file that was renamed
or deleted meanwhile. A file that cannot be used is renamed, never overwritten, never deleted.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from threading import RLock
from typing import TypeVar

from ono_tutor.atomic_files import free_name
from ono_tutor.course.answer_store import (
    FIELDS,
    AnswerRecord,
    AnswerStore,
    Evidence,
    Receipt,
    Row,
)
from ono_tutor.course.file_locks import locked
from ono_tutor.i18n import N_, Message, _, gettext

T = TypeVar("T")
Step = Callable[[sqlite3.Connection], T]

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

PATIENCE = 5.0
"""Seconds that a step waits for another program to write."""

COMPANIONS = ("-journal", "-wal", "-shm")
"""The endings of the files that SQLite puts beside the file; they belong to it and go with it."""


class UnusableError(Exception):
    """The file cannot be read or written at present; it need not be damaged."""


class DamageError(UnusableError):
    """The file is damaged, or is none of this version."""


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Return a connection for one step; ``mode`` is SQLite's, ``rw`` or ``rwc``."""
    where = f"{path.as_uri()}?mode={mode}"
    db = sqlite3.connect(where, uri=True, timeout=PATIENCE, isolation_level=None)
    db.text_factory = lambda raw: raw.decode("utf-8", "replace")
    return db


class ProgressFile(AnswerStore):
    """The answers in one file, which programs and threads may have open at once.

    Answers that cannot be written are ``waiting`` in memory, and are written with the first later
    answer that can be. ``set_aside`` is the path of a file that could not be used.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.waiting: list[AnswerRecord] = []
        self.set_aside: Path | None = None
        self._notices: dict[str, Message] = {}
        self._lock = RLock()

    @property
    def notices(self) -> tuple[Message, ...]:
        return tuple(self._notices.values())

    def examine(self) -> None:
        """Check that the file is whole, of this version and can be written; make a new one."""
        with suppress(UnusableError):
            self._run(_examine, writes=True)

    def keep(self, record: AnswerRecord) -> Receipt:
        """Store an answer, its attempt counted; the receipt says whether it is on disk."""

        def count_and_add(db: sqlite3.Connection) -> AnswerRecord:
            (before,) = db.execute(_COUNT, (record.puzzle,)).fetchone()
            stored = replace(record, attempt=before + 1)
            add_answers(db, [stored])
            return stored

        with self._lock:
            try:
                return Receipt(self._run(count_and_add, writes=True))
            except UnusableError:
                stored = record.counted_after(self.history())
                self.waiting.append(stored)
                return Receipt(stored, is_on_disk=False)

    def add(self, answers: Sequence[AnswerRecord]) -> int:
        """Write the answers that are not there yet, all or none; return how many were new.

        Raises :class:`UnusableError` if the file cannot be written.
        """
        return self._run(lambda db: add_answers(db, answers), writes=True)

    def history(self) -> tuple[AnswerRecord, ...]:
        with suppress(UnusableError):
            return self.read_all()
        return tuple(self.waiting)

    def read_all(self) -> tuple[AnswerRecord, ...]:
        """Return every answer in the order of time.

        Raises :class:`UnusableError` if the file cannot be read.
        """
        answers = [*self._read(answers_in), *self.waiting]
        return tuple(sorted(answers, key=lambda record: record.at))

    def evidence(self) -> list[Evidence]:
        stored: list[Evidence] = []
        with suppress(UnusableError):
            stored = self._read(lambda db: list(map(Evidence._make, db.execute(_EVIDENCE))))
        waiting = [record.evidence for record in self.waiting]
        return sorted([*stored, *waiting], key=lambda item: item.at)

    def answered_in(self, lesson: str) -> tuple[AnswerRecord, ...]:
        stored: list[AnswerRecord] = []
        with suppress(UnusableError):
            stored = self._read(lambda db: answers_in(db, lesson))
        waiting = [record for record in self.waiting if record.lesson == lesson]
        return tuple(sorted([*stored, *waiting], key=lambda record: record.at))

    # ---- steps on the file ----

    def _read(self, step: Step[list[T]]) -> list[T]:
        return self._run(step) if os.path.lexists(self.path) else []

    def _run(self, step: Step[T], *, writes: bool = False) -> T:
        """Return the result of a step, with a new file in the place of a damaged one.

        Raises :class:`UnusableError`; a notice says why, until something is written.
        """
        with self._lock:
            try:
                try:
                    result = self._take(step, writes=writes)
                except DamageError:
                    self._set_aside()
                    result = self._take(step, writes=writes)
            except UnusableError as error:
                notice = _(_IN_MEMORY, name=self.path.name, reason=str(error))
                self._notices["unusable"] = notice
                raise
            if writes:
                self._notices.pop("unusable", None)
            return result

    def _take(self, step: Step[T], *, writes: bool) -> T:
        with self._open(writes=writes) as db:
            return step(db)

    @contextmanager
    def _open(self, *, writes: bool) -> Iterator[sqlite3.Connection]:
        """Open the file for one step, which writes what waits as well, or is not written at all."""
        if os.path.lexists(self.path) and not os.path.isfile(self.path):  # noqa: PTH113
            raise UnusableError(gettext("it is not a file"))
        try:
            with closing(connect(self.path, "rwc" if writes else "rw")) as db:
                if writes:
                    for pragma in PRAGMAS:
                        db.execute(f"PRAGMA {pragma}")
                    db.execute("BEGIN IMMEDIATE")
                version, owner = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in _HEAD)
                if not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] and writes:
                    for statement in filter(str.strip, TABLE.split(";")):
                        db.execute(statement)
                elif (version, owner) != (VERSION, APPLICATION):
                    raise DamageError
                if writes:
                    db.execute(f"PRAGMA application_id = {APPLICATION}")
                    db.execute(f"PRAGMA user_version = {VERSION}")  # so that something is written
                    add_answers(db, self.waiting)
                yield db
                if writes:
                    db.execute("COMMIT")
                    self.waiting.clear()
        except UnicodeDecodeError as error:  # SQLite quotes what it stumbled on
            raise DamageError from error
        except sqlite3.Error as error:
            is_damage = getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE
            raise (DamageError if is_damage else UnusableError)(str(error)) from error

    def _set_aside(self) -> None:
        """Rename a damaged file and begin one with its whole answers, which wait until then.

        Only one program at a time does this: else the second sets aside what the first has just
        begun. Raises :class:`UnusableError` if the file cannot be renamed.
        """
        try:
            with locked(self.path, PATIENCE):
                with suppress(DamageError):
                    return self._take(_examine, writes=True)
                place = free_name(self.path, "damaged", COMPANIONS)
                for ending in (*COMPANIONS, ""):  # a journal must never meet a new file
                    if os.path.lexists(f"{self.path}{ending}"):
                        Path(f"{self.path}{ending}").rename(f"{place}{ending}")
                whole = _read_whole_answers(place)
                self.waiting[:0] = whole
                self.set_aside = place
                fields = {"name": self.path.name, "aside": place.name, "count": len(whole)}
                self._notices["set aside"] = _(_SET_ASIDE, **fields)
                return self._take(lambda _db: None, writes=True)
        except OSError as error:
            text = _(_STUCK, reason=error.strerror or error)
            raise UnusableError(str(text)) from error


_HEAD = "user_version", "application_id"
_DAMAGE = sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR
_SET_ASIDE = N_(
    "The progress file {name} is damaged, or not of this version of the course. It was set aside "
    "as {aside}, and a new one was begun with the answers in it that are whole ({count})."
)
_STUCK = N_("it is damaged, and cannot be set aside: {reason}")
_IN_MEMORY = N_(
    "The progress file {name} cannot be used ({reason}). What you answer is kept in memory only, "
    "until this program ends; it is written to the file as soon as that is possible."
)


# ---- the answers in the file ----

_COLUMNS = ", ".join(FIELDS)
_ADD = (
    f"INSERT INTO answer (digest, {_COLUMNS}) VALUES (?{', ?' * len(FIELDS)}) "
    "ON CONFLICT (digest) DO NOTHING"
)
_COUNT = "SELECT count(*) FROM answer WHERE puzzle = ? AND mark != 'malformed'"
_EVIDENCE = f"SELECT {', '.join(Evidence._fields)} FROM answer ORDER BY at, id"


def digest_of(row: Row) -> str:
    """Return a digest that only equal rows share."""
    return sha256(json.dumps(row).encode()).hexdigest()[:32]


def add_answers(db: sqlite3.Connection, answers: Sequence[AnswerRecord]) -> int:
    """Add the answers that are new, in the open transaction; return how many were."""
    rows = [record.row for record in answers]
    before = db.total_changes
    db.executemany(_ADD, [(digest_of(row), *row) for row in rows])
    return db.total_changes - before


def answers_in(db: sqlite3.Connection, lesson: str | None = None) -> list[AnswerRecord]:
    """Return every answer, or those given in one lesson, in the order of time.

    Raises :class:`DamageError` if one is not as it was written.
    """
    where, values = ("", ()) if lesson is None else ("WHERE lesson = ?", (lesson,))
    answers = list(_rows(db, f"{where} ORDER BY at, id", values))
    if None in answers:
        raise DamageError
    return [answer for answer in answers if answer]


def _rows(
    db: sqlite3.Connection, clauses: str, values: Sequence[str] = ()
) -> Iterator[AnswerRecord | None]:
    """Yield each answer as it was written; None for one that does not fit its digest."""
    for digest, *parts in db.execute(f"SELECT digest, {_COLUMNS} FROM answer {clauses}", values):
        row = tuple(parts)
        is_whole = not any(isinstance(part, bytes) for part in row) and digest_of(row) == digest
        yield AnswerRecord.of_row(row) if is_whole else None


def _examine(db: sqlite3.Connection) -> None:
    """Check that the file is whole, in a step that writes."""
    if db.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
        raise DamageError
    answers_in(db)


def _read_whole_answers(path: Path) -> list[AnswerRecord]:
    """Return the answers of a damaged file that are as they were written.

    They are read from both ends, up to what cannot be read.
    """
    answers: dict[AnswerRecord, None] = {}
    for order in ("ASC", "DESC"):
        with suppress(sqlite3.Error, UnicodeDecodeError), closing(connect(path, "ro")) as db:
            for answer in filter(None, _rows(db, f"ORDER BY id {order}")):
                answers[answer] = None
    return list(answers)
