"""The base of the searches of a deal, and the line of plays that shows an answer."""

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
from ono_tutor.solver.compact import FIRST_WAY, HIDDEN_WAY, MOVES, STATE, CompactHand, Node, Way
from ono_tutor.solver.deal import LOST, UNKNOWN, WON, Deal, SearchState


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
