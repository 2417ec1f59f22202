"""Count what the figures of *How the games play* show, in games from a fixed seed.

``python tools/count_games.py`` plays them for a minute and writes ``counts/games.csv``:
by figure, series and place (or by the name of a single number) the value and its 95% interval.

Of turns only those of the first round of each game are counted, so that everybody sits at the
table in all of them.
"""

import argparse
import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import ceil, floor, sqrt
from random import Random
from typing import NamedTuple

import make_figures as figures
from make_figures import CAUSES, COUNTS, EDITIONS, GAMES, MIXED, PLAYERS, SEED, TABLES

from ono_tutor.game.game import Game
from ono_tutor.game.playout import playouts_of
from ono_tutor.game.simulate import Figure, Plan, Z, mean, share, simulate
from ono_tutor.game.strategy import choose
from ono_tutor.render.charts import Estimate
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
    """Return the turns of this many first hands, played by these strategies, a seat each."""
    found = TurnCounts(hands)
    for number in range(hands):
        game = Game.start(ruleset(rules), len(strategies), seed + number)
        numbers = Random(f"{seed}/{number}")
        is_first, begun = True, 0
        while not game.is_over and game.deal.hand_number == 1:
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


def wins(rules: str, strategies: Strategies, games: int, seed: int = 0) -> Counter[int]:
    """Return by seat how many whole games were won, a tie once for each winner."""
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
    """Return the length of the first hand of each game of a plan."""
    playouts = playouts_of(ruleset(plan.rules), plan.players, plan.strategy)
    numbers = Random(f"{plan.seed}/0")
    found = (playouts.play_first_round(numbers) for _ in range(plan.games))
    return tuple(Length(result.plays, result.until_loss) for result in found)


def median(values: Sequence[int]) -> Figure:
    """Return the middle value (the lower of two) and its 95% interval, from the order alone."""
    order, count = sorted(values), len(values)
    reach = Z * sqrt(count) / 2
    low, high = floor(count / 2 - reach), ceil(count / 2 + reach)
    middle = float(order[(count - 1) // 2])
    return Figure(middle, float(order[max(0, low)]), float(order[min(count - 1, high)]))


class Row(NamedTuple):
    """A number of a figure; ``series`` is empty if it has no mark, and ``place`` is its name."""

    figure: str
    series: str
    place: str
    mark: Estimate


DIGITS = 9
"""The digits that an interval keeps: the rest are errors of rounding."""


def estimate(value: Fraction, figure: Figure) -> Estimate:
    """Return a number that was counted, with the interval of its figure.

    No number counted here can be below 0, so neither is the interval.
    """
    if figure.low is None or figure.high is None:
        return Estimate(value)
    return Estimate(value, max(0.0, round(figure.low, DIGITS)), round(figure.high, DIGITS))


def _share(figure: str, series: str, place: object, part: int, whole: int) -> Row:
    mark = estimate(Fraction(part, whole), share(part, whole))
    return Row(figure, series, str(place), mark)


def length() -> Iterator[Row]:
    """Yield how many plays a round takes, by the number of players."""
    for key, players in product(GAMES, TABLES):
        found = lengths(Plan(key, players, figures.LENGTH_HANDS, SEED))
        names = {key: [one.plays for one in found]}
        if key == "2022":
            names["2022-first"] = [one.until_loss for one in found]
        for name, plays in names.items():
            middle = median(plays)
            mark = estimate(Fraction(middle.value), middle)
            yield Row("length", name, str(players), mark)


@lru_cache(maxsize=8)
def _turns(rules: str, strategy: str) -> TurnCounts:
    return count_turns(rules, (strategy,) * PLAYERS, figures.TURN_HANDS, SEED)


def danger(key: str) -> Iterator[Row]:
    """Yield the share of turns lost by total, owing one card and two."""
    turns = _turns(key, "cautious")
    for owes, series in ((1, "one"), (2, "two")):
        for total in range(figures.FIRST_TOTAL, figures.LAST_TOTAL + 1):
            ends = turns.endings(owes, total)
            if ends.total() >= figures.LEAST_TURNS:
                yield _share(f"danger-{key}", series, total, _lost(ends), ends.total())


def _lost(ends: Mapping[Ending, int]) -> int:
    return ends[Ending.LOST] + ends[Ending.LOST_SECOND]


def doubles() -> Iterator[Row]:
    """Yield what becomes of a turn under a double."""
    for strategy, key in product(("cautious", "random"), EDITIONS):
        name, turns = f"{key}-{strategy}", _turns(key, strategy)
        double, single = turns.endings(2), turns.endings(1)
        count, lost = double.total(), _lost(double)
        parts = {"handed-on": double[Ending.HANDED_ON], "played": double[Ending.PLAYED]}
        for place, part in {**parts, "lost": lost}.items():
            yield _share("doubles", name, place, part, count)
        yield _share("doubles", "", f"{name}-survived", count - lost, count)
        yield _share("doubles", "", f"{name}-turns", count, count + single.total())
        yield _share("doubles", "", f"{name}-second", double[Ending.LOST_SECOND], lost)
        yield _share("doubles", "", f"{name}-one-card-lost", single[Ending.LOST], single.total())


def points() -> Iterator[Row]:
    """Yield what a round of Ninety-Nine costs all players together, by cause."""
    for strategy in ("random", "cautious"):
        plan = Plan("ninety-nine", PLAYERS, figures.POINT_GAMES, SEED, strategy)
        counts = simulate(plan).counts
        for cause in CAUSES:
            rounds, lost = counts["rounds"], counts[f"points_lost_{cause}"]
            found = mean(rounds, lost, counts[f"squared_points_lost_{cause}"])
            mark = estimate(Fraction(lost, rounds), found)
            yield Row("points", strategy, cause, mark)


def strategies() -> Iterator[Row]:
    """Yield how one player does who chooses unlike the three others: who loses first, who wins."""
    for series, (mine, others) in MIXED.items():
        table = (mine, *(others,) * (PLAYERS - 1))
        for key in EDITIONS:
            lost = count_turns(key, table, figures.TABLE_HANDS, SEED).lost_first
            yield _share("strategies", series, key, lost[0], lost.total())
        won = wins("ninety-nine", table, figures.TABLE_GAMES, SEED)
        yield _share("strategies", series, "ninety-nine", won[0], won.total())


def rows() -> Iterator[Row]:
    """Yield the numbers of all figures."""
    yield from length()
    for key in EDITIONS:
        yield from danger(key)
    yield from doubles()
    yield from points()
    yield from strategies()


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    with (COUNTS / "games.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("figure", "series", "place", "value", "low", "high"))
        for *names, mark in rows():
            writer.writerow((*names, mark.value, mark.low, mark.high))
