"""Answers to choose among, where a number or amounts would have to be written.

The right one and some wrong ones that tell something: those that misconceptions lead to first,
then those of common slips, then near ones. They are computed, and always the same.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any
from zlib import crc32

from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.puzzles.answer import Mark, Shape
from ono_tutor.puzzles.kind import AnswerChoice
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.diagnosis import mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.scoring import HAND_SIZE, PUT_OUT, hand_score

OFFERED = 4
"""How many answers are offered at most."""

STEPS = (10, 1, 5, 2, 20, 3, 15)
"""How far near numbers lie from the right one: a card or a slip in adding away."""

Amounts = tuple[int, ...]


def offered(puzzle: Puzzle) -> tuple[AnswerChoice, ...]:
    """The answers to choose among: the kind's own, or computed ones where it asks for numbers.

    Raises :class:`OnoError` where the question has no answer.
    """
    if puzzle.shape not in _NEAR:
        return puzzle.choices
    put = _number if puzzle.shape is Shape.NUMBER else _amounts
    return tuple((_word(answer), put(puzzle, answer)) for answer in _answers(puzzle))


def _answers(puzzle: Puzzle) -> list[Any]:
    """The right answer and the telling wrong ones, in rising order.

    How many are less than the right one hangs on the puzzle, so that its place says nothing;
    the most telling wrong answer is among them always.
    """
    right: Any = puzzle.answer
    likely = (answer for _, answer in mistaken(KINDS[puzzle.kind], puzzle.task))
    wrong = [
        answer
        for answer in dict.fromkeys(chain(likely, _NEAR[puzzle.shape](puzzle, right)))
        if puzzle.check(_word(answer)).mark is Mark.WRONG
    ]
    less = [answer for answer in wrong if answer < right]
    more = [answer for answer in wrong if answer > right]
    place = crc32(str(puzzle.position).encode()) % OFFERED
    below = max(min(place, len(less)), OFFERED - 1 - len(more))
    below = max(below, 1) if wrong[0] in less else min(below, OFFERED - 2)  # it is offered always
    return sorted([*less[:below], right, *more[: OFFERED - 1 - below]])


def _near_numbers(puzzle: Puzzle, right: int) -> Iterator[int]:
    if puzzle.kind == "score":
        yield from _slips_of_score(puzzle, right)
        yield from (right + sign * step for step in STEPS for sign in (-1, 1) if right >= step)
        return
    near = (right + sign * step for step in STEPS for sign in (-1, 1))
    can_show = puzzle.position.rules.can_show
    totals = (puzzle.position.total, *near)
    yield from (total for total in totals if can_show(total) or not can_show(right))


def _slips_of_score(puzzle: Puzzle, right: int) -> Iterator[int]:
    """What a hand scores to somebody who forgets the missing cards, those without a number, ..."""
    hand = puzzle.position.hand
    held = hand_score(()) or 0
    yield right - (HAND_SIZE - len(hand)) * held // HAND_SIZE
    yield sum(card.number or 0 for card in hand)
    yield right + PUT_OUT


def _near_amounts(puzzle: Puzzle, right: Amounts) -> Iterator[Amounts]:
    """Nobody, another seat, everybody else, the player alone, and each of them for more."""
    seats, turn = range(len(right)), puzzle.position.turn
    yield (0,) * len(right)
    yield from (right[step:] + right[:step] for step in seats[1:])
    for amount in (max(right) or 1, 1, 2, 3):
        yield tuple(amount * (seat == turn) for seat in seats)
        yield tuple(amount * (seat != turn) for seat in seats)


def _word(answer: int | Amounts) -> str:
    return " ".join(map(str, answer)) if isinstance(answer, tuple) else str(answer)


def _number(_: Puzzle, answer: int) -> Message:
    return lazy_gettext("{number}", number=str(answer).replace("-", "−"))


def _amounts(puzzle: Puzzle, answer: Amounts) -> Message:
    """Who pays how much; the player whose hand is shown is called "you", as on the table."""
    turn = puzzle.position.turn
    parts = [
        str(lazy_gettext(_YOURS if seat == turn else _THEIRS, seat=seat, amount=amount))
        for seat, amount in enumerate(answer)
        if amount
    ]
    return (
        lazy_gettext("{amounts}", amounts=format_list(parts)) if parts else lazy_gettext("nobody")
    )


_YOURS = N_("you: {amount}")
_THEIRS = N_("seat {seat}: {amount}")
_NEAR: Mapping[Shape, Callable[[Puzzle, Any], Iterator[Any]]] = {
    Shape.NUMBER: _near_numbers,
    Shape.AMOUNTS: _near_amounts,
}
