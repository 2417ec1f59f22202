"""Games a step at a time, beside rlcard and OpenSpiel: ``python benchmarks/bench_steps.py``.

The peers are installed by the extra ``bench``; rlcard and OpenSpiel play games of their own
of the same family (UNO, crazy eights), so a step is a play in each.
"""

import random

import pyspiel
from harness import rates, report
from rlcard.games.uno import Game as Uno

from ono_tutor.game.game import Game
from ono_tutor.game.playout import play_game
from ono_tutor.rules.catalogue import ruleset

NUMBERS = random.Random(1)
RULES = ruleset("1980")
UNO = Uno()
CRAZY_EIGHTS = pyspiel.load_game("crazy_eights(players=2)")
BOTS = [pyspiel.make_uniform_random_bot(player, 7 + player) for player in range(2)]


def immutable_steps() -> int:
    """One game, a new value for every play."""
    steps, game = 0, Game.start(RULES, 2, NUMBERS.getrandbits(30))
    while not game.winners:
        game = game.after(NUMBERS.choice(game.legal_plays()))
        steps += 1
    return steps


def playout() -> int:
    """One game of the loop behind ``simulate``."""
    return sum(hand.plays for hand in play_game(RULES, 2, "random", NUMBERS))


def rlcard_uno() -> int:
    """One raw game of rlcard's UNO."""
    steps = 0
    UNO.init_game()
    while not UNO.is_over():
        UNO.step(NUMBERS.choice(UNO.get_legal_actions()))
        steps += 1
    return steps


def spiel_stepped() -> int:
    """One game of crazy eights, stepped from Python; draws and deals are not counted."""
    steps, state = 0, CRAZY_EIGHTS.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(NUMBERS.choices(actions, weights)[0])
        else:
            state.apply_action(NUMBERS.choice(state.legal_actions()))
            steps += 1
    return steps


def spiel_whole() -> float:
    """Twenty games of crazy eights in OpenSpiel's own loop; the plays are the mean of a game."""
    for _ in range(20):
        state = CRAZY_EIGHTS.new_initial_state()
        pyspiel.evaluate_bots(state, BOTS, NUMBERS.getrandbits(30))
    return 20 * PLAYS_A_GAME


def plays_a_game(games: int = 500) -> float:
    """How many plays a game of OpenSpiel's loop has in the mean; draws and deals not counted."""
    plays = 0
    for seed in range(games):
        state = CRAZY_EIGHTS.new_initial_state()
        pyspiel.evaluate_bots(state, BOTS, seed)
        plays += sum(action.player >= 0 for action in state.full_history())
    return plays / games


PLAYS_A_GAME = plays_a_game()


def main() -> None:
    """Measure and print."""
    found = rates(
        {
            "one immutable step at a time": immutable_steps,
            "playout loop of simulate": playout,
            "rlcard, raw UNO": rlcard_uno,
            "OpenSpiel, crazy eights stepped": spiel_stepped,
            "OpenSpiel, crazy eights in C++": spiel_whole,
        }
    )
    wanted = {"one immutable step at a time": 2.5, "playout loop of simulate": 15}
    report("steps a second, two players", found, "rlcard, raw UNO", wanted)
    wanted = {"playout loop of simulate": 2}
    report("steps a second, two players", found, "OpenSpiel, crazy eights stepped", wanted)
    report("steps a second, two players", found, "OpenSpiel, crazy eights in C++", {})


if __name__ == "__main__":
    main()
