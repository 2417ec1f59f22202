"""What became of a class, in figures: for the summary at the end of grading."""

from collections import Counter
from fractions import Fraction

from ono_tutor.classroom.collecting.submissions import Refusal
from ono_tutor.classroom.grading.class_grading import Outcome

FEW = 3
"""Names that are given of many."""


class Names:
    """How many there are, and the first few by name."""

    def __init__(self) -> None:
        self.count = 0
        self.few: list[str] = []

    def add(self, name: str) -> None:
        """Count one more."""
        self.count += 1
        if len(self.few) < FEW:
            self.few.append(name)


class Tally:
    """Outcomes and refusals counted; it stays small for any class."""

    def __init__(self) -> None:
        self.graded = 0
        self.late, self.missing, self.unknown = Names(), Names(), Names()
        self.refused: dict[str, Names] = {}
        self._earned: Counter[int] = Counter()

    def add(self, outcome: Outcome, name: str) -> None:
        """Count a learner."""
        if outcome.marked.files:
            self.graded += 1
            self._earned[outcome.marked.earned] += 1
        else:
            self.missing.add(name)
        if outcome.marked.is_late:
            self.late.add(name)
        if not outcome.is_known:
            self.unknown.add(name)

    def refuse(self, refusal: Refusal) -> None:
        """Count a file that was not graded."""
        self.refused.setdefault(refusal.cause, Names()).add(refusal.name)

    @property
    def least(self) -> int:
        """The lowest mark; there must be one."""
        return min(self._earned)

    @property
    def most(self) -> int:
        """The highest mark; there must be one."""
        return max(self._earned)

    @property
    def median(self) -> Fraction:
        """The mark in the middle, or half way between the two that are; there must be one."""
        last = self._earned.total() - 1
        return Fraction(self._mark_at(last // 2) + self._mark_at(last - last // 2), 2)

    def _mark_at(self, place: int) -> int:
        """The mark at this place from below, counted from 0."""
        for mark in sorted(self._earned):
            place -= self._earned[mark]
            if place < 0:
                break
        return mark
