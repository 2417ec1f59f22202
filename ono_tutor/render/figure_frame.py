"""What all charts share: their ground, their title and their name for those who do not see."""

from collections.abc import Sequence
from html import escape
from textwrap import wrap

from ono_tutor.render.figure_chart import Chart
from ono_tutor.render.ink import BOLD, CHALK, FELT, FONT, GOLD, IN_SOFT, RIM, SKY, words
from ono_tutor.render.survival_shapes import LOST, SAFE

WIDTH, LEFT, RIGHT = 380, 20, 360
TITLE_LETTERS, TEXT_LETTERS = 34, 48

INKS = (SAFE, GOLD, SKY, LOST)
"""The colours of the series, in order; shapes and dashes tell them apart too."""


def framed(chart: Chart, foot: float, parts: Sequence[str]) -> str:
    """The parts on their ground: no ``id``, no script, a title and a description."""
    tall = foot + 16
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall:g}" '
        f'width="{WIDTH}" height="{tall:g}" role="img" fill="{CHALK}" font-family="{FONT}">'
        f"<title>{escape(chart.title)}</title><desc>{escape(chart.told)}</desc>"
        f'<rect width="{WIDTH}" height="{tall:g}" rx="18" fill="{RIM}"/>'
        f'<rect x="5" y="5" width="{WIDTH - 10}" height="{tall - 10:g}" rx="14" fill="{FELT}"/>'
        + "".join(parts)
        + "</svg>\n"
    )


def heading(chart: Chart) -> tuple[str, float]:
    """The title and what the numbers say, in as many lines as they need; where they end."""
    y, found = 34.0, ""
    for line in wrap(chart.title, TITLE_LETTERS):
        found += words(line, LEFT, y, 17, BOLD)
        y += 21
    for line in wrap(chart.up, TEXT_LETTERS):
        found += words(line, LEFT, y, 13.5, IN_SOFT)
        y += 18
    return found, y
