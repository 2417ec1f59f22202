"""The marks of a class as Moodle's and Canvas's grade imports take them.

Both files are UTF-8 without a byte order mark, and hold those learners only whom the system can
find, for Moodle gives up the whole import at the first it does not know, and gives the mark of a
line without an id to the learner of the line before. Who handed in nothing stays out of them, so
that no excuse, extension or earlier mark is overwritten by a 0, and because a name that a learner
wrote differently would bring one; both systems fill in zeros on request. Who is not in the roster
stays out as well, unless there is no roster.

Moodle (Grades, Import, CSV file): *Map from* is the first column, *Map to* what it holds, such as
the email address. Then the column of points, or that of percent, is mapped to a grade item, and
the feedback if wanted; a new item is marked out of 100, which fits the percent.

Canvas (Grades, Import): a column with the number of an assignment is that assignment; with a title
alone it is the one of that title, else a new one. If the roster is a gradebook exported from
Canvas that has the assignment, its column's head is used.
"""

import re
from collections import Counter
from collections.abc import Iterator

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.grading.csv_escape import csv_escape
from ono_tutor.classroom.grading.grade import Outcome
from ono_tutor.classroom.grading.marks_csv import Cell, name_of, percent
from ono_tutor.classroom.grading.roster import Person, Roster
from ono_tutor.i18n import N_, lazy_gettext

MOODLE_IDS = {"email": "Email address", "username": "Username", "id_number": "ID number"}
"""What Moodle can find a learner by, the surest first."""

MOODLE_MOST = 100
"""Points above which Moodle takes no grade, unless the site allows more."""

CANVAS_IDS = ("canvas_id", "sis_user", "sis_login")
CANVAS_OWN = ("points possible", "student, test", "test student")
"""What Canvas takes for a line of its own."""

CANVAS_HEAD = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")

_CANVAS_PASSES_OVER = re.compile(
    r"(Current|Final) (Score|Points|Grade)|Override (Score|Grade|Status)", re.IGNORECASE
)
_NUMBER = re.compile(r"(.*)\s\((\d+)\)", re.DOTALL)


class MoodleTable:
    """What Moodle imports: the learner, the points, the percent, and a line of feedback.

    A learner is named by what most of the roster have of email address, username and ID number;
    without any of them by the name handed in under.
    """

    def __init__(self, assignment: Assignment, roster: Roster | None) -> None:
        self._assignment = assignment
        self._has_roster = roster is not None
        people = roster.people if roster else ()
        found = Counter(
            {key: sum(1 for each in people if getattr(each, key)) for key in MOODLE_IDS}
        )
        key, count = found.most_common(1)[0]
        self.id = key if count else ""

    @property
    def heads(self) -> Iterator[tuple[Cell, ...]]:
        """The lines above the learners'."""
        title = csv_escape(self._assignment.title)
        first = MOODLE_IDS.get(self.id, "Learner")
        yield first, f"{title} (points)", f"{title} (percent)", f"{title} (feedback)"

    def row(self, outcome: Outcome, person: Person | None) -> tuple[Cell, ...] | None:
        """A learner's line, or nothing where Moodle cannot find the learner."""
        if self._has_roster and person is None:
            return None
        name = getattr(person, self.id) if person and self.id else outcome.marked.learner.name
        if not name or csv_escape(name) != name:
            return None
        points = self._assignment.points
        earned = outcome.marked.earned
        return name, earned, percent(earned, points) or "-", _feedback(outcome, points)

    @property
    def advice(self) -> Iterator[str]:
        """What a teacher has to know of this file."""
        if not self.id:
            yield str(lazy_gettext(_MOODLE_NAMES))
        if self._assignment.points > MOODLE_MOST:
            yield str(lazy_gettext(_MOODLE_MOST, points=self._assignment.points, most=MOODLE_MOST))


class CanvasTable:
    """What Canvas imports: a gradebook of one assignment."""

    def __init__(self, assignment: Assignment, roster: Roster | None) -> None:
        self._assignment = assignment
        self._roster = roster
        people = roster.people if roster else ()
        self._has_ids = any(_has_canvas_id(person) for person in people)
        self._column = _canvas_column(assignment, roster)

    @property
    def heads(self) -> Iterator[tuple[Cell, ...]]:
        """The line of heads, and that of the points possible."""
        yield *CANVAS_HEAD, self._column
        yield "    Points Possible", "", "", "", "", self._assignment.points

    def row(self, outcome: Outcome, person: Person | None) -> tuple[Cell, ...] | None:
        """A learner's line, or nothing where Canvas cannot find the learner."""
        if self._roster is not None and person is None:
            return None
        if name_of(outcome, person).casefold().strip() in CANVAS_OWN:
            return None
        if self._has_ids and not (person and _has_canvas_id(person)):
            return None
        ids = [getattr(person, key) if person else "" for key in (*CANVAS_IDS, "section")]
        cells = map(csv_escape, (name_of(outcome, person), *ids))
        return *cells, outcome.marked.earned

    @property
    def advice(self) -> Iterator[str]:
        """What a teacher has to know of this file."""
        if not self._has_ids:
            yield str(lazy_gettext(_CANVAS_NAMES))
        if self._column == self._assignment.id != self._assignment.title:
            yield str(lazy_gettext(_CANVAS_TITLE, title=self._assignment.title, id=self._column))


def _has_canvas_id(person: Person) -> bool:
    return any(getattr(person, key) for key in CANVAS_IDS)


def _canvas_column(assignment: Assignment, roster: Roster | None) -> str:
    """The column's head: Canvas's own where it has one, else the title, else the id.

    Canvas passes over a column that has words such as ``Final Score`` in its head, and takes a
    number in brackets at its end for an assignment's own.
    """
    columns = roster.columns if roster else ()
    titled = {found[1]: column for column in columns if (found := _NUMBER.fullmatch(column))}
    if assignment.title in titled:
        return csv_escape(titled[assignment.title])
    title = assignment.title
    is_fit = not _CANVAS_PASSES_OVER.search(title) and not _NUMBER.fullmatch(title)
    return title if is_fit and csv_escape(title) == title else assignment.id


def _feedback(outcome: Outcome, points: int) -> str:
    found = outcome.marked
    template = _FEEDBACK_LATE if found.is_late else _FEEDBACK
    fields = {"earned": found.earned, "points": points}
    return str(lazy_gettext(template, answered=found.answered, items=len(found.items), **fields))


_FEEDBACK = N_("{earned} of {points} points; {answered} of {items} answered.")
_FEEDBACK_LATE = N_("{earned} of {points} points; {answered} of {items} answered; late.")
_MOODLE_NAMES = N_(
    "Moodle finds learners by the name they handed in under, if you map it to what it is; with "
    "--class and a roster that has their email addresses it finds them for sure."
)
_MOODLE_MOST = N_(
    "The assignment has {points} points, and Moodle takes grades up to {most} only, unless the "
    "site allows more; import the column of percent."
)
_CANVAS_NAMES = N_(
    "Canvas finds learners by their name alone, which must be just as Canvas has it; with --class "
    "and a gradebook exported from Canvas it finds them by their ids."
)
_CANVAS_TITLE = N_(
    "Canvas does not take the title {title} for the name of a new assignment, so that its column "
    "is called {id}."
)
