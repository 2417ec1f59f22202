"""Answers to keep in the tests of a learner's progress, and a program that keeps some."""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ono_tutor.course.answer_store import Receipt
from ono_tutor.course.answered import Occasion
from ono_tutor.course.progress import Progress
from ono_tutor.game.position import Position
from ono_tutor.puzzles.puzzle import Puzzle

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOLD = Puzzle.load("dp80-hold")
OWN = Puzzle("my-own", "survive", Position.parse("1980 total=92 hand=7,H,-10,O owes=2 players=3"))


def answer(progress: Progress, word: str = "H", minutes: int = 0, puzzle: Puzzle = HOLD) -> Receipt:
    """Answer a puzzle so many minutes after noon."""
    occasion = Occasion(NOON + timedelta(minutes=minutes))
    return progress.record(puzzle, puzzle.check(word), occasion, word)


def three_kept(path: Path) -> Path:
    """A progress file with three answers."""
    progress = Progress.open(path)
    for minutes, word in enumerate(("7", "H", "9")):
        answer(progress, word, minutes)
    return path


def given(progress: Progress) -> list[object]:
    """What was answered, in the order of time."""
    return [answered.answer for answered in progress.history()]


_ANSWERING = """
import sys
from datetime import UTC, datetime, timedelta
from ono_tutor.course.answered import Occasion
from ono_tutor.course.answer_store import Receipt
from ono_tutor.course.progress import Progress
from ono_tutor.puzzles.puzzle import Puzzle

path, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
progress, puzzle = Progress.open(path), Puzzle.load("dp80-hold")
check = puzzle.check("H")
for number in range(count):
    at = datetime(2026, 11, 20, tzinfo=UTC) + timedelta(seconds=number)
    receipt = progress.record(puzzle, check, Occasion(at, lesson=f"{name}-{number}"))
    assert receipt.is_on_disk, receipt.notices
    print(receipt.answered.lesson, flush=True)
"""


def answering(path: Path, name: str, count: int) -> "subprocess.Popen[str]":
    """A program that answers so many times, and prints a name when each was acknowledged."""
    command = [sys.executable, "-c", _ANSWERING, str(path), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
