"""How large an exercise can be set so that its page holds it whole.

A page is measured in the size of its letters: reckoned, for nothing runs on paper, with letters
as wide as the widest common faces have them, so that it is never too little.
"""

from collections.abc import Iterator
from math import ceil
from unicodedata import east_asian_width

from ono_tutor.cards import Card
from ono_tutor.classroom.paper.answer_space import LINES, takes_ticks
from ono_tutor.classroom.paper.leaf import Leaf
from ono_tutor.classroom.paper.table import MOST_ALONE, WIDTH, rows
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.asking import viewpoint
from ono_tutor.render.caption import option_sentences
from ono_tutor.render.seating import height

WIDE, TALL = 43.4, 59.0
"""What A4 and US Letter both have within the margins, in letters of full size."""

SIZES = tuple(size / 100 for size in range(100, 40, -4))
LETTER, BROAD = 0.58, 1.1
"""How wide a letter is, on an average of a line, and a capital or an ideograph at the most."""

PICTURE, CARD, SMALL = 19.0, 9.0, 2.7
"""The widths that the style gives to the picture of the table, a card and a small card."""


def fit(leaf: Leaf, told: tuple[str, ...], top: float) -> float:
    """The part of its full size that an exercise is set in, 1 for most.

    ``told`` is the position in words, ``top`` how tall that is which stands above the
    exercise on its page, in letters of full size.
    """
    room = TALL - top
    fitting = (size for size in SIZES if size * sum(_heights(leaf, told, WIDE / size)) <= room)
    return next(fitting, SIZES[-1])


def lines(words: str, wide: float, size: float = 1.0) -> int:
    """How many lines words take at the most, in letters of this size."""
    return ceil(sum(map(_letter, words)) * size / wide) or 1


def _letter(char: str) -> float:
    return BROAD if char.isupper() or east_asian_width(char) in "WF" else LETTER


def _heights(leaf: Leaf, told: tuple[str, ...], wide: float) -> Iterator[float]:
    """The heights of the parts from the rules down, where a line is so many letters wide."""
    puzzle = leaf.puzzle
    position = puzzle.position
    yield 5.2 + sum(1.25 * lines(text, wide, 0.92) for text in option_sentences(position.rules))
    picture = 0 if viewpoint(puzzle).is_over else PICTURE * (height(position) + 6) / WIDTH
    beside = wide - PICTURE - 2.6
    yield 0.8 + max(picture, sum(0.25 + 1.34 * lines(text, beside) for text in told))
    yield _rows(puzzle, wide)
    yield 0.8 + 1.7 * lines(str(puzzle.question), wide, 1.3)
    ways = max((len(position.rules.plays_of(card)) for card in position.hand), default=0)
    yield 0.8 + 1.4 * CARD + (0.5 + 2.4 * ways if takes_ticks(puzzle) else 1.8)
    yield _answer(leaf, wide)


def _rows(puzzle: Puzzle, wide: float) -> float:
    """How tall the rows of small cards are, one beside the other where there is room."""
    found, left = 0, 0.0
    for name, cards in rows(puzzle):
        span = 2.6 + 0.66 * len(str(name)) + _cards_wide(cards)
        more = 0 if span <= left else ceil(span / wide)
        found, left = found + more, (more * wide or left) - span
    return 4.4 * found


def _cards_wide(cards: tuple[Card, ...]) -> float:
    if len(cards) <= MOST_ALONE:
        return (SMALL + 0.3) * len(cards)
    return (SMALL + 3.2) * len(set(cards))


def _answer(leaf: Leaf, wide: float) -> float:
    """How tall the place for the answer is."""
    seats = len(leaf.puzzle.position.hands)
    return {
        Shape.LINE: 4.2 + 2.15 * ceil(LINES / 2),
        Shape.CHANCE: 4.5,
        Shape.NEXT: 6.2 + 2.4 * ceil(seats * 9 / wide),
        Shape.AMOUNTS: 1 + 2.4 * ceil(seats * 14 / wide),
        Shape.EDITIONS: 6.5,
    }.get(leaf.puzzle.shape, 3.4)
