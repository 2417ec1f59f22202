"""A chart as data: what is drawn, what is told, and what a table says, from the same numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import chain
from math import ceil

from ono_tutor.game.statistics import Figure
from ono_tutor.i18n import N_, Message, lazy_gettext

DIGITS = 9
"""An interval is kept to so many digits: what lies behind them is an error of rounding."""


class Unit(Enum):
    """What the numbers of a chart count."""

    SHARE = "share"
    PLAYS = "plays"
    POINTS = "points"
    ROUNDS = "rounds"

    def text(self, value: Fraction | float) -> str:
        """Return a value as it is written: whole per cent, two digits of points, one of rounds."""
        if self is Unit.SHARE:
            return str(lazy_gettext("{percent}\N{NO-BREAK SPACE}%", percent=_percent(value)))
        if self is Unit.ROUNDS:
            return f"{float(value):.1f}"
        return _points(value) if self is Unit.POINTS else str(round(value))

    def bounds(self, mark: "Estimate") -> str:
        """Return the interval of a value, without the unit."""
        if mark.low is None or mark.high is None:
            return str(lazy_gettext("exact"))
        low, high = (self.text(end).removesuffix("\N{NO-BREAK SPACE}%") for end in mark.ends)
        return str(lazy_gettext("{low} to {high}", low=low, high=high))


def _points(value: Fraction | float) -> str:
    """Return two digits, but never 0 for something that happens."""
    return "<0.01" if 0 < value < Fraction(1, 200) else f"{float(value):.2f}"


def _percent(value: Fraction | float) -> str:
    """Return whole per cent, but never 0 for something that happens, nor 100 for what may fail."""
    if 0 < value < Fraction(1, 200):
        return "<1"
    if Fraction(199, 200) < value < 1:
        return ">99"
    return str(round(100 * value))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, exact as it was counted, and the 95% interval of what it estimates.

    ``low`` and ``high`` are None where the number is no estimate.
    """

    value: Fraction
    low: float | None = None
    high: float | None = None

    @classmethod
    def of(cls, value: Fraction, figure: Figure) -> "Estimate":
        """Return a number that was counted, with the interval of its figure.

        No number counted here can be below 0, so neither is the interval.
        """
        if figure.low is None or figure.high is None:
            return cls(value)
        return cls(value, max(0.0, round(figure.low, DIGITS)), round(figure.high, DIGITS))

    @property
    def ends(self) -> tuple[Fraction | float, Fraction | float]:
        """The ends of the interval; the number itself, twice, where it has none."""
        low = self.value if self.low is None else self.low
        return low, self.value if self.high is None else self.high


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers that belong together: one for each place of the chart, None where there is none."""

    key: str
    name: str
    marks: tuple[Estimate | None, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Series along the same places.

    ``across`` names what the places are and ``up`` what the numbers say; ``places`` have a key
    and a name each. ``facts`` are further numbers that sentences use; ``even``, where given, is
    the number that there would be if nothing made a difference.
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

    @property
    def marks(self) -> Iterator[Estimate]:
        """Every number that is drawn."""
        return filter(None, chain.from_iterable(line.marks for line in self.series))

    def numbers(self) -> Mapping[str, Estimate]:
        """Return the numbers by name: ``SERIES-PLACE``, and those that are facts."""
        found = {
            f"{line.key}-{key}": mark
            for line in self.series
            for (key, _), mark in zip(self.places, line.marks, strict=True)
            if mark is not None
        }
        return found | dict(self.facts)

    @property
    def margin(self) -> Message | None:
        """How far the widest interval reaches to a side; None where no number is an estimate."""
        reaches = [
            max(float(mark.value) - mark.low, mark.high - float(mark.value))
            for mark in self.marks
            if mark.low is not None and mark.high is not None
        ]
        if not reaches:
            return None
        widest = max(reaches)
        if self.unit in (Unit.POINTS, Unit.ROUNDS):
            return lazy_gettext(MARGINS[self.unit], margin=self.unit.text(widest))
        scale = 100 if self.unit is Unit.SHARE else 1
        return lazy_gettext(MARGINS[self.unit], margin=ceil(scale * widest))

    @property
    def told(self) -> str:
        """Every number of the picture, in sentences."""
        names = [name for _, name in self.places]
        return " ".join(str(self._line(line, names)) for line in self.series)

    def _line(self, line: Series, names: list[str]) -> Message:
        pairs = zip(names, line.marks, strict=True)
        values = ", ".join(f"{name}: {self.unit.text(mark.value)}" for name, mark in pairs if mark)
        return lazy_gettext("{series}: {values}.", series=line.name, values=values)


MARGINS = {
    Unit.SHARE: N_("No interval reaches further than {margin} percentage points."),
    Unit.PLAYS: N_("No interval reaches further than {margin} plays."),
    Unit.POINTS: N_("No interval reaches further than {margin} points."),
    Unit.ROUNDS: N_("No interval reaches further than {margin} rounds in 100."),
}
