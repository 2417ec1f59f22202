"""Who wins a deal when every card is known: depth first, each spot once.

A spot's key is one whole number, hands and moments are lists whose places are named, and the two
loops below are written out, because a call costs more than all the rest of a spot.
"""

from typing import Any

from ono_tutor.rules.seats import TurnChange, TurnOrder
from ono_tutor.solver.deal import LOST, UNKNOWN, WON, Aim, Deal, Spot
from ono_tutor.solver.packing import (
    HIDDEN_WAY,
    ID,
    INDEX_BITS,
    KEY,
    LOSES,
    NOT_ASKED,
    NUMBER,
    OUT_VALUE,
    PLAYS,
    SHAPE,
    TO_MOVE,
    WAITING,
    Node,
    PackedHand,
)
from ono_tutor.solver.search import ExhaustedError, Walk, WinSearch

HANGS = 3
"""What becomes of a player with no play, where it hangs on the other hand."""

_LOW_BITS = INDEX_BITS + 6
"""Bits of a crowd's key for how many cards were drawn, and for the place to move."""


class TwoPlayerSearch(WinSearch):
    """Two players: a spot is the same whichever of them is to move, and so is its value."""

    def __init__(self, deal: Deal, limit: int) -> None:
        super().__init__(deal, limit)
        self.root = deal.root
        self.other = deal.other(self.root)
        place = 2 * self.root
        self.stays = [row[place] == place for row in deal.start.order]
        self.search = self._walk()

    def value(self, spot: Spot) -> int:
        value = self._examined(*self._turn(spot), spot.node, spot.drawn)
        return value if spot.seat == self.root else -value

    def bounds_after(self, spot: Spot, way: int, grown: Any) -> tuple[int, int]:
        if spot.drawn == self.deal.shuffle_at:
            return super().bounds_after(spot, way, grown)
        value = self.apart(*self._turn(spot), spot.node, spot.drawn, way, grown)
        if value == UNKNOWN:
            return LOST, WON
        value = -value if spot.seat == self.root else value
        return value, value

    def _turn(self, spot: Spot) -> tuple[PackedHand, PackedHand]:
        """The hand of the player to move, and that of the other."""
        first, second = spot.hands[self.root], spot.hands[self.other]
        return (first, second) if spot.seat == self.root else (second, first)

    def _spot(self, a: PackedHand, b: PackedHand, node: Node, drawn: int) -> Spot:
        """A spot with the one who asked to move."""
        hands = list(self.start.hands)
        hands[self.root], hands[self.other] = a, b
        return Spot(tuple(hands), self.start.order, 2 * self.root, node, drawn)

    def out_value(self, a: PackedHand, b: PackedHand, node: Node) -> int:
        """Return what becomes of a player who has no play; asked once a moment where it can be."""
        if node[OUT_VALUE] == NOT_ASKED:
            hidden = self.deal.packing.hands[0,]
            found = {*self.deal.fallen(self._spot(a, hidden, node, 0))}
            node[OUT_VALUE] = found.pop() if len(found) == 1 else HANGS
        value: int = node[OUT_VALUE]
        return self.fallen(self._spot(a, b, node, 0)) if value == HANGS else value

    def _examined(self, a: PackedHand, b: PackedHand, node: Node, drawn: int) -> int:
        """Return the value of a spot to its player to move, searched if it was not met before."""
        plays = self.deal.packing.plays(a, node[SHAPE])
        if not plays:
            return self.out_value(a, b, node)
        return self.examined(node[KEY] + b[WAITING] + a[TO_MOVE] + drawn, a, b, node, drawn, plays)

    def apart(  # noqa: PLR0913, PLR0917  # likewise
        self, a: PackedHand, b: PackedHand, node: Node, drawn: int, way: int, grown: Any
    ) -> int:
        """Return the value, to the other player, of a spot after any play."""
        if way == HIDDEN_WAY:
            return UNKNOWN
        after = self.follow(node, way)
        move, mine, drawn = self.drawn_after(node, way, grown, drawn)
        if self.stays[move.passing]:
            return -self._examined(mine, b, after, drawn)
        return self._examined(b, mine, after, drawn)

    def _walk(self) -> Walk:
        """The search: the value of a spot to the player to move, whose hand is ``a``."""
        memo, draw, shuffle_at, limit = self.memo, self.deal.draw, self.deal.shuffle_at, self.limit
        apart, out_value, known = self.apart, self.out_value, self.memo.get

        def search(  # noqa: PLR0913, PLR0917  # a search hands everything on in its call
            key: int, a: PackedHand, b: PackedHand, node: Node, drawn: int, plays: Any
        ) -> int:
            value: int | None
            if drawn == shuffle_at:
                memo[key] = value = self.over_plays(self._spot(a, b, node, drawn))
                return value
            theirs, card = b[PLAYS], draw[drawn]
            drawn += 1
            best, base = LOST, b[TO_MOVE] + drawn
            for way, grown in plays:
                shape, then, after = node[way]
                replies = theirs[shape]
                if replies:
                    mine = grown[card]
                    then += base + mine[WAITING]
                    value = known(then)
                    if value is None:
                        value = search(then, b, mine, after, drawn, replies)
                elif shape and replies is not None:
                    value = after[OUT_VALUE]
                    if value != LOSES:
                        value = out_value(b, grown[card], after)
                elif not shape and after and (replies := grown[card][PLAYS][after[SHAPE]]):
                    mine = grown[card]
                    then += b[WAITING] + mine[TO_MOVE] + drawn
                    value = known(then)
                    if value is None:
                        value = search(then, mine, b, after, drawn, replies)
                    value = -value
                else:
                    value = apart(a, b, node, drawn - 1, way, grown)
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


class SeveralPlayersSearch(WinSearch):
    """Three players or more: all the others play together against the one who asked."""

    def __init__(self, deal: Deal, limit: int) -> None:
        super().__init__(deal, limit)
        bits, seats = deal.packing.bits, len(deal.start.hands)
        self.shifts = [_LOW_BITS + bits * seat for seat in range(seats)]
        self.top = _LOW_BITS + bits * seats
        self.hands: list[PackedHand] = []
        self.order: TurnOrder = ()
        self.search = self._walk()

    def value(self, spot: Spot) -> int:
        plays = self.deal.plays(spot)
        if not plays:
            return self.fallen(spot)
        held = sum(
            hand[NUMBER] << shift for hand, shift in zip(spot.hands, self.shifts, strict=True)
        )
        key = spot.node[ID] << self.top | held | spot.place << INDEX_BITS | spot.drawn
        before = self.hands, self.order
        self.hands, self.order = list(spot.hands), spot.order
        value = self.examined(key, spot.place, held, spot.node, spot.drawn, plays)
        self.hands, self.order = before
        return value

    def _spot(self, place: int, node: Node, drawn: int) -> Spot:
        return Spot(tuple(self.hands), self.order, place, node, drawn)

    def apart(  # noqa: PLR0913, PLR0917  # likewise
        self, place: int, held: int, node: Node, drawn: int, way: int, grown: Any
    ) -> int:
        """Return the value of a spot after a play that is not a plain one.

        ``held`` has the numbers of the other hands.
        """
        if way == HIDDEN_WAY:
            return UNKNOWN
        hands, seat = self.hands, place >> 1
        after = self.follow(node, way)
        move, mine, drawn = self.drawn_after(node, way, grown, drawn)
        before, hands[seat] = hands[seat], mine
        held += mine[NUMBER] << self.shifts[seat]
        place = self.order[move.passing][place]
        plays = self.deal.packing.plays(hands[place >> 1], after[SHAPE])
        if plays:
            key = after[ID] << self.top | held | place << INDEX_BITS | drawn
            value = self.examined(key, place, held, after, drawn, plays)
        else:
            value = self.fallen(self._spot(place, after, drawn))
        hands[seat] = before
        return value

    def _walk(self) -> Walk:
        """The search: the value of a spot to the one who asked, whoever is to move."""
        memo, draw, shuffle_at = self.memo, self.deal.draw, self.deal.shuffle_at
        root, shifts, top, limit = self.deal.root, self.shifts, self.top, self.limit
        known, apart = self.memo.get, self.apart
        ends_hand, on = self.deal.aim is Aim.HAND, int(TurnChange.NEXT)

        def search(  # noqa: PLR0913, PLR0917  # likewise
            key: int, place: int, held: int, node: Node, drawn: int, plays: Any
        ) -> int:
            value: int | None
            if drawn == shuffle_at:
                memo[key] = value = self.over_plays(self._spot(place, node, drawn))
                return value
            hands, next_place, seat = self.hands, self.order[on][place], place >> 1
            a, theirs = hands[seat], hands[next_place >> 1][PLAYS]
            card, shift = draw[drawn], shifts[seat]
            wanted = WON if seat == root else LOST
            best = -wanted
            held -= a[NUMBER] << shift
            low = (drawn + 1) | next_place << INDEX_BITS
            for way, grown in plays:
                shape, _, after = node[way]
                replies = theirs[shape]
                if not shape or replies is None:
                    value = apart(place, held, node, drawn, way, grown)
                elif replies:
                    mine = grown[card]
                    then_held = held + (mine[NUMBER] << shift)
                    then = after[ID] << top | then_held | low
                    value = known(then)
                    if value is None:
                        hands[seat] = mine
                        value = search(then, next_place, then_held, after, drawn + 1, replies)
                        hands[seat] = a
                elif ends_hand:
                    value = LOST if next_place >> 1 == root else WON
                else:
                    hands[seat] = grown[card]
                    value = self.fallen(self._spot(next_place, after, drawn + 1))
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
