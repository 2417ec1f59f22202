"""Decisions of the teacher: ``overrides.csv`` in the folder of the marks, and notes that ask.

No grading writes over the table. A learner may have several lines; what is said twice counts as it
is said last.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Literal, NamedTuple

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
from ono_tutor.i18n import N_, gettext
from ono_tutor.puzzles.answer import stamp

OVERRIDES = "overrides.csv"
COLUMNS = ("learner", "item", "points", "due", "uploaded", "file", "comment")
BETWEEN = " | "
"""The separator of several files in a cell."""

_HEADS = {**HEADS, **{name: (name,) for name in COLUMNS[1:]}}
_VERSION = re.compile(r" \(version [0-9a-f]{6}\)$")


class TeacherNote(NamedTuple):
    """A sentence for the teacher alone: in ``marks.csv``, and on no page of feedback.

    Until the teacher has chosen, a learner with a note of ``choose`` has no mark. A ``download``
    is true of a whole archive. Further lines of the text are to be copied as they are.
    """

    about: Literal["choose", "download", "not-gradable", "note"]
    text: str


@dataclass(slots=True)
class Override:
    """The decisions about a learner: points by item number, or of all; times; files by line.

    ``name`` is the learner's as the table has it.
    """

    name: str = ""
    points: dict[int, int] = field(default_factory=dict)
    total: int | None = None
    due: str = ""
    uploaded: str = ""
    files: list[tuple[str, ...]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

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
                yield TeacherNote("note", text)

    def apply(self, marks: LearnerMarks) -> LearnerMarks:
        """Return the marks with the teacher's decisions."""
        items = tuple(
            item._replace(earned=self.points.get(number, item.earned))
            for number, item in enumerate(marks.items, 1)
        )
        comments = [
            gettext("Points for item {number} from the teacher: {points}.", number=n, points=points)
            for n, points in self.points.items()
        ]
        if self.total is not None:
            comments.append(gettext("Points in all from the teacher: {n}.", n=self.total))
        if self.due:
            comments.append(gettext("Deadline extended to {due}.", due=_in_words(self.due)))
        if self.uploaded:
            at = _in_words(self.uploaded)
            comments.append(gettext("The teacher says that this was uploaded on {at}.", at=at))
        comments += self.comments
        return replace(marks, items=items, total=self.total, comments=tuple(comments))


def _in_words(time: str) -> str:
    return str(due_words(time, datetime.fromisoformat(time).tzinfo))


def _rank(file: str, chosen: str) -> int:
    """Return 2 if the chosen name is the file's, 1 if the file's path ends with it, else 0.

    Without a version all of the name are chosen.
    """
    file, chosen = file.replace("\\", "/"), chosen.replace("\\", "/")
    if not _VERSION.search(chosen):
        file = _VERSION.sub("", file)
    return 2 if file == chosen else int(file.endswith((f"/{chosen}", f" > {chosen}")))


def _matches(chosen: str, names: Iterable[str]) -> list[str]:
    """Return the names that match the chosen one best."""
    ranks = {name: _rank(name, chosen) for name in names}
    best = max(ranks.values(), default=0)
    return [name for name, rank in ranks.items() if rank and rank == best]


def short_names(files: Sequence[str]) -> dict[str, str]:
    """Return the last part of each file's name, or the whole name if others match that too."""
    lasts = {file: re.split(r"[/\\]| > ", file)[-1] for file in files}
    return {f: last if _matches(last, files) == [f] else f for f, last in lasts.items()}


def with_lines(text: str, separator: str, column: str, cells: Iterable[tuple[str, str]]) -> str:
    """Return the text, and a line for each learner and cell in the columns of a new table."""
    for name, cell in cells:
        row = dict.fromkeys(COLUMNS, "") | {"learner": csv_escape(name), column: csv_escape(cell)}
        line = csv_text([row.values()], separator).strip("\ufeff\r\n")
        text = f"{text}\n{line}"
    return text


class Overrides:
    """The overrides of a class, by learner; ``separator`` is between the table's columns."""

    def __init__(
        self,
        folder: Path,
        assignment: Assignment,
        roster: Roster | None = None,
        separator: str = ",",
    ) -> None:
        """Read the table in a folder; ``separator`` is that of one which has yet to be written.

        Raises :class:`FileError`, which names the line.
        """
        self._roster, self.separator = roster, separator
        self._used: set[Owner] = set()
        self._by_owner: dict[Owner, Override] = {}
        self._files: list[tuple[Owner, str]] = []
        self._faults: list[str] = []
        path = folder / OVERRIDES
        with errors_at(path):
            raw = read_limited(path, MOST_BYTES) if path.exists() else b""
            if raw.decode(errors="replace").strip("\ufeff\r\n "):
                self._read(raw, assignment)

    def _read(self, raw: bytes, assignment: Assignment) -> None:
        table = read_table(raw, _HEADS)
        self.separator = table.separator
        known = {name for names in _HEADS.values() for name in names}
        self._faults = [
            gettext("the column {head} is not read", head=quoted(head))
            for head in table.heads
            if head.strip() and head.strip().casefold() not in known
        ]
        for line in table.lines:
            try:
                self._add(line, assignment)
            except NotationError as error:
                message = f"line {line.number}: {error.message}"
                raise FileError(message, word=error.word) from error

    def of(self, owner: Owner) -> Override:
        """Return the decisions about a learner."""
        self._used.add(owner)
        return self._by_owner.get(owner) or Override()

    def owner_of_file(self, file: str, places: Sequence[int]) -> int | None:
        """Return the one of these places of the roster that the file is given to."""
        ranked = [
            (_rank(file, chosen), number, owner)
            for number, (owner, chosen) in enumerate(self._files)
            if isinstance(owner, int) and owner in places
        ]
        rank, _, owner = max(ranked, default=(0, 0, None))
        return owner if rank else None

    @property
    def doubts(self) -> list[str]:
        """The likely typing errors: columns that are not read, names that are nobody's."""
        unknown = (one.name for key, one in self._by_owner.items() if key not in self._used)
        template = N_("nobody in this class is called {name}")
        return [*self._faults, *(gettext(template, name=quoted(name)) for name in unknown)]

    def _add(self, line: CsvLine, assignment: Assignment) -> None:
        cells = line.cells
        learner = Learner.named(csv_unescape(cells.get("name", "")))
        owner = owner_of(learner, self._roster)
        mine = self._by_owner.setdefault(owner, Override(learner.name))
        number, points = cells.get("item", ""), cells.get("points", "")
        if number and not points:
            raise NotationError(f"item {number} has no points beside it", word=number)
        if points:
            count = _whole(points, "points", 0, MOST_POINTS)
            if number:
                mine.points[_whole(number, "item", 1, len(assignment.items))] = count
            else:
                mine.total = count
        if due := cells.get("due", ""):
            mine.due = due_time(due)
        if uploaded := cells.get("uploaded", ""):
            mine.uploaded = due_time(uploaded)
        if files := csv_unescape(cells.get("file", "")):
            mine.files.append(tuple(files.split(BETWEEN)))
            self._files += ((owner, each) for each in mine.files[-1])
        if comment := cells.get("comment", ""):
            mine.comments.append(comment)


def _whole(word: str, what: str, least: int, most: int) -> int:
    if word.isascii() and word.isdigit() and len(word) < 9 and least <= int(word) <= most:
        return int(word)
    message = f"{what} must be a whole number from {least} to {most}, not {quoted(word)}"
    raise NotationError(message, word=word)
