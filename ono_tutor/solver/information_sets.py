"""The draw pile, as it is known, and the exact chance to complete a turn by drawing from it.

:func:`completion` says what each card does at a moment for completing the turn.
:class:`InformationSets` follows the turn play by play and draw by draw; its player may see less
than the one who computes. If many hands are possible, it counts them by what matters of them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations_with_replacement
from math import comb, prod
from operator import itemgetter
from typing import NamedTuple, Self

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.play import Hand, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.states import state_of

Pool = tuple[tuple[Card, int], ...]


class Pile(NamedTuple):
    """The draw pile: the ``known`` top, then any card of ``pool`` with equal chance.

    ``discards`` are shuffled into the pool when there is nothing else to draw
    (rule ``draw-pile-empty``).
    """

    rules: RuleSet
    known: Hand
    pool: Pool
    discards: Hand

    @classmethod
    def of(cls, position: Position, *shown: Hand) -> Self:
        """Return the pile for somebody who sees these hands, or all, and the open cards."""
        discards = position.discards()
        left = dict(position.rules.deck(len(position.hands)))
        for cards in (position.draw, discards, *(shown or filter(None, position.hands))):
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

    def with_discards(self, cards: Hand) -> Self:
        """Return the pile after these cards were played."""
        return self._replace(discards=self.discards + cards)

    def deal(self, count: int) -> tuple[Hand, Self]:
        """Return the known cards among the next ``count``, and the pile without them."""
        return self.known[:count], self._replace(known=self.known[count:]) if self.known else self

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
        return self._replace(pool=pool_of(counts), discards=kept)

    def without(self, cards: Hand) -> Self:
        """Return the pile after these cards of the pool were drawn."""
        left = dict(self.pool)
        for card in cards:
            left[card] -= 1
        return self._replace(pool=pool_of(left))


def pool_of(counts: dict[Card, int]) -> Pool:
    """Return the pool of these counts, without the cards that are used up."""
    return tuple((card, count) for card, count in counts.items() if count > 0)


def selections(pool: Pool, size: int) -> Iterator[tuple[Hand, int]]:
    """Yield each multiset of ``size`` cards of the pool, and its number of ways."""
    for cards in combinations_with_replacement([card for card, _ in pool], size):
        if ways := ways_to_take(pool, cards):
            yield cards, ways


def ways_to_take(pool: Pool, cards: Hand) -> int:
    """Return the number of ways to take these cards from a pool together."""
    held = dict(pool)
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


@dataclass(frozen=True, slots=True, eq=False)
class Completion:
    """The effect of each card on completing the turn at a moment.

    ``done`` are the cards that complete it at no cost, each alone; ``firsts`` the plays that
    leave something owed, lowest total first, with the moment that follows and the number of
    cards drawn before it. ``together`` are the cards that complete it only as a set, with the
    size of the set; ``finishing`` are all plays that complete it.
    """

    done: frozenset[Card]
    firsts: dict[Play, tuple[Moment, int]]
    together: tuple[tuple[Card, int], ...]
    finishing: frozenset[Play]

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
    """Return the effect of each card of the rule set on completing the turn at this moment.

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
        finishing=frozenset(finishing),
    )


Chances = tuple[Fraction, Fraction]
"""The chance to complete the turn as its player sees it, and as it is."""

NONE: Chances = (Fraction(0), Fraction(0))
SURE: Chances = (Fraction(1), Fraction(1))


@dataclass(frozen=True, slots=True)
class InformationSets:
    """The pile as the player who chooses sees it (``own``), and as it is for the one who reckons.

    Where both see the same, the two are one object.
    """

    own: Pile
    true: Pile

    def _each(self, change: Callable[[Pile], Pile]) -> Self:
        own = change(self.own)
        return type(self)(own, own if self.true is self.own else change(self.true))

    def without(self, cards: Hand) -> Self:
        """Return the sets once these hidden cards have been dealt or drawn."""
        return self._each(lambda pile: pile.without(cards))

    def best(self, hand: Hand, moment: Moment) -> Chances:
        """Return the chances with this hand, played as well as its player can see.

        Of plays that look alike to the player the one with the lowest total is made.
        """
        known = completion(self.own.rules, moment)
        if known.is_completed_by(hand):
            return SURE
        found = [self._after(hand, play, *known.firsts[play]) for play in known.firsts_of(hand)]
        return max(found, key=lambda chances: chances[0], default=NONE)

    def after(self, hand: Hand, play: Play, moment: Moment, late: int = 0) -> Chances:
        """Return the chances once this play is made; ``late`` cards are drawn as well."""
        move = state_of(self.own.rules, moment).move(play)
        if move is None or move.effect.busts or move.effect.costs:
            return NONE
        if move.effect.steps:
            return SURE
        return self._after(hand, play, move.follows, move.effect.draws + late)

    def _after(self, hand: Hand, play: Play, then: Moment, draws: int) -> Chances:
        rest, put_down = split_hand(hand, play)
        return self._each(lambda pile: pile.with_discards(put_down)).drawing(rest, draws, then)

    def drawing(self, hand: Hand, count: int, moment: Moment) -> Chances:
        """Return the chances with this hand and ``count`` cards more, drawn first.

        Raises :class:`UnanswerableError` if it depends on cards that the pile does not have.
        """
        known = completion(self.own.rules, moment)
        drawn, missing = self.own.known[:count], count - len(self.own.known[:count])
        hand += drawn
        if known.is_completed_by(hand):
            return SURE
        left = self._each(lambda pile: pile.deal(count)[1])
        if not missing:
            return left.best(hand, moment)
        left = left._each(lambda pile: pile.holding(missing))
        if left.own is left.true and missing > 1:
            chance = left.chance(hand, missing, moment)
            return chance, chance
        if not known.may_lead(hand, missing):
            pools = left.own.pool, left.true.pool
            seen, real = (1 - known.failing(hand, pool, missing) for pool in pools)
            return seen, real
        # Over every draw; one with a card that completes the turn is no loss.
        useless = tuple((card, count) for card, count in left.own.pool if card not in known.done)
        lost_seen, lost = Fraction(0), Fraction(0)
        for cards, ways in selections(useless, missing):
            real_ways = ways_to_take(left.true.pool, cards)
            true = left.true.without(cards) if real_ways else left.true
            after = InformationSets(left.own.without(cards), true).best(hand + cards, moment)
            lost_seen += ways * (1 - after[0])
            lost += real_ways * (1 - after[1])
        sizes = comb(left.own.unseen, missing), comb(left.true.unseen, missing)
        return 1 - lost_seen / sizes[0], 1 - lost / sizes[1]

    def chance(self, shown: Hand, hidden: int, moment: Moment) -> Fraction:
        """Return the true chance of a hand of which ``hidden`` cards are any of the pool.

        They may have been dealt, or be drawn first: it is the same.
        """
        known = completion(self.true.rules, moment)
        if known.is_completed_by(shown):
            return Fraction(1)
        if not known.may_lead(shown, hidden):
            return 1 - known.failing(shown, self.true.pool, hidden)
        lost = _lost_ways(self, shown, hidden, moment)
        return 1 - lost / comb(self.true.unseen, hidden)


def _lost_ways(sets: InformationSets, shown: Hand, hidden: int, moment: Moment) -> Fraction:
    """Return in how many ways of dealing the hidden cards of a hand the turn fails.

    A way counts by the chance to fail after it. Hands that hold a set, or may draw the rest of
    one, are taken one by one, all others by the kinds that they hold.
    """
    true = sets.true
    done = completion(true.rules, moment).done
    pool = tuple(item for item in true.pool if item[0] not in done)

    def lost_one_by_one(deals: Iterable[tuple[Hand, int]]) -> Fraction:
        found = ((ways, sets.without(cards).best(shown + cards, moment)) for cards, ways in deals)
        return sum((ways * (1 - chances[1]) for ways, chances in found), Fraction(0))

    if true.unseen <= hidden and not true.known:
        return lost_one_by_one(selections(pool, hidden))
    most = {p.card: p.copies - 2 - shown.count(p.card) for p in true.rules.sets if p.card}
    close = (selections_with(pool, card, most[card] + 1, hidden) for card in most)
    lost = lost_one_by_one(chain.from_iterable(close))
    if any(count < 0 for count in most.values()):
        return lost
    limits = [(card, count, min(count, most.get(card, count))) for card, count in pool]
    return lost + _lost_by_kinds(sets, shown, hidden, moment, limits)


def _lost_by_kinds(
    sets: InformationSets,
    shown: Hand,
    hidden: int,
    moment: Moment,
    limits: list[tuple[Card, int, int]],
) -> Fraction:
    """Return the ways lost by hands of which a first card leaves one card to draw.

    All that counts of a hand are the kinds that it holds, and those that it holds twice: each is a
    bit. ``limits`` has each kind, how many there are, and how many may be dealt.
    """
    true, rules = sets.true, sets.true.rules
    bits = {card: 1 << n for n, card in enumerate(rules.deck(rules.least_players))}
    firsts = []  # the best first as its player sees it, then the one with the lowest total
    for play, (then, _) in completion(rules, moment).firsts.items():
        if play.card and play.copies == 1:
            done = completion(rules, then).done
            is_dealt = play.card in done and play.card not in shown
            seen, saving = (
                int(pile.known[0] in done) if pile.known else pile.count(done) - is_dealt
                for pile in (sets.own, true)
            )
            firsts.append((-seen, bits[play.card], sum(map(bits.__getitem__, done)), saving))
    firsts.sort(key=itemgetter(0))
    unseen = 1 if true.known else true.unseen - hidden
    once = sum(bits[card] for card in set(shown))
    twice = sum(bits[card] for card in set(shown) if shown.count(card) > 1)
    dealt = [(bits[card], count, most) for card, count, most in limits]
    lost = 0
    for kinds, doubled, ways in _deals(dealt, hidden, (once, twice)):
        held = [first for first in firsts if first[1] & kinds]
        if not any(done & (kinds & ~bit | doubled) for _, bit, done, _ in held):
            lost += ways * (unseen - (held[0][3] if held else 0))
    return Fraction(lost, unseen)


def _deals(
    limits: list[tuple[int, int, int]], size: int, start: tuple[int, int]
) -> Iterator[tuple[int, int, int]]:
    """Yield each deal of ``size`` cards beside the kinds held at the ``start``, with its ways."""
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
