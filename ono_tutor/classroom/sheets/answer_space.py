"""Where a puzzle is answered by hand: boxes to tick, and lines to write on.

What is offered hangs on the kind of question, the rules and the position alone. No answer is
computed for it, and no choice stands here that had to be computed from the answer.
"""

from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any, NamedTuple

from ono_tutor.cards import Card
from ono_tutor.classroom.sheets.frame import block, text
from ono_tutor.classroom.sheets.leaf import Leaf
from ono_tutor.classroom.sheets.symbols import card_face
from ono_tutor.classroom.sheets.table import play_label, way_names
from ono_tutor.i18n import N_, Message, lazy_gettext, sentence
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.forms import answer_form
from ono_tutor.render.scene import viewpoint

LINES = 12
"""Lines for a line of play: always as many, so that they say nothing about it."""


class Field(NamedTuple):
    """A field of a form: its label, and what is offered, of which one or any number is ticked.

    Where nothing is offered it is written on.
    """

    label: str
    names: tuple[str, ...]
    is_one: bool
    help: str


def takes_ticks(puzzle: Puzzle) -> bool:
    """Whether the answer is ticked at the cards, not beside them."""
    return puzzle.offers_cards and puzzle.shape in (Shape.PLAY, Shape.PLAYS)


def hand_html(leaf: Leaf) -> str:
    """The hand in big cards, each with its name, and boxes to tick where cards are the answer."""
    cards = leaf.puzzle.position.hand
    if not cards:
        return text("p", lazy_gettext("There is no card in this hand."))
    is_over = viewpoint(leaf.puzzle).is_over
    name = escape(str(lazy_gettext(N_("The hand") if is_over else N_("Your cards"))))
    inner = "".join(_card(leaf, card) for card in cards)
    return f'<ul class="hand" aria-label="{name}">\n{inner}</ul>\n'


def _card(leaf: Leaf, card: Card) -> str:
    puzzle = leaf.puzzle
    rules = puzzle.position.rules
    names = [text("span", sentence(str(rules.card_name(card))))]
    if takes_ticks(puzzle) and card is not Card.UNKNOWN:
        names = [_box(leaf, name) for _, name in way_names(rules, card)]
    return block("li", (card_face(card.code), *names))


def answer_html(leaf: Leaf) -> str:
    """The rest of what an answer is written on; nothing where the cards say everything."""
    return "".join(_PLACES[leaf.puzzle.shape](leaf))


def _plays(leaf: Leaf) -> Iterator[str]:
    """What may be played beside single cards: several together, or none of them."""
    yield _boxes(leaf, box_names(leaf.puzzle))


def _choices(leaf: Leaf) -> Iterator[str]:
    yield _boxes(leaf, box_names(leaf.puzzle))


def box_names(puzzle: Puzzle) -> list[str]:
    """What can be ticked beside single cards."""
    if puzzle.shape is Shape.PLAY:
        return [str(choice) for _, choice in puzzle.choices]
    rules = puzzle.position.rules
    more = [play for play in rules.plays_of_hand(puzzle.position.hand) if play.copies > 1]
    names = [play_label(rules, play) for play in more]
    return names + [str(lazy_gettext("None: the hand is laid down"))] * rules.lays_down


def _number(_: Leaf) -> Iterator[str]:
    yield _line(lazy_gettext("Number"))


def _chance(_: Leaf) -> Iterator[str]:
    yield _line(lazy_gettext("Chance"))
    yield _note(lazy_gettext("Write it exactly, as a fraction such as 8/25."))


def _line_of_play(leaf: Leaf) -> Iterator[str]:
    note = N_(
        "Write the plays of all seats in order, yours first: after each of yours, what the others "
        "do against it, and your next."
    )
    yield _note(lazy_gettext(note))
    yield block("ol", [block("li", _ply(number)) for number in range(1, LINES + 1)], "plies")


def _ply(number: int) -> Iterator[str]:
    yield text("b", lazy_gettext("{number}.", number=number))
    yield _written(lazy_gettext("Play {number}: the seat", number=number), "seat", N_("seat"))
    yield _written(lazy_gettext("Play {number}: the card", number=number), "card", N_("card"))


def _written(label: Message, look: str, word: str) -> str:
    shown = text("span", lazy_gettext(word)).replace("<span", '<span aria-hidden="true"', 1)
    name = escape(str(label))
    return f'{shown}<input type="text" class="{look}" aria-label="{name}" autocomplete="off">'


def _form(leaf: Leaf) -> Iterator[str]:
    """The fields of the form that the other faces have, as boxes and lines."""
    for place, field in enumerate(fields_of(leaf.puzzle)):
        if not field.names:
            yield _line(field.label, "amount")
            continue
        boxes = "".join(
            _box(leaf, name, is_one=field.is_one, group=f"-{place}") for name in field.names
        )
        yield block("fieldset", text("legend", field.label) + block("div", boxes, "boxes"))
        if field.help:
            yield _note(field.help)


def fields_of(puzzle: Puzzle) -> Iterator[Field]:
    """The fields of the form, with your own seat called so."""
    form: Any = answer_form(puzzle, puzzle.position)
    mine = {"seat": puzzle.position.turn}
    seat, you = lazy_gettext("Seat {seat} (you)", **mine), lazy_gettext("You (seat {seat})", **mine)
    owes = lazy_gettext("Owes")
    put = {str(seat): str(you), str(owes): str(lazy_gettext("Owes, so must play"))}
    for field in form["fields"]:
        names = [option["text"] for option in field.get("options", ()) if option["value"]]
        label = put.get(field["label"], field["label"])
        names = [put.get(name, name) for name in names]
        yield Field(label, tuple(names), field["type"] == "select", field.get("help", ""))


def _boxes(leaf: Leaf, names: list[str]) -> str:
    return block("div", [_box(leaf, name) for name in names], "boxes")


def _box(leaf: Leaf, name: str, *, is_one: bool | None = None, group: str = "") -> str:
    """A box to tick; of the boxes for one answer only one can be ticked on a screen."""
    if is_one is None:
        is_one = leaf.puzzle.shape is Shape.PLAY
    kind = f'radio" name="{leaf.handle}{group}' if is_one else "checkbox"
    box = f'<input type="{kind}" autocomplete="off">'
    return f'<label class="box">{box}{text("span", name)}</label>'


def _line(label: object, look: str = "line") -> str:
    field = '<input type="text" autocomplete="off">'
    return f'<label class="{look}">{text("span", label)}{field}</label>\n'


def _note(words: object) -> str:
    return text("p", words, "note") + "\n"


_PLACES: Mapping[Shape, Callable[[Leaf], Iterator[str]]] = {
    Shape.PLAY: _choices,
    Shape.PLAYS: _plays,
    Shape.LINE: _line_of_play,
    Shape.NUMBER: _number,
    Shape.CHANCE: _chance,
    Shape.NEXT: _form,
    Shape.AMOUNTS: _form,
    Shape.EDITIONS: _form,
}
