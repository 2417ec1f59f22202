"""Difficulty: a number from what a solution takes, and five levels."""

import pytest

from ono_tutor.puzzles.answer import Effort
from ono_tutor.puzzles.difficulty import BOUNDS, Level, difficulty, level_of


@pytest.mark.parametrize(
    ("effort", "traps", "number"),
    [
        (Effort(1, 1), 0, 7),
        (Effort(4, 1), 0, 13),
        (Effort(4, 2), 0, 18),
        (Effort(4, 2, tempts=True), 0, 25),
        (Effort(4, 2, reckons=True), 0, 30),
        (Effort(4, 2), 2, 38),
        (Effort(4, 2), 9, 58),
        (Effort(2, 60), 0, 34),
    ],
)
def test_difficulty_is_the_sum_that_is_documented(effort, traps, number):
    """2 a card, 5 a step up to six, 12 for a chance, 7 for a temptation, 10 a trap up to four."""
    assert difficulty(effort, traps) == number


def test_the_levels_follow_the_difficulty():
    """The bounds belong to the lower of the two levels, and each level has a name of its own."""
    assert [level_of(bound) for bound in BOUNDS] == list(Level)[:4]
    assert [level_of(bound + 1) for bound in BOUNDS] == list(Level)[1:]
    assert len({str(level.title) for level in Level}) == 5
