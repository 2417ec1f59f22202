"""The colours of the drawn table and the way words stand on it."""

from html import escape

FELT, RIM, WELL = "#1f5847", "#143c30", "#123a2e"
CHALK, SOFT, GOLD, SKY = "#f6f2e6", "#cfe0d6", "#f2c65a", "#9fd0ff"
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

CENTRED = ' text-anchor="middle"'
BOLD = ' font-weight="700"'
IN_SOFT, IN_GOLD = f' fill="{SOFT}"', f' fill="{GOLD}"'
ROUND = ' stroke-linecap="round" stroke-linejoin="round"'


def words(text: object, x: float, y: float, size: float, look: str = "") -> str:
    """The text in one line, its foot at (*x*, *y*); *look* is made of the constants above."""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{look}>{escape(str(text))}</text>'
