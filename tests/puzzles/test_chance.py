"""The question chance: the exact chance to complete this turn."""

from fractions import Fraction
from random import Random

import pytest
import strategies
from solver import slow

from ono_tutor.errors import OnoError
from ono_tutor.game.position import Position
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.misconceptions.diagnosis import mistaken
from ono_tutor.puzzles.puzzle import Puzzle

RISK = "1980 total=95 hand=3,8,O,O owes=2 players=4"


def puzzle(line):
    return Puzzle("p", "chance", Position.parse(line))


LINES = [
    RISK,
    "1980 total=88 hand=10,9,O,5 owes=2 players=3",
    "1980 total=92 hand=7,H,9,O owes=2 players=3",
    "1980 total=98 hand=7,5,D,O owes=2 players=3",
    "2022 total=95 hand=3,8,O,9 owes=2 players=4",
    "2022 total=98 hand=O,O,O,O owes=2",
    "1980 total=95 hand=3,8,O,O owes=2 draw=9",
    "ninety-nine total=29 hand=7,4,5 players=3",
    "ninety-nine total=98 hand=7,8,5 players=3",
]


@pytest.mark.parametrize("line", LINES)
def test_the_chance_is_that_of_the_slow_solver(line):
    found, chance = puzzle(line), slow.chance(line)

    assert found.answer == chance
    assert found.answer_as_json() == f"{chance.numerator}/{chance.denominator}"
    assert found.check(found.answer_as_json()).is_right


@pytest.mark.parametrize("words", ["8/25", "16/50", "16 of 50", "32%", "0.32", Fraction(8, 25)])
def test_a_chance_is_right_however_it_is_written(words):
    assert puzzle(RISK).check(words).is_right


@pytest.mark.parametrize("words", ["9/8", "1/0", "some", "-1/2", "8/", "200%", "3"])
def test_what_is_no_chance_is_malformed(words):
    assert puzzle(RISK).check(words).mark is Mark.MALFORMED


def test_the_solution_counts_the_cards_that_save():
    text = str(puzzle(RISK).solution())

    for part in (
        "50 cards",
        "16 save you",
        "minus ten (4)",
        "Hold (4)",
        "Reverse (6)",
        "98",
        "8/25",
    ):
        assert part in text


@pytest.mark.parametrize(
    ("given", "slip"),
    [
        ("16/54", "out of all 54 cards"),
        ("12/50", "as if minus ten did not save you"),
        ("19/50", "as if two saved you"),
        ("34/50", "chance to lose"),
        ("0.321", "close"),
    ],
)
def test_a_slip_is_named(given, slip):
    check = puzzle(RISK).check(given)

    assert check.mark is Mark.WRONG
    assert slip in str(check)
    assert "8/25" in str(check)
    assert check.rules


@pytest.mark.parametrize(("given", "mistake"), [("0", "no-draw-between"), ("1", "ono99-sets-99")])
def test_a_misconception_is_named(given, mistake):
    assert mistake in [found.id for found in puzzle(RISK).check(given).mistakes]


@pytest.mark.parametrize("line", LINES)
def test_four_different_chances_are_offered_in_order(line):
    """One of them is right, they go up, and asking again gives the same."""
    found = puzzle(line)
    offered = [Fraction(word) for word, _ in found.choices]

    assert len(offered) == 4
    assert offered == sorted(set(offered))
    assert [found.check(word).is_right for word, _ in found.choices].count(True) == 1
    assert puzzle(line).choices == found.choices


@pytest.mark.parametrize("line", LINES)
def test_the_answers_of_misconceptions_are_offered_first(line):
    """On either side of the right answer, nothing else is offered while one is left out."""
    found = puzzle(line)
    right = found.answer
    wrong = {answer for _, answer in mistaken(found._kind, found.task)}
    offered = {Fraction(word) for word, _ in found.choices} - {right}

    for side in (lambda chance: chance < right, lambda chance: chance > right):
        mine, theirs = set(filter(side, offered)), set(filter(side, wrong))
        assert mine <= theirs or theirs <= mine


def test_the_place_of_the_right_answer_says_nothing():
    """Over many positions the right answer stands in each of the four places."""
    places = set()
    for total in range(80, 98):
        found = puzzle(f"1980 total={total} hand=10,9,8,3 owes=2 players=4")
        places.add([Fraction(word) for word, _ in found.choices].index(found.answer))
        found = puzzle(f"2022 total={total} hand=10,9,8,3 owes=2 players=4")
        places.add([Fraction(word) for word, _ in found.choices].index(found.answer))

    assert places == {0, 1, 2, 3}


def test_any_position_offers_four_chances():
    rng, tried = Random(5), 0
    while tried < 60:
        found = puzzle(strategies.line(rng))
        try:
            assert found.answer >= 0
        except OnoError:
            continue
        tried += 1
        words = [word for word, _ in found.choices]
        assert len(set(words)) == 4, found.position
        assert found.answer_as_json() in words


def test_three_hints_end_with_what_to_count():
    hints = [str(hint) for hint in puzzle(RISK).hints]

    assert "two cards at a total of 95" in hints[0]
    assert "50 cards are unseen" in hints[1]
    assert "Begin with three" in hints[2]
    assert "minus ten, Hold, Reverse and Double Play" in hints[2]


def test_a_chance_has_to_be_reckoned():
    found = puzzle(RISK)

    assert found._kind.effort(found.task).reckons
