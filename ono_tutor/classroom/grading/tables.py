"""The marks of a class as tables: for people, and as Moodle's and Canvas's grade imports take them.

The files for the systems hold only learners whom the system can find, for Moodle gives up the whole
import at the first it does not know, and gives the mark of a line without an id to the learner of
the line before. Learners who handed in nothing are left out, so that no excuse, extension or
earlier mark is overwritten by a 0.
"""

import re
from collections.abc import Iterator

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.grading.roster import IDS, CsvStyle, Roster, csv_escape, is_csv_safe
from ono_tutor.classroom.submissions.find import RefusedFile
from ono_tutor.i18n import N_, _, gettext

Row = tuple[str | int, ...]

ID_HEADS = {
    "email": "email",
    "username": "username",
    "id_number": "ID number",
    "canvas_id": "Canvas ID",
    "sis_user": "SIS User ID",
    "sis_login": "SIS Login ID",
}
"""The heads of the columns of ids."""

MOODLE_IDS = {"email": "Email address", "username": "Username", "id_number": "ID number"}
"""The ids by which Moodle finds a learner, the surest first."""

CANVAS_IDS = ("canvas_id", "sis_user", "sis_login")
CANVAS_OWN = ("points possible", "student, test", "test student")
"""Names that Canvas takes for a line of its own."""

_CANVAS_OWN_HEAD = re.compile(
    r"(Current|Final) (Score|Points|Grade)|Override (Score|Grade|Status)|\s\(\d+\)$", re.IGNORECASE
)


def percent(earned: int, points: int) -> str:
    """Return the share that was earned, with two decimals, halves rounded up.

    It is empty if nothing can be earned.

    >>> percent(2, 3)
    '66.67'
    """
    if not points:
        return ""
    whole, rest = divmod((20_000 * earned + points) // (2 * points), 100)
    return f"{whole}.{rest:02}"


class MarksTable:
    """One line a learner; the ids of the roster are beside the name, if it has any."""

    def __init__(self, assignment: Assignment, roster: Roster | None, style: CsvStyle) -> None:
        self._assignment, self._style = assignment, style
        people = roster.people if roster else ()
        self._ids = tuple(key for key in IDS if any(getattr(each, key) for each in people))

    def heads(self) -> Iterator[Row]:
        """Yield the heads of the columns."""
        kinds = (dict.fromkeys(e.kind for e in item.puzzles) for item in self._assignment.items)
        items = (f"{number} ({', '.join(each)})" for number, each in enumerate(kinds, 1))
        ids = (ID_HEADS[key] for key in self._ids)
        marks = ("points", "out_of", "percent", "answered", "status", "last answer")
        yield "learner", *ids, *marks, *items, "files", "feedback", "notes"

    def row(self, outcome: GradedLearner, feedback: str) -> Row:
        """Return a learner's line; ``feedback`` is the path of the page, empty for none."""
        marks, points = outcome.marked, self._assignment.points
        share = self._style.number(percent(marks.earned, points))
        earned: Row = (marks.earned, points, share, marks.answered)
        items: Row = tuple(item.earned for item in marks.items)
        last = marks.last
        if outcome.is_undecided:
            earned, last, items = ("", points, "", ""), "", ("",) * len(items)
        ids = (getattr(outcome.person, key) if outcome.person else "" for key in self._ids)
        texts = (" | ".join(marks.files), feedback, " ".join(outcome.notes))
        return (
            *map(csv_escape, (outcome.name, *ids)),
            *(*earned, outcome.status, last, *items),
            *map(csv_escape, texts),
        )


class MoodleTable:
    """The import of Moodle: the learner, the points, the percent, and a line of feedback.

    A learner is named by the one of email address, username and ID number that most of the roster
    have; without any of them by the name handed in under.
    """

    def __init__(self, assignment: Assignment, roster: Roster | None) -> None:
        self._assignment = assignment
        people = roster.people if roster else ()
        counts = {key: sum(bool(getattr(one, key)) for one in people) for key in MOODLE_IDS}
        most = max(counts, key=counts.__getitem__)
        self._id = most if counts[most] else ""

    def heads(self) -> Iterator[Row]:
        """Yield the line above the learners'."""
        title = csv_escape(self._assignment.title)
        first = MOODLE_IDS.get(self._id, "Learner")
        yield first, f"{title} (points)", f"{title} (percent)", f"{title} (feedback)"

    def row(self, outcome: GradedLearner) -> Row | None:
        """Return a learner's line, or None if Moodle cannot find the learner."""
        person, marks, points = outcome.person, outcome.marked, self._assignment.points
        name = getattr(person, self._id) if person and self._id else marks.learner.name
        if not name or not is_csv_safe(name):
            return None
        text = N_("{earned} of {points} points; {answered} of {items} answered.")
        if marks.is_late:
            text = N_("{earned} of {points} points; {answered} of {items} answered; late.")
        fields = {"earned": marks.earned, "points": points, "items": len(marks.items)}
        feedback = gettext(text, answered=marks.answered, **fields)
        return name, marks.earned, percent(marks.earned, points) or "-", feedback


class CanvasTable:
    """The import of Canvas: a gradebook of one assignment.

    The column is Canvas's own if the roster has it, else it is named by the title. Canvas passes
    over a column with words such as ``Final Score`` in its head, and takes a number in brackets at
    its end for an assignment's own; then the id is the name.
    """

    def __init__(self, assignment: Assignment, roster: Roster | None) -> None:
        self._points, title = assignment.points, assignment.title
        people, columns = (roster.people, roster.columns) if roster else ((), ())
        self._has_ids = any(getattr(each, key) for each in people for key in CANVAS_IDS)
        is_fit = not _CANVAS_OWN_HEAD.search(title) and is_csv_safe(title)
        numbered = re.compile(rf"{re.escape(title)}\s\(\d+\)")
        own = filter(numbered.fullmatch, columns)
        self._column = csv_escape(next(own, title if is_fit else assignment.id))

    def heads(self) -> Iterator[Row]:
        """Yield the line of heads, and that of the points possible."""
        yield "Student", "ID", "SIS User ID", "SIS Login ID", "Section", self._column
        yield "    Points Possible", "", "", "", "", self._points

    def row(self, outcome: GradedLearner) -> Row | None:
        """Return a learner's line, or None if Canvas cannot find the learner."""
        person = outcome.person
        name = (person or outcome.marked).learner.name
        ids = [getattr(person, key) if person else "" for key in CANVAS_IDS]
        if (self._has_ids and not any(ids)) or name.casefold().strip() in CANVAS_OWN:
            return None
        cells = map(csv_escape, (name, *ids, person.section if person else ""))
        return *cells, outcome.marked.earned


_INSTEAD = N_("Please press Hand in and upload the .json file it makes.")
_AGAIN = N_("Please open the exercise, press Hand in once more, and upload that file as it is.")
_HOW = {
    **dict.fromkeys(("other-file", "not-json", "not-answers", "too-deep", "encrypted"), _INSTEAD),
    "other-assignment": N_("Please hand in the exercise that was set, not another one."),
    "other-learner": N_("Please hand in your own work, under your own name."),
    "no-name": N_("Please write your name when you are asked for it, and hand in again."),
}


def message_to_learner(refusal: RefusedFile) -> str:
    """Return a message that a teacher can send to the learner whose file was refused."""
    return gettext(
        "Your file {file} could not be graded: {reason}. {how}",
        file=re.split(r"[/\\]| > ", refusal.name)[-1],
        reason=re.split(r"; | \((?:byte \d|not JSON: )", refusal.reason)[0],
        how=_(_HOW.get(refusal.cause, _AGAIN)),
    )
