"""How many puzzles it takes until a learner's misconception is named, and who is accused of one.

    python benchmarks/bench_diagnosis.py [SEEDS]

The learners are those of ``tests/slow_learners.py``: they answer by rules written apart from the
engine and from its misconceptions, each by one of the ways in which the sentence of a
misconception can be meant. They slip one time in ten or never; a slip is any other answer that
the puzzle offers. The puzzles are those that practice picks, of all games or of those that the
misconception is about, and in the same run puzzles of the bank in a random order. A
misconception counts as named by the feedback to a wrong answer, as a sitting tells it. Last
comes what a forgetting learner still knows (``bench_reviews.py``).
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import cache
from itertools import combinations, islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from types import ModuleType
from typing import NamedTuple

from ono_tutor.course.answer_store import MemoryStore
from ono_tutor.course.schedule import next_puzzles
from ono_tutor.course.session import Sitting
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Check
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.misconceptions.answer_patterns import patterns
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.book import misconceptions

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import bench_reviews
import slow_learners

MOST, ROUND, SITTING = 40, 15, 10
"""Puzzles until a learner is given up, of a round without an accusation, and of a sitting."""

SEEDS, SOUND_ROUNDS, LEARNERS = 10, 200, 100
SEVERAL = 1
SLIPS = 0.0, 0.1
NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)


class Case(NamedTuple):
    """A learner to be found out: by which puzzles, what is believed, how often it slips, a seed."""

    mode: str
    beliefs: tuple[str, ...]
    slip: float
    seed: int


def main(seeds: int) -> None:
    """Print the table."""
    with ProcessPoolExecutor() as pool:
        found = table(pool.map, [(belief,) for belief in misconceptions()], seeds)
        print(f"{'all':32}{'  '.join(figures(cells) for cells in zip_rows(found))}")
        pairs = [pair for pair in combinations(misconceptions(), 2) if share_a_game(pair)]
        both = [Case("own game", pair, 0.0, seed) for seed, pair in enumerate(pairs)]
        counts = list(pool.map(until_named, both))
        print(f"two at once, both named ({len(pairs)}): {figures(counts)}")
        late = [case for case, count in zip(both, counts, strict=True) if count > SITTING + 2]
        hidden = {
            case for case, shown in zip(late, pool.map(shows, late), strict=True) if not shown
        }
        seen = [count for case, count in zip(both, counts, strict=True) if case not in hidden]
        print(f"  without {len(hidden)} of which one belief hides the other: {figures(seen)}")
        sound = [Case("practice", (), SLIPS[-1], seed) for seed in range(SOUND_ROUNDS)]
        accused = sum(count <= ROUND for count in pool.map(until_named, sound))
        print(f"accused in {ROUND} puzzles without a misconception: {accused} of {SOUND_ROUNDS}")
    bench_reviews.main(LEARNERS)


def table(
    run: Callable[..., Iterator[int]], rows: Sequence[tuple[str, ...]], seeds: int
) -> list[list[list[int]]]:
    """Print a row for each misconception, and return the counts of its cells."""
    columns = [(mode, slip) for mode in MODES for slip in SLIPS]
    print(f"puzzles until named, median and 90th percentile; {MOST + 1} is never")
    print(" " * 32 + "  ".join(f"{mode} {slip:.0%}".rjust(13) for mode, slip in columns))
    found = []
    for beliefs in rows:
        cases = [Case(mode, beliefs, slip, seed) for mode, slip in columns for seed in range(seeds)]
        counts = run(until_named, cases)
        cells = [list(islice(counts, seeds)) for _ in columns]
        print(f"{'+'.join(beliefs):32}{'  '.join(map(figures, cells))}", flush=True)
        found.append(cells)
    return found


def zip_rows(rows: list[list[list[int]]]) -> list[list[int]]:
    """Return the counts of each column, of all rows together."""
    return [[count for cell in column for count in cell] for column in zip(*rows, strict=True)]


def figures(found: list[int]) -> str:
    """Return the median and the 90th percentile, as a cell."""
    return f"{median(found):6.1f} {quantiles(found, n=10)[-1]:6.1f}"


def share_a_game(pair: tuple[str, ...]) -> bool:
    """Check whether all of these misconceptions are about one game."""
    return bool(set.intersection(*(set(misconceptions()[key].rules) for key in pair)))


def until_named(case: Case) -> int:
    """Return how many puzzles it takes until all beliefs are named; where none is, anything."""
    random, store = Random(repr(case)), MemoryStore((), lambda answered: None)
    learner = Learner(case, random)
    left = set(case.beliefs)
    for count, entry in enumerate(islice(MODES[case.mode](case, store, random), MOST), 1):
        check = learner.answer(Sitting([Puzzle.of(entry)], store, clock=lambda: NOW))
        named = {mistake.id for mistake in check.mistakes}
        if named and not case.beliefs:
            return count
        left -= named
        if case.beliefs and not left:
            return count
    return MOST + 1


class Learner:
    """One who answers by some misconceptions, each in one of its readings, and slips."""

    def __init__(self, case: Case, random: Random) -> None:
        self.random, self.slip = random, case.slip
        readings = [slow_learners.READINGS[belief] for belief in case.beliefs]
        chosen = tuple(some.index(random.choice(some)) for some in readings)
        self.rules = book(tuple(zip(case.beliefs, chosen, strict=True)))

    def answer(self, sitting: Sitting) -> Check:
        """Answer the puzzle of a sitting; what this learner does not work out is answered right."""
        puzzle = sitting.puzzle
        if self.random.random() < self.slip:
            words = [word for word in offered(puzzle) if puzzle.mark(word) == "wrong"]
            if words:
                return sitting.answer(self.random.choice(words))
        try:
            given = slow_learners.answer(self.rules, puzzle.kind, *puzzle.words[1:])
        except slow_learners.UnmodelledError:
            given = puzzle.answer_as_json()
        check = sitting.answer(given)
        if check.mark == "malformed":
            raise ValueError(f"{puzzle.id}: {given} cannot be read")
        return check


def shows(case: Case) -> bool:
    """Check whether each belief explains answers to several puzzles of its game, beside the other.

    Who thinks that a 2 halves every odd total never comes to make 106 of 53.
    """
    learner, found = Learner(case, Random(repr(case))), Counter[str]()
    for entry in own_game(case).values():
        if entry.id in patterns() and {*case.beliefs} & patterns()[entry.id].traps:
            check = learner.answer(Sitting([Puzzle.of(entry)], None))
            found.update({mistake.id for mistake in check.mistakes})
    return all(found[belief] > SEVERAL for belief in case.beliefs)


@cache
def book(readings: tuple[tuple[str, int], ...]) -> ModuleType:
    """Return the rules as they are misread in these ways."""
    return slow_learners.book(*(slow_learners.READINGS[key][place] for key, place in readings))


def offered(puzzle: Puzzle) -> list[str]:
    """Return the answers that somebody who slips may give."""
    hand = [str(play) for play in puzzle.position.rules.plays_of_hand(puzzle.position.hand)]
    if puzzle.shape in ("number", "amounts", "chance"):
        return [word for word, _ in puzzle.offered]
    if puzzle.shape == "editions":
        games = slow_learners.GAMES
        return [" ".join(some) for size in (1, 2, 3) for some in combinations(games, size)]
    if puzzle.shape == "next":
        return [
            f"seat {seat} owes {n}" for seat in range(len(puzzle.position.hands)) for n in (1, 2)
        ]
    if puzzle.shape == "plays":
        return [", ".join(some) for size in (1, 2, 3) for some in combinations(hand, size)]
    return [word for word, _ in puzzle.choices] + hand


# ---- which puzzles are asked ----

Picker = Callable[[Case, MemoryStore, Random], Iterator[Entry]]


def in_practice(case: Case, store: MemoryStore, random: Random) -> Iterator[Entry]:
    """Yield what practice picks of all puzzles."""
    return picked(bank.index(), store, random)


def of_own_game(case: Case, store: MemoryStore, random: Random) -> Iterator[Entry]:
    """Yield what practice picks for a learner of one game that the beliefs are about."""
    return picked(own_game(case), store, random)


def own_game(case: Case) -> Mapping[str, Entry]:
    """Return the puzzles of the game with most traps, of those that all the beliefs are about."""
    about = set.intersection(*(set(misconceptions()[key].rules) for key in case.beliefs))
    traps = Counter(e.key for e in bank.index().values() if {*case.beliefs} & {*e.misconceptions})
    key = max(about, key=lambda game: (traps[game], game))
    return {name: e for name, e in bank.index().items() if e.key == key}


def picked(among: Mapping[str, Entry], store: MemoryStore, random: Random) -> Iterator[Entry]:
    """Yield what practice picks among these puzzles, sitting by sitting."""
    while True:
        taken: list[str] = []
        for _ in range(SITTING):
            seed = random.random()
            evidence = store.history()
            pick = next_puzzles(evidence, 1, now=NOW, seed=str(seed), among=among, taken=taken)
            taken.append(pick[0].entry.id)
            yield pick[0].entry


def in_random_order(case: Case, store: MemoryStore, random: Random) -> Iterator[Entry]:
    """Yield the puzzles of the bank as they come."""
    names = sorted(bank.index())
    return (bank.entry(name) for name in random.sample(names, len(names)))


MODES: Mapping[str, Picker] = {
    "practice": in_practice,
    "own game": of_own_game,
    "random": in_random_order,
}


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS)
