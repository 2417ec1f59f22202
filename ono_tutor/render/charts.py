"""Charts: numbers, the picture of them as bars or lines, and the same in sentences.

The figures of how the games play are in ``figures.json``, which ``tools/make_figures.py`` writes.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from itertools import chain
from math import ceil
from textwrap import wrap
from typing import Any

from ono_tutor.errors import check_known
from ono_tutor.i18n import N_, _, gettext
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


class Unit(Enum):
    """The unit of a chart's numbers."""

    SHARE = "share"
    PLAYS = "plays"
    POINTS = "points"
    ROUNDS = "rounds"

    def text(self, value: Fraction | float) -> str:
        """Return a value as it is written: whole per cent, two digits of points, one of rounds.

        What happens is never written as 0, what may fail never as 100 per cent.
        """
        if self is Unit.SHARE:
            percent = str(round(100 * value))
            if 0 < value < Fraction(1, 200):
                percent = "<1"
            elif Fraction(199, 200) < value < 1:
                percent = ">99"
            return gettext("{percent}\N{NO-BREAK SPACE}%", percent=percent)
        if self is Unit.ROUNDS:
            return f"{float(value):.1f}"
        if self is Unit.POINTS:
            return "<0.01" if 0 < value < Fraction(1, 200) else f"{float(value):.2f}"
        return str(round(value))

    def bounds(self, mark: "Estimate") -> str:
        """Return the interval of a value, without the unit."""
        if mark.low is None:
            return gettext("exact")
        low, high = (self.text(end).removesuffix("\N{NO-BREAK SPACE}%") for end in mark.ends)
        return gettext("{low} to {high}", low=low, high=high)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, exact as it was counted, and the 95% interval of what it estimates.

    ``low`` and ``high`` are None if the number is no estimate.
    """

    value: Fraction
    low: float | None = None
    high: float | None = None

    @property
    def ends(self) -> tuple[Fraction | float, Fraction | float]:
        """The ends of the interval, or the number itself twice."""
        low = self.value if self.low is None else self.low
        return low, self.value if self.high is None else self.high


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers that belong together: one for each place of the chart, or None."""

    key: str
    name: str
    marks: tuple[Estimate | None, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Series along the same places.

    ``across`` names what the places are and ``up`` what the numbers say; ``places`` have a key
    and a name each. ``facts`` are further numbers that sentences use; ``even`` is the number that
    there would be if nothing made a difference, or None. With ``has_lines`` the places are numbers.
    """

    title: str
    across: str
    up: str
    unit: Unit
    places: tuple[tuple[str, str], ...]
    series: tuple[Series, ...]
    sample: str = ""
    facts: tuple[tuple[str, Estimate], ...] = ()
    even: Estimate | None = None
    has_lines: bool = False

    @property
    def marks(self) -> Iterator[Estimate]:
        """Every number that is drawn."""
        return filter(None, chain.from_iterable(line.marks for line in self.series))

    def numbers(self) -> Mapping[str, Estimate]:
        """Return the numbers by name: ``SERIES-PLACE``, and those that are facts."""
        found = {
            f"{line.key}-{key}": mark
            for line in self.series
            for (key, __), mark in zip(self.places, line.marks, strict=True)
            if mark is not None
        }
        return found | dict(self.facts)

    @property
    def text(self) -> str:
        """Every number of the picture, a sentence for each series."""
        sentences = []
        for line in self.series:
            pairs = zip(self.places, line.marks, strict=True)
            values = [f"{name}: {self.unit.text(mark.value)}" for (__, name), mark in pairs if mark]
            template = N_("{series}: {values}.")
            sentences.append(gettext(template, series=line.name, values=", ".join(values)))
        return " ".join(sentences)


# ---- the figures of how the games play ----


@lru_cache(maxsize=1)
def figures() -> Mapping[str, Chart]:
    """Return every figure by its name."""
    text = files(__package__).joinpath("figures.json").read_text("utf-8")
    found: Mapping[str, Chart] = json.loads(text, object_hook=_decode)
    return found


def _decode(made: dict[str, Any]) -> object:
    """Return an object of the file as what it is: an estimate, a series, a chart, or all charts."""
    if "value" in made:
        return Estimate(Fraction(made["value"]), made["low"], made["high"])
    made = {name: tuple(part) if isinstance(part, list) else part for name, part in made.items()}
    if "marks" in made:
        return Series(**made)
    if "unit" not in made:
        return made
    pairs = {name: tuple(map(tuple, made[name])) for name in ("places", "facts")}
    return Chart(**made | pairs | {"unit": Unit(made["unit"])})


def chart(name: str) -> Chart:
    """Return the figure with this name.

    Raises :class:`NotationError` for a name that no figure has.
    """
    check_known(figures(), name, "is not a figure; the figures are")
    return figures()[name]


def figure_svg(name: str) -> str:
    """Return the picture of the figure with this name: bars, or lines along numbers.

    Raises :class:`NotationError` for a name that no figure has.
    """
    found = chart(name)
    return lines_svg(found) if found.has_lines else bars_svg(found)


# ---- drawn ----

TITLE_LETTERS, TEXT_LETTERS, NAME_LETTERS = 34, 48, 17
INKS = (SAFE, GOLD, SKY, LOST)
"""The colours of the series, in order; shapes and dashes tell them apart too."""

DASHES = ("", *(f' stroke-dasharray="{gaps}"' for gaps in ("7 3", "2.5 3", "10 3 2 3")))
BAR_START, BAR_END, ROW, GROUP = 138, 304, 24, 30
LINE_START, LINE_END, TALL = 62, 346, 190
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
MOST_LABELS = 11


def bars_svg(chart: Chart) -> str:
    """Return the chart as bars: a group for each place, and in it a bar for each series.

    Each bar has its name before it and its number behind it; a thin line is the interval, a
    dashed one the number that there would be if nothing made a difference.
    """
    head, y = _heading(chart)
    parts, y = [head], y + 2
    scale = (BAR_END - BAR_START) / (_highest(chart) or 1)
    for place, (__, name) in enumerate(chart.places):
        parts.append(words(name, LEFT, y + 14, 14, BOLD))
        y += GROUP
        top = y - 6
        for number, series in enumerate(chart.series):
            mark = series.marks[place]
            if mark is None:
                continue
            fitted = fitted_width(series.name, NAME_LETTERS, BAR_START - LEFT - 8)
            look = f'stroke="{INKS[number % 4]}" stroke-width="12"{DASHES[number % 4]}'
            line = f"M{BAR_START} {y + 4:g}h{max(1.5, scale * float(mark.value)):.1f}"
            parts += [
                words(series.name, LEFT, y + 8, 13, IN_SOFT + fitted),
                f'<path d="M{BAR_START} {y - 4:g}v16" stroke="{SOFT}"/>',
                f'<path d="{line}" {look}/>',
            ]
            if mark.low is not None:
                low, high = (BAR_START + scale * float(end) for end in mark.ends)
                ends = f"M{low:.1f} {y:g}v8M{high:.1f} {y:g}v8"
                span = f'<path d="M{low:.1f} {y + 4:g}H{high:.1f}{ends}"'
                parts.append(f'{span} stroke="{RIM}" stroke-width="4"/>')
                parts.append(f'{span} stroke="{CHALK}" stroke-width="1.5"/>')
            parts.append(words(chart.unit.text(mark.value), RIGHT, y + 8, 13, AT_END + BOLD))
            y += ROW
        if chart.even is not None:
            x = BAR_START + scale * float(chart.even.value)
            look = f'stroke="{SOFT}" stroke-width="1.5" stroke-dasharray="3 3"'
            parts.insert(1, f'<path d="M{x:.1f} {top:g}V{y - 8:g}" {look}/>')
    texts = []
    if any(mark.low is not None for mark in chart.marks):
        texts.append(_("Thin line: the 95% interval"))
    if chart.even is not None:
        template = N_("Dashed line: {value}, if it made no difference")
        texts.append(_(template, value=chart.unit.text(chart.even.value)))
    lines = [line for text in texts for line in wrap(str(text), TEXT_LETTERS)]
    parts += [words(line, LEFT, y + 12 + 18 * n, 13, IN_SOFT) for n, line in enumerate(lines)]
    return framed_svg(chart.title, y + 18 * len(lines) + 16, parts, chart.text)


def lines_svg(chart: Chart) -> str:
    """Return the chart as lines: the places from left to right, a line for each series.

    A line is broken if a number is missing.
    """
    head, top = _heading(chart)
    foot = top + 6 + TALL
    # some five lines of grid; the highest is the first one that nothing reaches beyond
    scale, most = 100 if chart.unit is Unit.SHARE else 1, _highest(chart)
    step = next((step for step in STEPS if 5 * step >= scale * most), STEPS[-1]) / scale
    count = max(1, ceil(most / step - 1e-9))

    def at(place: int) -> float:
        return LINE_START + (LINE_END - LINE_START) * (place + 0.5) / len(chart.places)

    def high(value: Fraction | float) -> float:
        return foot - TALL * float(value) / (count * step)

    parts = [head]
    for value in (n * step for n in range(count + 1)):
        line = f"M{LINE_START} {high(value):.1f}H{LINE_END}"
        parts.append(f'<path d="{line}" stroke="{CHALK}" stroke-opacity=".25"/>')
        text = chart.unit.text(value)
        parts.append(words(text, LINE_START - 8, high(value) + 4.5, 13, AT_END))
    gap, last = ceil(len(chart.places) / MOST_LABELS), len(chart.places) - 1
    for place, (__, name) in enumerate(chart.places):
        if (last - place) % gap == 0:
            parts.append(words(name, at(place), foot + 19, 13, CENTRED))
    middle, legend, y = (LINE_START + LINE_END) / 2, list[str](), foot + 62
    parts.append(words(chart.across, middle, foot + 38, 13, CENTRED + IN_SOFT))
    for number, series in enumerate(chart.series):
        path = spans = shapes = ""
        for place, mark in enumerate(series.marks):
            if mark is not None:
                x, level = at(place), high(mark.value)
                path += f"{'L' if path else 'M'}{x:.1f} {level:.1f}"
                shapes += shape(number, x, level)
                if mark.low is not None:
                    low, top_end = mark.ends
                    spans += f"M{x:.1f} {high(low):.1f}V{high(top_end):.1f}"
        ink = INKS[number % 4]
        look = f'stroke="{ink}" stroke-width="2"{DASHES[number % 4]}'
        parts.append(f'<path d="{path}" fill="none" {look}{ROUND}/>')
        parts.append(f'<path d="{spans}" stroke="{ink}" stroke-width="1.2"/>' if spans else "")
        parts.append(f'<path d="{shapes}" fill="{ink}"/>')
        legend.append(f'<path d="M{LEFT} {y:g}h30" {look}/>')
        legend.append(f'<path d="{shape(number, LEFT + 15, y)}" fill="{ink}"/>')
        for line in wrap(series.name, TEXT_LETTERS - 7):
            legend.append(words(line, LEFT + 40, y + 4.5, 13))
            y += 20
    if any(mark.low is not None for mark in chart.marks):
        note = _("Upright line: the 95% interval")
        legend.append(words(note, LEFT, y + 5, 13, IN_SOFT))
        y += 20
    return framed_svg(chart.title, y + 8, [*parts, *legend], chart.text)


def shape(number: int, x: float, y: float) -> str:
    """Return the mark of a series: a disc, a square, a triangle or a diamond."""
    return (
        f"M{x - 4:.1f} {y:.1f}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
        f"M{x - 3.6:.1f} {y - 3.6:.1f}h7.2v7.2h-7.2z",
        f"M{x:.1f} {y - 4.8:.1f}l4.6 8.2h-9.2z",
        f"M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5-5z",
    )[number % 4]


def _heading(chart: Chart) -> tuple[str, float]:
    """Return the title and what the numbers say, wrapped, and the height at which they end."""
    y, drawn = 34.0, ""
    for line in wrap(chart.title, TITLE_LETTERS):
        drawn += words(line, LEFT, y, 17, BOLD)
        y += 21
    for line in wrap(chart.up, TEXT_LETTERS):
        drawn += words(line, LEFT, y, 13.5, IN_SOFT)
        y += 18
    return drawn, y


def _highest(chart: Chart) -> float:
    """Return the largest number drawn, ends of intervals included."""
    return max(float(max(mark.value, *mark.ends)) for mark in chart.marks)
