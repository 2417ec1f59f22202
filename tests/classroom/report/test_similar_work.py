"""Work that is worth a look: what is listed, what is not, and the chance that stands beside it."""

import random
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.marking import ItemMark, LearnerMarks
from ono_tutor.classroom.report.analysis import at_least, similar_pairs
from ono_tutor.puzzles.answer import Mark

ITEMS = 12


def work(seed, choices=6):
    """Answers to twelve items at random, a sixth of them right, each at a time of its own."""
    numbers = random.Random(seed)
    found = []
    for item in range(ITEMS):
        answer = numbers.randrange(choices)
        at = f"2026-11-20T1{numbers.randrange(10)}:{item:02}:07.{numbers.randrange(1000):03}Z"
        mark = Mark.RIGHT if answer == 0 else Mark.WRONG
        found.append(ItemMark(f"p{item}", mark, 0, str(answer), at=at))
    return tuple(found)


def pairs(works):
    learners = (LearnerMarks(Learner("L"), items, files=("a.json",)) for items in works)
    return similar_pairs(list(learners))


def test_a_class_that_answers_by_itself_is_not_listed():
    """Twenty-five who guess, with many mistakes in common by accident."""
    assert pairs([work(seed) for seed in range(25)]) == []


def test_who_has_the_same_wrong_answers_as_another_is_listed_with_the_chance():
    """Another has copied all of them, at times of their own."""
    copied = tuple(
        item._replace(at=other.at) for item, other in zip(work(3), work(99), strict=True)
    )

    (pair,) = pairs([*(work(seed) for seed in range(25)), copied])

    wrong = tuple(n for n, item in enumerate(work(3), 1) if item.mark is Mark.WRONG)
    assert (pair.places, pair.wrong, pair.timed) == ((3, 25), wrong, ())
    assert pair.expected == pair.chance * (26 * 25 // 2) < Fraction(1, 20)


def test_the_same_answers_at_the_same_times_are_listed():
    """Even if all are right; one alone may be an accident, and so may whole seconds."""
    right = tuple(item._replace(answer="0", mark=Mark.RIGHT) for item in work(1))
    two = (*right[:2], *work(50)[2:])
    seconds = tuple(item._replace(at=f"{item.at[:-4]}000Z") for item in right)

    assert [pair.timed for pair in pairs([right, two])] == [(1, 2)]
    assert pairs([right, (*right[:1], *work(50)[1:])]) == []
    many = [
        tuple(i._replace(at=s.at) for i, s in zip(work(n), seconds, strict=True)) for n in range(9)
    ]
    assert all(pair.timed for pair in pairs(many))


@given(st.lists(st.fractions(0, 1, max_denominator=20), max_size=6), st.integers(0, 7))
def test_the_chance_is_that_of_all_outcomes_counted_one_by_one(chances, wanted):
    """The slow way: every combination of what happens."""
    slow = Fraction(0)
    for happens in product((True, False), repeat=len(chances)):
        if sum(happens) >= wanted:
            one = Fraction(1)
            for chance, is_so in zip(chances, happens, strict=True):
                one *= chance if is_so else 1 - chance
            slow += one

    assert float(at_least(wanted, chances)) == pytest.approx(float(slow), abs=1e-9)
