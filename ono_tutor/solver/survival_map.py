"""The survival map: for every hand and total, the exact chance to survive a double."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.pile import selections
from ono_tutor.solver.survival_rows import HandRows, SurvivalRow, exact_row

PERIOD = 10
"""A total below zero is as the one from 0 to 9 with the same distance to a ten: so far from the
limit only a zero at the end can matter (rule ``ono-on-zero``)."""


class EqualHands(NamedTuple):
    """Hands that survive a double with the same chance at every total, and their row."""

    hands: tuple[Hand, ...]
    row: SurvivalRow


@dataclass(frozen=True, slots=True)
class SurvivalMap:
    """The chance to survive a double with each full hand at each total, nothing else known.

    Hands are kinds in any order. ``rows`` are the distinct rows, ``places`` the row of each full
    hand, by the sum of its cards' ``weights``; the row of a short hand is worked out when it
    is asked for. ``pair`` says whether only two players are in.
    """

    rules: RuleSet
    pair: bool
    rows: tuple[SurvivalRow, ...]
    places: Mapping[int, int]
    weights: Mapping[Card, int]

    def row(self, hand: Sequence[Card]) -> SurvivalRow:
        """The chances of a hand along the totals.

        Raises :class:`UnanswerableError` for a hand that cannot be dealt.
        """
        if self._can_be_dealt(hand):
            if len(hand) == self.rules.hand_size:
                return self.rows[self.places[sum(map(self.weights.__getitem__, hand))]]
            if 0 < len(hand) < self.rules.hand_size and self.rules.shrinks:
                return exact_row(
                    self.rules, tuple(sorted(hand, key=self.weights.__getitem__)), pair=self.pair
                )
        words = ",".join(card.code for card in hand)
        message = f"{words or 'no card'} is no hand of {self.rules.title} under a double"
        raise UnanswerableError(message, word=words)

    def _can_be_dealt(self, hand: Sequence[Card]) -> bool:
        deck = self.rules.deck(self.rules.least_players)
        return all(hand.count(card) <= deck.get(card, 0) for card in hand)

    def chance(self, hand: Sequence[Card], total: int) -> Fraction:
        """The exact chance to survive a double with this hand at this total.

        Raises :class:`UnanswerableError` for a total that cannot be shown or is above 98, and
        for a hand that cannot be dealt.
        """
        row = self.row(hand)
        if not self.rules.can_show(total):
            message = f"a total of {total} cannot be shown in {self.rules.title}"
            raise UnanswerableError(f"{message}, only {self.rules.totals}", word=str(total))
        return row.chance(total if total >= 0 else total % PERIOD)

    def equal_hands(self) -> list[EqualHands]:
        """The full hands, those with equal chances together, the most dangerous first.

        In each group the hands stand in the deck's order, so one of number cards comes first.
        """
        alike: dict[SurvivalRow, list[Hand]] = {}
        for hand in full_hands(self.rules):
            alike.setdefault(self.row(hand), []).append(hand)
        ranked = sorted(alike, key=lambda row: -row.danger)
        return [EqualHands(tuple(alike[row]), row) for row in ranked]


@lru_cache(maxsize=32)
def survival_map(rules: RuleSet, *, pair: bool = False) -> SurvivalMap:
    """The survival map of a rule set with its options; ``pair`` for two players in the game.

    Raises :class:`UnanswerableError` for a rule set without a double.
    """
    if rules.most_owed < 2:
        message = f"{rules.title} has no double to survive"
        raise UnanswerableError(message, word=rules.name)
    found = HandRows(rules, pair=pair)
    return SurvivalMap(rules, pair, tuple(found.rows), found.places, found.weights)


def full_hands(rules: RuleSet) -> Iterator[Hand]:
    """Every full hand that the deck can deal, as kinds in the deck's order."""
    deck = tuple(rules.deck(rules.least_players).items())
    return (hand for hand, _ in selections(deck, rules.hand_size))
