"""Grading beside the goals that the project has set: ``python benchmarks/bench_grade.py [FOLDER]``.

A made-up class answers twenty puzzles of the bank, two thirds rightly. Every measurement begins
with nothing judged: what is worked out once and used again for the rest of a class is part of it.
With ``ONO_MANY=0`` the big folder is left out, which takes minutes.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import median

from ono_tutor.classroom.assignment import Assignment, Item, assignment_text
from ono_tutor.classroom.grading.grade import GradedLearner, grade_class
from ono_tutor.classroom.marking import judge_of
from ono_tutor.classroom.submissions import find_submissions
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import Puzzle

PUZZLES, CLASS, BIG_CLASS = 20, 30, 1_000
MANY = int(os.environ.get("ONO_MANY", "100_000"))
ROUNDS = 7
MEASURED = """
import resource, sys, time
from ono_tutor.cli.main import main
started = time.perf_counter()
try:
    main(sys.argv[1:])
except SystemExit as end:
    assert not end.code, end.code
spent = time.perf_counter() - started
mine, theirs = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF,
                                                              resource.RUSAGE_CHILDREN))
print(f"{spent} {mine} {theirs}", file=sys.stderr)
"""


def assignment() -> Assignment:
    """Twenty puzzles from all over the bank, of every kind."""
    entries = sorted(bank.index().values(), key=lambda entry: (entry.seal, entry.id))
    kinds: dict[str, list[Item]] = {}
    for entry in entries:
        kinds.setdefault(entry.kind, []).append(Item((entry,)))
    turns = (items[place] for place in range(PUZZLES) for items in kinds.values() if items[place:])
    return Assignment("bench", "Bench", tuple(islice(turns, PUZZLES)))


def answers_of(task: Assignment) -> list[tuple[str, list[object]]]:
    """By puzzle what learners answer: the right answer first, then some that may be wrong."""
    found = []
    for entry in task.entries:
        puzzle = Puzzle.of(entry)
        words: list[object] = [word for word, _ in puzzle.choices]
        words += [str(play) for play in puzzle.position.rules.plays_of_hand(puzzle.position.hand)]
        found.append((entry.id, [puzzle.answer_as_json(), *words, *range(30, 40)]))
    return found


def hand_in(task: Assignment, folder: Path, count: int) -> None:
    """Write the answers files of a class."""
    numbers, offered = random.Random(1), answers_of(task)
    folder.mkdir()
    for learner in range(count):
        answers = [
            {
                "puzzle": puzzle,
                "answer": some[0] if numbers.random() < 0.67 else numbers.choice(some),
                "at": f"2026-11-20T10:{place:02}:00Z",
                "hints": 0,
                "attempt": 1,
            }
            for place, (puzzle, some) in enumerate(offered)
        ]
        whole = {"format": "ono-tutor-answers/1", "assignment": task.id}
        whole |= {"learner": f"Learner {learner:06}", "answers": answers}
        (folder / f"{learner:06}.json").write_text(json.dumps(whole), encoding="utf-8")


def seconds(work: Callable[[], object]) -> float:
    """How long a piece of work takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def cpu_seconds(work: Callable[[], object]) -> float:
    """How long the processor works, so that a shared machine does not make it longer."""
    started = time.process_time()
    work()
    return time.process_time() - started


def grade_here(task: Assignment, folder: Path, with_feedback: bool) -> None:
    """Grade a folder in this process, with nothing judged before."""
    judge_of.cache_clear()
    outcomes = list(grade_class(task, find_submissions([folder]), with_feedback=with_feedback))
    assert all(
        isinstance(outcome, GradedLearner) and outcome.marked.answered for outcome in outcomes
    )


def command(file: Path, folder: Path, out: Path, *options: str) -> list[str]:
    """The words of the command that grades a folder."""
    return ["grade", str(file), str(folder), "-o", str(out), *options]


def run(words: list[str]) -> tuple[float, float, float]:
    """Seconds of the command, and the most memory of it and of any of its workers, in MB."""
    line = [sys.executable, "-c", MEASURED, *words]
    done = subprocess.run(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=True)
    spent, mine, theirs = map(float, done.stderr.split()[-3:])
    return spent, mine / 1024, theirs / 1024


def small_class(task: Assignment, file: Path, top: Path) -> None:
    """Print how long a class takes."""
    folder, out = top / "class", top / "class-marks"
    hand_in(task, folder, CLASS)
    whole = [sys.executable, "-m", "ono_tutor", *command(file, folder, out)]
    works: dict[str, Callable[[], object]] = {
        "the whole command, a fresh process": lambda: subprocess.run(
            whole, check=True, stdout=subprocess.DEVNULL
        ),
        "  without feedback pages": lambda: subprocess.run(
            [*whole, "--pages", "none"], check=True, stdout=subprocess.DEVNULL
        ),
        "in this process, with pages": lambda: grade_here(task, folder, True),
        "in this process, without": lambda: grade_here(task, folder, False),
    }
    print(f"{CLASS} submissions of {PUZZLES} answers; wanted: under 1 s")
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            times[name].append(seconds(work))
    for name, found_ in times.items():
        print(f"  {name:<36} {median(found_):7.3f} s")


def big_class(task: Assignment, top: Path) -> None:
    """Print answers graded a second by one core."""
    folder = top / "big"
    times: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(ROUNDS):
        for with_feedback, spent in times.items():
            spent.append(cpu_seconds(lambda pages=with_feedback: grade_here(task, folder, pages)))
    print(f"{BIG_CLASS} submissions, answers a second of one core; wanted: 10000")
    for with_feedback, spent in times.items():
        name = "with feedback pages" if with_feedback else "without"
        print(f"  {name:<36} {BIG_CLASS * PUZZLES / median(spent):7.0f}")


def many(task: Assignment, file: Path, top: Path) -> None:
    """Print how long a very big folder takes, and how much memory."""
    folder = top / "many"
    hand_in(task, folder, MANY)
    print(f"{MANY} submissions in a folder; wanted: under 300 MB")
    for workers in (1, 2):
        options = "--pages", "none", "--workers", str(workers)
        spent, mine, theirs = run(command(file, folder, top / f"many-{workers}", *options))
        whole = mine + (workers * theirs if workers > 1 else 0)
        speed = MANY * PUZZLES / spent
        print(
            f"  {workers} workers: {spent:6.1f} s, {speed:6.0f} answers/s, {whole:6.1f} MB in all"
        )


def pages(task: Assignment, file: Path, top: Path) -> None:
    """Print what feedback adds for a class of a thousand."""
    print(f"{BIG_CLASS} submissions, the whole command")
    for options in (["--pages", "none"], []):
        spent, mine, _ = run(command(file, top / "big", top / "big-marks", *options))
        name = " ".join(options) or "with feedback"
        print(f"  {name:<36} {spent:7.2f} s, {mine:6.1f} MB")
    sizes = [path.stat().st_size for path in (top / "big-marks" / "feedback").iterdir()]
    print(f"  a page has {median(sizes) / 1000:.0f} kB")


def main() -> None:
    """Measure and print, in a temporary folder, of the folder named if one is."""
    task = assignment()
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if sys.argv[1:] else None) as name:
        top = Path(name)
        file = top / "assignment.json"
        file.write_text(assignment_text(task), encoding="utf-8")
        hand_in(task, top / "big", BIG_CLASS)
        pages(task, file, top)  # memory first: a process begins with what its parent has taken
        if MANY:
            many(task, file, top)
        small_class(task, file, top)
        big_class(task, top)


if __name__ == "__main__":
    main()
