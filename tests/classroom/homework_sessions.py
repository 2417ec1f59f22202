"""Assignments and sessions to test a learner's side with."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from classroom.small_class import wrong_answer

from ono_tutor.classroom.assignment import Assignment, Feedback, Item
from ono_tutor.classroom.homework.session import HomeworkSession
from ono_tutor.classroom.homework.state import FolderOutbox, FolderState
from ono_tutor.course.progress import Progress
from ono_tutor.course.session import is_prefix
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
THREE = ("dp80-hold", "total-bmweycn7", "dp80-exactly-99")
"""A puzzle that is answered by a card or a choice, one by a number, and one by a choice."""

ONE_OF_EACH = tuple(next(e.id for e in bank.index().values() if e.kind == kind) for kind in KINDS)


class Clock:
    """A clock that goes on by a second each time it is looked at."""

    def __init__(self, start: datetime = NOON) -> None:
        self.time = start

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


def assignment(
    feedback: Feedback = Feedback.AFTER,
    attempts: int = 1,
    ids: tuple[str, ...] = THREE,
    due: str = "",
) -> Assignment:
    """An assignment of puzzles of the bank, each for two points."""
    items = tuple(Item((bank.entry(each),), 2) for each in ids)
    return Assignment("week-3", "Week 3: Double Play", items, feedback, attempts, due)


def session_in(folder: Path, given: Assignment, clock: Clock | None = None) -> HomeworkSession:
    """A session whose files are in the folder, as another program would open it."""
    answers = Progress.open(folder / "answers.json")
    return HomeworkSession(
        given, answers, FolderState(folder), FolderOutbox(folder), clock or Clock()
    )


def begun(folder: Path, given: Assignment, name: str = "Ann Lee") -> HomeworkSession:
    """A session of this learner."""
    found = session_in(folder, given)
    if found.learner is None:
        found.sign_in(name)
    return found


def line_with_steps():
    """A line in which the mover has to play twice."""
    lines = (Puzzle.of(e) for e in bank.index().values() if e.kind == "line")
    return next(each for each in lines if is_prefix(each, each.check(str(each.answer[0]))))


def answer_all(found: HomeworkSession, *, right: bool = True) -> None:
    """Answer every puzzle, each of them right or wrong."""
    for place, puzzle in enumerate(found.puzzles):
        found.go(place)
        found.answer(puzzle.answer_as_json() if right else wrong_answer(puzzle))
