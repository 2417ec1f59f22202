"""The parts of every picture: colours, text, a frame, and the faces of the cards.

No element has an ``id``, so any number of pictures can share a page. Every kind of card has a
shape of its own, so that no card is told by colour alone:

* a number card wears a dial of ten ticks, as many of them inked as its number;
* minus ten is a full dial on a dark disc;
* Hold is two bars in a rounded square, Reverse two arrows chasing each other,
  Double Play / Play 2 two cards fanned, O'NO 99 a star;
* ace, jack, queen and king stand in a lozenge, each with a badge.

The signs are strokes drawn here, not type: a face looks the same whatever the fonts.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import NamedTuple

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

    It stands on light and on dark pages; it has no script, and no ``id``, so any number of
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

PAPER, EDGE, FAINT = "#fffdf6", "#cdc3ab", "#ddd6c5"
SLATE, RUST, PLUM, BLUE = "#1d3b4f", "#a63a1b", "#5a3d8a", "#16588e"
OCHRE, WINE, PINE, MIST = "#7f5200", "#8c1a35", "#22603f", "#9cc5c1"

DIGITS = (
    "M10 0C3 0 1 6 1 14s2 14 9 14 9-6 9-14S17 0 10 0z",
    "M4 6 11 0v28",
    "M1 9C1 3 5 0 10 0s9 3 9 8c0 7-13 12-18 20h18",
    "M2 0h16L9 11c6 0 10 3 10 8s-4 9-9 9c-4 0-8-2-9-6",
    "M14 28V0L0 20h20",
    "M17 0H4L3 12c7-4 16-1 16 7 0 5-4 9-9 9-4 0-7-2-9-5",
    "M14 0C7 5 1 12 1 19a9 9 0 1 0 9-9q-6 0-8 5",
    "M1 0h18L7 28",
    "M10 13a6.5 6.5 0 1 1 .1 0a7.5 7.5 0 1 1-.1 0",
    "M6 28c7-5 13-12 13-19a9 9 0 1 0-9 9q6 0 8-5",
    "M4 6 11 0v28M36 0c-7 0-9 6-9 14s2 14 9 14 9-6 9-14-2-14-9-14z",
)
"""The signs of the numbers 0 to 10, each in a box 28 high and 20 wide (10: 45 wide)."""

MINUS_TEN = "M0 14h13M22 6l7-6v28M54 0c-7 0-9 6-9 14s2 14 9 14 9-6 9-14-2-14-9-14z"
NINETY_NINE = f"{DIGITS[9]}M31 28c7-5 13-12 13-19a9 9 0 1 0-9 9q6 0 8-5"
STAR = (
    "m50 34 8 10 13-3 1 13 12 5-7 11 7 11-12 5-1 13-13-"
    "3-8 10-8-10-13 3-1-13-12-5 7-11-7-11 12-5 1-13 13 3z"
)


class Face(NamedTuple):
    """A card's face: its ink, the sign in two of its corners, and the drawing in the middle."""

    ink: str
    sign: str
    middle: str


def card_svg(code: str) -> str:
    """Return the face of the card *code* as SVG: decoration, hidden from screen readers.

    Raises :class:`ValueError` for a code that is no card's.
    """
    if code not in FACES:
        raise ValueError(f"{code!r} is no card; the cards are {', '.join(FACES)}")
    face = FACES[code]
    corner = f'<path transform="translate(9 10)scale(.5)" d="{face.sign}"/>'
    corners = f'{corner}<g transform="rotate(180 50 70)">{corner}</g>' if face.sign else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140" fill="none" '
        f'stroke="{face.ink}" stroke-width="5.5" stroke-linecap="round" stroke-linejoin="round" '
        f'aria-hidden="true"><rect x="1" y="1" width="98" height="138" rx="10" fill="{PAPER}" '
        f'stroke="{EDGE}" stroke-width="1"/>{corners}{face.middle}</svg>'
    )


def placed_card(code: str, x: float, y: float, wide: int, high: int) -> str:
    """Return the face of a card as a part of another picture."""
    box = f'<svg x="{x:g}" y="{y:g}" width="{wide}" height="{high}" '
    return card_svg(code).replace("<svg ", box, 1)


def _sign(sign: str, left: float, top: float, scale: float, look: str = "") -> str:
    """Return a sign with its upper left corner at (*left*, *top*)."""
    return f'<path transform="translate({left:g} {top:g})scale({scale:g})" {look}d="{sign}"/>'


def _dial(inked: int, within: str = "") -> str:
    """Return the dial of ten ticks, the first *inked* of them in ink, and what lies *within*."""
    ring = '<circle r="36" pathLength="100" '
    is_full = inked == 10
    faint = "" if is_full else f'{ring}stroke="{FAINT}"/>'
    dashes = "" if is_full else f'stroke-dasharray="{"8 2 " * inked}0 99" '
    ink = f'{ring}{dashes}stroke-width="7"/>' if inked else ""
    # This one rotation also takes the origin to (50, 70), the middle of the card.
    group = '<g transform="rotate(-90 60 10)" stroke-linecap="butt" stroke-dasharray="8 2">'
    return f"{group}{faint}{ink}{within}</g>"


def _number(number: int) -> Face:
    """Return the face of a number card; 6 and 9 are underlined in the corners."""
    sign = DIGITS[number]
    middle = _sign(sign, 27.5, 56, 1) if number == 10 else _sign(sign, 37, 51.8, 1.3)
    return Face(SLATE, sign + "M2 37h16" * (number in {6, 9}), _dial(number) + middle)


def _court(letter: str, badge: str) -> Face:
    """Return the face of the ace or a court card: its letter and its badge in a lozenge."""
    frame = '<path d="M50 15 90 70 50 125 10 70z"/>'
    badge = f'<path d="{badge}" stroke-width="4"/>'
    return Face(PINE, letter, frame + _sign(letter, 38, 47.2, 1.2) + badge)


_BEHIND = f'<rect x="27" y="36" width="46" height="66" rx="7" fill="{PAPER}" transform="rotate'
_ARROW = '<path d="M21 72V61q0-15 15-15h41M64 33l13 13-13 13" stroke-width="8"/>'

FACES: Mapping[str, Face] = {
    **{str(number): _number(number) for number in range(11)},
    "A": _court("M0 28 10 0l10 28M4 19h12", "M44 98h12M50 92v12"),
    "J": _court("M15 0v19c0 6-3 9-7 9s-7-3-7-7", "M40 102q10-14 20 0v-8m0 8h-8"),
    "Q": _court(f"{DIGITS[0]}M12 20l8 10", "M40 102h20M40 94h.1M50 92h.1M60 94h.1"),
    "K": _court("M2 0v28M18 0 2 17M8 11l11 17", "M40 102V92l5 5 5-7 5 7 5-5v10z"),
    "-10": Face(
        RUST,
        MINUS_TEN,
        _dial(10, f'<circle r="31" fill="{RUST}" stroke="none"/>')
        + _sign(MINUS_TEN, 24.875, 59.5, 0.75, f'stroke="{PAPER}" '),
    ),
    "H": Face(
        PLUM,
        "M2 0v28M18 0v28M2 14h16",
        '<rect x="18" y="38" width="64" height="64" rx="15" stroke-width="6"/>'
        '<path d="M40 57v26M60 57v26" stroke-width="10"/>',
    ),
    "R": Face(
        BLUE,
        "M2 28V0h8a7 7 0 0 1 0 15H2m9 0 8 13",
        f'{_ARROW}<g transform="rotate(180 50 70)">{_ARROW}</g>',
    ),
    "D": Face(
        OCHRE,
        "M14 0h18v24H14zM14 8H0v22h18v-6",
        f'{_BEHIND}(-20 50 80)"/>{_BEHIND}(9 50 70)"/>{_sign(DIGITS[2], 38.5, 52.9, 1.15)}',
    ),
    "O": Face(
        WINE,
        NINETY_NINE,
        f'<path d="{STAR}" fill="{WINE}"/>'
        + _sign(NINETY_NINE, 29.75, 57.4, 0.9, f'stroke="{PAPER}" '),
    ),
    "?": Face(
        MIST,
        "",
        f'<rect x="7" y="7" width="86" height="126" rx="6" fill="{SLATE}" stroke="none"/>'
        '<g stroke-linecap="butt" stroke-dasharray=".6 .4" stroke-width="6">'
        '<circle cx="50" cy="70" r="9" pathLength="11"/>'
        '<circle cx="50" cy="70" r="20" pathLength="33"/>'
        '<circle cx="50" cy="70" r="31" pathLength="66"/></g>'
        '<path d="M14 32V20q0-6 6-6h12M86 32V20q0-6-6-6H68'
        'M14 108v12q0 6 6 6h12M86 108v12q0 6-6 6H68" stroke-width="2"/>',
    ),
}
"""Every card by its code: the one place to add a card's face. The last is the back of them all."""
