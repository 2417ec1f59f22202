"""A puzzle for a page without an engine: its scene, and what is said of every possible answer."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any

from ono_tutor.errors import UnanswerableError
from ono_tutor.i18n import Message, lazy_gettext
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers import Json
from ono_tutor.render.feedback import check_feedback, hint_feedback, note
from ono_tutor.render.forms import answer_form, answer_of
from ono_tutor.render.scene import Asked, action_button, choice_buttons, is_told, scene, viewpoint

FORMS = (Shape.PLAYS, Shape.NEXT, Shape.EDITIONS)
"""What is answered by selects and checks; the other answers are a card's or a choice's."""


def page_puzzle(puzzle: Puzzle) -> Json:
    """Return the parts of the view: ``{scene, hints, solution, answers: {key: feedback}}``.

    A key is the message of the view as :func:`key_of` writes it; every message that this scene
    can send as an answer has its feedback. Raises :class:`UnanswerableError` for a puzzle whose
    answers are lines: they go on and on.
    """
    if puzzle.shape is Shape.LINE:
        message = (
            f"{puzzle.id} is answered by a line of play, for which a page needs the engine: "
            "offer it with ono-try, or on the practice page"
        )
        raise UnanswerableError(message, word=puzzle.kind)
    drawn = _scene(puzzle)
    hints = puzzle.hints
    return {
        "scene": drawn,
        "hints": [hint_feedback(hint, n, len(hints), 0) for n, hint in enumerate(hints, 1)],
        "solution": check_feedback(puzzle, puzzle.solution(), 0, shown=True),
        "answers": {key_of(message): _told(puzzle, message) for message in messages(drawn)},
    }


def key_of(message: Mapping[str, Any]) -> str:
    """Return a message of the view as words: ``play H``, ``choice lost``, ``answer 7,H|2``.

    The values of a form stand in the order of its fields, parted by bars, and the options that
    are marked in their order, parted by commas.
    """
    if message["type"] != "answer":
        return f"{message['type']} {message['play' if message['type'] == 'play' else 'id']}"
    values = message["values"].values()
    parts = (",".join(value) if isinstance(value, list) else value for value in values)
    return f"answer {'|'.join(parts)}"


def messages(drawn: Json) -> Iterator[Json]:
    """Return every message that the view of this scene can send as an answer."""
    form: Any = drawn["form"]
    fields: list[Any] = form["fields"] if form else []
    if not any(field.get("from_hand") for field in fields):
        for play in _plays(drawn):
            yield {"type": "play", "play": play}
    choices: Any = drawn["choices"]
    for choice in choices:
        yield {"type": "choice", "id": choice["id"]}
    if fields:
        names = [field["name"] for field in fields]
        for values in product(*map(_values, fields)):
            yield {"type": "answer", "values": dict(zip(names, values, strict=True))}


def _plays(drawn: Json) -> list[str]:
    """What presses on the cards of the hand send, each once."""
    hand: Any = drawn["hand"]
    ways = [[way["play"] for way in card["choices"]] or [card["code"]] for card in hand]
    return list(dict.fromkeys(play for card in ways for play in card))


def _values(field: Mapping[str, Any]) -> list[Any]:
    """Every value that a field can have."""
    options = [option["value"] for option in field["options"]]
    if field["type"] != "checks":
        return options
    sizes = range(len(options) + 1)
    return [list(chosen) for size in sizes for chosen in combinations(options, size)]


def _scene(puzzle: Puzzle) -> Json:
    asked = Asked(
        question=puzzle.question,
        choices=choice_buttons(puzzle.offered),
        actions=(
            action_button("hint", "h", lazy_gettext("Hint")),
            action_button("solution", "s", lazy_gettext("Show the answer")),
            action_button("again", "r", lazy_gettext("Try again")),
        ),
        is_told=is_told(puzzle),
    )
    drawn = scene(puzzle.position, asked, view=viewpoint(puzzle))
    drawn["form"] = answer_form(puzzle, puzzle.position) if puzzle.shape in FORMS else None
    return drawn


def _told(puzzle: Puzzle, message: Json) -> Json:
    """The feedback to a message, as every face of a table gives it."""
    kind = message["type"]
    if kind == "play" and puzzle.shape is not Shape.PLAY:
        return note("info", lazy_gettext("No answer yet."), _no_card(puzzle), 0)
    values: Any = message.get("values")
    given = (
        answer_of(puzzle, values) if kind == "answer" else message.get("play", message.get("id"))
    )
    return check_feedback(puzzle, puzzle.check(given), 0)


def _no_card(puzzle: Puzzle) -> Message:
    if puzzle.shape in FORMS:
        return lazy_gettext("Here the answer is not a card alone: give it in the form.")
    return lazy_gettext("Here the answer is not a card: choose one of the answers.")
