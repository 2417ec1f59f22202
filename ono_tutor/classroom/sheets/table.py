"""The table drawn for paper: the players round the total, and rows of cards, ink on white.

The pictures take the ink and the ground of the page (``paper.css``), so that nothing dark is
printed; what they show stands in words in the same page, and screen readers are given only those.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import cos, pi, sin

from ono_tutor.cards import Card
from ono_tutor.classroom.sheets.frame import block, text
from ono_tutor.classroom.sheets.symbols import card_face
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, lazy_gettext, sentence
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import is_open
from ono_tutor.render.svg_style import BOLD, CENTRED, words
from ono_tutor.render.table_svg import height, seats_svg
from ono_tutor.rules.ninety_nine import GOAL
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet

WIDTH, RADIUS = 380, 52
MOST_ALONE = 12
"""Cards of a row that are drawn one by one; of more, each kind is drawn once and counted."""

Row = tuple[Message, tuple[Card, ...]]


def table_svg(position: Position) -> str:
    """The players round the total, the one to move below, and the way that play goes."""
    tall = height(position) + 6
    middle, y = WIDTH / 2, tall / 2
    seats = _as_yours(seats_svg(position, position.turn, middle, y), position.turn)
    return (
        f'<svg class="table" viewBox="0 0 {WIDTH} {tall}" aria-hidden="true">'
        f'<g class="seats">{seats}</g><g transform="translate({middle:g} {y:g})">'
        f"{_dial(position)}</g></svg>\n"
    )


def _as_yours(seats: str, seat: int) -> str:
    """The seats with yours called so; where each is but a disc, its number is all there is."""
    named = ((N_("Seat {seat}"), N_("You")), (N_("to move"), N_("your turn")))
    for old, new in named:
        seats = seats.replace(
            f">{lazy_gettext(old, seat=seat)}</text>", f">{lazy_gettext(new)}</text>", 1
        )
    return seats


def _dial(position: Position) -> str:
    """The total in a ring of 99 parts that fills with it, the other way round below zero."""
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
    """The marks, or the highest total that is safe, as ticks with their numbers outside."""
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


def card_rows(puzzle: Puzzle, *, with_hand: bool = False) -> str:
    """The cards that can be seen beyond the hand, and those played, as rows of small cards."""
    position = puzzle.position
    mine = [(lazy_gettext("Seat {seat}", seat=position.turn), position.hand)] if with_hand else []
    return block("div", [_row(*row) for row in (*mine, *rows(puzzle)) if row[1]], "rows")


def rows(puzzle: Puzzle) -> list[Row]:
    """The rows of small cards, each with its name: other hands, the piles, and the plays."""
    return [row for row in _rows(puzzle) if row[1]]


def _rows(puzzle: Puzzle) -> Iterator[Row]:
    position = puzzle.position
    for seat, hand in enumerate(position.hands):
        if seat != position.turn and hand and is_open(hand):
            yield lazy_gettext("Seat {seat}", seat=seat), hand
    yield lazy_gettext("Next to draw"), position.draw
    yield lazy_gettext("In the discards"), position.seen
    yield lazy_gettext("Played"), tuple(_played(puzzle))


def _played(puzzle: Puzzle) -> Iterator[Card]:
    if puzzle.position.played:
        yield puzzle.position.played
    for play in puzzle.plays:
        if isinstance(play, Play) and play.card:
            yield from (play.card,) * play.copies


def _row(name: Message, cards: tuple[Card, ...]) -> str:
    drawn = _one_by_one(cards) if len(cards) <= MOST_ALONE else _by_kind(cards)
    return f'<p class="row" aria-hidden="true"><b>{text("span", name)}</b>{"".join(drawn)}</p>\n'


def _one_by_one(cards: Iterable[Card]) -> Iterator[str]:
    return (card_face(card.code) for card in cards)


def _by_kind(cards: tuple[Card, ...]) -> Iterator[str]:
    order = {card: place for place, card in enumerate(dict.fromkeys(cards))}
    for card, alike in groupby(sorted(cards, key=order.__getitem__)):
        count = lazy_gettext("× {count}", count=len(list(alike)))
        yield card_face(card.code) + text("span", count)


def way_names(rules: RuleSet, card: Card) -> list[tuple[str, str]]:
    """Each way to play a card, and its name as a label."""
    return [(str(way), play_label(rules, way)) for way in rules.plays_of(card)]


def play_label(rules: RuleSet, play: Play | LateDraw) -> str:
    """A play's name as a label."""
    name = lazy_gettext("the late draw") if isinstance(play, LateDraw) else rules.play_name(play)
    return sentence(str(name))
