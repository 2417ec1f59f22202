"""What a class got wrong, added up learner by learner: what the teacher's report is made from.

1. By rule point, as in a learner's own progress: a right answer counts for every rule point that
   the puzzle is about. A wrong one counts against the point that its misconception misses, or
   where none is diagnosed against all of them.
2. A misconception was held by a learner whose answers to two puzzles or more it explains; of one
   that explains a single answer this is only perhaps so. Where several explain an answer equally
   well, it counts for all of them.
3. Whoever gave no answer counts neither for nor against a rule point.
4. A learner needs the rule point that was missed most often (:mod:`~.missed_points`). Among
   equals it is the one that was missed most often in the class. It is named only if the learner
   missed it twice, or the class as often as :attr:`ClassAnalysis.least_cases`.
5. Counts of responses and marks are of those who handed in something.
6. Rule points are in the order of how many learners missed them, those with few answers last:
   fewer than 5, or where fewer than ten handed in, than half of these, but at least 2.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median_high, median_low
from typing import NamedTuple, Self

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.judge import ItemMark, LearnerMarks, judge_of
from ono_tutor.classroom.report.item_analysis import ItemAnalysis, ItemTally
from ono_tutor.classroom.report.missed_points import (
    Explanations,
    MisconceptionCount,
    MisconceptionTally,
    MissedPoints,
    Need,
    PointCount,
    best_explanations,
    held_and_perhaps,
    points_behind,
)
from ono_tutor.classroom.report.similar_work import SimilarWork
from ono_tutor.puzzles.answer import Mark
from ono_tutor.rules.book import rule_points

FEW = 5
"""Answers without which a rule point's share says little, and a wrong item nothing."""

MOST_NOTES = 1_000
"""Notes that are kept, of all learners together; all are counted."""

LEAST_DISCRIMINATION = 25
"""Learners without whom nothing is said of how well an item tells them apart."""


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
        return sum(mark in (Mark.NOT_ATTEMPTED, Mark.MALFORMED) for mark in self.marks)

    @property
    def is_mostly_unanswered(self) -> bool:
        """Whether half of the items or more have no answer that counts."""
        return self.has_handed_in and 2 * self.unanswered >= len(self.marks) > 0


@dataclass(frozen=True, slots=True)
class MarkDistribution:
    """The points that each learner of a class earned, from the least on."""

    earned: tuple[int, ...]

    @classmethod
    def of(cls, earned: Iterable[int]) -> Self:
        """Return the distribution of these points."""
        return cls(tuple(sorted(earned)))

    @property
    def counts(self) -> tuple[tuple[int, int], ...]:
        """Pairs of points and how many learners earned them, from the least points on."""
        return tuple(Counter(self.earned).items())

    @property
    def mean(self) -> Fraction | None:
        """The mean; None for nobody."""
        return Fraction(sum(self.earned), len(self.earned)) if self.earned else None

    @property
    def median(self) -> Fraction | None:
        """The median; None for nobody."""
        if not self.earned:
            return None
        return Fraction(median_low(self.earned) + median_high(self.earned), 2)


class _Learner(NamedTuple):
    """A learner, and of each item the rule point that was missed and what explains the answer."""

    result: LearnerResult
    missed: tuple[str, ...]
    explanations: tuple[Explanations, ...]


class ClassAnalysis:
    """The marks of a class as they come, and what they add up to so far."""

    def __init__(self, assignment: Assignment) -> None:
        self.assignment = assignment
        self.judge = judge_of(assignment, with_reasons=True)
        self.notes: list[tuple[int, str]] = []
        self.noted = 0
        self._learners: list[_Learner] = []
        self._tallies = [ItemTally(item, self.judge) for item in assignment.items]
        self._missed = MissedPoints(self.judge)
        self._answers: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
        self._shown_by: defaultdict[str, Counter[tuple[int, str]]] = defaultdict(Counter)
        self._missers: Counter[str] = Counter()
        self._misconceptions = MisconceptionTally()
        self._times_missed: Counter[str] = Counter()
        self.similar = SimilarWork()

    def __len__(self) -> int:
        """Return how many learners were added."""
        return len(self._learners)

    def add(self, found: LearnerMarks, *, name: str = "", is_known: bool = True) -> None:
        """Add a learner's marks; ``is_known`` says whether the roster has the learner.

        ``name`` is what the teacher calls the learner; by default it is the name handed in under.
        """
        self.similar.add(len(self), found)
        self.noted += bool(found.notes)
        room = MOST_NOTES - len(self.notes)
        self.notes += [(len(self), note) for note in found.notes[:room]]
        explanations = best_explanations(found.items)
        self._misconceptions.add((item.puzzle for item in found.items), explanations)
        numbers = range(1, len(found.items) + 1)
        missed = tuple(map(self._count_item, numbers, found.items, explanations))
        self._missers.update(set(filter(None, missed)))
        self._times_missed.update(missed)
        marks = tuple(item.mark for item in found.items)
        result = LearnerResult(
            *(name or found.learner.name, found.earned, marks, ()),
            has_handed_in=bool(found.files),
            is_late=found.is_late,
            is_known=is_known,
        )
        self._learners.append(_Learner(result, missed, explanations))
        if found.files:
            for tally, item in zip(self._tallies, found.items, strict=True):
                tally.add(item, found.earned - item.earned)

    def _count_item(self, number: int, item: ItemMark, explanations: Explanations) -> str:
        """Count the mark of one item; return the rule point that was missed, or nothing."""
        missed = self._missed.of(item, explanations)
        if missed:
            self._shown_by[missed][number, item.puzzle] += 1
        if item.mark in (Mark.RIGHT, Mark.WRONG):
            is_wrong = item.mark is Mark.WRONG
            about = self._missed.points(item.puzzle)
            for rule in points_behind(explanations) if is_wrong and explanations else about:
                self._answers[rule][is_wrong] += 1
        return missed

    # ---- what it adds up to ----

    @property
    def handed_in(self) -> int:
        """How many learners handed in something."""
        return sum(each.result.has_handed_in for each in self._learners)

    @property
    def late(self) -> int:
        """How many learners had an answer that counts and came after the time."""
        return sum(each.result.is_late for each in self._learners)

    @property
    def unknown(self) -> int:
        """How many learners are not in the roster."""
        return sum(not each.result.is_known for each in self._learners)

    @property
    def known(self) -> int:
        """How many learners are in the roster; without one all are."""
        return len(self) - self.unknown

    @property
    def known_handed_in(self) -> int:
        """How many of them handed in something."""
        return sum(each.result.has_handed_in and each.result.is_known for each in self._learners)

    @property
    def distribution(self) -> MarkDistribution:
        """The points of those who handed in something."""
        results = (each.result for each in self._learners)
        return MarkDistribution.of(each.earned for each in results if each.has_handed_in)

    @property
    def points(self) -> tuple[PointCount, ...]:
        """The rule points that answers showed, those that most learners missed first."""
        found = map(self._point, {*self._answers, *self._shown_by})
        return tuple(sorted(found, key=lambda point: point.rank))

    def _point(self, rule: str) -> PointCount:
        right, wrong = self._answers.get(rule, (0, 0))
        is_few, is_rare = right + wrong < self.few, self._times_missed[rule] < self.least_cases
        learners, puzzle = self._missers[rule], self._most_missed(rule)
        return PointCount(
            rule, right, wrong, learners, puzzle, is_few, is_named=not (is_few or is_rare)
        )

    def _most_missed(self, rule: str) -> str:
        """Return the puzzle that showed a rule point most often, of the item that did."""
        shown = self._shown_by[rule]
        items = Counter[int]()
        for (number, _), count in shown.items():
            items[number] += count
        ranked = sorted(shown, key=lambda key: (-items[key[0]], key[0], -shown[key], key[1]))
        return ranked[0][1] if ranked else ""

    @property
    def few(self) -> int:
        """Rule points with fewer answers come last: 5, or in a small class half of it, or 2."""
        return max(2, min(FEW, -(-self.handed_in // 2)))

    @property
    def least_cases(self) -> int:
        """How many answers must have missed a rule point before it is named: 2 to 5."""
        return max(2, min(FEW, self.handed_in // 5))

    @property
    def misconceptions(self) -> tuple[MisconceptionCount, ...]:
        """The misconceptions that showed, those that most learners held first."""
        return self._misconceptions.counts

    @property
    def items(self) -> Iterator[ItemAnalysis]:
        """The items in order."""
        is_enough = self.handed_in >= LEAST_DISCRIMINATION
        for number, tally in enumerate(self._tallies, 1):
            yield tally.analysis(number, discriminates=is_enough)

    # ---- the learners ----

    def learner(self, place: int) -> LearnerResult:
        """Return the learner who was added at this place, counted from 0."""
        found = self._learners[place]
        return found.result._replace(needs=self._needs(found))

    def _needs(self, learner: _Learner) -> tuple[Need, ...]:
        times: dict[str, list[Explanations]] = defaultdict(list)
        for point, keys in zip(learner.missed, learner.explanations, strict=True):
            if point:
                times[point].append(keys)
        held, _ = held_and_perhaps(learner.explanations)
        book = tuple(rule_points())
        order = sorted(
            times,
            key=lambda point: (-len(times[point]), -self._times_missed[point], book.index(point)),
        )
        return tuple(
            _need(point, times[point], held)._replace(
                is_sure=len(times[point]) > 1 or self._times_missed[point] >= self.least_cases
            )
            for point in order
        )

    def order(self, *, is_named: bool) -> Sequence[int]:
        """Return the places of the learners in the order in which they are reported.

        With names it is that in which they came. Without, it is by what is reported of them, from
        the most points on, so that their order says nothing that does not stand there anyway.
        """
        places = range(len(self))
        return places if is_named else sorted(places, key=self._content)

    def _content(self, place: int) -> tuple[object, ...]:
        found, missed, explanations = self._learners[place]
        facts = not found.is_known, found.is_late, found.has_handed_in
        return -found.earned, *facts, list(map(list(Mark).index, found.marks)), missed, explanations


def _need(point: str, explanations: Sequence[Explanations], held: Collection[str]) -> Need:
    keys = dict.fromkeys(key for each in explanations for key in each)
    sure = tuple(key for key in keys if key in held)
    return Need(point, len(explanations), sure, tuple(key for key in keys if key not in held))
