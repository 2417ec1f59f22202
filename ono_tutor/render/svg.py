"""Pictures: their colours, text and frame, the faces of the cards, and a position as a table.

No element has an ``id``, so any number of pictures can share a page. A card's face is a file in
``cards``: strokes drawn here, not type, with a shape of its own for every kind of card.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape
from importlib.resources import files
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
from ono_tutor.rules.ninety_nine import GOAL
from ono_tutor.rules.play import Direction

FELT, RIM, WELL = "#1f5847", "#143c30", "#123a2e"
CHALK, SOFT, GOLD, SKY = "#f6f2e6", "#cfe0d6", "#f2c65a", "#9fd0ff"
SAFE, LOST = "#a9dfc2", "#ffb0b5"
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
WIDTH, LEFT, RIGHT = 380, 20, 360
"""The width of every picture, and between what its words stand."""

LONGEST_NOTE = 48

CENTRED, AT_END = ' text-anchor="middle"', ' text-anchor="end"'
BOLD = ' font-weight="700"'
IN_SOFT, IN_GOLD = f' fill="{SOFT}"', f' fill="{GOLD}"'
ROUND = ' stroke-linecap="round" stroke-linejoin="round"'


def words(text: object, x: float, y: float, size: float, look: str = "") -> str:
    """Return a text in one line, its foot at (*x*, *y*); *look* is made of the constants above."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{look}>{escape(str(text))}</text>'


def fitted_width(text: object, longest: int, width: int) -> str:
    """Return the look of a text that is set narrower where it has more than *longest* letters."""
    fitted = f' textLength="{width}" lengthAdjust="spacingAndGlyphs"'
    return fitted if len(str(text)) > longest else ""


def shorten_note(text: object) -> str:
    """Return a line of small text, cut where it has too many letters."""
    line = str(text)
    return line if len(line) <= LONGEST_NOTE else line[: LONGEST_NOTE - 1] + "…"


def framed_svg(title: object, height: float, parts: Iterable[str], description: object = "") -> str:
    """Return the parts as one picture with its own background.

    It suits light and dark pages; it has no script, and no ``id``, so any number of
    pictures can share a page. A screen reader has the title and the description.
    """
    described = f"<desc>{escape(str(description))}</desc>" if description else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" '
        f'width="{WIDTH}" height="{height:g}" role="img" fill="{CHALK}" font-family="{FONT}">'
        f"<title>{escape(str(title))}</title>{described}"
        f'<rect width="{WIDTH}" height="{height:g}" rx="18" fill="{RIM}"/>'
        f'<rect x="5" y="5" width="{WIDTH - 10}" height="{height - 10:g}" rx="14" fill="{FELT}"/>'
        + "".join(parts)
        + "</svg>\n"
    )


# ---- the faces of the cards ----

PAPER, EDGE, SLATE = "#fffdf6", "#cdc3ab", "#1d3b4f"


@lru_cache(maxsize=len(Card))
def card_svg(code: str) -> str:
    """Return the face of the card *code* as SVG: decoration, hidden from screen readers.

    Raises :class:`ValueError` for a code that is no card's.
    """
    name = "back" if Card(code) is Card.UNKNOWN else code
    return files(__package__).joinpath("cards", f"{name}.svg").read_text("utf-8").rstrip()


def placed_card(code: str, x: float, y: float, wide: int, high: int) -> str:
    """Return the face of a card as a part of another picture."""
    box = f'<svg x="{x:g}" y="{y:g}" width="{wide}" height="{high}" '
    return card_svg(code).replace("<svg ", box, 1)


# ---- a position: one player below the total, the others clockwise ----

REACH = 134
PLATE = 92
MOST_PLATES, MOST_ARROWS = 8, 7
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
    notes = [shorten_note(note) for note in _notes(position)]
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
    arrows = ""
    back = 0 if position.direction is Direction.CLOCKWISE else 180
    for seat in range(count if count < MOST_ARROWS or not has_plates else 0):
        left, top = at(seat + 0.5)
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
    elif seat != home:
        text = str(ngettext("{n} card", "{n} cards", len(hand)))
    lines = words(text, x, top + 34, letters, CENTRED + look) if text else ""
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
    """Return what is owed, in gold under a double, and the direction of play."""
    one, more = N_("Player {seat} plays {n} card"), N_("Player {seat} plays {n} cards")
    if is_yours:
        one, more = N_("Play {n} card"), N_("Play {n} cards")
    owed = ngettext(one, more, position.owes, seat=position.player_number(position.turn))
    way = translate(DIRECTION_NAMES[position.direction])
    look = CENTRED + (BOLD + IN_GOLD if position.owes > 1 else "")
    return words(_("{owed} · {direction}", owed=owed, direction=way), MIDDLE, y + 5, 15, look)


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


def _notes(position: Position) -> Iterator[Message]:
    """Yield the rest of what is known, a short line each; the text form has it in full."""
    if options := option_words(position.rules):
        yield _("Options: {options}", options=", ".join(options))
    if position.played:
        yield _("First card played: {card}", card=position.played.code)
    if position.draw:
        yield _("Next to draw: {cards}", cards=card_codes(position.draw, ", "))
    if position.seen:
        yield _("In the discards: {cards}", cards=card_codes(position.seen, ", "))
