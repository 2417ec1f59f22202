"""Hands as the search holds them: each multiset of kinds once, with what it grows into.

A hand here is a plain list, because the search reads hands by the million and nothing in
CPython is read faster. Its places are named below.
"""

from math import comb
from threading import Lock
from typing import Any

from ono_tutor.solver.ways import HIDDEN, Ways

Hand = list[Any]
NUMBER, TO_MOVE, WAITING, PLAYS, KINDS, GROWN = range(6)
"""The hand's number, the same shifted to its two places in a key of two hands, its plays by
shape, its kinds in order, and the hand that it becomes with one card more, by kind."""

INDEX_BITS = 10
"""Bits of a key for how many cards were drawn; decks are smaller than 1024 cards."""

HIDDEN_WAY = 5
"""The place in a node that stands for playing a hidden card."""


class Hands:
    """The hands of a rule set, made when they are first met and shared by all deals.

    ``shapes`` are the orders in which the ways that are legal at a moment are tried.
    """

    def __init__(self, ways: Ways) -> None:
        self.ways = ways
        size = ways.rules.hand_size
        self.bits = (comb(len(ways.cards) + size, size) + 1).bit_length()
        self.known: dict[tuple[int, ...], Hand] = {}
        self.shapes: list[tuple[int, ...]] = []
        self.shape_numbers: dict[tuple[int, ...], int] = {}
        self.lock = Lock()
        self.nobody: Hand = [0, 0, 0, {}, None, {}]

    def hand(self, kinds: tuple[int, ...]) -> Hand:
        """The hand of these kinds, which are in ascending order."""
        found = self.known.get(kinds)
        if found is None:
            with self.lock:
                found = self.known.get(kinds) or self._made(kinds)
        return found

    def _made(self, kinds: tuple[int, ...]) -> Hand:
        number = len(self.known) + 1
        waiting = number << INDEX_BITS
        made: Hand = [number, waiting << self.bits, waiting, _Plays(self, kinds), kinds]
        made.append(_Grown(self, kinds))
        self.known[kinds] = made
        return made

    def shape(self, order: tuple[int, ...]) -> int:
        """The number of an order of ways."""
        found = self.shape_numbers.get(order)
        if found is None:
            with self.lock:
                if order not in self.shape_numbers:
                    self.shapes.append(order)
                    self.shape_numbers[order] = len(self.shapes) - 1
            found = self.shape_numbers[order]
        return found

    def plays(self, kinds: tuple[int, ...], shape: int) -> tuple[tuple[int, Any], ...]:
        """The plays of a hand in the order of a shape: the way, and what the rest grows into.

        A hidden card comes last; it might be any card.
        """
        found: list[tuple[int, Any]] = []
        for at in self.shapes[shape]:
            way = self.ways.ways[at]
            held = kinds.count(way.kind)
            if held == way.copies or (held and way.copies == 1):
                found.append((HIDDEN_WAY + 1 + at, self.hand(without(kinds, way))[GROWN]))
        if HIDDEN in kinds:
            found.append((HIDDEN_WAY, None))
        return tuple(found)


def without(kinds: tuple[int, ...], way: Any) -> tuple[int, ...]:
    """The kinds left when a way is played."""
    rest = list(kinds)
    for _ in range(way.copies):
        rest.remove(way.kind)
    return tuple(rest)


class _Plays(dict[int, tuple[tuple[int, Any], ...]]):
    """The plays of one hand by shape, worked out when first asked."""

    __slots__ = ("hands", "kinds")

    def __init__(self, hands: Hands, kinds: tuple[int, ...]) -> None:
        self.hands = hands
        self.kinds = kinds

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.kinds}"  # not the net of hands that hangs on it

    def __missing__(self, shape: int) -> tuple[tuple[int, Any], ...]:
        found = self[shape] = self.hands.plays(self.kinds, shape)
        return found


class _Grown(dict[int, Hand]):
    """What one hand becomes with one card more, worked out when first asked."""

    __slots__ = ("hands", "kinds")

    def __init__(self, hands: Hands, kinds: tuple[int, ...]) -> None:
        self.hands = hands
        self.kinds = kinds

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.kinds}"  # not the net of hands that hangs on it

    def __missing__(self, kind: int) -> Hand:
        found = self[kind] = self.hands.hand(tuple(sorted((*self.kinds, kind))))
        return found
