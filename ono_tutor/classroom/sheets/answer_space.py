"""Where a puzzle is answered by hand: boxes to tick, and lines to write on.

What is offered depends on the kind of question, the rules and the position alone. No answer is
computed for it, so no choice stands here that would give the answer away.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ono_tutor.cards import Card
from ono_tutor.i18n import N_, lazy_gettext, sentence
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.kinds.survive import Survive
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.forms import answer_form
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet

LINES = 12
"""Lines for a line of play: always as many, so that they say nothing about it."""


class AnswerField(NamedTuple):
    """A field of a form: its label, and the names of boxes, of which one or any can be ticked.

    Where there are no boxes it is written on.
    """

    label: str
    names: tuple[str, ...] = ()
    is_one: bool = False
    help: str = ""


class HandCard(NamedTuple):
    """A card of the hand: its code, and the names below it, which are boxes to tick or words."""

    code: str
    names: tuple[str, ...]
    is_ticked: bool


def hand_cards(puzzle: Puzzle) -> list[HandCard]:
    """Return the cards of the hand, each with a box for each way to play it where that answers."""
    rules = puzzle.position.rules
    is_verdict = puzzle.kind == Survive.name
    is_ticked = puzzle.shape is Shape.PLAYS or (puzzle.shape is Shape.PLAY and not is_verdict)
    found = []
    for card in puzzle.position.hand:
        names: tuple[str, ...] = (sentence(str(rules.card_name(card))),)
        if has_boxes := is_ticked and card is not Card.UNKNOWN:
            names = tuple(_play_label(rules, play) for play in rules.plays_of(card))
        found.append(HandCard(card.code, names, has_boxes))
    return found


def boxes_beside_cards(puzzle: Puzzle) -> list[str]:
    """Return the names of the boxes beside those of single cards.

    They are a kind's own choices, or several cards together, or laying the hand down.
    """
    if puzzle.shape is Shape.PLAY:
        return [str(choice) for _, choice in puzzle.choices]
    if puzzle.shape is not Shape.PLAYS:
        return []
    rules = puzzle.position.rules
    more = [play for play in rules.plays_of_hand(puzzle.position.hand) if play.copies > 1]
    names = [_play_label(rules, play) for play in more]
    return names + [str(lazy_gettext("None: the hand is laid down"))] * rules.lays_down


def answer_fields(puzzle: Puzzle) -> list[AnswerField]:
    """Return the fields to tick or to write on, as the forms on screens have them."""
    match puzzle.shape:
        case Shape.NUMBER:
            return [AnswerField(str(lazy_gettext("Number")))]
        case Shape.CHANCE:
            note = lazy_gettext("Write it exactly, as a fraction such as 8/25.")
            return [AnswerField(str(lazy_gettext("Chance")), help=str(note))]
        case Shape.NEXT | Shape.AMOUNTS | Shape.EDITIONS:
            return list(_form_fields(puzzle))
    return []


def _form_fields(puzzle: Puzzle) -> Iterator[AnswerField]:
    """Yield the fields of the form, with your own seat called so."""
    form: Any = answer_form(puzzle, puzzle.position)
    mine = {"seat": puzzle.position.turn}
    seat, you = lazy_gettext("Seat {seat} (you)", **mine), lazy_gettext("You (seat {seat})", **mine)
    owes = lazy_gettext("Owes")
    put = {str(seat): str(you), str(owes): str(lazy_gettext("Owes, so must play"))}
    for field in form["fields"]:
        texts = [option["text"] for option in field.get("options", ()) if option["value"]]
        names = tuple(put.get(text, text) for text in texts)
        help_ = field.get("help", "") if names else ""
        label = put.get(field["label"], field["label"])
        yield AnswerField(label, names, field["type"] == "select", help_)


def _play_label(rules: RuleSet, play: Play | LateDraw) -> str:
    name = lazy_gettext("the late draw") if isinstance(play, LateDraw) else rules.play_name(play)
    return sentence(str(name))


LINE_NOTE = N_(
    "Write the plays of all seats in order, yours first: after each of yours, what the others "
    "do against it, and your next."
)
