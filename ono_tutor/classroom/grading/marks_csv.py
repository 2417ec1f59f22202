"""The marks of a class as a table for people: ``marks.csv``.

RFC 4180: commas, lines that end in CR LF, quotation marks where they are needed. UTF-8 with a
byte order mark, for without one Excel reads names with accents wrongly; Python reads it as
``utf-8-sig``. Texts are made harmless for spreadsheets
(:mod:`ono_tutor.classroom.grading.safe_cell`); numbers are numbers.
"""

from collections.abc import Iterator

from ono_tutor.classroom.assignment import Assignment, Item
from ono_tutor.classroom.grading.class_grading import Outcome
from ono_tutor.classroom.grading.roster import IDS, Person, Roster
from ono_tutor.classroom.grading.safe_cell import harmless

Cell = str | int

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

    def __init__(self, assignment: Assignment, roster: Roster | None) -> None:
        self._assignment = assignment
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
        texts = (" | ".join(found.files), feedback, " ".join(found.notes))
        return (
            harmless(name_of(outcome, person)),
            *(harmless(getattr(person, key) if person else "") for key in self._ids),
            *(found.earned, points, percent(found.earned, points), found.answered),
            *(status_of(outcome), found.last),
            *(item.earned for item in found.items),
            *map(harmless, texts),
        )


def name_of(outcome: Outcome, person: Person | None) -> str:
    """The learner's name: as the roster writes it, else as the learner did."""
    return person.learner.name if person else outcome.marked.learner.name


def status_of(outcome: Outcome) -> str:
    """``graded`` or ``missing``, and ``late`` and ``unknown`` where it is so, parted by commas."""
    return ", ".join(_statuses(outcome))


def _statuses(outcome: Outcome) -> Iterator[str]:
    yield "graded" if outcome.marked.files else "missing"
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
