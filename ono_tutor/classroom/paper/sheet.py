"""An assignment on paper: a page of HTML that prints with one exercise a sheet, and its key.

The sheet is made without any answer being computed, so nothing in it can give one away; ids of
puzzles, which may, are left to the key.
"""

from collections.abc import Iterator

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.learner import Learner
from ono_tutor.classroom.paper.exercise import exercise_html
from ono_tutor.classroom.paper.fit import WIDE, lines
from ono_tutor.classroom.paper.frame import block, page, text
from ono_tutor.classroom.paper.leaf import learner_named, leaves_of, points_words
from ono_tutor.classroom.paper.sheet_key import key
from ono_tutor.messages import Message, marked, say

__all__ = ["key", "printable"]


def printable(assignment: Assignment, learner: Learner | str | None = None) -> str:
    """The sheet of an assignment: a whole HTML page, the same for the same assignment.

    With a learner it is that learner's own, the name filled in; without, it has every puzzle
    that somebody may get, those of one item as variants A, B, C and so on.
    Raises :class:`NotationError` for what can be no learner's name.
    """
    who = learner_named(learner)
    running = block("div", (text("b", assignment.title), _who(who)), "running")
    sections = (
        exercise_html(leaf, running if place else "", _tall(assignment, who, is_first=not place))
        for place, leaf in enumerate(leaves_of(assignment, who))
    )
    return page(assignment.title, "".join((_top(assignment, who), *sections)))


def _top(assignment: Assignment, who: Learner | None) -> str:
    """The title, what there is to do, and room for the name and the date."""
    facts = " ".join(map(str, _facts(assignment, who)))
    return block("header", (text("h1", assignment.title), text("p", facts, "facts"), _who(who)))


def _tall(assignment: Assignment, who: Learner | None, *, is_first: bool) -> float:
    """How tall the head of a page is, in letters of full size."""
    name = who.name if who else ""
    if is_first:
        return 4.6 + 1.9 * lines(assignment.title, WIDE, 1.5) + 1.4 * lines(name, WIDE / 2)
    title = lines(assignment.title, 0.32 * WIDE, 0.85)
    return 1.2 + 1.2 * max(title, lines(name, 0.28 * WIDE, 0.85))


def _facts(assignment: Assignment, who: Learner | None) -> Iterator[Message]:
    count = len(assignment.items)
    template = marked("{count} exercises, {points}.")
    if count == 1:
        template = marked("One exercise, {points}.")
    yield say(template, count=count, points=points_words(assignment.points))
    if assignment.due:
        day, _, time = assignment.due.removesuffix("Z").partition("T")
        yield say(marked("Due on {day} at {time} UTC."), day=day, time=time.removesuffix(":00"))
    if assignment.is_dealt and who is None:
        yield say(marked("Of an exercise with variants each learner gets one."))


def _who(who: Learner | None) -> str:
    """Where the name and the date are written; the name is there already where it is known."""
    name, date = text("span", say(marked("Name"))), text("span", say(marked("Date")))
    field = '<input type="text" autocomplete="off">'
    mine = text("b", who.name) if who else field
    tag = "p" if who else "label"
    return block("div", f"<{tag}>{name}{mine}</{tag}><label>{date}{field}</label>", "who")
