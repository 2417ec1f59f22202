"""The survival map in words: a row as stretches of equal chance, and in a sentence."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.render.caption import card_list
from ono_tutor.rules.ono99 import LIMIT
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.survival_map import SurvivalMap, SurvivalRow, full_hands
from ono_tutor.solver.survive import Verdict, fraction


@dataclass(frozen=True, slots=True)
class Stretch:
    """Totals in a row, ``first`` to ``last``, at which a hand has the same chance."""

    first: int
    last: int
    chance: Fraction

    @property
    def verdict(self) -> Verdict:
        """The chance in a word."""
        return Verdict.of(self.chance)


def stretches(row: SurvivalRow) -> list[Stretch]:
    """Return the row from 0 to the highest total, cut wherever the chance changes."""
    found = []
    for chance, run in groupby(enumerate(row.chances), key=lambda at: at[1]):
        totals = [total for total, _ in run]
        found.append(Stretch(totals[0], totals[-1], chance))
    return found


def first_in_danger(row: SurvivalRow) -> int | None:
    """Return the lowest total at which the hand may fail; None where there is none."""
    return next(
        (part.first for part in stretches(row) if part.verdict is not Verdict.CERTAIN), None
    )


def lost_from(row: SurvivalRow) -> int | None:
    """Return the total from which on the hand is lost; None where it has a chance to the end."""
    last = stretches(row)[-1]
    return last.first if last.verdict is Verdict.LOST else None


def unseen(rules: RuleSet, hand: Hand) -> int:
    """Return how many cards a player who holds this hand does not see."""
    return sum(rules.deck(rules.least_players).values()) - len(hand)


def odds(chance: Fraction, cards: int) -> str:
    """Return the chance as so many of the unseen cards, or as a fraction if that is not whole."""
    count = chance * cards
    if count.denominator > 1:
        return fraction(chance)
    return str(lazy_gettext("{count} in {cards}", count=count.numerator, cards=cards))


def row_text(rules: RuleSet, hand: Hand, row: SurvivalRow) -> Message:
    """Return the chances of a hand along the totals, in a sentence."""
    parts = [str(_phrase(part, unseen(rules, hand))) for part in stretches(row)]
    template = N_("Surviving a double with {hand}: {chances}.")
    return lazy_gettext(template, hand=card_list(rules, hand), chances=format_list(parts))


def _phrase(part: Stretch, cards: int) -> Message:
    """Return a stretch as a piece of the sentence."""
    fields = {"first": part.first, "last": part.last, "odds": odds(part.chance, cards)}
    return lazy_gettext(PHRASES[part.verdict][_shape(part)], **fields)


def _shape(part: Stretch) -> str:
    if part.first == part.last:
        return "one"
    if part.last == HIGHEST:
        return "all" if part.first == 0 else "end"
    return "start" if part.first == 0 else "some"


def totals_text(part: Stretch) -> str:
    """Return the totals of a stretch, such as ``87`` or ``0–86``."""
    if part.first == part.last:
        return str(part.first)
    return str(lazy_gettext("{first}–{last}", first=part.first, last=part.last))


HIGHEST = 98
"""The highest total at which a turn can start (rule ``limit``)."""

PHRASES = {
    Verdict.CERTAIN: {
        "all": N_("certain at every total"),
        "start": N_("certain up to {last}"),
        "end": N_("certain from {first} on"),
        "some": N_("certain from {first} to {last}"),
        "one": N_("certain at {first}"),
    },
    Verdict.CHANCE: {
        "all": N_("{odds} at every total"),
        "start": N_("{odds} up to {last}"),
        "end": N_("{odds} from {first} on"),
        "some": N_("{odds} from {first} to {last}"),
        "one": N_("{odds} at {first}"),
    },
    Verdict.LOST: {
        "all": N_("lost at every total"),
        "start": N_("lost up to {last}"),
        "end": N_("lost from {first} on"),
        "some": N_("lost from {first} to {last}"),
        "one": N_("lost at {first}"),
    },
}


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
        return self.hands * (LIMIT + 1)

    @property
    def differing(self) -> int:
        """How many hands at a total have another chance."""
        return sum(len(split.totals) for split in self.splits)

    @property
    def greatest(self) -> Split | None:
        """The hand on which the readings disagree most; None where they agree on all."""
        return max(self.splits, key=lambda split: split.gap, default=None)


def compare_maps(first: SurvivalMap, second: SurvivalMap) -> Readings:
    """Return where two maps of the same deck differ."""
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
