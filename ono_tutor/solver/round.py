"""Ninety-Nine for two, solved: the difference that can be forced, and the line to it."""

from typing import Any, NamedTuple

from ono_tutor.rules.play import Play
from ono_tutor.solver.deal import Deal, Spot
from ono_tutor.solver.difference import MOST_PURSE, Difference, Purses
from ono_tutor.solver.hands import HIDDEN_WAY
from ono_tutor.solver.line import Made, Table


class Stand(NamedTuple):
    """A spot of a round and the points left: of the one who asked, and of the other."""

    spot: Spot
    purses: Purses


class Round:
    """The bounds of a round's value: the same two numbers where no hidden card matters."""

    def __init__(self, deal: Deal, limit: int) -> None:
        self.deal = deal
        purse, other = _purses(deal)
        self.start = Stand(deal.start, (purse, other))
        self.grim = Difference(deal, limit, is_hopeful=False)
        self.hopeful = Difference(deal, limit, is_hopeful=True)

    @property
    def positions(self) -> int:
        """How many positions were examined."""
        return len(self.grim.memo) + len(self.hopeful.memo)

    def bounds(self, stand: Stand) -> tuple[int, int]:
        """The least and the most that a stand may be worth to the one who asked."""
        least = self._value(self.grim, stand)
        return least, (self._value(self.hopeful, stand) if self.grim.met_hidden else least)

    def _value(self, search: Difference, stand: Stand) -> int:
        spot, purses = stand
        is_root = spot.seat == self.deal.root
        value = search.value(spot, purses if is_root else purses[::-1])
        return value if is_root else -value

    def bounds_after(self, stand: Stand, way: int, grown: Any) -> tuple[int, int]:
        """The bounds once a play is made, what it pays included."""
        if way == HIDDEN_WAY:
            return -stand.purses[0], stand.purses[1]
        gain, after = self.after(stand, way, grown)
        least, most = (0, 0) if after is None else self.bounds(after)
        return gain + least, gain + most

    def after(self, stand: Stand, way: int, grown: Any) -> tuple[int, Stand | None]:
        """What the one who asked gains by a play, and the stand after it; None at the end."""
        spot, purses = stand
        is_root = spot.seat == self.deal.root
        seen = purses if is_root else purses[::-1]
        lost, won, over = self.grim.payment(spot.node, way, seen)
        if not is_root:
            lost, won = won, lost
        if over:
            return won - lost, None
        left = purses[0] - lost, purses[1] - won
        return won - lost, Stand(self.deal.after(spot, way, grown), left)

    def line(self, value: int, first: Made | None = None) -> tuple[Play, ...]:
        """The best plays of both, to the end of the round; ``first`` is one to begin with."""
        table, stand = Table(self.deal), self.start
        while True:
            best = first or self._best(stand, value)
            if best is None:
                return tuple(table.plays)
            (way, grown), first = best, None
            table.put_down(stand.spot, way)
            gain, after = self.after(stand, way, grown)
            if after is None:
                return tuple(table.plays)
            stand, value = after, value - gain

    def _best(self, stand: Stand, value: int) -> Made | None:
        """The first play that keeps the value, for whoever is to move."""
        for way, grown in self.deal.plays(stand.spot):
            if way != HIDDEN_WAY and self.bounds_after(stand, way, grown) == (value, value):
                return way, grown
        return None


def _purses(deal: Deal) -> Purses:
    """The points left: of the one who asked, and of the other."""
    position, root = deal.position, deal.root
    start = position.rules.start_stakes(position.hands)
    stakes = position.stakes or start
    left = [start[s] if stake is None else stake for s, stake in enumerate(stakes)]
    mine, yours = left[root] or 0, left[deal.other(root)] or 0
    return min(mine, MOST_PURSE), min(yours, MOST_PURSE)
