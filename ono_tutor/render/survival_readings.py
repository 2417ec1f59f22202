"""Two readings of the rules compared by what they make of the survival map."""

from dataclasses import dataclass
from fractions import Fraction

from ono_tutor.rules.seats import Hand
from ono_tutor.solver.survival_map import SurvivalMap, full_hands
from ono_tutor.solver.survival_rows import SurvivalRow


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
    def cases(self) -> int:
        """How many hands at a total there are."""
        return self.hands * len(self.first.rows[0].counts)

    @property
    def differing(self) -> int:
        """How many hands at a total have another chance."""
        return sum(len(split.totals) for split in self.splits)

    @property
    def greatest(self) -> Split | None:
        """The hand on which the readings disagree most; None where they agree on all."""
        return max(self.splits, key=lambda split: split.gap, default=None)


def compare_maps(first: SurvivalMap, second: SurvivalMap) -> Readings:
    """Where two maps of the same deck differ."""
    hands = list(full_hands(first.rules))
    found = [_split(hand, first.row(hand), second.row(hand)) for hand in hands]
    return Readings(first, second, len(hands), tuple(filter(None, found)))


def _split(hand: Hand, first: SurvivalRow, second: SurvivalRow) -> Split | None:
    both = enumerate(zip(first.counts, second.counts, strict=True))
    totals = tuple(at for at, (one, two) in both if one * second.of != two * first.of)
    if not totals:
        return None
    gap = sum((abs(first.chance(at) - second.chance(at)) for at in totals), Fraction(0))
    return Split(hand, first, second, totals, gap)
