"""What a report says of a class, as values: exact numbers, ids of rule points, no sentences."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Self

from ono_tutor.puzzles.answer import Mark


class ResponseCounts(NamedTuple):
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
    """A wrong answer in words, how often it came, and the misconceptions that each explain it."""

    words: str
    times: int
    beliefs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PuzzleAnalysis:
    """One puzzle: its shares, its most common wrong answers, and how many others there were."""

    id: str
    shares: ResponseCounts
    wrong: tuple[WrongAnswer, ...]
    others: int = 0


class Discrimination(NamedTuple):
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
class ItemAnalysis:
    """One item over all who handed in: its shares, and each of its puzzles that somebody had."""

    number: int
    points: int
    shares: ResponseCounts
    puzzles: tuple[PuzzleAnalysis, ...]
    split: Discrimination | None = None

    @property
    def most_missed(self) -> PuzzleAnalysis | None:
        """The puzzle with the most wrong answers, then the fewest right; None of no puzzle."""
        return min(self.puzzles, key=_how_missed, default=None)

    @property
    def by_missed(self) -> tuple[PuzzleAnalysis, ...]:
        """The puzzles, the most missed first."""
        return tuple(sorted(self.puzzles, key=_how_missed))


def _how_missed(found: PuzzleAnalysis) -> tuple[int, Fraction, str]:
    return -found.shares.wrong, found.shares.share, found.id


FEW = 5
"""Answers without which a rule point's share says little, and a wrong item nothing."""


class Point(NamedTuple):
    """A rule point: how many answers got it right and wrong, and how many learners missed it.

    ``puzzles`` are those that showed it, with how many learners, the most first; ``is_few`` says
    whether the answers are too few to rank it by.
    """

    id: str
    right: int
    wrong: int
    learners: int = 0
    puzzles: tuple[tuple[str, int], ...] = ()
    is_few: bool = False

    @property
    def share(self) -> Fraction:
        """The share of right ones."""
        return Fraction(self.right, self.right + self.wrong or 1)

    @property
    def rank(self) -> tuple[bool, int, Fraction, str]:
        """Its place: what most learners missed first, few answers last, then by share."""
        return self.is_few, -self.learners, self.share, self.id


class Belief(NamedTuple):
    """A misconception: how many learners held it, how many perhaps, and how often it showed.

    ``puzzles`` showed it; ``also`` are other misconceptions that explain some of these answers
    as well, each with how many.
    """

    id: str
    learners: int
    perhaps: int
    times: int
    puzzles: tuple[tuple[str, int], ...]
    also: tuple[tuple[str, int], ...] = ()


class Need(NamedTuple):
    """A rule point that a learner missed, and how often.

    Behind that are the misconceptions that were held (two puzzles or more showed them), and
    those that perhaps were (one did).
    """

    point: str
    times: int
    beliefs: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()


class LearnerResult(NamedTuple):
    """What a report says of one learner; what is needed most comes first."""

    name: str
    earned: int
    marks: tuple[Mark, ...]
    needs: tuple[Need, ...]
    has_handed_in: bool
    is_late: bool
    is_known: bool

    @property
    def unanswered(self) -> int:
        """How many items have no answer that counts."""
        return self.how_many(Mark.NOT_ATTEMPTED, Mark.MALFORMED)

    @property
    def is_mostly_unanswered(self) -> bool:
        """Whether half of the items or more have no answer that counts."""
        return self.has_handed_in and 2 * self.unanswered >= len(self.marks) > 0

    def how_many(self, *marks: Mark) -> int:
        """How many items have one of these marks."""
        return sum(mark in marks for mark in self.marks)


@dataclass(frozen=True, slots=True)
class MarkDistribution:
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
