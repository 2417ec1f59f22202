"""How much a forgetting learner still knows, by the schedule that says when to practise again.

    python benchmarks/bench_reviews.py [LEARNERS]

Each simulated learner meets rule points and forgets them as in the model of memory of Pavlik and
Anderson (Cognitive Science 29, 2005), with figures for pairs of words: each time something is
practised leaves a trace, which fades the faster the better it was still known. That model is none
of those that are compared. ``EASE`` is what the material adds to every trace: with more of it the
learner forgets more slowly. The package's schedule (FSRS) stands beside boxes with fixed gaps, in
one run, with the same learners and as many puzzles a day: what is due, the longest overdue first,
then what is new.
"""

import sys
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from math import exp, log
from random import Random
from statistics import mean

from ono_tutor.course.strength import due_day

POINTS, DAYS, A_DAY, NEW_A_DAY = 60, 20, 10, 4
"""Rule points to learn, days of practice, puzzles and new rule points a day."""

BOXES = (0, 1, 3, 7, 14, 30, 60)
"""Days until what lies in a box is due again."""

EASE = 0.5, 1.0, 1.5
SPREAD = 0.5
"""How much easier the material is than word pairs, and how much that differs by rule point."""

DECAY, DECAY_SCALE, THRESHOLD, NOISE = 0.177, 0.217, -0.704, 0.255
SECONDS = 86_400 * 0.025
"""A day in the model's time, which passes more slowly between sittings than in one."""

START = date(2026, 1, 1)
Credits = dict[int, int]
"""By day what a learner's answers were worth: 0 for a miss, 2 for a right one."""

Schedule = Callable[[Credits], int]
"""Gives the day on which a rule point is due."""


def by_fsrs(found: Credits) -> int:
    """As the package has it: at once where it was missed last, else when FSRS says."""
    last = max(found)
    days: Mapping[str, int] = {str(START + timedelta(day)): each for day, each in found.items()}
    return (due_day(days) - START).days if found[last] else last + 1


def by_boxes(found: Credits) -> int:
    """A box on for each right answer that was due, back to the first for a miss."""
    box = due = 0
    for day, credit in found.items():
        if not credit:
            box, due = 0, day + 1
        elif day >= due:
            box = min(box + 1, len(BOXES) - 1)
            due = day + BOXES[box]
    return due


class Memory:
    """What one learner remembers of one rule point: when it was practised, and how each fades."""

    def __init__(self, ease: float) -> None:
        self.ease = ease
        self.traces: list[tuple[int, float]] = []

    def activation(self, day: int) -> float:
        """How active it is on this day, before the ease of the material."""
        total = sum(((day - seen) * SECONDS) ** -decay for seen, decay in self.traces)
        return log(total) if total else -10.0

    def chance(self, day: int) -> float:
        """How probable it is that it is recalled on this day."""
        return 1 / (1 + exp((THRESHOLD - self.ease - self.activation(day)) / NOISE))

    def ask(self, day: int, random: Random) -> bool:
        """Whether it is recalled; either way it is shown, which leaves another trace."""
        is_right = random.random() < self.chance(day)
        self.traces.append((day, DECAY_SCALE * exp(self.activation(day)) + DECAY))
        return is_right


def recall(schedule: Schedule, ease: float, seed: int) -> float:
    """What is recalled on average after the last day, of all rule points."""
    random = Random(f"{ease} {seed}")
    memories = [Memory(random.gauss(ease, SPREAD)) for _ in range(POINTS)]
    known: dict[int, Credits] = {}
    due: dict[int, int] = {}
    for day in range(DAYS):
        waiting = sorted((point for point in due if due[point] <= day), key=lambda one: due[one])
        new = [point for point in range(POINTS) if point not in known][:NEW_A_DAY]
        for point in [*waiting[:A_DAY], *new][:A_DAY]:
            known.setdefault(point, {})[day] = 2 * memories[point].ask(day, random)
            due[point] = schedule(known[point])
    return mean(memory.chance(DAYS) for memory in memories)


def main(learners: int) -> None:
    """Print the table."""
    print(f"recalled after {DAYS} days of {A_DAY} puzzles, of {POINTS} rule points; by ease")
    for name, schedule in (("boxes", by_boxes), ("fsrs", by_fsrs)):
        found = [[recall(schedule, ease, seed) for seed in range(learners)] for ease in EASE]
        cells = "  ".join(f"{ease}: {mean(row):.2f}" for ease, row in zip(EASE, found, strict=True))
        print(f"{name:6} {cells}  all: {mean(map(mean, found)):.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
