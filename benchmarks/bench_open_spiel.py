"""The table of values beside OpenSpiel, on a deck that is small enough to solve whole.

``bench_open_spiel.py`` makes the table of a small game as it is made for the whole one, and has
OpenSpiel work out what the best answer to it wins (its exploitability) and what it is worth to
the player who begins; and the same for the policy that CFR+ comes to. It needs the extra
``bench``. Values and exploitability go from -1 to 1.
"""

import sys
import time
from pathlib import Path
from typing import Any

import open_spiel_games  # noqa: F401 - it registers the games
import pyspiel
from open_spiel.python.algorithms.get_all_states import get_all_states

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from make_values import STEPS, Maker
from two_player_round import TwoPlayerRound, pack_table

from ono_tutor.game.value_table import ValueTable, best_move
from ono_tutor.rules.play import OUT

SMALL = "python_ono_1980(deck=9x1 10x1 5x1 Hx2 -10x1 Dx1,hand_size=2,start=85,most_plays=3)"
ITERATIONS = 200


def table_for(game: Any) -> ValueTable:
    """Return the table of a small game, made as those that are shipped, but not corrected."""
    model = TwoPlayerRound.of(game.rules)
    maker = Maker(model, game.start)
    for _ in range(STEPS):
        maker.step()
    return ValueTable(pack_table(model, maker.worth, {}))


def states_of(game: Any) -> list[Any]:
    """Return every state of a game."""
    found = get_all_states(game, depth_limit=-1, include_terminals=True, include_chance_states=True)
    return list(found.values())


def policy_of(states: list[Any], table: ValueTable) -> Any:
    """Return the policy that plays the table, by what a player knows."""
    told = {}
    for state in states:
        if not state.is_terminal() and not state.is_chance_node():
            plays, hand = state.game.plays, tuple(state.hands[state.mover])
            move = best_move(table, hand, state.at)
            played = plays.index(OUT if move is None else move.play)
            told[state.information_state_string()] = [
                (n, float(n == played)) for n in state.legal_actions()
            ]
    return pyspiel.TabularPolicy(told)


def cfr_policy(tree: Any) -> Any:
    """Return the average policy of CFR+."""
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(ITERATIONS):
        solver.evaluate_and_update_policy()
    return solver.tabular_average_policy()


def main() -> None:
    """Measure and print."""
    name = sys.argv[1] if len(sys.argv) > 1 else SMALL
    game, tree = pyspiel.load_game(name), pyspiel.load_game(f"cached_tree(game={name})")
    states = states_of(game)
    print(f"{game}: {len(states):,} states", flush=True)
    makers = {
        "the table": lambda: policy_of(states, table_for(game)),
        f"CFR+, {ITERATIONS:,} iterations": lambda: cfr_policy(tree),
        "any card": lambda: pyspiel.UniformRandomPolicy(tree),
    }
    for title, make in makers.items():
        began, policy = time.process_time(), make()
        lost = pyspiel.exploitability(tree, policy)
        worth, _ = pyspiel.expected_returns(tree.new_initial_state(), [policy, policy], -1, False)
        taken = time.process_time() - began
        print(
            f"{title:<22} exploitability {lost:.4f}  value {worth:+.4f}  {taken:.0f} s", flush=True
        )


if __name__ == "__main__":
    main()
