"""The shapes of the survival map: a block for certain, a striped bar for a chance, a cross."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ono_tutor.render.ink import GOLD
from ono_tutor.render.survival_text import Stretch, stretches
from ono_tutor.solver.survival_rows import SurvivalRow
from ono_tutor.solver.survive import Verdict

SAFE, LOST = "#a9dfc2", "#ffb0b5"


@dataclass(frozen=True, slots=True)
class Scale:
    """The totals ``first`` to ``last`` laid out from ``left`` to ``right``, a column each."""

    first: int
    last: int
    left: float
    right: float

    @property
    def step(self) -> float:
        """The width of a column."""
        return (self.right - self.left) / (self.last - self.first + 1)

    def at(self, total: float) -> float:
        """Where the column of a total begins."""
        return self.left + (total - self.first) * self.step

    @property
    def ticks(self) -> list[int]:
        """The totals that are written down: every fifth or so, and the last."""
        gap = 5 if self.last - self.first < 40 else 20
        found = [total for total in range(self.first, self.last + 1) if total % gap == 0]
        return [total for total in found if self.last - total > gap / 3] + [self.last]


def line(scale: Scale, row: SurvivalRow, foot: float, tall: float) -> str:
    """The stretches of a row as blocks, bars and crosses that stand on ``foot``."""
    return "".join(
        block(scale, replace(part, first=first, last=last), foot, tall)
        for part in stretches(row)
        for first, last in [(max(part.first, scale.first), min(part.last, scale.last))]
        if first <= last
    )


def block(scale: Scale, part: Stretch, foot: float, tall: float) -> str:
    """One stretch, which lies on the scale; a chance is as high as its share of ``tall``."""
    if part.verdict is Verdict.LOST:
        return _crosses(_places(scale, part), foot - 8)
    gap = 1 if scale.step > 5 else 0
    left, wide = scale.at(part.first) + gap / 2, (part.last - part.first + 1) * scale.step - gap
    high = max(2.0, float(tall * part.chance))
    if part.verdict is Verdict.CERTAIN:
        return _rect(left, foot - high, wide, high, f' fill="{SAFE}"')
    stripes = (
        f'<path d="M{left + wide / 2:.1f} {foot:g}V{foot - high:.1f}" stroke="{GOLD}" '
        f'stroke-width="{wide:.1f}" stroke-dasharray="2 2.5"/>'
    )
    edge = f' fill="none" stroke="{GOLD}"' if gap else ""
    return stripes + (_rect(left, foot - high, wide, high, edge) if gap else "")


def _places(scale: Scale, part: Stretch) -> Iterator[float]:
    """The middles of the crosses: one a column, or as many as there is room for."""
    columns = part.last - part.first + 1
    wide = columns * scale.step
    count = min(columns, max(1, int(wide / 9)))
    yield from (scale.at(part.first) + wide * (n + 0.5) / count for n in range(count))


def _crosses(places: Iterable[float], y: float) -> str:
    """Crosses in one line, as one shape: a picture has many of them."""
    drawn = "".join(f"M{x - 2.6:.1f} {y - 2.6:.1f}l5.2 5.2m0-5.2l-5.2 5.2" for x in places)
    return f'<path d="{drawn}" stroke="{LOST}" stroke-width="1.6" stroke-linecap="round"/>'


def _rect(x: float, y: float, wide: float, high: float, look: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"{look}/>'
