"""The games as OpenSpiel has them."""

import unittest
from random import Random

import pytest
from sweeps import first

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("open_spiel_games")

SMALL = "python_ono_1980(deck=9x1 10x1 5x1 Hx2 -10x1 Dx1,hand_size=2,start=85,most_plays=3)"
TINY = "python_ono_1980(deck=9x1 10x1 5x1 Hx1 -10x1 Dx1,hand_size=2,start=85,most_plays=2)"
GAMES = ("python_ono_1980", "python_ono_2022", "python_ninety_nine", SMALL)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_player_is_told_says_nothing_of_the_other_hand(name):
    """States that differ in the other player's cards alone have one information state."""
    game, numbers = pyspiel.load_game(name), Random(5)
    state = game.new_initial_state()
    while state.is_chance_node():
        other = state.clone()
        outcomes = [outcome for outcome, _ in state.chance_outcomes()]
        state.apply_action(numbers.choice(outcomes))
        if state.to_draw and state.to_draw[0] == 0 and len(outcomes) > 1:
            for outcome in outcomes:
                twin = other.clone()
                twin.apply_action(outcome)
                assert twin.information_state_string(0) == state.information_state_string(0)
                assert twin.information_state_tensor(0) == state.information_state_tensor(0)


def faults_of_api(base, name):
    """Run one of the classes of OpenSpiel's ``api_test`` on a game; return what it finds, in words."""
    told = {"game": pyspiel.load_game(name), "game_name": name, "__module__": __name__}
    cases = unittest.defaultTestLoader.loadTestsFromTestCase(type("Api", (base,), told))
    result = unittest.TestResult()
    cases.run(result)
    assert result.testsRun > 4
    return [text for _, text in (*result.failures, *result.errors)]


@pytest.mark.parametrize("name", first([*GAMES[:3], TINY]))
def test_the_games_pass_the_api_test_of_open_spiel(name):
    """OpenSpiel's ``api_test`` finds no fault with a sample of each game's states."""
    api_test = pytest.importorskip("open_spiel.integration_tests.api_test")

    assert faults_of_api(api_test.EnforceAPIOnPartialTreeBase, name) == []
