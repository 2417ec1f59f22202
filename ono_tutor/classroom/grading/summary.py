"""What became of a class, in figures: for the summary at the end of grading."""

from collections import Counter
from fractions import Fraction

from ono_tutor.classroom.grading.csv_tables import is_refused
from ono_tutor.classroom.grading.grade import Outcome
from ono_tutor.classroom.grading.grade_learner import NoteTopic
from ono_tutor.classroom.submissions.source import RefusedFile

FEW, FEW_LINES = 3, 5
"""Names, and remarks, that are given of many."""


class FewNames:
    """How many there are, and the first few by name."""

    def __init__(self, most: int = FEW) -> None:
        self.count = 0
        self.few: list[str] = []
        self._most = most

    def add(self, name: str) -> None:
        """Count one more."""
        self.count += 1
        if len(self.few) < self._most:
            self.few.append(name)


class ClassSummary:
    """Outcomes and refusals counted; it stays small for any class."""

    def __init__(self) -> None:
        self.graded = 0
        self.late, self.missing, self.unknown = FewNames(), FewNames(), FewNames()
        self.not_gradable = FewNames()
        self.refused: dict[str, FewNames] = {}
        self.remarks: dict[NoteTopic, FewNames] = {}
        self._earned: Counter[int] = Counter()

    def add(self, outcome: Outcome, name: str) -> None:
        """Count a learner."""
        if outcome.marked.files:
            self.graded += 1
            self._earned[outcome.marked.earned] += 1
        elif is_refused(outcome):
            self.not_gradable.add(name)
        else:
            self.missing.add(name)
        if outcome.marked.is_late:
            self.late.add(name)
        if not outcome.is_known:
            self.unknown.add(name)
        self._add_remarks(outcome, name)

    def _add_remarks(self, outcome: Outcome, name: str) -> None:
        """Keep a line for each answer that could not be read, and one for each other sort."""
        found: dict[NoteTopic, list[str]] = {}
        for remark in outcome.remarks:
            found.setdefault(remark.about, []).append(remark.text)
        for about, texts in found.items():
            lines = texts if about is NoteTopic.UNREAD else [" ".join(texts)]
            for line in lines:
                shown = line if about is NoteTopic.NEAR else f"{name}: {line}"
                self.remarks.setdefault(about, FewNames(FEW_LINES)).add(shown)

    def refuse(self, refusal: RefusedFile) -> None:
        """Count a file that was not graded."""
        self.refused.setdefault(refusal.cause, FewNames()).add(refusal.name)

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
