"""A hand along the totals, in words and drawn: its row of the survival map, or each of its plays.

A full block is certain, a striped bar as high as the chance is a chance, and a cross is lost.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from ono_tutor.game.legal import judge_play
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, _, format_list, gettext, with_minus
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import (
    card_codes,
    card_list,
    join_sentences,
    spoken,
    title_of,
)
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
    fitted_width,
    framed_svg,
    placed_card,
    words,
)
from ono_tutor.rules.judgement import Effect
from ono_tutor.rules.play import Hand, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.survive import SurvivalMap, SurvivalRow, fraction, full_hands, survive

HIGHEST = 98
"""The highest total at which a turn can start (rule ``limit``)."""

REACH = 8
"""How many totals are drawn on each side of the present one."""

BARRED = "barred"
Worth = Fraction | int | str
"""What a play is worth at a total: its chance, the points it costs, or :data:`BARRED`."""


class TotalRange(NamedTuple):
    """Totals in a row, ``first`` to ``last``, at which a hand or a play is worth the same."""

    first: int
    last: int
    worth: Worth

    @property
    def kind(self) -> str:
        """The worth in a word: safe, risk, lost, costs or barred."""
        if isinstance(self.worth, Fraction):
            return "risk" if 0 < self.worth < 1 else "safe" if self.worth else "lost"
        return "costs" if isinstance(self.worth, int) else BARRED

    @property
    def chance(self) -> Fraction:
        """The chance; 0 for what costs points or may not be played."""
        return self.worth if isinstance(self.worth, Fraction) else Fraction(0)


Ranges = Mapping[Play, Sequence[TotalRange]]


def join_totals(worths: Iterable[tuple[int, Worth]]) -> list[TotalRange]:
    """Return the totals, each with its worth, cut wherever the worth changes."""
    ranges = []
    # a chance of 1 is not one point, so that the type counts as well
    for (__, worth), run in groupby(worths, lambda at: (type(at[1]), at[1])):
        totals = [total for total, __ in run]
        ranges.append(TotalRange(totals[0], totals[-1], worth))
    return ranges


def _range_text(part: TotalRange, worth: Message | str) -> str:
    """Return what something is worth in a range of the totals."""
    template = N_("{worth} from {first} to {last}")
    if part.first == part.last:
        template = N_("{worth} at {first}")
    return gettext(template, worth=worth, first=part.first, last=part.last)


# ---- the chance of a whole hand under a double ----


def row_ranges(row: SurvivalRow) -> list[TotalRange]:
    """Return a row of the survival map, from 0 to the highest total, cut where it changes."""
    return join_totals(enumerate(row.chances))


def first_in_danger(row: SurvivalRow) -> int | None:
    """Return the lowest total at which the hand may fail, or None."""
    return next((part.first for part in row_ranges(row) if part.kind != "safe"), None)


def lost_from(row: SurvivalRow) -> int | None:
    """Return the total from which on the hand is lost, or None if it has a chance to the end."""
    last = row_ranges(row)[-1]
    return last.first if last.kind == "lost" else None


def chance_words(rules: RuleSet, hand: Hand, chance: Fraction) -> str:
    """Return the chance of a hand: certain, lost, or how many of the unseen cards help.

    Where that is no whole number it is a fraction.
    """
    unseen = sum(rules.deck(rules.least_players).values()) - len(hand)
    if chance in (0, 1):
        return gettext("certain") if chance else gettext("lost")
    if (chance * unseen).denominator > 1:
        return fraction(chance)
    return gettext("{count} in {cards}", count=int(chance * unseen), cards=unseen)


def row_text(rules: RuleSet, hand: Hand, row: SurvivalRow) -> Message:
    """Return the chances of a hand along the totals, in a sentence."""
    phrases = [
        _range_text(part, chance_words(rules, hand, part.chance)) for part in row_ranges(row)
    ]
    template = N_("Surviving a double with {hand}: {chances}.")
    return _(template, hand=card_list(rules, hand), chances=format_list(phrases))


def totals_text(part: TotalRange) -> str:
    """Return the totals of a range, such as ``87`` or ``0–86``."""
    if part.first == part.last:
        return str(part.first)
    return gettext("{first}–{last}", first=part.first, last=part.last)


# ---- two sets of options, compared ----


@dataclass(frozen=True, slots=True)
class Split:
    """A hand to which two readings give different chances, which differ by ``gap`` in sum."""

    hand: Hand
    first: SurvivalRow
    second: SurvivalRow
    totals: tuple[int, ...]
    gap: Fraction

    @property
    def widest(self) -> int:
        """The lowest of the totals at which the two chances lie furthest apart."""
        return max(self.totals, key=lambda at: abs(self.first.chance(at) - self.second.chance(at)))


@dataclass(frozen=True, slots=True)
class Readings:
    """Two maps of one deck, the ``hands`` they have, and those on which they disagree."""

    first: SurvivalMap
    second: SurvivalMap
    hands: int
    splits: tuple[Split, ...]

    @property
    def greatest(self) -> Split | None:
        """The hand on which the readings disagree most, or None if they agree on all."""
        return max(self.splits, key=lambda split: split.gap, default=None)


def compare_maps(first: SurvivalMap, second: SurvivalMap) -> Readings:
    """Return where two maps of the same deck differ."""
    hands, splits = list(full_hands(first.rules)), []
    for hand in hands:
        one, two = first.row(hand), second.row(hand)
        counts = enumerate(zip(one.counts, two.counts, strict=True))
        totals = tuple(at for at, (mine, other) in counts if mine * two.of != other * one.of)
        if totals:
            gap = sum((abs(one.chance(at) - two.chance(at)) for at in totals), Fraction(0))
            splits.append(Split(hand, one, two, totals, gap))
    return Readings(first, second, len(hands), tuple(splits))


# ---- the plays of a hand ----


def totals_around(position: Position) -> tuple[int, int]:
    """Return the first and the last total drawn: the present one and some on each side."""
    first = min(position.total - REACH, HIGHEST - 2 * REACH)
    if not position.rules.can_show(-1):
        first = max(0, first)
    return first, first + 2 * REACH


def total_ranges(position: Position) -> Ranges:
    """Return for each play of the hand what it is worth at the totals around the present one."""
    first, last = totals_around(position)
    plays = dict.fromkeys(position.rules.plays_of_hand(position.hand))
    worths: dict[Play, list[tuple[int, Worth]]] = {play: [] for play in plays}
    for total in range(first, last + 1):
        there = replace(position, total=total)
        chances = dict(survive(there).chances)
        for play in plays:
            worth: Worth = BARRED
            effect = judge_play(there, play)
            if isinstance(effect, Effect):
                worth = effect.costs or chances.get(play, Fraction(0))
            worths[play].append((total, worth))
    return {play: join_totals(by_total) for play, by_total in worths.items()}


def ranges_text(position: Position, ranges: Ranges) -> str:
    """Return what each play is worth along the totals, a sentence a play."""
    texts = [_("You hold {hand}.", hand=card_list(position.rules, position.hand))]
    for play, parts in ranges.items():
        phrases = []
        for part in parts:
            worth = _(_WORTHS[part.kind], chance=fraction(part.chance), points=part.worth)
            phrases.append(_range_text(part, worth))
        fields = {"play": spoken(position, play), "phrases": format_list(phrases)}
        texts.append(_("{play}: {phrases}.", **fields))
    return join_sentences(texts)


_WORTHS = {
    "safe": N_("fine"),
    "risk": N_("a chance of {chance}"),
    "lost": N_("loses"),
    "costs": N_("costs {points}"),
    BARRED: N_("not allowed"),
}


# ---- drawn ----

SUBJECT = N_("The chance to survive a double, by total")
BESIDE, LEAST = 3, 16
"""Totals beside the first change that are drawn, and the fewest in a picture."""

TOP, FACES, STRIP, TALL = 98, 54, 36, 120
"""Where the first line begins, the room for cards above it, and how high one of many and a
single one are."""

BESIDE_LABEL, LABEL, LONGEST_LABEL, LONGEST_NAME = 112, 86, 10, 36


def totals_figure(position: Position) -> Json | None:
    """Return the picture of a hand along the totals, the present one marked.

    It has a line for each way to play a card. Return None for a hand that is hidden, empty or
    past the limit, or that may lead to a dump.
    """
    rules, hand, total = position.rules, position.hand, position.total
    if not position.is_hand_known or not hand or total >= rules.bound:
        return None
    for play in rules.plays_of_hand(hand):
        effect = judge_play(position, play)
        if isinstance(effect, Effect) and effect.steps == 0 and effect.draws > 1:
            return None  # several cards are drawn: to weigh that takes long at every total
    ranges, title = total_ranges(position), gettext("What each card does, by total")
    text, window = ranges_text(position, ranges), totals_around(position)
    strips = [Strip(with_minus(play), parts) for play, parts in ranges.items()]
    svg = strips_svg(rules, strips, text, window, subject=title, total=total)
    return {"title": title, "svg": svg, "text": text}


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
    """A line of a picture: a label, what it is worth along the totals, a small note below."""

    label: str
    ranges: Sequence[TotalRange]
    note: str = ""


def window_of(totals: Sequence[int]) -> tuple[int, int]:
    """Return the first and last total of a picture that shows these and a little beside them."""
    first = max(0, min(*totals, HIGHEST + 1 - LEAST + BESIDE) - BESIDE)
    last = max(max(totals) + BESIDE, first + LEAST - 1)
    return first, HIGHEST if last + 2 * BESIDE > HIGHEST else last


def row_svg(known: SurvivalMap, hand: Hand, total: int | None = None) -> str:
    """Draw one hand of a map along the totals, and mark ``total`` if it is given.

    Raises :class:`UnanswerableError` for a hand or a total that the map does not have.
    """
    rules, row, note, ranges = known.rules, known.row(hand), "", row_ranges(known.row(hand))
    if total is not None:
        odds = chance_words(rules, hand, known.chance(hand, total))
        note = gettext("At {total}: {odds}", total=with_minus(total), odds=odds)
    window = min(ranges[0].last + 1, HIGHEST if total is None else max(0, total)), HIGHEST
    return strips_svg(
        rules,
        [Strip(card_codes(hand), ranges, note)],
        str(row_text(rules, hand, row)),
        window_of(window),
        total=total,
        faces=hand,
    )


def strips_svg(  # noqa: PLR0913 - what is drawn, and what is marked
    rules: RuleSet,
    strips: Sequence[Strip],
    description: str,
    window: tuple[int, int] | None = None,
    *,
    subject: str = "",
    total: int | None = None,
    faces: Hand = (),
) -> str:
    """Draw the strips one below the other, from the first total that matters; or a ``window``.

    A frame stands around the column of ``total``, and the cards of ``faces`` above.
    """
    firsts = [strip.ranges[0] for strip in strips]
    window = window or (window_of([part.last + 1 for part in firsts])[0], HIGHEST)
    scale = Scale(*window, BESIDE_LABEL)
    top, high = TOP + FACES * bool(faces), TALL if len(strips) == 1 else STRIP
    foot, subject = top + high * len(strips), subject or gettext(SUBJECT)
    name = title_of(rules)
    parts = [
        words(name, LEFT, 34, 17, BOLD + fitted_width(name, LONGEST_NAME, RIGHT - LEFT)),
        words(subject, LEFT, 55, 13.5, IN_SOFT),
    ]
    for place, card in enumerate(faces):
        parts.append(placed_card(card.code, LEFT + 40 * place, 68, 34, 48))
    if total is not None and total >= scale.first:
        x, wide = scale.at(total), scale.step
        parts.append(
            f'<rect x="{x - 1:.1f}" y="{top - 4}" width="{wide + 2:.1f}" '
            f'height="{foot - top + 4:g}" rx="4" fill="#000" fill-opacity=".28" '
            f'stroke="{GOLD}" stroke-dasharray="3 3"/>'
        )
    parts.append(_ticks(scale, top - 12, total))
    for n, strip in enumerate(strips, 1):
        base = top + high * n - 8
        fitted = fitted_width(strip.label, LONGEST_LABEL, LABEL)
        y = base - (15 if strip.note else 6)
        parts += [
            f'<path d="M{LEFT} {base + 4:g}H{RIGHT}" stroke="{SOFT}" stroke-opacity=".25"/>',
            words(strip.label, LEFT, y, 14, BOLD + fitted),
            words(strip.note, LEFT, base - 1, 12, IN_SOFT) if strip.note else "",
            _ranges_svg(scale, strip.ranges, base, high - 14),
        ]
    parts.append(_ticks(scale, foot + 16, total))
    about = _("Totals {first} to {last}", first=with_minus(scale.first), last=scale.last)
    kinds = {part.kind for strip in strips for part in strip.ranges if part.last >= scale.first}
    legend, end = _legend(kinds, foot + 56, by_points=bool(rules.marks))
    parts += [words(about, LEFT, foot + 40, 13, IN_SOFT), legend]
    return framed_svg(subject, end, parts, description)


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


def _legend(kinds: set[str], y: float, *, by_points: bool) -> tuple[str, float]:
    """Return a sample of each kind with its name, in lines, and where the legend ends."""
    x, drawn = LEFT, ""
    samples: dict[str, tuple[Worth, str]] = {
        "safe": (Fraction(1), N_("costs no point") if by_points else N_("survives")),
        "risk": (Fraction(4, 5), N_("with luck")),
        "lost": (Fraction(0), N_("loses")),
        "costs": (1, N_("points that it costs")),
        BARRED: (BARRED, N_("may not be played")),
    }
    for worth, name in (sample for kind, sample in samples.items() if kind in kinds):
        text = gettext(name)
        wide = 42 + round(7.4 * len(text))
        if x + wide > RIGHT + 20:
            x, y = LEFT, y + 20
        drawn += _ranges_svg(Scale(0, 0, x, x + 16), [TotalRange(0, 0, worth)], y + 14, 14)
        drawn += words(text, x + 22, y + 12, 13)
        x += wide
    return drawn, y + 32
