"""The survival map: for every hand and total, the exact chance to survive a double."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.ono99 import LIMIT
from ono_tutor.rules.play import Hand
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.information_sets import completion
from ono_tutor.solver.pile import Pile, pool_of, selections
from ono_tutor.solver.survive import best_chance

PERIOD = 10
"""A total below zero is as the one from 0 to 9 with the same distance to a ten: that far from the
limit only a zero at the end can matter (rule ``ono-on-zero``)."""

ROWS_KEPT = 16_384
"""Rows kept in memory: those of all hands under four or five rule sets."""


@dataclass(frozen=True, slots=True)
class SurvivalRow:
    """The chances of a hand along the totals from 0 up, each as one of ``counts`` in ``of``."""

    counts: tuple[int, ...]
    of: int

    def chance(self, total: int) -> Fraction:
        """Return the chance at a total from 0 to 98.

        Raises :class:`UnanswerableError` for any other.
        """
        if not 0 <= total < len(self.counts):
            message = f"a row goes from 0 to {len(self.counts) - 1}, and {total} is not on it"
            raise UnanswerableError(message, word=str(total))
        return Fraction(self.counts[total], self.of)

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """The chance at every total from 0 up."""
        return tuple(Fraction(count, self.of) for count in self.counts)

    @property
    def danger(self) -> Fraction:
        """The chance to fail, added up over all the totals."""
        return len(self.counts) - Fraction(sum(self.counts), self.of)


class EqualHands(NamedTuple):
    """Hands that survive a double with the same chance at every total, and their row."""

    hands: tuple[Hand, ...]
    row: SurvivalRow


@dataclass(frozen=True, slots=True)
class SurvivalMap:
    """The chance to survive a double with each hand at each total, if nothing else is known.

    A row is computed when it is first needed. ``pair`` says that only two players are in.
    """

    rules: RuleSet
    pair: bool

    def row(self, hand: Sequence[Card]) -> SurvivalRow:
        """Return the chances of a hand, in any order, along the totals.

        Raises :class:`UnanswerableError` for a hand that cannot be dealt.
        """
        rules = self.rules
        deck = rules.deck(rules.least_players)
        least = 1 if rules.shrinks else rules.hand_size
        if not least <= len(hand) <= rules.hand_size or any(
            hand.count(card) > deck.get(card, 0) for card in hand
        ):
            words = ",".join(card.code for card in hand)
            message = f"{words or 'no card'} is no hand of {rules.title} under a double"
            raise UnanswerableError(message, word=words)
        return _row(rules, tuple(sorted(hand, key=list(deck).index)), self.pair)

    def chance(self, hand: Sequence[Card], total: int) -> Fraction:
        """Return the exact chance to survive a double with this hand at this total.

        Raises :class:`UnanswerableError` for a total that cannot be shown or is above 98, and
        for a hand that cannot be dealt.
        """
        row = self.row(hand)
        if not self.rules.can_show(total):
            message = f"a total of {total} cannot be shown in {self.rules.title}"
            raise UnanswerableError(f"{message}, only {self.rules.totals}", word=str(total))
        return row.chance(total if total >= 0 else total % PERIOD)

    def equal_hands(self) -> list[EqualHands]:
        """Return the full hands, those with equal chances together, the most dangerous first.

        In each group the hands are in the deck's order, so one of number cards comes first.
        """
        groups: dict[SurvivalRow, list[Hand]] = {}
        for hand in full_hands(self.rules):
            groups.setdefault(self.row(hand), []).append(hand)
        ranked = sorted(groups, key=lambda row: -row.danger)
        return [EqualHands(tuple(groups[row]), row) for row in ranked]


def survival_map(rules: RuleSet, *, pair: bool = False) -> SurvivalMap:
    """Return the survival map of a rule set with its options; ``pair`` for two players.

    Raises :class:`UnanswerableError` for a rule set without a double.
    """
    if rules.most_owed < 2:
        message = f"{rules.title} has no double to survive"
        raise UnanswerableError(message, word=rules.name)
    return SurvivalMap(rules, pair)


def full_hands(rules: RuleSet) -> Iterator[Hand]:
    """Yield every full hand that the deck can deal, as kinds in the deck's order."""
    deck = tuple(rules.deck(rules.least_players).items())
    return (hand for hand, _ in selections(deck, rules.hand_size))


@lru_cache(maxsize=ROWS_KEPT)
def _row(rules: RuleSet, hand: Hand, pair: bool) -> SurvivalRow:
    deck = rules.deck(rules.least_players)
    pile = Pile(rules, (), pool_of({c: n - hand.count(c) for c, n in deck.items()}), ())
    known: dict[object, Fraction] = {}
    chances = []
    for moment in (Moment(total, owes=2, pair=pair) for total in range(LIMIT + 1)):
        key = _chance_key(rules, hand, moment)
        if key not in known:
            known[key] = best_chance(hand, moment, pile)
        chances.append(known[key])
    of = lcm(*(chance.denominator for chance in known.values()))
    return SurvivalRow(tuple(int(chance * of) for chance in chances), of)


def _chance_key(rules: RuleSet, hand: Hand, moment: Moment) -> object:
    """Return a cache key: moments with equal keys have equal chances."""
    now = completion(rules, moment)
    if now.is_completed_by(hand):
        return True
    options = []
    for play in now.firsts_of(hand):
        follows, draws = now.firsts[play]
        then = completion(rules, follows)
        if then.firsts:
            return moment
        options.append((play, draws, then.done, then.together))
    return tuple(options)
