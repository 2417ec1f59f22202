"""A puzzle of an assignment on the table, and all of them in a row."""

from collections.abc import Iterator
from typing import Any

from ono_tutor.classroom.assignment import Feedback
from ono_tutor.classroom.homework.sitting import Sitting
from ono_tutor.classroom.homework.standing import Standing, State
from ono_tutor.classroom.homework.terms import due_words
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.puzzles.answer import Answer, Shape
from ono_tutor.render.answers import Json
from ono_tutor.render.forms import answer_form, filled
from ono_tutor.render.scene import (
    Asked,
    action_button,
    aloud,
    choice_buttons,
    is_told,
    scene,
    viewpoint,
)

GO = "go-"
"""How the messages begin that put a puzzle on the table; its number follows."""

MOST_SHOWN = 60
"""Puzzles that are shown in the row at once: those around the one on the table."""


def strip(sitting: Sitting, place: int | None) -> Json:
    """The learner's puzzles in a row, and how each stands; ``place`` is that on the table."""
    count = len(sitting.puzzles)
    begin = max(0, min((place or 0) - MOST_SHOWN // 2, count - MOST_SHOWN))
    places = range(begin, min(begin + MOST_SHOWN, count))
    who = lazy_gettext(
        "{title} – {learner}", title=sitting.assignment.title, learner=sitting.learner
    )
    return {
        "title": str(who),
        "note": _note(sitting),
        "label": str(lazy_gettext("Puzzles of the assignment")),
        "items": [_item(sitting, each, each == place) for each in places],
    }


def _note(sitting: Sitting) -> str | None:
    due = sitting.assignment.due
    if not due:
        return None
    template = N_("It was due on {when}.") if sitting.is_late else N_("Due on {when}.")
    return str(lazy_gettext(template, when=due_words(due)))


def can_go(sitting: Sitting) -> bool:
    """Whether the puzzles can be put on the table: not once they are handed in for good."""
    return sitting.handed_in is None or sitting.assignment.feedback is not Feedback.NEVER


def _item(sitting: Sitting, place: int, is_here: bool) -> Json:
    standing = sitting.standing(place)
    name = lazy_gettext("Puzzle {number}: {state}", number=place + 1, state=state_words(standing))
    return {
        "id": f"{GO}{place + 1}",
        "place": place,
        "text": str(place + 1),
        "name": str(name),
        "state": standing.state.value,
        "closed": standing.is_closed,
        "current": is_here,
        "disabled": not can_go(sitting),
    }


def state_words(standing: Standing) -> Message:
    """How an item stands, in words."""
    state = lazy_gettext(_STATES[standing.state])
    if standing.left is None or standing.is_closed:
        return state
    text = _LEFT[standing.left == 1]
    return lazy_gettext(
        "{state}, {left}", state=state, left=lazy_gettext(text, count=standing.left)
    )


def puzzle_scene(sitting: Sitting, serial: int, *, is_new: bool) -> Json:
    """The puzzle on the table, with what was answered before; said aloud where it is new."""
    puzzle, position = sitting.puzzle, sitting.position
    is_closed = sitting.standing(sitting.place).is_closed
    asked = Asked(
        question=puzzle.question,
        choices=tuple(_shut(choice_buttons(puzzle.choices), is_closed)),
        actions=tuple(_actions(sitting, is_closed)),
        step=sitting.place + 1,
        steps=len(sitting.puzzles),
        is_told=is_told(puzzle),
    )
    drawn = scene(position, asked, serial, view=viewpoint(puzzle))
    drawn["hand"] = _shut(drawn["hand"], is_closed)
    drawn["form"] = None if is_closed else _form(sitting)
    drawn["progress"] = _progress(sitting)
    drawn["strip"] = strip(sitting, sitting.place)
    drawn["notice"] = notice(sitting)
    drawn["say"] = aloud(drawn, position.rules, position.hand) if is_new else None
    return drawn


def _shut(buttons: Any, is_closed: bool) -> list[Json]:
    """The buttons, none of which can be pressed where the puzzle is closed."""
    return [button | {"disabled": True} if is_closed else button for button in buttons]


def _form(sitting: Sitting) -> Json | None:
    form = filled(answer_form(sitting.puzzle, sitting.position), _answer(sitting))
    if form is None or sitting.is_told or sitting.puzzle.shape is not Shape.LINE:
        return form
    help_ = str(lazy_gettext(_LINE_HELP))
    return form | {"fields": [field | {"help": help_} for field in _fields(form)]}


def _answer(sitting: Sitting) -> Answer | None:
    """The answer to show again; not one that was judged, since the next is another."""
    return None if sitting.is_told else sitting.answer_given(sitting.place)


def _fields(form: Json) -> list[Json]:
    fields = form["fields"]
    assert isinstance(fields, list)
    return fields


def _progress(sitting: Sitting) -> Json:
    count, points = len(sitting.puzzles), sitting.assignment.items[sitting.place].points
    text = lazy_gettext(
        _PROGRESS[points == 1], number=sitting.place + 1, count=count, points=points
    )
    return {"done": count - len(sitting.missing), "of": count, "text": str(text)}


def _actions(sitting: Sitting, is_closed: bool) -> Iterator[Json]:
    is_over, is_answered = sitting.handed_in is not None, bool(sitting.given(sitting.place))
    if len(sitting.puzzles) > 1:
        is_done = is_closed if sitting.is_told else is_answered
        is_next = is_done and not is_over and bool(sitting.missing)
        yield action_button("previous", "p", lazy_gettext("Previous"))
        yield action_button("next", "n", lazy_gettext("Next"), is_primary=is_next)
    if sitting.is_told and not is_closed:
        yield action_button("hint", "h", lazy_gettext("Hint"))
    if sitting.can_solve:
        yield action_button("solution", "s", lazy_gettext("Show the answer"))
    if is_over:
        yield action_button("back", "b", lazy_gettext("Back to what was handed in"))
        return
    yield action_button("hand-in", "d", lazy_gettext("Hand in"), is_primary=not sitting.missing)
    if not sitting.is_settled:
        yield action_button(
            "other", "i", lazy_gettext("I am not {learner}", learner=sitting.learner)
        )


def notice(sitting: Sitting) -> str | None:
    """What the learner has to be told of the files."""
    return " ".join(dict.fromkeys(map(str, sitting.notices))) or None


_STATES = {
    State.NONE: N_("not answered"),
    State.BEGUN: N_("begun"),
    State.GIVEN: N_("answered"),
    State.RIGHT: N_("right"),
    State.WRONG: N_("not right"),
}
_LEFT = {True: N_("1 answer left"), False: N_("{count} answers left")}
_PROGRESS = {
    True: N_("Puzzle {number} of {count}, 1 point"),
    False: N_("Puzzle {number} of {count}, {points} points"),
}
_LINE_HELP = N_(
    "Press the card you begin with, or write the whole line, such as 7, 9, H. Your first card is "
    "enough: it counts alone, and nobody replies before you hand in."
)
