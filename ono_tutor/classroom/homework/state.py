"""The state of a learner's homework: who does which assignment, and what was handed in.

:class:`HomeworkState` holds it in memory and :class:`FolderState` in ``ono-homework.json``, a small
file beside the notebook: an object with ``format``, ``ono-tutor-desk/1``, and ``notes``, a list in
the order in which they were made. Answers are not in it; an answer store keeps these. An
:class:`Outbox` takes the answers file that is handed in; nothing in it is overwritten.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Any, Protocol, Self

from ono_tutor.atomic_files import OutputError, holds, reason_of, sync_folder, write_new
from ono_tutor.classroom.assignment import Learner
from ono_tutor.course.list_file import ListFile
from ono_tutor.errors import FileError
from ono_tutor.i18n import Message
from ono_tutor.strict_json import (
    Expected,
    check_item,
    expect_integer,
    expect_one_of,
    expect_text,
)

FORMAT = "ono-tutor-desk/1"
NAME = "ono-homework.json"
LONGEST, MOST_NUMBER = 2_000, 1_000


class NoteKind(StrEnum):
    """The kinds of note: a sign-in, a hand-in, another attempt, hints shown."""

    SIGNED_IN = "sat"
    HANDED_IN = "handed-in"
    AGAIN = "again"
    HINTS = "hints"


@dataclass(frozen=True, slots=True)
class Note:
    """One note: what a learner did at an assignment.

    ``what`` is its kind. ``words`` are the file's name for what was handed in; ``number`` is the
    attempt, or how many hints were shown.
    """

    what: NoteKind
    assignment: str
    learner: str
    at: str
    puzzle: str = ""
    number: int = 1
    words: str = ""

    @classmethod
    def of(cls, found: object) -> Self:
        """Return the note that an object of JSON is.

        Raises :class:`JsonError` or :class:`NotationError` for any other.
        """
        note = check_item(found, "a note", _EXPECTED)
        Learner.named(note["learner"])
        return cls(**note | {"what": NoteKind(note["what"])})

    @property
    def key(self) -> tuple[str, ...]:
        """The subject of the note: a later one with the same key takes its place."""
        if self.what is NoteKind.SIGNED_IN:
            return self.what, self.assignment
        about = str(self.number) if self.what is NoteKind.HANDED_IN else self.puzzle
        return self.what, self.assignment, Learner.named(self.learner).key, about


_EXPECTED: Mapping[str, Expected[Any]] = {
    **dict.fromkeys((field.name for field in fields(Note)), expect_text(LONGEST)),
    "what": expect_one_of(NoteKind),
    "number": expect_integer(0, MOST_NUMBER),
}


class HomeworkState:
    """Notes in memory; each is handed to *keep*, which may put it where it lasts.

    ``notices`` are messages to the learner about the place where the notes are stored.
    """

    notices: tuple[Message, ...] = ()

    def __init__(
        self, notes: Iterable[Note] = (), keep: Callable[[Note], None] = lambda __: None
    ) -> None:
        self.notes: dict[tuple[str, ...], Note] = {}
        self._keep = keep
        self._take(notes)

    @property
    def last_learner(self) -> Learner | None:
        """The learner who signed in last, at any assignment."""
        found = [each.learner for each in self.notes.values() if each.what is NoteKind.SIGNED_IN]
        return Learner.named(found[-1]) if found else None

    def refresh(self) -> None:
        """Take over what others may have noted meanwhile."""

    def add(self, note: Note) -> None:
        """Make a note; when this returns it is kept, or ``notices`` say that it is not."""
        self._take([note])
        self._keep(note)

    def learner(self, assignment: str) -> Learner | None:
        """Return who signed in to an assignment last."""
        note = self.notes.get((NoteKind.SIGNED_IN, assignment))
        return Learner.named(note.learner) if note else None

    def note(
        self, what: NoteKind, assignment: str, learner: Learner, about: str = ""
    ) -> Note | None:
        """Return the note of this kind about a puzzle, or about an attempt."""
        return self.notes.get((what, assignment, learner.key, about))

    def attempt(self, assignment: str, learner: Learner) -> int:
        """Return at which attempt the learner is, counted from 1."""
        note = self.note(NoteKind.AGAIN, assignment, learner)
        return note.number if note else 1

    def _take(self, notes: Iterable[Note]) -> None:
        """Take notes over, after those that are there."""
        for note in notes:
            self.notes.pop(note.key, None)
            self.notes[note.key] = note


class FolderState(HomeworkState):
    """Notes in a file of a folder, ``ono-homework.json``."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.file = ListFile(folder / NAME, FORMAT, "notes", Note.of, asdict)
        self.refresh()

    @property
    def notices(self) -> tuple[Message, ...]:  # type: ignore[override]
        return self.file.notices

    def refresh(self) -> None:
        # What was read before is not forgotten with a file that is gone.
        with suppress(FileError):
            self._take(self.file.items())

    def add(self, note: Note) -> None:
        def add_last(notes: list[Note]) -> list[Note]:
            # What another program noted since is younger than what was read here before.
            self._take([*notes, note])
            return list(self.notes.values())

        try:
            self.file.change(add_last)
        except FileError:
            self._take([note])
            self.file.waiting.append(note)


# ---- where the answers file goes ----

MOST_LETTERS, MOST_BYTES = 40, 100
"""The most of a name in a file's name: a file system takes 255 bytes in all."""


class Outbox(Protocol):
    """Takes answers files; ``folder`` is empty for one that hands them to a browser."""

    folder: str

    def put(self, name: str, text: str) -> str:
        """Put a file there and return its name: another if this one is taken by something else.

        Raises :class:`FileError`, which names the reason.
        """

    def has(self, name: str, text: str) -> bool:
        """Check that the file of this name is there, with this text."""


def file_name(assignment: str, learner: Learner, attempt: int) -> str:
    """Return the name of an answers file, such as ``week-3-ann-lee.json``."""
    letters = re.sub(r"[\W_]+", "-", learner.key)[:MOST_LETTERS]
    word = letters.encode()[:MOST_BYTES].decode("utf-8", "ignore").strip("-") or "learner"
    last = f"-attempt-{attempt}" if attempt > 1 else ""
    return f"{assignment}-{word}{last}.json"


class FolderOutbox:
    """Puts answers files into a folder: each is there whole, and on the disk, or not at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = os.path.realpath(folder)

    def put(self, name: str, text: str) -> str:
        """Write the file, under the next free name if its own is taken by something else."""
        stem = Path(name).stem or "answers"  # whatever folder another hand put before it
        try:
            for number in count(1):
                placed = f"{stem}.json" if number == 1 else f"{stem}-{number}.json"
                if self.has(placed, text) or write_new(Path(self.folder, placed), text):
                    break
        except OutputError as error:
            message = f"the file {name} cannot be written into {self.folder}: {reason_of(error)}"
            raise FileError(message, word=name) from error
        sync_folder(Path(self.folder))
        return placed

    def has(self, name: str, text: str) -> bool:
        with suppress(OutputError):
            return holds(Path(self.folder, Path(name).name), text.encode())
        return False
