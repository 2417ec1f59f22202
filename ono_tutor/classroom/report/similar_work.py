"""Work of two learners that is worth a look, with the chance of that by accident; never a verdict.

1. *The same wrong answers.* For each puzzle it is counted how often the class gave each wrong
   answer. Two learners who answer independently of each other, each as the class does, give the
   same wrong answer to a puzzle with the sum of the squares of these shares. From that follows the
   chance of at least as many same wrong answers as these two have in the puzzles that both had.
2. *The same times.* Two clocks that show the same millisecond do so by accident once in a thousand
   times, even if both answer within the same second; where times are whole seconds it is once in
   sixty. It takes two same answers at the same times.

The chance times the number of pairs in the class is how many such pairs accident alone would give.
A pair is listed if that is fewer than one in twenty. Learners who were taught together, or sit
together, share their mistakes more often than this model says.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from typing import NamedTuple

from ono_tutor.classroom.marking import ItemMark, LearnerMarks
from ono_tutor.puzzles.answer import Mark

MOST_LEARNERS, MOST_LISTED = 400, 50
"""In a larger class wrong answers are not compared, for there are too many pairs."""

LEAST_SAME = 2
UNLIKELY = Fraction(1, 20)
SAME_MILLISECOND, SAME_SECOND = Fraction(1, 1_000), Fraction(1, 60)


class SimilarPair(NamedTuple):
    """Two learners by place, the items they share by number, and the chance of that by accident.

    ``wrong`` are those with the same wrong answer, ``timed`` those with the same answer at the same
    time; ``expected`` is how many such pairs accident alone would give in this class.
    """

    places: tuple[int, int]
    wrong: tuple[int, ...]
    timed: tuple[int, ...]
    chance: Fraction
    expected: Fraction


_Items = Sequence[ItemMark]
_Works = Sequence[tuple[int, _Items]]
"""The items of the learners who handed in something, each with the learner's place."""


def similar_pairs(learners: Sequence[LearnerMarks]) -> list[SimilarPair]:
    """Return the pairs of a class that are worth a look, the least likely first."""
    works = [(place, each.items) for place, each in enumerate(learners) if each.files]
    count = comb(len(works), 2)
    pairs = {pair.places: pair for pair in _timed_pairs(works, count)}
    if len(works) <= MOST_LEARNERS:
        for pair in _wrong_pairs(works, count):
            timed = pairs.get(pair.places, pair)
            chance = min(timed.chance, pair.chance)
            pairs[pair.places] = pair._replace(
                timed=timed.timed, chance=chance, expected=chance * count
            )
    return sorted(pairs.values(), key=lambda pair: (pair.chance, pair.places))[:MOST_LISTED]


def _timed_pairs(works: _Works, count: int) -> Iterator[SimilarPair]:
    """Yield the pairs with the same answers at the same times."""
    alike: dict[tuple[str, str, str], list[tuple[int, int]]] = defaultdict(list)
    for place, items in works:
        for number, item in enumerate(items, 1):
            if item.at and item.answer:
                alike[item.puzzle, item.answer, item.at].append((place, number))
    shared: dict[tuple[int, int], list[tuple[int, Fraction]]] = defaultdict(list)
    for (*_, at), those in alike.items():
        chance = SAME_SECOND if at.endswith(".000Z") else SAME_MILLISECOND
        for (first, number), (second, _) in combinations(those[:MOST_LISTED], 2):
            shared[first, second].append((number, chance))
    for places, same in shared.items():
        chance = prod((one for _, one in same), start=Fraction(1))
        if len(same) >= LEAST_SAME and chance * count < UNLIKELY:
            numbers = tuple(sorted(number for number, _ in same))
            yield SimilarPair(places, (), numbers, chance, chance * count)


def _wrong_pairs(works: _Works, count: int) -> Iterator[SimilarPair]:
    """Yield the pairs with more same wrong answers than accident explains."""
    agree = _agreement(works)
    for (one, mine), (other, theirs) in combinations(works, 2):
        same, chances = [], []
        for number, (my, their) in enumerate(zip(mine, theirs, strict=True), 1):
            if my.puzzle == their.puzzle:
                chances.append(agree[my.puzzle])
                if my.mark is Mark.WRONG and my.answer == their.answer:
                    same.append(number)
        if len(same) >= LEAST_SAME:
            chance = at_least(len(same), chances)
            if chance * count < UNLIKELY:
                yield SimilarPair((one, other), tuple(same), (), chance, chance * count)


def _agreement(works: _Works) -> Mapping[str, Fraction]:
    """Return by puzzle the chance that two who answer as the class does give one wrong answer."""
    asked: Counter[str] = Counter()
    wrong: dict[str, Counter[str]] = defaultdict(Counter)
    for item in (item for _, items in works for item in items):
        asked[item.puzzle] += 1
        if item.mark is Mark.WRONG:
            wrong[item.puzzle][item.answer] += 1
    return {
        puzzle: sum((Fraction(n, total) ** 2 for n in wrong[puzzle].values()), Fraction(0))
        for puzzle, total in asked.items()
    }


def at_least(wanted: int, chances: Sequence[Fraction]) -> Fraction:
    """Return the chance that at least ``wanted`` of independent events happen.

    >>> at_least(2, [Fraction(1, 2), Fraction(1, 2)])
    Fraction(1, 4)
    """
    counts = [1.0]
    for chance in chances:
        p = float(chance)
        counts = [
            (counts[n] if n < len(counts) else 0) * (1 - p) + (counts[n - 1] * p if n else 0)
            for n in range(len(counts) + 1)
        ]
    return Fraction(sum(counts[wanted:])).limit_denominator(10**12)
