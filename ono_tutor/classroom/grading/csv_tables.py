"""The marks of a class as tables: for people, and as Moodle's and Canvas's grade imports take them.

For people, ``marks.csv`` is as RFC 4180 has it, in UTF-8 with a byte order mark, for without one
Excel reads names with accents wrongly. Texts are made harmless for spreadsheets
(:func:`.csv_escape`); numbers are numbers, with a decimal comma where semicolons part the columns.

The files for the systems have no byte order mark, and hold those learners only whom the system can
find, for Moodle gives up the whole import at the first it does not know, and gives the mark of a
line without an id to the learner of the line before. Who handed in nothing stays out of them, so
that no excuse, extension or earlier mark is overwritten by a 0; both systems fill in zeros on
request. Who is not in the roster stays out as well, unless there is no roster.
"""

import re
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.grading.csv_files import csv_escape, is_csv_safe
from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.grading.overrides import NoteTopic
from ono_tutor.classroom.grading.roster import IDS, Person, Roster
from ono_tutor.i18n import N_, gettext

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
        """Return a number that has a decimal point as it is written in this style."""
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
_CANVAS_NUMBER = re.compile(r"(.*)\s\((\d+)\)", re.DOTALL)


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
        kinds = (dict.fromkeys(e.kind for e in item.puzzles) for item in self._assignment.items)
        items = (f"{number} ({', '.join(each)})" for number, each in enumerate(kinds, 1))
        ids = (ID_HEADS[key] for key in self._ids)
        marks = ("points", "out_of", "percent", "answered", "status", "last answer")
        return ("learner", *ids, *marks, *items, "files", "feedback", "notes")

    def row(self, outcome: GradedLearner, person: Person | None, feedback: str) -> tuple[Cell, ...]:
        """Return a learner's line; ``feedback`` is the path of the page, empty for none."""
        found, points = outcome.marked, self._assignment.points
        share = self._style.number(percent(found.earned, points))
        texts = (" | ".join(found.files), feedback, " ".join(notes_of(outcome)))
        earned: tuple[Cell, ...] = (found.earned, points, share, found.answered)
        items: tuple[Cell, ...] = tuple(item.earned for item in found.items)
        if is_undecided(outcome):
            earned, items = ("", points, "", ""), ("",) * len(items)
        return (
            csv_escape(shown_name(outcome, person)),
            *(csv_escape(getattr(person, key) if person else "") for key in self._ids),
            *earned,
            *(status_of(outcome), "" if is_undecided(outcome) else found.last),
            *items,
            *map(csv_escape, texts),
        )


def shown_name(outcome: GradedLearner, person: Person | None) -> str:
    """Return the learner's name: as the roster writes it, else as the learner did.

    Who shares a name has the class beside it.
    """
    return person.shown_name if person else outcome.marked.learner.name


def notes_of(outcome: GradedLearner) -> tuple[str, ...]:
    """Return what is said of a learner's files and answers, with what only the teacher is told.

    What is true of a whole archive is left to the summary.
    """
    found = outcome.marked
    own = (note for note in outcome.teacher_notes if note.about is not NoteTopic.DOWNLOAD)
    told = (" | ".join((note.text, *note.lines)) for note in own)
    return tuple(dict.fromkeys((*found.comments, *found.notes, *told)))


def is_refused(outcome: GradedLearner) -> bool:
    """Check if something seems to be of this learner, and nothing of it can be graded."""
    about = {note.about for note in outcome.teacher_notes}
    return not outcome.marked.files and NoteTopic.NOT_GRADABLE in about


def is_undecided(outcome: GradedLearner) -> bool:
    """Check if a teacher has to choose between hand-ins, or say whose one is."""
    return any(note.leaves_open for note in outcome.teacher_notes)


def is_of_namesake(outcome: GradedLearner, has_roster: bool) -> bool:
    """Check if an outcome is what was handed in under a name that several of the roster have."""
    return has_roster and outcome.is_known and outcome.place is None


def status_of(outcome: GradedLearner) -> str:
    """Return how a learner stands, in words parted by commas.

    ``graded``, ``choose`` (between hand-ins, or whose one is; there is no mark until then),
    ``not gradable`` or ``missing``, and ``late`` and ``unknown`` where it is so.
    """
    is_open = is_undecided(outcome)
    handed_in = "not gradable" if is_refused(outcome) else "missing"
    words = {
        "choose" if is_open else "graded" if outcome.marked.files else handed_in: True,
        "late": outcome.marked.is_late and not is_open,
        "unknown": not outcome.is_known,
    }
    return ", ".join(word for word, is_so in words.items() if is_so)


def percent(earned: int, points: int) -> str:
    """Return the share that was earned, with two decimals, halves rounded up.

    It is empty where nothing can be earned.

    >>> percent(2, 3)
    '66.67'
    """
    if not points:
        return ""
    whole, rest = divmod((20_000 * earned + points) // (2 * points), 100)
    return f"{whole}.{rest:02}"


class MoodleTable:
    """What Moodle imports: the learner, the points, the percent, and a line of feedback.

    A learner is named by what most of the roster have of email address, username and ID number;
    without any of them by the name handed in under.
    """

    def __init__(self, assignment: Assignment, roster: Roster | None) -> None:
        self._assignment = assignment
        self._has_roster = roster is not None
        people = roster.people if roster else ()
        found = Counter({key: sum(bool(getattr(one, key)) for one in people) for key in MOODLE_IDS})
        key, count = found.most_common(1)[0]
        self.id = key if count else ""

    @property
    def heads(self) -> Iterator[tuple[Cell, ...]]:
        """The lines above the learners'."""
        title = csv_escape(self._assignment.title)
        first = MOODLE_IDS.get(self.id, "Learner")
        yield first, f"{title} (points)", f"{title} (percent)", f"{title} (feedback)"

    def row(self, outcome: GradedLearner, person: Person | None) -> tuple[Cell, ...] | None:
        """Return a learner's line, or nothing where Moodle cannot find the learner."""
        if self._has_roster and person is None:
            return None
        name = getattr(person, self.id) if person and self.id else outcome.marked.learner.name
        if not name or not is_csv_safe(name):
            return None
        points = self._assignment.points
        earned = outcome.marked.earned
        return name, earned, percent(earned, points) or "-", _feedback(outcome, points)

    @property
    def advice(self) -> Iterator[str]:
        """What a teacher has to know of this file."""
        if not self.id:
            yield gettext(
                "Moodle finds learners by the name they handed in under, if you map it to "
                "what it is; with --class and a roster that has their email addresses it "
                "finds them for sure."
            )
        if self._assignment.points > MOODLE_MOST:
            yield gettext(
                "The assignment has {points} points, and Moodle takes grades up to {most} "
                "only, unless the site allows more; import the column of percent.",
                points=self._assignment.points,
                most=MOODLE_MOST,
            )


class CanvasTable:
    """What Canvas imports: a gradebook of one assignment."""

    def __init__(self, assignment: Assignment, roster: Roster | None) -> None:
        self._assignment = assignment
        self._roster = roster
        self._has_ids = any(map(_has_canvas_id, roster.people if roster else ()))
        self._column = _canvas_column(assignment, roster)

    @property
    def heads(self) -> Iterator[tuple[Cell, ...]]:
        """The line of heads, and that of the points possible."""
        yield *CANVAS_HEAD, self._column
        yield "    Points Possible", "", "", "", "", self._assignment.points

    def row(self, outcome: GradedLearner, person: Person | None) -> tuple[Cell, ...] | None:
        """Return a learner's line, or nothing where Canvas cannot find the learner."""
        if self._roster is not None and person is None:
            return None
        name = (person or outcome.marked).learner.name
        if name.casefold().strip() in CANVAS_OWN:
            return None
        if self._has_ids and not (person and _has_canvas_id(person)):
            return None
        ids = [getattr(person, key) if person else "" for key in (*CANVAS_IDS, "section")]
        cells = map(csv_escape, (name, *ids))
        return *cells, outcome.marked.earned

    @property
    def advice(self) -> Iterator[str]:
        """What a teacher has to know of this file."""
        if not self._has_ids:
            yield gettext(
                "Canvas finds learners by their name alone, which must be just as Canvas has it; "
                "with --class and a gradebook exported from Canvas it finds them by their ids."
            )
        if self._column == self._assignment.id != self._assignment.title:
            yield gettext(
                "Canvas does not take the title {title} for the name of a new assignment, so "
                "that its column is called {id}.",
                title=self._assignment.title,
                id=self._column,
            )


def _has_canvas_id(person: Person) -> bool:
    return any(getattr(person, key) for key in CANVAS_IDS)


def _canvas_column(assignment: Assignment, roster: Roster | None) -> str:
    """Return the column's head: Canvas's own where it has one, else the title, else the id.

    Canvas passes over a column that has words such as ``Final Score`` in its head, and takes a
    number in brackets at its end for an assignment's own.
    """
    columns = roster.columns if roster else ()
    titled = {found[1]: head for head in columns if (found := _CANVAS_NUMBER.fullmatch(head))}
    title = assignment.title
    if title in titled:
        return csv_escape(titled[title])
    is_fit = not _CANVAS_PASSES_OVER.search(title) and not _CANVAS_NUMBER.fullmatch(title)
    return title if is_fit and is_csv_safe(title) else assignment.id


def _feedback(outcome: GradedLearner, points: int) -> str:
    found = outcome.marked
    template = _FEEDBACK_LATE if found.is_late else _FEEDBACK
    fields = {"earned": found.earned, "points": points}
    return gettext(template, answered=found.answered, items=len(found.items), **fields)


_FEEDBACK = N_("{earned} of {points} points; {answered} of {items} answered.")
_FEEDBACK_LATE = N_("{earned} of {points} points; {answered} of {items} answered; late.")
