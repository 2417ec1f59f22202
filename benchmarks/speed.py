"""The tables of the page *Speed*: ``python benchmarks/speed.py PART…`` measures them anew.

``games`` and ``solver`` want the extra ``bench``, ``grading`` the extra ``nbgrader``, ``start`` no
more than the package. What is measured goes into a table of its own, such as
``docs/speed-games.csv``.

Instructions are counted by valgrind's callgrind, where that is installed: a busy machine does not
change them. Each piece of work is run twice, once longer than the other, and the difference
counts, so that the start cancels out. Without valgrind, and for nbgrader, which is many processes,
the processor's time is taken instead; the table says which. So it is for the compiled loop.
"""

import argparse
import csv
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from shutil import which
from statistics import median
from typing import NamedTuple

DOCS = Path(__file__).resolve().parents[1] / "docs"
INSTRUCTIONS, PROCESSOR = "instructions", "processor time"
SHORT, LONG = 20_000, 40_000
"""Plays of the two runs whose difference counts: by then our tables know most of what they meet."""

TIMES = {
    "spiel_whole": 10,
    "solved:1980": 10,
    "solved:2022": 10,
    "spiel_minimax:nim": 0.5,
}
"""Who makes more plays, or fewer: a loop in C++, a whole map at once, and what takes long."""

ROUNDS, ROUNDS_OF_NBGRADER = 9, 2
HELP = "-m", "ono_tutor", "--help"
POSITION = "from ono_tutor import Position, survive"


class Row(NamedTuple):
    """A line of the table; the ratio says how many times as fast, or as long for a start."""

    what: str
    beside: str
    ratio: str
    wanted: str


# Games and searches: instructions a play, or a position


class Pair(NamedTuple):
    """Two contestants by name, each with a rule set where it takes one, and the ratio wanted."""

    what: str
    mine: str
    beside: str
    peer: str
    wanted: str


RLCARD, STEPPED, WHOLE = "rlcard_uno", "spiel_stepped", "spiel_whole"


def pairs() -> Iterator[Pair]:
    """Yield what is compared: each of ours beside each peer."""
    card, spiel = f"rlcard {version('rlcard')}", f"OpenSpiel {version('open_spiel')}"
    uno, eights = f"{card}, raw UNO", f"{spiel}, crazy eights from Python"
    loop = f"{spiel}, crazy eights in its C++ loop"
    for rules in ("1980", "2022"):
        step, playout = f"immutable_steps:{rules}", f"playouts:{rules}"
        yield Pair(f"one play, a new value each ({rules})", step, uno, RLCARD, "at least 3")
        yield Pair(f"simulated games ({rules})", playout, uno, RLCARD, "at least 12")
        yield Pair(f"simulated games ({rules})", playout, eights, STEPPED, "at least 2.5")
        yield Pair(f"simulated games ({rules})", playout, loop, WHOLE, "")


def searches() -> Iterator[Pair]:
    """Yield what of the solver is compared: positions examined."""
    spiel = f"OpenSpiel {version('open_spiel')}, MinimaxSolver"
    for rules in ("1980", "2022"):
        for game in ("nim", "tic_tac_toe"):
            what = f"solve, one position of a deal of two ({rules})"
            beside = f"{spiel}, {game.replace('_', '-')}"
            yield Pair(what, f"solved:{rules}", beside, f"spiel_minimax:{game}", "")


def compiled() -> Iterator[Row]:
    """Yield how many plays the compiled loop makes beside a loop in C++, for the same time.

    Under valgrind what numba compiles takes too long, so that the processor's time counts here.
    """
    from contestants import compiled_playouts, spiel_whole  # noqa: PLC0415
    from harness import rates  # noqa: PLC0415

    beside = f"OpenSpiel {version('open_spiel')}, crazy eights in its C++ loop"
    names = ("1980", "2022", "ninety-nine")
    found = rates({name: compiled_playouts(name) for name in names} | {beside: spiel_whole()})
    for name in names:
        what = f"simulated games with the extra fast, by processor time ({name})"
        wanted = "at least 10" if name == "1980" else "at least 5"
        yield Row(what, beside, f"{found[name].value / found[beside].value:.2g}", wanted)


def compared(pairs: Iterable[Pair]) -> Iterator[Row]:
    """Yield how many times as much ours does for the same work of the processor."""
    costs: dict[str, float] = {}
    for pair in pairs:
        for name in (pair.mine, pair.peer):
            if name not in costs:
                costs[name] = cost_of_a_play(name)
                print(f"{name}: {costs[name]:,.9g} a play", file=sys.stderr)
        ratio = costs[pair.peer] / costs[pair.mine]
        told = f"{ratio:.2g}" if ratio < 100 else f"{ratio:.0f}"
        yield Row(pair.what, pair.beside, told, pair.wanted)


def unit() -> str:
    """Return what is counted here."""
    return INSTRUCTIONS if which("valgrind") else PROCESSOR


def cost_of_a_play(name: str) -> float:
    """Return the instructions of one play, or its seconds where they cannot be counted."""
    times = TIMES.get(name, 1)
    warm_up = [sys.executable, __file__, "--run", name, "1"]  # what is compiled once is no cost
    subprocess.run(warm_up, capture_output=True, check=True)
    runs = [spent([__file__, "--run", name, str(int(times * plays))]) for plays in (SHORT, LONG)]
    (few, less), (many, more) = ((cost, float(told)) for cost, told in runs)
    return (many - few) / (more - less)


def run(name: str, plays: int) -> None:
    """Make at least so many plays of a contestant, and print how many they were."""
    import contestants  # noqa: PLC0415 - starts need none of them

    function, _, rules = name.partition(":")
    work = getattr(contestants, function)(*[rules] if rules else [])
    done = 0.0
    while done < plays:
        done += work()
    print(done)


# What a process costs


def spent(words: list[str]) -> tuple[float, str]:
    """Run Python with these words; return what it cost, and what it printed."""
    command, before = [sys.executable, *words], processor()
    if which("valgrind"):
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    env = os.environ | {"PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=env, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(done.stderr)
    counted = re.search(r"Collected : (\d+)", done.stderr)
    return float(counted[1]) if counted else processor() - before, done.stdout


def processor() -> float:
    """Return the seconds that the processes which have ended worked."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


# Starts


def start() -> Iterator[Row]:
    """Yield how many times as long a start takes as that of Python alone, or with its modules."""
    bare, ours = "Python alone", "Python with the same modules of its own"
    yield _start("ono-tutor --help", [*HELP], bare, ["-c", "pass"], "at most 2.5")
    for code, wanted in (("import ono_tutor", "at most 1.5"), (POSITION, "")):
        same = ["-c", f"import {', '.join(modules_of(code)) or 'sys'}"]
        yield _start(code, ["-c", code], ours, same, wanted)


def _start(what: str, mine: list[str], beside: str, peer: list[str], wanted: str) -> Row:
    rounds = 1 if which("valgrind") else ROUNDS
    costs = [(spent(mine)[0], spent(peer)[0]) for _ in range(rounds)]
    own, other = (median(each) for each in zip(*costs, strict=True))
    return Row(what, beside, f"{own / other:.2f}", wanted)


def modules_of(code: str) -> list[str]:
    """Return the standard modules that are loaded by a piece of code, and not by a bare start."""
    show = "import sys; before = set(sys.modules); {}; print(*sorted(set(sys.modules) - before))"
    line = [sys.executable, "-c", show.format(code)]
    found = subprocess.run(line, capture_output=True, encoding="utf-8", check=True).stdout.split()
    return [name for name in found if name.partition(".")[0] in sys.stdlib_module_names]


# Grading


def grading() -> Iterator[Row]:
    """Yield how much less the processor works on a class's marks than with nbgrader."""
    import bench_nbgrader as bench  # noqa: PLC0415 - nbgrader has an environment of its own

    with tempfile.TemporaryDirectory() as name:
        task = bench.assignment()
        works = bench.contestants(task, Path(name))
        found: dict[str, list[float]] = {what: [] for what in works}
        for _ in range(ROUNDS_OF_NBGRADER):
            for what, work in works.items():
                times = 1 if what == bench.PEER else bench.OURS_IN_A_ROUND
                found[what] += [work().processor for _ in range(times)]
        bench.check_marks(task, Path(name, "course"), Path(name, "answers"))
    costs = {what: median(each) for what, each in found.items()}
    beside = f"nbgrader {version('nbgrader')}, autograde"
    size = f"{bench.CLASS} learners, {bench.PUZZLES} answers each"
    for what in (bench.COMMAND, bench.MARKING):
        ratio = f"{costs[bench.PEER] / costs[what]:.0f}"
        yield Row(f"{what}, {size}", beside, ratio, "at least 150")


# The tables


PARTS: dict[str, Callable[[], Iterator[Row]]] = {
    "games": lambda: chain(compared(pairs()), compiled()),
    "grading": grading,
    "solver": lambda: compared(searches()),
    "start": start,
}


def write_table(part: str, rows: list[Row]) -> None:
    """Write the table of a part; its heading says what was counted."""
    counted = PROCESSOR if part == "grading" else unit()
    with DOCS.joinpath(f"speed-{part}.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow((f"what, by {counted}", "beside", "ratio"))
        for row in rows:
            wanted = f" (wanted: {row.wanted})" if row.wanted else ""
            writer.writerow((row.what, row.beside, f"{row.ratio}{wanted}"))


def main() -> None:
    """Measure the parts that are named, and write them into the table."""
    if sys.argv[1:2] == ["--run"]:
        run(sys.argv[2], int(sys.argv[3]))
        return
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("parts", nargs="+", choices=PARTS)
    given = parser.parse_args()
    for part in given.parts:
        started, new = time.perf_counter(), list(PARTS[part]())
        write_table(part, new)
        print(f"{part}: {len(new)} rows in {time.perf_counter() - started:.0f} s")
        for row in new:
            print(*row, sep=" | ")


if __name__ == "__main__":
    main()
