"""Every hand that a player may hold, as far as it matters under a double."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import comb
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.completion import Completion, completion
from ono_tutor.solver.pile import selections, selections_with
from ono_tutor.solver.views import Views

Held = tuple[int, int, int]
"""The kinds held, those held twice, each as a bit; and in how many ways they are dealt."""


class _Lead(NamedTuple):
    """A first card and the kinds ``done`` that complete the turn after it, as bits.

    ``seen`` is how many cards save as the player sees it, ``saving`` how many there are.
    """

    bit: int
    done: int
    seen: int
    saving: int


@dataclass(frozen=True, slots=True)
class Holdings:
    """A player's hand of which some cards are ``shown`` and a number ``hidden``.

    Two cards are owed at this moment; ``views`` are the pile as that player sees it and as
    it is, the hidden cards still among the unseen ones.
    """

    views: Views
    shown: Hand
    hidden: int
    moment: Moment

    def lost_ways(self) -> Fraction:
        """In how many ways of dealing the hidden cards the turn is lost, each by its chance."""
        true = self.views.true
        done = self.stand.done
        pool = tuple(item for item in true.pool if item[0] not in done)
        if true.unseen <= self.hidden and not true.known:
            return self._slowly(selections(pool, self.hidden))
        most = {p.card: p.copies - 2 - self.shown.count(p.card) for p in true.rules.sets if p.card}
        sets = (selections_with(pool, card, most[card] + 1, self.hidden) for card in most)
        lost = self._slowly(chain.from_iterable(sets))
        if any(count < 0 for count in most.values()):
            return lost
        limits = [(card, count, min(count, most.get(card, count))) for card, count in pool]
        return lost + self._quickly(limits)

    @property
    def stand(self) -> Completion:
        """What each card does at this moment."""
        return completion(self.views.true.rules, self.moment)

    def _slowly(self, deals: Iterable[tuple[Hand, int]]) -> Fraction:
        return sum((ways * (1 - self._chance(cards)) for cards, ways in deals), Fraction(0))

    def _chance(self, cards: Hand) -> Fraction:
        return self.views.without(cards).best(self.shown + cards, self.moment)[1]

    def _quickly(self, limits: list[tuple[Card, int, int]]) -> Fraction:
        """The ways lost by hands that are not close to a set: one card is drawn in between.

        ``limits`` has each kind, how many there are, and how many may be dealt.
        """
        true = self.views.true
        bits = {card: 1 << n for n, card in enumerate(true.rules.deck(true.rules.least_players))}
        leads = self._leads(bits)
        unseen = 1 if true.known else true.unseen - self.hidden
        lost: int = sum(
            ways * (unseen - _saved(leads, kinds, twice, unseen))
            for kinds, twice, ways in _deals(
                [(bits[card], count, most) for card, count, most in limits],
                self.hidden,
                _bits_of(self.shown, bits),
            )
        )
        return Fraction(lost, unseen)

    def _leads(self, bits: Mapping[Card, int]) -> list[_Lead]:
        """The first cards, best first as the player sees it, then lowest total first."""
        found = [
            self._lead(play.card, completion(self.views.true.rules, then).done, bits)
            for play, (then, _) in self.stand.firsts.items()
            if play.card and play.copies == 1
        ]
        return sorted(found, key=lambda lead: -lead.seen)

    def _lead(self, card: Card, done: frozenset[Card], bits: Mapping[Card, int]) -> _Lead:
        is_dealt = card in done and card not in self.shown
        seen, saving = (
            int(pile.known[0] in done) if pile.known else pile.count(done) - is_dealt
            for pile in (self.views.own, self.views.true)
        )
        return _Lead(bits[card], sum(map(bits.__getitem__, done)), seen, saving)


def _saved(leads: list[_Lead], kinds: int, twice: int, unseen: int) -> int:
    """How many of the cards that may be drawn save this hand; all where none is needed."""
    held = [lead for lead in leads if lead.bit & kinds]
    if any(lead.done & (kinds & ~lead.bit | twice) for lead in held):
        return unseen
    return held[0].saving if held else 0


def _bits_of(hand: Hand, bits: Mapping[Card, int]) -> tuple[int, int]:
    """The kinds of a hand, and those held twice."""
    kinds = dict.fromkeys(hand)
    once, twice = (sum(bits[c] for c in kinds if hand.count(c) >= n) for n in (1, 2))
    return once, twice


def _deals(limits: list[tuple[int, int, int]], size: int, start: tuple[int, int]) -> Iterator[Held]:
    """Every deal of ``size`` cards, beside the kinds held at the ``start``."""
    parts = [(size, *start, 1)]
    for bit, count, most in limits:
        ways_of = [comb(count, n) for n in range(min(most, size) + 1)]
        longer = []
        for left, kinds, twice, ways in parts:
            for n in range(1, min(left + 1, len(ways_of))):
                both = twice | bit if n > 1 or kinds & bit else twice
                longer.append((left - n, kinds | bit, both, ways * ways_of[n]))
        parts += longer
    return ((kinds, twice, ways) for left, kinds, twice, ways in parts if not left)
