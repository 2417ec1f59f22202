"""Every hand that a player may hold, as far as it matters under a double."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from ono_tutor.cards import Card
from ono_tutor.rules.effect import Moment
from ono_tutor.rules.ruleset import Hand
from ono_tutor.solver.pile import Pool, selections
from ono_tutor.solver.standing import Standing, standing
from ono_tutor.solver.views import Views

Held = tuple[int, int, int]
"""The kinds held, those held twice, each as a bit; and in how many ways they are dealt."""


@dataclass(frozen=True, slots=True)
class _Lead:
    """A first card and the kinds ``done`` that complete the turn after it, as bits.

    ``seen`` is how many cards save as the player sees it, ``saving`` how many there are.
    """

    bit: int
    done: int
    seen: int
    saving: int


def lost_ways(views: Views, shown: Hand, hidden: int, moment: Moment) -> Fraction:
    """In how many ways of dealing the hidden cards the turn is lost, each by its chance.

    ``shown`` are the cards of the hand that are known; two cards are owed.
    """
    rules = views.true.rules
    stand = standing(rules, moment)
    pool = tuple(item for item in views.true.pool if item[0] not in stand.done)
    if views.true.unseen <= hidden and not views.true.known:
        return _slowly(views, shown, moment, selections(pool, hidden))
    most = {p.card: p.copies - 2 - shown.count(p.card) for p in rules.sets if p.card}
    rare = (item for card in most for item in _with_many(pool, card, most[card] + 1, hidden))
    return _quickly(views, shown, hidden, stand, pool, most) + _slowly(views, shown, moment, rare)


def _slowly(
    views: Views, shown: Hand, moment: Moment, deals: Iterator[tuple[Hand, int]]
) -> Fraction:
    return sum(
        (ways * (1 - views.without(cards).best(shown + cards, moment)[1]) for cards, ways in deals),
        Fraction(0),
    )


def _with_many(pool: Pool, card: Card, least: int, size: int) -> Iterator[tuple[Hand, int]]:
    """The deals that hold so many of a card at least: close to a set, or a set."""
    held = dict(pool).get(card, 0)
    others = tuple(item for item in pool if item[0] is not card)
    for count in range(max(least, 0), min(held, size) + 1):
        for cards, ways in selections(others, size - count):
            yield (card,) * count + cards, ways * comb(held, count)


def _quickly(
    views: Views,
    shown: Hand,
    hidden: int,
    stand: Standing,
    pool: Pool,
    most: dict[Card, int],
) -> Fraction:
    """The ways lost by hands that are not close to a set: one card is drawn between the two."""
    bits = {card: 1 << n for n, card in enumerate(views.true.rules.deck(2))}
    leads = _leads(views, shown, stand, bits)
    unseen = 1 if views.true.known else views.true.unseen - hidden
    limits = [(bits[card], count, min(count, most.get(card, count))) for card, count in pool]
    lost = sum(
        ways * (unseen - _saved(leads, kinds, twice, unseen))
        for kinds, twice, ways in _deals(limits, hidden, _bits_of(shown, bits))
    )
    return Fraction(lost, unseen)


def _saved(leads: list[_Lead], kinds: int, twice: int, unseen: int) -> int:
    """How many of the cards that may be drawn save this hand; all where none is needed."""
    held = [lead for lead in leads if lead.bit & kinds]
    if any(lead.done & (kinds & ~lead.bit | twice) for lead in held):
        return unseen
    return held[0].saving if held else 0


def _leads(views: Views, shown: Hand, stand: Standing, bits: dict[Card, int]) -> list[_Lead]:
    """The first cards, best first as the player sees it, then lowest total first."""
    found = []
    for play, (then, _) in stand.firsts.items():
        if play.card and play.copies == 1:
            done = standing(views.true.rules, then).done
            own = play.card in done and play.card not in shown
            saving = (
                _count(pile.known, pile.count(done), done, own) for pile in (views.own, views.true)
            )
            found.append(_Lead(bits[play.card], sum(map(bits.__getitem__, done)), *saving))
    return sorted(found, key=lambda lead: -lead.seen)


def _count(known: Hand, count: int, done: frozenset[Card], own: bool) -> int:
    """How many cards save: of the one that comes next where it is known, else of the pool."""
    return int(known[0] in done) if known else count - own


def _bits_of(hand: Hand, bits: dict[Card, int]) -> tuple[int, int]:
    """The kinds of a hand, and those held twice."""
    kinds = dict.fromkeys(hand)
    once, twice = (sum(bits[c] for c in kinds if hand.count(c) >= n) for n in (1, 2))
    return once, twice


def _deals(limits: list[tuple[int, int, int]], size: int, start: tuple[int, int]) -> Iterator[Held]:
    """Every deal of ``size`` cards, beside the kinds held at the ``start``.

    ``limits`` has a kind's bit, how many there are, and how many may be dealt.
    """
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
