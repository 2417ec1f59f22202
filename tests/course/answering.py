"""Answers to keep in the tests of a learner's progress, and a program that keeps some."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from signal import SIGKILL

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


class Answering:
    """A program that answers so many times, and prints a name when each was acknowledged."""

    def __init__(self, path: Path, name: str, count: int) -> None:
        reading, writing = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            try:
                _answer_often(path, name, count, writing)
            finally:
                os._exit(0)
        os.close(writing)
        self.stdout = os.fdopen(reading, encoding="utf-8")

    def kill(self) -> None:
        """Kill it, wherever it is."""
        os.kill(self.pid, SIGKILL)

    def rest(self) -> list[str]:
        """What it prints up to its end, which is waited for."""
        with self.stdout:
            names = self.stdout.read().split()
        os.waitpid(self.pid, 0)
        return names


def _answer_often(path: Path, name: str, count: int, output: int) -> None:
    progress, check = Progress.open(path), HOLD.check("H")
    for number in range(count):
        at = datetime(2026, 11, 20, tzinfo=UTC) + timedelta(seconds=number)
        receipt = progress.record(HOLD, check, Occasion(at, lesson=f"{name}-{number}"))
        if not receipt.is_on_disk:
            return
        os.write(output, f"{receipt.answered.lesson}\n".encode())
