"""The forms in which a puzzle is answered, and a puzzle whole, for a page without an engine."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import Any

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, _, gettext, ngettext, sentence
from ono_tutor.puzzles.answer import Answer, Next, Shape, parts_of
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import answer_words
from ono_tutor.render.feedback import check_feedback, hint_feedback
from ono_tutor.render.scene import action_button, puzzle_scene
from ono_tutor.render.svg import card_svg
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import OUT, LateDraw, Play

NO_CARD = N_("None: no card can be played")
"""The answer that the hand has no card to play, whatever the rules make of that."""

MOST_OWED = 6
"""Cards owed that are offered as an answer: as many as three doubles that are added up."""

MARKED = (Shape.PLAY, Shape.CHANCE)
"""Shapes of answers that are a card of the hand, or one of the choices beside it."""


def form(legend: str, fields: Iterable[Json], submit: str | None = None) -> Json:
    """Return a form; one without the text of a button is sent field by field.

    One with a field of buttons is sent as a whole, as soon as each field has a value. The legend
    and the button's text are templates.
    """
    button = None if submit is None else {"text": gettext(submit)}
    return {"legend": gettext(legend), "fields": list(fields), "submit": button}


def field(name: str, kind: str, label: Message | str, value: object, **more: object) -> Json:
    """Return a field of a form.

    Its kind is ``text``, ``number``, ``range``, ``select``, ``checks``, ``buttons`` or ``seats``,
    which are pressed on the table. A label that is text is a template. ``more`` are a help,
    options, bounds and the like.
    """
    spoken = _(label) if isinstance(label, str) else label
    told = {key: str(part) if isinstance(part, Message) else part for key, part in more.items()}
    return {"name": name, "type": kind, "label": str(spoken), "value": value, **told}


def option(value: str, text: Message | str, svg: str | None = None) -> Json:
    """Return an option of a select or of checks, perhaps with a picture."""
    picture: Json = {"svg": svg} if svg else {}
    return {"value": value, "text": str(text), **picture}


def answer_form(puzzle: Puzzle, position: Position) -> Json | None:
    """Return the form for an answer to a puzzle, of which ``position`` is on the table now.

    Return None where cards and choices say everything.
    """
    if puzzle.shape not in _FIELDS:
        return None
    fields = _FIELDS[puzzle.shape](position)
    submit = None if puzzle.shape is Shape.NEXT else N_("Answer")
    return form(N_("Your answer"), fields, submit) if fields else None


def answer_of(puzzle: Puzzle, values: Mapping[str, object]) -> object:
    """Return the answer that the values of a form give, in words or a list; empty for none."""
    if puzzle.shape is Shape.NEXT:
        return _all_of(map(values.get, ("seat", "owes")))
    if puzzle.shape is Shape.AMOUNTS:
        seats = range(len(puzzle.position.hands))
        return _all_of(values.get(f"seat-{seat}") for seat in seats)
    given = values.get("answer")
    return list(map(str, given)) if isinstance(given, list) else _word(given)


def _all_of(values: Iterable[object]) -> str:
    """Return the values as words; no answer at all where one is missing."""
    words = list(map(_word, values))
    return " ".join(words) if all(words) else ""


def _word(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value).strip()


def _number(__: Position) -> list[Json]:
    return [field("answer", "number", N_("Number"), None, step=1)]


def _chance(__: Position) -> list[Json]:
    help_ = _("Choose one above or write it as 8/25, 8 of 25, 32% or 0.32.")
    return [field("answer", "text", N_("Chance"), "", help=help_)]


def _plays(position: Position) -> list[Json]:
    rules = position.rules
    options = [
        option(
            str(play),
            sentence(f"{rules.play_name(play):short}"),
            card_svg(play.card.code) if play.card else None,
        )
        for play in dict.fromkeys(rules.plays_of_hand(position.hand))
    ]
    if rules.lays_down:
        options.append(option(str(OUT), _(NO_CARD)))
    label = N_("Cards to mark")
    return [field("answer", "checks", label, [], options=options, from_hand="toggle")]


def _line(__: Position) -> list[Json]:
    help_ = _(
        "Press the cards in order or write them, such as 7, 9, H. One card is enough: the "
        "others reply, and you go on."
    )
    label = N_("Your play, or the whole line")
    return [field("answer", "text", label, "", help=help_, from_hand="append")]


def _next(position: Position) -> list[Json]:
    seats = [option(str(seat), _seat(position, seat)) for seat in range(len(position.hands))]
    most = MOST_OWED if position.rules.most_owed > 1 else 1
    owed = [option(str(n), ngettext("{n} card", "{n} cards", n)) for n in range(1, most + 1)]
    press = _("Press a player on the table.")
    return [
        field("seat", "seats", N_("Who is next?"), "", options=seats, help=press),
        field("owes", "buttons", N_("How many cards must they play?"), "", options=owed),
    ]


def _amounts(position: Position) -> list[Json]:
    return [
        field(f"seat-{seat}", "number", _seat(position, seat), 0, min=0, step=1)
        for seat in range(len(position.hands))
    ]


def _editions(__: Position) -> list[Json]:
    options = [option(key, kind.title) for key, kind in RULE_SETS.items()]
    help_ = _("Mark every game where it is true. None is an answer too.")
    return [field("answer", "checks", N_("True in"), [], options=options, help=help_)]


def _seat(position: Position, seat: int) -> Message:
    if seat == position.turn:
        return _("You")
    if position.hands[seat] is None:
        return _("Player {seat} (out)", seat=position.player_number(seat))
    return _("Player {seat}", seat=position.player_number(seat))


_FIELDS: Mapping[Shape, Callable[[Position], list[Json]]] = {
    Shape.NUMBER: _number,
    Shape.CHANCE: _chance,
    Shape.PLAYS: _plays,
    Shape.LINE: _line,
    Shape.NEXT: _next,
    Shape.AMOUNTS: _amounts,
    Shape.EDITIONS: _editions,
}


# ---- an answer that was given before ----


def filled(shown: Json | None, answer: Answer | None) -> Json | None:
    """Return the form with an answer's values in its fields, or as it is without an answer."""
    if shown is None or answer is None:
        return shown
    values, fields = _values(answer), shown["fields"]
    assert isinstance(fields, list)
    return shown | {"fields": [_with(one, values) for one in fields]}


def _with(one: Json, values: Mapping[str, object]) -> Json:
    value = values.get(str(one["name"]), one["value"])
    if isinstance(value, list) and one["type"] != "checks":
        value = ", ".join(value)
    return one | {"value": value}


def _values(answer: Answer) -> Mapping[str, object]:
    if isinstance(answer, Next):
        return {"seat": str(answer.seat), "owes": str(answer.owes)}
    if isinstance(answer, tuple) and not isinstance(answer, Play | LateDraw):
        seats = {f"seat-{seat}": count for seat, count in enumerate(answer)}
        return seats | {"answer": list(map(str, answer))}
    return {"answer": answer if isinstance(answer, int) else str(answer)}


def answer_text(puzzle: Puzzle, answer: Answer) -> str:
    """Return the answer in words: those of the choice, where it is one that was offered."""
    words = dict(puzzle.choices).get(marked_choice(puzzle.shape, answer) or "")
    return sentence(str(words) if words else answer_words(puzzle, answer))


def marked_choice(shape: Shape, answer: Answer | None) -> str | None:
    """Return the card or choice that is the answer, or None if a form was filled in."""
    if answer is None or shape not in MARKED:
        return None
    parts = parts_of(answer)
    return str(parts[0]) if len(parts) == 1 else None


# ---- a puzzle on a page without an engine ----


FORMS = (Shape.PLAYS, Shape.NEXT, Shape.EDITIONS)
"""What is answered by a form; the other answers are a card's or a choice's."""


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
        "hints": [hint_feedback(hint, n, len(hints)) for n, hint in enumerate(hints, 1)],
        "solution": check_feedback(puzzle, puzzle.solution(), shown=True),
        "answers": {
            message_key(message): _feedback_to(puzzle, message) for message in messages(drawn)
        },
    }


def message_key(message: Mapping[str, Any]) -> str:
    """Parse a message of the view into words: ``play H``, ``choice lost``, ``answer 7,H|2``.

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
        for play in _hand_plays(drawn):
            yield {"type": "play", "play": play}
    choices: Any = drawn["choices"]
    for choice in choices:
        yield {"type": "choice", "id": choice["id"]}
    if fields:
        names = [field["name"] for field in fields]
        for values in product(*map(_field_values, fields)):
            yield {"type": "answer", "values": dict(zip(names, values, strict=True))}


def _hand_plays(drawn: Json) -> list[str]:
    """Return what presses on the cards of the hand send, each once."""
    hand: Any = [] if drawn["shut"] else drawn["hand"]
    ways = [[way["play"] for way in card["choices"]] or [card["code"]] for card in hand]
    return list(dict.fromkeys(play for card in ways for play in card))


def _field_values(field: Mapping[str, Any]) -> list[Any]:
    """Return every value that a field can have."""
    options = [option["value"] for option in field["options"]]
    if field["type"] != "checks":
        return options
    sizes = range(len(options) + 1)
    return [list(chosen) for size in sizes for chosen in combinations(options, size)]


def _scene(puzzle: Puzzle) -> Json:
    actions = (
        action_button("hint", "h", _("Hint")),
        action_button("solution", "s", _("Show the answer")),
        action_button("again", "r", _("Try again")),
    )
    drawn = puzzle_scene(puzzle, puzzle.position, actions, choices=puzzle.offered)
    drawn["form"] = answer_form(puzzle, puzzle.position) if puzzle.shape in FORMS else None
    return drawn


def _feedback_to(puzzle: Puzzle, message: Json) -> Json:
    """Return the feedback to a message, as every kind of table gives it."""
    values: Any = message.get("values")
    given = answer_of(puzzle, values) if values else message.get("play", message.get("id"))
    return check_feedback(puzzle, puzzle.check(given))
