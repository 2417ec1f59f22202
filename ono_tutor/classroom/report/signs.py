"""What a learner's wrong answers are signs of, taken together.

One wrong answer is a sign of every misconception that alone would have led to it. Of several,
those explain it best that most of the learner's other answers are signs of too; where these are
still several, nobody can tell which it was. A misconception was held if two puzzles or more
showed it. One may be chance, so then it is only perhaps.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from ono_tutor.classroom.marking import ItemMark
from ono_tutor.rules.book import misconceptions

ENOUGH = 2
"""Puzzles that must have shown a misconception before it is said to be held."""

Signs = tuple[str, ...]
"""The ids of misconceptions that explain one wrong answer equally well; empty of none."""


def signs_of(items: Sequence[ItemMark]) -> tuple[Signs, ...]:
    """For each item of a learner the misconceptions that explain its answer best."""
    if not any(item.mistakes for item in items):
        return ((),) * len(items)
    times = Counter(
        key for _, key in {(item.puzzle, key) for item in items for key in item.mistakes}
    )
    return tuple(_best(item.mistakes, times) for item in items)


def _best(keys: Signs, times: Counter[str]) -> Signs:
    most = max((times[key] for key in keys), default=0)
    return tuple(key for key in keys if times[key] == most)


def held_and_perhaps(signs: Iterable[Signs]) -> tuple[frozenset[str], frozenset[str]]:
    """The misconceptions that a learner held, and those that one puzzle alone showed."""
    times = Counter(key for keys in signs for key in keys)
    held = frozenset(key for key, count in times.items() if count >= ENOUGH)
    return held, frozenset(times) - held


def points_behind(keys: Signs) -> tuple[str, ...]:
    """The ids of the rule points that these misconceptions miss."""
    return tuple(dict.fromkeys(misconceptions()[key].point for key in keys))
