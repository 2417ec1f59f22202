"""Draw a position as one SVG picture that needs no other file.

One player is below the total, the others follow clockwise.
"""

from collections.abc import Iterator
from math import cos, pi, sin

from ono_tutor.cards import Card
from ono_tutor.game.explain import DIRECTION_NAMES, format_stake, player_name
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, _, ngettext, sentence, translate, with_minus
from ono_tutor.render.describe import (
    NOBODY,
    card_codes,
    heading,
    most_text,
    option_words,
    position_text,
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
    shorten_note,
    words,
)
from ono_tutor.rules.ninety_nine import GOAL
from ono_tutor.rules.play import Direction

REACH = 134
PLATE = 92
MOST_PLATES = 8
MIDDLE = WIDTH / 2
RADIUS = 52
CARD_WIDTH, CARD_HEIGHT, CARD_GAP = 78, 109, 8


def position_svg(position: Position, home: int | None = None) -> str:
    """Return the table as SVG: total, players, direction, what is owed and one player's hand.

    That player, who sits below, is the one to move, or the seat *home*, and is called "you";
    if *home* is ``NOBODY``, all players have their numbers.
    """
    you = position.turn if home is None else home
    below = position.turn if you == NOBODY or position.hands[you] is None else you
    notes = [shorten_note(note) for note in _notes(position, you)]
    top = 46 + height(position)
    foot = top + 62 + CARD_HEIGHT + 26
    tall = foot + 19 * len(notes) + (4 if notes else 0)
    parts = [
        words(position.rules.title, 20, 33, 17, BOLD),
        seats_svg(position, below, MIDDLE, 44 + height(position) / 2, you=you),
        _total_svg(position, 44 + height(position) / 2),
        _status_svg(position, top + 22, is_yours=you == position.turn),
        _hand_svg(position, below, top + 48),
        *(words(note, 20, foot + 6 + 19 * n, 13.5, IN_SOFT) for n, note in enumerate(notes)),
    ]
    return framed_svg(heading(position, you), tall, parts, position_text(position, you))


# ---- the players ----


def height(position: Position) -> int:
    """Return how high the ring of players is drawn."""
    return 168 + 2 * (_plate_height(position) // 2) + _plate_height(position)


def shows_stakes(position: Position) -> bool:
    """Check whether chips or points are drawn: they count here, or they are not as at the start."""
    start = position.rules.start_stakes(position.hands)
    return bool(position.stakes) and (bool(position.rules.marks) or position.stakes != start)


def _plate_height(position: Position) -> int:
    return 60 if shows_stakes(position) else 42


def _place(position: Position, steps: float) -> tuple[float, float]:
    """Return the centre of the seat that is ``steps`` seats clockwise of the lowest one."""
    turn = pi / 2 + 2 * pi * steps / len(position.hands)
    wide = abs(cos(turn)) ** 0.6 * (1 if cos(turn) > 0 else -1)
    rise = 84 + _plate_height(position) // 2
    return REACH * wide, rise * sin(turn)


def seats_svg(position: Position, home: int, x: float, y: float, *, you: int) -> str:
    """Return the players and the direction of play around (*x*, *y*), the seat *home* below.

    The player on seat ``you`` is called so.
    """
    count, has_plates = len(position.hands), len(position.hands) <= MOST_PLATES

    def at(steps: float) -> tuple[float, float]:
        left, top = _place(position, steps)
        return round(x + left, 1), round(y + top, 1)

    points = " ".join("{:g},{:g}".format(*at(step * count / 72)) for step in range(72))
    line = 'fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="2"'
    arrows, tall = "", _plate_height(position)
    back = 0 if position.direction is Direction.CLOCKWISE else 180
    for seat in range(count):  # an arrow to the next player, where the plates leave room
        left, top = at(seat + 0.5)
        near = [
            abs(left - plate_x) <= PLATE / 2 + 5 and abs(top - plate_y) <= tall / 2 + 5
            for plate_x, plate_y in (at(seat), at(seat + 1))
        ]
        if not (has_plates and any(near)):
            turn = 180 + 360 * (seat + 0.5) / count + back
            where = f"translate({left:g} {top:g})rotate({turn:g})"
            arrows += f'<path transform="{where}" d="M-4-6 3 0-4 6" stroke-width="3.5"{ROUND}/>'
    players = ""
    for seat in range(count):
        left, top = at(seat - home)
        if has_plates:
            players += _plate_svg(position, seat, left, top, home=home, you=you)
            continue
        size = min(13.0, 350 / count)  # a disc, for a full table
        players += f'<circle cx="{left:g}" cy="{top:g}" r="{size:.1f}" {_frame(position, seat)}/>'
        number = str(position.player_number(seat))
        players += words(number, left, top + 4.5, 13, CENTRED) if size > 9 else ""
    path = f'<polygon points="{points}" {line}/>'
    return f'{path}<g fill="none" stroke="{GOLD}">{arrows}</g>{players}'


def _plate_svg(  # noqa: PLR0913 - a player and a place
    position: Position, seat: int, x: float, y: float, *, home: int, you: int
) -> str:
    """Return a player as a plate with a name, a hand or what is up, and chips or points."""
    tall, hand = _plate_height(position), position.hands[seat]
    top, text, look, letters = y - tall / 2, "", IN_SOFT, 13.0
    if hand is None:
        text = str(_("out"))
    elif seat == position.turn:
        text = str(_(N_("your turn") if seat == you else N_("to move")))
        look = BOLD + IN_GOLD
    elif seat != home and not hand:
        text = str(_("no cards"))
    elif seat != home and set(hand) != {Card.UNKNOWN}:
        text, look = card_codes(hand), ""
        letters = min(13.0, 145 / len(text))
    lines = words(text, x, top + 34, letters, CENTRED + look) if text else ""
    if seat != home and hand and not text:  # the backs of hidden cards
        left = x - (10 * len(hand) - 2) / 2
        backs = "".join(
            f'<rect x="{left + 10 * n:g}" y="{top + 23:g}" width="8" height="12" rx="1.5"/>'
            for n in range(len(hand))
        )
        lines = f'<g fill="{SOFT}">{backs}</g>'
    if hand is not None and shows_stakes(position):
        stake = format_stake(position.rules, position.stakes[seat])
        lines += words(stake, x, top + 52, 13, CENTRED + IN_SOFT)
    name = sentence(str(player_name(position.hands, seat, you)))
    label = words(name, x, top + 17 if lines else y + 5, 14.5, CENTRED + BOLD)
    size = f'width="{PLATE}" height="{tall}" rx="9"'
    box = f'<rect x="{x - PLATE / 2:g}" y="{top:g}" {size} {_frame(position, seat)}/>'
    return box + label + lines


def _frame(position: Position, seat: int) -> str:
    if position.hands[seat] is None:
        return f'fill="{WELL}" stroke="#fff" stroke-opacity=".45" stroke-dasharray="4 3"'
    if seat == position.turn:
        return f'fill="{WELL}" stroke="{GOLD}" stroke-width="2.5"'
    return f'fill="{WELL}" stroke="#fff" stroke-opacity=".25"'


# ---- the total, the status and the hand ----


def _total_svg(position: Position, y: float) -> str:
    """Return the total in a ring of 99 parts, with the limit or the marks as ticks on it.

    The ring fills with the total, and the other way round below zero.
    """
    number, rules = with_minus(position.total), position.rules
    unit = _("total") if rules.marks else most_text(rules)
    circle = f'<circle r="{RADIUS}" pathLength="{GOAL}" stroke-width="8"'
    ring, ticks = f'{circle} stroke="#fff" stroke-opacity=".22"/>', ""
    if filled := min(abs(position.total), GOAL):
        ink, flip = (GOLD, "") if position.total >= 0 else (SKY, "scale(-1 1)")
        dashes = f'stroke="{ink}" stroke-dasharray="{filled} {GOAL}"'
        ring += f'<g transform="{flip}rotate(-90)">{circle} {dashes}/></g>'
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


def _status_svg(position: Position, y: float, *, is_yours: bool) -> str:
    """Return what is owed, and the direction with a round arrow that turns as play does."""
    one, more = N_("Player {seat} plays {n} card"), N_("Player {seat} plays {n} cards")
    if is_yours:
        one, more = N_("Play {n} card"), N_("Play {n} cards")
    owed = ngettext(one, more, position.owes, seat=position.player_number(position.turn))
    owed_text = sentence(str(owed))
    way_text = sentence(translate(DIRECTION_NAMES[position.direction]))
    wide, way_wide = (round(len(text) * 7.8 + 24) for text in (owed_text, way_text))
    way_wide += 20
    left, is_double = MIDDLE - (wide + way_wide + 8) / 2, position.owes > 1
    right = left + wide + 8
    flip = "" if position.direction is Direction.CLOCKWISE else "scale(-1 1)"
    arrow = f'fill="none" stroke="{GOLD}" stroke-width="2"{ROUND}'
    box = f'height="26" rx="13" fill="{WELL}"'
    faint = 'stroke="#fff" stroke-opacity=".25"'
    edge = f'stroke="{GOLD}"' if is_double else faint
    return (
        f'<rect x="{left:g}" y="{y - 13:g}" width="{wide}" {box} {edge}/>'
        + words(owed_text, left + wide / 2, y + 5, 14, CENTRED + BOLD * is_double)
        + f'<rect x="{right:g}" y="{y - 13:g}" width="{way_wide}" {box} {faint}/>'
        + f'<path transform="translate({right + 15:g} {y:g}){flip}" '
        + f'd="M5.5-2.5A6 6 0 1 0 6 1M6-7v5H1" {arrow}/>'
        + words(way_text, right + 10 + way_wide / 2, y + 5, 14, CENTRED)
    )


def _hand_svg(position: Position, seat: int, y: float) -> str:
    """Return the cards of a player with their names."""
    hand = position.hands[seat]
    if not hand:
        return words(_("no card in hand"), MIDDLE, y + 60, 15, CENTRED + IN_SOFT)
    step, drawn = CARD_WIDTH + CARD_GAP, ""
    left = MIDDLE - (step * len(hand) - CARD_GAP) / 2
    for place, card in enumerate(hand):
        x = left + step * place
        drawn += placed_card(card.code, x, y, CARD_WIDTH, CARD_HEIGHT)
        if card is not Card.UNKNOWN:
            name = sentence(f"{position.rules.card_name(card):short}")
            drawn += words(name, x + CARD_WIDTH / 2, y + CARD_HEIGHT + 17, 13.5, CENTRED)
    return drawn


def _notes(position: Position, you: int) -> Iterator[Message]:
    """Yield the rest of what is known, a short line each; the text form has it in full."""
    if options := option_words(position.rules):
        yield _("Options: {options}", options=", ".join(options))
    if position.played:
        yield _("First card played: {card}", card=position.played.code)
    if position.draw:
        yield _("Next to draw: {cards}", cards=card_codes(position.draw, ", "))
    if position.seen:
        yield _("In the discards: {cards}", cards=card_codes(position.seen, ", "))
    if position.undrawn:
        names = ", ".join(str(player_name(position.hands, seat, you)) for seat in position.undrawn)
        yield _("Not yet drawn: {names}", names=names)
