"""What each card of a hand does at the totals around the present one, drawn and in words.

A hand under a double of which nothing else is known has its row of the survival map; every
other hand has a line for each way to play a card.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from ono_tutor.game.legal import judge_play
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, format_list, lazy_gettext, with_minus
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import card_list, is_open, join_sentences, spoken
from ono_tutor.render.survival_picture import SUBJECT, Scale, row_svg
from ono_tutor.render.survival_text import HIGHEST, row_text
from ono_tutor.render.svg import (
    BOLD,
    CENTRED,
    GOLD,
    IN_GOLD,
    IN_SOFT,
    LEFT,
    LOST,
    RIGHT,
    SAFE,
    SOFT,
    framed_svg,
    words,
)
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.survival_map import survival_map
from ono_tutor.solver.survive import fraction, survive

REACH = 8
"""How many totals are taken on each side of the present one."""

BARRED = "barred"
Worth = Fraction | int | str
"""What a play is worth at a total: its chance, the points it costs, or :data:`BARRED`."""

FROM, STRIP, HIGH, TOP = 104, 30, 18, 92


class TotalRange(NamedTuple):
    """Totals in a row, ``first`` to ``last``, at which a play is worth the same."""

    first: int
    last: int
    worth: Worth


Ranges = Mapping[Play, Sequence[TotalRange]]


def totals_figure(position: Position) -> Json | None:
    """Return the picture of a hand along the totals, the present one marked.

    Return None for a hand that is hidden, empty or past the limit, or that may lead to a dump.
    """
    rules = position.rules
    if not position.is_hand_known or not position.hand or position.total >= rules.bound:
        return None
    if has_row(position):
        known = survival_map(position.rules, pair=len(position.still_in) == 2)
        row = row_text(rules, position.hand, known.row(position.hand))
        svg = row_svg(known, position.hand, position.total, faces=False)
        return {"title": str(lazy_gettext(SUBJECT)), "svg": svg, "text": str(row)}
    judgements = [judge_play(position, play) for play in rules.plays_of_hand(position.hand)]
    effects = [found for found in judgements if isinstance(found, Effect)]
    if any(effect.steps == 0 and effect.draws > 1 for effect in effects):
        return None  # several cards are drawn: to weigh that takes long at every total
    found = total_ranges(position)
    text = _text(position, found)
    title = str(lazy_gettext("What each card does, by total"))
    return {"title": title, "svg": _svg(position, found, title, text), "text": text}


def has_row(position: Position) -> bool:
    """Check that the survival map has this hand: full, under a double, and nothing else known."""
    rules, pair = position.rules, len(position.still_in) == 2
    is_full = len(position.hand) == rules.hand_size and rules.most_owed > 1
    is_plain = position.moment == Moment(position.total, owes=2, pair=pair)
    knows_more = position.undrawn or position.draw or position.discards()
    others = (position.hands[seat] for seat in position.still_in if seat != position.turn)
    return is_full and is_plain and not knows_more and not any(map(is_open, others))


# ---- the plays along the totals ----


def total_ranges(position: Position) -> Ranges:
    """Return by way to play a card of the hand, what it is worth at the totals around."""
    first, last = totals_around(position)
    by_total = {total: _worths(replace(position, total=total)) for total in range(first, last + 1)}
    return {
        play: _ranges({total: worths[play] for total, worths in by_total.items()})
        for play in position.rules.plays_of_hand(position.hand)
    }


def _ranges(worths: Mapping[int, Worth]) -> list[TotalRange]:
    """Return the totals, cut wherever the worth changes; a chance of 1 is not one point."""
    found = []
    for (_, worth), run in groupby(worths.items(), lambda at: (type(at[1]), at[1])):
        totals = [total for total, _ in run]
        found.append(TotalRange(totals[0], totals[-1], worth))
    return found


def totals_around(position: Position) -> tuple[int, int]:
    """Return the first and the last total drawn: the present one and some on each side."""
    rules, wide = position.rules, 2 * REACH
    first = min(position.total - REACH, HIGHEST - wide)
    if not rules.can_show(-1):
        first = max(0, first)
    return first, first + wide


def _worths(position: Position) -> dict[Play, Worth]:
    chances = dict(survive(position).chances)
    found: dict[Play, Worth] = {}
    for play in position.rules.plays_of_hand(position.hand):
        effect = judge_play(position, play)
        found[play] = BARRED
        if isinstance(effect, Effect):
            found[play] = effect.costs or chances.get(play, Fraction(0))
    return found


def _text(position: Position, found: Ranges) -> str:
    """Return the picture in sentences, one a play."""
    rules = position.rules
    texts = [lazy_gettext("You hold {hand}.", hand=card_list(rules, position.hand))]
    for play, ranges in found.items():
        phrases = format_list([_phrase(part) for part in ranges])
        name = spoken(position, play)
        texts.append(lazy_gettext("{play}: {phrases}.", play=name, phrases=phrases))
    return join_sentences(texts)


def _phrase(part: TotalRange) -> str:
    chance = fraction(part.worth) if isinstance(part.worth, Fraction) else ""
    template = _PHRASES[_kind_of(part.worth)][part.first == part.last]
    return str(lazy_gettext(template, **part._asdict(), points=part.worth, chance=chance))


def _kind_of(worth: Worth) -> str:
    """Return what a worth is, in a word: safe, risk, lost, costs or barred."""
    if isinstance(worth, Fraction):
        return "risk" if 0 < worth < 1 else "safe" if worth else "lost"
    return "costs" if isinstance(worth, int) else BARRED


# ---- the picture ----


def _svg(position: Position, found: Ranges, title: str, text: str) -> str:
    scale = Scale(*totals_around(position), FROM, RIGHT)
    foot = TOP + STRIP * len(found)
    kinds = {_kind_of(part.worth) for ranges in found.values() for part in ranges}
    shown = [kind for kind in LEGEND if kind in kinds]
    parts = [
        words(position.rules.title, LEFT, 34, 17, BOLD),
        words(title, LEFT, 55, 13.5, IN_SOFT),
        _column(scale, position.total, foot),
        *(_strip(scale, *one, TOP + STRIP * n) for n, one in enumerate(found.items())),
        _ticks(scale, position.total, foot + 18),
        *(_sample(kind, position.rules, n, foot + 38) for n, kind in enumerate(shown)),
    ]
    return framed_svg(title, foot + 56 + 20 * ((len(shown) + 1) // 2), parts, text)


def _column(scale: Scale, total: int, foot: float) -> str:
    """Return the present total: a pointer above and a frame round its column."""
    x, wide = scale.at(total), scale.step
    middle = x + wide / 2
    return (
        f'<path d="M{middle - 6:.1f} {TOP - 20}h12l-6 10z" fill="{GOLD}"/>'
        f'<rect x="{x - 1:.1f}" y="{TOP - 6}" width="{wide + 2:.1f}" height="{foot - TOP + 8:g}" '
        f'rx="4" fill="#000" fill-opacity=".28" stroke="{GOLD}" stroke-dasharray="3 3"/>'
    )


def _strip(scale: Scale, play: Play, ranges: Sequence[TotalRange], y: float) -> str:
    foot = y + STRIP - 8
    rule = f'<path d="M{LEFT} {foot + 5:g}H{RIGHT}" stroke="{SOFT}" stroke-opacity=".25"/>'
    label = words(with_minus(play), LEFT, foot - 3, 15, BOLD)
    return rule + label + _ranges_svg(scale, ranges, foot)


def _ranges_svg(scale: Scale, ranges: Sequence[TotalRange], foot: float) -> str:
    """Return blocks, bars, crosses, dashes and lost points along the totals: a path a kind."""
    drawn: dict[str, str] = {}
    for part in ranges:
        kind = _kind_of(part.worth)
        drawn[kind] = drawn.get(kind, "") + _PARTS[kind](scale, part, foot)
    wide = scale.step - 1 if scale.step > 5 else scale.step
    looks = {**_LOOKS, "risk": f'{_LOOKS["risk"]} stroke-width="{wide:.1f}"'}
    return "".join(
        part if kind == "costs" else f'<path d="{part}" {looks[kind]}/>'
        for kind, part in drawn.items()
    )


def _middles(scale: Scale, part: TotalRange) -> list[float]:
    return [scale.at(total + 0.5) for total in range(part.first, part.last + 1)]


def _block(scale: Scale, part: TotalRange, foot: float) -> str:
    left, right = scale.at(part.first) + 0.5, scale.at(part.last + 1) - 0.5
    return f"M{left:.1f} {foot:g}V{foot - HIGH:g}H{right:.1f}V{foot:g}z"


def _bar(scale: Scale, part: TotalRange, foot: float) -> str:
    assert isinstance(part.worth, Fraction)
    top = foot - max(2.0, float(HIGH * part.worth))
    return "".join(f"M{x:.1f} {foot:g}V{top:.1f}" for x in _middles(scale, part))


def _cross(scale: Scale, part: TotalRange, foot: float) -> str:
    return "".join(
        f"M{x - 2.6:.1f} {foot - 10.6:.1f}l5.2 5.2m0-5.2l-5.2 5.2" for x in _middles(scale, part)
    )


def _dash(scale: Scale, part: TotalRange, foot: float) -> str:
    return "".join(f"M{x - 4:.1f} {foot - 8:g}h8" for x in _middles(scale, part))


def _points(scale: Scale, part: TotalRange, foot: float) -> str:
    """Return the points that are lost, a digit in each column."""
    places = " ".join(f"{x:.1f}" for x in _middles(scale, part))
    look = CENTRED + BOLD + f' fill="{LOST}"'
    digits = str(part.worth) * (part.last - part.first + 1)
    return f'<text x="{places}" y="{foot - 3:g}" font-size="13"{look}>{digits}</text>'


def _ticks(scale: Scale, total: int, y: float) -> str:
    """Return every fourth total, and the present one in gold."""
    room = 26 / scale.step
    shown = [t for t in range(scale.first, scale.last + 1, 4) if abs(t - total) >= room]
    plain = (words(with_minus(t), scale.at(t + 0.5), y, 13, CENTRED + IN_SOFT) for t in shown)
    here = words(with_minus(total), scale.at(total + 0.5), y, 13, CENTRED + BOLD + IN_GOLD)
    return "".join(plain) + here


def _sample(kind: str, rules: RuleSet, place: int, y: float) -> str:
    """Return a line of the legend, two of them beside each other."""
    x, y = LEFT + 170 * (place % 2), y + 20 * (place // 2)
    worth, text = (LEGEND | LEGEND_BY_MARKS if rules.marks else LEGEND)[kind]
    sample = _ranges_svg(Scale(0, 0, x, x + 16), [TotalRange(0, 0, worth)], y + 14)
    return sample + words(lazy_gettext(text), x + 24, y + 12, 13)


LEGEND: dict[str, tuple[Worth, str]] = {
    "safe": (Fraction(1), N_("survives")),
    "risk": (Fraction(4, 5), N_("with luck")),
    "lost": (Fraction(0), N_("loses")),
    "costs": (1, N_("points that it costs")),
    BARRED: (BARRED, N_("may not be played")),
}
LEGEND_BY_MARKS: dict[str, tuple[Worth, str]] = {"safe": (Fraction(1), N_("costs no point"))}

_PARTS = {"safe": _block, "risk": _bar, "lost": _cross, "costs": _points, BARRED: _dash}
_LOOKS = {
    "safe": f'fill="{SAFE}"',
    "risk": f'stroke="{GOLD}" stroke-dasharray="2 2.5"',
    "lost": f'stroke="{LOST}" stroke-width="1.6" stroke-linecap="round"',
    BARRED: f'stroke="{SOFT}" stroke-width="1.5" stroke-opacity=".7"',
}
_PHRASES = {
    "safe": {True: N_("fine at {first}"), False: N_("fine from {first} to {last}")},
    "risk": {
        True: N_("a chance of {chance} at {first}"),
        False: N_("a chance of {chance} from {first} to {last}"),
    },
    "lost": {True: N_("loses at {first}"), False: N_("loses from {first} to {last}")},
    "costs": {
        True: N_("costs {points} at {first}"),
        False: N_("costs {points} from {first} to {last}"),
    },
    BARRED: {
        True: N_("not allowed at {first}"),
        False: N_("not allowed from {first} to {last}"),
    },
}
