"""The form in which a puzzle is answered where a press on a card or a button does not do."""

from collections.abc import Callable, Mapping, Sequence

from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, lazy_gettext, sentence
from ono_tutor.puzzles.answer import Answer, Next, Shape
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers import Json
from ono_tutor.render.card_svg import card_svg
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.ruleset import RuleSet


def answer_form(puzzle: Puzzle, position: Position) -> Json | None:
    """The form for an answer to a puzzle, of which ``position`` is on the table now.

    None where cards and choices say everything.
    """
    fields = _FIELDS[puzzle.shape](position) if puzzle.shape in _FIELDS else []
    if not fields:
        return None
    legend = lazy_gettext("Your answer")
    return {"legend": str(legend), "fields": fields, "submit": {"text": str(lazy_gettext(_SUBMIT))}}


def answer_of(puzzle: Puzzle, values: Mapping[str, object]) -> object:
    """The answer that the values of a form give, in words or as a list; empty for none."""
    if puzzle.shape is Shape.NEXT:
        return _all_of([values.get("seat"), values.get("owes")])
    if puzzle.shape is Shape.AMOUNTS:
        seats = range(len(puzzle.position.hands))
        return _all_of([values.get(f"seat-{seat}") for seat in seats])
    given = values.get("answer")
    return list(map(str, given)) if isinstance(given, list) else _word(given)


def _all_of(values: Sequence[object]) -> str:
    """The values as words; no answer at all where one is missing."""
    words = [_word(value) for value in values]
    return " ".join(words) if all(words) else ""


def _word(value: object) -> str:
    is_whole = isinstance(value, float) and value.is_integer()
    return "" if value is None else str(int(value) if is_whole else value).strip()  # type: ignore[call-overload]


def _number(_: Position) -> list[Json]:
    return [_field("answer", "number", lazy_gettext("Number"), value=None, step=1)]


def _chance(_: Position) -> list[Json]:
    help_ = lazy_gettext("Choose one above or write it as 8/25, 8 of 25, 32% or 0.32.")
    return [_field("answer", "text", lazy_gettext("Chance"), value="", help=str(help_))]


def _plays(position: Position) -> list[Json]:
    rules = position.rules
    plays = dict.fromkeys(rules.plays_of_hand(position.hand))
    options = [_play_option(rules, play) for play in plays]
    if rules.lays_down:
        options.append(_option(str(OUT), lazy_gettext("None: the hand is laid down")))
    label = lazy_gettext("Cards to mark")
    return [_field("answer", "checks", label, value=[], options=options, from_hand="toggle")]


def _play_option(rules: RuleSet, play: Play) -> Json:
    svg = card_svg(play.card.code) if play.card else None
    return {"value": str(play), "text": sentence(str(rules.play_name(play))), "svg": svg}


def _line(_: Position) -> list[Json]:
    help_ = lazy_gettext(
        "Press the cards in order or write them, such as 7, 9, H. One card is enough: the "
        "others reply, and you go on."
    )
    label = lazy_gettext("Your play, or the whole line")
    return [_field("answer", "text", label, value="", help=str(help_), from_hand="append")]


def _next(position: Position) -> list[Json]:
    seats = [_option(str(seat), _seat(position, seat)) for seat in range(len(position.hands))]
    owed = [
        _option("1", lazy_gettext("one card")),
        _option("2", lazy_gettext("two cards")),
    ]
    blank = _option("", lazy_gettext("choose"))
    most = owed[: position.rules.most_owed]
    return [
        _field("seat", "select", lazy_gettext("Next to play"), value="", options=[blank, *seats]),
        _field("owes", "select", lazy_gettext("Owes"), value="", options=[blank, *most]),
    ]


def _amounts(position: Position) -> list[Json]:
    return [
        _field(f"seat-{seat}", "number", _seat(position, seat), value=0, min=0, step=1)
        for seat in range(len(position.hands))
    ]


def _editions(_: Position) -> list[Json]:
    options = [
        _option(key, lazy_gettext("{title}", title=kind.title)) for key, kind in RULE_SETS.items()
    ]
    help_ = lazy_gettext("Mark every rule set that it is true of; none is an answer too.")
    label = lazy_gettext("True of")
    return [_field("answer", "checks", label, value=[], options=options, help=str(help_))]


def _seat(position: Position, seat: int) -> Message:
    if seat == position.turn:
        return lazy_gettext("Seat {seat} (you)", seat=seat)
    if position.hands[seat] is None:
        return lazy_gettext("Seat {seat} (out)", seat=seat)
    return lazy_gettext("Seat {seat}", seat=seat)


def _option(value: str, text: Message) -> Json:
    return {"value": value, "text": str(text), "svg": None}


def _field(name: str, kind: str, label: Message, **more: object) -> Json:
    return {"name": name, "type": kind, "label": str(label), **more}


_FIELDS: Mapping[Shape, Callable[[Position], list[Json]]] = {
    Shape.NUMBER: _number,
    Shape.CHANCE: _chance,
    Shape.PLAYS: _plays,
    Shape.LINE: _line,
    Shape.NEXT: _next,
    Shape.AMOUNTS: _amounts,
    Shape.EDITIONS: _editions,
}
_SUBMIT = N_("Answer")


MARKED = (Shape.PLAY, Shape.CHANCE)
"""Shapes of answers that are a card of the hand, or one of the choices beside it."""


def filled(form: Json | None, answer: Answer | None) -> Json | None:
    """The form with an answer's values in its fields; as it is where there is no answer."""
    if form is None or answer is None:
        return form
    values = _field_values(answer)
    fields = form["fields"]
    assert isinstance(fields, list)
    return form | {"fields": [_with_value(field, values) for field in fields]}


def _with_value(field: Json, values: Mapping[str, object]) -> Json:
    name = str(field["name"])
    if name not in values:
        return field
    value = values[name]
    if isinstance(value, list) and field["type"] != "checks":
        value = ", ".join(value)
    return field | {"value": value}


def _field_values(answer: Answer) -> Mapping[str, object]:
    if isinstance(answer, Next):
        return {"seat": str(answer.seat), "owes": str(answer.owes)}
    if isinstance(answer, tuple):
        seats = {f"seat-{seat}": count for seat, count in enumerate(answer)}
        return seats | {"answer": list(map(str, answer))}
    return {"answer": answer if isinstance(answer, int) else str(answer)}


def marked_choice(shape: Shape, answer: Answer | None) -> str | None:
    """The card or the choice that an answer is, None where it stands in a form."""
    if answer is None or shape not in MARKED:
        return None
    parts = answer if isinstance(answer, tuple) else (answer,)
    return str(parts[0]) if len(parts) == 1 else None
