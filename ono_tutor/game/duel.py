"""Rounds between two players with a real draw pile: who wins more.

Each deal is played twice, the second time with the seats exchanged, so that neither has the better
cards; the interval goes by such pairs.
"""

from collections.abc import Callable, Iterator
from dataclasses import astuple
from random import Random

from ono_tutor.game.game import Game
from ono_tutor.game.playout import MOST_PLAYS
from ono_tutor.game.statistics import Figure, RunningStats
from ono_tutor.game.strategy import choose
from ono_tutor.game.value_table import ValueTable, best_move
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.ruleset import RuleSet

Chooser = Callable[[Game], Play]
"""A way to play: what the player to move plays, who looks at the own hand and the moment alone."""


def chooser(strategy: str, seed: int = 0) -> Chooser:
    """Return a strategy as a way to play."""
    numbers = Random(seed)
    return lambda game: choose(strategy, game, numbers)


def by_table(table: ValueTable) -> Chooser:
    """Return the way to play by a table of values."""

    def choose_by(game: Game) -> Play:
        move = best_move(table, game.hand, game.state)
        return OUT if move is None else move.play

    return choose_by


def duel(
    rules: RuleSet,
    players: tuple[Chooser, Chooser],
    rounds: int,
    seed: int = 0,
    progress: Callable[[int], None] = lambda rounds: None,
) -> Figure:
    """Return how the first player does against the second in this many rounds, two a deal.

    It is the share of rounds won, or in Ninety-Nine the points won less those lost in a round.
    """
    sums = RunningStats()
    for pair in range(rounds // 2):
        deal = Game.start(rules, 2, seed * 1_000_003 + pair)
        won = 0
        for own, order in ((1, players), (-1, (players[1], players[0]))):
            for _, _, after in play_duel(deal, order):
                game = after
            won += own * outcome(deal, game)
        sums.note(won)
        progress(2)
    ends = [end if end is None else end / 2 for end in astuple(sums.mean())]
    if rules.lays_down:
        ends = [end if end is None else (1 + end) / 2 for end in ends]
    value, low, high = ends
    assert value is not None
    return Figure(value, low, high)


def play_duel(deal: Game, players: tuple[Chooser, Chooser]) -> Iterator[tuple[Game, Play, Game]]:
    """Play a round; give the game before each play, the play, and the game after it."""
    game, number = deal, deal.hand_number
    for _ in range(MOST_PLAYS):
        before, play = game, players[game.turn](game)
        game = game.after(play)
        yield before, play, game
        if game.is_over or game.hand_number != number:
            return


def outcome(deal: Game, after: Game) -> int:
    """Return what seat 0 has won by a round that is over: 1 or -1, or points less those it lost."""
    if not deal.stakes:
        return (1 if 0 in after.winners else -1) if after.winners else 0
    first, second = (
        (now or 0) - (then or 0) for now, then in zip(after.stakes, deal.stakes, strict=True)
    )
    return first - second
