"""The state of a learner's homework: who does which assignment, and what was handed in.

:class:`HomeworkState` holds it in memory and :class:`FolderState` in ``ono-homework.json``, a small
file beside the notebook: an object with ``format``, ``ono-tutor-desk/1``, and ``notes``, a list in
the order in which they were made. Answers are not in it; an answer store keeps these. An
:class:`Outbox` takes the answers file that is handed in; nothing in it is overwritten.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, Protocol, Self

from ono_tutor.atomic_files import (
    OutputError,
    free_name,
    holds,
    read_limited,
    sync_folder,
    write_new,
    write_whole,
)
from ono_tutor.classroom.assignment import Learner
from ono_tutor.course.file_locks import locked
from ono_tutor.errors import FileError, NotationError
from ono_tutor.i18n import N_, Message, _, gettext
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
        note = check_fields(found, "a note", _EXPECTED)
        for name, expected in _EXPECTED.items():
            expected.check(note[name], name)
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
    """Notes in a file of a folder, ``ono-homework.json``.

    A file that cannot be gone on with is set aside under another name, which is said; what cannot
    be written is held in memory, said, and written with the first later note that can be.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.path = Path(os.path.realpath(folder)) / NAME
        self._waiting: list[Note] = []
        self._set_aside: tuple[Message, ...] = ()
        self._fault: tuple[Message, ...] = ()
        self.refresh()

    @property
    def notices(self) -> tuple[Message, ...]:  # type: ignore[override]
        return (*self._set_aside, *self._fault)

    def refresh(self) -> None:
        try:
            found = self._read()
        except OSError as error:
            reason, text = (
                error.strerror or error,
                N_("The file {name} cannot be read now ({reason})."),
            )
            self._fault = (_(text, name=NAME, reason=reason),)
            return
        # What was read before is not forgotten with a file that is gone.
        self._take([*found, *self._waiting])

    def add(self, note: Note) -> None:
        self._take([note])
        self._waiting.append(note)
        try:
            with locked(self.path, PATIENCE):
                # What another program noted since is younger than what was read here before.
                self._take([*self._read(), *self._waiting])
                whole = {"format": FORMAT, "notes": list(map(asdict, self.notes.values()))}
                write_whole(self.path, json.dumps(whole, indent=1, ensure_ascii=False) + "\n")
                sync_folder(self.path.parent)
        except (OSError, OutputError) as error:
            reason = error.reason if isinstance(error, OutputError) else error.strerror or error
            self._fault = (_(_UNWRITTEN, name=NAME, reason=reason),)
            return
        self._waiting.clear()
        self._fault = ()

    def _read(self) -> tuple[Note, ...]:
        """Return the notes of the file; one that is damaged is set aside.

        Raises :class:`OSError` where it can be neither read nor set aside.
        """
        if not os.path.lexists(self.path):
            return ()
        if not self.path.is_file():
            raise OSError(gettext("it is not a file"))
        raw = read_limited(self.path, LIMITS.most_bytes)
        try:
            whole = read_json(raw)
            if not isinstance(whole, dict) or whole.get("format") != FORMAT:
                raise NotationError(f"its format is not {FORMAT}")
            if not isinstance(whole.get("notes"), list):
                raise NotationError("it has no list of notes")
            return tuple(map(Note.of, whole["notes"]))
        except (JsonError, NotationError):
            aside = free_name(self.path, "damaged")
            self.path.rename(aside)
            self._set_aside += (_(_DAMAGED, name=NAME, aside=aside.name),)
            return ()


_UNWRITTEN = N_(
    "The file {name} cannot be written ({reason}). Who you are and what you have handed in is "
    "remembered only until this program ends; it is written as soon as that is possible."
)
_DAMAGED = N_(
    "The file {name} is damaged. It says who you are and what you have handed in. It was set aside "
    "as {aside}, and a new one was begun. Your answers are safe: they are in another file."
)


# ---- where the answers file goes ----

MOST_LETTERS, MOST_BYTES = 40, 100
"""The most of a name in a file's name: a file system takes 255 bytes in all."""


class Submitted(NamedTuple):
    """An answers file that was put somewhere: its name and its size in bytes.

    ``folder`` is empty for one that was handed to a browser.
    """

    name: str
    folder: str
    size: int


class Outbox(Protocol):
    """Takes answers files."""

    def put(self, name: str, text: str) -> Submitted:
        """Put a file of this name there, or of another if the name is taken by something else.

        Raises :class:`FileError`, which names the reason.
        """

    def look(self, name: str, text: str) -> Submitted | None:
        """Return the file of this name and text, or None if it is gone or changed."""


def file_name(assignment: str, learner: Learner, attempt: int) -> str:
    """Return the name of an answers file, such as ``week-3-ann-lee.json``."""
    letters = re.sub(r"[\W_]+", "-", learner.key)[:MOST_LETTERS]
    word = letters.encode()[:MOST_BYTES].decode("utf-8", "ignore").strip("-") or "learner"
    last = f"-attempt-{attempt}" if attempt > 1 else ""
    return f"{assignment}-{word}{last}.json"


class FolderOutbox:
    """Puts answers files into a folder: each is there whole, and on the disk, or not at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(os.path.realpath(folder))

    def put(self, name: str, text: str) -> Submitted:
        """Write the file, under the next free name if its own is taken by something else."""
        raw = text.encode()
        stem = Path(name).stem or "answers"  # whatever folder another hand put before it
        try:
            for number in count(1):
                placed = f"{stem}.json" if number == 1 else f"{stem}-{number}.json"
                path = self.folder / placed
                if _is_there(path, raw) if os.path.lexists(path) else write_new(path, raw):
                    break
        except OutputError as error:
            message = f"the file {name} cannot be written into {self.folder}: {error.reason}"
            raise FileError(message, word=name) from error
        sync_folder(self.folder)
        return Submitted(placed, str(self.folder), len(raw))

    def look(self, name: str, text: str) -> Submitted | None:
        raw = text.encode()
        is_there = _is_there(self.folder / Path(name).name, raw)
        return Submitted(name, str(self.folder), len(raw)) if is_there else None


def _is_there(path: Path, raw: bytes) -> bool:
    """Check if it is a file with just these bytes, as far as can be seen."""
    with suppress(OutputError):
        return holds(path, raw)
    return False
