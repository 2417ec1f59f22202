"""The compiled loop plays the games of the plain one, number for number."""

import subprocess
import sys
from random import Random

import pytest
from click.testing import CliRunner
from game.variants import ONE_VALUE
from sweeps import rotating

from ono_tutor import ruleset
from ono_tutor.cli.main import main
from ono_tutor.game import simulate
from ono_tutor.game.simulate import Plan, play_batch
from ono_tutor.game.strategy import SIMPLE
from ono_tutor.rules.catalogue import RULE_SETS

NAMES = [*RULE_SETS, *ONE_VALUE]

compiled = pytest.importorskip("ono_tutor.game.compiled", reason="needs the extra fast")
twister = pytest.importorskip("ono_tutor.game.mersenne_twister")

NEVER = 10**9


def playouts(name, players, strategy):
    """The compiled loop, or None where the tables cannot say what is asked for."""
    try:
        return compiled.CompiledPlayouts(ruleset(name), players, strategy)
    except NotImplementedError:
        return None


@pytest.mark.slow
@pytest.mark.parametrize("name", rotating(NAMES, 4))
def test_the_compiled_loop_plays_the_same_games(name, monkeypatch):
    """Every strategy at every table counts what the plain loop counts, from the same seed."""
    monkeypatch.setattr(simulate, "COMPILED_FROM", NEVER)
    most = min(6, ruleset(name).most_players)
    for players in (2, 3, most):
        for strategy in SIMPLE:
            found = playouts(name, players, strategy)
            plan = Plan(name, players, 12, 7, strategy)
            if found:
                assert found.play(7, range(12)) == play_batch(plan, range(12))


@pytest.mark.slow
def test_every_rule_set_is_played_compiled_by_every_strategy():
    """The three games at their defaults do not fall back to the plain loop."""
    names = ("1980", "2022", "ninety-nine")

    assert all(playouts(name, 3, strategy) for name in names for strategy in SIMPLE)


@pytest.mark.parametrize("name", ["1980+scoring=points", "1980+opening=number"])
def test_what_the_tables_cannot_say_is_played_by_the_plain_loop(name, monkeypatch):
    """Points for the cards in hand and a bound opening are left to the plain loop, without a word."""
    plan = Plan(name, 3, 10)
    plain = play_batch(plan, range(10))

    monkeypatch.setattr(simulate, "COMPILED_FROM", 1)

    assert playouts(name, 3, "random") is None
    assert play_batch(plan, range(10)) == plain


@pytest.mark.slow
@pytest.mark.parametrize("name", ["1980", "2022", "ninety-nine"])
def test_full_tables_change_nothing(name, monkeypatch):
    """With room for few states and scoreboards the games are the same."""
    roomy = playouts(name, 4, "random").play(3, range(40))
    monkeypatch.setattr(compiled, "MOST_STATES", 150)
    monkeypatch.setattr(compiled, "MOST_SCOREBOARDS", 12)

    assert playouts(name, 4, "random").play(3, range(40)) == roomy


@pytest.mark.slow
def test_a_rare_round_without_an_end_is_called_off_by_both():
    """A game with a round of 2,000 plays is counted alike (rule 99-below-zero)."""
    plan = Plan("ninety-nine", 8, 3)
    numbers = range(13_039, 13_042)

    found = playouts("ninety-nine", 8, "random").play(0, numbers)

    assert found == play_batch(plan, numbers)
    assert found.called_off == 1


@pytest.mark.parametrize("text", ["0/0", "7/13", "-5/99999", "a longer text than any seed is" * 30])
def test_the_numbers_are_those_of_python(text):
    """Seeded alike, the compiled numbers are those of ``random.Random``."""
    ours, theirs = twister.MersenneTwister(twister.first_words()), Random(text)
    keys, sizes = twister.seed_keys([text])
    twister.seed_words(ours.words, twister.first_words(), keys[0], sizes[0])

    for _ in range(700):
        assert ours.random() == theirs.random()
        assert ours.getrandbits(5) == theirs.getrandbits(5)
        assert ours.choice("abcdefg") == theirs.choice("abcdefg")
    assert ours.sample(range(54), 6) == theirs.sample(range(54), 6)


def test_a_big_simulation_is_compiled_and_the_same(monkeypatch):
    """From so many games on ``simulate`` takes the compiled loop, and nobody can tell."""
    plan = Plan("1980", 2, 120, 5)
    plain = simulate.simulate(plan)
    monkeypatch.setattr(simulate, "COMPILED_FROM", 100)

    assert simulate._compiled_playouts("1980", 2, "random") is not None
    assert simulate.simulate(plan) == plain


def test_a_compiler_that_fails_is_not_spoken_of(monkeypatch):
    """Where compiling fails, the plain loop plays the same games."""
    plan = Plan("1980", 2, 30, 6)
    plain = simulate.simulate(plan)
    monkeypatch.setattr(simulate, "COMPILED_FROM", 1)
    monkeypatch.setattr(simulate, "import_module", lambda name: 1 / 0)
    simulate._compiled_playouts.cache_clear()

    assert simulate.simulate(plan) == plain
    simulate._compiled_playouts.cache_clear()


def test_the_version_tells_which_loop_runs(monkeypatch):
    """``--version`` names numba where it is there, and plain Python where it is not."""
    with_numba = CliRunner().invoke(main, ["--version"]).stdout
    monkeypatch.setattr(simulate, "find_spec", lambda name: None)
    without = CliRunner().invoke(main, ["--version"]).stdout

    assert "compiled by numba" in with_numba
    assert without.endswith("(plain Python)\n")


def test_no_compiler_is_loaded_at_the_start():
    """Importing the package and a few simulated games load neither numba nor numpy."""
    code = (
        "import sys; from ono_tutor.game.simulate import Plan, simulate; simulate(Plan('1980', 2, 5));"
        "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )

    assert subprocess.check_output([sys.executable, "-c", code], encoding="utf-8") == "[]\n"
