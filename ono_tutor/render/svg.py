"""The parts of every picture: colours, text, a frame, and the faces of the cards.

No element has an ``id``, so any number of pictures can share a page. A card's face is a file in
``cards``. Every kind of card has a shape of its own, so that no card is told by colour alone:

* a number card wears a dial of ten ticks, as many of them inked as its number;
* minus ten is a full dial on a dark disc;
* Hold is two bars in a rounded square, Reverse two arrows chasing each other,
  Double Play / Play 2 two cards fanned, O'NO 99 a star;
* ace, jack, queen and king are in a lozenge, each with a badge.

The signs are strokes drawn here, not type: a face looks the same whatever the fonts.
"""

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from importlib.resources import files

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
FACES = (*map(str, range(11)), "A", "J", "Q", "K", "-10", "H", "R", "D", "O", "?")
"""The codes of the cards that are drawn; the last is the back of them all."""


@lru_cache(maxsize=len(FACES))
def card_svg(code: str) -> str:
    """Return the face of the card *code* as SVG: decoration, hidden from screen readers.

    Raises :class:`ValueError` for a code that is no card's.
    """
    if code not in FACES:
        raise ValueError(f"{code!r} is no card; the cards are {', '.join(FACES)}")
    name = "back" if code == "?" else code
    return files(__package__).joinpath("cards", f"{name}.svg").read_text("utf-8").rstrip()


def placed_card(code: str, x: float, y: float, wide: int, high: int) -> str:
    """Return the face of a card as a part of another picture."""
    box = f'<svg x="{x:g}" y="{y:g}" width="{wide}" height="{high}" '
    return card_svg(code).replace("<svg ", box, 1)
