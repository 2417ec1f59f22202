"""Chance from a seed; and in ``search``, puzzles that are found with it.

``tools/build_bank.py`` builds the shipped bank with ``search``.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class SeededRandom:
    """Numbers from a seed, the same for every version of Python.

    Only ``Random.random`` is drawn on: of all its methods, Python promises the sequence of that
    one alone.
    """

    def __init__(self, seed: int | str) -> None:
        self._random = Random(str(seed)).random

    def below(self, bound: int) -> int:
        """Return a whole number from 0 up to, but not, the bound."""
        return int(self._random() * bound)

    def between(self, least: int, most: int) -> int:
        """Return a whole number from the least to the most, both included."""
        return least + self.below(most - least + 1)

    def chance(self, times: int, out_of: int) -> bool:
        """Return True ``times`` out of ``out_of`` draws on average."""
        return self.below(out_of) < times

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items, each as likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in a random order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in items]
