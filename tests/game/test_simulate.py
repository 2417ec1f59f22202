"""Many games at once: the same figures for anybody who does the work, and known intervals."""

import json
import math
import random
import statistics
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import asdict, astuple
from functools import partial
from unittest.mock import Mock

import pytest
from click.testing import CliRunner

from ono_tutor import NotationError, ruleset
from ono_tutor.cli.main import main
from ono_tutor.game.game import Game
from ono_tutor.game.simulate import BATCH, Figure, Plan, mean, share, simulate
from ono_tutor.game.strategy import STRATEGIES, choose

PLANS = [
    Plan("1980+chips=1", 4, 210, 3, "cautious"),
    Plan("1980+scoring=points", 3, 150, 4, "random"),
    Plan("2022", 3, 301, 5, "random"),
    Plan("ninety-nine", 2, 230, 6, "greedy"),
]


class AtOnce(Executor):
    """An executor that does each piece of work when it is given, and counts those not yet taken."""

    def __init__(self, stop_after=math.inf):
        self.given, self.waiting, self.most_waiting, self.stop_after = 0, 0, 0, stop_after

    def submit(self, work, *parts):
        """The work, done, or a Ctrl+C in its place."""
        self.given += 1
        self.waiting += 1
        self.most_waiting = max(self.most_waiting, self.waiting)
        future = Mock(Future)
        future.result.side_effect = lambda: self.take(work, parts)
        return future

    def take(self, work, parts):
        """The result of a piece, which waits no longer."""
        self.waiting -= 1
        self.stop_after -= 1
        if self.stop_after < 0:
            raise KeyboardInterrupt
        return work(*parts)


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.rules)
def test_any_executor_and_number_of_workers_gives_the_same_figures(plan):
    """No workers, threads, processes, and any number of pieces ahead: the same tally."""
    alone = simulate(plan)

    for workers, ahead in [(1, 8), (2, 1), (3, 100)]:
        with ThreadPoolExecutor(workers) as pool:
            assert simulate(plan, executor=pool, ahead=ahead) == alone
    assert simulate(plan, executor=AtOnce(), ahead=0) == alone
    if plan is PLANS[2]:
        with ProcessPoolExecutor(2) as pool:
            assert simulate(plan, executor=pool) == alone


@pytest.mark.parametrize("games", [1, 2, BATCH - 1, BATCH, BATCH + 1, 2 * BATCH])
def test_exactly_the_games_asked_for_are_played(games):
    """Every game is played once, and progress is told of each."""
    plan, told = Plan("2022", 3, games), []

    tally = simulate(plan, progress=told.append)

    assert sum(told) == tally.games == games
    assert tally.counts["rounds"] == games


def test_seeds_and_strategies_make_different_games():
    """Another seed, another strategy or another number of players is another tally."""
    plans = [Plan("2022", 2, 200, seed, strategy) for seed in (0, 1) for strategy in STRATEGIES]

    found = [simulate(plan).counts for plan in plans]

    assert len({(counts["plays"], counts["plays_squared"]) for counts in found}) == len(plans)


def test_only_so_many_pieces_are_given_ahead():
    """However many games, no more than ``ahead`` pieces wait, so memory does not grow."""
    executor = AtOnce()

    simulate(Plan("2022", 2, 9 * BATCH), executor=executor, ahead=3)

    assert (executor.given, executor.most_waiting) == (9, 3)


def test_an_interruption_gives_the_games_so_far():
    """Ctrl+C ends the run: the tally holds whole pieces that were finished, and says so."""

    def stop(games):
        raise KeyboardInterrupt

    plan = Plan("2022", 3, 10 * BATCH)
    four, none = (simulate(plan, executor=AtOnce(stop_after=n), ahead=2) for n in (4, 0))
    one = simulate(plan, progress=stop)

    assert [tally.is_interrupted for tally in (four, none, one)] == [True] * 3
    assert [tally.games for tally in (four, none, one)] == [4 * BATCH, 0, BATCH]
    assert four.figures() == simulate(Plan("2022", 3, 4 * BATCH)).figures()
    assert none.figures() == {}


@pytest.mark.parametrize(
    ("plan", "word"),
    [
        (Plan("2022", 3, 0), "0"), (Plan("2022", 3, -5), "-5"), (Plan("2022", 7, 10), "7"), (Plan("1980", 1, 10), "1"),
        (Plan("1980", 9, 10), "9"), (Plan("ninety-nine", 13, 10), "13"), (Plan("1981", 3, 10), "1981"), (Plan("", 3, 10), ""),
        (Plan("2022+dump=never", 3, 10), "dump=never"), (Plan("2022", 3, 10, 0, "bold"), "bold"), (Plan("2022", 3, 10, 0, ""), ""),
    ],
)  # fmt: skip
def test_a_plan_that_cannot_be_simulated_is_one_clear_error(plan, word):
    """The word at fault is named, before any game is played."""
    with pytest.raises(NotationError) as caught:
        simulate(plan, progress=lambda games: pytest.fail("a game was played"))

    assert caught.value.word == word


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)  # fmt: skip
def test_a_share_has_its_wilson_interval(part, whole, low, high):
    """The 95% interval of a share is Wilson's, by the values of Newcombe (1998), table I."""
    assert astuple(share(part, whole)) == pytest.approx((part / whole, low, high), abs=6e-5)


@pytest.mark.parametrize(
    "numbers", [[3, 3], [1, 2, 3, 4], [0, 0, 0, 7], list(range(1000)), [10**9, 10**9 + 1]]
)
def test_a_mean_has_its_normal_interval(numbers):
    """The mean, and 1.96 standard errors to each side, as the statistics module has them."""
    z, middle = statistics.NormalDist().inv_cdf(0.975), statistics.fmean(numbers)
    reach = z * statistics.stdev(numbers) / math.sqrt(len(numbers))

    found = mean(len(numbers), sum(numbers), sum(n * n for n in numbers))
    assert astuple(found) == pytest.approx((middle, middle - reach, middle + reach))


def test_too_little_has_no_interval():
    """One game alone says nothing of how far games lie apart; of nothing any share is possible."""
    assert mean(1, 7, 49) == Figure(7.0, None, None)
    assert share(0, 0) == Figure(0.0, 0.0, 1.0)


@pytest.mark.parametrize("name", ["1980+chips=1", "1980+scoring=points", "2022", "ninety-nine"])
def test_the_figures_are_true_of_the_games(name):
    """Shares of a whole add up to 1, every value lies in its interval, and seats are as many as players."""
    tally = simulate(Plan(name, 4, 400))
    figures = tally.figures()
    places = [figures[f"lost_by_place_{place}"].value for place in range(4)]

    assert all(figure.low <= figure.value <= figure.high for figure in figures.values())
    assert "rounds_called_off" not in figures
    assert sum(places) == pytest.approx(1)
    assert sum(figures[f"won_by_seat_{seat}"].value for seat in range(4)) >= 1 - 1e-9
    assert figures["rounds_per_game"].value == pytest.approx(tally.counts["rounds"] / tally.games)


def test_the_number_of_hands_is_that_of_the_losses():
    """A 2022 game is one hand; in 1980 with chips each hand has one loser, two losses put out (rules loss, chips)."""
    short, chips = (simulate(Plan(name, 4, 200)).counts for name in ("2022", "1980+chips=1"))

    assert short["rounds"] == 200
    assert chips["losses"] == chips["rounds"]
    assert 200 * 6 <= chips["rounds"] <= 200 * 7


@pytest.mark.parametrize("name", ["2022", "ninety-nine", "1980+chips=1"])
def test_random_games_are_as_long_as_those_played_one_by_one(name):
    """Games of plays chosen one by one are as long, within chance, as those of the simulation."""
    numbers, lengths = random.Random(5), []
    for seed in range(150):
        game, plays = Game.start(ruleset(name), 3, seed), 0
        while not game.is_over:
            play = choose("random", game, numbers)
            plays += play.card is not None
            game = game.after(play)
        lengths.append(plays)

    tally = simulate(Plan(name, 3, 600, 1))

    middle, error = statistics.fmean(lengths), statistics.stdev(lengths) / math.sqrt(150)
    assert abs(middle - tally.counts["plays"] / tally.games) < 5 * error


KEYS = ["rules", "players", "games", "seed", "strategy", "figures", "games_per_second"]


@pytest.mark.parametrize("games", [1, 60])
def test_the_command_says_the_figures_of_the_library(games):
    """One JSON object with the contract's keys, only finite numbers; for people a table with every figure."""
    words = f"simulate --rules ninety-nine --players 3 --games {games} --seed 7 --strategy cautious"
    run = partial(CliRunner().invoke, main)
    found = json.loads(run(f"{words} --json --workers 2").stdout, parse_constant=pytest.fail)
    plan = Plan("ninety-nine", 3, games, 7, "cautious")
    figures = simulate(plan).figures()
    shown = run(words).stdout

    assert list(found) == KEYS
    assert [found[key] for key in KEYS[:5]] == list(astuple(plan))
    assert found["figures"] == {name: asdict(figure) for name, figure in figures.items()}
    assert found["games_per_second"] > 0
    assert all(name.replace("_", " ") in shown for name in figures)
    assert "nan" not in shown
