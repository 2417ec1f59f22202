"""The players drawn around the total: one of them below, the others clockwise from there."""

from collections.abc import Iterator
from math import cos, pi, sin

from ono_tutor.cards import Card
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, lazy_gettext
from ono_tutor.render.caption import card_codes, stake_words
from ono_tutor.render.svg import (
    BOLD,
    CENTRED,
    GOLD,
    IN_GOLD,
    IN_SOFT,
    ROUND,
    SOFT,
    WELL,
    words,
)
from ono_tutor.rules.seats import Direction, Hand

REACH = 134
PLATE = 92
MOST_PLATES = 8


def height(position: Position) -> int:
    """Return how high the ring of players is drawn."""
    return 2 * _rise(position) + _plate_height(position)


def seats_svg(position: Position, home: int, x: float, y: float, *, you: int) -> str:
    """Return the players and the direction of play around (*x*, *y*), the seat *home* below.

    The player on seat ``you`` is called so.
    """
    seats = range(len(position.hands))
    marks = "".join(_arrow(position, seat, x, y) for seat in seats if _has_room(position, seat))
    plates = "".join(
        _seat(position, seat, home, _place(position, seat - home, x, y), seat == you)
        for seat in seats
    )
    return f'{_path(position, x, y)}<g fill="none" stroke="{GOLD}">{marks}</g>{plates}'


def shows_stakes(position: Position) -> bool:
    """Check whether chips or points are drawn: they count here, or they are not as at the start."""
    start = position.rules.start_stakes(position.hands)
    return bool(position.stakes) and (bool(position.rules.marks) or position.stakes != start)


def _rise(position: Position) -> int:
    return 84 + _plate_height(position) // 2


def _plate_height(position: Position) -> int:
    return 60 if shows_stakes(position) else 42


def _place(position: Position, steps: float, x: float, y: float) -> tuple[float, float]:
    """Return where the player sits who is so many seats clockwise of the mover."""
    turn = pi / 2 + 2 * pi * steps / len(position.hands)
    wide = abs(cos(turn)) ** 0.6 * (1 if cos(turn) > 0 else -1)
    return round(x + REACH * wide, 1), round(y + _rise(position) * sin(turn), 1)


def _path(position: Position, x: float, y: float) -> str:
    points = " ".join(
        "{:g},{:g}".format(*_place(position, step * len(position.hands) / 72, x, y))
        for step in range(72)
    )
    line = 'fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="2"'
    return f'<polygon points="{points}" {line}/>'


def _has_room(position: Position, seat: int) -> bool:
    """Return whether an arrow fits between this player's plate and the next one's."""
    if len(position.hands) > MOST_PLATES:
        return True
    (x, y), (left, top) = (_place(position, seat + step, 0, 0) for step in (0.5, 0))
    wide, tall = PLATE / 2 + 5, _plate_height(position) / 2 + 5
    (right, low) = _place(position, seat + 1, 0, 0)
    is_off_first = abs(x - left) > wide or abs(y - top) > tall
    return is_off_first and (abs(x - right) > wide or abs(y - low) > tall)


def _arrow(position: Position, seat: int, x: float, y: float) -> str:
    left, top = _place(position, seat + 0.5, x, y)
    turn = 180 + 360 * (seat + 0.5) / len(position.hands)
    turn += 0 if position.direction is Direction.CLOCKWISE else 180
    where = f"translate({left:g} {top:g})rotate({turn:g})"
    return f'<path transform="{where}" d="M-4-6 3 0-4 6" stroke-width="3.5"{ROUND}/>'


def _seat(
    position: Position, seat: int, home: int, place: tuple[float, float], is_yours: bool
) -> str:
    x, y = place
    if len(position.hands) > MOST_PLATES:
        return _dot(position, seat, x, y)
    tall = _plate_height(position)
    left, top = x - PLATE / 2, y - tall / 2
    box = (
        f'<rect x="{left:g}" y="{top:g}" width="{PLATE}" height="{tall}" rx="9" '
        f"{_frame(position, seat)}/>"
    )
    lines = "".join(_lines(position, seat, seat != home, (x, top + 34), is_yours))
    name = lazy_gettext(N_("You") if is_yours else N_("Player {seat}"), seat=seat)
    return box + words(name, x, top + 17 if lines else y + 5, 14.5, CENTRED + BOLD) + lines


def _frame(position: Position, seat: int) -> str:
    if position.hands[seat] is None:
        return f'fill="{WELL}" stroke="#fff" stroke-opacity=".45" stroke-dasharray="4 3"'
    if seat == position.turn:
        return f'fill="{WELL}" stroke="{GOLD}" stroke-width="2.5"'
    return f'fill="{WELL}" stroke="#fff" stroke-opacity=".25"'


def _dot(position: Position, seat: int, x: float, y: float) -> str:
    """Return a player as a disc: the table is full."""
    size = min(13.0, 350 / len(position.hands))
    number = words(str(seat), x, y + 4.5, 13, CENTRED) if size > 9 else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{size:.1f}" {_frame(position, seat)}/>{number}'


def _lines(
    position: Position, seat: int, shows_hand: bool, place: tuple[float, float], is_yours: bool
) -> Iterator[str]:
    hand, (x, y) = position.hands[seat], place
    if hand is None:
        yield words(lazy_gettext("out"), x, y, 13, CENTRED + IN_SOFT)
    elif seat == position.turn:
        turn = lazy_gettext(N_("your turn") if is_yours else N_("to move"))
        yield words(turn, x, y, 13, CENTRED + BOLD + IN_GOLD)
    elif shows_hand:
        yield _hand(hand, x, y)
    if hand is not None and shows_stakes(position):
        yield words(stake_words(position, seat), x, y + 18, 13, CENTRED + IN_SOFT)


def _hand(hand: Hand, x: float, y: float) -> str:
    """Return another player's hand: backs where it is hidden, codes where it is shown."""
    if not hand:
        return words(lazy_gettext("no cards"), x, y, 13, CENTRED + IN_SOFT)
    if set(hand) == {Card.UNKNOWN}:
        return _fan(len(hand), x, y)
    text = card_codes(hand)
    size = min(13.0, 145 / len(text))
    return words(text, x, y, size, CENTRED)


def _fan(count: int, x: float, y: float) -> str:
    left = x - (10 * count - 2) / 2
    backs = "".join(
        f'<rect x="{left + 10 * n:g}" y="{y - 11:g}" width="8" height="12" rx="1.5"/>'
        for n in range(count)
    )
    return f'<g fill="{SOFT}">{backs}</g>'
