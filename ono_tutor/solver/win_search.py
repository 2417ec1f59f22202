"""The search for the winner of a deal whose cards are known: depth first, each state once.

A state's key is one whole number, hands and moments are lists whose places are named, and the two
loops below are written out, because a call costs more than all the rest of a state.
"""

from typing import Any

from ono_tutor.rules.seats import TurnChange, TurnOrder
from ono_tutor.solver.compact import (
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
    CompactHand,
    Node,
)
from ono_tutor.solver.deal import LOST, UNKNOWN, WON, Aim, Deal, SearchState
from ono_tutor.solver.search import ExhaustedError, Walk, WinSearch

DEPENDS = 3
"""What becomes of a player with no play, where it hangs on the other hand."""

_LOW_BITS = INDEX_BITS + 6
"""Bits of a crowd's key for how many cards were drawn, and for the place to move."""


class TwoPlayerSearch(WinSearch):
    """Two players: a state is the same whichever of them is to move, and so is its value."""

    def __init__(self, deal: Deal, limit: int) -> None:
        super().__init__(deal, limit)
        self.root = deal.root
        self.other = deal.other(self.root)
        place = 2 * self.root
        self.stays = [row[place] == place for row in deal.start.order]
        self.search = self._walk()

    def value(self, state: SearchState) -> int:
        value = self._state_value(*self._turn(state), state.node, state.drawn)
        return value if state.seat == self.root else -value

    def bounds_after(self, state: SearchState, way: int, longer: Any) -> tuple[int, int]:
        if state.drawn == self.deal.shuffle_at:
            return super().bounds_after(state, way, longer)
        value = self.value_after(*self._turn(state), state.node, state.drawn, way, longer)
        if value == UNKNOWN:
            return LOST, WON
        value = -value if state.seat == self.root else value
        return value, value

    def _turn(self, state: SearchState) -> tuple[CompactHand, CompactHand]:
        """The hand of the player to move, and that of the other."""
        first, second = state.hands[self.root], state.hands[self.other]
        return (first, second) if state.seat == self.root else (second, first)

    def _state_at(self, a: CompactHand, b: CompactHand, node: Node, drawn: int) -> SearchState:
        """A state with the one who asked to move."""
        hands = list(self.start.hands)
        hands[self.root], hands[self.other] = a, b
        return SearchState(tuple(hands), self.start.order, 2 * self.root, node, drawn)

    def out_value(self, a: CompactHand, b: CompactHand, node: Node) -> int:
        """Return what becomes of a player who has no play; asked once a moment where it can be."""
        if node[OUT_VALUE] == NOT_ASKED:
            hidden = self.deal.compact.hands[0,]
            found = {*self.deal.after_no_play(self._state_at(a, hidden, node, 0))}
            node[OUT_VALUE] = found.pop() if len(found) == 1 else DEPENDS
        value: int = node[OUT_VALUE]
        return self.after_no_play(self._state_at(a, b, node, 0)) if value == DEPENDS else value

    def _state_value(self, a: CompactHand, b: CompactHand, node: Node, drawn: int) -> int:
        """Return the value of a state to its player to move, searched if it was not met before."""
        plays = self.deal.compact.plays(a, node[SHAPE])
        if not plays:
            return self.out_value(a, b, node)
        return self.known_or_searched(
            node[KEY] + b[WAITING] + a[TO_MOVE] + drawn, a, b, node, drawn, plays
        )

    def value_after(  # noqa: PLR0913, PLR0917  # likewise
        self, a: CompactHand, b: CompactHand, node: Node, drawn: int, way: int, longer: Any
    ) -> int:
        """Return the value, to the other player, of a state after any play."""
        if way == HIDDEN_WAY:
            return UNKNOWN
        after = self.follow(node, way)
        move, mine, drawn = self.drawn_after(node, way, longer, drawn)
        if self.stays[move.passing]:
            return -self._state_value(mine, b, after, drawn)
        return self._state_value(b, mine, after, drawn)

    def _walk(self) -> Walk:
        """Return the search: the value of a state to the player to move, whose hand is ``a``."""
        memo, draw, shuffle_at, limit = self.memo, self.deal.draw, self.deal.shuffle_at, self.limit
        value_after, out_value, known = self.value_after, self.out_value, self.memo.get

        def search(  # noqa: PLR0913, PLR0917  # a search hands everything on in its call
            key: int, a: CompactHand, b: CompactHand, node: Node, drawn: int, plays: Any
        ) -> int:
            value: int | None
            if drawn == shuffle_at:
                memo[key] = value = self.over_plays(self._state_at(a, b, node, drawn))
                return value
            theirs, card = b[PLAYS], draw[drawn]
            drawn += 1
            best, base = LOST, b[TO_MOVE] + drawn
            for way, longer in plays:
                shape, then, after = node[way]
                replies = theirs[shape]
                if replies:
                    mine = longer[card]
                    then += base + mine[WAITING]
                    value = known(then)
                    if value is None:
                        value = search(then, b, mine, after, drawn, replies)
                elif shape and replies is not None:
                    value = after[OUT_VALUE]
                    if value != LOSES:
                        value = out_value(b, longer[card], after)
                elif not shape and after and (replies := longer[card][PLAYS][after[SHAPE]]):
                    mine = longer[card]
                    then += b[WAITING] + mine[TO_MOVE] + drawn
                    value = known(then)
                    if value is None:
                        value = search(then, mine, b, after, drawn, replies)
                    value = -value
                else:
                    value = value_after(a, b, node, drawn - 1, way, longer)
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
        bits, seats = deal.compact.bits, len(deal.start.hands)
        self.shifts = [_LOW_BITS + bits * seat for seat in range(seats)]
        self.top = _LOW_BITS + bits * seats
        self.hands: list[CompactHand] = []
        self.order: TurnOrder = ()
        self.search = self._walk()

    def value(self, state: SearchState) -> int:
        plays = self.deal.plays(state)
        if not plays:
            return self.after_no_play(state)
        held = sum(
            hand[NUMBER] << shift for hand, shift in zip(state.hands, self.shifts, strict=True)
        )
        key = state.node[ID] << self.top | held | state.place << INDEX_BITS | state.drawn
        before = self.hands, self.order
        self.hands, self.order = list(state.hands), state.order
        value = self.known_or_searched(key, state.place, held, state.node, state.drawn, plays)
        self.hands, self.order = before
        return value

    def _state_at(self, place: int, node: Node, drawn: int) -> SearchState:
        return SearchState(tuple(self.hands), self.order, place, node, drawn)

    def value_after(  # noqa: PLR0913, PLR0917  # likewise
        self, place: int, held: int, node: Node, drawn: int, way: int, longer: Any
    ) -> int:
        """Return the value of a state after a play that is not a plain one.

        ``held`` has the numbers of the other hands.
        """
        if way == HIDDEN_WAY:
            return UNKNOWN
        hands, seat = self.hands, place >> 1
        after = self.follow(node, way)
        move, mine, drawn = self.drawn_after(node, way, longer, drawn)
        before, hands[seat] = hands[seat], mine
        held += mine[NUMBER] << self.shifts[seat]
        place = self.order[move.passing][place]
        plays = self.deal.compact.plays(hands[place >> 1], after[SHAPE])
        if plays:
            key = after[ID] << self.top | held | place << INDEX_BITS | drawn
            value = self.known_or_searched(key, place, held, after, drawn, plays)
        else:
            value = self.after_no_play(self._state_at(place, after, drawn))
        hands[seat] = before
        return value

    def _walk(self) -> Walk:
        """Return the search: the value of a state to the one who asked."""
        memo, draw, shuffle_at = self.memo, self.deal.draw, self.deal.shuffle_at
        root, shifts, top, limit = self.deal.root, self.shifts, self.top, self.limit
        known, value_after = self.memo.get, self.value_after
        ends_hand, on = self.deal.aim is Aim.HAND, int(TurnChange.NEXT)

        def search(  # noqa: PLR0913, PLR0917  # likewise
            key: int, place: int, held: int, node: Node, drawn: int, plays: Any
        ) -> int:
            value: int | None
            if drawn == shuffle_at:
                memo[key] = value = self.over_plays(self._state_at(place, node, drawn))
                return value
            hands, next_place, seat = self.hands, self.order[on][place], place >> 1
            a, theirs = hands[seat], hands[next_place >> 1][PLAYS]
            card, shift = draw[drawn], shifts[seat]
            wanted = WON if seat == root else LOST
            best = -wanted
            held -= a[NUMBER] << shift
            low = (drawn + 1) | next_place << INDEX_BITS
            for way, longer in plays:
                shape, _, after = node[way]
                replies = theirs[shape]
                if not shape or replies is None:
                    value = value_after(place, held, node, drawn, way, longer)
                elif replies:
                    mine = longer[card]
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
                    hands[seat] = longer[card]
                    value = self.after_no_play(self._state_at(next_place, after, drawn + 1))
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
