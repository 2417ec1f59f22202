"""Who wins a deal when every card is known: depth first, each spot once.

This is the fast room. A spot's key is one whole number, hands and moments are lists whose
places are named, and the two loops below are written out, because a call costs more than all
the rest of a spot.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ono_tutor.solver.deal import LOST, UNKNOWN, WON, Aim, Deal, Spot
from ono_tutor.solver.hands import (
    HIDDEN_WAY,
    INDEX_BITS,
    NUMBER,
    PLAYS,
    TO_MOVE,
    WAITING,
    Hand,
)
from ono_tutor.solver.steps import FACTS, FATE, ID, KEY, LOSES, NOT_ASKED, SHAPE, Node

HANGS = 3
"""The fate of a player with no play, where it hangs on the other hand."""

_SEAT_BITS = 5
_LOW_BITS = INDEX_BITS + _SEAT_BITS + 1

Walk = Callable[..., int]


class ExhaustedError(Exception):
    """More spots were examined than the question allows."""


@contextmanager
def recursion_limit(frames: int) -> Iterator[None]:
    """Let as many calls be nested from here as a search needs, also when called deep down."""
    used, frame = 0, sys._getframe()
    while (caller := frame.f_back) is not None:
        used, frame = used + 1, caller
    limit = sys.getrecursionlimit()
    if used + frames <= limit:
        yield
        return
    sys.setrecursionlimit(used + frames)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


class Search(ABC):
    """The value of spots for the one who asked: won, lost, or not known.

    ``memo`` has every spot examined; ``limit`` is how many it may have.
    """

    def __init__(self, deal: Deal, limit: int) -> None:
        self.deal = deal
        self.limit = limit
        self.memo: dict[int, int] = {}
        self.follow = deal.steps.follow

    @abstractmethod
    def value(self, spot: Spot) -> int:
        """What a spot is worth to the one who asked."""

    def value_after(self, spot: Spot, way: int, grown: Any) -> int:
        """What a spot is worth to the one who asked, once a play is made."""
        return UNKNOWN if grown is None else self.value(self.deal.after(spot, way, grown))

    def fallen(self, spot: Spot) -> int:
        """What a spot is worth where the player to move has no play."""
        values = {
            found if isinstance(found, int) else self.value(found)
            for found in self.deal.fallen(spot)
        }
        return values.pop() if len(values) == 1 else UNKNOWN

    def over_plays(self, spot: Spot) -> int:
        """The best value of the plays of a spot for the player to move, in plain steps."""
        is_root = spot.seat == self.deal.root
        found = [self.value_after(spot, *play) for play in self.deal.plays(spot)]
        return max(found) if is_root else min(found)

    def check(self) -> None:
        """Return if no more was examined than allowed."""
        if len(self.memo) > self.limit:
            raise ExhaustedError


class Duel(Search):
    """Two players: a spot is the same whichever of them is to move, and so is its value."""

    def __init__(self, deal: Deal, limit: int) -> None:
        super().__init__(deal, limit)
        self.root = deal.root
        self.search = self._walk()

    def value(self, spot: Spot) -> int:
        plays = self.deal.plays(spot)
        if not plays:
            return self.fallen(spot)
        seat, node, drawn = spot.seat, spot.node, spot.drawn
        a = spot.hands[seat]
        b = spot.hands[self.deal.other(seat)]
        key = drawn | a[TO_MOVE] | b[WAITING] | node[KEY]
        value = self.memo.get(key)
        if value is None:
            value = self.search(key, a, b, node, drawn, plays)
        return value if seat == self.root else -value

    def _spot(self, a: Hand, b: Hand, node: Node, drawn: int) -> Spot:
        """A spot with the one who asked to move."""
        return Spot(self.deal.pair(a, b), self.root, 1, node, drawn)

    def fate(self, a: Hand, b: Hand, node: Node) -> int:
        """What becomes of a player who has no play; asked once a moment where it can be."""
        if node[FATE] == NOT_ASKED:
            hidden = self.deal.steps.hands.hand((0,))
            found = {*self.deal.fallen(self._spot(a, hidden, node, 0))}
            node[FATE] = found.pop() if len(found) == 1 else HANGS
        fate: int = node[FATE]
        return self.fallen(self._spot(a, b, node, 0)) if fate == HANGS else fate

    def apart(  # noqa: PLR0913, PLR0917  # likewise
        self, a: Hand, b: Hand, node: Node, drawn: int, way: int, grown: Any
    ) -> int:
        """The value, to the other player, of a spot after a play that is not a plain one."""
        if way == HIDDEN_WAY:
            return UNKNOWN
        fact = node[FACTS].ways[way]
        effect, after = fact.effect, fact.node or self.follow(node, way)
        if effect.draws == 1:
            mine, drawn = grown[self.deal.draw[drawn]], drawn + 1
        else:
            mine, drawn = self.deal.drawing(grown, drawn, effect.draws)
        sign = 1
        if effect.steps % 2 == 0:
            sign, mine, b = -1, b, mine
        plays = b[PLAYS][after[SHAPE]]
        if not plays:
            return sign * self.fate(b, mine, after)
        key = drawn | b[TO_MOVE] | mine[WAITING] | after[KEY]
        value = self.memo.get(key)
        if value is None:
            value = self.search(key, b, mine, after, drawn, plays)
        return sign * value

    def _walk(self) -> Walk:
        """The search: the value of a spot to the player to move, whose hand is ``a``."""
        memo, draw, shuffle_at = self.memo, self.deal.draw, self.deal.shuffle_at
        apart, fate, known = self.apart, self.fate, self.memo.get
        limit = self.limit

        def search(  # noqa: PLR0913, PLR0917  # a search hands everything on in its call
            key: int, a: Hand, b: Hand, node: Node, drawn: int, plays: Any
        ) -> int:
            value: int | None
            if drawn == shuffle_at:
                memo[key] = value = self.over_plays(self._spot(a, b, node, drawn))
                return value
            theirs, card = b[PLAYS], draw[drawn]
            best = LOST
            base = (drawn + 1) | b[TO_MOVE]
            for way, grown in plays:
                after = node[way]
                if after is None:
                    value = apart(a, b, node, drawn, way, grown)
                elif replies := theirs[after[SHAPE]]:
                    mine = grown[card]
                    then = base | mine[WAITING] | after[KEY]
                    value = known(then)
                    if value is None:
                        value = search(then, b, mine, after, drawn + 1, replies)
                else:
                    value = after[FATE]
                    if value != LOSES:
                        value = fate(b, grown[card], after)
                if value == LOST:
                    memo[key] = WON
                    return WON
                if value == UNKNOWN:
                    best = UNKNOWN
            if len(memo) >= limit:
                raise ExhaustedError
            memo[key] = best
            return best

        return search


class Crowd(Search):
    """Three players or more: all the others play together against the one who asked."""

    def __init__(self, deal: Deal, limit: int) -> None:
        super().__init__(deal, limit)
        bits, seats = deal.steps.hands.bits, len(deal.start.hands)
        self.places = [_LOW_BITS + bits * seat for seat in range(seats)]
        self.top = _LOW_BITS + bits * seats
        self.hands: list[Hand] = []
        self.ring: dict[int, tuple[int, ...]] = {}
        self.search = self._walk()

    def value(self, spot: Spot) -> int:
        plays = self.deal.plays(spot)
        if not plays:
            return self.fallen(spot)
        held = sum(
            hand[NUMBER] << place for hand, place in zip(spot.hands, self.places, strict=True)
        )
        low = spot.drawn | spot.seat << INDEX_BITS | (spot.step > 0) << (_LOW_BITS - 1)
        key = spot.node[ID] << self.top | held | low
        value = self.memo.get(key)
        if value is None:
            before = self.hands, self.ring
            self.hands, self.ring = list(spot.hands), self.deal.ring(spot.hands)
            value = self.search(key, spot.seat, spot.step, held, spot.node, spot.drawn, plays)
            self.hands, self.ring = before
        return value

    def _spot(self, seat: int, step: int, node: Node, drawn: int) -> Spot:
        return Spot(tuple(self.hands), seat, step, node, drawn)

    def apart(  # noqa: PLR0913, PLR0917  # likewise
        self, seat: int, step: int, held: int, node: Node, drawn: int, way: int, grown: Any
    ) -> int:
        """The value of a spot after a play that is not plain; ``held`` is without its hand."""
        if way == HIDDEN_WAY:
            return UNKNOWN
        hands = self.hands
        fact = node[FACTS].ways[way]
        effect, after = fact.effect, fact.node or self.follow(node, way)
        before = hands[seat]
        if effect.draws == 1:
            mine, drawn = grown[self.deal.draw[drawn]], drawn + 1
        else:
            mine, drawn = self.deal.drawing(grown, drawn, effect.draws)
        hands[seat] = mine
        held += mine[NUMBER] << self.places[seat]
        if effect.turns and not fact.follows.pair:
            step = -step
        ring, next_seat = self.ring[step], seat
        for _ in range(effect.steps):
            next_seat = ring[next_seat]
        plays = hands[next_seat][PLAYS][after[SHAPE]]
        if plays:
            low = drawn | next_seat << INDEX_BITS | (step > 0) << (_LOW_BITS - 1)
            key = after[ID] << self.top | held | low
            value = self.memo.get(key)
            if value is None:
                value = self.search(key, next_seat, step, held, after, drawn, plays)
        else:
            value = self.fallen(self._spot(next_seat, step, after, drawn))
        hands[seat] = before
        return value

    def _walk(self) -> Walk:
        """The search: the value of a spot to the one who asked, whoever is to move."""
        memo, draw, shuffle_at = self.memo, self.deal.draw, self.deal.shuffle_at
        root, places, top, limit = self.deal.root, self.places, self.top, self.limit
        known, apart = self.memo.get, self.apart
        ends_hand = self.deal.aim is Aim.HAND

        def search(  # noqa: PLR0913, PLR0917  # likewise
            key: int, seat: int, step: int, held: int, node: Node, drawn: int, plays: Any
        ) -> int:
            value: int | None
            if drawn == shuffle_at:
                memo[key] = value = self.over_plays(self._spot(seat, step, node, drawn))
                return value
            hands, after_me = self.hands, self.ring[step][seat]
            a, theirs, card, place = hands[seat], hands[after_me][PLAYS], draw[drawn], places[seat]
            wanted = WON if seat == root else LOST
            best = -wanted
            held -= a[NUMBER] << place
            low = (drawn + 1) | after_me << INDEX_BITS | (step > 0) << (_LOW_BITS - 1)
            for way, grown in plays:
                after = node[way]
                if after is None:
                    value = apart(seat, step, held, node, drawn, way, grown)
                elif replies := theirs[after[SHAPE]]:
                    mine = grown[card]
                    then_held = held + (mine[NUMBER] << place)
                    then = after[ID] << top | then_held | low
                    value = known(then)
                    if value is None:
                        hands[seat] = mine
                        value = search(then, after_me, step, then_held, after, drawn + 1, replies)
                        hands[seat] = a
                elif ends_hand:
                    value = LOST if after_me == root else WON
                else:
                    hands[seat] = grown[card]
                    value = self.fallen(self._spot(after_me, step, after, drawn + 1))
                    hands[seat] = a
                if value == wanted:
                    memo[key] = wanted
                    return wanted
                if value == UNKNOWN:
                    best = UNKNOWN
            if len(memo) >= limit:
                raise ExhaustedError
            memo[key] = best
            return best

        return search
