"""The question threat: which card endangers the next player most."""

import pytest

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle

LINE = "1980 total=95 hand=2,D,R,O players=3"


def puzzle(line):
    return Puzzle("p", "threat", Position.parse(line))


def test_the_two_that_makes_97_endangers_more_than_the_double_at_95():
    found = puzzle(LINE)

    assert found.answer_as_json() == ["2"]
    assert found.check("two").is_right


def test_a_less_dangerous_card_is_compared_with_the_most_dangerous():
    check = puzzle(LINE).check("D")

    assert check.mark is Mark.WRONG
    assert "63306/264845" in str(check)
    assert "1683/6580" in str(check)
    assert "double-effect" in check.rules


def test_a_card_that_may_not_be_played_is_refused_with_its_rule():
    check = puzzle(LINE).check("O")

    assert check.mark is Mark.WRONG
    assert "An O'NO 99 may not be played" in str(check)
    assert "ono99-card" in check.rules


def test_in_ninety_nine_danger_is_to_lose_a_point():
    assert puzzle("ninety-nine total=53 hand=2,A,10").answer_as_json() == ["A+11"]


def test_who_must_lose_endangers_nobody():
    with pytest.raises(UnanswerableError, match="every card loses"):
        _ = puzzle("1980 total=98 hand=7,5,9,O").answer


def test_no_card_at_all_is_malformed():
    assert puzzle(LINE).check("none").mark is Mark.MALFORMED
