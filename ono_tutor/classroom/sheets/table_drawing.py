"""The table drawn for paper: the players round the total, and the rows of cards, ink on white.

The pictures take the ink and the ground of the page (``paper.css``), so that nothing dark is
printed; what they show stands in words in the same page, and screen readers are given only those.
"""

from collections.abc import Iterator
from math import cos, pi, sin

from ono_tutor.cards import Card
from ono_tutor.classroom.html_pages import Markup
from ono_tutor.game.position import Position
from ono_tutor.i18n import Message, lazy_gettext
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import is_open
from ono_tutor.render.seats_svg import height, seats_svg
from ono_tutor.render.svg import BOLD, CENTRED, words
from ono_tutor.rules.ninety_nine import GOAL
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet

WIDTH, RADIUS = 380, 52
"""How wide the drawing is, and the radius of the ring round the total."""

MOST_ALONE = 12
"""Cards of a row that are drawn one by one; of more, each kind is drawn once and counted."""

CardRow = tuple[Message, tuple[Card, ...]]
"""A row of small cards after its name."""


def ink_table_svg(position: Position) -> Markup:
    """Return the players round the total, the one to move below, and the way that play goes."""
    tall = height(position) + 6
    middle, y = WIDTH / 2, tall / 2
    seats = seats_svg(position, position.turn, middle, y, is_yours=True)
    return Markup(
        f'<svg class="table" viewBox="0 0 {WIDTH} {tall}" aria-hidden="true">'
        f'<g class="seats">{seats}</g><g transform="translate({middle:g} {y:g})">'
        f"{_dial(position)}</g></svg>"
    )


def _dial(position: Position) -> str:
    """Draw the total in a ring of 99 parts that fills with it, the other way round below zero."""
    total = str(position.total).replace("-", "−")
    filled, way = min(abs(position.total), GOAL), "" if position.total >= 0 else "scale(-1 1)"
    ring = f'<circle r="{RADIUS}" pathLength="{GOAL}" '
    dashes = f'class="filled" stroke-dasharray="{filled} {GOAL}"'
    arc = f'<g transform="{way}rotate(-90)">{ring}{dashes}/></g>' if filled else ""
    return (
        f'{ring}class="ring"/>{arc}{"".join(_marks(position.rules))}'
        + words(total, 0, 11, 42 if len(total) < 4 else 32, CENTRED + BOLD)
        + words(lazy_gettext("total"), 0, 30, 14, CENTRED)
    )


def _marks(rules: RuleSet) -> Iterator[str]:
    """Draw the marks, or the highest total that is safe, as ticks with their numbers outside."""
    if not rules.marks:
        limit = lazy_gettext("{limit} at most", limit=rules.bound - 1)
        yield _tick(rules.bound - 1) + words(limit, 0, -RADIUS - 10, 13, CENTRED + BOLD)
    for mark in (*rules.marks, GOAL) if rules.marks else ():
        turn = 2 * pi * mark / GOAL
        x, y = round(75 * sin(turn), 1), round(4 - 67 * cos(turn), 1)
        yield _tick(mark) + words(mark, x, y, 13, CENTRED + BOLD)


def _tick(mark: int) -> str:
    turn = f'transform="rotate({360 * mark / GOAL:.4g})"'
    return f'<path class="tick" {turn} d="M0-{RADIUS - 7}V-{RADIUS + 7}"/>'


def card_rows(puzzle: Puzzle, *, with_hand: bool = False) -> list[CardRow]:
    """Return the rows of small cards: other open hands, the piles, and what was played.

    ``with_hand`` puts the hand of the player to move first.
    """
    return [(name, cards) for name, cards in _rows(puzzle, with_hand) if cards]


def _rows(puzzle: Puzzle, with_hand: bool) -> Iterator[CardRow]:
    position = puzzle.position
    if with_hand:
        yield lazy_gettext("Player {seat}", seat=position.turn), position.hand
    for seat, hand in enumerate(position.hands):
        if seat != position.turn and hand and is_open(hand):
            yield lazy_gettext("Player {seat}", seat=seat), hand
    yield lazy_gettext("Next to draw"), position.draw
    yield lazy_gettext("In the discards"), position.seen
    yield lazy_gettext("Played"), tuple(_played(puzzle))


def _played(puzzle: Puzzle) -> Iterator[Card]:
    if puzzle.position.played:
        yield puzzle.position.played
    for play in puzzle.plays:
        if isinstance(play, Play) and play.card:
            yield from (play.card,) * play.copies
