"""A hand along the totals, drawn: its row of the survival map, many rows, or each of its plays.

The pictures bring their own ground, have no script and no ``id``. A full block is certain, a
striped bar as high as the chance is a chance, and a cross is lost.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ono_tutor.game.legal import judge_play
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, _, gettext, with_minus
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import is_open, option_words
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
from ono_tutor.render.totals_text import (
    BARRED,
    HIGHEST,
    Ranges,
    Stretch,
    TotalRange,
    Worth,
    odds,
    ranges_text,
    row_text,
    stretches,
    total_ranges,
    totals_around,
    unseen,
)
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.survival_map import SurvivalMap, SurvivalRow, survival_map
from ono_tutor.solver.survive import Verdict

LEAD, LEAST = 3, 16
CHART, CHART_TOP = 130, 142
CHART_FOOT = CHART_TOP + CHART
STRIP, LABEL, LONGEST_LABEL, LONGEST_NOTE = 38, 88, 10, 48
PLAY_START, PLAY_STRIP, PLAY_HIGH, PLAY_TOP = 104, 30, 18, 92
SUBJECT = N_("The chance to survive a double, by total")


def totals_figure(position: Position) -> Json | None:
    """Return the picture of a hand along the totals, the present one marked.

    A hand under a double of which nothing else is known has its row of the survival map; every
    other hand has a line for each way to play a card. Return None for a hand that is hidden,
    empty or past the limit, or that may lead to a dump.
    """
    rules = position.rules
    if not position.is_hand_known or not position.hand or position.total >= rules.bound:
        return None
    if has_row(position):
        known = survival_map(rules, pair=len(position.still_in) == 2)
        row = row_text(rules, position.hand, known.row(position.hand))
        svg = row_svg(known, position.hand, position.total, faces=False)
        return {"title": gettext(SUBJECT), "svg": svg, "text": str(row)}
    judgements = [judge_play(position, play) for play in rules.plays_of_hand(position.hand)]
    effects = [found for found in judgements if isinstance(found, Effect)]
    if any(effect.steps == 0 and effect.draws > 1 for effect in effects):
        return None  # several cards are drawn: to weigh that takes long at every total
    ranges = total_ranges(position)
    text = ranges_text(position, ranges)
    title = gettext("What each card does, by total")
    return {"title": title, "svg": _plays_svg(position, ranges, title, text), "text": text}


def has_row(position: Position) -> bool:
    """Check that the survival map has this hand: full, under a double, and nothing else known."""
    rules, pair = position.rules, len(position.still_in) == 2
    is_full = len(position.hand) == rules.hand_size and rules.most_owed > 1
    is_plain = position.moment == Moment(position.total, owes=2, pair=pair)
    knows_more = position.undrawn or position.draw or position.discards()
    others = (position.hands[seat] for seat in position.still_in if seat != position.turn)
    return is_full and is_plain and not knows_more and not any(map(is_open, others))


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
        """The totals with a number: every fifth or twentieth, and the last."""
        gap = 5 if self.last - self.first < 40 else 20
        totals = [total for total in range(self.first, self.last + 1) if total % gap == 0]
        return [total for total in totals if self.last - total > gap / 3] + [self.last]


@dataclass(frozen=True, slots=True)
class Strip:
    """A line of the picture of many hands: a label, a small note below it, and the row."""

    label: str
    note: str
    row: SurvivalRow


def first_drawn(rows: Sequence[SurvivalRow]) -> int:
    """Return the first total worth drawing: a little before the first change of any of the rows."""
    return window_of([stretches(row)[0].last + 1 for row in rows])[0]


def window_of(totals: Sequence[int]) -> tuple[int, int]:
    """Return the first and last total of a picture that shows these and a little beside them."""
    first = max(0, min(*totals, HIGHEST + 1 - LEAST + LEAD) - LEAD)
    last = max(max(totals) + LEAD, first + LEAST - 1)
    return first, HIGHEST if last + 2 * LEAD > HIGHEST else last


# ---- the survival map: one hand, and many ----


def row_svg(known: SurvivalMap, hand: Hand, total: int | None = None, *, faces: bool = True) -> str:
    """Draw one hand of a map along the totals, and mark ``total`` if it is given.

    ``faces`` is False if the cards lie beside the picture already.

    Raises :class:`UnanswerableError` for a hand or a total that the map does not have.
    """
    rules, row, cards = known.rules, known.row(hand), unseen(known.rules, hand)
    scale = Scale(first_drawn([row]), HIGHEST, 44, RIGHT)
    drawn = hand if faces else ()
    beside = LEFT + (40 * len(hand) + 8 if faces else 0)
    parts = [words(rules.title, LEFT, 34, 17, BOLD)]
    for place, card in enumerate(drawn):
        parts.append(placed_card(card.code, LEFT + 40 * place, 50, 34, 48))
    for n, line in enumerate((N_("Chance to survive"), N_("a double, by total"))):
        parts.append(words(_(line), beside, 64 + 17 * n, 13.5, IN_SOFT))
    if total is not None:
        chance = known.chance(hand, total)
        fields = {"total": with_minus(total), "odds": odds(chance, cards)}
        marked = _(AT_TOTAL[Verdict.of(chance)], **fields)
        parts.append(words(marked, beside, 99, 13.5, BOLD + IN_GOLD))
    for name, down in (("1", 0), ("½", CHART / 2), ("0", CHART)):
        line = f"M{scale.left:g} {CHART_TOP + down:g}H{scale.right:g}"
        parts.append(f'<path d="{line}" stroke="{CHALK}" stroke-opacity=".3"/>')
        parts.append(words(name, scale.left - 8, CHART_TOP + down + 5, 13, AT_END))
    parts.append(_row_shapes(scale, row, CHART_FOOT, CHART))
    for part in stretches(row):  # above each bar, if it fits, the number of cards that help
        first = max(part.first, scale.first)
        count, wide = part.chance * cards, (part.last - first + 1) * scale.step
        text = str(count.numerator)
        if part.verdict is Verdict.CHANCE and count.denominator == 1 and wide >= 7 * len(text):
            y = CHART_FOOT - float(CHART * part.chance) - 5
            parts.append(words(text, scale.at(first) + wide / 2, y, 12, CENTRED))
    parts.append(_ticks(scale, CHART_FOOT + 20, total))
    if total is not None:
        parts.append(_mark(scale, row, total))
    parts.append(_window_text(scale, [row], CHART_FOOT + 44))
    parts.append(_legend(CHART_FOOT + 60, cards))
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
        words(_(SUBJECT), LEFT, 55, 13.5, IN_SOFT),
        _ticks(scale, top - 8),
    ]
    for n, strip in enumerate(strips, 1):
        base = top + STRIP * n - 8
        line = f"M{LEFT} {base + 4:g}H{RIGHT}"
        parts.append(f'<path d="{line}" stroke="{SOFT}" stroke-opacity=".25"/>')
        fitted = fitted_width(strip.label, LONGEST_LABEL, LABEL)
        y = base - (12 if strip.note else 6)
        parts.append(words(strip.label, LEFT, y, 14, BOLD + fitted))
        parts.append(words(strip.note, LEFT, base + 1, 12, IN_SOFT) if strip.note else "")
        parts.append(_row_shapes(scale, strip.row, base, STRIP - 14))
    parts += [_ticks(scale, foot + 16), _window_text(scale, rows, foot + 40), _legend(foot + 56)]
    return _framed(rules, description, foot + 88, parts)


def _framed(rules: RuleSet, description: str, foot: float, parts: Sequence[str]) -> str:
    """Return the parts on their ground, and below them the options that are not the defaults."""
    options = option_words(rules)
    if options:
        note = gettext("Options: {options}", options=", ".join(options))
        shown = note if len(note) <= LONGEST_NOTE else note[: LONGEST_NOTE - 1] + "…"
        parts = [*parts, words(shown, LEFT, foot + 2, 13, IN_SOFT)]
    height = foot + (20 if options else 0)
    return framed_svg(_(SUBJECT), height, parts, description)


def _row_shapes(scale: Scale, row: SurvivalRow, foot: float, tall: float) -> str:
    """Return the stretches of a row as blocks, bars and crosses above the line ``foot``."""
    drawn = ""
    for part in stretches(row):
        first, last = max(part.first, scale.first), min(part.last, scale.last)
        if first <= last:
            drawn += _stretch_svg(scale, Stretch(first, last, part.chance), foot, tall)
    return drawn


def _stretch_svg(scale: Scale, part: Stretch, foot: float, tall: float) -> str:
    """Draw one stretch on the scale; a chance is as high as its share of ``tall``."""
    columns = part.last - part.first + 1
    if part.verdict is Verdict.LOST:  # a cross a column, or as many as there is room for
        wide = columns * scale.step
        count = min(columns, max(1, int(wide / 9)))
        middles = [scale.at(part.first) + wide * (n + 0.5) / count for n in range(count)]
        return f'<path d="{_crosses(middles, foot)}" {CROSS_LOOK}/>'
    gap = 1 if scale.step > 5 else 0
    left, wide = scale.at(part.first) + gap / 2, columns * scale.step - gap
    high = max(2.0, float(tall * part.chance))
    box = f'<rect x="{left:.1f}" y="{foot - high:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    if part.verdict is Verdict.CERTAIN:
        return f'{box} fill="{SAFE}"/>'
    stripes = (
        f'<path d="M{left + wide / 2:.1f} {foot:g}V{foot - high:.1f}" stroke="{GOLD}" '
        f'stroke-width="{wide:.1f}" stroke-dasharray="2 2.5"/>'
    )
    return stripes + (f'{box} fill="none" stroke="{GOLD}"/>' if gap else "")


def _crosses(middles: Sequence[float], foot: float) -> str:
    """Return the path of crosses in one line: one shape, as a picture has many of them."""
    return "".join(f"M{x - 2.6:.1f} {foot - 10.6:.1f}l5.2 5.2m0-5.2l-5.2 5.2" for x in middles)


CROSS_LOOK = f'stroke="{LOST}" stroke-width="1.6" stroke-linecap="round"'


def _ticks(scale: Scale, y: float, marked: int | None = None) -> str:
    """Return the totals below the columns, with room for the one that is marked."""
    room = 24 / scale.step
    shown = [total for total in scale.ticks if marked is None or abs(total - marked) >= room]
    return "".join(words(total, scale.at(total + 0.5), y, 13, CENTRED + IN_SOFT) for total in shown)


def _mark(scale: Scale, row: SurvivalRow, total: int) -> str:
    """Return a pointer to the marked total, or an arrow to the left if that is not drawn."""
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


def _window_text(scale: Scale, rows: Sequence[SurvivalRow], y: float) -> str:
    """Return a line that says which totals are drawn, and if nothing changes before them."""
    template = N_("Totals {first} to {last}")
    if scale.first and all(stretches(row)[0].last >= scale.first for row in rows):
        template = N_("Totals {first} to {last}; below, nothing changes")
    return words(_(template, first=scale.first, last=scale.last), LEFT, y, 13, IN_SOFT)


def _legend(y: float, cards: int | None = None) -> str:
    """Return the three zones, each with its shape and name; a chance may be out of some cards."""
    x, drawn = LEFT, ""
    for chance, name in LEGEND:
        is_counted = cards is not None and Verdict.of(chance) is Verdict.CHANCE
        template = N_("a chance, in {cards}") if is_counted else name
        text = gettext(template, cards=cards)
        sample = _stretch_svg(Scale(0, 0, x, x + 16), Stretch(0, 0, chance), y + 14, 14)
        drawn += sample + words(text, x + 22, y + 12, 13)
        x += 42 + round(7.4 * len(text))
    return drawn


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


# ---- the plays of a hand ----


def _plays_svg(position: Position, ranges: Ranges, title: str, text: str) -> str:
    """Draw a line for each play, with a frame around the column of the present total."""
    scale, total = Scale(*totals_around(position), PLAY_START, RIGHT), position.total
    foot = PLAY_TOP + PLAY_STRIP * len(ranges)
    x, wide = scale.at(total), scale.step
    parts = [
        words(position.rules.title, LEFT, 34, 17, BOLD),
        words(title, LEFT, 55, 13.5, IN_SOFT),
        f'<path d="M{x + wide / 2 - 6:.1f} {PLAY_TOP - 20}h12l-6 10z" fill="{GOLD}"/>'
        f'<rect x="{x - 1:.1f}" y="{PLAY_TOP - 6}" width="{wide + 2:.1f}" '
        f'height="{foot - PLAY_TOP + 8:g}" rx="4" fill="#000" fill-opacity=".28" '
        f'stroke="{GOLD}" stroke-dasharray="3 3"/>',
    ]
    for n, (play, play_ranges) in enumerate(ranges.items(), 1):
        base = PLAY_TOP + PLAY_STRIP * n - 8
        line = f"M{LEFT} {base + 5:g}H{RIGHT}"
        parts.append(f'<path d="{line}" stroke="{SOFT}" stroke-opacity=".25"/>')
        parts.append(words(with_minus(play), LEFT, base - 3, 15, BOLD))
        parts.append(_ranges_svg(scale, play_ranges, base))
    # every fourth total, and the present one in gold
    for at in range(scale.first, scale.last + 1, 4):
        if abs(at - total) >= 26 / scale.step:
            place = scale.at(at + 0.5)
            parts.append(words(with_minus(at), place, foot + 18, 13, CENTRED + IN_SOFT))
    here = scale.at(total + 0.5)
    parts.append(words(with_minus(total), here, foot + 18, 13, CENTRED + BOLD + IN_GOLD))
    samples = PLAY_LEGEND | (PLAY_LEGEND_BY_MARKS if position.rules.marks else {})
    kinds = {part.kind for parts_of_play in ranges.values() for part in parts_of_play}
    shown = [sample for kind, sample in samples.items() if kind in kinds]
    for n, (worth, name) in enumerate(shown):  # two of them beside each other
        x, y = LEFT + 170 * (n % 2), foot + 38 + 20 * (n // 2)
        sample = _ranges_svg(Scale(0, 0, x, x + 16), [TotalRange(0, 0, worth)], y + 14)
        parts.append(sample + words(_(name), x + 24, y + 12, 13))
    return framed_svg(title, foot + 56 + 20 * ((len(shown) + 1) // 2), parts, text)


def _ranges_svg(scale: Scale, ranges: Sequence[TotalRange], foot: float) -> str:
    """Return blocks, bars, crosses, dashes and lost points along the totals: a path a kind."""
    drawn: dict[str, str] = {}
    for part in ranges:
        middles = [scale.at(total + 0.5) for total in range(part.first, part.last + 1)]
        if part.kind == "costs":  # a digit in each column
            places = " ".join(f"{x:.1f}" for x in middles)
            look = CENTRED + BOLD + f' fill="{LOST}"'
            digits = str(part.worth) * len(middles)
            shape = f'<text x="{places}" y="{foot - 3:g}" font-size="13"{look}>{digits}</text>'
        elif part.kind == "safe":
            left, right = scale.at(part.first) + 0.5, scale.at(part.last + 1) - 0.5
            shape = f"M{left:.1f} {foot:g}V{foot - PLAY_HIGH:g}H{right:.1f}V{foot:g}z"
        elif part.kind == "risk":
            assert isinstance(part.worth, Fraction)
            top = foot - max(2.0, float(PLAY_HIGH * part.worth))
            shape = "".join(f"M{x:.1f} {foot:g}V{top:.1f}" for x in middles)
        elif part.kind == "lost":
            shape = _crosses(middles, foot)
        else:
            shape = "".join(f"M{x - 4:.1f} {foot - 8:g}h8" for x in middles)
        drawn[part.kind] = drawn.get(part.kind, "") + shape
    wide = scale.step - 1 if scale.step > 5 else scale.step
    looks = {
        "safe": f'fill="{SAFE}"',
        "risk": f'stroke="{GOLD}" stroke-dasharray="2 2.5" stroke-width="{wide:.1f}"',
        "lost": CROSS_LOOK,
        BARRED: f'stroke="{SOFT}" stroke-width="1.5" stroke-opacity=".7"',
    }
    return "".join(
        shape if kind == "costs" else f'<path d="{shape}" {looks[kind]}/>'
        for kind, shape in drawn.items()
    )


PLAY_LEGEND: dict[str, tuple[Worth, str]] = {
    "safe": (Fraction(1), N_("survives")),
    "risk": (Fraction(4, 5), N_("with luck")),
    "lost": (Fraction(0), N_("loses")),
    "costs": (1, N_("points that it costs")),
    BARRED: (BARRED, N_("may not be played")),
}
PLAY_LEGEND_BY_MARKS: dict[str, tuple[Worth, str]] = {"safe": (Fraction(1), N_("costs no point"))}
