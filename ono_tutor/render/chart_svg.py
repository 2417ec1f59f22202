"""Charts drawn: a line with marks of its own for each series, or a group of bars for each place."""

from math import ceil
from textwrap import wrap

from ono_tutor.i18n import lazy_gettext
from ono_tutor.render.charts import Chart, Estimate, Unit
from ono_tutor.render.svg import (
    AT_END,
    BOLD,
    CENTRED,
    CHALK,
    GOLD,
    IN_SOFT,
    LEFT,
    LOST,
    RIGHT,
    RIM,
    ROUND,
    SAFE,
    SKY,
    SOFT,
    fitted_width,
    framed_svg,
    words,
)

TITLE_LETTERS, TEXT_LETTERS, NAME_LETTERS = 34, 48, 17
INKS = (SAFE, GOLD, SKY, LOST)
"""The colours of the series, in order; shapes and dashes tell them apart too."""

BAR_DASHES, LINE_DASHES = ("", "7 2", "2.5 2.5", "1.5 4"), ("", "7 4", "2 4", "10 3 2 3")
BAR_START, BAR_END, ROW, GROUP, BAR = 138, 304, 24, 30, 12
LINE_START, LINE_END, TALL = 62, 346, 190
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
MOST_LABELS = 11


def bars_svg(chart: Chart) -> str:
    """Return the chart as bars: a group for each place, and in it a bar for each series.

    Each bar has its name before it and its number behind it; a thin line is the interval.
    """
    head, y = _heading(chart)
    parts, y = [head], y + 2
    for place, (_, name) in enumerate(chart.places):
        parts.append(words(name, LEFT, y + 14, 14, BOLD))
        y += GROUP
        top = y - 6
        for number, series in enumerate(chart.series):
            mark = series.marks[place]
            if mark is not None:
                fitted = fitted_width(series.name, NAME_LETTERS, BAR_START - LEFT - 8)
                parts.append(words(series.name, LEFT, y + 8, 13, IN_SOFT + fitted))
                parts.append(_bar(chart, mark, number, y))
                y += ROW
        parts.insert(1, _even_line(chart, top, y - 8))
    foot, y = _bars_foot(chart, y)
    return framed_svg(chart.title, y + 16, [*parts, foot], chart.told)


def lines_svg(chart: Chart) -> str:
    """Return the chart as lines: the places from left to right, a line for each series."""
    head, top = _heading(chart)
    top += 6
    drawn = [_series(chart, number, top) for number in range(len(chart.series))]
    foot = top + TALL
    across = words(chart.across, (LINE_START + LINE_END) / 2, foot + 38, 13, CENTRED + IN_SOFT)
    legend, y = _legend(chart, foot + 62)
    parts = [head, _grid(chart, top), _ticks(chart, foot), across, *drawn, legend]
    return framed_svg(chart.title, y + 16, parts, chart.told)


def _heading(chart: Chart) -> tuple[str, float]:
    """Return the title and what the numbers say, in as many lines as they need; where they end."""
    y, found = 34.0, ""
    for line in wrap(chart.title, TITLE_LETTERS):
        found += words(line, LEFT, y, 17, BOLD)
        y += 21
    for line in wrap(chart.up, TEXT_LETTERS):
        found += words(line, LEFT, y, 13.5, IN_SOFT)
        y += 18
    return found, y


def _most(chart: Chart) -> float:
    """Return the largest number drawn, ends of intervals included."""
    return max(float(max(mark.value, *mark.ends)) for mark in chart.marks)


def _dashed(dashes: str) -> str:
    return f' stroke-dasharray="{dashes}"' if dashes else ""


# ---- bars ----


def _bar_scale(chart: Chart) -> float:
    """Return how wide a unit is drawn."""
    return (BAR_END - BAR_START) / (_most(chart) or 1)


def _bar(chart: Chart, mark: Estimate, number: int, y: float) -> str:
    """Return a bar from 0, its interval and its number."""
    scale, middle = _bar_scale(chart), y + 4
    wide = max(1.5, scale * float(mark.value))
    drawn = (
        f'<path d="M{BAR_START} {y - 4:g}v16" stroke="{SOFT}"/>'
        f'<path d="M{BAR_START} {middle:g}h{wide:.1f}" stroke="{INKS[number % 4]}" '
        f'stroke-width="{BAR}"{_dashed(BAR_DASHES[number % 4])}/>'
    )
    if mark.low is not None:
        low, high = (BAR_START + scale * float(end) for end in mark.ends)
        ends = f"M{low:.1f} {middle - 4:g}v8M{high:.1f} {middle - 4:g}v8"
        span = f'<path d="M{low:.1f} {middle:g}H{high:.1f}{ends}"'
        drawn += f'{span} stroke="{RIM}" stroke-width="4"/>'
        drawn += f'{span} stroke="{CHALK}" stroke-width="1.5"/>'
    return drawn + words(chart.unit.text(mark.value), RIGHT, y + 8, 13, AT_END + BOLD)


def _even_line(chart: Chart, top: float, foot: float) -> str:
    """Return a dashed line where all bars would end if nothing made a difference."""
    if chart.even is None:
        return ""
    x = BAR_START + _bar_scale(chart) * float(chart.even.value)
    look = f'stroke="{SOFT}" stroke-width="1.5" stroke-dasharray="3 3"'
    return f'<path d="M{x:.1f} {top:g}V{foot:g}" {look}/>'


def _bars_foot(chart: Chart, y: float) -> tuple[str, float]:
    """Return what the thin lines mean; where that ends."""
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


# ---- lines ----


def _top(chart: Chart) -> float:
    """Return the number at the top: the first line of the grid that nothing reaches beyond."""
    step = _step(chart)
    return max(1, ceil(_most(chart) / step - 1e-9)) * step


def _step(chart: Chart) -> float:
    """Return how far the lines of the grid are apart: some five of them."""
    scale = 100 if chart.unit is Unit.SHARE else 1
    most = scale * _most(chart)
    return next((step for step in STEPS if 5 * step >= most), STEPS[-1]) / scale


def _x(chart: Chart, place: int) -> float:
    return LINE_START + (LINE_END - LINE_START) * (place + 0.5) / len(chart.places)


def _y(chart: Chart, value: float, top: float) -> float:
    return top + TALL * (1 - value / _top(chart))


def _grid(chart: Chart, top: float) -> str:
    step, found, value = _step(chart), "", 0.0
    while value <= _top(chart) + step / 2:
        y = _y(chart, value, top)
        line = f"M{LINE_START} {y:.1f}H{LINE_END}"
        found += f'<path d="{line}" stroke="{CHALK}" stroke-opacity=".25"/>'
        found += words(chart.unit.text(value), LINE_START - 8, y + 4.5, 13, AT_END)
        value += step
    return found


def _ticks(chart: Chart, foot: float) -> str:
    """Return the places' names, as many as there is room for, the last among them."""
    gap, last = ceil(len(chart.places) / MOST_LABELS), len(chart.places) - 1
    return "".join(
        words(name, _x(chart, place), foot + 19, 13, CENTRED)
        for place, (_, name) in enumerate(chart.places)
        if (last - place) % gap == 0
    )


def _series(chart: Chart, number: int, top: float) -> str:
    """Return a line, its marks and their intervals; broken where there is no number."""
    ink, line = INKS[number % 4], chart.series[number]
    at = [
        (_x(chart, place), _y(chart, float(mark.value), top), mark)
        for place, mark in enumerate(line.marks)
        if mark is not None
    ]
    path = "".join(f"{'L' if n else 'M'}{x:.1f} {y:.1f}" for n, (x, y, _) in enumerate(at))
    spans = "".join(
        f"M{x:.1f} {_y(chart, mark.low, top):.1f}V{_y(chart, mark.high, top):.1f}"
        for x, _, mark in at
        if mark.low is not None and mark.high is not None
    )
    shapes = "".join(shape(number, x, y) for x, y, _ in at)
    dash = _dashed(LINE_DASHES[number % 4])
    return (
        f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="2"{dash}{ROUND}/>'
        + (f'<path d="{spans}" stroke="{ink}" stroke-width="1.2"/>' if spans else "")
        + f'<path d="{shapes}" fill="{ink}"/>'
    )


def shape(number: int, x: float, y: float) -> str:
    """Return the mark of a series: a disc, a square, a triangle or a diamond."""
    return (
        f"M{x - 4:.1f} {y:.1f}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
        f"M{x - 3.6:.1f} {y - 3.6:.1f}h7.2v7.2h-7.2z",
        f"M{x:.1f} {y - 4.8:.1f}l4.6 8.2h-9.2z",
        f"M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5-5z",
    )[number % 4]


def _legend(chart: Chart, y: float) -> tuple[str, float]:
    """Return each series with its line, its mark and its name; where that ends."""
    found = ""
    for number, line in enumerate(chart.series):
        ink, dash = INKS[number % 4], _dashed(LINE_DASHES[number % 4])
        found += (
            f'<path d="M{LEFT} {y:g}h30" stroke="{ink}" stroke-width="2"{dash}/>'
            f'<path d="{shape(number, LEFT + 15, y)}" fill="{ink}"/>'
        )
        for text in wrap(line.name, TEXT_LETTERS - 7):
            found += words(text, LEFT + 40, y + 4.5, 13)
            y += 20
    if any(mark.low is not None for mark in chart.marks):
        found += words(lazy_gettext("Upright line: the 95% interval"), LEFT, y + 5, 13, IN_SOFT)
        y += 20
    return found, y - 8
