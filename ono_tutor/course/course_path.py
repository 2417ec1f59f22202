"""The way through the lessons: what a learner has done, and where to go on."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from ono_tutor.course.answer_store import AnswerStore
from ono_tutor.course.lessons import Lesson, lessons
from ono_tutor.course.strength import strengths_of_points
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import read_set


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """A lesson on the way: how many of its puzzles were answered, of how many."""

    lesson: Lesson
    answered: int
    asked: int

    @property
    def is_done(self) -> bool:
        """Whether every puzzle of the lesson was answered, right or wrong."""
        return self.answered == self.asked


@dataclass(frozen=True, slots=True)
class CoursePath:
    """A learner's way: each lesson, the one to go on with, and how many rule points are due.

    ``current`` is None where every lesson is done.
    """

    steps: tuple[LessonProgress, ...]
    current: LessonProgress | None
    due: int

    @classmethod
    def of(cls, store: AnswerStore, today: date) -> "CoursePath":
        """Return the way of the learner whose answers these are, as it stands on this day."""
        evidence = store.evidence()
        answered = [item.puzzle for item in evidence]
        steps = tuple(_step(lesson, set(answered)) for lesson in lessons())
        due = sum(item.is_due(today) for item in strengths_of_points(evidence))
        return cls(steps, _current(steps, answered), due)


def puzzles_of(lesson: Lesson) -> tuple[str, ...]:
    """Return the ids of the puzzles that a lesson asks, in order, each once."""
    found = [name for quiz in lesson.quizzes for name in _ids(quiz)]
    return tuple(dict.fromkeys(found))


def _ids(quiz: str) -> list[str]:
    if quiz in bank.sets():
        return [entry.id for entry in bank.entries_of_set(quiz)]
    return [puzzle.id for puzzle in read_set(quiz)]


def _step(lesson: Lesson, answered: Collection[str]) -> LessonProgress:
    asked = puzzles_of(lesson)
    return LessonProgress(lesson, sum(name in answered for name in asked), len(asked))


def _current(steps: tuple[LessonProgress, ...], answered: list[str]) -> LessonProgress | None:
    """Return the lesson last answered in, or the next after it that is not done."""
    home = {name: place for place, step in enumerate(steps) for name in puzzles_of(step.lesson)}
    last = next((home[name] for name in reversed(answered) if name in home), 0)
    return next((step for step in (*steps[last:], *steps[:last]) if not step.is_done), None)
