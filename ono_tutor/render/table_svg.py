"""Draw a position as one SVG picture that needs no other file.

One player is below the total, the others follow clockwise. ``python -m ono_tutor.render.table_svg
"POSITION" > FILE`` writes the picture of a position. It has its own background, for light and dark
pages, and no ``id``, so that a page can have any number of pictures.
"""

import sys
from collections.abc import Iterator
from math import cos, pi, sin

from ono_tutor.cards import Card
from ono_tutor.errors import OnoError
from ono_tutor.game.explain import DIRECTION_NAMES, player_name
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, _, ngettext, sentence, with_minus
from ono_tutor.render.describe import (
    NOBODY,
    card_codes,
    heading,
    most_text,
    option_words,
    position_text,
    stake_words,
)
from ono_tutor.render.svg import (
    BOLD,
    CENTRED,
    CHALK,
    GOLD,
    IN_GOLD,
    IN_SOFT,
    ROUND,
    SKY,
    SOFT,
    WELL,
    WIDTH,
    framed_svg,
    placed_card,
    words,
)
from ono_tutor.rules.ninety_nine import GOAL
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Direction, Hand

REACH = 134
PLATE = 92
MOST_PLATES = 8


def height(position: Position) -> int:
    """Return how high the ring of players is drawn."""
    return 168 + 2 * (_plate_height(position) // 2) + _plate_height(position)


def seats_svg(position: Position, home: int, x: float, y: float, *, you: int) -> str:
    """Return the players and the direction of play around (*x*, *y*), the seat *home* below.

    The player on seat ``you`` is called so.
    """
    count = len(position.hands)
    ring = [_place(position, step * count / 72, x, y) for step in range(72)]
    points = " ".join(f"{left:g},{top:g}" for left, top in ring)
    line = 'fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="2"'
    arrows = "".join(_arrow(position, seat, x, y) for seat in range(count))
    draw = _plate if count <= MOST_PLATES else _dot
    players = "".join(
        draw(position, seat, _place(position, seat - home, x, y), is_home=seat == home, you=you)
        for seat in range(count)
    )
    path = f'<polygon points="{points}" {line}/>'
    return f'{path}<g fill="none" stroke="{GOLD}">{arrows}</g>{players}'


def shows_stakes(position: Position) -> bool:
    """Check whether chips or points are drawn: they count here, or they are not as at the start."""
    start = position.rules.start_stakes(position.hands)
    return bool(position.stakes) and (bool(position.rules.marks) or position.stakes != start)


def _plate_height(position: Position) -> int:
    return 60 if shows_stakes(position) else 42


def _place(position: Position, steps: float, x: float, y: float) -> tuple[float, float]:
    """Return the centre of the seat that is ``steps`` seats clockwise of the lowest one."""
    turn = pi / 2 + 2 * pi * steps / len(position.hands)
    wide = abs(cos(turn)) ** 0.6 * (1 if cos(turn) > 0 else -1)
    rise = 84 + _plate_height(position) // 2
    return round(x + REACH * wide, 1), round(y + rise * sin(turn), 1)


def _arrow(position: Position, seat: int, x: float, y: float) -> str:
    """Return the arrow between a player and the next, or "" if their plates leave no room."""
    count = len(position.hands)
    if count <= MOST_PLATES:
        left, top = _place(position, seat + 0.5, 0, 0)
        wide, tall = PLATE / 2 + 5, _plate_height(position) / 2 + 5
        for plate in (_place(position, seat, 0, 0), _place(position, seat + 1, 0, 0)):
            if abs(left - plate[0]) <= wide and abs(top - plate[1]) <= tall:
                return ""
    left, top = _place(position, seat + 0.5, x, y)
    turn = 180 + 360 * (seat + 0.5) / count
    turn += 0 if position.direction is Direction.CLOCKWISE else 180
    where = f"translate({left:g} {top:g})rotate({turn:g})"
    return f'<path transform="{where}" d="M-4-6 3 0-4 6" stroke-width="3.5"{ROUND}/>'


def _plate(
    position: Position, seat: int, middle: tuple[float, float], *, is_home: bool, you: int
) -> str:
    """Return a player as a plate with a name, a hand or what is up, and chips or points."""
    (x, y), tall, hand = middle, _plate_height(position), position.hands[seat]
    top, lines = y - tall / 2, ""
    if hand is None:
        lines = words(_("out"), x, top + 34, 13, CENTRED + IN_SOFT)
    elif seat == position.turn:
        turn = _(N_("your turn") if seat == you else N_("to move"))
        lines = words(turn, x, top + 34, 13, CENTRED + BOLD + IN_GOLD)
    elif not is_home:
        lines = _hand(hand, x, top + 34)
    if hand is not None and shows_stakes(position):
        lines += words(stake_words(position, seat), x, top + 52, 13, CENTRED + IN_SOFT)
    name = sentence(str(player_name(position.hands, seat, you)))
    label = words(name, x, top + 17 if lines else y + 5, 14.5, CENTRED + BOLD)
    size = f'width="{PLATE}" height="{tall}" rx="9"'
    frame = _frame(position, seat)
    return f'<rect x="{x - PLATE / 2:g}" y="{top:g}" {size} {frame}/>{label}{lines}'


def _dot(position: Position, seat: int, middle: tuple[float, float], **__: object) -> str:
    """Return a player as a disc, for a full table."""
    x, y = middle
    size = min(13.0, 350 / len(position.hands))
    number = words(str(position.player_number(seat)), x, y + 4.5, 13, CENTRED) if size > 9 else ""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{size:.1f}" {_frame(position, seat)}/>{number}'


def _frame(position: Position, seat: int) -> str:
    if position.hands[seat] is None:
        return f'fill="{WELL}" stroke="#fff" stroke-opacity=".45" stroke-dasharray="4 3"'
    if seat == position.turn:
        return f'fill="{WELL}" stroke="{GOLD}" stroke-width="2.5"'
    return f'fill="{WELL}" stroke="#fff" stroke-opacity=".25"'


def _hand(hand: Hand, x: float, y: float) -> str:
    """Return another player's hand: backs if it is hidden, codes if it is shown."""
    if not hand:
        return words(_("no cards"), x, y, 13, CENTRED + IN_SOFT)
    if set(hand) != {Card.UNKNOWN}:
        text = card_codes(hand)
        return words(text, x, y, min(13.0, 145 / len(text)), CENTRED)
    left = x - (10 * len(hand) - 2) / 2
    backs = "".join(
        f'<rect x="{left + 10 * n:g}" y="{y - 11:g}" width="8" height="12" rx="1.5"/>'
        for n in range(len(hand))
    )
    return f'<g fill="{SOFT}">{backs}</g>'


MIDDLE = WIDTH / 2
RADIUS = 52
CARD_WIDTH, CARD_HEIGHT, CARD_GAP = 78, 109, 8
LONGEST_NOTE = 48


def position_svg(position: Position, home: int | None = None) -> str:
    """Return the table as SVG: total, players, direction, what is owed and one player's hand.

    That player, who sits below, is the one to move, or the seat *home*, and is called "you";
    if *home* is ``NOBODY``, all players have their numbers.
    """
    you = position.turn if home is None else home
    below = position.turn if you == NOBODY or position.hands[you] is None else you
    notes = [str(note) for note in _notes(position, you)]
    top = 46 + height(position)
    foot = top + 62 + CARD_HEIGHT + 26
    tall = foot + 19 * len(notes) + (4 if notes else 0)
    parts = [
        words(position.rules.title, 20, 33, 17, BOLD),
        seats_svg(position, below, MIDDLE, 44 + height(position) / 2, you=you),
        _total(position, 44 + height(position) / 2),
        _status(position, top + 22, is_yours=you == position.turn),
        _hand_text(position.rules, position.hands[below] or (), top + 48),
        *(words(note, 20, foot + 6 + 19 * n, 13.5, IN_SOFT) for n, note in enumerate(notes)),
    ]
    return framed_svg(heading(position, you), tall, parts, position_text(position, you))


def _total(position: Position, y: float) -> str:
    """Return the total in a ring of 99 parts, with the limit or the marks as ticks on it.

    The ring fills with the total, and the other way round below zero.
    """
    number, rules = with_minus(position.total), position.rules
    unit = _("total") if rules.marks else most_text(rules)
    circle = f'<circle r="{RADIUS}" pathLength="{GOAL}" stroke-width="8"'
    ring = f'{circle} stroke="#fff" stroke-opacity=".22"/>'
    if filled := min(abs(position.total), GOAL):
        ink, flip = (GOLD, "") if position.total >= 0 else (SKY, "scale(-1 1)")
        dashes = f'stroke="{ink}" stroke-dasharray="{filled} {GOAL}"'
        ring += f'<g transform="{flip}rotate(-90)">{circle} {dashes}/></g>'
    ticks = ""
    for mark in (*rules.marks, GOAL) if rules.marks else (rules.bound - 1,):
        where = f"translate({MIDDLE:g} {y:g})rotate({360 * mark / GOAL:.4g})"
        line = f'd="M0-{RADIUS - 6}V-{RADIUS + 6}" stroke="{CHALK}" stroke-width="3"'
        ticks += f'<path transform="{where}" {line}/>'
        if rules.marks:
            turn = 2 * pi * mark / GOAL
            left, up = MIDDLE + 71 * sin(turn), y - 66 * cos(turn) + 4
            ticks += words(mark, round(left, 1), round(up, 1), 13, CENTRED + BOLD)
    return (
        f'<circle cx="{MIDDLE:g}" cy="{y:g}" r="{RADIUS + 5}" fill="{WELL}"/>'
        f'<g fill="none" transform="translate({MIDDLE:g} {y:g})">{ring}</g>{ticks}'
        + words(number, MIDDLE, y + 11, 40 if len(number) < 4 else 30, CENTRED + BOLD)
        + words(unit, MIDDLE, y + 29, 13, CENTRED + IN_SOFT)
    )


def _status(position: Position, y: float, *, is_yours: bool) -> str:
    """Return what is owed, and the direction with a round arrow that turns as play does."""
    one, more = N_("Player {seat} plays {n} card"), N_("Player {seat} plays {n} cards")
    if is_yours:
        one, more = N_("Play {n} card"), N_("Play {n} cards")
    owed = ngettext(one, more, position.owes, seat=position.player_number(position.turn))
    way = _(DIRECTION_NAMES[position.direction])
    texts = [sentence(str(owed)), sentence(str(way))]
    wide = [round(len(text) * 7.8 + 24) for text in texts]
    wide[1] += 20
    left = MIDDLE - (sum(wide) + 8) / 2
    right, is_double = left + wide[0] + 8, position.owes > 1
    flip = "" if position.direction is Direction.CLOCKWISE else "scale(-1 1)"
    arrow = f'fill="none" stroke="{GOLD}" stroke-width="2"{ROUND}'
    where = f"translate({left + wide[0] + 23:g} {y:g}){flip}"
    return (
        _pill(left, y, wide[0], GOLD if is_double else "#fff", is_double)
        + words(texts[0], left + wide[0] / 2, y + 5, 14, CENTRED + BOLD * is_double)
        + _pill(right, y, wide[1], "#fff", False)
        + f'<path transform="{where}" d="M5.5-2.5A6 6 0 1 0 6 1M6-7v5H1" {arrow}/>'
        + words(texts[1], left + wide[0] + 18 + wide[1] / 2, y + 5, 14, CENTRED)
    )


def _pill(x: float, y: float, wide: int, edge: str, is_strong: bool) -> str:
    shade = "" if is_strong else ' stroke-opacity=".25"'
    return (
        f'<rect x="{x:g}" y="{y - 13:g}" width="{wide}" height="26" rx="13" fill="{WELL}" '
        f'stroke="{edge}"{shade}/>'
    )


def _hand_text(rules: RuleSet, hand: Hand, y: float) -> str:
    """Return the cards with their names."""
    if not hand:
        return words(_("no card in hand"), MIDDLE, y + 60, 15, CENTRED + IN_SOFT)
    step, drawn = CARD_WIDTH + CARD_GAP, ""
    left = MIDDLE - (step * len(hand) - CARD_GAP) / 2
    for place, card in enumerate(hand):
        x = left + step * place
        drawn += placed_card(card.code, x, y, CARD_WIDTH, CARD_HEIGHT)
        if card is not Card.UNKNOWN:
            name = sentence(f"{rules.card_name(card):short}")
            drawn += words(name, x + CARD_WIDTH / 2, y + CARD_HEIGHT + 17, 13.5, CENTRED)
    return drawn


def _notes(position: Position, you: int) -> Iterator[str]:
    """Yield the rest of what is known, a short line each; the text form has it in full."""
    if options := option_words(position.rules):
        yield _short(_("Options: {options}", options=", ".join(options)))
    if position.played:
        yield _short(_("First card played: {card}", card=position.played.code))
    piles = (
        (position.draw, N_("Next to draw: {cards}")),
        (position.seen, N_("In the discards: {cards}")),
    )
    for cards, template in piles:
        if cards:
            yield _short(_(template, cards=card_codes(cards, ", ")))
    if position.undrawn:
        names = ", ".join(str(player_name(position.hands, seat, you)) for seat in position.undrawn)
        yield _short(_("Not yet drawn: {names}", names=names))


def _short(note: Message) -> str:
    text = str(note)
    return text if len(text) <= LONGEST_NOTE else text[: LONGEST_NOTE - 1] + "…"


def main(arguments: list[str]) -> int:
    """Write the picture of the position given; the exit status."""
    try:
        (line,) = arguments
        sys.stdout.write(position_svg(Position.parse(line)))
    except OnoError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except ValueError:
        sys.stderr.write('usage: python -m ono_tutor.render.table_svg "POSITION" > FILE\n')
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
