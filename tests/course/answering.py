"""Answers to keep in the tests of a learner's progress, and a program that keeps some."""

import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import PIPE, Popen

from ono_tutor.course.answer_store import AnswerRecord, Occasion, Receipt
from ono_tutor.course.progress import Progress
from ono_tutor.game.position import Position
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOLD = Puzzle.load("dp80-hold")
OWN = Puzzle("my-own", "survive", Position.parse("1980 total=92 hand=7,H,-10,O owes=2 players=3"))


def answer(progress: Progress, word: str = "H", minutes: int = 0, puzzle: Puzzle = HOLD) -> Receipt:
    """Answer a puzzle so many minutes after noon."""
    occasion = Occasion(NOON + timedelta(minutes=minutes))
    return progress.record(puzzle, puzzle.check(word), occasion, word)


def judged(
    at: str,
    puzzle: str,
    mark: str,
    points: str = "",
    mistakes: str = "",
    traps: str = "",
    hints: int = 0,
) -> AnswerRecord:
    """An answer of which only matters what it shows of the learner; lists are words."""
    lists = [tuple(words.split()) for words in (points, mistakes, traps)]
    return AnswerRecord(puzzle, "", "", "", "", "null", Mark(mark), *lists, hints, 1, at, "")


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
        words = [sys.executable, "-c", _PROGRAM, str(path), name, str(count)]
        env = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
        self._process = Popen(words, env=env, stdout=PIPE, encoding="utf-8")

    def name(self) -> str:
        """Return the next name that it prints, which is waited for."""
        assert self._process.stdout
        return self._process.stdout.readline().strip()

    def kill(self) -> None:
        """Kill it, wherever it is."""
        self._process.kill()

    def rest(self) -> list[str]:
        """Return the names that it prints up to its end, which is waited for."""
        return self._process.communicate()[0].split()


_PROGRAM = "import sys; from course.answering import answer_often; answer_often(*sys.argv[1:])"


def answer_often(path: str, name: str, count: str) -> None:
    """Answer one puzzle so many times, and print a name as soon as each answer is on disk."""
    progress, check = Progress.open(path), HOLD.check("H")
    for number in range(int(count)):
        at = datetime(2026, 11, 20, tzinfo=UTC) + timedelta(seconds=number)
        receipt = progress.record(HOLD, check, Occasion(at, lesson=f"{name}-{number}"))
        if not receipt.is_on_disk:
            return
        print(receipt.record.lesson, flush=True)
