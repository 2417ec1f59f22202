"""Answers to choose among: the right one, and wrong ones that tell something."""

import pytest

from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark, Shape
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import OFFERED, mistaken
from ono_tutor.puzzles.puzzle import Puzzle

NUMBERS = [name for name, kind in KINDS.items() if kind.info.shape in (Shape.NUMBER, Shape.AMOUNTS)]
ENTRIES = [entry for entry in bank.index().values() if entry.kind in NUMBERS]
SOME = [Puzzle.of(entry) for entry in ENTRIES[:: len(ENTRIES) // 60]]


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_one_is_right_and_the_others_are_wrong(puzzle):
    """Four answers are offered, one right, the others wrong, by a misconception if there is one."""
    words = [word for word, _ in puzzle.offered]
    checks = list(map(puzzle.check, words))
    assert len(set(words)) == OFFERED
    assert sorted(check.mark for check in checks) == [Mark.RIGHT, *[Mark.WRONG] * (OFFERED - 1)]
    beliefs = list(mistaken(KINDS[puzzle.kind], puzzle.task))
    assert any(check.mistakes for check in checks) == bool(beliefs)


def test_the_place_of_the_right_one_says_nothing():
    """Over the totals of the bank the right answer stands in every place."""
    totals = [Puzzle.of(entry) for entry in ENTRIES if entry.kind == "total"][::10]
    words = [[word for word, _ in puzzle.offered] for puzzle in totals]
    places = {found.index(str(p.answer)) for p, found in zip(totals, words, strict=True)}
    assert places == set(range(OFFERED))
