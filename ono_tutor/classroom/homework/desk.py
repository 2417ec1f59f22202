"""A learner's desk, ``ono-tutor-desk/1``: who sits at which assignment, and what was handed in.

It is a small file beside the notebook: JSON, an object with ``format`` and ``notes``, a list in
the order in which they were made. Answers are not in it; :class:`Progress` keeps these.
"""

import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Any, Self

from ono_tutor.atomic_files import OutputError, sync_folder, write_whole
from ono_tutor.classroom.learner import Learner
from ono_tutor.errors import NotationError
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.strict_json import (
    LIMITS,
    Expected,
    JsonError,
    check_fields,
    expect_integer,
    expect_one_of,
    expect_text,
    read_json,
)

FORMAT = "ono-tutor-desk/1"
NAME = "ono-homework.json"
LONGEST, MOST_NUMBER = 2_000, 1_000
PATIENCE = 10.0
"""Seconds that a note waits while another program makes one."""


class What(StrEnum):
    """What a note says: who sits here, what was handed in, what was begun, hints shown."""

    SAT = "sat"
    HANDED_IN = "handed-in"
    AGAIN = "again"
    BEGUN = "begun"
    HINTS = "hints"


@dataclass(frozen=True, slots=True)
class Note:
    """One note: what a learner did at an assignment.

    ``words`` are the file's name for what was handed in, and the line so far, its plays parted
    by spaces, where one was begun; ``number`` is the attempt, or how many hints were shown.
    """

    what: What
    assignment: str
    learner: str
    at: str
    puzzle: str = ""
    number: int = 1
    words: str = ""

    @classmethod
    def of(cls, found: object) -> Self:
        """The note that an object of JSON is.

        Raises :class:`NotationError` for any other.
        """
        try:
            note = check_fields(found, "a note", _EXPECTED)
            for name, expected in _EXPECTED.items():
                expected.check(note[name], name)
        except JsonError as error:
            raise NotationError(error.message) from error
        Learner.named(note["learner"])
        return cls(**note | {"what": What(note["what"])})

    @property
    def key(self) -> tuple[str, ...]:
        """What the note is about: a later one about the same takes its place."""
        if self.what is What.SAT:
            return self.what, self.assignment
        about = str(self.number) if self.what is What.HANDED_IN else self.puzzle
        return self.what, self.assignment, Learner.named(self.learner).key, about


_WORDS = expect_text(LONGEST)
_EXPECTED: Mapping[str, Expected[Any]] = {
    **dict.fromkeys((field.name for field in fields(Note)), _WORDS),
    "what": expect_one_of(What),
    "number": expect_integer(0, MOST_NUMBER),
}

Notes = Mapping[tuple[str, ...], Note]


class Desk:
    """Notes in the memory; each is handed to *keep*, which may put it where it lasts."""

    def __init__(
        self, notes: Iterable[Note] = (), keep: Callable[[Note], None] = lambda _: None
    ) -> None:
        self.notes = _latest(notes)
        self._keep = keep

    @property
    def notices(self) -> tuple[Message, ...]:
        """What the learner has to be told of the place where the notes are kept."""
        return ()

    @property
    def last(self) -> Learner | None:
        """Who sat here last, at whatever assignment."""
        sat = [note for note in self.notes.values() if note.what is What.SAT]
        return Learner.named(sat[-1].learner) if sat else None

    def refresh(self) -> None:
        """Take over what others may have noted meanwhile."""

    def add(self, note: Note) -> None:
        """Make a note; when this returns it is kept, or ``notices`` say that it is not."""
        self.notes = _latest([*self.notes.values(), note])
        self._keep(note)

    def sitter(self, assignment: str) -> Learner | None:
        """Who sits at an assignment."""
        note = self.notes.get((What.SAT, assignment))
        return Learner.named(note.learner) if note else None

    def note(self, what: What, assignment: str, learner: Learner, about: str = "") -> Note | None:
        """The note of this kind about a puzzle, or about an attempt; None where there is none."""
        return self.notes.get((what, assignment, learner.key, about))

    def attempt(self, assignment: str, learner: Learner) -> int:
        """At which attempt the learner is, counted from 1."""
        note = self.note(What.AGAIN, assignment, learner)
        return note.number if note else 1


def _latest(notes: Iterable[Note]) -> Notes:
    found: dict[tuple[str, ...], Note] = {}
    for note in notes:
        found.pop(note.key, None)
        found[note.key] = note
    return found


class FolderDesk(Desk):
    """A desk whose notes are in a file of a folder, ``ono-homework.json``.

    A file that cannot be gone on with is set aside under another name, which is said; what cannot
    be written is held in memory, said, and written with the first later note that can be.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.path = Path(os.path.realpath(folder)) / NAME
        self._waiting: list[Note] = []
        self._told: tuple[Message, ...] = ()
        self._fault: Message | None = None
        self.refresh()

    @property
    def notices(self) -> tuple[Message, ...]:
        return (*self._told, *([self._fault] if self._fault else []))

    def refresh(self) -> None:
        try:
            found = self._sound()
        except (OSError, sqlite3.Error) as error:
            self._tell(_UNREAD, error)
            return
        # What was read before is not forgotten with a file that is gone.
        self.notes = _latest([*self.notes.values(), *found, *self._waiting])

    def add(self, note: Note) -> None:
        self.notes = _latest([*self.notes.values(), note])
        self._waiting.append(note)
        try:
            with _alone(self.path):
                # What another program noted since is younger than what was read here before.
                self.notes = _latest([*self.notes.values(), *self._sound(), *self._waiting])
                _write(self.path, self.notes.values())
        except (OSError, OutputError, sqlite3.Error) as error:
            self._tell(_IN_MEMORY, error)
            return
        self._waiting.clear()
        self._fault = None

    def _sound(self) -> tuple[Note, ...]:
        """The notes of the file; one that is none is set aside.

        Raises :class:`OSError` where it can be neither read nor set aside.
        """
        try:
            return _read(self.path)
        except (JsonError, NotationError):
            aside = _set_aside(self.path)
            self._told = (*self._told, lazy_gettext(_ASIDE, name=NAME, aside=aside.name))
            return ()

    def _tell(self, template: str, error: Exception) -> None:
        cause = error.__cause__ if isinstance(error, OutputError) else error
        reason = (cause.strerror if isinstance(cause, OSError) else "") or cause
        self._fault = lazy_gettext(template, name=NAME, reason=reason)


def _read(path: Path) -> tuple[Note, ...]:
    """The notes of a file; none where there is no file.

    Raises :class:`JsonError` or :class:`NotationError` for a file that is no desk.
    """
    if not os.path.lexists(path):
        return ()
    if not path.is_file():
        raise OSError(str(lazy_gettext(_NO_FILE)))
    with path.open("rb") as file:
        found: Any = read_json(file.read(LIMITS.most_bytes + 1))
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise NotationError("it is no desk")
    if not isinstance(found.get("notes"), list):
        raise NotationError("it has no notes")
    return tuple(map(Note.of, found["notes"]))


def _write(path: Path, notes: Iterable[Note]) -> None:
    """Write the file so that it is there whole, and on the disk, or as it was before."""
    whole = {"format": FORMAT, "notes": [asdict(note) for note in notes]}
    write_whole(path, json.dumps(whole, indent=1, ensure_ascii=False) + "\n")
    sync_folder(path.parent)


def _set_aside(path: Path) -> Path:
    """Rename the file; its new place."""
    names = (f"{path.stem}-damaged{last}{path.suffix}" for last in _endings())
    aside = next(path.with_name(name) for name in names if not os.path.lexists(path.parent / name))
    path.rename(aside)
    return aside


def _endings() -> Iterator[str]:
    yield ""
    yield from (f"-{number}" for number in count(2))


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Only one program at a time writes; SQLite's lock is gone with its process, on any system."""
    if sys.platform == "emscripten":  # one program, and no locks
        yield
        return
    lock = path.with_name(f".{path.name}-lock")
    with closing(sqlite3.connect(lock, timeout=PATIENCE, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        yield


_ASIDE = N_(
    "The file {name}, which says who you are and what you have handed in, is damaged. It was set "
    "aside as {aside}, and a new one is begun. Your answers are not in it; they are kept elsewhere."
)
_UNREAD = N_("The file {name} cannot be read as things stand ({reason}).")
_IN_MEMORY = N_(
    "The file {name} cannot be written ({reason}). Who you are and what you have handed in is "
    "remembered only until this program ends; it is written as soon as that is possible."
)
_NO_FILE = N_("it is no file")
