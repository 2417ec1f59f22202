"""Ways to choose a play: what a simulated player does."""

from collections.abc import Callable, Iterable, Mapping
from random import Random

from ono_tutor.game.game import Game
from ono_tutor.game.legal import legal_moves
from ono_tutor.game.position import Position
from ono_tutor.game.value_table import best_move, table_of
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import OUT, Play

Rank = Callable[[Play, Effect, Moment], tuple[int, ...]]
"""How much a strategy wants a play: the highest rank is played, the first play of equals."""


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


def choose(strategy: str, at: Game | Position, numbers: Random) -> Play:
    """Return the play that a strategy makes in this turn, ``out`` if there is none.

    ``random`` takes one of the cards that may be played, each copy as likely as another,
    and then one of the ways to play it. ``expert`` plays what the table of values says; where
    there is none (more than two players, rare options) it plays as ``cautious`` does.
    """
    hand, state, moment = at.hand, at.state, at.state.moment
    moves = legal_moves(hand, state)
    if not moves:
        return OUT
    if strategy == "random":
        by_copy = [[play for play in moves if play.card is card] for card in hand]
        return numbers.choice(numbers.choice([plays for plays in by_copy if plays]))
    is_known = strategy == EXPERT and moment.pair and len(hand) == state.rules.hand_size
    table = table_of(state.rules) if is_known else None
    if table is not None and (best := best_move(table, hand, state)):
        return best.play
    plays = ((play, move.effect) for play, move in moves.items())
    return ranked(strategy if strategy in RANKED else "cautious", plays, moment)[-1][0]


def ranked(
    strategy: str, plays: Iterable[tuple[Play, Effect]], moment: Moment
) -> list[tuple[Play, Effect]]:
    """Return plays in the order of a ranked strategy, the best last."""
    rank = RANKED[strategy]
    order = sorted(plays, key=lambda each: by_card(each[0]), reverse=True)
    return sorted(order, key=lambda each: rank(each[0], each[1], moment))


def by_card(play: Play) -> tuple[str, int, int]:
    """Return a sort key for plays, so that the order of the hand does not matter."""
    card = play.card.code if play.card else ""
    return (card, play.adds or 0, play.copies)
