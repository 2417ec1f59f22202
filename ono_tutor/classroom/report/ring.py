"""Points as the ring of the table: it fills with what was earned."""

from html import escape

from ono_tutor.i18n import Message
from ono_tutor.render.svg_style import CHALK, FONT, GOLD, WELL

SIZE, RADIUS = 132, 56


def ring_svg(part: int, whole: int, big: str, small: str, name: Message) -> str:
    """A ring filled to ``part`` of ``whole``, two lines of words in it; ``name`` says it all."""
    middle = SIZE / 2
    circle = f'<circle r="{RADIUS}" pathLength="{max(whole, 1)}" fill="none" stroke-width="9"'
    arc = f'{circle} stroke="{GOLD}" stroke-dasharray="{part} {max(whole, 1)}"/>' if part else ""
    line = f'text-anchor="middle" fill="{CHALK}" font-family="{FONT}"'
    return (
        f'<svg class="ring" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}" role="img">'
        f"<title>{escape(str(name))}</title>"
        f'<circle cx="{middle:g}" cy="{middle:g}" r="{RADIUS + 9}" fill="{WELL}"/>'
        f'<g transform="translate({middle:g} {middle:g})rotate(-90)">'
        f'{circle} stroke="#fff" stroke-opacity=".22"/>{arc}</g>'
        f'<text x="{middle:g}" y="{middle + 6:g}" font-size="{36 if len(big) < 5 else 26}" '
        f'font-weight="700" {line}>{escape(big)}</text>'
        f'<text x="{middle:g}" y="{middle + 27:g}" font-size="14" '
        f"{line}>{escape(small)}</text>"
        "</svg>"
    )
