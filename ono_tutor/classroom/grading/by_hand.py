"""What a teacher adds by hand: the table of overrides, and tables of answers on paper.

``overrides.csv`` is in the folder of the marks, and no grading writes over it. A learner may have
several lines; what is said twice counts as it is said last.

A table of answers on paper has a line for each learner and a column for each item. Each line is
graded as an answers file with these words would be, its answers without a time.
"""

import json
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path

from ono_tutor.atomic_files import read_limited, write_whole
from ono_tutor.classroom.answers_file import AnswerRow, answers_text
from ono_tutor.classroom.assignment import MOST_POINTS, Assignment, Learner, due_time, due_words
from ono_tutor.classroom.grading.roster import (
    HEADS,
    MOST_BYTES,
    CsvLine,
    CsvStyle,
    Person,
    Roster,
    csv_escape,
    csv_text,
    csv_unescape,
    read_table,
)
from ono_tutor.classroom.marking import LearnerMarks
from ono_tutor.classroom.submissions import (
    Arrival,
    RefusedFile,
    Submission,
    TimeSource,
    printable_name,
)
from ono_tutor.errors import FileError, NotationError, errors_at, quoted
from ono_tutor.i18n import N_, gettext
from ono_tutor.puzzles.answer import stamp

OVERRIDES = "overrides.csv"
COLUMNS = ("learner", "item", "points", "due", "uploaded", "file", "comment")
BETWEEN = " | "
"""The separator of several files in a cell."""

_HEADS = {**HEADS, **{name: (name,) for name in COLUMNS[1:]}}


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

    def chosen_files(self, names: Sequence[str]) -> list[set[str]]:
        """Return the files of these names that all lines choose, and those of the last line.

        If those of all do not agree, the last line counts.
        """
        sets = [{name for each in line for name in _matches(each, names)} for line in self.files]
        lines = [line for line in sets if line]
        return [set[str]().union(*lines), lines[-1]] if lines else []

    def arrival(self, file: Arrival | None) -> Arrival | None:
        """Return when a file came; the teacher knows best."""
        if not self.uploaded:
            return file
        return Arrival(stamp(datetime.fromisoformat(self.uploaded)), TimeSource.TEACHER)

    def missing_files(self, names: Sequence[str]) -> Iterator[str]:
        """Yield a note for each file that the teacher has chosen and that was not handed in."""
        for chosen in dict.fromkeys(each for line in self.files for each in line):
            if not _matches(chosen, names):
                yield gettext(
                    "Your {table} chooses the file {file}, and this learner has handed in "
                    "none of that name.",
                    table=OVERRIDES,
                    file=chosen,
                )

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
        for template, time in (
            (N_("Deadline extended to {at}."), self.due),
            (N_("The teacher says that this was uploaded on {at}."), self.uploaded),
        ):
            if time:
                zone = datetime.fromisoformat(time).tzinfo
                comments.append(gettext(template, at=due_words(time, zone)))
        return replace(marks, items=items, total=self.total, comments=(*comments, *self.comments))


def _matches(chosen: str, names: Iterable[str]) -> list[str]:
    """Return the file of this name, else those whose paths end with it."""
    paths = {name: name.replace("\\", "/") for name in names}
    chosen = chosen.replace("\\", "/")
    same = [name for name, path in paths.items() if path == chosen]
    ends = (f"/{chosen}", f" > {chosen}")
    return same or [name for name, path in paths.items() if path.endswith(ends)]


class Overrides:
    """The overrides of a class, by learner; ``separator`` is between the table's columns."""

    def __init__(
        self,
        folder: Path | None = None,
        assignment: Assignment | None = None,
        roster: Roster | None = None,
        separator: str = ",",
    ) -> None:
        """Read the table in a folder; ``separator`` is that of one which has yet to be written.

        Without a folder there are none. Raises :class:`FileError`, which names the line.
        """
        self.separator = separator
        self._used: set[Person] = set()
        self._by_person: dict[Person, Override] = {}
        self._files: list[tuple[Person, str]] = []
        self._unread: list[str] = []
        path = folder / OVERRIDES if folder else None
        if path is None or assignment is None or not path.exists():
            return
        with errors_at(path):
            raw = read_limited(path, MOST_BYTES)
            if not raw.decode(errors="replace").strip("\ufeff\r\n "):
                return
            table = read_table(raw, _HEADS)
            self.separator = table.separator
            known = {"", *(name for names in _HEADS.values() for name in names)}
            for head in table.heads:
                if head.strip().casefold() not in known:
                    self._unread.append(gettext("the column {head} is not read", head=quoted(head)))
            for line in table.lines:
                try:
                    self._add(line, assignment, roster or Roster())
                except NotationError as error:
                    message = f"line {line.number}: {error.message}"
                    raise FileError(message, word=error.word) from error

    def _add(self, line: CsvLine, assignment: Assignment, roster: Roster) -> None:
        cells = line.cells
        learner = Learner.named(csv_unescape(cells.get("name", "")))
        person = roster.person(learner)
        mine = self._by_person.setdefault(person, Override(learner.name))
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
            self._files += ((person, each) for each in mine.files[-1])
        if comment := cells.get("comment", ""):
            mine.comments.append(comment)

    def of(self, person: Person) -> Override:
        """Return the decisions about a learner."""
        self._used.add(person)
        return self._by_person.get(person) or Override()

    def claims(self, files: Sequence[str]) -> Mapping[str, Sequence[Person]]:
        """Return for each file those who are said to have handed it in, the last line's first."""
        claims = defaultdict[str, list[Person]](list)
        for person, chosen in reversed(self._files):
            for name in _matches(chosen, files):
                claims[name].append(person)
        return claims

    def find_doubts(self) -> list[str]:
        """Return the likely typing errors: columns that are not read, names that are nobody's."""
        unknown = (one.name for key, one in self._by_person.items() if key not in self._used)
        template = N_("nobody in this class is called {name}")
        return [*self._unread, *(gettext(template, name=quoted(name)) for name in unknown)]


def _whole(word: str, what: str, least: int, most: int) -> int:
    if word.isascii() and word.isdigit() and len(word) < 9 and least <= int(word) <= most:
        return int(word)
    message = f"{what} must be a whole number from {least} to {most}, not {quoted(word)}"
    raise NotationError(message, word=word)


# ---- answers on paper ----


class PaperAnswers:
    """The answers of a class on paper, an answers file for each line that has any."""

    def __init__(self, path: Path, assignment: Assignment) -> None:
        """Read the table. Raises :class:`FileError`."""
        self.path, self._assignment = str(path), assignment
        items = [str(number) for number, _ in enumerate(assignment.items, 1)]
        with errors_at(path):
            self._raw = read_limited(path, MOST_BYTES)
            table = read_table(self._raw, {**HEADS, **{number: (number,) for number in items}})
            heads = [head.strip() for head in table.heads if re.fullmatch(r"\s*[1-9]\d*\s*", head)]
            if not heads or {*heads} - {*items} or len({*heads}) < len(heads):
                raise FileError(
                    f"its first line must name the items by their numbers, from 1 to {len(items)}, "
                    "each at most once"
                )
        self._lines = [line for line in table.lines if any(map(line.cells.get, items))]

    @cached_property
    def roster(self) -> Roster:
        """Everybody in the table, with an answer or without. Raises :class:`FileError`."""
        with errors_at(self.path):
            return Roster.parsed(self._raw)

    def submissions(self) -> Iterator[Submission | RefusedFile]:
        """Yield the lines that have an answer, each as the answers file that it stands for.

        A line that does not say whose it is is refused.
        """
        for line in self._lines:
            name = printable_name(f"{self.path} > line {line.number}")
            try:
                learner = Learner.named(csv_unescape(line.name))
            except NotationError as error:
                yield RefusedFile(name, "no-name", error.message)
                continue
            rows = [
                AnswerRow(entry.id, json.dumps(words))
                for number, entry in enumerate(self._assignment.entries_of(learner), 1)
                if (words := line.cells.get(str(number)))
            ]
            raw = answers_text(self._assignment.id, learner, rows).encode()
            yield Submission(name, raw, Arrival("", TimeSource.PAPER))


def write_form(path: Path, assignment: Assignment, roster: Roster | None, style: CsvStyle) -> None:
    """Write the table without answers, a line for each of the roster, if there is no file yet.

    A learner whose name others have is named by an id. Raises :class:`FileError` if there is a
    file, for it may have answers by now, and :class:`OutputError`.
    """
    if os.path.lexists(path):
        message = f"{path} is there already, perhaps with answers; name another file"
        raise FileError(message, word=str(path))
    count, words = len(assignment.items), map(roster.word_for, roster.people) if roster else ()
    rows = [["learner", *range(1, count + 1)]]
    rows += ([csv_escape(word), *[""] * count] for word in words)
    write_whole(path, csv_text(rows, style.separator))
