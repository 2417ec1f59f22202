"""Rounds between two players with a real draw pile: who wins more.

Each deal is played twice, the second time with the seats exchanged, so that neither has the better
cards; the interval goes by such pairs.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random

from ono_tutor.game.game import Game
from ono_tutor.game.playout import MOST_PLAYS
from ono_tutor.game.statistics import Figure
from ono_tutor.game.strategy import choose
from ono_tutor.game.value_table import ValueTable, best_move
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.ruleset import RuleSet


@dataclass
class Duel:
    """The result of rounds: ``total`` is won less lost, by the first strategy, or in points."""

    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, result: float) -> None:
        """Count the mean result of a pair of rounds."""
        self.pairs += 1
        self.total += result
        self.squares += result * result

    def figure(self, unit: str) -> Figure:
        """Return the share of rounds won, or the mean points, with the 95% interval."""
        mean = self.total / self.pairs
        spread = max(self.squares / self.pairs - mean * mean, 0.0)
        wide = 1.96 * sqrt(spread / max(self.pairs - 1, 1))
        if unit == "chance":
            mean, wide = (1 + mean) / 2, wide / 2
        return Figure(mean, mean - wide, mean + wide)


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
) -> Duel:
    """Return the result of the first player against the second in this many rounds, two a deal."""
    found = Duel()
    for pair in range(rounds // 2):
        deal = Game.start(rules, 2, seed * 1_000_003 + pair)
        first = result(deal, players)
        second = -result(deal, (players[1], players[0]))
        found.add((first + second) / 2)
        progress(2)
    return found


def result(deal: Game, players: tuple[Chooser, Chooser]) -> float:
    """Play a round; return what seat 0 wins by it: 1 or -1, or the points less those it loses."""
    game = deal
    for _, _, after in play_duel(deal, players):
        game = after
    return outcome(deal, game)


def play_duel(deal: Game, players: tuple[Chooser, Chooser]) -> Iterator[tuple[Game, Play, Game]]:
    """Play a round; give the game before each play, the play, and the game after it."""
    game, number = deal, deal.hand_number
    for _ in range(MOST_PLAYS):
        before, play = game, players[game.turn](game)
        game = game.after(play)
        yield before, play, game
        if game.is_over or game.hand_number != number:
            return


def outcome(deal: Game, after: Game) -> float:
    """Return what seat 0 has won by a round that is over."""
    if not deal.stakes:
        return (1.0 if 0 in after.winners else -1.0) if after.winners else 0.0
    changes = [
        (now or 0) - (then or 0) for now, then in zip(after.stakes, deal.stakes, strict=True)
    ]
    return float(changes[0] - changes[1])
