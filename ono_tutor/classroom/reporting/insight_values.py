"""What a report says of a class, as values: exact numbers, ids of rule points, no sentences."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Self

from ono_tutor.puzzles.answer import Mark


class Shares(NamedTuple):
    """How many answers were right, wrong, missing, and not to be read."""

    right: int = 0
    wrong: int = 0
    none: int = 0
    unread: int = 0

    @property
    def asked(self) -> int:
        """How many learners were asked."""
        return sum(self)

    @property
    def share(self) -> Fraction:
        """The share of right answers among all who were asked."""
        return Fraction(self.right, self.asked or 1)


class WrongAnswer(NamedTuple):
    """A wrong answer in words, how often it came, and the misconception behind it, or nothing."""

    words: str
    times: int
    belief: str = ""


@dataclass(frozen=True, slots=True)
class PuzzleInsight:
    """One puzzle: its shares, its most common wrong answers, and how many others there were."""

    id: str
    shares: Shares
    wrong: tuple[WrongAnswer, ...]
    others: int = 0


class Split(NamedTuple):
    """How an item parts those who did well in all other items from those who did badly.

    ``upper`` and ``lower`` are the shares of right answers in the best and the worst third by
    points in the other items; ties on the border belong to the third as well.
    """

    upper: Fraction
    lower: Fraction

    @property
    def difference(self) -> Fraction:
        """How much better the upper third did, from -1 to 1."""
        return self.upper - self.lower


@dataclass(frozen=True, slots=True)
class ItemInsight:
    """One item over all who handed in: its shares, and each of its puzzles that somebody had."""

    number: int
    points: int
    shares: Shares
    puzzles: tuple[PuzzleInsight, ...]
    split: Split | None = None

    @property
    def hardest(self) -> PuzzleInsight | None:
        """The puzzle with the smallest share of right answers; None where nobody was asked."""
        return min(self.puzzles, key=lambda found: (found.shares.share, found.id), default=None)


class Point(NamedTuple):
    """A rule point: how many answers got it right and wrong."""

    id: str
    right: int
    wrong: int

    @property
    def share(self) -> Fraction:
        """The share of right ones."""
        return Fraction(self.right, self.right + self.wrong or 1)


class Belief(NamedTuple):
    """A misconception: how many learners held it, how often, and the puzzles that showed it."""

    id: str
    learners: int
    times: int
    puzzles: tuple[tuple[str, int], ...]


class Need(NamedTuple):
    """A rule point that a learner missed, how often, and the misconceptions behind that."""

    point: str
    times: int
    beliefs: tuple[str, ...] = ()


class Pupil(NamedTuple):
    """What a report says of one learner; what is needed most comes first."""

    name: str
    earned: int
    marks: tuple[Mark, ...]
    needs: tuple[Need, ...]
    has_handed_in: bool
    is_late: bool
    is_known: bool

    def how_many(self, *marks: Mark) -> int:
        """How many items have one of these marks."""
        return sum(mark in marks for mark in self.marks)


@dataclass(frozen=True, slots=True)
class Spread:
    """The points of a class: how many learners earned so many, from the least on."""

    counts: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, earned: Iterable[int]) -> Self:
        """The spread of these points."""
        return cls(tuple(sorted(Counter(earned).items())))

    @property
    def learners(self) -> int:
        """How many there are."""
        return sum(count for _, count in self.counts)

    @property
    def mean(self) -> Fraction | None:
        """The mean; None of nobody."""
        total = sum(points * count for points, count in self.counts)
        return Fraction(total, self.learners) if self.counts else None

    @property
    def median(self) -> Fraction | None:
        """The median; None of nobody."""
        if not self.counts:
            return None
        low, high = (self._at((self.learners + more) // 2) for more in (1, 2))
        return Fraction(low + high, 2)

    def _at(self, rank: int) -> int:
        """The points of the learner of this rank, counted from 1."""
        for points, count in self.counts:
            rank -= count
            if rank <= 0:
                return points
        raise IndexError(rank)
