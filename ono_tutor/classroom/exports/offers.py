"""Which answers are offered, by what an answer to the puzzle is made of."""

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from ono_tutor.classroom.exports.offer import Answer, ExportError, judged
from ono_tutor.classroom.exports.offer_sets import card_sets, editions
from ono_tutor.i18n import N_, lazy_gettext
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.choices import offered
from ono_tutor.puzzles.kinds.survive import Survive
from ono_tutor.puzzles.puzzle import Puzzle

LEAST = 2
"""Answers without which there is nothing to choose, and some systems take no question."""


def answers_of(puzzle: Puzzle) -> tuple[Answer, ...]:
    """The answers to choose one of, in an order that says nothing; every right one is right.

    Raises :class:`ExportError` where no choice does the question justice.
    """
    if puzzle.shape not in _OFFERS:
        raise ExportError(str(lazy_gettext(_NO_CHOICE)), word=puzzle.kind)
    found = tuple(_OFFERS[puzzle.shape](puzzle))
    if len(found) < LEAST:
        raise ExportError(str(lazy_gettext(_ONE_ALONE)), word=puzzle.id)
    if not any(answer.is_right for answer in found):
        raise ExportError(str(lazy_gettext(_NONE_RIGHT)), word=puzzle.id)
    return found


def _plays(puzzle: Puzzle) -> Iterator[Answer]:
    """The cards of the hand and the kind's own choices; where a verdict is asked, those alone."""
    if puzzle.kind != Survive.name:
        rules, hand = puzzle.position.rules, puzzle.position.hand
        for play in rules.plays_of_hand(hand):
            yield judged(puzzle, str(play), rules.play_name(play))
    yield from _choices(puzzle)


def _choices(puzzle: Puzzle) -> Iterator[Answer]:
    return (judged(puzzle, word, text) for word, text in offered(puzzle))


def _next(puzzle: Puzzle) -> Iterator[Answer]:
    """Every seat, with everything that it may owe."""
    seats, most = range(len(puzzle.position.hands)), puzzle.position.rules.most_owed
    for seat, owes in product(seats, range(1, most + 1)):
        yield judged(puzzle, f"{seat} {owes}", lazy_gettext(_NEXT[owes], seat=seat))


_NEXT: Mapping[int, str] = {
    1: N_("Seat {seat}, who owes one card"),
    2: N_("Seat {seat}, who owes two cards"),
}
_OFFERS: Mapping[Shape, Callable[[Puzzle], Iterator[Answer]]] = {
    Shape.PLAY: _plays,
    Shape.PLAYS: card_sets,
    Shape.NUMBER: _choices,
    Shape.CHANCE: _choices,
    Shape.NEXT: _next,
    Shape.AMOUNTS: _choices,
    Shape.EDITIONS: editions,
}
_NO_CHOICE = N_(
    "It is answered by a line of play that goes on with the replies of the others, for which a "
    "question of choices or of one short answer has no place."
)
_ONE_ALONE = N_("Only one answer could be offered, so there is nothing to choose.")
_NONE_RIGHT = N_("None of the answers that could be offered is right.")
