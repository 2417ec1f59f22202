"""A hand along the totals, drawn: its row of the survival map, many rows, or each of its plays.

The pictures bring their own ground, have no script and no ``id``. A full block is certain, a
striped bar as high as the chance is a chance, and a cross is lost.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

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
    shorten_note,
    words,
)
from ono_tutor.render.totals_text import (
    BARRED,
    HIGHEST,
    Ranges,
    TotalRange,
    Worth,
    odds,
    ranges_text,
    row_ranges,
    row_text,
    total_ranges,
    totals_around,
    unseen,
)
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.survival_map import SurvivalMap, SurvivalRow, survival_map

SUBJECT = N_("The chance to survive a double, by total")
BESIDE, LEAST = 3, 16
"""Totals beside the first change that are drawn, and the fewest in a picture."""

TALL, TOP = 130, 142
"""The chart of one hand: how high it is, and where it begins."""

STRIP, LABEL, LONGEST_LABEL = 38, 88, 10
PLAY_STRIP, PLAY_TOP = 30, 92


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
        text = str(row_text(rules, position.hand, known.row(position.hand)))
        svg = row_svg(known, position.hand, position.total, faces=False)
        return {"title": gettext(SUBJECT), "svg": svg, "text": text}
    for play in rules.plays_of_hand(position.hand):
        effect = judge_play(position, play)
        if isinstance(effect, Effect) and effect.steps == 0 and effect.draws > 1:
            return None  # several cards are drawn: to weigh that takes long at every total
    ranges, title = total_ranges(position), gettext("What each card does, by total")
    text = ranges_text(position, ranges)
    return {"title": title, "svg": _plays_svg(position, ranges, title, text), "text": text}


def has_row(position: Position) -> bool:
    """Check that the survival map has this hand: full, under a double, and nothing else known."""
    rules, pair = position.rules, len(position.still_in) == 2
    is_full = len(position.hand) == rules.hand_size and rules.most_owed > 1
    is_plain = position.moment == Moment(position.total, owes=2, pair=pair)
    knows_more = position.undrawn or position.draw or position.discards()
    others = (position.hands[seat] for seat in position.still_in if seat != position.turn)
    return is_full and is_plain and not knows_more and not any(map(is_open, others))


class Scale(NamedTuple):
    """The totals ``first`` to ``last`` laid out from ``left`` to the right, a column each."""

    first: int
    last: int
    left: float
    right: float = RIGHT

    @property
    def step(self) -> float:
        """The width of a column."""
        return (self.right - self.left) / (self.last - self.first + 1)

    def at(self, total: float) -> float:
        """Return where the column of a total begins."""
        return self.left + (total - self.first) * self.step


class Strip(NamedTuple):
    """A line of the picture of many hands: a label, a small note below it, and the row."""

    label: str
    note: str
    row: SurvivalRow


def window_of(totals: Sequence[int]) -> tuple[int, int]:
    """Return the first and last total of a picture that shows these and a little beside them."""
    first = max(0, min(*totals, HIGHEST + 1 - LEAST + BESIDE) - BESIDE)
    last = max(max(totals) + BESIDE, first + LEAST - 1)
    return first, HIGHEST if last + 2 * BESIDE > HIGHEST else last


def first_drawn(rows: Sequence[SurvivalRow]) -> int:
    """Return the first total worth drawing: a little before the first change of any of the rows."""
    return window_of([row_ranges(row)[0].last + 1 for row in rows])[0]


# ---- three pictures ----


def row_svg(known: SurvivalMap, hand: Hand, total: int | None = None, *, faces: bool = True) -> str:
    """Draw one hand of a map along the totals, and mark ``total`` if it is given.

    ``faces`` is False if the cards lie beside the picture already.

    Raises :class:`UnanswerableError` for a hand or a total that the map does not have.
    """
    rules, row, cards = known.rules, known.row(hand), unseen(known.rules, hand)
    scale, ranges, foot = Scale(first_drawn([row]), HIGHEST, 44), row_ranges(row), TOP + TALL
    beside = LEFT + (40 * len(hand) + 8 if faces else 0)
    parts = [words(rules.title, LEFT, 34, 17, BOLD)]
    for place, card in enumerate(hand if faces else ()):
        parts.append(placed_card(card.code, LEFT + 40 * place, 50, 34, 48))
    for n, line in enumerate((N_("Chance to survive"), N_("a double, by total"))):
        parts.append(words(_(line), beside, 64 + 17 * n, 13.5, IN_SOFT))
    for name, down in (("1", 0), ("½", TALL / 2), ("0", TALL)):
        line = f"M{scale.left:g} {TOP + down:g}H{scale.right:g}"
        parts.append(f'<path d="{line}" stroke="{CHALK}" stroke-opacity=".3"/>')
        parts.append(words(name, scale.left - 8, TOP + down + 5, 13, AT_END))
    parts.append(_ranges_svg(scale, ranges, foot, TALL))
    for part in ranges:  # above each bar, if it fits, the number of cards that help
        first, count = max(part.first, scale.first), part.chance * cards
        wide, text = (part.last - first + 1) * scale.step, str(count.numerator)
        if part.kind == "risk" and count.denominator == 1 and wide >= 7 * len(text):
            y = foot - float(TALL * part.chance) - 5
            parts.append(words(text, scale.at(first) + wide / 2, y, 12, CENTRED))
    parts.append(_ticks(scale, foot + 20, total))
    if total is not None:
        chance = known.chance(hand, total)
        marked = _AT_TOTAL[TotalRange(total, total, chance).kind]
        text = gettext(marked, total=with_minus(total), odds=odds(chance, cards))
        parts.append(words(text, beside, 99, 13.5, BOLD + IN_GOLD))
        if total < scale.first:
            x, y = scale.left + 4, TOP - 24
            parts.append(f'<path d="M{x + 10:g} {y - 5:g}l-10 5l10 5z" fill="{GOLD}"/>')
            parts.append(words(with_minus(total), x + 16, y + 5, 13, BOLD + IN_GOLD))
        else:
            x, down = scale.at(total + 0.5), max(0.0, float(TALL * (1 - chance)) - 12)
            line = f'stroke="{GOLD}" stroke-width="1.5" stroke-dasharray="3 3"'
            parts.append(_pointer(x, TOP - 15))
            parts.append(f'<path d="M{x:.1f} {TOP - 5}v{down:.1f}" {line}/>')
    samples = [(worth, _(name)) for worth, name in _LEGEND]
    samples[1] = (samples[1][0], _("a chance, in {cards}", cards=cards))
    legend, tall = _foot_svg(rules, scale, [row], samples, foot + 44)
    return framed_svg(_(SUBJECT), tall, [*parts, legend], row_text(rules, hand, row))


_AT_TOTAL = {
    "safe": N_("At {total}: certain"),
    "risk": N_("At {total}: {odds}"),
    "lost": N_("At {total}: lost"),
}
_LEGEND = (
    (Fraction(1), N_("certain")),
    (Fraction(4, 5), N_("a chance")),
    (Fraction(0), N_("lost")),
)


def strips_svg(
    rules: RuleSet, strips: Sequence[Strip], description: str, window: tuple[int, int] | None = None
) -> str:
    """Draw many rows one below the other, from the first total that matters; or a ``window``."""
    rows = [strip.row for strip in strips]
    scale = Scale(*(window or (first_drawn(rows), HIGHEST)), 118)
    top, foot = 86, 86 + STRIP * len(strips)
    parts = [
        words(rules.title, LEFT, 34, 17, BOLD),
        words(_(SUBJECT), LEFT, 55, 13.5, IN_SOFT),
        _ticks(scale, top - 8),
    ]
    for n, strip in enumerate(strips, 1):
        base = top + STRIP * n - 8
        parts.append(_rule(base + 4))
        fitted = fitted_width(strip.label, LONGEST_LABEL, LABEL)
        y = base - (12 if strip.note else 6)
        parts.append(words(strip.label, LEFT, y, 14, BOLD + fitted))
        parts.append(words(strip.note, LEFT, base + 1, 12, IN_SOFT) if strip.note else "")
        parts.append(_ranges_svg(scale, row_ranges(strip.row), base, STRIP - 14))
    parts.append(_ticks(scale, foot + 16))
    samples = [(worth, _(name)) for worth, name in _LEGEND]
    legend, tall = _foot_svg(rules, scale, rows, samples, foot + 40)
    return framed_svg(_(SUBJECT), tall, [*parts, legend], description)


def _foot_svg(
    rules: RuleSet,
    scale: Scale,
    rows: Sequence[SurvivalRow],
    samples: Iterable[tuple[Worth, object]],
    y: float,
) -> tuple[str, float]:
    """Return at ``y`` the totals drawn, then the legend and the options; and where they end."""
    template = N_("Totals {first} to {last}")
    if scale.first and all(row_ranges(row)[0].last >= scale.first for row in rows):
        template = N_("Totals {first} to {last}; below, nothing changes")
    drawn = words(_(template, first=scale.first, last=scale.last), LEFT, y, 13, IN_SOFT)
    legend, foot = _legend(samples, y + 16)
    if options := option_words(rules):
        note = shorten_note(_("Options: {options}", options=", ".join(options)))
        legend += words(note, LEFT, foot + 2, 13, IN_SOFT)
        foot += 20
    return drawn + legend, foot


def _plays_svg(position: Position, ranges: Ranges, title: str, text: str) -> str:
    """Draw a line for each play, with a frame around the column of the present total."""
    scale, total = Scale(*totals_around(position), 104), position.total
    foot, x, wide = PLAY_TOP + PLAY_STRIP * len(ranges), scale.at(total), scale.step
    parts = [
        words(position.rules.title, LEFT, 34, 17, BOLD),
        words(title, LEFT, 55, 13.5, IN_SOFT),
        _pointer(x + wide / 2, PLAY_TOP - 20),
        f'<rect x="{x - 1:.1f}" y="{PLAY_TOP - 6}" width="{wide + 2:.1f}" '
        f'height="{foot - PLAY_TOP + 8:g}" rx="4" fill="#000" fill-opacity=".28" '
        f'stroke="{GOLD}" stroke-dasharray="3 3"/>',
    ]
    for n, (play, play_ranges) in enumerate(ranges.items(), 1):
        base = PLAY_TOP + PLAY_STRIP * n - 8
        parts.append(_rule(base + 5))
        parts.append(words(with_minus(play), LEFT, base - 3, 15, BOLD))
        parts.append(_ranges_svg(scale, play_ranges, base, 18))
    parts.append(_ticks(scale, foot + 18, total))
    kinds = {part.kind for parts_of_play in ranges.values() for part in parts_of_play}
    is_safe = N_("costs no point") if position.rules.marks else N_("survives")
    samples: dict[str, tuple[Worth, str]] = {
        "safe": (Fraction(1), is_safe),
        "risk": (Fraction(4, 5), N_("with luck")),
        "lost": (Fraction(0), N_("loses")),
        "costs": (1, N_("points that it costs")),
        BARRED: (BARRED, N_("may not be played")),
    }
    shown = [(worth, _(name)) for kind, (worth, name) in samples.items() if kind in kinds]
    legend, height = _legend(shown, foot + 36)
    return framed_svg(title, height, [*parts, legend], text)


# ---- their parts ----


def _ranges_svg(scale: Scale, ranges: Iterable[TotalRange], foot: float, tall: float) -> str:
    """Draw blocks, bars, crosses, dashes and lost points above ``foot``, as far as they fit.

    A chance is as high as its share of ``tall``.
    """
    drawn, gap = "", 1 if scale.step > 5 else 0
    for part in ranges:
        first, last = max(part.first, scale.first), min(part.last, scale.last)
        if first > last:
            continue
        left, columns = scale.at(first), last - first + 1
        wide = columns * scale.step
        count = min(columns, max(1, int(wide / 9)))  # a sign a column, or as many as fit
        middles = [left + wide * (n + 0.5) / count for n in range(count)]
        high = max(2.0, float(tall * part.chance))
        size = f'width="{wide - gap:.1f}" height="{high:.1f}"'
        box = f'<rect x="{left + gap / 2:.1f}" y="{foot - high:.1f}" {size}'
        if part.kind == "safe":
            drawn += f'{box} fill="{SAFE}"/>'
        elif part.kind == "risk":
            drawn += (
                f'<path d="M{left + wide / 2:.1f} {foot:g}V{foot - high:.1f}" stroke="{GOLD}" '
                f'stroke-width="{wide - gap:.1f}" stroke-dasharray="2 2.5"/>'
            )
            drawn += f'{box} fill="none" stroke="{GOLD}"/>' if gap else ""
        elif part.kind == "lost":
            arms = "l5.2 5.2m0-5.2l-5.2 5.2"
            shape = "".join(f"M{x - 2.6:.1f} {foot - 10.6:.1f}{arms}" for x in middles)
            look = f'stroke="{LOST}" stroke-width="1.6" stroke-linecap="round"'
            drawn += f'<path d="{shape}" {look}/>'
        elif part.kind == "costs":  # one text, a digit in each column
            places, digits = " ".join(f"{x:.1f}" for x in middles), str(part.worth) * count
            look = CENTRED + BOLD + f' fill="{LOST}"'
            drawn += f'<text x="{places}" y="{foot - 3:g}" font-size="13"{look}>{digits}</text>'
        else:
            shape = "".join(f"M{x - 4:.1f} {foot - 8:g}h8" for x in middles)
            drawn += f'<path d="{shape}" stroke="{SOFT}" stroke-width="1.5" stroke-opacity=".7"/>'
    return drawn


def _ticks(scale: Scale, y: float, marked: int | None = None) -> str:
    """Return every fifth or twentieth total and the last, with room for one marked in gold."""
    gap, drawn = 5 if scale.last - scale.first < 40 else 20, ""
    for total in range(scale.first, scale.last + 1):
        is_tick = total == scale.last or (total % gap == 0 and scale.last - total > gap / 3)
        has_room = marked is None or abs(total - marked) >= 24 / scale.step
        if total == marked or (is_tick and has_room):
            look = BOLD + IN_GOLD if total == marked else IN_SOFT
            drawn += words(with_minus(total), scale.at(total + 0.5), y, 13, CENTRED + look)
    return drawn


def _pointer(x: float, y: float) -> str:
    return f'<path d="M{x - 6:.1f} {y:g}h12l-6 10z" fill="{GOLD}"/>'


def _rule(y: float) -> str:
    return f'<path d="M{LEFT} {y:g}H{RIGHT}" stroke="{SOFT}" stroke-opacity=".25"/>'


def _legend(samples: Iterable[tuple[Worth, object]], y: float) -> tuple[str, float]:
    """Return a sample of each worth with its name, in lines, and where the legend ends."""
    x, drawn = LEFT, ""
    for worth, name in samples:
        wide = 42 + round(7.4 * len(str(name)))
        if x + wide > RIGHT + 20:
            x, y = LEFT, y + 20
        drawn += _ranges_svg(Scale(0, 0, x, x + 16), [TotalRange(0, 0, worth)], y + 14, 14)
        drawn += words(name, x + 22, y + 12, 13)
        x += wide
    return drawn, y + 32
