"""What became of a class, in figures: for the summary at the end of grading."""

from ono_tutor.classroom.grading.by_learner import NoteTopic
from ono_tutor.classroom.grading.csv_tables import is_refused
from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.report.class_analysis import MarkDistribution
from ono_tutor.classroom.submissions.files import RefusedFile

FEW, FEW_LINES = 3, 5
"""Names, and notes of one sort, that are given of many."""


WRONG_UPLOADS = ("other-file", "not-answers")
"""Causes of refusals whose reason tells what is wanted instead."""


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
    """Outcomes and refusals counted, with the first few names of each sort."""

    def __init__(self) -> None:
        self.graded = 0
        self.late, self.missing, self.unknown = FewNames(), FewNames(), FewNames()
        self.not_gradable = FewNames()
        self.kept = self.known = self.refused_before = 0
        self.refused: dict[str, FewNames] = {}
        self.wrong_uploads = FewNames(FEW_LINES)
        self.teacher_notes: dict[NoteTopic, FewNames] = {}
        self._earned: list[int] = []

    def add(self, outcome: GradedLearner, name: str) -> None:
        """Count a learner."""
        if outcome.marked.files:
            self.graded += 1
            self._earned.append(outcome.marked.earned)
        elif is_refused(outcome):
            self.not_gradable.add(name)
        else:
            self.missing.add(name)
        if outcome.marked.is_late:
            self.late.add(name)
        if not outcome.is_known:
            self.unknown.add(name)
        self._add_notes(outcome, name)

    def _add_notes(self, outcome: GradedLearner, name: str) -> None:
        """Keep a line for each answer that could not be read, and one for each other sort."""
        found: dict[NoteTopic, list[str]] = {}
        for note in outcome.teacher_notes:
            found.setdefault(note.about, []).append(note.text)
        for about, texts in found.items():
            lines = texts if about is NoteTopic.UNREAD else [" ".join(texts)]
            for line in lines:
                shown = line if about is NoteTopic.NEAR_NAME else f"{name}: {line}"
                self.teacher_notes.setdefault(about, FewNames(FEW_LINES)).add(shown)

    def refuse(self, refusal: RefusedFile) -> None:
        """Count a file that was not graded."""
        self.refused.setdefault(refusal.cause, FewNames()).add(refusal.name)
        if refusal.cause in WRONG_UPLOADS:
            self.wrong_uploads.add(f"{refusal.name}: {refusal.reason}")

    @property
    def marks(self) -> MarkDistribution:
        """The marks of those who were graded."""
        return MarkDistribution.of(self._earned)
