"""Count what happens in seeded games, turn by turn and round by round.

Only the first hand of each game is counted, so that everybody sits at the table in all of them.
"""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import NamedTuple

from ono_tutor.game.game import Game
from ono_tutor.game.playout import playouts_of
from ono_tutor.game.simulate import Plan
from ono_tutor.game.strategy import choose
from ono_tutor.rules.catalogue import ruleset

Strategies = tuple[str, ...]
"""What each seat plays, by seat."""


class Ending(StrEnum):
    """The ends of a turn: the cards owed were played, it was handed on, or it was lost.

    ``LOST_SECOND`` is a turn lost after the first of two cards was down.
    """

    PLAYED = "played"
    HANDED_ON = "handed-on"
    LOST = "lost"
    LOST_SECOND = "lost-second"


class CountedTurn(NamedTuple):
    """A turn as it is counted: the total and the cards owed when it began, and its end."""

    total: int
    owes: int
    ending: Ending


@dataclass(frozen=True, slots=True)
class TurnCounts:
    """Counts of turns, and by seat of who was the first to lose in a hand."""

    hands: int
    turns: Counter[CountedTurn] = field(default_factory=Counter)
    lost_first: Counter[int] = field(default_factory=Counter)

    def endings(self, owes: int, total: int | None = None) -> Counter[Ending]:
        """Return how the turns ended in which this many cards were owed, at one total or at all."""
        found: Counter[Ending] = Counter()
        for turn, count in self.turns.items():
            if turn.owes == owes and total in {None, turn.total}:
                found[turn.ending] += count
        return found


def count_turns(rules: str, strategies: Strategies, hands: int, seed: int = 0) -> TurnCounts:
    """Return the turns of this many first hands, played by these strategies, a seat each.

    Raises :class:`NotationError` for what cannot be played.
    """
    _check(rules, strategies, hands)
    found = TurnCounts(hands)
    for number in range(hands):
        game = Game.start(ruleset(rules), len(strategies), seed + number)
        numbers = Random(f"{seed}/{number}")
        is_first, begun = True, 0
        while not game.is_over and game.hand_number == 1:
            moment, seat = game.state.moment, game.turn
            if moment.first is None:
                begun = moment.total
            play = choose(strategies[seat], game, numbers)
            move, game = game.state.move(play), game.after(play)
            if move is None or move.effect.busts:  # without a move the hand is laid down
                ending = Ending.LOST if moment.first is None else Ending.LOST_SECOND
                found.lost_first[seat] += is_first
                is_first = False
            elif game.state.moment.first is None:
                ending = Ending.HANDED_ON if move.effect.replies else Ending.PLAYED
            else:
                continue
            owes = 1 if moment.first is None and moment.owes == 1 else 2
            found.turns[CountedTurn(begun, owes, ending)] += 1
    return found


def _check(rules: str, strategies: Strategies, games: int) -> None:
    for strategy in strategies or ("",):
        Plan(rules, len(strategies), games, strategy=strategy).check()


def wins(rules: str, strategies: Strategies, games: int, seed: int = 0) -> Counter[int]:
    """Return by seat how many whole games were won, a tie once for each winner.

    Raises :class:`NotationError` for what cannot be played.
    """
    _check(rules, strategies, games)
    found: Counter[int] = Counter()
    for number in range(games):
        game = Game.start(ruleset(rules), len(strategies), seed + number)
        numbers = Random(f"{seed}/{number}")
        while not game.is_over:
            game = game.after(choose(strategies[game.turn], game, numbers))
        found.update(game.winners)
    return found


class Length(NamedTuple):
    """The number of plays of a hand: in all, and until the first player lost it."""

    plays: int
    until_loss: int


def lengths(plan: Plan) -> tuple[Length, ...]:
    """Return the length of the first hand of each game of a plan.

    Raises :class:`NotationError` for a plan that cannot be played.
    """
    plan.check()
    playouts = playouts_of(ruleset(plan.rules), plan.players, plan.strategy)
    found = playouts.play_first_rounds(plan.games, Random(f"{plan.seed}/0"))
    return tuple(Length(result.plays, result.until_loss) for result in found)
