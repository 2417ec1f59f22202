"""Every hand of a rule set, and the totals at which it survives a double."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from operator import gt, or_
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.ono99 import LIMIT
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.information_sets import Completion, completion
from ono_tutor.solver.pile import Pile, pool_of
from ono_tutor.solver.survive import best_chance


@dataclass(frozen=True, slots=True)
class SurvivalRow:
    """The chances of a hand along the totals from 0 up, each as one of ``counts`` in ``of``."""

    counts: tuple[int, ...]
    of: int

    def chance(self, total: int) -> Fraction:
        """The chance at a total from 0 to 98.

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


class _Part(NamedTuple):
    """A hand as far as it is chosen, lowest number first.

    ``number`` is the sum of the weights, ``certain`` the totals at which it survives for
    certain, ``reach`` those at which it would with each card more. ``kinds`` has a bit for
    each kind held, ``lead`` is the first, ``last`` the last and ``run`` its copies.
    """

    number: int
    certain: int
    kinds: int
    reach: list[int]
    lead: int
    last: int
    run: int


class HandRows:
    """Every hand of a rule set, and where it survives a double.

    A set of totals is an int with a bit for each, so the totals at which a hand survives for
    certain are a few ors. Where no two of its cards do it, no card that saves is in the hand
    beside the first one, so how many save hangs on that one alone. Cards are numbered by how
    many save after them, the most first.
    """

    def __init__(self, rules: RuleSet, *, pair: bool) -> None:
        self.rules, self.pair = rules, pair
        self.deck = rules.deck(rules.least_players)
        self.size = sum(self.deck.values())
        self._counted: dict[frozenset[Card], int] = {}
        moments = (Moment(total, owes=2, pair=pair) for total in range(LIMIT + 1))
        self.stands = [completion(rules, moment) for moment in moments]
        self.firsts = self._firsts()
        saving = {card: self._saving(card) for card in self.deck}
        self.cards = sorted(self.deck, key=lambda card: -sum(saving[card]))
        self.saving = [saving[card] for card in self.cards]
        self.pairs = self._pairs()
        self.rivals = [self._rivals(place) for place in range(len(self.cards))]
        self.numbers = [(rules.hand_size + 1) ** n for n in range(len(self.cards))]
        self.weights = dict(zip(self.cards, self.numbers, strict=True))
        self.rows: dict[SurvivalRow, int] = {}
        self.places: dict[int, int] = {}
        self._place_all()
        self._place_sets()

    def _firsts(self) -> dict[Card, list[tuple[int, Completion]]]:
        """For each card the totals at which it may come first, and how matters stand then."""
        found: dict[Card, list[tuple[int, Completion]]] = {card: [] for card in self.deck}
        for total, stand in enumerate(self.stands):
            for play, (then, _) in stand.firsts.items():
                if play.card and play.copies == 1:
                    found[play.card].append((total, completion(self.rules, then)))
        return found

    def _saving(self, card: Card) -> list[int]:
        """By total, how many cards complete the turn when drawn after this first one."""
        found = [0] * (LIMIT + 1)
        for total, after in self.firsts[card]:
            found[total] = self._count(after.done) - (card in after.done)
        return found

    def _count(self, cards: frozenset[Card]) -> int:
        if cards not in self._counted:
            self._counted[cards] = sum(map(self.deck.__getitem__, cards))
        return self._counted[cards]

    def _pairs(self) -> list[list[int]]:
        """The totals at which two cards, in either order, complete the turn."""
        place = {card: n for n, card in enumerate(self.cards)}
        found = [[0] * len(place) for _ in place]
        for card, firsts in self.firsts.items():
            for done, totals in _by_done(firsts).items():
                for second in map(place.__getitem__, done):
                    found[place[card]][second] |= totals
                    found[second][place[card]] |= totals
        return found

    def _rivals(self, place: int) -> int:
        """The later cards after which, at some total, more cards save than after this one."""
        later = range(place + 1, len(self.cards))
        beats = (n for n in later if any(map(gt, self.saving[n], self.saving[place])))
        return sum(1 << n for n in beats)

    def _done(self) -> list[int]:
        """For each card the totals at which it completes the turn alone."""
        return [
            sum(1 << total for total, stand in enumerate(self.stands) if card in stand.done)
            for card in self.cards
        ]

    def _place_all(self) -> None:
        """Every full hand gets its row; the parts of hands grow by a card at a time."""
        parts = [_Part(0, 0, 0, self._done(), 0, 0, 0)]
        for _ in range(self.rules.hand_size - 1):
            parts = [part for old in parts for part in self._longer(old)]
        self._place(parts, self.size - self.rules.hand_size)

    def _next(self, part: _Part) -> range:
        """The cards that may follow in a hand, by number."""
        is_used_up = part.run == self.deck[self.cards[part.last]]
        return range(part.last + is_used_up, len(self.cards))

    def _longer(self, part: _Part) -> Iterator[_Part]:
        for card in self._next(part):
            yield _Part(
                part.number + self.numbers[card],
                part.certain | part.reach[card],
                part.kinds | 1 << card,
                list(map(or_, part.reach, self.pairs[card])),
                part.lead if part.run else card,
                card,
                part.run + 1 if card == part.last else 1,
            )

    def _place(self, parts: list[_Part], unseen: int) -> None:
        """The row of every hand that is one of these parts and one card more."""
        known: dict[tuple[int, int], dict[int, int]] = {}
        places, numbers = self.places, self.numbers
        for part in parts:
            number, certain, kinds, reach, lead, _, run = part
            for card in self._next(part):
                first = lead if run else card
                rivals = self.rivals[first] and (kinds | 1 << card) & self.rivals[first]
                alike = known.get((first, rivals))
                if alike is None:
                    alike = known[first, rivals] = {}
                totals = certain | reach[card]
                place = alike.get(totals)
                if place is None:
                    place = alike[totals] = self._row(totals, first, rivals, unseen)
                places[number + numbers[card]] = place

    def _row(self, certain: int, lead: int, rivals: int, unseen: int) -> int:
        """The place of the row of a hand that starts with ``lead`` or one of its rivals."""
        counts = self.saving[lead]
        for card in range(len(self.cards)) if rivals else ():
            if rivals >> card & 1:
                counts = list(map(max, counts, self.saving[card]))
        bits = f"{certain:0{len(counts)}b}"[::-1]
        sure = [unseen if bit == "1" else n for bit, n in zip(bits, counts, strict=True)]
        return self.rows.setdefault(SurvivalRow(tuple(sure), unseen), len(self.rows))

    def _place_sets(self) -> None:
        """The rows of hands that hold cards played together, or lack one of them."""
        for play in self.rules.sets:
            assert play.card is not None
            for card in self.cards:
                self._place_set((play.card,) * (play.copies - 1), card)

    def _place_set(self, lacking: Hand, card: Card) -> None:
        hand = (*lacking, card)
        number = sum(map(self.weights.__getitem__, hand))
        is_plain = card not in lacking and not any(after.firsts for _, after in self.firsts[card])
        old = list(self.rows)[self.places[number]]
        row = self._completed(old, lacking, card) if is_plain else None
        row = row or exact_row(self.rules, hand, pair=self.pair)
        self.places[number] = self.rows.setdefault(row, len(self.rows))

    def _completed(self, row: SurvivalRow, lacking: Hand, card: Card) -> SurvivalRow:
        """The row of a hand that a card drawn may make up to a set."""
        counts = list(row.counts)
        for total, after in self.firsts[card]:
            if counts[total] < row.of and after.together:
                counts[total] += self.deck[lacking[0]] - len(lacking)
        return SurvivalRow(tuple(counts), row.of)


@lru_cache(maxsize=4096)
def exact_row(rules: RuleSet, hand: Hand, *, pair: bool) -> SurvivalRow:
    """The row of one hand, full or short, worked out total by total."""
    deck = rules.deck(rules.least_players)
    left = {card: count - hand.count(card) for card, count in deck.items()}
    pile = Pile(rules, (), pool_of(left), ())
    known: dict[object, Fraction] = {}
    chances = []
    for moment in (Moment(total, owes=2, pair=pair) for total in range(LIMIT + 1)):
        alike = _alike(rules, hand, moment)
        if alike not in known:
            known[alike] = best_chance(hand, moment, pile)
        chances.append(known[alike])
    of = lcm(*(chance.denominator for chance in known.values()))
    return SurvivalRow(tuple(int(chance * of) for chance in chances), of)


def _alike(rules: RuleSet, hand: Hand, moment: Moment) -> object:
    """What the chance of a hand hangs on at a moment; the moment itself where that is much."""
    stand = completion(rules, moment)
    if stand.is_completed_by(hand):
        return True
    leads = [(play, stand.firsts[play]) for play in stand.firsts_of(hand)]
    after = [(play, draws, completion(rules, then)) for play, (then, draws) in leads]
    if any(there.firsts for _, _, there in after):
        return moment
    return tuple((play, draws, there.done, there.together) for play, draws, there in after)


def _by_done(firsts: list[tuple[int, Completion]]) -> dict[frozenset[Card], int]:
    """The totals at which each set of cards completes the turn."""
    found: dict[frozenset[Card], int] = {}
    for total, after in firsts:
        found[after.done] = found.get(after.done, 0) | 1 << total
    return found
