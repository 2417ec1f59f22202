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
    """A moment as the player who has to complete the turn sees it.

    ``done`` are the cards that complete it at no cost, each alone; ``firsts`` the plays that
    leave something owed, with the moment that follows and the cards drawn before it.
    ``together`` are the cards that complete it only as a set, with the size of the set.
    """

    done: frozenset[Card]
    firsts: dict[Play, tuple[Moment, int]]
    together: tuple[tuple[Card, int], ...]

    def is_completed_by(self, hand: Hand) -> bool:
        """Whether some card, or set of cards, of this hand completes the turn."""
        if not self.done.isdisjoint(hand):
            return True
        return any(hand.count(card) >= size for card, size in self.together)

    def firsts_of(self, hand: Hand) -> list[Play]:
        """The plays of this hand that leave something owed, lowest total first."""
        return [
            play
            for play in self.firsts
            if play.card in hand and (play.copies == 1 or hand.count(play.card) >= play.copies)
        ]

    @property
    def leads_by_sets(self) -> bool:
        """Whether nothing but cards played together leaves something owed."""
        return all(play.copies > 1 for play in self.firsts)

    def may_lead(self, hand: Hand, drawn: int) -> bool:
        """Whether this hand with as many cards more may hold a play that leaves something owed."""
        return any(hand.count(p.card) + drawn >= p.copies for p in self.firsts if p.card)


@lru_cache(maxsize=20_000)
def completion(rules: RuleSet, moment: Moment) -> Completion:
    """What each card of the rule set does at this moment for completing the turn."""
    free = [item for item in rules.effects(moment) if not (item[1].busts or item[1].costs)]
    finishing = [play for play, effect in free if effect.steps]
    leaving = [item for item in free if not item[1].steps]
    leaving.sort(key=lambda item: item[1].total)
    return Completion(
        done=frozenset(play.card for play in finishing if play.card and play.copies == 1),
        firsts={p: (unmarked(rules.next_moment(moment, p, e)), e.draws) for p, e in leaving},
        together=tuple((p.card, p.copies) for p in finishing if p.card and p.copies > 1),
    )


def unmarked(moment: Moment) -> Moment:
    """The moment without the name of the first card, which judges nothing."""
    if moment.first is None:
        return moment
    total, owes, _, pair, opening, spent = moment
    return Moment(total, owes, None, pair, opening, spent)


def failing(stand: Completion, hand: Hand, pool: Pool, drawn: int) -> Fraction:
    """The chance that nothing completes the turn of this hand and ``drawn`` cards of a pool.

    For a moment that leaves no first card to play, and a hand that does not complete it itself.
    """
    size = sum(count for _, count in pool)
    useless = sum(count for card, count in pool if card not in stand.done)
    ways = comb(useless, drawn)
    for card, needed in stand.together:
        lacking = needed - hand.count(card)
        held = dict(pool).get(card, 0) if card not in stand.done else 0
        ways -= sum(
            comb(held, n) * comb(useless - held, drawn - n) for n in range(lacking, drawn + 1)
        )
    return Fraction(ways, comb(size, drawn))
