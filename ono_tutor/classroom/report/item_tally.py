"""The answers to one item, counted: by puzzle, by wrong answer, and by how well learners do."""

from collections import Counter, defaultdict
from fractions import Fraction

from ono_tutor.classroom.assignment import Item
from ono_tutor.classroom.judge import Judge
from ono_tutor.classroom.marking import ItemMark
from ono_tutor.classroom.report.insight_values import (
    Discrimination,
    ItemAnalysis,
    PuzzleAnalysis,
    ResponseCounts,
    WrongAnswer,
)
from ono_tutor.puzzles.answer import Mark
from ono_tutor.render.caption import words_of

MOST_KEPT, MOST_TOLD = 100, 5
"""Different wrong answers to a puzzle that are counted each on its own, and that are told.

Once so many have come, those that come for the first time count as others together.
"""

PLACES = {Mark.RIGHT: 0, Mark.WRONG: 1, Mark.NOT_ATTEMPTED: 2, Mark.MALFORMED: 3}


class ItemTally:
    """What was answered to one item, by those who handed in something."""

    def __init__(self, item: Item, judge: Judge) -> None:
        self.item = item
        self.judge = judge
        self._marks: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        self._wrong: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._others: Counter[str] = Counter()
        self._by_rest: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])

    def add(self, found: ItemMark, rest: int) -> None:
        """Count a learner's answer; ``rest`` are the points in all other items."""
        self._marks[found.puzzle][PLACES[found.mark]] += 1
        counts = self._by_rest[rest]
        counts[0] += found.mark is Mark.RIGHT
        counts[1] += 1
        if found.mark is Mark.WRONG:
            kept = self._wrong[found.puzzle]
            if found.answer in kept or len(kept) < MOST_KEPT:
                kept[found.answer] += 1
            else:
                self._others[found.puzzle] += 1

    def told(self, number: int, split: Discrimination | None) -> ItemAnalysis:
        """What is said of the item."""
        shares = ResponseCounts(*map(sum, zip(*self._marks.values(), strict=True)))
        ids = [entry.id for entry in self.item.puzzles if entry.id in self._marks]
        return ItemAnalysis(number, self.item.points, shares, tuple(map(self._puzzle, ids)), split)

    def _puzzle(self, name: str) -> PuzzleAnalysis:
        found = self._in_words(name)
        told = tuple(found[:MOST_TOLD])
        others = sum(answer.times for answer in found[MOST_TOLD:]) + self._others[name]
        return PuzzleAnalysis(name, ResponseCounts(*self._marks[name]), told, others)

    def _in_words(self, name: str) -> list[WrongAnswer]:
        """The wrong answers, those of one meaning together, the most common first."""
        counts: Counter[tuple[str, tuple[str, ...]]] = Counter()
        for answer, count in self._wrong[name].items():
            check = self.judge.check(name, answer)
            if check.answer is not None:
                words = words_of(self.judge.puzzles[name], check.answer)
                counts[words, tuple(found.id for found in check.mistakes)] += count
        found = [WrongAnswer(words, times, beliefs) for (words, beliefs), times in counts.items()]
        return sorted(found, key=lambda answer: (-answer.times, *answer[::2]))

    def split(self) -> Discrimination | None:
        """How the item parts the best third from the worst; None where the thirds are one.

        The third is by the points in the other items, and all who are even with its last
        learner belong to it. So the order in which learners come makes no difference.
        """
        ranks = sorted(self._by_rest)
        third = sum(count for _, count in self._by_rest.values()) // 3
        lower, upper = (
            _reach(ranks, self._by_rest, third),
            _reach(ranks[::-1], self._by_rest, third),
        )
        if not third or lower & upper:
            return None
        return Discrimination(self._share(upper), self._share(lower))

    def _share(self, ranks: set[int]) -> Fraction:
        right, asked = (sum(self._by_rest[rank][n] for rank in ranks) for n in (0, 1))
        return Fraction(right, asked)


def _reach(ranks: list[int], counts: dict[int, list[int]], wanted: int) -> set[int]:
    """The first ranks, so many that they have the wanted number of learners."""
    found: set[int] = set()
    for rank in ranks:
        if wanted <= 0:
            break
        found.add(rank)
        wanted -= counts[rank][1]
    return found
