"""The draw pile as far as it is known, and every way to draw from it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Self

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.rules.play import Hand, Play
from ono_tutor.rules.ruleset import RuleSet

Pool = tuple[tuple[Card, int], ...]


@dataclass(frozen=True, slots=True)
class Pile:
    """The draw pile: the ``known`` top, then any card of ``pool`` with equal chance.

    ``discards`` are shuffled into the pool when there is nothing else to draw
    (rule ``draw-pile-empty``).
    """

    rules: RuleSet
    known: Hand
    pool: Pool
    discards: Hand

    @classmethod
    def of(cls, position: Position) -> Self:
        """Return the pile as the player to move knows it."""
        return cls.without_cards(position, *(hand or () for hand in position.hands))

    @classmethod
    def without_cards(cls, position: Position, *shown: Hand) -> Self:
        """Return the pile for somebody who sees these hands and the open cards."""
        discards = position.discards()
        left = dict(position.rules.deck(len(position.hands)))
        for cards in (position.draw, discards, *shown):
            for card in cards:
                if card is not Card.UNKNOWN:
                    left[card] -= 1
        return cls(position.rules, position.draw, pool_of(left), discards)

    @property
    def unseen(self) -> int:
        """The number of cards that the next unknown card may be."""
        return sum(count for _, count in self.pool)

    def count(self, cards: Collection[Card]) -> int:
        """Return the number of cards of these kinds in the pool."""
        return sum(count for card, count in self.pool if card in cards)

    def ways(self, cards: Hand) -> int:
        """Return the number of ways to take these cards from the pool together."""
        return _ways(dict(self.pool), cards)

    def with_discards(self, cards: Hand) -> Self:
        """Return the pile after these cards were played."""
        return replace(self, discards=self.discards + cards)

    def deal(self, count: int) -> tuple[Hand, Self]:
        """Return the known cards among the next ``count``, and the pile without them."""
        return self.known[:count], replace(self, known=self.known[count:]) if self.known else self

    def holding(self, count: int) -> Self:
        """Return the pile, refilled if it is used up, with at least ``count`` cards to draw.

        Raises :class:`UnanswerableError` where it has fewer.
        """
        pile = self.refilled()
        if pile.unseen < count:
            message = f"only {pile.unseen} cards are left to draw and {count} are needed"
            raise UnanswerableError(message, rule=self.rules.reshuffle_rule)
        return pile

    def drawn(self, count: int) -> Iterator[tuple[Hand, Fraction, Self]]:
        """Yield each set of cards that may be drawn, its exact chance, and the pile then.

        The chances sum to 1. Raises :class:`UnanswerableError` where the pile is used up
        in the middle of the draw.
        """
        known, rest = self.deal(count)
        missing = count - len(known)
        if missing == 0:
            yield known, Fraction(1), rest
            return
        rest = rest.holding(missing)
        ways = comb(rest.unseen, missing)
        for cards, count_of_ways in selections(rest.pool, missing):
            yield known + cards, Fraction(count_of_ways, ways), rest.without(cards)

    def refilled(self) -> Self:
        """Return the pile, with the discards shuffled in if it is used up."""
        if self.pool or self.known:
            return self
        shuffled, kept = self.rules.reshuffled(self.discards)
        counts = {card: shuffled.count(card) for card in dict.fromkeys(shuffled)}
        return replace(self, pool=pool_of(counts), discards=kept)

    def without(self, cards: Hand) -> Self:
        """Return the pile after these cards of the pool were drawn."""
        left = dict(self.pool)
        for card in cards:
            left[card] -= 1
        return replace(self, pool=pool_of(left))


def pool_of(counts: dict[Card, int]) -> Pool:
    """Return the pool of these counts, without the cards that are used up."""
    return tuple((card, count) for card, count in counts.items() if count > 0)


def selections(pool: Pool, size: int) -> Iterator[tuple[Hand, int]]:
    """Yield each multiset of ``size`` cards of the pool, and its number of ways."""
    held = dict(pool)
    for cards in combinations_with_replacement(held, size):
        if ways := _ways(held, cards):
            yield cards, ways


def _ways(held: Mapping[Card, int], cards: Hand) -> int:
    return prod(comb(held.get(card, 0), cards.count(card)) for card in {*cards})


def selections_with(pool: Pool, card: Card, least: int, size: int) -> Iterator[tuple[Hand, int]]:
    """Yield each multiset of ``size`` cards with at least ``least`` of a card, and its ways."""
    held = dict(pool).get(card, 0)
    others = tuple(item for item in pool if item[0] is not card)
    for count in range(max(least, 0), min(held, size) + 1):
        for cards, ways in selections(others, size - count):
            yield (card,) * count + cards, ways * comb(held, count)


def split_hand(hand: Hand, play: Play) -> tuple[Hand, Hand]:
    """Return the hand without the cards of a play, and those cards."""
    assert play.card is not None
    rest = list(hand)
    for _ in range(play.copies):
        rest.remove(play.card)
    return tuple(rest), (play.card,) * play.copies
