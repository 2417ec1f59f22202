"""A class to grade in tests: an assignment, and answers files that learners hand in."""

from pathlib import Path

from classroom.hostile import answers
from click.testing import CliRunner, Result

from ono_tutor.classroom.assignment import Assignment, Feedback, Item, assignment_text
from ono_tutor.cli.main import main
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import Puzzle

ENTRIES = tuple(bank.entries_of_set("double-play-1980"))[:4]
RIGHT = {entry.id: Puzzle.of(entry).answer_as_json() for entry in ENTRIES}
WRONG = {
    entry.id: next(word for word in ("certain", "lost") if word != RIGHT[entry.id])
    for entry in ENTRIES
}
NOON = "2026-11-20T12:00:00Z"
LATER = "2026-11-20T13:00:00Z"


def an_assignment(
    title: str = "Week 1", due: str = "", points: int = 1, feedback: Feedback = Feedback.NOW
) -> Assignment:
    """Four puzzles on the Double Play."""
    items = tuple(Item((entry,), points) for entry in ENTRIES)
    return Assignment("week-1", title, items, feedback, 1, due)


def answers_file(learner: str, right: int, at: str = NOON, assignment: str = "week-1") -> str:
    """A file with so many right answers, the others wrong."""
    rows = [
        {"puzzle": entry.id, "answer": (RIGHT if place < right else WRONG)[entry.id], "at": at}
        for place, entry in enumerate(ENTRIES)
    ]
    return answers(assignment, learner, rows).decode()


def hand_in(folder: Path, name: str, learner: str, right: int, at: str = NOON) -> Path:
    """Write such a file into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    path.write_text(answers_file(learner, right, at), encoding="utf-8")
    return path


def task_file(folder: Path, assignment: Assignment | None = None) -> Path:
    """Write the file of the assignment into a folder."""
    path = folder / "week-1.json"
    path.write_text(assignment_text(assignment or an_assignment()), encoding="utf-8")
    return path


def run(*words: object) -> Result:
    """What a command prints, and its exit status."""
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done
