"""A chart of bars: a group for each place, and in it a bar for each series.

Each bar has its name before it and its number behind it; a thin line is the interval.
"""

from textwrap import wrap

from ono_tutor.i18n import lazy_gettext
from ono_tutor.render.figure_chart import Chart, Mark
from ono_tutor.render.figure_frame import INKS, LEFT, RIGHT, TEXT_LETTERS, framed, heading
from ono_tutor.render.ink import BOLD, CHALK, IN_SOFT, RIM, SOFT, words

START, END = 138, 304
ROW, GROUP, BAR = 24, 30, 12
LONGEST_NAME = 17
DASHES = ("", "7 2", "2.5 2.5", "1.5 4")


def bars_svg(chart: Chart) -> str:
    """The chart as a picture 380 wide."""
    head, y = heading(chart)
    parts, y = [head], y + 2
    for place, (_, name) in enumerate(chart.places):
        parts.append(words(name, LEFT, y + 14, 14, BOLD))
        y += GROUP
        top = y - 6
        for number, line in enumerate(chart.series):
            mark = line.marks[place]
            if mark is not None:
                parts.append(_name(line.name, y + 8) + _bar(chart, mark, number, y))
                y += ROW
        parts.insert(1, _even(chart, top, y - 8))
    foot, y = _foot(chart, y)
    return framed(chart, y, [*parts, foot])


def _scale(chart: Chart) -> float:
    """How wide a unit is drawn."""
    most = max(float(max(mark.value, *mark.ends)) for mark in chart.marks)
    return (END - START) / (most or 1)


def _name(name: str, y: float) -> str:
    fitted = f' textLength="{START - LEFT - 8}" lengthAdjust="spacingAndGlyphs"'
    return words(name, LEFT, y, 13, IN_SOFT + (fitted if len(name) > LONGEST_NAME else ""))


def _bar(chart: Chart, mark: Mark, number: int, y: float) -> str:
    """A bar from 0, its interval and its number."""
    scale, middle = _scale(chart), y + 4
    wide = max(1.5, scale * float(mark.value))
    dash = f' stroke-dasharray="{DASHES[number % 4]}"' if DASHES[number % 4] else ""
    ink = INKS[number % 4]
    bar = f'<path d="M{START} {middle:g}h{wide:.1f}" stroke="{ink}" stroke-width="{BAR}"{dash}/>'
    low, high = (START + scale * float(end) for end in mark.ends)
    span = (
        f"M{low:.1f} {middle:g}H{high:.1f}M{low:.1f} {middle - 4:g}v8M{high:.1f} {middle - 4:g}v8"
    )
    interval = (
        ""
        if mark.low is None
        else f'<path d="{span}" stroke="{RIM}" stroke-width="4"/>'
        f'<path d="{span}" stroke="{CHALK}" stroke-width="1.5"/>'
    )
    text = words(chart.unit.text(mark.value), RIGHT, y + 8, 13, ' text-anchor="end"' + BOLD)
    return f'<path d="M{START} {y - 4:g}v16" stroke="{SOFT}"/>' + bar + interval + text


def _even(chart: Chart, top: float, foot: float) -> str:
    """A dashed line where all bars would end if nothing made a difference."""
    if chart.even is None:
        return ""
    x = START + _scale(chart) * float(chart.even.value)
    return (
        f'<path d="M{x:.1f} {top:g}V{foot:g}" stroke="{SOFT}" stroke-width="1.5" '
        'stroke-dasharray="3 3"/>'
    )


def _foot(chart: Chart, y: float) -> tuple[str, float]:
    """What the thin lines mean; where that ends."""
    texts = []
    if any(mark.low is not None for mark in chart.marks):
        texts.append(str(lazy_gettext("Thin line: the 95% interval")))
    if chart.even is not None:
        value = chart.unit.text(chart.even.value)
        texts.append(
            str(lazy_gettext("Dashed line: {value}, if it made no difference", value=value))
        )
    lines = [line for text in texts for line in wrap(text, TEXT_LETTERS)]
    drawn = "".join(words(line, LEFT, y + 12 + 18 * n, 13, IN_SOFT) for n, line in enumerate(lines))
    return drawn, y + 18 * len(lines)
