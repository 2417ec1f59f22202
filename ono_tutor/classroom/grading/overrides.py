"""What a teacher decides by hand: ``overrides.csv`` in the folder of the marks.

A table that the teacher edits, and that no grading writes over. Its first line names the columns:

* ``learner``: a name or an id, as in the class list
* ``item`` and ``points``: what this item earns, whatever was answered; without an item, what all
  earn
* ``due``: this learner's own deadline, with its zone
* ``uploaded``: when the learner handed in, with its zone, where no LMS or archive says so
* ``file``: of hand-ins that do not agree the one that counts; the end of its name is enough, and
  ``|`` parts several
* ``comment``: what the learner and the teacher are told with it

A line may have several of these, and a learner several lines.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, Self

from ono_tutor.atomic_files import read_limited, write_new
from ono_tutor.classroom.assignment import Assignment, Learner, due_time, due_words
from ono_tutor.classroom.assignment_file import MOST_POINTS
from ono_tutor.classroom.grading.csv_files import (
    HEADS,
    CsvLine,
    csv_escape,
    csv_text,
    csv_unescape,
    read_table,
)
from ono_tutor.classroom.grading.roster import MOST_BYTES, Owner, Roster, owner_of
from ono_tutor.classroom.marking import LearnerMarks
from ono_tutor.classroom.submissions.find import Arrival, Submission, TimeSource
from ono_tutor.errors import FileError, NotationError, errors_at, quoted
from ono_tutor.i18n import N_, _, gettext, ngettext
from ono_tutor.puzzles.answer import stamp

OVERRIDES = "overrides.csv"
COLUMNS = ("learner", "item", "points", "due", "uploaded", "file", "comment")
BETWEEN = " | "
"""What parts the names of several files in a cell."""

_HEADS = {**HEADS, **{name: (name,) for name in COLUMNS[1:]}}


class NoteTopic(StrEnum):
    """What a teacher's note is about, so that notes of one sort can be told together."""

    PERHAPS = "perhaps"
    NOT_GRADABLE = "not-gradable"
    UNREAD = "unread"
    OTHERS = "others"
    OTHER_NAME = "other-name"
    OTHERS_FOLDER = "others-folder"
    CHOOSE = "choose"
    SHARED_NAME = "shared-name"
    LEFT_OUT = "left-out"
    EARLIER_LINE = "earlier-line"
    NO_SUCH_FILE = "no-such-file"
    TIME = "time"
    UNDATED = "undated"
    DOWNLOAD = "download"


class TeacherNote(NamedTuple):
    """A sentence for the teacher alone: in ``marks.csv``, and on no page of feedback.

    It may repeat one that the learner is told too; ``lines`` are to be written somewhere as they
    are.
    """

    about: NoteTopic
    text: str
    lines: tuple[str, ...] = ()

    @property
    def leaves_open(self) -> bool:
        """Whether there is no mark until the teacher has chosen."""
        return self.about in (NoteTopic.CHOOSE, NoteTopic.SHARED_NAME)


@dataclass(frozen=True, slots=True)
class Override:
    """What is decided of one learner: points by item number, or of all; times; files by line."""

    points: tuple[tuple[int, int], ...] = ()
    total: int | None = None
    due: str = ""
    uploaded: str = ""
    files: tuple[tuple[str, ...], ...] = ()
    comments: tuple[str, ...] = ()

    def chosen(self, names: Sequence[str]) -> list[set[str]]:
        """Return the files of these names that each line chooses, the last line's first."""
        lines = [{name for each in line for name in _meant(each, names)} for line in self.files]
        return [line for line in reversed(lines) if line]

    def arrival(self, file: Submission) -> Arrival | None:
        """Return when a file came; the teacher knows best."""
        if not self.uploaded:
            return file.arrival
        return Arrival(stamp(datetime.fromisoformat(self.uploaded)), TimeSource.TEACHER)

    def missing_files(self, names: Sequence[str]) -> Iterator[TeacherNote]:
        """Yield a note for each file that the teacher has chosen and that was not handed in."""
        for chosen in dict.fromkeys(each for line in self.files for each in line):
            if not _meant(chosen, names):
                text = _(
                    "Your {table} chooses the file {file}, and this learner has handed in "
                    "none of that name.",
                    table=OVERRIDES,
                    file=chosen,
                )
                yield TeacherNote(NoteTopic.NO_SUCH_FILE, str(text))

    def applied(self, found: LearnerMarks) -> LearnerMarks:
        """Return the marks with what the teacher has decided by hand."""
        if self == Override():
            return found
        points = dict(self.points)
        items = tuple(
            item._replace(earned=points.get(number, item.earned))
            for number, item in enumerate(found.items, 1)
        )
        told = [str(ngettext(*_ITEM_SET, count, number=n)) for n, count in points.items()]
        if self.total is not None:
            told.append(str(ngettext(*_TOTAL_SET, self.total)))
        if self.due:
            due = due_words(self.due, datetime.fromisoformat(self.due).tzinfo)
            told.append(gettext("Deadline extended to {due}.", due=due))
        if self.uploaded:
            at = due_words(self.uploaded, datetime.fromisoformat(self.uploaded).tzinfo)
            told.append(gettext("The teacher says that this was uploaded on {at}.", at=at))
        return replace(found, items=items, total=self.total, comments=(*told, *self.comments))


_VERSION = re.compile(r" \(version [0-9a-f]{6}\)$")


def _fit(file: str, chosen: str) -> int:
    """Return how well a name fits the chosen one, 0 for not at all.

    It fits if it ends with these parts, and not in the middle of one; better if it is the whole
    name, and best with a version. Without a version all of the name are meant.
    """
    file, chosen = file.replace("\\", "/"), chosen.replace("\\", "/")
    has_version = bool(_VERSION.search(chosen))
    if not has_version:
        file = _VERSION.sub("", file)
    if file == chosen:
        return 4 if has_version else 2
    return (3 if has_version else 1) if file.endswith((f"/{chosen}", f" > {chosen}")) else 0


def _meant(chosen: str, names: Iterable[str]) -> list[str]:
    """Return the names that fit the chosen one best."""
    fits = {name: _fit(name, chosen) for name in names}
    best = max(fits.values(), default=0)
    return [name for name, fit in fits.items() if fit and fit == best]


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

    ``unknown`` names those that are of nobody there; ``doubts`` says what may be a typing error.
    """

    def __init__(
        self,
        raw: bytes,
        assignment: Assignment,
        roster: Roster | None = None,
        separator: str = ",",
    ) -> None:
        """Read the table; ``separator`` is that of one which has yet to be written.

        Raises :class:`OnoError`, which names the line.
        """
        self._roster = roster
        self._used: set[Owner] = set()
        self._found: dict[Owner, Override] = {}
        self._names: dict[Owner, str] = {}
        self.doubts: list[str] = []
        self.lines = LineWriter(separator)
        if not raw.decode(errors="replace").strip("\ufeff\r\n "):
            return
        table = read_table(raw, heads=_HEADS)
        self.lines = LineWriter(table.separator, table.heads, table.keys)
        known = {name for names in _HEADS.values() for name in names}
        for head in table.heads:
            if head.strip() and head.strip().casefold() not in known:
                text = _(
                    "the column {head} is not read; the columns are {heads}",
                    head=quoted(head),
                    heads=", ".join(COLUMNS),
                )
                self.doubts.append(str(text))
        for line in table.lines:
            try:
                self._add(line, assignment)
            except NotationError as error:
                message = "; ".join([f"line {line.number}: {error.message}", *self.doubts])
                raise FileError(message, word=error.word) from error

    @classmethod
    def read(
        cls,
        folder: Path,
        assignment: Assignment,
        roster: Roster | None = None,
        separator: str = ",",
    ) -> Self:
        """Return the overrides of a folder of marks. Raises :class:`FileError`."""
        path = folder / OVERRIDES
        with errors_at(path):
            raw = read_limited(path, MOST_BYTES) if path.exists() else b""
            return cls(raw, assignment, roster, separator)

    def of(self, owner: Owner) -> Override:
        """Return what is decided of a learner: of a place in the roster, or of a learner's key."""
        self._used.add(owner)
        return self._found.get(owner, Override())

    def who_has(self, file: str, places: Iterable[int]) -> int | None:
        """Return to whom of these places of the roster a file of this name is given."""
        fits = {
            place: max((_fit(file, each) for line in found.files for each in line), default=0)
            for place in places
            if (found := self._found.get(place))
        }
        best = max(fits.values(), default=0)
        return next((place for place, fit in fits.items() if fit and fit == best), None)

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
            text = ngettext(*_BEYOND, count, line=line.number, worth=worth)
            self.doubts.append(str(text))
        again = [
            *([f"item {item}"] if item and item in dict(old.points) else []),
            *(["points"] if count is not None and not item and old.total is not None else []),
            *(name for name in ("due", "uploaded") if cells.get(name) and getattr(old, name)),
        ]
        for what in again:
            fields = {"line": line.number, "what": what, "learner": quoted(learner.name)}
            self.doubts.append(
                gettext(
                    "line {line} sets {what} of {learner} once more; the last line counts",
                    **fields,
                )
            )
        self._names.setdefault(key, learner.name)
        files = csv_unescape(cells.get("file", ""))
        self._found[key] = Override(
            points=old.points if count is None or not item else (*old.points, (item, count)),
            total=old.total if count is None or item else count,
            due=due_time(due) if (due := cells.get("due", "")) else old.due,
            uploaded=due_time(at) if (at := cells.get("uploaded", "")) else old.uploaded,
            files=(*old.files, tuple(files.split(BETWEEN))) if files else old.files,
            comments=(*old.comments, *filter(None, [cells.get("comment", "")])),
        )


class LineWriter(NamedTuple):
    """Writes lines as a teacher's table has its columns: so that they can be put in as they are."""

    separator: str = ","
    heads: tuple[str, ...] = COLUMNS
    keys: tuple[str, ...] = ("name", *COLUMNS[1:])

    def lines(self, column: str, cells: Iterable[tuple[str, str]]) -> tuple[str, ...]:
        """Return a line for each learner and what stands in that column.

        Before them comes what to do if the table has no such column.
        """
        new = tuple(key for key in ("name", column) if key not in self.keys)
        keys, first = (*self.keys, *new), []
        if new:
            heads = (*self.heads, *("learner" if key == "name" else key for key in new))
            head = self._line(heads)
            first.append(
                gettext(
                    "(First change the first line of {table} to this: {head})",
                    table=OVERRIDES,
                    head=head,
                )
            )
        rows = ({"name": csv_escape(name), column: csv_escape(text)} for name, text in cells)
        return (*first, *(self._line([row.get(key, "") for key in keys]) for row in rows))

    def _line(self, cells: Iterable[str]) -> str:
        return csv_text([cells], self.separator).strip("\ufeff\r\n")


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


_BEYOND = (
    N_("line {line} gives {n} point where {worth} can be earned"),
    N_("line {line} gives {n} points where {worth} can be earned"),
)
_ITEM_SET = (
    N_("The teacher gave {n} point for item {number}."),
    N_("The teacher gave {n} points for item {number}."),
)
_TOTAL_SET = N_("The teacher gave {n} point in all."), N_("The teacher gave {n} points in all.")
