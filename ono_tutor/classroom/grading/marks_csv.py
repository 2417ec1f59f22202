"""The marks of a class as a table for people: ``marks.csv``.

RFC 4180: commas, lines that end in CR LF, quotation marks where they are needed. UTF-8 with a
byte order mark, for without one Excel reads names with accents wrongly; Python reads it as
``utf-8-sig``. Where a spreadsheet has commas in its decimals, semicolons can part the columns, and
the percent has such a comma. Texts are made harmless for spreadsheets
(:mod:`ono_tutor.classroom.grading.csv_escape`); numbers are numbers.
"""

from collections.abc import Iterator
from enum import StrEnum

from ono_tutor.classroom.assignment import Assignment, Item
from ono_tutor.classroom.grading.csv_escape import csv_escape
from ono_tutor.classroom.grading.grade import Outcome
from ono_tutor.classroom.grading.roster import IDS, Person, Roster
from ono_tutor.classroom.grading.teacher_note import NoteTopic

Cell = str | int


class CsvStyle(StrEnum):
    """How a table for people is written: with commas, or as countries with decimal commas do."""

    COMMA = "comma"
    SEMICOLON = "semicolon"

    @property
    def separator(self) -> str:
        """What parts the columns."""
        return ";" if self is CsvStyle.SEMICOLON else ","

    def number(self, text: str) -> str:
        """A number written with a decimal point as it is written here."""
        return text.replace(".", ",") if self is CsvStyle.SEMICOLON else text


ID_HEADS = {
    "email": "email",
    "username": "username",
    "id_number": "ID number",
    "canvas_id": "Canvas ID",
    "sis_user": "SIS User ID",
    "sis_login": "SIS Login ID",
}
"""What the columns of ids are called."""


class MarksTable:
    """One line a learner; the ids of the roster stand beside the name, where it has any."""

    def __init__(
        self, assignment: Assignment, roster: Roster | None, style: CsvStyle = CsvStyle.COMMA
    ) -> None:
        self._assignment = assignment
        self._style = style
        people = roster.people if roster else ()
        self._ids = tuple(key for key in IDS if any(getattr(each, key) for each in people))

    @property
    def head(self) -> tuple[Cell, ...]:
        """The heads of the columns."""
        items = (
            f"{number} ({_kinds(item)})" for number, item in enumerate(self._assignment.items, 1)
        )
        ids = (ID_HEADS[key] for key in self._ids)
        marks = ("earned", "points", "percent", "answered", "status", "last answer")
        return ("learner", *ids, *marks, *items, "files", "feedback", "notes")

    def row(self, outcome: Outcome, person: Person | None, feedback: str) -> tuple[Cell, ...]:
        """A learner's line; ``feedback`` is the path of the page, empty where there is none."""
        found, points = outcome.marked, self._assignment.points
        share = self._style.number(percent(found.earned, points))
        texts = (" | ".join(found.files), feedback, " ".join(notes_of(outcome)))
        return (
            csv_escape(name_of(outcome, person)),
            *(csv_escape(getattr(person, key) if person else "") for key in self._ids),
            *(found.earned, points, share, found.answered),
            *(status_of(outcome), found.last),
            *(item.earned for item in found.items),
            *map(csv_escape, texts),
        )


def name_of(outcome: Outcome, person: Person | None) -> str:
    """The learner's name: as the roster writes it, else as the learner did."""
    return person.learner.name if person else outcome.marked.learner.name


def notes_of(outcome: Outcome) -> tuple[str, ...]:
    """What is said of a learner's files and answers, and what only the teacher is told."""
    texts = (*outcome.marked.notes, *(remark.text for remark in outcome.remarks))
    return tuple(dict.fromkeys(texts))


def is_refused(outcome: Outcome) -> bool:
    """Whether there is something of this learner's, so it seems, and nothing that can be graded."""
    about = {remark.about for remark in outcome.remarks}
    return not outcome.marked.files and NoteTopic.NOT_GRADABLE in about


def status_of(outcome: Outcome) -> str:
    """How a learner stands, in words parted by commas.

    ``graded``, ``not gradable`` or ``missing``, and ``late`` and ``unknown`` where it is so.
    """
    return ", ".join(_statuses(outcome))


def _statuses(outcome: Outcome) -> Iterator[str]:
    if outcome.marked.files:
        yield "graded"
    else:
        yield "not gradable" if is_refused(outcome) else "missing"
    if outcome.marked.is_late:
        yield "late"
    if not outcome.is_known:
        yield "unknown"


def percent(earned: int, points: int) -> str:
    """The share that was earned, with two decimals, halves rounded up; empty where nothing can be.

    >>> percent(2, 3)
    '66.67'
    """
    if not points:
        return ""
    whole, rest = divmod((20_000 * earned + points) // (2 * points), 100)
    return f"{whole}.{rest:02}"


def _kinds(item: Item) -> str:
    return ", ".join(dict.fromkeys(entry.kind for entry in item.puzzles))
