"""Ratings from answers: the planted order of a simulated class comes out again."""

from math import exp
from random import Random

import pytest

from ono_tutor.course.responses import MEAN, MarkedResponse, ratings
from ono_tutor.puzzles.answer import Mark


def simulated(seed: int, guess: float = 0.0) -> tuple[list[float], list[MarkedResponse]]:
    """How hard 40 puzzles are, and the answers of 200 learners to them, each in its own order."""
    random = Random(seed)
    puzzles = [random.gauss(0, 1) for _ in range(40)]
    answers = []
    for learner in range(200):
        ability = random.gauss(0, 1)
        for number in random.sample(range(40), 40):
            chance = guess + (1 - guess) / (1 + exp(puzzles[number] - ability))
            mark = Mark.RIGHT if random.random() < chance else Mark.WRONG
            answers.append(MarkedResponse(f"l{learner}", f"p{number}", mark))
    return puzzles, answers


def rank_correlation(one: list[float], other: list[float]) -> float:
    """Spearman's, for values without ties."""
    size = len(one)
    ranks = [sorted(range(size), key=values.__getitem__) for values in (one, other)]
    places = [dict(zip(order, range(size), strict=True)) for order in ranks]
    squares = sum((places[0][item] - places[1][item]) ** 2 for item in range(size))
    return 1 - 6 * squares / (size * (size**2 - 1))


@pytest.mark.parametrize(("seed", "guess"), [(1, 0.0), (2, 0.0), (3, 0.25), (20261120, 0.25)])
def test_the_order_of_a_simulated_class_is_recovered(seed: int, guess: float) -> None:
    """200 learners and 40 puzzles, with and without guessing: a rank correlation over 0.9."""
    puzzles, answers = simulated(seed, guess)
    found = {item.puzzle: item for item in ratings(answers)}
    estimated = [found[f"p{number}"].rating for number in range(40)]
    assert rank_correlation(puzzles, estimated) > 0.9
    assert sum(estimated) / 40 == pytest.approx(MEAN)
    assert all(item.answers == 200 and 0 < item.margin < 200 for item in found.values())


def test_a_puzzle_that_more_learners_miss_is_rated_higher() -> None:
    """The easiest comes first, with how many answered it and how many were right."""
    answers = [
        MarkedResponse(f"l{n}", name, Mark.RIGHT if n < right else Mark.WRONG)
        for name, right in (("a", 2), ("b", 8))
        for n in range(10)
    ]
    easy, hard = ratings(answers)
    assert (easy.puzzle, easy.right, hard.puzzle, hard.right) == ("b", 8, "a", 2)
    assert easy.rating < MEAN < hard.rating


def test_few_answers_leave_a_wide_margin_and_none_leave_nothing() -> None:
    """One answer says hardly anything, and that is told."""
    (alone,) = ratings([MarkedResponse("l", "p", Mark.RIGHT)])
    assert alone.margin > 500
    assert ratings([]) == ()
