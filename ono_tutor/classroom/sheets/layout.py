"""How large exercises are set on paper, so that each page of paper holds its own whole.

There are a few fixed layouts, and the largest is taken in which the exercises of a page fit. The
style lets no exercise be cut in two; how tall one is, is estimated here from its words, cards and
boxes, rather too much than too little. Lengths are in letters of full size, or where said so in
letters of the layout's own size.
"""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

from ono_tutor.classroom.sheets.exercise import (
    LINE_NOTE,
    LINES,
    AnswerField,
    HandCard,
    SheetExercise,
    answer_fields,
    boxes_beside_cards,
    hand_cards,
    words_beside_drawing,
)
from ono_tutor.classroom.sheets.table_drawing import WIDTH, card_rows, table_height
from ono_tutor.i18n import lazy_gettext
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import option_sentences

PAGE_WIDE, PAGE_TALL = 43.4, 59.0
"""What A4 and US Letter both have within the margins."""

LETTER, CAPITAL = 0.6, 1.1
"""How wide a letter is in a text, and in words that may be capitals throughout."""

APART, GAP, CARD_GAP, BOX_GAP = 1.8, 1.8, 1.0, 1.8
"""The room between exercises, beside the drawing, and between cards of the hand and boxes."""

MOST_ALONE = 12
"""Cards of a row that are drawn one by one; of more, each kind is drawn once and counted."""

LEAST_CARD = 5.8
"""How wide a card is at the least, so that no word of its name is broken, in its own letters."""


class Layout(NamedTuple):
    """How an exercise is set.

    ``size`` is that of its letters, 1 for 12 points; ``drawn`` and ``card`` are the widths of the
    drawing and at the most of a card of the hand, in these letters. Where ``is_beside``, the
    drawing stands beside the question, not above it.
    """

    size: float
    drawn: float
    card: float
    is_beside: bool = False

    @property
    def wide(self) -> float:
        """How wide the question is, in letters of this size."""
        return PAGE_WIDE / self.size - (self.drawn + GAP if self.is_beside else 0)


ALONE = (
    Layout(1, 28, 13.5),
    Layout(1, 23, 11),
    Layout(1, 19, 9),
    Layout(0.84, 19, 9),
    Layout(0.7, 19, 9),
    Layout(0.6, 19, 9),
)
"""How an exercise is set that has a page to itself, the largest first."""

SHARING = (
    Layout(1, 20, 7.5, is_beside=True),
    Layout(1, 15, 6.5, is_beside=True),
    Layout(0.88, 17, 6.5, is_beside=True),
    Layout(0.76, 15, 5.8, is_beside=True),
)
"""The same where exercises share a page: none is smaller than nine points."""


def layout_of(exercises: Sequence[SheetExercise], head: float) -> Layout | None:
    """Return how these exercises are set on one page; None where they are too much for it.

    One alone can always be set. ``head`` is how tall that is which stands above them.
    """
    room = PAGE_TALL - head
    layouts = ALONE if len(exercises) == 1 else SHARING
    fitting = (each for each in layouts if _height(exercises, each) <= room)
    return next(fitting, ALONE[-1] if len(exercises) == 1 else None)


def lines(words: object, wide: float, letter: float = LETTER) -> int:
    """Return how many lines words take at the most."""
    return ceil(len(str(words)) * letter / wide) or 1


def _height(exercises: Sequence[SheetExercise], layout: Layout) -> float:
    """Return how tall exercises are one below the other; infinite where a card gets too small."""
    puzzles = [exercise.puzzle for exercise in exercises]
    if layout.is_beside and min(_card_wide(each, layout) for each in puzzles) < LEAST_CARD:
        return float("inf")
    apart = APART * (len(puzzles) - 1)
    return layout.size * (apart + sum(_exercise_height(each, layout) for each in puzzles))


def _exercise_height(puzzle: Puzzle, layout: Layout) -> float:
    """Return how tall an exercise is, in letters of its size, as all that follows."""
    head, position, asked = (part(puzzle, layout) for part in (_head, _position, _asked))
    if layout.is_beside:
        return head + 0.8 + max(position, asked)
    return head + position + asked


def _head(puzzle: Puzzle, layout: Layout) -> float:
    """Return how tall the number of the exercise, its rules and the rows of small cards are."""
    wide, rules = PAGE_WIDE / layout.size, puzzle.position.rules
    options = sum(1.25 * lines(words, wide) for words in option_sentences(rules))
    rows = [_row_wide(str(name), [card.code for card in row]) for name, row in card_rows(puzzle)]
    if not rows:
        return 4.6 + options
    if layout.is_beside and not options:  # the rows stand behind the rules
        return 3.0 + 3.4 * _flow([LETTER * len(rules.title) + 8, *rows], wide)
    return 5.1 + options + 4.4 * _flow(rows, wide)


def _row_wide(name: str, codes: Sequence[str]) -> float:
    cards = 3.0 * len(codes) if len(codes) <= MOST_ALONE else 5.9 * len(set(codes))
    return 2.6 + LETTER * len(name) + cards


def _position(puzzle: Puzzle, layout: Layout) -> float:
    """Return how tall the drawing is with its words, below it or beside it."""
    if puzzle.is_after_round:
        return 0
    picture = layout.drawn * table_height(puzzle.position) / WIDTH
    wide = (layout.drawn if layout.is_beside else layout.wide - layout.drawn - GAP) - 1
    words = sum(0.25 + 1.34 * lines(each, wide) for each in words_beside_drawing(puzzle))
    return picture + 0.6 + words if layout.is_beside else 0.8 + max(picture, words)


def _asked(puzzle: Puzzle, layout: Layout) -> float:
    """Return how tall the question is with the hand and the place for the answer."""
    wide = layout.wide
    question = 0.8 + 1.66 * lines(puzzle.question, wide / 1.3)
    below = (_names_height(card, _card_wide(puzzle, layout)) for card in hand_cards(puzzle))
    hand = 0.8 + 1.4 * _card_wide(puzzle, layout) + max(below, default=0)
    if puzzle.shape is Shape.LINE:
        written = 2.15 * ceil(LINES / (2 if wide > 32.2 else 1))
        return question + hand + 1.5 + _note(lazy_gettext(LINE_NOTE), wide) + written
    answer = _boxes(boxes_beside_cards(puzzle), wide)
    return question + hand + 1 + answer + _fields(puzzle, wide)


def _card_wide(puzzle: Puzzle, layout: Layout) -> float:
    count = len(puzzle.position.hand) or 1
    return min(layout.card, (layout.wide - CARD_GAP * (count - 1)) / count)


def _names_height(card: HandCard, wide: float) -> float:
    """Return how tall the names below a card are, each of one line or more beside its box."""
    box, least = (1.55, 1.9) if card.is_ticked else (0, 0)
    names = (_word_lines(name, (wide - box) / 0.92) for name in card.names)
    return sum(0.4 + max(least, 1.24 * count) for count in names)


def _word_lines(words: str, wide: float) -> int:
    """Return how many lines a few words take, none of which is broken."""
    return _flow((LETTER * (len(word) + 1) for word in words.split()), wide + LETTER)


def _fields(puzzle: Puzzle, wide: float) -> float:
    fields = answer_fields(puzzle)
    written = [7.3 + LETTER * len(field.label) for field in fields if not field.names]
    return 2.4 * _flow(written, wide) + sum(_field(each, wide) for each in fields)


def _field(field: AnswerField, wide: float) -> float:
    boxes = 2.5 + _boxes(field.names, wide) if field.names else 0
    return boxes + (_note(field.help, wide) if field.help else 0)


def _boxes(names: Sequence[str], wide: float) -> float:
    return 2.3 * _flow((2.3 + BOX_GAP + LETTER * len(name) for name in names), wide + BOX_GAP)


def _note(words: object, wide: float) -> float:
    return 0.4 + 1.26 * lines(words, wide / 0.92)


def _flow(widths: Iterable[float], wide: float) -> int:
    """Return how many lines things take that stand side by side where there is room."""
    found, left = 0, 0.0
    for width in widths:
        if width > left:
            more = ceil(width / wide)
            found, left = found + more, more * wide
        left -= width
    return found
