"""How many puzzles it takes until a learner's misconception is named, and how often none is there.

    python benchmarks/bench_diagnosis.py [SEEDS]

Each simulated learner has one misconception, answers every puzzle by it, and slips one time in
ten or never: a slip is any other answer that might be given. Practice as it is shipped stands
beside the same puzzles in a random order, in one run. A misconception counts as named by the
feedback to a wrong answer. The learners answer by the engine's rules with the misconception laid
over them, so what is measured is the choice of puzzles and the naming, not whether a person with
this misconception would answer so.
"""

import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median, quantiles

from ono_tutor.course.practice import PracticeSession
from ono_tutor.course.progress import Progress
from ono_tutor.course.session import Session
from ono_tutor.errors import OnoError
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Check
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explanations import changed_tasks
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.book import misconceptions

MOST, ROUND = 30, 15
"""Puzzles until a learner is given up, and puzzles of a round in which nobody is to be accused."""

SEEDS = 5
SLIPS = 0.0, 0.1
WORDS = ("certain", "chance", "lost", "none", "0", "1", "12", "87", "99", "1/2", "1980", "2022")
"""What is answered by a slip where the puzzle offers nothing to choose."""


def main(seeds: int) -> None:
    """Print the table."""
    print(f"puzzles until named, median and 90th percentile; {MOST + 1} is never")
    print(f"{'':32}{'  '.join(f'{mode} {slip:.0%} slips' for mode in MODES for slip in SLIPS)}")
    totals: dict[tuple[str, float], list[int]] = {}
    for belief in misconceptions():
        cells = []
        for mode in MODES:
            for slip in SLIPS:
                found = [until_named(mode, belief, slip, seed) for seed in range(seeds)]
                totals.setdefault((mode, slip), []).extend(found)
                cells.append(figures(found))
        print(f"{belief:32}{'  '.join(cells)}", flush=True)
    print(f"{'all':32}{'  '.join(map(figures, totals.values()))}")
    accused = sum(until_named("practice", None, SLIPS[-1], seed) <= ROUND for seed in range(60))
    print(f"accused within {ROUND} puzzles without a misconception: {accused} of 60")


def figures(found: list[int]) -> str:
    """The median and the 90th percentile, as a cell."""
    return f"{median(found):6.1f} {quantiles(found, n=10)[-1]:6.1f}  "


def until_named(mode: str, belief: str | None, slip: float, seed: int) -> int:
    """How many puzzles are answered until the belief is named, or anything where there is none."""
    random = Random(f"{mode} {belief} {slip} {seed}")
    with tempfile.TemporaryDirectory() as folder:
        progress = Progress.open(Path(folder, "kept.sqlite"))
        for count, (session, puzzle) in enumerate(MODES[mode](progress, random), 1):
            check = answered(session, puzzle, belief, slip, random)
            named = check.mistakes[0].id if check.mistakes else None
            if named and named == (belief or named):
                return count
    return MOST + 1


def in_practice(progress: Progress, random: Random) -> Iterator[tuple[Session, Puzzle]]:
    """Practice, ten puzzles at a sitting."""
    now, seed = datetime.now(UTC), random.random()
    for sitting in range(MOST // 10):
        session = PracticeSession(progress, 10, now, f"practice-{seed}-{sitting}")
        for _ in range(10):
            yield session, session.exercise.puzzle
            session.exercise.advance()


def in_random_order(progress: Progress, random: Random) -> Iterator[tuple[Session, Puzzle]]:
    """Puzzles of the bank as they come."""
    names = random.sample(sorted(bank.index()), MOST)
    session = Session([Puzzle.load(name) for name in names], progress)
    for _ in names:
        yield session, session.exercise.puzzle
        session.exercise.advance()


MODES = {"practice": in_practice, "random": in_random_order}


def answered(
    session: Session, puzzle: Puzzle, belief: str | None, slip: float, random: Random
) -> Check:
    """What the session says of the learner's answer."""
    if random.random() < slip:
        offered = [word for word, _ in puzzle.choices] + list(map(str, puzzle.position.hand))
        words = [word for word in (*offered, *WORDS) if is_read(puzzle, word)]
        return session.answer(random.choice(words)) if words else session.give_up()
    return session.answer(KINDS[puzzle.kind].as_json(believed(puzzle, belief)) or "none")


def is_read(puzzle: Puzzle, word: str) -> bool:
    """Whether the word is an answer to the puzzle at all."""
    return puzzle.mark(word) in ("right", "wrong")


def believed(puzzle: Puzzle, belief: str | None) -> object:
    """The answer under the rules as the learner believes them to be."""
    for task in changed_tasks(puzzle.task, (belief,)) if belief else ():
        try:
            return KINDS[puzzle.kind].answer(task)
        except OnoError:
            continue
    return puzzle.answer


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS)
