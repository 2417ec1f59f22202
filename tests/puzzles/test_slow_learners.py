"""Learners written apart from the engine: what they answer is what the engine expects of them."""

import pytest
import slow_learners
from sweeps import is_picked, is_whole, rotating

from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.book import misconceptions

SOME = 20 if is_picked() or is_whole() else 8
"""About how many puzzles of a misconception are looked at."""

PLAIN = [
    entry
    for entry in bank.index().values()
    if entry.rules == entry.key and "undrawn=" not in entry.position and entry.kind != "chance"
]


def answered(entry, rules):
    """What the engine says of a learner's answer; None where the learner works out none."""
    try:
        words = slow_learners.answer(rules, *entry.words)
    except slow_learners.UnmodelledError:
        return None
    return Puzzle.of(entry).check(words)


def test_one_who_knows_the_rules_is_right():
    """Without a misreading every answer is the engine's; each misconception has its readings."""
    assert set(slow_learners.READINGS) == set(misconceptions())
    rules = slow_learners.book()
    for entry in rotating(PLAIN):
        found = answered(entry, rules)
        assert found is None or found.is_right, entry


@pytest.mark.parametrize("belief", sorted(misconceptions()))
def test_a_wrong_answer_by_a_misconception_is_explained_by_it(belief):
    """However its sentence is meant: where it leads to a wrong answer, the engine names it."""
    mine = [entry for entry in PLAIN if belief in entry.misconceptions]
    mine, missed = mine[:: max(1, len(mine) // SOME)], 0
    for reading in slow_learners.READINGS[belief]:
        rules = slow_learners.book(reading)
        for entry in mine:
            found = answered(entry, rules)
            if found is not None and not found.is_right:
                missed += 1
                assert belief in {mistake.id for mistake in found.mistakes}, entry
    assert missed
