"""Surviving a turn as a player chooses who sees less than the one who reckons the chance."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Self

from ono_tutor.cards import Card
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import Play
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.completion import completion, failing, unmarked
from ono_tutor.solver.pile import Pile, parted, selections

Chances = tuple[Fraction, Fraction]
"""The chance to complete the turn as its player sees it, and as it is."""

NONE: Chances = (Fraction(0), Fraction(0))
SURE: Chances = (Fraction(1), Fraction(1))


@dataclass(frozen=True, slots=True)
class Views:
    """The pile twice: as the player who chooses sees it, and as the one who reckons does."""

    own: Pile
    true: Pile

    def without(self, cards: Hand) -> Self:
        """Both piles once these hidden cards have been dealt or drawn."""
        return type(self)(self.own.without(cards), self.true.without(cards))

    def best(self, hand: Hand, moment: Moment) -> Chances:
        """The chances with this hand; of plays alike to the player, the lowest total is made."""
        stand = completion(self.own.rules, unmarked(moment))
        if stand.is_completed_by(hand):
            return SURE
        found = [self._after(hand, play, moment) for play in stand.firsts_of(hand)]
        return max(found, key=lambda chances: chances[0], default=NONE)

    def _after(self, hand: Hand, play: Play, moment: Moment) -> Chances:
        effect = self.own.rules.judge(play, moment)
        assert isinstance(effect, Effect)
        rest, put_down = parted(hand, play)
        then = self.own.rules.next_moment(moment, play, effect)
        piles = Views(self.own.with_discards(put_down), self.true.with_discards(put_down))
        return piles.drawing(rest, effect.draws, then)

    def drawing(self, hand: Hand, count: int, moment: Moment) -> Chances:
        """The chances with this hand and as many cards more, drawn first."""
        stand = completion(self.own.rules, unmarked(moment))
        known, own = self.own.deal(count)
        true = self.true.deal(count)[1]
        hand, missing = hand + known, count - len(known)
        if stand.is_completed_by(hand):
            return SURE
        if not missing:
            return Views(own, true).best(hand, moment)
        piles = Views(own.holding(missing), true.holding(missing))
        if stand.may_lead(hand, missing):
            return piles._sum(hand, missing, moment, stand.done)
        pools = piles.own.pool, piles.true.pool
        seen, real = (1 - failing(stand, hand, pool, missing) for pool in pools)
        return seen, real

    def _sum(self, hand: Hand, missing: int, moment: Moment, done: frozenset[Card]) -> Chances:
        """The chances over every draw; one with a card that completes the turn is no loss."""
        useless = tuple((card, count) for card, count in self.own.pool if card not in done)
        lost_seen, lost = Fraction(0), Fraction(0)
        for cards, ways in selections(useless, missing):
            real = self.true.ways(cards)
            left = self.without(cards) if real else Views(self.own.without(cards), self.true)
            seen, true = left.best(hand + cards, moment)
            lost_seen += ways * (1 - seen)
            lost += real * (1 - true)
        sizes = comb(self.own.unseen, missing), comb(self.true.unseen, missing)
        return 1 - lost_seen / sizes[0], 1 - lost / sizes[1]
