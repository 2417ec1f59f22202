"""The survival map, surviving and threatening: ``python benchmarks/bench_odds.py``.

Each is compared with the goal that the project has set itself, as a median of rounds in turn;
every round begins with empty tables, so nothing is remembered from the round before.
"""

import random
import time
from collections.abc import Callable
from statistics import median

from ono_tutor.game.position import Position
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.solver.information_sets import _completion
from ono_tutor.solver.survive import _row, survival_map, survive
from ono_tutor.solver.threat import threat

ROUNDS = 21
POSITIONS = 200


def positions() -> list[Position]:
    """Random hands under a double near the limit, of both editions."""
    numbers, found = random.Random(4), []
    for name in ("1980", "2022"):
        cards = [c for c, n in ruleset(name).deck(2).items() for _ in range(n)]
        for _ in range(POSITIONS // 2):
            hand = tuple(numbers.sample(cards, 4))
            words = ",".join(card.code for card in hand)
            total, owes = numbers.randrange(85, 99), numbers.choice((1, 2))
            found.append(Position.parse(f"{name} total={total} hand={words} owes={owes} players=3"))
    return found


def both_maps() -> None:
    """The whole map of both editions, from nothing."""
    _completion.cache_clear()
    _row.cache_clear()
    for name in ("1980", "2022"):
        survival_map(type(ruleset(name))()).equal_hands()


def milliseconds(work: Callable[[], object], units: int = 1) -> float:
    """How long a unit of the work takes."""
    started = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - started) / units


def main() -> None:
    """Measure and print."""
    table = positions()
    known = survival_map(ruleset("1980"))
    hands = [p.hand for p in table[: POSITIONS // 2]]
    works: dict[str, tuple[Callable[[], object], int, float]] = {
        "the whole survival map, both editions": (both_maps, 1, 4_000),
        "survive, one position": (lambda: [survive(p) for p in table], POSITIONS, 0.2),
        "threat, one position": (lambda: [threat(p) for p in table], POSITIONS, 50),
        "one chance of the map": (lambda: [known.chance(h, 92) for h in hands], len(hands), 0.01),
    }
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, (work, units, _) in works.items():
            found[name].append(milliseconds(work, units))
    for name, (_, _, goal) in works.items():
        share = median(found[name]) / goal
        print(f"{name}: {share:.3f} x the allowance of {goal:g} ms")


if __name__ == "__main__":
    main()
