"""What a teacher decides by hand: ``overrides.csv`` in the folder of the marks.

A table that the teacher edits, and that no grading writes over. Its first line names the columns:

* ``learner``: a name or an id, as in the class list
* ``item`` and ``points``: what this item earns, whatever was answered; without an item, what all
  earn
* ``due``: this learner's own deadline, with its zone
* ``file``: of hand-ins that do not agree the one that counts; the end of its name is enough
* ``comment``: what the learner and the teacher are told with it

A line may have several of these, and a learner several lines.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Self

from ono_tutor.atomic_files import read_limited, write_new
from ono_tutor.classroom.assignment import Assignment, Learner, due_time, due_words
from ono_tutor.classroom.assignment_file import MOST_POINTS
from ono_tutor.classroom.grading.csv_files import (
    HEADS,
    SEPARATORS,
    CsvLine,
    csv_escape,
    csv_text,
    csv_unescape,
    read_table,
)
from ono_tutor.classroom.grading.name_matching import NoteTopic, TeacherNote
from ono_tutor.classroom.grading.roster import MOST_BYTES, Owner, Roster, owner_of
from ono_tutor.classroom.judge import LearnerMarks
from ono_tutor.classroom.submissions.files import Submission
from ono_tutor.errors import NotationError, OnoError, errors_at, quoted
from ono_tutor.i18n import N_, lazy_gettext, lazy_ngettext

OVERRIDES = "overrides.csv"
COLUMNS = ("learner", "item", "points", "due", "file", "comment")
_HEADS = {**HEADS, **{name: (name,) for name in COLUMNS[1:]}}


class OverridesError(OnoError):
    """The teacher's table of overrides cannot be used."""

    kind = "overrides"


@dataclass(frozen=True, slots=True)
class Override:
    """What is decided of one learner: points by item number, or of all; a deadline; files."""

    points: tuple[tuple[int, int], ...] = ()
    total: int | None = None
    due: str = ""
    files: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    separator: str = ","

    def chosen(self, files: Sequence[Submission]) -> Sequence[Submission]:
        """Return the hand-ins that the teacher has chosen; all if none of them is there."""
        found = [file for file in files if any(_ends(file.name, each) for each in self.files)]
        return found or files

    def missing_files(self, files: Iterable[Submission]) -> Iterator[TeacherNote]:
        """Yield a note for each file that the teacher has chosen and that was not handed in."""
        names = [file.name for file in files]
        for chosen in self.files:
            if not any(_ends(name, chosen) for name in names):
                text = lazy_gettext(_NOT_THERE, table=OVERRIDES, file=chosen)
                yield TeacherNote(NoteTopic.NO_SUCH_FILE, str(text))

    def applied(self, found: LearnerMarks) -> LearnerMarks:
        """Return the marks with what the teacher has decided by hand."""
        if replace(self, separator=",") == Override():
            return found
        points = dict(self.points)
        items = tuple(
            item._replace(earned=points.get(number, item.earned))
            for number, item in enumerate(found.items, 1)
        )
        told = [str(lazy_ngettext(*_ITEM_SET, count, number=n)) for n, count in points.items()]
        if self.total is not None:
            told.append(str(lazy_ngettext(*_TOTAL_SET, self.total)))
        if self.due:
            due = due_words(self.due, datetime.fromisoformat(self.due).tzinfo)
            told.append(str(lazy_gettext(_EXTENDED, due=due)))
        return replace(found, items=items, total=self.total, comments=(*told, *self.comments))


_VERSION = re.compile(r" \(version [0-9a-f]{6}\)$")


def _ends(file: str, chosen: str) -> bool:
    """Check if a name ends with these parts, and not in the middle of one.

    Without a version all of the name are meant.
    """
    file, chosen = file.replace("\\", "/"), chosen.replace("\\", "/")
    if not _VERSION.search(chosen):
        file = _VERSION.sub("", file)
    return file == chosen or file.endswith((f"/{chosen}", f" > {chosen}"))


def override_line(learner: str, file: str, separator: str) -> str:
    """Return the line that chooses a file of a learner."""
    cells = (csv_escape(learner), "", "", "", csv_escape(file), "")
    return csv_text([cells], separator).strip("\ufeff\r\n")


def short_names(files: Iterable[str]) -> Mapping[str, str]:
    """Return the last part of each file's name, or the whole name if others end alike."""
    lasts = {file: re.split(r"[/\\]| > ", file)[-1] for file in files}
    counts = Counter(_VERSION.sub("", last) for last in lasts.values())
    bare = Counter(_VERSION.sub("", file) for file in lasts)
    return {
        file: last if counts[_VERSION.sub("", last)] == bare[_VERSION.sub("", file)] else file
        for file, last in lasts.items()
    }


class Overrides:
    """The overrides of a class.

    ``unknown`` names those that are of nobody there; ``doubts`` says what may be a typing error;
    ``separator`` is what parts the columns.
    """

    def __init__(self, raw: bytes, assignment: Assignment, roster: Roster | None = None) -> None:
        """Read the table. Raises :class:`OnoError`, which names the line."""
        self._roster = roster
        self._used: set[Owner] = set()
        self._found: dict[Owner, Override] = {}
        self._names: dict[Owner, str] = {}
        self.doubts: list[str] = []
        first_line = raw.partition(b"\n")[0].decode(errors="replace")
        self.separator = max(SEPARATORS, key=first_line.count)
        if not raw.decode(errors="replace").strip("\ufeff\r\n "):
            return
        table = read_table(raw, heads=_HEADS)
        known = {name for names in _HEADS.values() for name in names}
        for head in table.heads:
            if head.strip() and head.strip().casefold() not in known:
                text = lazy_gettext(_NOT_READ, head=quoted(head), heads=", ".join(COLUMNS))
                self.doubts.append(str(text))
        for line in table.lines:
            try:
                self._add(line, assignment)
            except NotationError as error:
                raise OverridesError(f"line {line.number}: {error.message}", word=error.word) from (
                    error
                )

    @classmethod
    def read(cls, folder: Path, assignment: Assignment, roster: Roster | None = None) -> Self:
        """Return the overrides of a folder of marks. Raises :class:`OverridesError`."""
        path = folder / OVERRIDES
        if not path.exists():
            return cls(b"", assignment, roster)
        with errors_at(path, OverridesError):
            return cls(read_limited(path, MOST_BYTES), assignment, roster)

    def of(self, owner: Owner) -> Override:
        """Return what is decided of a learner: of a place in the roster, or of a learner's key."""
        self._used.add(owner)
        return replace(self._found.get(owner, Override()), separator=self.separator)

    def who_has(self, file: str, places: Iterable[int]) -> int | None:
        """Return to whom of these places of the roster a file of this name is given."""
        found = (place for place in places if place in self._found)
        return next((p for p in found if any(_ends(file, x) for x in self._found[p].files)), None)

    @property
    def unknown(self) -> list[str]:
        """The names in the table of whom nothing was asked."""
        return [name for key, name in self._names.items() if key not in self._used]

    def _add(self, line: CsvLine, assignment: Assignment) -> None:
        cells = line.cells
        learner = Learner.named(csv_unescape(cells.get("name", "")))
        key = owner_of(learner, self._roster)
        old = self._found.get(key, Override())
        number, points = cells.get("item", ""), cells.get("points", "")
        if number and not points:
            raise NotationError(f"item {number} has no points beside it", word=number)
        count = _whole(points, "points", 0, MOST_POINTS) if points else None
        item = _whole(number, "item", 1, len(assignment.items)) if number else 0
        worth = assignment.items[item - 1].points if item else assignment.points
        if count is not None and count > worth:
            text = lazy_ngettext(*_BEYOND, count, line=line.number, worth=worth)
            self.doubts.append(str(text))
        again = [
            *([f"item {item}"] if item and item in dict(old.points) else []),
            *(["points"] if count is not None and not item and old.total is not None else []),
            *(["due"] if cells.get("due") and old.due else []),
        ]
        for what in again:
            fields = {"line": line.number, "what": what, "learner": quoted(learner.name)}
            self.doubts.append(str(lazy_gettext(_AGAIN, **fields)))
        self._names.setdefault(key, learner.name)
        self._found[key] = Override(
            points=old.points if count is None or not item else (*old.points, (item, count)),
            total=old.total if count is None or item else count,
            due=due_time(due) if (due := cells.get("due", "")) else old.due,
            files=(*old.files, *filter(None, [csv_unescape(cells.get("file", ""))])),
            comments=(*old.comments, *filter(None, [cells.get("comment", "")])),
        )


def _whole(word: str, what: str, least: int, most: int) -> int:
    if word.isascii() and word.isdigit() and len(word) < 9 and least <= int(word) <= most:
        return int(word)
    message = f"{what} must be a whole number from {least} to {most}, not {quoted(word)}"
    raise NotationError(message, word=word)


def write_empty(folder: Path, separator: str) -> bool:
    """Write a table without a line, where there is none; return whether it was written.

    Raises :class:`OutputError`.
    """
    return write_new(folder / OVERRIDES, csv_text([COLUMNS], separator))


_NOT_THERE = N_(
    "Your {table} chooses the file {file}, and this learner has handed in none of that name."
)
_NOT_READ = N_("the column {head} is not read; the columns are {heads}")
_AGAIN = N_("line {line} sets {what} of {learner} once more; the last line counts")
_BEYOND = (
    N_("line {line} gives {n} point where {worth} can be earned"),
    N_("line {line} gives {n} points where {worth} can be earned"),
)
_ITEM_SET = (
    N_("The teacher gave {n} point for item {number}."),
    N_("The teacher gave {n} points for item {number}."),
)
_TOTAL_SET = N_("The teacher gave {n} point in all."), N_("The teacher gave {n} points in all.")
_EXTENDED = N_("Deadline extended to {due}.")
