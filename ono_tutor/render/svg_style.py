"""The style of the drawn pictures: their colours, how words stand on them, and their frame."""

from collections.abc import Iterable
from html import escape

FELT, RIM, WELL = "#1f5847", "#143c30", "#123a2e"
CHALK, SOFT, GOLD, SKY = "#f6f2e6", "#cfe0d6", "#f2c65a", "#9fd0ff"
SAFE, LOST = "#a9dfc2", "#ffb0b5"
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
WIDTH, LEFT, RIGHT = 380, 20, 360
"""The width of every picture, and between what its words stand."""

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


def framed_svg(title: object, height: float, parts: Iterable[str], description: object = "") -> str:
    """Return the parts on their own ground as one picture.

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
