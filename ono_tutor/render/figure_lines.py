"""A chart of lines: the places from left to right, a line with marks of its own a series."""

from collections.abc import Iterator
from math import ceil
from textwrap import wrap

from ono_tutor.i18n import lazy_gettext
from ono_tutor.render.figure_chart import Chart, Mark, Series, Unit
from ono_tutor.render.figure_frame import INKS, LEFT, TEXT_LETTERS, framed, heading
from ono_tutor.render.ink import CENTRED, CHALK, IN_SOFT, ROUND, words

START, END, TALL = 62, 346, 190
DASHES = ("", "7 4", "2 4", "10 3 2 3")
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
MOST_LABELS = 11


def lines_svg(chart: Chart) -> str:
    """The chart as a picture 380 wide."""
    head, top = heading(chart)
    top += 6
    drawn = [_series(chart, number, top) for number in range(len(chart.series))]
    foot = top + TALL
    across = words(chart.across, (START + END) / 2, foot + 38, 13, CENTRED + IN_SOFT)
    legend, y = _legend(chart, foot + 62)
    return framed(chart, y, [head, _grid(chart, top), _ticks(chart, foot), across, *drawn, legend])


def _most(chart: Chart) -> float:
    """The number at the top: the first line of the grid that nothing reaches beyond."""
    most = max(float(max(mark.value, *mark.ends)) for mark in chart.marks)
    step = _step(chart)
    return max(1, ceil(most / step - 1e-9)) * step


def _step(chart: Chart) -> float:
    """How far the lines of the grid are apart: some five of them."""
    scale = 100 if chart.unit is Unit.SHARE else 1
    most = scale * max(float(max(mark.value, *mark.ends)) for mark in chart.marks)
    return next((step for step in STEPS if 5 * step >= most), STEPS[-1]) / scale


def _x(chart: Chart, place: int) -> float:
    return START + (END - START) * (place + 0.5) / len(chart.places)


def _y(chart: Chart, value: float, top: float) -> float:
    return top + TALL * (1 - value / _most(chart))


def _grid(chart: Chart, top: float) -> str:
    step, found, value = _step(chart), "", 0.0
    while value <= _most(chart) + step / 2:
        y = _y(chart, value, top)
        found += f'<path d="M{START} {y:.1f}H{END}" stroke="{CHALK}" stroke-opacity=".25"/>'
        found += words(chart.unit.text(value), START - 8, y + 4.5, 13, ' text-anchor="end"')
        value += step
    return found


def _ticks(chart: Chart, foot: float) -> str:
    """The places' names, as many as there is room for, the last among them."""
    gap, last = ceil(len(chart.places) / MOST_LABELS), len(chart.places) - 1
    return "".join(
        words(name, _x(chart, place), foot + 19, 13, CENTRED)
        for place, (_, name) in enumerate(chart.places)
        if (last - place) % gap == 0
    )


def _series(chart: Chart, number: int, top: float) -> str:
    """A line, its marks and their intervals; broken where there is no number."""
    ink, line = INKS[number % 4], chart.series[number]
    dash = f' stroke-dasharray="{DASHES[number % 4]}"' if DASHES[number % 4] else ""
    at = [
        (_x(chart, place), _y(chart, float(mark.value), top), mark) for place, mark in _marks(line)
    ]
    path = "".join(f"{'L' if n else 'M'}{x:.1f} {y:.1f}" for n, (x, y, _) in enumerate(at))
    spans = "".join(_span(chart, x, mark, top) for x, _, mark in at)
    shapes = "".join(shape(number, x, y) for x, y, _ in at)
    return (
        f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="2"{dash}{ROUND}/>'
        + (f'<path d="{spans}" stroke="{ink}" stroke-width="1.2"/>' if spans else "")
        + f'<path d="{shapes}" fill="{ink}"/>'
    )


def _marks(line: Series) -> Iterator[tuple[int, Mark]]:
    return ((place, mark) for place, mark in enumerate(line.marks) if mark is not None)


def _span(chart: Chart, x: float, mark: Mark, top: float) -> str:
    if mark.low is None or mark.high is None:
        return ""
    return f"M{x:.1f} {_y(chart, mark.low, top):.1f}V{_y(chart, mark.high, top):.1f}"


def shape(number: int, x: float, y: float) -> str:
    """The mark of a series: a disc, a square, a triangle or a diamond."""
    return (
        f"M{x - 4:.1f} {y:.1f}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
        f"M{x - 3.6:.1f} {y - 3.6:.1f}h7.2v7.2h-7.2z",
        f"M{x:.1f} {y - 4.8:.1f}l4.6 8.2h-9.2z",
        f"M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5-5z",
    )[number % 4]


def _legend(chart: Chart, y: float) -> tuple[str, float]:
    """Each series with its line, its mark and its name; where that ends."""
    found = ""
    for number, line in enumerate(chart.series):
        ink = INKS[number % 4]
        dash = f' stroke-dasharray="{DASHES[number % 4]}"' if DASHES[number % 4] else ""
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
