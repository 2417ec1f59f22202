"""How large exercises can be set so that their page holds them whole.

A page is measured in the size of its letters: reckoned, for nothing runs on paper, with letters
as wide as the widest common faces have them, so that it is never too little.
"""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple
from unicodedata import east_asian_width

from ono_tutor.cards import Card
from ono_tutor.classroom.sheets.answer_space import LINES, box_names, fields_of, takes_ticks
from ono_tutor.classroom.sheets.leaf import Leaf
from ono_tutor.classroom.sheets.table import MOST_ALONE, WIDTH, rows, way_names
from ono_tutor.classroom.sheets.told import short_words
from ono_tutor.i18n import sentence
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import option_sentences
from ono_tutor.render.scene import viewpoint
from ono_tutor.render.table_svg import height

NAME, BOX = 0.92, 1.55
"""The style's size of a name below a card, and the room that a box before it takes."""

WIDE, TALL = 43.4, 59.0
"""What A4 and US Letter both have within the margins, in letters of full size."""

LETTER, BROAD = 0.58, 1.1
"""How wide a letter is, on an average of a line, and a capital or an ideograph at the most."""

SMALL, SMALLER, GAP, CARD_GAP, APART = 2.7, 2.0, 1.8, 1.0, 1.8
"""The style's widths of a small card, and its room beside a drawing and a card, and between two
exercises."""


class Setting(NamedTuple):
    """How an exercise is set.

    ``size`` is that of its letters, 1 for full size; ``drawn`` and ``card`` are the widths of the
    drawing and at the most of a card of the hand, in these letters. A broad one has the drawing
    beside the question, not above it.
    """

    size: float
    drawn: float
    card: float
    is_broad: bool = False

    @property
    def wide(self) -> float:
        """What a line holds where the question stands, in letters of this size."""
        return WIDE / self.size - (self.drawn + GAP if self.is_broad else 0)


ALONE = (
    *(Setting(1, 19 + step, 9 + step / 2) for step in range(9, -1, -1)),
    *(Setting(size / 100, 19, 9) for size in range(96, 40, -4)),
)
"""How an exercise that has a page to itself can be set, the largest first."""

SHARING = tuple(
    Setting(size / 100, drawn, card, is_broad=True)
    for size in range(100, 72, -4)
    for drawn, card in ((20, 7.5), (18.5, 7), (17, 6.5), (15, 6.5), (15, 5.8))
)
"""The same where exercises share a page: none is smaller than nine points."""


def setting_of(leaves: Sequence[Leaf], top: float) -> Setting | None:
    """How these leaves can be set on one page; None where they are too much for it.

    One alone can always be set. ``top`` is how tall that is which stands above them, in letters
    of full size.
    """
    room = TALL - top
    if len(leaves) == 1:
        return next((each for each in ALONE if _tall(leaves[0], each) <= room), ALONE[-1])
    fitting = (each for each in SHARING if all(_has_room(leaf.puzzle, each) for leaf in leaves))
    return next((each for each in fitting if _sum(leaves, each) <= room), None)


def _sum(leaves: Sequence[Leaf], setting: Setting) -> float:
    """How tall leaves are one below the other; the first has no room above it."""
    return sum(_tall(leaf, setting) for leaf in leaves) - setting.size * APART


def _has_room(puzzle: Puzzle, setting: Setting) -> bool:
    """Whether no word of a card's name would be broken below it."""
    wide, names = card_wide(puzzle, setting), _names_below(puzzle)
    words = (word for some, box in names for name in some for word in name.split())
    need = max((sum(map(_letter, word)) for word in words), default=0)
    return need * NAME + max((box for _, box in names), default=0) <= wide


def card_wide(puzzle: Puzzle, setting: Setting) -> float:
    """How wide each card of the hand is, in letters of this size."""
    count = len(puzzle.position.hand) or 1
    return min(setting.card, (setting.wide - CARD_GAP * (count - 1)) / count)


def lines(words: str, wide: float, size: float = 1.0) -> int:
    """How many lines words take at the most, in letters of this size."""
    found, left = 0, 0.0
    for word in words.split(" "):
        span = sum(map(_letter, word)) * size
        if span > left:
            more = ceil(span / wide)
            found, left = found + more, wide * more
        left -= span + LETTER * size
    return found or 1


def _letter(char: str) -> float:
    return BROAD if char.isupper() or east_asian_width(char) in "WF" else LETTER


def _tall(leaf: Leaf, setting: Setting) -> float:
    """How tall an exercise is, in letters of full size."""
    puzzle, found = leaf.puzzle, _head(leaf.puzzle, setting)
    position, asked = _position(puzzle, setting), _asked(leaf, setting)
    if setting.is_broad:
        return setting.size * (APART + found + 0.8 + max(position, asked))
    return setting.size * (found + (0.8 + position if position else 0) + asked)


def _head(puzzle: Puzzle, setting: Setting) -> float:
    """How tall the number of the exercise, its rules and the rows of small cards are."""
    whole, rules = WIDE / setting.size, puzzle.position.rules
    options = sum(1.25 * lines(words, whole, 0.92) for words in option_sentences(rules))
    if not setting.is_broad:
        return 5.0 + options + _rows(puzzle, whole, SMALL)
    if options or not rows(puzzle):
        return 5.0 + options + _rows(puzzle, whole, SMALLER)
    first = sum(map(_letter, rules.title)) + 8
    return 3.2 + _rows(puzzle, whole, SMALLER, first)


def _position(puzzle: Puzzle, setting: Setting) -> float:
    """How tall the drawing is with its words, below it where the whole is broad."""
    if viewpoint(puzzle).is_over:
        return 0
    picture = setting.drawn * (height(puzzle.position) + 6) / WIDTH
    beside = setting.drawn if setting.is_broad else setting.wide - setting.drawn - GAP
    told = sum(0.25 + 1.34 * lines(str(words), beside - 1) for words in short_words(puzzle))
    return picture + 0.6 + told if setting.is_broad else max(picture, told)


def _asked(leaf: Leaf, setting: Setting) -> float:
    """How tall the question is with the hand and the place for the answer."""
    puzzle, wide = leaf.puzzle, setting.wide
    above = 0 if setting.is_broad else 0.8
    question = above + 1.66 * lines(str(puzzle.question), wide, 1.3)
    return question + _hand(puzzle, setting) + 1 + _answer(leaf.puzzle, wide)


def _hand(puzzle: Puzzle, setting: Setting) -> float:
    """How tall the cards are with their names, each broken where it is too long."""
    wide = card_wide(puzzle, setting)
    deep = max(
        (
            sum(_name_tall(name, wide - box, box) for name in names)
            for names, box in _names_below(puzzle)
        ),
        default=0.0,
    )
    return 0.8 + 1.4 * wide + deep


def _name_tall(name: str, wide: float, box: float) -> float:
    return 0.4 + max(1.9 if box else 0, 1.34 * NAME * lines(name, wide, NAME))


def _names_below(puzzle: Puzzle) -> list[tuple[list[str], float]]:
    """For each card of the hand the names below it, and how wide the box before each is."""
    rules, hand = puzzle.position.rules, puzzle.position.hand
    if not takes_ticks(puzzle):
        return [([sentence(str(rules.card_name(card)))], 0) for card in hand]
    ways = {card: [name for _, name in way_names(rules, card)] for card in hand}
    return [(ways[card], BOX) for card in hand if card is not Card.UNKNOWN]


def _rows(puzzle: Puzzle, wide: float, small: float, first: float = 0) -> float:
    """How tall the rows of small cards are, one beside the other where there is room.

    ``first`` is how wide that is which stands before them in the first line.
    """
    found, left = (1, wide - first) if first else (0, 0.0)
    for name, cards in rows(puzzle):
        span = 2.6 + 0.66 * len(str(name)) + _cards_wide(cards, small)
        more = 0 if span <= left else ceil(span / wide)
        found, left = found + more, (more * wide or left) - span
    return (1.4 * small + 0.6) * found + 0.5 if found else 0


def _cards_wide(cards: tuple[Card, ...], small: float) -> float:
    if len(cards) <= MOST_ALONE:
        return (small + 0.3) * len(cards)
    return (small + 3.2) * len(set(cards))


def _answer(puzzle: Puzzle, wide: float) -> float:
    """How tall the place for the answer is."""
    match puzzle.shape:
        case Shape.PLAY | Shape.PLAYS:
            return _boxes(box_names(puzzle), wide)
        case Shape.LINE:
            return _note("seven " * 28, wide) + 0.5 + 2.15 * ceil(LINES / (2 if wide > 32.2 else 1))
        case Shape.NUMBER:
            return 1.8
        case Shape.CHANCE:
            return 1.8 + _note("seven " * 9, wide)
        case Shape.AMOUNTS:
            names = [field.label for field in fields_of(puzzle)]
            return _boxes(names, wide, more=5.1, each=2.4)
    forms = fields_of(puzzle)
    return sum(2.5 + _boxes(form.names, wide) + _note(form.help, wide) for form in forms)


def _note(words: str, wide: float) -> float:
    """How tall a note below boxes or lines is."""
    return 0.4 + 1.26 * lines(words, wide, 0.92) if words else 0


def _boxes(names: Sequence[str], wide: float, more: float = 1.85, each: float = 2.3) -> float:
    """How tall so many labels are with boxes before them or lines behind, side by side."""
    found, left = 0.0, 0.0
    for name in names:
        span = min(wide, more + sum(map(_letter, name)))
        if span > left:
            found, left = found + max(each, 1.4 * lines(name, wide - more)), wide
        left -= span + 2.2
    return max(0, found - 0.35)
