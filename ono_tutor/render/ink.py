"""The colours of the drawn table and the way words stand on it."""

from html import escape

FELT, RIM, WELL = "#1f5847", "#143c30", "#123a2e"
CHALK, SOFT, GOLD, SKY, ROSE = "#f6f2e6", "#cfe0d6", "#f2c65a", "#9fd0ff", "#ff9fa5"
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"


def words(
    text: object,
    x: float,
    y: float,
    size: float,
    *,
    middle: bool = False,
    bold: bool = False,
    ink: str = CHALK,
) -> str:
    """The text in one line, its foot at (*x*, *y*), centred there if *middle*."""
    anchor = ' text-anchor="middle"' if middle else ""
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{ink}"{anchor}{weight}>'
        f"{escape(str(text))}</text>"
    )
