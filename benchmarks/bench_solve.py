"""Deals solved, beside OpenSpiel's solvers in Python: ``python benchmarks/bench_solve.py``.

A deal is a shuffled deck with every hand and the whole draw known, from total 0. OpenSpiel
(the extra ``bench``) solves games of its own: nim, which counts and is lost as ours are, and
tic-tac-toe. The ratio hangs on the game that is taken, so both are printed: a position of nim
has more plays than one of ours, and one of tic-tac-toe costs little. ``MinimaxSolver`` keeps a
table as ours does, so positions are those in the table, each once and the ends not among them.
Its alpha-beta keeps none, and meets the same positions, and the ends, again and again; they are
counted each time.
"""

import time
from contextlib import suppress
from itertools import cycle
from statistics import median

import pyspiel
from contestants import deals
from harness import rates, report
from open_spiel.python.algorithms import minimax
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.solver.solve import solve

TIC_TAC_TOE = pyspiel.load_game("tic_tac_toe")
NIM, NOUGHTS = "MinimaxSolver, nim", "MinimaxSolver, tic-tac-toe"
GOAL_MILLISECONDS = 20


def whole(positions: list[Position]) -> int:
    """Solve all of them and give how many they are."""
    for position in positions:
        solve(position)
    return len(positions)


def examined(turns: "cycle[Position]") -> int:
    """Solve the next deal and give the positions examined."""
    return solve(next(turns)).positions


def spiel_table(game: str) -> int:
    """Solve a game by OpenSpiel's table and give the positions in it."""
    return len(MinimaxSolver(game).solve())


def spiel_alpha_beta(positions: int) -> int:
    """Solve tic-tac-toe by OpenSpiel's alpha-beta and give the positions visited."""
    minimax.alpha_beta_search(TIC_TAC_TOE)
    return positions


def spiel_positions() -> int:
    """How many positions OpenSpiel's alpha-beta visits, counted in a run of its own."""
    search, count = minimax._alpha_beta, 0

    def counting(*args: object, **kwargs: object) -> object:
        nonlocal count
        count += 1
        return search(*args, **kwargs)

    minimax._alpha_beta = counting
    minimax.alpha_beta_search(TIC_TAC_TOE)
    minimax._alpha_beta = search
    return count


def milliseconds(positions: list[Position]) -> list[float]:
    """How long each takes; a deal that is refused for the limit is as slow as any."""
    found = []
    for position in positions:
        started = time.perf_counter()
        with suppress(UnanswerableError):
            solve(position)
        found.append(1000 * (time.perf_counter() - started))
    return found


def main() -> None:
    """Measure and print."""
    old, new = deals("1980", 2, 200), deals("2022", 2, 60)
    old_turns, new_turns, visited = cycle(old), cycle(new), spiel_positions()
    found = rates(
        {
            "1980, two players": lambda: whole(old),
            "2022, two players": lambda: whole(new),
        }
    )
    for rate, goal in zip(found.values(), (500, 40), strict=True):
        ratio = rate.value / goal
        print(f"{rate.name}: {rate.value:.0f} deals/s, {ratio:.2f} x the goal of {goal}")
    for players in (3, 4):
        table = deals("1980", players, 60)
        middle = median(median(milliseconds(table)) for _ in range(3))
        ratio = GOAL_MILLISECONDS / middle
        print(
            f"1980, {players} players: {middle:.1f} ms at the median, "
            f"{ratio:.2f} x as fast as the goal of {GOAL_MILLISECONDS} ms"
        )
    found = rates(
        {
            "solve, 1980": lambda: examined(old_turns),
            "solve, 2022": lambda: examined(new_turns),
            NIM: lambda: spiel_table("nim"),
            NOUGHTS: lambda: spiel_table("tic_tac_toe"),
            "alpha-beta, tic-tac-toe": lambda: spiel_alpha_beta(visited),
        }
    )
    for rate in found.values():
        print(f"{rate.name}: {rate.value:,.0f} positions/s")
    wanted = {"solve, 1980": 15, "solve, 2022": 15}
    report("positions a second, two players", found, NIM, wanted)
    report("positions a second, two players", found, NOUGHTS, wanted)


if __name__ == "__main__":
    main()
