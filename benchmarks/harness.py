"""Contestants measured side by side: rounds take turns, medians are compared as ratios.

What counts is the processor's time, which other work on the machine hardly changes.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median

Work = Callable[[], float]
"""Do a piece of work and give how many units it was."""

ROUNDS = 11
SECONDS = 0.25


@dataclass(frozen=True)
class Rate:
    """Units a second of the processor's time of a contestant, the median of the rounds."""

    name: str
    value: float


def rates(contestants: Mapping[str, Work], rounds: int = ROUNDS) -> dict[str, Rate]:
    """The rate of each contestant; in each round everyone works for a moment in turn."""
    found: dict[str, list[float]] = {name: [] for name in contestants}
    for work in contestants.values():
        work()
    for _ in range(rounds):
        for name, work in contestants.items():
            found[name].append(_rate(work))
    return {name: Rate(name, median(values)) for name, values in found.items()}


def _rate(work: Work) -> float:
    done, started = 0.0, time.process_time()
    while (spent := time.process_time() - started) < SECONDS:
        done += work()
    return done / spent


def report(title: str, found: Mapping[str, Rate], peer: str, wanted: Mapping[str, float]) -> None:
    """Print each contestant as a ratio to the peer, and the ratio that is wanted."""
    print(title)
    for rate in found.values():
        ratio = rate.value / found[peer].value
        goal = f"wanted {wanted[rate.name]:g}" if rate.name in wanted else ""
        print(f"  {rate.name:<42} {ratio:8.2f} x {peer:<28} {goal}")
