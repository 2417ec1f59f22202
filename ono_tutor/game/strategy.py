"""Ways to choose a play: what a simulated player does."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Protocol

from ono_tutor.cards import Card
from ono_tutor.game.legal import legal_moves
from ono_tutor.game.value_table import best_move, table_of
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.seats import Hand
from ono_tutor.rules.states import Move, State

Rank = Callable[[Play, Effect, Moment], tuple[int, ...]]
"""How much a strategy wants a play: the highest rank is played, the first play of equals."""


class Turn(Protocol):
    """A player's turn: the hand, and what the rules say at this moment."""

    @property
    def hand(self) -> Hand: ...
    @property
    def state(self) -> State: ...


def greedy(play: Play, effect: Effect, moment: Moment) -> tuple[int, ...]:
    """Rank the highest safe card first: the highest total that loses nothing."""
    return (-effect.costs, effect.total)


def cautious(play: Play, effect: Effect, moment: Moment) -> tuple[int, ...]:
    """Keep the low and the action cards for later, but hand a double on when it comes.

    In Ninety-Nine a card that costs the others points comes first.
    """
    moves_turn = effect.turns or effect.owes == 2 or effect.steps == 2
    is_number = not moves_turn and play.adds is None and effect.total > moment.total
    return (-effect.costs, effect.replies, effect.costs_others, is_number, effect.total)


RANKED: Mapping[str, Rank] = {"cautious": cautious, "greedy": greedy}
SIMPLE = ("random", *RANKED)
EXPERT = "expert"
STRATEGIES = (*SIMPLE, EXPERT)


def choose(strategy: str, at: Turn, numbers: Random) -> Play:
    """Return the play that a strategy makes in this turn, ``out`` if there is none.

    ``random`` takes one of the cards that may be played, each copy as likely as another,
    and then one of the ways to play it. ``expert`` plays what the table of values says; where
    there is none (more than two players, rare options) it plays as ``cautious`` does.
    """
    if strategy == EXPERT:
        move = expert_move(at.hand, at.state)
        return OUT if move is None else move.play
    hand, state = at.hand, at.state
    ways: list[Sequence[Move]] = [moves for card in hand if (moves := state.safe[card])]
    if strategy in RANKED:
        safe = [move for moves in ways for move in moves]
        moves_left = safe or legal_moves(hand, state).values()
        best = _best_by_rank(RANKED[strategy], moves_left, state.moment)
        return OUT if best is None else best.play
    if not ways and state.rules.sets_in(hand):
        legal = legal_moves(hand, state).values()
        ways = [[move for move in legal if move.play.card is card] for card in hand]
    elif not ways and state.rules.plays_to_lose(hand):
        ways = [state.losing[card] for card in hand]
    ways = [moves for moves in ways if moves]
    return numbers.choice(numbers.choice(ways)).play if ways else OUT


def expert_move(hand: Hand, state: State) -> Move | None:
    """Return the best move by the table of values, or None if no card may be played.

    If no table knows the hand, it is the move of ``cautious``.
    """
    is_known = state.moment.pair and len(hand) == state.rules.hand_size
    table = table_of(state.rules) if is_known else None
    if table is not None:
        return best_move(table, hand, state)
    return _best_by_rank(cautious, legal_moves(hand, state).values(), state.moment)


def _best_by_rank(rank: Rank, moves: Iterable[Move], moment: Moment) -> Move | None:
    """Return the move of the highest rank, the first of equals by card; None without any."""
    order = sorted(moves, key=lambda move: by_card(move.play))
    return max(order, key=lambda move: rank(move.play, move.effect, moment), default=None)


def order_of(strategy: str, state: State) -> Mapping[Card, int]:
    """Return the rank that a strategy gives each card here; -1 for one that is not safe.

    A card that is not plain has the rank of the best way to play it.
    """
    if strategy not in state.orders:
        cards = state.rules.deck(2)
        moves = ranked(strategy, state, (move for card in cards for move in state.safe[card]))
        wanted = {move.play.card: number for number, move in enumerate(moves)}
        state.orders[strategy] = {card: wanted.get(card, -1) for card in cards}
    return state.orders[strategy]


def ranked(strategy: str, state: State, moves: Iterable[Move]) -> list[Move]:
    """Return moves in the order of a ranked strategy, the best last."""
    rank, moment = RANKED[strategy], state.moment
    order = sorted(moves, key=lambda move: by_card(move.play), reverse=True)
    return sorted(order, key=lambda move: rank(move.play, move.effect, moment))


def best_way(strategy: str, state: State, card: Card) -> Move:
    """Return the way in which a ranked strategy plays a safe card."""
    return ranked(strategy, state, state.safe[card])[-1]


def by_card(play: Play) -> tuple[str, int, int]:
    """Return a sort key for plays, so that the order of the hand does not matter."""
    card = play.card.code if play.card else ""
    return (card, play.adds or 0, play.copies)
