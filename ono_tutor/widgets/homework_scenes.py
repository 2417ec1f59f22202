"""What an assignment shows: a puzzle on the table, and the pages that have no table.

These pages ask who it is, ask once more before handing in, and tell what was handed in.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from ono_tutor.classroom.answers_file import parse_answers
from ono_tutor.classroom.assignment import Feedback
from ono_tutor.classroom.homework.session import HomeworkSession, ItemState, ItemStatus
from ono_tutor.classroom.homework.submit import Submitted
from ono_tutor.classroom.homework.terms import due_words, terms
from ono_tutor.i18n import N_, Message, lazy_gettext, lazy_ngettext, sentence
from ono_tutor.puzzles.answer import Shape
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

NAME = "learner"
"""The field in which the name is written."""

MOST_SHOWN, MOST_NAMED = 60, 12
"""Puzzles shown in the row at once, around the one on the table; numbers that a sentence names."""


# ---- a puzzle on the table ----


def puzzle_scene(session: HomeworkSession, serial: int, *, is_new: bool) -> Json:
    """Return the puzzle on the table, with the last answer to it; said aloud where it is new."""
    puzzle, position = session.puzzle, session.position
    is_closed = session.status(session.place).is_closed
    asked = Asked(
        question=puzzle.question,
        choices=tuple(_shut(choice_buttons(puzzle.choices), is_closed)),
        actions=tuple(_actions(session, is_closed)),
        step=session.place + 1,
        steps=len(session.puzzles),
        is_told=is_told(puzzle),
    )
    drawn = scene(position, asked, serial, view=viewpoint(puzzle))
    drawn["hand"] = _shut(drawn["hand"], is_closed)
    drawn["form"] = None if is_closed else _form(session)
    drawn["progress"] = _progress(session)
    drawn["strip"] = _strip(session, session.place)
    drawn["notice"] = _notice(session)
    drawn["say"] = aloud(drawn, position.rules, position.hand) if is_new else None
    return drawn


def can_go(session: HomeworkSession) -> bool:
    """Whether the puzzles can be put on the table: not once they are handed in for good."""
    return session.handed_in is None or session.assignment.feedback is not Feedback.NEVER


def _shut(buttons: Any, is_closed: bool) -> list[Json]:
    """Return the buttons, none of which can be pressed where the puzzle is closed."""
    return [button | {"disabled": True} if is_closed else button for button in buttons]


def _form(session: HomeworkSession) -> Json | None:
    # An answer that was judged is not shown again: the next is another.
    answer = None if session.is_told else session.last_answer(session.place)
    form = filled(answer_form(session.puzzle, session.position), answer)
    if form is None or session.is_told or session.puzzle.shape is not Shape.LINE:
        return form
    help_ = str(lazy_gettext(_LINE_HELP))
    fields: Any = form["fields"]
    return form | {"fields": [field | {"help": help_} for field in fields]}


def _progress(session: HomeworkSession) -> Json:
    count, points = len(session.puzzles), session.assignment.items[session.place].points
    text = lazy_ngettext(*_PROGRESS, points, number=session.place + 1, count=count)
    return {"done": count - len(session.missing), "of": count, "text": str(text)}


def _actions(session: HomeworkSession, is_closed: bool) -> Iterator[Json]:
    is_over, is_answered = session.handed_in is not None, bool(session.responses(session.place))
    if len(session.puzzles) > 1:
        is_done = is_closed if session.is_told else is_answered
        is_next = is_done and not is_over and bool(session.missing)
        yield action_button("previous", "p", lazy_gettext("Previous"))
        yield action_button("next", "n", lazy_gettext("Next"), is_primary=is_next)
    if session.is_told and not is_closed:
        yield action_button("hint", "h", lazy_gettext("Hint"))
    if session.can_solve:
        yield action_button("solution", "s", lazy_gettext("Show the answer"))
    if is_over:
        yield action_button("back", "b", lazy_gettext("Back to what was handed in"))
        return
    yield action_button("hand-in", "d", lazy_gettext("Hand in"), is_primary=not session.missing)
    if not session.is_settled:
        yield action_button(
            "other", "i", lazy_gettext("I am not {learner}", learner=session.learner)
        )


# ---- all the puzzles in a row ----


def _strip(session: HomeworkSession, place: int | None) -> Json:
    """Return the learner's puzzles in a row, and how each stands; ``place`` is on the table."""
    count = len(session.puzzles)
    begin = max(0, min((place or 0) - MOST_SHOWN // 2, count - MOST_SHOWN))
    places = range(begin, min(begin + MOST_SHOWN, count))
    title, due = session.assignment.title, session.assignment.due
    template = N_("It was due on {when}.") if session.is_late else N_("Due on {when}.")
    return {
        "title": str(lazy_gettext("{title} – {learner}", title=title, learner=session.learner)),
        "note": str(lazy_gettext(template, when=due_words(due))) if due else None,
        "label": str(lazy_gettext("Puzzles of the assignment")),
        "items": [_item(session, each, each == place) for each in places],
    }


def _item(session: HomeworkSession, place: int, is_here: bool) -> Json:
    status = session.status(place)
    name = lazy_gettext("Puzzle {number}: {state}", number=place + 1, state=_status_words(status))
    return {
        "id": f"{GO}{place + 1}",
        "place": place,
        "text": str(place + 1),
        "name": str(name),
        "state": status.state.value,
        "closed": status.is_closed,
        "current": is_here,
        "disabled": not can_go(session),
    }


def _status_words(status: ItemStatus) -> Message:
    state = lazy_gettext(_STATES[status.state])
    if status.left is None or status.is_closed:
        return state
    left = lazy_ngettext(N_("{n} answer left"), N_("{n} answers left"), status.left)
    return lazy_gettext("{state}, {left}", state=state, left=left)


# ---- the pages without a table ----


def who_scene(session: HomeworkSession, offered: str, error: str, serial: int) -> Json:
    """Return the page that asks for a name; ``offered`` is in the field, ``error`` below it."""
    assignment, last = session.assignment, session.last_learner
    is_another = last is not None and last.name != offered
    choices: list[Json] = [{"id": str(last), "key": "a", "text": str(last)}] if is_another else []
    field = {
        "name": NAME,
        "label": str(lazy_gettext("Your name or id")),
        "type": "text",
        "value": offered,
        "help": str(lazy_gettext(_NAME_HELP)),
        "error": sentence(error),
    }
    start = {"text": str(lazy_gettext("Begin"))}
    form = {"legend": str(lazy_gettext("Who are you?")), "fields": [field], "submit": start}
    why = lazy_gettext(_WHY_DEALT if assignment.is_dealt else _WHY)
    return _page(session, assignment.title, [why, *terms(assignment)], serial) | {
        "form": form,
        "choices": choices,
        "keys": _keys(choices),
    }


def confirm_scene(session: HomeworkSession, serial: int) -> Json:
    """Return the page that says what is missing, and asks once more."""
    due = session.assignment.due
    late = [lazy_gettext(_LATE, when=due_words(due))] if session.is_late else []
    then = lazy_gettext(_THEN[session.assignment.feedback])
    whose = lazy_gettext("You hand in as {learner}.", learner=session.learner)
    actions = [
        action_button("yes", "y", lazy_gettext("Hand in now"), is_primary=True),
        action_button("back", "b", lazy_gettext("Back to the puzzles")),
    ]
    question = str(lazy_gettext("Hand in?"))
    return _page(session, question, [_missing(session), *late, then, whose], serial) | {
        "actions": actions,
        "keys": _keys(actions),
        "rules": None,
        "strip": _strip(session, None),
    }


def _missing(session: HomeworkSession) -> Message:
    missing, count = session.missing, len(session.puzzles)
    if not missing:
        return lazy_ngettext(*_ALL_THERE, count)
    named = ", ".join(str(place + 1) for place in missing[:MOST_NAMED])
    which = named if len(missing) <= MOST_NAMED else f"{named} …"
    return lazy_ngettext(*_MISSING, len(missing), count=count, which=which)


def done_scene(session: HomeworkSession, file: Submitted | None, serial: int) -> Json:
    """Return the page after handing in: the score where it is told, where the file is, its size."""
    assignment = session.assignment
    tells = assignment.feedback is not Feedback.NEVER
    actions = [
        *([action_button("look", "n", lazy_gettext("Look at the puzzles"))] if tells else []),
        *([action_button("again", "r", lazy_gettext("Try again"))] if session.has_another else []),
        action_button("file", "f", lazy_gettext("Write the file again")),
    ]
    headline = lazy_gettext("Handed in.")
    if tells:
        headline = lazy_ngettext(*_SCORES, assignment.points, earned=session.marked().earned)
    best = [lazy_gettext(_BEST)] if tells and session.attempt > 1 else []
    late = [lazy_gettext(_WAS_LATE, when=due_words(assignment.due))] if session.is_late else []
    lead = [*best, *where(session, file), *late]
    return _page(session, str(headline), lead, serial) | {
        "actions": actions,
        "keys": _keys(actions),
        "rules": None,
        "strip": _strip(session, None),
    }


def where(session: HomeworkSession, file: Submitted | None) -> list[Message]:
    """Return where the answers file is, what it holds, and what to do with it."""
    if file is None:
        name = session.handed_in.words if session.handed_in else ""
        return [lazy_gettext(_GONE, name=name)]
    template = _IN_FOLDER if file.folder else _DOWNLOADED
    size = f"{file.size / 1000:.1f}"
    found = lazy_gettext(template, name=file.name, folder=file.folder, size=size)
    count = len(parse_answers(session.file_text.encode()).rows)
    return [found, lazy_ngettext(*_HOLDS, count), lazy_gettext(_SEND)]


def _page(session: HomeworkSession, question: str, lead: Sequence[Message], serial: int) -> Json:
    text = " ".join(map(str, lead))
    return {
        "name": str(lazy_gettext("Assignment: {title}", title=session.assignment.title)),
        "rules": {"title": str(lazy_gettext("Assignment"))},
        "question": question,
        "lead": text,
        "notice": _notice(session),
        "say": f"{question} {text}",
        "serial": serial,
    }


def _keys(buttons: Sequence[Json]) -> list[Json]:
    """Return the list of the keys of a page without a table."""
    shown: Json = {"key": "?", "text": str(lazy_gettext("show or hide the keys"))}
    return [shown, *({"key": button["key"], "text": button["text"]} for button in buttons)]


def _notice(session: HomeworkSession) -> str | None:
    """Return what the learner has to be told of the files."""
    return " ".join(dict.fromkeys(map(str, session.notices))) or None


_STATES = {
    ItemState.NONE: N_("not answered"),
    ItemState.BEGUN: N_("begun"),
    ItemState.GIVEN: N_("answered"),
    ItemState.RIGHT: N_("right"),
    ItemState.WRONG: N_("not right"),
}
_PROGRESS = (
    N_("Puzzle {number} of {count}, {n} point"),
    N_("Puzzle {number} of {count}, {n} points"),
)
_LINE_HELP = N_(
    "Press the card you begin with, or write the whole line, such as 7, 9, H. Your first card is "
    "enough: it counts alone, and nobody replies before you hand in."
)
_NAME_HELP = N_("Write it as your teacher knows it.")
_WHY = N_("Your name or id goes with your answers, so that your teacher knows whose they are.")
_WHY_DEALT = N_(
    "Your name or id goes with your answers, so that your teacher knows whose they are. Your "
    "puzzles are dealt by it: others get other ones, which are as hard."
)
_ALL_THERE = N_("Your puzzle is answered."), N_("All {n} are answered.")
_MISSING = (
    N_("{n} of {count} is not answered: number {which}. Hand in all the same?"),
    N_("{n} of {count} are not answered: {which}. Hand in all the same?"),
)
_LATE = N_("It was due on {when}: what you answer now is late.")
_THEN = {
    Feedback.NOW: N_("After that you cannot answer any more."),
    Feedback.AFTER: N_(
        "After that you cannot change these answers, and you are told what was right."
    ),
    Feedback.NEVER: N_("After that you cannot change these answers."),
}
_WAS_LATE = N_("It was due on {when}, and answers after that are late.")
_BEST = N_("A puzzle counts if it was right in one of your attempts.")
_SCORES = (
    N_("Handed in: {earned} of {n} point."),
    N_("Handed in: {earned} of {n} points."),
)
_GONE = N_(
    "The answers file {name} is not there as it was written. Your answers are kept: write it again."
)
_IN_FOLDER = N_("Your answers file is {name}, in the folder {folder} ({size} kB).")
_DOWNLOADED = N_("Your answers file {name} ({size} kB) is among your downloads.")
_HOLDS = (
    N_("It holds your name and {n} answer with its time, and no mark."),
    N_("It holds your name and {n} answers with their times, and no marks."),
)
_SEND = N_("Send it to your teacher as you were told.")
