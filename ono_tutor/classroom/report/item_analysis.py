"""The analysis of single items: how each was answered, and how well it tells learners apart."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ono_tutor.classroom.assignment import Item
from ono_tutor.classroom.judge import ItemMark, Judge
from ono_tutor.puzzles.answer import Mark
from ono_tutor.render.caption import answer_words

MOST_KEPT, MOST_NAMED = 100, 5
"""Different wrong answers to a puzzle that are counted each on its own, and that are reported.

Once so many have come, those that come for the first time are counted together as others.
"""

ORDER = (Mark.RIGHT, Mark.WRONG, Mark.NOT_ATTEMPTED, Mark.MALFORMED)
"""The order in which marks are counted."""


class ResponseCounts(NamedTuple):
    """How many answers were right, wrong, missing, and impossible to read."""

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
    misconceptions: tuple[str, ...] = ()


class Discrimination(NamedTuple):
    """How an item separates those who did well in all other items from those who did badly.

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
class PuzzleAnalysis:
    """One puzzle: its counts, its most common wrong answers, and how often others came."""

    id: str
    counts: ResponseCounts
    wrong: tuple[WrongAnswer, ...]
    others: int = 0


@dataclass(frozen=True, slots=True)
class ItemAnalysis:
    """One item over all who handed in: its counts, and each of its puzzles that somebody had."""

    number: int
    points: int
    counts: ResponseCounts
    puzzles: tuple[PuzzleAnalysis, ...]
    discrimination: Discrimination | None = None

    @property
    def by_missed(self) -> tuple[PuzzleAnalysis, ...]:
        """The puzzles, the most wrong answers first, then the fewest right."""
        return tuple(
            sorted(self.puzzles, key=lambda each: (-each.counts.wrong, each.counts.share, each.id))
        )


class ItemTally:
    """What was answered to one item, by those who handed in something."""

    def __init__(self, item: Item, judge: Judge) -> None:
        self.item = item
        self.judge = judge
        self._marks: defaultdict[str, Counter[Mark]] = defaultdict(Counter)
        self._wrong: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._others: Counter[str] = Counter()
        self._by_rest: defaultdict[int, Counter[Mark]] = defaultdict(Counter)

    def add(self, found: ItemMark, rest: int) -> None:
        """Count a learner's answer; ``rest`` are the points in all other items."""
        self._marks[found.puzzle][found.mark] += 1
        self._by_rest[rest][found.mark] += 1
        if found.mark is Mark.WRONG:
            kept = self._wrong[found.puzzle]
            if found.answer in kept or len(kept) < MOST_KEPT:
                kept[found.answer] += 1
            else:
                self._others[found.puzzle] += 1

    def analysis(self, number: int, *, discriminates: bool) -> ItemAnalysis:
        """Return the analysis of the item, which has this number.

        ``discriminates`` says whether there are learners enough to separate them.
        """
        return ItemAnalysis(
            number,
            self.item.points,
            _response_counts(*self._marks.values()),
            tuple(self._puzzle(each.id) for each in self.item.puzzles if each.id in self._marks),
            self._discrimination() if discriminates else None,
        )

    def _puzzle(self, name: str) -> PuzzleAnalysis:
        found = self._in_words(name)
        others = sum(answer.times for answer in found[MOST_NAMED:]) + self._others[name]
        return PuzzleAnalysis(
            name, _response_counts(self._marks[name]), tuple(found[:MOST_NAMED]), others
        )

    def _in_words(self, name: str) -> list[WrongAnswer]:
        """Return the wrong answers, those of one meaning together, the most common first."""
        counts: Counter[tuple[str, tuple[str, ...]]] = Counter()
        for answer, count in self._wrong[name].items():
            check = self.judge.check(name, answer)
            if check.answer is not None:
                words = answer_words(self.judge.puzzles[name], check.answer)
                counts[words, tuple(found.id for found in check.named)] += count
        found = [WrongAnswer(words, times, ids) for (words, ids), times in counts.items()]
        return sorted(found, key=lambda answer: (-answer.times, *answer[::2]))

    def _discrimination(self) -> Discrimination | None:
        """Compare the best third with the worst; return None where the thirds are one.

        The third is by the points in the other items, and all who are even with its last
        learner belong to it. So the order in which learners come makes no difference.
        """
        ranks = sorted(self._by_rest)
        third = sum(counts.total() for counts in self._by_rest.values()) // 3
        lower, upper = self._reach(ranks, third), self._reach(ranks[::-1], third)
        if not third or lower & upper:
            return None
        return Discrimination(self._share(upper), self._share(lower))

    def _reach(self, ranks: list[int], wanted: int) -> set[int]:
        """Return the first ranks, so many that they have the wanted number of learners."""
        found: set[int] = set()
        for rank in ranks:
            if wanted <= 0:
                break
            found.add(rank)
            wanted -= self._by_rest[rank].total()
        return found

    def _share(self, ranks: set[int]) -> Fraction:
        return _response_counts(*(self._by_rest[rank] for rank in ranks)).share


def _response_counts(*counts: Counter[Mark]) -> ResponseCounts:
    return ResponseCounts(*(sum(each[mark] for each in counts) for mark in ORDER))
