"""Answers to keep in the tests of a learner's progress, and a program that keeps some."""

import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import PIPE, Popen

from ono_tutor.course.answer_store import AnswerRecord, Occasion
from ono_tutor.course.progress import Progress
from ono_tutor.game.position import Position
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOLD = Puzzle.load("dp80-hold")
OWN = Puzzle("my-own", "survive", Position.parse("1980 total=92 hand=7,H,-10,O owes=2 players=3"))


def answer(progress, word="H", minutes=0, puzzle=HOLD):
    """Answer a puzzle so many minutes after noon."""
    occasion = Occasion(NOON + timedelta(minutes=minutes))
    return progress.record(puzzle, puzzle.check(word), occasion, word)


def judged(at, puzzle, mark, points="", mistakes="", traps="", hints=0):
    """An answer of which only matters what it shows of the learner; lists are words."""
    lists = [tuple(words.split()) for words in (points, mistakes, traps)]
    return AnswerRecord(puzzle, "", "", "", "", "null", Mark(mark), *lists, hints, 1, at, "")


def three_kept(path):
    """A progress file with three answers."""
    progress = Progress.open(path)
    for minutes, word in enumerate(("7", "H", "9")):
        answer(progress, word, minutes)
    return path


def given(progress):
    """What was answered, in the order of time."""
    return [answered.answer for answered in progress.history()]


def answering(path, name, count):
    """Start a program that answers so many times, and prints a name as each is on disk."""
    code = "import sys; from course.answering import answer_often; answer_often(*sys.argv[1:])"
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
    words = [sys.executable, "-c", code, str(path), name, str(count)]
    return Popen(words, env=env, stdout=PIPE, encoding="utf-8")


def answer_often(path, name, count):
    """Answer one puzzle so many times, and print a name as soon as each answer is on disk."""
    progress, check = Progress.open(path), HOLD.check("H")
    for number in range(int(count)):
        occasion = Occasion(NOON + timedelta(seconds=number), lesson=f"{name}-{number}")
        receipt = progress.record(HOLD, check, occasion)
        if not receipt.is_on_disk:
            return
        print(receipt.record.lesson, flush=True)
