"""Search a deal whose cards are known, for a win or for points, and show the line of plays."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.game.legal import legal_moves
from ono_tutor.game.position import Position
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.seats import TurnChange, TurnOrder
from ono_tutor.rules.states import Move
from ono_tutor.solver.compact import (
    FIRST_WAY,
    HIDDEN_WAY,
    ID,
    INDEX_BITS,
    KEY,
    LOSES,
    MOVES,
    NOT_ASKED,
    NUMBER,
    OUT_VALUE,
    PLAYS,
    SHAPE,
    STATE,
    TO_MOVE,
    WAITING,
    CompactHand,
    Node,
    Way,
)
from ono_tutor.solver.deal import LOST, UNKNOWN, WON, Aim, Deal, SearchState


@contextmanager
def recursion_limit(position: Position, frames_a_card: int) -> Iterator[None]:
    """Let as many calls be nested from here as a search needs, also when called deep down."""
    cards = len(position.draw) + sum(len(hand or ()) for hand in position.hands)
    frames, used, frame = 100 + frames_a_card * cards, 0, sys._getframe()
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


class ExhaustedError(Exception):
    """More states were examined than the question allows."""


class Search(ABC):
    """A search for what the one who asked can force; a state is worth a whole number.

    ``limit`` is how many states may be examined.
    """

    def __init__(self, deal: Deal, limit: int) -> None:
        self.deal = deal
        self.limit = limit
        self.start = deal.start

    @property
    @abstractmethod
    def positions(self) -> int:
        """The number of states examined."""

    @abstractmethod
    def bounds(self, state: SearchState) -> tuple[int, int]:
        """Return the least and the most that a state may be worth, the same where it is known."""

    @abstractmethod
    def hidden_bounds(self, state: SearchState) -> tuple[int, int]:
        """Return the bounds of a state at which a hidden card is played."""

    @abstractmethod
    def step(self, state: SearchState, way: int, longer: Any) -> tuple[int, SearchState | None]:
        """Return what a known play gains, and the state after it; None at the end."""

    def bounds_after(self, state: SearchState, way: int, longer: Any) -> tuple[int, int]:
        """Return the bounds of a state once a play is made, what it gains included."""
        if way == HIDDEN_WAY:
            return self.hidden_bounds(state)
        gain, after = self.step(state, way, longer)
        least, most = (0, 0) if after is None else self.bounds(after)
        return gain + least, gain + most


Walk = Callable[..., int]


class WinSearch(Search):
    """A search for a win: a state is won, lost, or not known.

    ``memo`` has every state examined, ``search`` the value of a state that was not.
    """

    search: Walk

    def __init__(self, deal: Deal, limit: int) -> None:
        super().__init__(deal, limit)
        self.memo: dict[int, int] = {}
        self.follow = deal.compact.follow

    @property
    def positions(self) -> int:
        return len(self.memo)

    @abstractmethod
    def value(self, state: SearchState) -> int:
        """Return what a state is worth to the one who asked."""

    def bounds(self, state: SearchState) -> tuple[int, int]:
        value = self.value(state)
        return (LOST, WON) if value == UNKNOWN else (value, value)

    def hidden_bounds(self, state: SearchState) -> tuple[int, int]:
        return LOST, WON

    def step(self, state: SearchState, way: int, longer: Any) -> tuple[int, SearchState]:
        return 0, self.deal.after(state, way, longer)

    def after_no_play(self, state: SearchState) -> int:
        """Return what a state is worth where the player to move has no play."""
        values = {
            found if isinstance(found, int) else self.value(found)
            for found in self.deal.after_no_play(state)
        }
        return values.pop() if len(values) == 1 else UNKNOWN

    def over_plays(self, state: SearchState) -> int:
        """Return the best value of the plays of a state for the player to move, in plain steps."""
        best = max if state.seat == self.deal.root else min
        return best(
            UNKNOWN if way == HIDDEN_WAY else self.value(self.deal.after(state, way, longer))
            for way, longer in self.deal.plays(state)
        )

    def known_or_searched(self, key: int, *place: Any) -> int:
        """Return the value of the state with this key, searched if it was not met before."""
        value = self.memo.get(key)
        return self.search(key, *place) if value is None else value

    def drawn_after(
        self, node: Node, way: int, longer: Any, drawn: int
    ) -> tuple[Move, CompactHand, int]:
        """Return the move of a way, the hand after its draw, and how many cards are drawn then."""
        move: Move = node[MOVES][way]
        if move.effect.draws == 1:
            return move, longer[self.deal.draw[drawn]], drawn + 1
        return move, *self.deal.with_draw(longer, drawn, move.effect.draws)


def line_of(search: Search, value: int, first: tuple[Play, Way] | None = None) -> tuple[Play, ...]:
    """Return best plays of both sides from the start, until all is decided.

    ``value`` is what the start is worth; ``first`` is the play to begin with and its way, unless
    it is to be chosen. The line ends as well where the rest depends on a card that makes no
    difference.
    """
    writer = _LineWriter(search.deal)
    state: SearchState | None = search.start
    while state is not None:
        play, made = first or (None, _best(search, state, value))
        first = None
        if made is not None:
            writer.make_play(state, made[0], play)
            gain, state = search.step(state, *made)
            value -= gain
        elif search.deal.plays(state):
            break
        else:
            writer.give_up(state)
            follows = search.deal.after_no_play(state)[0]
            state = follows if isinstance(follows, SearchState) else None
    return tuple(writer.plays)


def _best(search: Search, state: SearchState, value: int) -> Way | None:
    """Return the first play that keeps the value for the player to move, or None."""
    for way, longer in search.deal.plays(state):
        if way != HIDDEN_WAY and search.bounds_after(state, way, longer) == (value, value):
            return way, longer
    return None


class _LineWriter:
    """The cards themselves, beside a search that knows only their kinds."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.hands = [list(hand or ()) for hand in deal.position.hands]
        self.plays: list[Play] = []

    def make_play(self, state: SearchState, way: int, play: Play | None) -> None:
        """Make this play, or one of its class with any card of its kind, and draw."""
        hand = self.hands[state.seat]
        played = self.deal.compact.classes.classes[way - FIRST_WAY]
        alike = {card: one for card, one in played.plays.items() if play in (None, one)}
        card = next(card for card in hand if card in alike)
        for _ in range(played.copies):
            hand.remove(card)
        count = state.node[MOVES][way].effect.draws
        pile = self.deal.position.draw[state.drawn : state.drawn + count]
        hand += [*pile, *[Card.UNKNOWN] * (count - len(pile))]
        self.plays.append(played.plays[card])

    def give_up(self, state: SearchState) -> None:
        """Make the play that loses, or lay the hand down."""
        losing = legal_moves(tuple(self.hands[state.seat]), state.node[STATE])
        self.plays.append(next(iter(losing), OUT))


# ---- the winner: depth first, each state once ----
#
# A state's key is one whole number, hands and moments are lists whose places are named, and the
# two loops are written out, because a call costs more than all the rest of a state.

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


# ---- points, in a round of two ----
#
# The value of a state is the points that the other loses from here on minus those that the player
# loses; alpha and beta are the bounds between which it matters.

PointsLeft = tuple[int, int]
"""The points left: of the player to move, and of the other."""

_POINTS_BITS = 11
_MOST_POINTS = (1 << _POINTS_BITS) - 1
"""More points than a round of all the cards that there are can cost; more are as good as these."""


class PointsSearch(Search):
    """The bounds of a round's value: hidden cards count the least, then the most."""

    def __init__(self, deal: Deal, limit: int) -> None:
        super().__init__(deal, limit)
        self.start = deal.start._replace(points=_points_left(deal))
        self.grim = _AlphaBeta(deal, limit, is_hopeful=False)
        self.hopeful = _AlphaBeta(deal, limit, is_hopeful=True)

    @property
    def positions(self) -> int:
        return len(self.grim.memo) + len(self.hopeful.memo)

    def bounds(self, state: SearchState) -> tuple[int, int]:
        least = self._value(self.grim, state)
        return least, (self._value(self.hopeful, state) if self.grim.has_hidden else least)

    def _value(self, search: "_AlphaBeta", state: SearchState) -> int:
        is_root = state.seat == self.deal.root
        value = search.value(state, state.points if is_root else state.points[::-1])
        return value if is_root else -value

    def hidden_bounds(self, state: SearchState) -> tuple[int, int]:
        return -state.points[0], state.points[1]

    def step(self, state: SearchState, way: int, longer: Any) -> tuple[int, SearchState | None]:
        mine, yours = state.points
        if state.seat == self.deal.root:
            lost, won, over = self.grim.payment(state.node, way, (mine, yours))
        else:
            won, lost, over = self.grim.payment(state.node, way, (yours, mine))
        if over:
            return won - lost, None
        after = self.deal.after(state, way, longer)
        return won - lost, after._replace(points=(mine - lost, yours - won))


class _AlphaBeta:
    """One search. A hidden card is worth the most, or the least, that it could be.

    ``is_hopeful`` says which, for the one who asked; ``has_hidden`` whether it mattered.
    """

    def __init__(self, deal: Deal, limit: int, *, is_hopeful: bool) -> None:
        self.deal = deal
        self.limit = limit
        self.is_hopeful = is_hopeful
        self.has_hidden = False
        self.memo: dict[int, tuple[int, int]] = {}
        self.paid: dict[tuple[int, int, PointsLeft], tuple[int, int, bool]] = {}
        place = deal.start.place
        self.stays = [row[place] == place for row in deal.start.order]
        self.search = self._walk()

    def value(self, state: SearchState, points: PointsLeft) -> int:
        """Return the exact value of a state to the player to move, whose points are the first.

        Asked as "at least this much?", from zero on, each question narrowing the bounds.
        """
        is_root = state.seat == self.deal.root
        a, b = state.hands[state.seat], state.hands[self.deal.other(state.seat)]
        node, drawn = state.node, state.drawn
        least, most, guess = -points[0], points[1], 0
        while least < most:
            wanted = max(guess, least + 1)
            guess = self.search(a, b, node, drawn, points, is_root, wanted - 1, wanted)
            if guess < wanted:
                most = guess
            else:
                least = guess
        return least

    def payment(self, node: Node, way: int, points: PointsLeft) -> tuple[int, int, bool]:
        """Return what the mover and the other lose by a play, and whether the round ends."""
        asked = node[ID], way, points
        found = self.paid.get(asked)
        if found is None:
            rules, move = self.deal.compact.rules, node[MOVES][way]
            table = Position(rules, node[STATE].moment.total, ((), ()), stakes=points)
            settlement = rules.settle(table, move.effect, ())
            mine, yours = ((stake or 0) for stake in settlement.stakes)
            over = settlement.round_over or bool(settlement.out)
            found = self.paid[asked] = points[0] - mine, points[1] - yours, over
        return found

    def hidden_value(self, points: PointsLeft, is_root: bool) -> int:
        """Return what a hidden card is taken to be worth to the player who holds it."""
        self.has_hidden = True
        return points[1] if is_root == self.is_hopeful else -points[0]

    def gain_after(  # noqa: PLR0913, PLR0917  # a search hands everything on in its call
        self,
        a: CompactHand,
        b: CompactHand,
        node: Node,
        drawn: int,
        points: PointsLeft,
        is_root: bool,
        alpha: int,
        beta: int,
        way: int,
        longer: Any,
    ) -> int:
        """Return the value of a play that somebody pays for, or after which the player goes on."""
        if way == HIDDEN_WAY:
            return self.hidden_value(points, is_root)
        lost, won, over = self.payment(node, way, points)
        gain = won - lost
        if over:
            return gain
        move: Move = node[MOVES][way]
        hand, drawn = self.deal.with_draw(longer, drawn, move.effect.draws)
        after = self.deal.compact.follow(node, way)
        mine, yours = points[0] - lost, points[1] - won
        alpha, beta = alpha - gain, beta - gain
        if self.stays[move.passing]:
            return gain + self.search(hand, b, after, drawn, (mine, yours), is_root, alpha, beta)
        there = yours, mine
        return gain - self.search(b, hand, after, drawn, there, not is_root, -beta, -alpha)

    def _walk(self) -> Callable[..., int]:
        """The search: a bound of the value, exact where it lies between alpha and beta."""
        memo, draw, limit, gain_after = self.memo, self.deal.draw, self.limit, self.gain_after
        compact = self.deal.compact

        def search(  # noqa: PLR0913, PLR0917  # likewise
            a: CompactHand,
            b: CompactHand,
            node: Node,
            drawn: int,
            points: PointsLeft,
            is_root: bool,
            alpha: int,
            beta: int,
        ) -> int:
            mine, yours = points
            place = (mine << _POINTS_BITS | yours) << 1 | is_root
            key = (drawn + a[TO_MOVE] + b[WAITING] + node[KEY]) << (2 * _POINTS_BITS + 1) | place
            least, most = memo.get(key) or (-mine, yours)
            if least >= beta or least == most:
                return least
            if most <= alpha:
                return most
            low, high = max(alpha, least), min(beta, most)
            best, bound = -mine, low
            plays = a[PLAYS][node[SHAPE]]
            for way, longer in compact.plays(a, node[SHAPE]) if plays is None else plays:
                shape, _, after = node[way]
                if shape:
                    hand = longer[draw[drawn]]
                    there = yours, mine
                    value = -search(b, hand, after, drawn + 1, there, not is_root, -high, -bound)
                else:
                    value = gain_after(a, b, node, drawn, points, is_root, bound, high, way, longer)
                if value > best:
                    best = value
                    if value >= high:
                        break
                    bound = max(bound, value)
            if best >= high:
                least = best
            elif best <= low:
                most = best
            else:
                least = most = best
            if len(memo) >= limit:
                raise ExhaustedError
            memo[key] = least, most
            return best

        return search


def _points_left(deal: Deal) -> PointsLeft:
    """The points left: of the one who asked, and of the other."""
    position, root = deal.position, deal.root
    start = position.rules.start_stakes(position.hands)
    stakes = position.stakes or start
    left = [start[s] if stake is None else stake for s, stake in enumerate(stakes)]
    mine, yours = left[root] or 0, left[deal.other(root)] or 0
    return min(mine, _MOST_POINTS), min(yours, _MOST_POINTS)
