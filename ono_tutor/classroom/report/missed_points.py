"""Which rule points a learner's answers missed, and which misconceptions they show.

One wrong answer is a sign of every misconception that alone would have led to it. Of several,
those explain it best that most of the learner's other answers are signs of too; where these are
still several, nobody can tell which it was. A misconception was held if two puzzles or more
showed it. One may be chance, so then it is only perhaps.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ono_tutor.classroom.judge import REMEMBERED, ItemMark, Judge
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.rating import rated
from ono_tutor.rules.book import misconceptions

ENOUGH = 2
"""Puzzles that must have shown a misconception before it is said to be held."""

Explanations = tuple[str, ...]
"""The ids of misconceptions that explain one wrong answer equally well; empty for none."""

Counts = tuple[tuple[str, int], ...]
"""Ids with how often each came, the most frequent first."""


def best_explanations(items: Sequence[ItemMark]) -> tuple[Explanations, ...]:
    """Return for each item of a learner the misconceptions that explain its answer best."""
    if not any(item.mistakes for item in items):
        return ((),) * len(items)
    shown = {(item.puzzle, key) for item in items for key in item.mistakes}
    times = Counter(key for _, key in shown)
    return tuple(_most_frequent(item.mistakes, times) for item in items)


def _most_frequent(keys: Explanations, times: Counter[str]) -> Explanations:
    most = max((times[key] for key in keys), default=0)
    return tuple(key for key in keys if times[key] == most)


def held_and_perhaps(explanations: Iterable[Explanations]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the misconceptions that a learner held, and those that one puzzle alone showed."""
    times = Counter(key for keys in explanations for key in keys)
    held = frozenset(key for key, count in times.items() if count >= ENOUGH)
    return held, frozenset(times) - held


def points_behind(keys: Explanations) -> tuple[str, ...]:
    """Return the ids of the rule points that these misconceptions miss."""
    return tuple(dict.fromkeys(misconceptions()[key].point for key in keys))


class MissedPoints:
    """The rule points behind the puzzles of one assignment, each puzzle rated once."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.points = lru_cache(REMEMBERED)(self._points)

    def of(self, item: ItemMark, explanations: Explanations | None = None) -> str:
        """Return the id of the rule point that was missed; empty where none was.

        ``explanations`` are those of the item's misconceptions that count; by default all do.

        Of an item that was right in the end none was. Else it is the point of the misconception,
        even one of an earlier answer; of several the point that the puzzle is about first. Without
        a misconception, a wrong answer missed the first point of its explanation that the puzzle
        is about.
        """
        if item.mark is Mark.RIGHT:
            return ""
        if behind := points_behind(item.mistakes if explanations is None else explanations):
            return next((rule for rule in self.points(item.puzzle) if rule in behind), behind[0])
        return self.behind(item) if item.mark is Mark.WRONG else ""

    def behind(self, item: ItemMark) -> str:
        """Return the id of the rule point that an item without a misconception is about first."""
        about = self.points(item.puzzle)
        return next((rule for rule in item.rules if rule in about), (*about, *item.rules, "")[0])

    def _points(self, name: str) -> tuple[str, ...]:
        """Return the ids of the rule points that a puzzle is about, the most telling first."""
        return rated(self._judge.puzzles[name]).rule_points


class PointCount(NamedTuple):
    """A rule point: how many answers got it right and wrong, and how many learners missed it.

    ``puzzle`` is the one that showed it most; ``is_few`` says whether the answers are too few to
    rank it by, and ``is_named`` whether it was missed often enough to say so.
    """

    id: str
    right: int
    wrong: int
    learners: int = 0
    puzzle: str = ""
    is_few: bool = False
    is_named: bool = False

    @property
    def share(self) -> Fraction:
        """The share of right ones."""
        return Fraction(self.right, self.right + self.wrong or 1)

    @property
    def rank(self) -> tuple[bool, int, Fraction, str]:
        """Its place: what most learners missed first, few answers last, then by share."""
        return self.is_few, -self.learners, self.share, self.id


class Need(NamedTuple):
    """A rule point that a learner missed, how often, and whether that is often enough to say so.

    Behind that are the misconceptions that were held (two puzzles or more showed them), and
    those that perhaps were (one did).
    """

    point: str
    times: int
    misconceptions: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()
    is_sure: bool = True


class MisconceptionCount(NamedTuple):
    """A misconception: how many learners held it, how many perhaps, and how often it showed.

    ``puzzles`` showed it; ``also`` are other misconceptions that explain some of these answers
    as well, each with how many.
    """

    id: str
    learners: int
    perhaps: int
    times: int
    puzzles: Counts
    also: Counts = ()


class MisconceptionTally:
    """How many learners of a class held each misconception, or perhaps did, and what showed it."""

    def __init__(self) -> None:
        self._puzzles: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._also: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._held: Counter[str] = Counter()
        self._perhaps: Counter[str] = Counter()

    def add(self, puzzles: Iterable[str], explanations: Sequence[Explanations]) -> None:
        """Count a learner: the puzzles that were set, and what explains each answer."""
        held, perhaps = held_and_perhaps(explanations)
        self._held.update(held)
        self._perhaps.update(perhaps)
        for puzzle, keys in zip(puzzles, explanations, strict=True):
            for key in keys:
                self._puzzles[key][puzzle] += 1
                self._also[key].update(other for other in keys if other != key)

    @property
    def counts(self) -> tuple[MisconceptionCount, ...]:
        """The misconceptions that showed, those that most learners held first."""
        found = map(self._count, self._puzzles)
        return tuple(sorted(found, key=lambda each: (*(-n for n in each[1:4]), each.id)))

    def _count(self, key: str) -> MisconceptionCount:
        puzzles = self._puzzles[key]
        counts = self._held[key], self._perhaps[key], puzzles.total()
        return MisconceptionCount(key, *counts, in_order(puzzles), in_order(self._also[key]))


def in_order(counts: Counter[str]) -> Counts:
    """Return the counts, the greatest first, equal ones by name, whichever came first."""
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
