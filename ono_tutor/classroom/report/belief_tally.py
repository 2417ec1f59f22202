"""The misconceptions that a class's answers are signs of, counted by learner, answer and puzzle."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from ono_tutor.classroom.report.insight_values import Belief
from ono_tutor.classroom.report.signs import Signs, held_and_perhaps


class BeliefTally:
    """How many learners held each misconception, how many perhaps, and what showed it."""

    def __init__(self) -> None:
        self._puzzles: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._also: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._holders: Counter[str] = Counter()
        self._perhaps: Counter[str] = Counter()

    def add(self, puzzles: Iterable[str], signs: Sequence[Signs]) -> None:
        """Count a learner: the puzzles that were set, and what the answers are signs of."""
        held, perhaps = held_and_perhaps(signs)
        self._holders.update(held)
        self._perhaps.update(perhaps)
        for puzzle, keys in zip(puzzles, signs, strict=True):
            for key in keys:
                self._puzzles[key][puzzle] += 1
                self._also[key].update(other for other in keys if other != key)

    @property
    def told(self) -> tuple[Belief, ...]:
        """The misconceptions that showed, those that most learners held first."""
        return tuple(sorted(map(self._belief, self._puzzles), key=_how_common))

    def _belief(self, key: str) -> Belief:
        puzzles = self._puzzles[key]
        counts = self._holders[key], self._perhaps[key], puzzles.total()
        return Belief(key, *counts, in_order(puzzles), in_order(self._also[key]))


def in_order(counts: Counter[str]) -> tuple[tuple[str, int], ...]:
    """The counts, the greatest first, equal ones by name: nothing hangs on which came first."""
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _how_common(belief: Belief) -> tuple[int, int, int, str]:
    return -belief.learners, -belief.perhaps, -belief.times, belief.id
