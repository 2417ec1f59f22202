"""Simulated games by the compiled loop, where the extra ``fast`` is installed.

A round that needs what the tables cannot say (a total far below zero, a round without an end) is
played by the plain loop, from the same random numbers.
"""

from collections.abc import Iterable

import numpy as np

from ono_tutor.game import compiled_loop as loop
from ono_tutor.game.compiled_tables import Standings, States
from ono_tutor.game.mersenne_twister import MersenneTwister, first_words, keys_of
from ono_tutor.game.playout import Playout
from ono_tutor.game.statistics import Sum, Tally
from ono_tutor.rules.ruleset import RuleSet


class CompiledPlayouts:
    """Whole games of a rule set at a table of some size, all seats playing one strategy.

    Raises :class:`NotCompiledError` where the tables cannot say what is asked for.
    """

    def __init__(self, rules: RuleSet, players: int, strategy: str) -> None:
        self.rules, self.players, self.strategy = rules, players, strategy
        self.runs = np.zeros(1, loop.RUN)
        self.run = self.runs[0]
        states = States(self.run, rules, players, strategy)
        self.standings = Standings(self.run, rules, players, states.costs)
        self.run["first_words"] = first_words()
        self.numbers = MersenneTwister(self.run["words"])
        self.play(0, [])  # compile now: who asks for the loop is ready for a compiler that fails

    def play(self, seed: int, numbers: Iterable[int]) -> Tally:
        """Return the tally of the games with these numbers."""
        keys, sizes = keys_of([f"{seed}/{number}" for number in numbers])
        tally, run = Tally(self.players), self.run
        for name in ("game", "is_begun", "sums", "wins", "lost_by_place", "causes"):
            run[name] = 0
        while (outcome := loop.play_games(keys, sizes, self.runs)) != loop.DONE:
            if outcome == loop.ASK_END:
                self._ask()
            else:
                self._plain_rounds(tally)
        tally.add(self._counted())
        return tally

    def _ask(self) -> None:
        run, standings = self.run, self.standings
        standing = standings.kept[run["standing"]]
        standings.ask(int(run["asked_of"]), int(run["asked_seat"]), int(run["asked_cost"]))
        standings.make_room()
        run["standing"] = standings.number(standing)

    def _plain_rounds(self, tally: Tally) -> None:
        """Play by the plain loop until a round is to be dealt, or the game is over."""
        run, standings = self.run, self.standings
        standing, starter = standings.kept[run["standing"]], int(run["starter"])
        table = Playout(self.rules, self.strategy, self.numbers, standing, starter)
        rounds = 0
        while not rounds or (table.is_dealt and not table.winners):
            tally.add_round(table.play_round())
            rounds += 1
        standings.make_room()
        run["standing"], run["starter"] = standings.number(table.standing), table.place >> 1
        run["rounds"] += rounds
        run["winners"] = sum(1 << winner for winner in table.winners)

    def _counted(self) -> Tally:
        """Return the tally of what the loop has counted."""
        run, players = self.run, self.players
        sums = [int(count) for count in run["sums"]]
        tally = Tally(players, games=sums[loop.GAMES])
        tally.plays = Sum(*(sums[at] for at in (loop.ROUNDS, loop.PLAYS, loop.PLAYS_SQUARED)))
        tally.hands = Sum(*(sums[at] for at in (loop.GAMES, loop.HANDS_TOTAL, loop.HANDS_SQUARED)))
        tally.losses, tally.losses_owing_two = sums[loop.LOSSES], sums[loop.OWING_TWO]
        tally.wins = [int(wins) for wins in run["wins"][:players]]
        tally.lost_by_place = [int(lost) for lost in run["lost_by_place"][:players]]
        for rule, found in zip(self.standings.causes, run["causes"], strict=False):
            if found[0]:
                tally.causes[rule] = Sum(*map(int, found))
        return tally
