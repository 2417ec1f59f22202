"""An assignment on paper: a page of HTML that prints as a sheet for each learner, and its key.

The sheet is made without any answer being computed, so nothing in it can give one away; ids of
puzzles, which may, are left to the key.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.learner import Learner
from ono_tutor.classroom.sheets.exercise import exercise_html
from ono_tutor.classroom.sheets.fit import WIDE, Setting, lines, setting_of
from ono_tutor.classroom.sheets.frame import block, page, text
from ono_tutor.classroom.sheets.leaf import Leaf, learner_named, leaves_of, points_words
from ono_tutor.classroom.sheets.symbols import symbols
from ono_tutor.errors import OnoError
from ono_tutor.i18n import N_, Message, lazy_gettext

MOST_ON_A_PAGE = 3
"""Exercises that may share a page."""

MOST_LEARNERS, MOST_EXERCISES = 200, 6_000
"""The most sheets that one file holds, and the most exercises on all of them."""


class _Page(NamedTuple):
    """The exercises on one page of paper, and how all of them are set."""

    leaves: tuple[Leaf, ...]
    setting: Setting


def printable(
    assignment: Assignment, learner: Learner | str | None = None, per_page: int = 1
) -> str:
    """The sheet of an assignment: a whole HTML page, the same for the same assignment.

    With a learner it is that learner's own, the name filled in; without, it has every puzzle
    that somebody may get, those of one item as variants A, B, C and so on, each on a page of its
    own. ``per_page`` exercises share a page where they fit on it.
    Raises :class:`NotationError` for what can be no learner's name.
    """
    return _whole(assignment, _sheet(assignment, learner_named(learner), per_page))


def sheets(assignment: Assignment, learners: Iterable[Learner], per_page: int = 1) -> str:
    """The sheets of a class in one HTML page: each learner's own, in the order given.

    Raises :class:`OnoError` for more learners or exercises than one file may hold.
    """
    people = tuple(learners)
    if len(people) > MOST_LEARNERS or len(people) * len(assignment.items) > MOST_EXERCISES:
        message = (
            f"{len(people)} sheets of {len(assignment.items)} exercises are too many for one file: "
            f"it holds {MOST_LEARNERS} sheets and {MOST_EXERCISES} exercises at the most"
        )
        raise OnoError(f"{message}; give a roster for each part of the class")
    each = (_sheet(assignment, who, per_page, f"s{n}-") for n, who in enumerate(people, 1))
    return _whole(assignment, "".join(each))


def _whole(assignment: Assignment, body: str) -> str:
    return page(assignment.title, symbols(body) + body)


def _sheet(assignment: Assignment, who: Learner | None, per_page: int, name: str = "") -> str:
    """One sheet: its pages, the first under the title and the others under a running head."""
    pages = tuple(_pages(assignment, who, tuple(leaves_of(assignment, who, name)), per_page))
    found = []
    for number, each in enumerate(pages, 1):
        count = lazy_gettext("Page {number} of {count}", number=number, count=len(pages))
        head = _top if number == 1 else _running
        inner = (exercise_html(leaf, each.setting) for leaf in each.leaves)
        found.append(block("div", (head(assignment, who, count), *inner), "page"))
    return block("article", found, "sheet")


def _pages(
    assignment: Assignment, who: Learner | None, leaves: Sequence[Leaf], per_page: int
) -> Iterator[_Page]:
    """The leaves in order, as many on each page as fit on it."""
    done = 0
    while done < len(leaves):
        top = _tall(assignment, who, is_first=not done)
        most = 1 if who is None and leaves[done].letter else per_page
        found = next(
            _Page(some, setting)
            for count in range(most, 0, -1)
            if (some := _together(leaves[done : done + count], who))
            and (setting := setting_of(some, top))
        )
        yield found
        done += len(found.leaves)


def _together(leaves: Sequence[Leaf], who: Learner | None) -> tuple[Leaf, ...]:
    """Those of the leaves that go to the same people: variants are handed out one by one."""
    if who is None and len(leaves) > 1 and any(leaf.letter for leaf in leaves):
        return ()
    return tuple(leaves)


def _top(assignment: Assignment, who: Learner | None, count: Message) -> str:
    """The title, what there is to do, and room for the name and the date."""
    facts = text("p", " ".join(map(str, _facts(assignment, who))), "facts")
    number = text("p", count, "number")
    return block("header", (text("h1", assignment.title), facts, number, _who(who)))


def _running(assignment: Assignment, who: Learner | None, count: Message) -> str:
    """The head of every further page, so that a loose one finds its way back."""
    number = text("span", count, "number")
    return block("div", (text("b", assignment.title), _who(who), number), "running")


def _tall(assignment: Assignment, who: Learner | None, *, is_first: bool) -> float:
    """How tall the head of a page is, in letters of full size."""
    name = who.name if who else ""
    if is_first:
        return 6.0 + 1.9 * lines(assignment.title, WIDE, 1.5) + 1.4 * lines(name, WIDE / 2)
    title = lines(assignment.title, 0.24 * WIDE, 0.85)
    return 1.2 + 1.2 * max(title, lines(name, 0.24 * WIDE, 0.85))


def _facts(assignment: Assignment, who: Learner | None) -> Iterator[Message]:
    count = len(assignment.items)
    template = N_("{count} exercises, {points}.")
    if count == 1:
        template = N_("One exercise, {points}.")
    yield lazy_gettext(template, count=count, points=points_words(assignment.points))
    if assignment.due:
        day, _, time = assignment.due.removesuffix("Z").partition("T")
        yield lazy_gettext("Due on {day} at {time} UTC.", day=day, time=time.removesuffix(":00"))
    if assignment.is_dealt and who is None:
        yield lazy_gettext("Of an exercise with variants each learner gets one.")


def _who(who: Learner | None) -> str:
    """Where the name and the date are written; the name is there already where it is known."""
    name, date = text("span", lazy_gettext("Name")), text("span", lazy_gettext("Date"))
    field = '<input type="text" autocomplete="off">'
    mine = text("b", who.name) if who else field
    tag = "p" if who else "label"
    return block("div", f"<{tag}>{name}{mine}</{tag}><label>{date}{field}</label>", "who")
