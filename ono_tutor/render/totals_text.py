"""A hand along the totals, in words: ranges of totals at which a chance, or a play, is the same."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from ono_tutor.game.legal import judge_play
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, _, format_list, gettext
from ono_tutor.render.describe import card_list, join_sentences, spoken
from ono_tutor.rules.judgement import Effect
from ono_tutor.rules.play import Hand, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.survival_map import SurvivalMap, SurvivalRow, full_hands
from ono_tutor.solver.survive import fraction, survive

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
    elif (part.first, part.last) == (0, HIGHEST):
        template = N_("{worth} at every total")
    elif part.first == 0:
        template = N_("{worth} up to {last}")
    elif part.last == HIGHEST:
        template = N_("{worth} from {first} on")
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
