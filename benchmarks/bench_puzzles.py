"""Puzzles beside the goals that the project has set: ``python benchmarks/bench_puzzles.py``.

Times are of one core, counted by the processor's clock, so that a shared machine does not make
them longer; loading is measured in fresh processes, as a learner meets it.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

from ono_tutor import Puzzle
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.generate.search import generate
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.rating import changes

ROUNDS = 11
FRESH = """
import time
import ono_tutor
from ono_tutor.puzzles import bank
started = time.perf_counter()
{work}
print(1000 * (time.perf_counter() - started))
"""


def fresh_milliseconds(work: str) -> float:
    """How long a piece of work takes in a process that has only imported the package."""
    command = [sys.executable, "-c", FRESH.format(work=work)]
    runs = (subprocess.run(command, capture_output=True, check=True) for _ in range(ROUNDS))
    return median(float(run.stdout) for run in runs)


def seconds(work: Callable[[], object]) -> float:
    """How long the processor works."""
    started = time.process_time()
    work()
    return time.process_time() - started


def told(what: str, found: float, goal: float, unit: str) -> None:
    """Print a figure beside its goal."""
    verdict = "met" if found < goal else "MISSED"
    print(f"{what:<44} {found:9.2f} {unit:<2}  goal {goal:g} {unit}: {verdict}")


def checking() -> float:
    """The median of checking a wrong answer, its diagnosis included, in milliseconds."""
    times = []
    for entry in list(bank.index().values())[::9]:
        puzzle = Puzzle.of(entry)
        words = [word for word, _ in puzzle.choices] or [
            str(play) for play in puzzle.position.rules.plays_of_hand(puzzle.position.hand)
        ]
        for word in words:
            started = time.process_time()
            check = puzzle.check(word)
            if check.mark == "wrong":
                times.append(1000 * (time.process_time() - started))
    return median(times)


def verified() -> None:
    """The whole bank, worked out anew."""
    for entry in bank.index().values():
        list(changes(entry))


def main() -> None:
    """Measure and print."""
    told("loading the index, in a fresh process", fresh_milliseconds("bank.index()"), 50, "ms")
    one = fresh_milliseconds("ono_tutor.Puzzle.load('dp80-hold')")
    told("loading one puzzle, in a fresh process", one, 5, "ms")
    other = next(
        entry.id
        for entry in bank.index().values()
        if entry.kind == "survive" and not entry.id.startswith("dp80")
    )
    one = fresh_milliseconds(f"ono_tutor.Puzzle.load({other!r})")
    told("loading another, in a fresh process", one, 5, "ms")
    told("checking a wrong answer, the median", checking(), 5, "ms")
    print(f"verifying the bank of {len(bank.index())} puzzles")
    told("  all of it", seconds(verified), 20, "s")
    for kind in KINDS:
        found = seconds(lambda kind=kind: generate(1, kind=kind, count=100))
        told(f"generating 100 of the kind {kind}", found, 10, "s")


if __name__ == "__main__":
    main()
