"""The best difference of points that the player to move can force in a round of two.

The value of a state is the points that the other loses from here on minus those that the player
loses. Alpha and beta are the bounds between which it matters.
"""

from collections.abc import Callable
from typing import Any

from ono_tutor.game.position import Position
from ono_tutor.rules.states import Move
from ono_tutor.solver.compact import (
    HIDDEN_WAY,
    ID,
    KEY,
    MOVES,
    PLAYS,
    SHAPE,
    STATE,
    TO_MOVE,
    WAITING,
    CompactHand,
    Node,
)
from ono_tutor.solver.deal import Deal, SearchState
from ono_tutor.solver.search import ExhaustedError, Search

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
