"""What a play costs by the table of values, beside rounds played on: ``bench_values.py 300``.

The number is the seconds of processor time for each game. The table plays whole games of two
players against itself; at one play in twelve another play than the best is taken at random, and
the round is played on after both with the hands as they really are, each time with another order
of the draw pile. So the costs are held against the game itself, and not against the model of it.
"""

import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import mean, stdev
from typing import NamedTuple

from ono_tutor.game.game import Game
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.solver.value import MARGIN, Grade, PlayValue, Rollouts, Source, Values, value

ROUNDS = 24
"""Rounds played on after each of the two plays."""

ASKED = 1 / 12
"""The share of plays at which another one is held against the best."""

LONGEST = 400
"""Plays after which a game is left."""


class Held(NamedTuple):
    """A play that is not the best: its grade, what it costs by the table, and played on."""

    grade: Grade
    told: float
    met: float


def held(name: str, seconds: float, numbers: Random) -> Iterator[Held]:
    """Yield plays held against the best of their position, for so much processor time."""
    began = time.process_time()
    while time.process_time() - began < seconds:
        game = Game.start(ruleset(name), 2, numbers.getrandbits(30))
        for _ in range(LONGEST):
            if game.winners:
                break
            values = value(game.position)
            best, *others = values.plays
            if others and numbers.random() < ASKED:
                other = numbers.choice(others)
                if other.source is Source.TABLE:
                    yield Held(other.grade, other.cost, _played_on(values, best, other, numbers))
            game = game.after(best.play)


def _played_on(values: Values, best: PlayValue, other: PlayValue, numbers: Random) -> float:
    """Return how much better the best play does in rounds with the same draws for both."""
    position, apart = values.position, 0.0
    for _ in range(ROUNDS):
        key, draw = numbers.random(), tuple(numbers.sample(position.draw, len(position.draw)))
        rounds = Rollouts(replace(position, draw=draw), (best.play, other.play))
        rounds.hidden = []
        first, second = (rounds.play_round(each.play, [], Random(key)) for each in (best, other))
        apart += first - second
    return apart / ROUNDS


def main() -> None:
    """Measure and print, by game and grade."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    for name in ("1980", "2022", "ninety-nine"):
        found: dict[Grade, list[Held]] = defaultdict(list)
        for each in held(name, seconds, Random(name)):
            found[each.grade].append(each)
        for grade in Grade:
            if len(plays := found[grade]) > 1:
                met = [each.met for each in plays]
                error = MARGIN * stdev(met) / len(met) ** 0.5
                told = mean(each.told for each in plays)
                line = f"{name:<12} {grade:<8} {len(plays):>6} plays  by the table {told:7.4f}"
                print(f"{line}  played on {mean(met):7.4f} ± {error:.4f}", flush=True)


if __name__ == "__main__":
    main()
