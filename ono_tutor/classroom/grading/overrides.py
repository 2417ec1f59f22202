"""Decisions of the teacher: ``overrides.csv`` in the folder of the marks, and notes that ask.

A table that the teacher edits, and that no grading writes over. Its first line names the columns:

* ``learner``: a name or an id, as in the class list
* ``item`` and ``points``: the points of this item, whatever was answered; without an item, of all
* ``due``: this learner's own deadline, with its zone
* ``uploaded``: the time of the upload, with its zone, if no LMS or archive says so
* ``file``: of hand-ins that do not agree the one that counts; the end of its name is enough, and
  ``|`` is between several
* ``comment``: a comment for the learner and the teacher

A line may have several of these, and a learner several lines.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Literal, NamedTuple, Self

from ono_tutor.atomic_files import read_limited
from ono_tutor.classroom.assignment import MOST_POINTS, Assignment, Learner, due_time, due_words
from ono_tutor.classroom.grading.roster import (
    HEADS,
    MOST_BYTES,
    CsvLine,
    Owner,
    Roster,
    csv_escape,
    csv_text,
    csv_unescape,
    owner_of,
    read_table,
)
from ono_tutor.classroom.marking import LearnerMarks
from ono_tutor.classroom.submissions.find import Arrival, Submission, TimeSource
from ono_tutor.errors import FileError, NotationError, errors_at, quoted
from ono_tutor.i18n import N_, gettext, ngettext
from ono_tutor.puzzles.answer import stamp

OVERRIDES = "overrides.csv"
COLUMNS = ("learner", "item", "points", "due", "uploaded", "file", "comment")
BETWEEN = " | "
"""The separator of several files in a cell."""

_HEADS = {**HEADS, **{name: (name,) for name in COLUMNS[1:]}}

NoteTopic = Literal[
    "choose",
    "download",
    "earlier-line",
    "left-out",
    "no-such-file",
    "not-gradable",
    "other-name",
    "others",
    "others-folder",
    "perhaps",
    "shared-name",
    "time",
    "undated",
    "unread",
]
"""The topic of a teacher's note, so that notes of one topic can be shown together."""


class TeacherNote(NamedTuple):
    """A sentence for the teacher alone: in ``marks.csv``, and on no page of feedback.

    It may repeat a sentence for the learner; ``lines`` are to be copied as they are.
    """

    about: NoteTopic
    text: str
    lines: tuple[str, ...] = ()

    @property
    def leaves_open(self) -> bool:
        """True if there is no mark until the teacher has chosen."""
        return self.about in ("choose", "shared-name")


@dataclass(frozen=True, slots=True)
class Override:
    """The decisions about a learner: points by item number, or of all; times; files by line."""

    points: tuple[tuple[int, int], ...] = ()
    total: int | None = None
    due: str = ""
    uploaded: str = ""
    files: tuple[tuple[str, ...], ...] = ()
    comments: tuple[str, ...] = ()

    def chosen(self, names: Sequence[str]) -> list[set[str]]:
        """Return the files of these names that each line chooses, the last line's first."""
        lines = [{name for each in line for name in _matches(each, names)} for line in self.files]
        return [line for line in reversed(lines) if line]

    def arrival(self, file: Submission) -> Arrival | None:
        """Return when a file came; the teacher knows best."""
        if not self.uploaded:
            return file.arrival
        return Arrival(stamp(datetime.fromisoformat(self.uploaded)), TimeSource.TEACHER)

    def missing_files(self, names: Sequence[str]) -> Iterator[TeacherNote]:
        """Yield a note for each file that the teacher has chosen and that was not handed in."""
        for chosen in dict.fromkeys(each for line in self.files for each in line):
            if not _matches(chosen, names):
                text = gettext(
                    "Your {table} chooses the file {file}, and this learner has handed in "
                    "none of that name.",
                    table=OVERRIDES,
                    file=chosen,
                )
                yield TeacherNote("no-such-file", text)

    def apply(self, marks: LearnerMarks) -> LearnerMarks:
        """Return the marks with the teacher's decisions."""
        points = dict(self.points)
        items = tuple(
            item._replace(earned=points.get(number, item.earned))
            for number, item in enumerate(marks.items, 1)
        )
        one, many = (
            N_("The teacher gave {n} point for item {number}."),
            N_("The teacher gave {n} points for item {number}."),
        )
        comments = [str(ngettext(one, many, count, number=n)) for n, count in points.items()]
        if self.total is not None:
            one, many = (
                N_("The teacher gave {n} point in all."),
                N_("The teacher gave {n} points in all."),
            )
            comments.append(str(ngettext(one, many, self.total)))
        if self.due:
            comments.append(gettext("Deadline extended to {due}.", due=_in_words(self.due)))
        if self.uploaded:
            at = _in_words(self.uploaded)
            comments.append(gettext("The teacher says that this was uploaded on {at}.", at=at))
        comments += self.comments
        return replace(marks, items=items, total=self.total, comments=tuple(comments))


def _in_words(time: str) -> str:
    return str(due_words(time, datetime.fromisoformat(time).tzinfo))


_VERSION = re.compile(r" \(version [0-9a-f]{6}\)$")


def _match(file: str, chosen: str) -> int:
    """Return how well a name matches the chosen one, 0 for not at all.

    It has to end with these parts, and not in the middle of one; better is the whole
    name, and best a version. Without a version all of the name are chosen.
    """
    file, chosen = file.replace("\\", "/"), chosen.replace("\\", "/")
    has_version = bool(_VERSION.search(chosen))
    if not has_version:
        file = _VERSION.sub("", file)
    if file == chosen:
        return 2 + 2 * has_version
    return (1 + 2 * has_version) if file.endswith((f"/{chosen}", f" > {chosen}")) else 0


def _matches(chosen: str, names: Iterable[str]) -> list[str]:
    """Return the names that match the chosen one best."""
    ranks = {name: _match(name, chosen) for name in names}
    best = max(ranks.values(), default=0)
    return [name for name, rank in ranks.items() if rank and rank == best]


def short_names(files: Iterable[str]) -> Mapping[str, str]:
    """Return the last part of each file's name, or the whole name if others end alike."""
    lasts = {file: re.split(r"[/\\]| > ", file)[-1] for file in files}
    counts = Counter(_VERSION.sub("", last) for last in lasts.values())
    bare = Counter(_VERSION.sub("", file) for file in lasts)
    return {
        file: last if counts[_VERSION.sub("", last)] == bare[_VERSION.sub("", file)] else file
        for file, last in lasts.items()
    }


class LineWriter(NamedTuple):
    """Writes lines for the teacher's table, in its columns, so that they can be copied into it."""

    separator: str = ","
    heads: tuple[str, ...] = COLUMNS
    keys: tuple[str, ...] = ("name", *COLUMNS[1:])

    def lines(self, column: str, cells: Iterable[tuple[str, str]]) -> tuple[str, ...]:
        """Return a line for each learner and the cell in that column.

        Before them comes what to do if the table has no such column.
        """
        new = tuple(key for key in ("name", column) if key not in self.keys)
        keys, lines = (*self.keys, *new), []
        if new:
            heads = (*self.heads, *("learner" if key == "name" else key for key in new))
            text = N_("(First change the first line of {table} to this: {head})")
            lines.append(gettext(text, table=OVERRIDES, head=self._line(heads)))
        for name, text in cells:
            row = {"name": csv_escape(name), column: csv_escape(text)}
            lines.append(self._line([row.get(key, "") for key in keys]))
        return tuple(lines)

    def _line(self, cells: Iterable[str]) -> str:
        return csv_text([cells], self.separator).strip("\ufeff\r\n")


class Overrides:
    """The overrides of a class, by learner; ``doubts`` are likely typing errors."""

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
        self._by_owner: dict[Owner, Override] = {}
        self._names: dict[Owner, str] = {}
        self.doubts: list[str] = []
        self.writer = LineWriter(separator)
        if not raw.decode(errors="replace").strip("\ufeff\r\n "):
            return
        table = read_table(raw, _HEADS)
        self.writer = LineWriter(table.separator, table.heads, table.keys)
        known = {name for names in _HEADS.values() for name in names}
        for head in table.heads:
            if head.strip() and head.strip().casefold() not in known:
                text = N_("the column {head} is not read; the columns are {heads}")
                heads = ", ".join(COLUMNS)
                self.doubts.append(gettext(text, head=quoted(head), heads=heads))
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
        """Return the decisions about a learner."""
        self._used.add(owner)
        return self._by_owner.get(owner, Override())

    def owner_of_file(self, file: str, places: Iterable[int]) -> int | None:
        """Return the one of these places of the roster that the file is given to."""
        ranks = {
            place: max((_match(file, each) for line in found.files for each in line), default=0)
            for place in places
            if (found := self._by_owner.get(place))
        }
        best = max(ranks.values(), default=0)
        return next((place for place, rank in ranks.items() if rank and rank == best), None)

    @property
    def unknown(self) -> list[str]:
        """The names in the table that are nobody's who was graded."""
        return [name for key, name in self._names.items() if key not in self._used]

    def _add(self, line: CsvLine, assignment: Assignment) -> None:
        cells = line.cells
        learner = Learner.named(csv_unescape(cells.get("name", "")))
        owner = owner_of(learner, self._roster)
        self._names.setdefault(owner, learner.name)
        old = self._by_owner.get(owner, Override())
        changes: dict[str, object] = {}
        again = []
        number, points = cells.get("item", ""), cells.get("points", "")
        if number and not points:
            raise NotationError(f"item {number} has no points beside it", word=number)
        if points:
            count = _whole(points, "points", 0, MOST_POINTS)
            item = _whole(number, "item", 1, len(assignment.items)) if number else 0
            worth = assignment.items[item - 1].points if item else assignment.points
            if count > worth:
                one, many = (
                    N_("line {line} gives {n} point where {worth} can be earned"),
                    N_("line {line} gives {n} points where {worth} can be earned"),
                )
                self.doubts.append(str(ngettext(one, many, count, line=line.number, worth=worth)))
            if item:
                changes["points"] = (*old.points, (item, count))
                again += [f"item {item}"] if item in dict(old.points) else []
            else:
                changes["total"] = count
                again += ["points"] if old.total is not None else []
        for name in ("due", "uploaded"):
            if time := cells.get(name, ""):
                changes[name] = due_time(time)
                again += [name] if getattr(old, name) else []
        for what in again:
            text = N_("line {line} sets {what} of {learner} once more; the last line counts")
            name = quoted(learner.name)
            self.doubts.append(gettext(text, line=line.number, what=what, learner=name))
        if files := csv_unescape(cells.get("file", "")):
            changes["files"] = (*old.files, tuple(files.split(BETWEEN)))
        if comment := cells.get("comment", ""):
            changes["comments"] = (*old.comments, comment)
        self._by_owner[owner] = replace(old, **changes)  # type: ignore[arg-type]


def _whole(word: str, what: str, least: int, most: int) -> int:
    if word.isascii() and word.isdigit() and len(word) < 9 and least <= int(word) <= most:
        return int(word)
    message = f"{what} must be a whole number from {least} to {most}, not {quoted(word)}"
    raise NotationError(message, word=word)
