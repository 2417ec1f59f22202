"""The way through the lessons: what a learner has done, and where to go on."""

from dataclasses import dataclass
from datetime import date

from ono_tutor.course.answer_store import AnswerStore
from ono_tutor.course.lessons import Lesson, lessons
from ono_tutor.course.strength import strengths_of_points
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import read_set


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """A lesson on the way, and how many of its puzzles were answered and are asked."""

    lesson: Lesson
    answered: int
    asked: int

    @property
    def is_done(self) -> bool:
        """True if every puzzle of the lesson was answered, right or wrong."""
        return self.answered == self.asked


@dataclass(frozen=True, slots=True)
class CoursePath:
    """A learner's way: each lesson, the one to go on with, and how many rule points are due.

    ``current`` is None if every lesson is done.
    """

    steps: tuple[LessonProgress, ...]
    current: LessonProgress | None
    due: int

    @classmethod
    def of(cls, store: AnswerStore, today: date) -> "CoursePath":
        """Return a learner's way on this day, by the answers.

        The current lesson is the one last answered in, or the next after it that is not done.
        """
        evidence = store.evidence()
        answered = {item.puzzle for item in evidence}
        steps, lesson_of = [], dict[str, int]()
        for number, lesson in enumerate(lessons()):
            asked = puzzles_of(lesson)
            steps.append(LessonProgress(lesson, len(answered.intersection(asked)), len(asked)))
            lesson_of |= dict.fromkeys(asked, number)
        latest = (lesson_of[item.puzzle] for item in reversed(evidence) if item.puzzle in lesson_of)
        last = next(latest, 0)
        current = next((step for step in (*steps[last:], *steps[:last]) if not step.is_done), None)
        due = sum(item.is_due(today) for item in strengths_of_points(evidence))
        return cls(tuple(steps), current, due)


def puzzles_of(lesson: Lesson) -> tuple[str, ...]:
    """Return the ids of the puzzles that a lesson asks, in order, each once."""
    ids: list[str] = []
    for quiz in lesson.quizzes:
        entries = bank.entries_of_set(quiz) if quiz in bank.sets() else read_set(quiz)
        ids += [each.id for each in entries]
    return tuple(dict.fromkeys(ids))
