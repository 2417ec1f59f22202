"""What each card does for completing the turn at a moment, asked of the rules once."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from ono_tutor.cards import Card
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.pile import Pool


@dataclass(frozen=True, slots=True, eq=False)
class Completion:
    """What each card does at a moment for the player who has to complete the turn.

    ``done`` are the cards that complete it at no cost, each alone; ``firsts`` the plays that
    leave something owed, lowest total first, with the moment that follows and the number of
    cards drawn before it. ``together`` are the cards that complete it only as a set, with the
    size of the set.
    """

    done: frozenset[Card]
    firsts: dict[Play, tuple[Moment, int]]
    together: tuple[tuple[Card, int], ...]

    def is_completed_by(self, hand: Hand) -> bool:
        """Return whether some card, or set of cards, of this hand completes the turn."""
        if not self.done.isdisjoint(hand):
            return True
        return any(hand.count(card) >= size for card, size in self.together)

    def firsts_of(self, hand: Hand) -> list[Play]:
        """Return the plays of this hand that leave something owed, lowest total first."""
        return [
            play
            for play in self.firsts
            if play.card in hand and (play.copies == 1 or hand.count(play.card) >= play.copies)
        ]

    def may_lead(self, hand: Hand, drawn: int) -> bool:
        """Return whether a hand with ``drawn`` cards more may hold one of ``firsts``."""
        return any(hand.count(p.card) + drawn >= p.copies for p in self.firsts if p.card)

    def failing(self, hand: Hand, pool: Pool, drawn: int) -> Fraction:
        """Return the chance that nothing completes the turn of a hand and ``drawn`` cards more.

        The cards are drawn from the pool, and the hand does not complete the turn itself.
        """
        size = sum(count for _, count in pool)
        useless = sum(count for card, count in pool if card not in self.done)
        ways = comb(useless, drawn)
        for card, needed in self.together:
            lacking = needed - hand.count(card)
            held = dict(pool).get(card, 0) if card not in self.done else 0
            ways -= sum(
                comb(held, n) * comb(useless - held, drawn - n) for n in range(lacking, drawn + 1)
            )
        return Fraction(ways, comb(size, drawn))


def completion(rules: RuleSet, moment: Moment) -> Completion:
    """Return what each card of the rule set does at this moment for completing the turn.

    Which card was the first of two judges nothing, so moments that differ by it share one.
    """
    return _completion(rules, moment if moment.first is None else moment._replace(first=None))


@lru_cache(maxsize=20_000)
def _completion(rules: RuleSet, moment: Moment) -> Completion:
    free = [item for item in rules.effects(moment) if not (item[1].busts or item[1].costs)]
    finishing = [play for play, effect in free if effect.steps]
    leaving = [item for item in free if not item[1].steps]
    leaving.sort(key=lambda item: item[1].total)
    return Completion(
        done=frozenset(play.card for play in finishing if play.card and play.copies == 1),
        firsts={
            play: (rules.next_moment(moment, play, effect)._replace(first=None), effect.draws)
            for play, effect in leaving
        },
        together=tuple((p.card, p.copies) for p in finishing if p.card and p.copies > 1),
    )
