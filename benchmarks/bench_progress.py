"""A learner's progress: the time to keep an answer, and to report on ten thousand.

``python benchmarks/bench_progress.py [FOLDER]``. Keeping an answer takes as long as the disk needs
to say that it is written, so the bare ``fsync`` of a small file is measured beside it, in turns.
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median, quantiles

from ono_tutor.course.answer_store import AnswerRecord, Occasion, format_records, stamp
from ono_tutor.course.progress import Progress
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle

START = datetime(2026, 1, 1, 8, tzinfo=UTC)
ANSWERS = 10_000
KEPT = 200
ROUNDS = 11
LESSONS = tuple(f"{number:02}-lesson" for number in range(50))


def answers(count: int) -> list[AnswerRecord]:
    """Made-up answers to puzzles of the bank, five minutes apart, the same in every run."""
    numbers, entries, found = random.Random(1), list(bank.index().values()), []
    for number in range(count):
        entry, is_right = numbers.choice(entries), numbers.random() < 0.7
        points = entry.rule_points if is_right else entry.rule_points[:2]
        mistakes = () if is_right else entry.misconceptions[:1]
        mark = Mark.RIGHT if is_right else Mark.WRONG
        lists = points, mistakes, entry.misconceptions
        at = stamp(START + number * timedelta(minutes=5))
        words = entry.id, entry.kind, entry.position, entry.plays, entry.claim
        found.append(AnswerRecord(*words, '"7"', mark, *lists, 0, 1, at, LESSONS[number % 50]))
    return found


def milliseconds(step: Callable[[], object]) -> float:
    """How long a step takes."""
    started = time.perf_counter()
    step()
    return 1000 * (time.perf_counter() - started)


def bare_sync(path: Path) -> None:
    """Append a little to a file and wait for the disk once."""
    with path.open("ab") as file:
        file.write(b"x" * 300)
        file.flush()
        os.fsync(file.fileno())


def keeping(folder: Path) -> None:
    """Print how long it takes to keep an answer."""
    progress, puzzle = Progress.open(folder / "kept.json"), Puzzle.load("dp80-hold")
    check, kept, synced = puzzle.check("H"), [], []
    for number in range(KEPT):
        occasion = Occasion(START + number * timedelta(minutes=1))
        kept.append(milliseconds(lambda at=occasion: progress.record(puzzle, check, at)))
        synced.append(milliseconds(lambda: bare_sync(folder / "bare")))
    high = quantiles(kept, n=20)[-1]
    print(f"keep an answer: {median(kept):.1f} ms at the median, {high:.1f} at the 95th percentile")
    print(f"one bare fsync: {median(synced):.1f} ms at the median, on the same disk, in turns")


def reporting(folder: Path) -> None:
    """Print how long it takes to open ten thousand answers, report, and pick what is next."""
    path, now = folder / "many.json", START + ANSWERS * timedelta(minutes=5)
    path.write_text(format_records(answers(ANSWERS)), "utf-8")
    progress, names = Progress.open(path), iter(range(ANSWERS))
    puzzle = Puzzle.load("dp80-hold")
    steps: dict[str, Callable[[], object]] = {
        "open and examine": lambda: Progress.open(path),
        "answers of a lesson": lambda: progress.answered_in(LESSONS[4]),
        "report": progress.report,
        "pick ten puzzles": lambda: progress.next_puzzles(10, now=now, seed=1),
        "keep one more": lambda: progress.give_up(puzzle, Occasion(now)),
        "export": lambda: progress.export_to(folder / f"{next(names)}.json"),
    }
    print(f"{ANSWERS} answers, {path.stat().st_size / 1e6:.1f} MB")
    for name, step in steps.items():
        step()
        print(f"  {name:<20} {median(milliseconds(step) for _ in range(ROUNDS)):7.1f} ms")


def main() -> None:
    """Measure and print, in the folder named or in a temporary one."""
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if sys.argv[1:] else None) as folder:
        keeping(Path(folder))
        reporting(Path(folder))


if __name__ == "__main__":
    main()
