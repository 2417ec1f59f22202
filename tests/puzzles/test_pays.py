"""The question pays: what each seat pays, loses or scores by the last play."""

import pytest
import slow_rules
import strategies
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor.errors import NotationError, UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.kinds.pays import read_amounts
from ono_tutor.puzzles.puzzle import Puzzle

CROSSES = "ninety-nine total=29 hand=7,4,5 players=3"
DOWN = "ninety-nine total=76 hand=10,4,5 players=3"


def puzzle(line, plays):
    position = Position.parse(line)
    return Puzzle("p", "pays", position, tuple(map(position.rules.read_play, plays.split())))


POINTS = "1980+scoring=points total=98 hands=7,8,9,5/O,D,2,7"
CASES = [
    ("1980 total=98 hand=7,8,9,5 players=3", "7", [1, 0, 0], "chips"),
    ("1980 total=98 hand=7,8,9,5 players=3 chips=0/3/3", "7", [0, 0, 0], "chips"),
    ("1980 total=50 hand=7,8,9,5 players=3", "7", [0, 0, 0], "number-cards"),
    (f"{POINTS} draw=3", "7", [8 + 9 + 5 + 3 + 25, 44], "points"),
    (CROSSES, "7", [1, 0, 0], "99-cross"),
    (CROSSES, "4", [0, 1, 1], "99-land-33-66"),
    (DOWN, "10-10", [0, 0, 0], "99-upward-only"),
    ("ninety-nine total=53 hand=2,4,5 players=3", "2", [3, 0, 0], "99-double-cross"),
    ("ninety-nine total=89 hands=J,4,5/-/?3/?3", "J", [0, 0, 2, 2], "99-land-99"),
]


@pytest.mark.parametrize(("line", "plays", "amounts", "rule"), CASES)
def test_what_each_seat_pays_follows_from_the_last_play(line, plays, amounts, rule):
    found = puzzle(line, plays)

    assert found.answer_as_json() == amounts
    assert found.check(amounts).is_right
    assert found.check("/".join(map(str, amounts))).is_right
    assert found.solution().rules[0] == rule


@given(strategies.lines(), st.data())
def test_the_stakes_of_the_slow_engine_change_by_as_much(line, data):
    """What the slow engine takes from, or adds to, the seats is a right answer."""
    word = data.draw(st.sampled_from(slow_rules.legal(slow_rules.read(line))))
    position, before = Position.parse(line), slow_rules.read(line)
    after = slow_rules.play(before, word)
    if "?" in position.hand or not before["stakes"] or None in after["stakes"]:
        return
    changes = [abs(a - b) for a, b in zip(after["stakes"], before["stakes"], strict=True)]

    assert puzzle(line, word).check(changes).is_right


def test_only_the_last_of_the_plays_is_paid_for():
    """Seat 0 crosses 33; then seat 1 goes on from 36 and pays nothing."""
    line = "ninety-nine total=29 hands=7,4,5/3,4,5"

    assert puzzle(line, "7").answer_as_json() == [1, 0]
    assert puzzle(line, "7 3").answer_as_json() == [0, 0]


@pytest.mark.parametrize(
    "words", ["0 1 0", "0/1/0", "0, 1, 0", "seat 1 pays 1", "Seat one loses one point.", "seat 1: 1",
              "seat 0 loses 0 and seat 1 loses 1"]
)  # fmt: skip
def test_amounts_are_read_seat_by_seat(words):
    assert read_amounts(words, 3) == (0, 1, 0)


@pytest.mark.parametrize("words", ["nobody", "none", "no one", "nobody pays", "0 0"])
def test_nobody_pays_can_be_said(words):
    assert read_amounts(words, 2) == (0, 0)


@pytest.mark.parametrize("words", ["1", "1 0 0", "0 -1", "seat 5 pays 1", "seat 1 pays 1, seat 1 pays 2",
                                   "everyone", "seat 1", "1.5 0"])  # fmt: skip
def test_amounts_that_do_not_fit_the_seats_are_malformed(words):
    """With two seats a single number could be either seat's, so nothing is guessed."""
    with pytest.raises(NotationError):
        read_amounts(words, 2)
    assert puzzle("1980 total=98 hand=7,8,9,5", "7").check(words).mark is Mark.MALFORMED


def test_a_wrong_number_of_seats_is_told():
    assert "3 seats" in str(puzzle(CROSSES, "7").check("1 0"))


def test_a_wrong_answer_names_each_seat_that_is_wrong():
    check = puzzle(CROSSES, "7").check("0 1 0")

    assert check.mark is Mark.WRONG
    assert "Seat 0 loses 1, not 0." in str(check)
    assert "Seat 1 loses nothing, and you say 1." in str(check)
    assert "36" in str(check)


def test_two_wrong_answers_get_two_texts():
    found = puzzle(DOWN, "10-10")
    wrong = ["0 1 1", "1 0 0", "2 0 0", "1 1 1"]

    assert len({str(found.check(words)) for words in wrong}) == len(wrong)


def test_what_a_player_had_left_is_right_as_well():
    """A play that costs 3 takes one point from a player who has one."""
    found = puzzle("ninety-nine total=53 hand=2,4,5 players=3 points=1/4/5", "2")

    assert found.check("3 0 0").is_right
    assert found.check("1 0 0").is_right
    assert found.check("2 0 0").mark is Mark.WRONG


@pytest.mark.parametrize(
    ("line", "plays", "words", "mistake"),
    [
        (DOWN, "10-10", "0 1 1", "coming-down-pays"),
        ("ninety-nine total=33 hand=4,5,6 players=3", "5", "1 0 0", "leaving-mark-is-crossing"),
        ("ninety-nine total=53 hand=2,4,5 players=3", "2", "2 0 0", "double-cross-costs-two"),
    ],
)
def test_a_misconception_is_named(line, plays, words, mistake):
    assert mistake in [found.id for found in puzzle(line, plays).check(words).mistakes]


def test_in_2022_there_is_nothing_to_pay():
    with pytest.raises(UnanswerableError, match="no chips and no points"):
        assert puzzle("2022 total=98 hand=7,8,9,5", "out").answer


def test_a_hidden_hand_that_is_scored_makes_it_unanswerable():
    with pytest.raises(UnanswerableError, match="hidden cards"):
        assert puzzle(POINTS, "7").answer


def test_three_hints_end_with_the_rule_that_decides():
    hints = [str(hint) for hint in puzzle(CROSSES, "7").hints]

    assert "29" in hints[0]
    assert "36" in hints[1]
    assert "you lose 1 point" in hints[2]


@pytest.mark.parametrize(
    ("line", "plays", "word"),
    [("1980 total=98 hand=7,8,9,5", "7", "chips"), (CROSSES, "7", "lose"), (POINTS, "7", "score")],
)
def test_the_question_says_what_is_paid(line, plays, word):
    assert word in str(puzzle(line, plays).question)
