"""What a search of a deal answers, and the line of plays that shows the answer."""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.game.legal import legal_moves
from ono_tutor.game.position import Position
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.states import Move
from ono_tutor.solver.deal import LOST, UNKNOWN, WON, Deal, Spot
from ono_tutor.solver.packing import FIRST_WAY, HIDDEN_WAY, MOVES, STATE, Node, PackedHand, Way


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
    """More spots were examined than the question allows."""


class Search(ABC):
    """What the one who asked can force from spots of a deal, worth a whole number.

    ``limit`` is how many spots may be examined.
    """

    def __init__(self, deal: Deal, limit: int) -> None:
        self.deal = deal
        self.limit = limit
        self.start = deal.start

    @property
    @abstractmethod
    def positions(self) -> int:
        """How many spots were examined."""

    @abstractmethod
    def bounds(self, spot: Spot) -> tuple[int, int]:
        """Return the least and the most that a spot may be worth, the same where it is known."""

    @abstractmethod
    def hidden_bounds(self, spot: Spot) -> tuple[int, int]:
        """Return the bounds of a spot at which a hidden card is played."""

    @abstractmethod
    def step(self, spot: Spot, way: int, grown: Any) -> tuple[int, Spot | None]:
        """Return what a known play gains, and the spot after it; None at the end."""

    def bounds_after(self, spot: Spot, way: int, grown: Any) -> tuple[int, int]:
        """Return the bounds of a spot once a play is made, what it gains included."""
        if way == HIDDEN_WAY:
            return self.hidden_bounds(spot)
        gain, after = self.step(spot, way, grown)
        least, most = (0, 0) if after is None else self.bounds(after)
        return gain + least, gain + most


Walk = Callable[..., int]


class WinSearch(Search):
    """A search for a win: a spot is won, lost, or not known.

    ``memo`` has every spot examined, ``search`` the value of a spot that was not.
    """

    search: Walk

    def __init__(self, deal: Deal, limit: int) -> None:
        super().__init__(deal, limit)
        self.memo: dict[int, int] = {}
        self.follow = deal.packing.follow

    @property
    def positions(self) -> int:
        return len(self.memo)

    @abstractmethod
    def value(self, spot: Spot) -> int:
        """Return what a spot is worth to the one who asked."""

    def bounds(self, spot: Spot) -> tuple[int, int]:
        value = self.value(spot)
        return (LOST, WON) if value == UNKNOWN else (value, value)

    def hidden_bounds(self, spot: Spot) -> tuple[int, int]:
        return LOST, WON

    def step(self, spot: Spot, way: int, grown: Any) -> tuple[int, Spot]:
        return 0, self.deal.after(spot, way, grown)

    def fallen(self, spot: Spot) -> int:
        """Return what a spot is worth where the player to move has no play."""
        values = {
            found if isinstance(found, int) else self.value(found)
            for found in self.deal.fallen(spot)
        }
        return values.pop() if len(values) == 1 else UNKNOWN

    def over_plays(self, spot: Spot) -> int:
        """Return the best value of the plays of a spot for the player to move, in plain steps."""
        best = max if spot.seat == self.deal.root else min
        return best(
            UNKNOWN if way == HIDDEN_WAY else self.value(self.deal.after(spot, way, grown))
            for way, grown in self.deal.plays(spot)
        )

    def examined(self, key: int, *place: Any) -> int:
        """Return the value of the spot with this key, searched if it was not met before."""
        value = self.memo.get(key)
        return self.search(key, *place) if value is None else value

    def drawn_after(
        self, node: Node, way: int, grown: Any, drawn: int
    ) -> tuple[Move, PackedHand, int]:
        """Return the move of a way, the hand after its draw, and how many cards are drawn then."""
        move: Move = node[MOVES][way]
        if move.effect.draws == 1:
            return move, grown[self.deal.draw[drawn]], drawn + 1
        return move, *self.deal.drawing(grown, drawn, move.effect.draws)


def line_of(search: Search, value: int, first: tuple[Play, Way] | None = None) -> tuple[Play, ...]:
    """Return best plays of both sides from the start, until all is decided.

    ``value`` is what the start is worth; ``first`` is the play to begin with and its way, unless
    it is to be chosen. The line ends as well where the rest depends on a card that makes no
    difference.
    """
    writer = _LineWriter(search.deal)
    spot: Spot | None = search.start
    while spot is not None:
        play, made = first or (None, _best(search, spot, value))
        first = None
        if made is not None:
            writer.put_down(spot, made[0], play)
            gain, spot = search.step(spot, *made)
            value -= gain
        elif search.deal.plays(spot):
            break
        else:
            writer.fall(spot)
            follows = search.deal.fallen(spot)[0]
            spot = follows if isinstance(follows, Spot) else None
    return tuple(writer.plays)


def _best(search: Search, spot: Spot, value: int) -> Way | None:
    """The first play that keeps the value, for whoever is to move; None where none is known to."""
    for way, grown in search.deal.plays(spot):
        if way != HIDDEN_WAY and search.bounds_after(spot, way, grown) == (value, value):
            return way, grown
    return None


class _LineWriter:
    """The cards themselves, beside a search that knows only their kinds."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.hands = [list(hand or ()) for hand in deal.position.hands]
        self.plays: list[Play] = []

    def put_down(self, spot: Spot, way: int, play: Play | None) -> None:
        """Make this play, or one of its class with any card of its kind, and draw."""
        hand = self.hands[spot.seat]
        played = self.deal.packing.classes.classes[way - FIRST_WAY]
        alike = {card: one for card, one in played.plays.items() if play in (None, one)}
        card = next(card for card in hand if card in alike)
        for _ in range(played.copies):
            hand.remove(card)
        count = spot.node[MOVES][way].effect.draws
        pile = self.deal.position.draw[spot.drawn : spot.drawn + count]
        hand += [*pile, *[Card.UNKNOWN] * (count - len(pile))]
        self.plays.append(played.plays[card])

    def fall(self, spot: Spot) -> None:
        """Make the play that loses, or lay the hand down."""
        losing = legal_moves(tuple(self.hands[spot.seat]), spot.node[STATE])
        self.plays.append(next(iter(losing), OUT))
