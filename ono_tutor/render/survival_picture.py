"""The survival map drawn: one hand along the totals, and many hands one below the other.

The pictures bring their own ground, have no script and no ``id``. A full block is certain, a
striped bar as high as the chance is a chance, and a cross is lost.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from ono_tutor.i18n import N_, lazy_gettext, with_minus
from ono_tutor.render.caption import option_words
from ono_tutor.render.survival_text import HIGHEST, Stretch, odds, row_text, stretches, unseen
from ono_tutor.render.svg import (
    AT_END,
    BOLD,
    CENTRED,
    CHALK,
    GOLD,
    IN_GOLD,
    IN_SOFT,
    LEFT,
    LOST,
    RIGHT,
    SAFE,
    SOFT,
    fitted_width,
    framed_svg,
    placed_card,
    words,
)
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.survival_map import SurvivalMap, SurvivalRow
from ono_tutor.solver.survive import Verdict


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
        """Return where the column of a total begins."""
        return self.left + (total - self.first) * self.step

    @property
    def ticks(self) -> list[int]:
        """The totals that are written down: every fifth or so, and the last."""
        gap = 5 if self.last - self.first < 40 else 20
        found = [total for total in range(self.first, self.last + 1) if total % gap == 0]
        return [total for total in found if self.last - total > gap / 3] + [self.last]


def _row_shapes(scale: Scale, row: SurvivalRow, foot: float, tall: float) -> str:
    """Return the stretches of a row as blocks, bars and crosses that stand on ``foot``."""
    return "".join(
        _stretch_svg(scale, replace(part, first=first, last=last), foot, tall)
        for part in stretches(row)
        for first, last in [(max(part.first, scale.first), min(part.last, scale.last))]
        if first <= last
    )


def _stretch_svg(scale: Scale, part: Stretch, foot: float, tall: float) -> str:
    """Draw one stretch on the scale; a chance is as high as its share of ``tall``."""
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
    """Yield the middles of the crosses: one a column, or as many as there is room for."""
    columns = part.last - part.first + 1
    wide = columns * scale.step
    count = min(columns, max(1, int(wide / 9)))
    yield from (scale.at(part.first) + wide * (n + 0.5) / count for n in range(count))


def _crosses(places: Iterable[float], y: float) -> str:
    """Return crosses in one line, as one shape: a picture has many of them."""
    drawn = "".join(f"M{x - 2.6:.1f} {y - 2.6:.1f}l5.2 5.2m0-5.2l-5.2 5.2" for x in places)
    return f'<path d="{drawn}" stroke="{LOST}" stroke-width="1.6" stroke-linecap="round"/>'


def _rect(x: float, y: float, wide: float, high: float, look: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"{look}/>'


LEAD, LEAST = 3, 16


@dataclass(frozen=True, slots=True)
class Strip:
    """A line of the picture of many hands: what is written beside it, small below, and the row."""

    label: str
    note: str
    row: SurvivalRow


def first_drawn(rows: Sequence[SurvivalRow]) -> int:
    """Return the first total worth drawing: a little before the first change of any of the rows."""
    return window_of([stretches(row)[0].last + 1 for row in rows])[0]


def window_of(totals: Sequence[int]) -> tuple[int, int]:
    """Return the first and last total to draw, so that these and a little beside them are seen."""
    first = max(0, min(*totals, HIGHEST + 1 - LEAST + LEAD) - LEAD)
    last = max(max(totals) + LEAD, first + LEAST - 1)
    return first, HIGHEST if last + 2 * LEAD > HIGHEST else last


def row_svg(known: SurvivalMap, hand: Hand, total: int | None = None, *, faces: bool = True) -> str:
    """Draw one hand of a map along the totals; ``total``, where given, is marked.

    ``faces`` is False where the cards lie beside the picture already.

    Raises :class:`UnanswerableError` for a hand or a total that the map does not have.
    """
    rules, row, cards = known.rules, known.row(hand), unseen(known.rules, hand)
    scale = Scale(first_drawn([row]), HIGHEST, 44, RIGHT)
    drawn = hand if faces else ()
    beside = LEFT + (40 * len(hand) + 8 if faces else 0)
    subject = lazy_gettext("Chance to survive"), lazy_gettext("a double, by total")
    parts = [
        words(rules.title, LEFT, 34, 17, BOLD),
        "".join(
            placed_card(card.code, LEFT + 40 * place, 50, 34, 48)
            for place, card in enumerate(drawn)
        ),
        *(words(line, beside, 64 + 17 * n, 13.5, IN_SOFT) for n, line in enumerate(subject)),
        "" if total is None else _at_total(known.chance(hand, total), cards, beside, total),
        _grid(scale),
        _row_shapes(scale, row, CHART_FOOT, CHART),
        _counts(scale, row, cards),
        _ticks(scale, CHART_FOOT + 20, total),
        _mark(scale, row, total),
        _range(scale, [row], CHART_FOOT + 44),
        _legend(CHART_FOOT + 60, cards),
    ]
    return _framed(rules, str(row_text(rules, hand, row)), CHART_FOOT + 92, parts)


def strips_svg(
    rules: RuleSet, strips: Sequence[Strip], description: str, window: tuple[int, int] | None = None
) -> str:
    """Draw many rows one below the other, from the first total that matters; or a ``window``."""
    rows = [strip.row for strip in strips]
    scale = Scale(*(window or (first_drawn(rows), HIGHEST)), 118, RIGHT)
    top, foot = 86, 86 + STRIP * len(strips)
    parts = [
        words(rules.title, LEFT, 34, 17, BOLD),
        words(lazy_gettext(SUBJECT), LEFT, 55, 13.5, IN_SOFT),
        _ticks(scale, top - 8),
        *(_strip(scale, strip, top + STRIP * n) for n, strip in enumerate(strips)),
        _ticks(scale, foot + 16),
        _range(scale, rows, foot + 40),
        _legend(foot + 56),
    ]
    return _framed(rules, description, foot + 88, parts)


CHART, CHART_TOP = 130, 142
CHART_FOOT = CHART_TOP + CHART
STRIP = 38
LABEL, LONGEST_LABEL, LONGEST_NOTE = 88, 10, 48
SUBJECT = N_("The chance to survive a double, by total")


def _framed(rules: RuleSet, description: str, foot: float, parts: Sequence[str]) -> str:
    """Return the parts on their ground; below them are named the options not at their defaults."""
    options = option_words(rules)
    if options:
        note = str(lazy_gettext("Options: {options}", options=", ".join(options)))
        shown = note if len(note) <= LONGEST_NOTE else note[: LONGEST_NOTE - 1] + "…"
        parts = [*parts, words(shown, LEFT, foot + 2, 13, IN_SOFT)]
    height = foot + (20 if options else 0)
    return framed_svg(lazy_gettext(SUBJECT), height, parts, description)


def _at_total(chance: Fraction, cards: int, x: float, total: int) -> str:
    """Return the chance at the total that is marked."""
    fields = {"total": with_minus(total), "odds": odds(chance, cards)}
    return words(lazy_gettext(AT_TOTAL[Verdict.of(chance)], **fields), x, 99, 13.5, BOLD + IN_GOLD)


def _grid(scale: Scale) -> str:
    """Return lines at certain, one half and lost, with their numbers."""
    heights = (("1", 0), ("½", CHART / 2), ("0", CHART))
    return "".join(
        f'<path d="M{scale.left:g} {CHART_TOP + down:g}H{scale.right:g}" stroke="{CHALK}" '
        f'stroke-opacity=".3"/>' + words(name, scale.left - 8, CHART_TOP + down + 5, 13, AT_END)
        for name, down in heights
    )


def _counts(scale: Scale, row: SurvivalRow, cards: int) -> str:
    """Return above each bar how many of the unseen cards it stands for, where that fits."""
    found = ""
    for part in stretches(row):
        first = max(part.first, scale.first)
        count, wide = part.chance * cards, (part.last - first + 1) * scale.step
        text = str(count.numerator)
        if part.verdict is Verdict.CHANCE and count.denominator == 1 and wide >= 7 * len(text):
            y = CHART_FOOT - float(CHART * part.chance) - 5
            found += words(text, scale.at(first) + wide / 2, y, 12, CENTRED)
    return found


def _ticks(scale: Scale, y: float, marked: int | None = None) -> str:
    """Return the totals below the columns, with room for the one that is marked."""
    room = 24 / scale.step
    shown = [total for total in scale.ticks if marked is None or abs(total - marked) >= room]
    return "".join(words(total, scale.at(total + 0.5), y, 13, CENTRED + IN_SOFT) for total in shown)


def _mark(scale: Scale, row: SurvivalRow, total: int | None) -> str:
    """Return a pointer to the marked total; an arrow to the left where that is not drawn."""
    if total is None:
        return ""
    if total < scale.first:
        x, y = scale.left + 4, CHART_TOP - 24
        arrow = f'<path d="M{x + 10:g} {y - 5:g}l-10 5l10 5z" fill="{GOLD}"/>'
        return arrow + words(with_minus(total), x + 16, y + 5, 13, BOLD + IN_GOLD)
    x = scale.at(total + 0.5)
    down = max(0.0, float(CHART * (1 - row.chance(total))) - 12)
    line = f'stroke="{GOLD}" stroke-width="1.5" stroke-dasharray="3 3"'
    return (
        f'<path d="M{x - 6:.1f} {CHART_TOP - 15}h12l-6 10z" fill="{GOLD}"/>'
        + f'<path d="M{x:.1f} {CHART_TOP - 5}v{down:.1f}" {line}/>'
        + words(total, x, CHART_FOOT + 20, 13, CENTRED + BOLD + IN_GOLD)
    )


def _range(scale: Scale, rows: Sequence[SurvivalRow], y: float) -> str:
    """Return which totals are drawn, and whether nothing happens before."""
    template = N_("Totals {first} to {last}")
    if scale.first and all(stretches(row)[0].last >= scale.first for row in rows):
        template = N_("Totals {first} to {last}; below, nothing changes")
    return words(lazy_gettext(template, first=scale.first, last=scale.last), LEFT, y, 13, IN_SOFT)


def _legend(y: float, cards: int | None = None) -> str:
    """Return the three zones, each with its shape and name; a chance may be out of some cards."""
    x, found = LEFT, ""
    for chance, name in LEGEND:
        is_counted = cards is not None and Verdict.of(chance) is Verdict.CHANCE
        template = N_("a chance, in {cards}") if is_counted else name
        text = str(lazy_gettext(template, cards=cards))
        sample = _stretch_svg(Scale(0, 0, x, x + 16), Stretch(0, 0, chance), y + 14, 14)
        found += sample + words(text, x + 22, y + 12, 13)
        x += 42 + round(7.4 * len(text))
    return found


def _strip(scale: Scale, strip: Strip, y: float) -> str:
    foot = y + STRIP - 8
    rule = f'<path d="M{LEFT} {foot + 4:g}H{RIGHT}" stroke="{SOFT}" stroke-opacity=".25"/>'
    fitted = fitted_width(strip.label, LONGEST_LABEL, LABEL)
    label = words(strip.label, LEFT, foot - (12 if strip.note else 6), 14, BOLD + fitted)
    note = words(strip.note, LEFT, foot + 1, 12, IN_SOFT) if strip.note else ""
    return rule + label + note + _row_shapes(scale, strip.row, foot, STRIP - 14)


AT_TOTAL = {
    Verdict.CERTAIN: N_("At {total}: certain"),
    Verdict.CHANCE: N_("At {total}: {odds}"),
    Verdict.LOST: N_("At {total}: lost"),
}

LEGEND = (
    (Fraction(1), N_("certain")),
    (Fraction(4, 5), N_("a chance")),
    (Fraction(0), N_("lost")),
)
