"""The question line: open hands, the play that forces a win, and again after each reply."""

import pytest

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle

WIN = "1980 total=84 hands=2,5,6,O/O,10,10,R draw=9,2,10,R,8,H,R,8,10,-10"


def puzzle(line):
    return Puzzle("p", "line", Position.parse(line))


def test_a_winning_play_is_right_and_the_reply_is_told():
    found = puzzle(WIN)
    check = found.check([str(found.answer[0])])

    assert check.is_right
    assert check.replies


def test_the_whole_line_is_right():
    found = puzzle(WIN)

    assert found.check(found.answer_as_json()).is_right


def test_a_play_that_gives_the_win_away_is_wrong_and_the_good_one_named():
    found = puzzle(WIN)

    check = found.check("2")

    assert check.mark is Mark.WRONG
    assert "Two gives the win away" in str(check)
    assert "It is kept by: five" in str(check)


def test_a_play_that_is_not_allowed_is_wrong_with_its_rule():
    check = puzzle(WIN).check("O")

    assert check.mark is Mark.WRONG
    assert check.rules[0] == "ono99-card"


def test_words_that_are_no_plays_are_malformed():
    assert puzzle(WIN).check("I win").mark is Mark.MALFORMED


def test_a_position_that_cannot_be_won_has_no_line():
    with pytest.raises(UnanswerableError, match="cannot force a win"):
        _ = puzzle("1980 total=98 hands=9,9,9,O/H,R,-10,2 draw=3,4,5,6").answer


def test_the_reply_is_the_one_that_holds_out_and_the_line_goes_on():
    """After the first winning play the reply is told, and the next play is asked for."""
    check = puzzle(WIN).check("5")

    assert [str(reply) for reply in check.replies] == ["R"]
    assert "The reply is Reverse, and the total is 89" in str(check)


def test_a_wrong_play_is_followed_to_the_loss_that_it_leads_to():
    check = puzzle(WIN).check("2")

    assert "Seat 0 loses the hand at 101" in str(check)


def test_a_later_play_that_is_wrong_is_wrong_as_well():
    check = puzzle(WIN).check("5 R 2")

    assert check.mark is Mark.WRONG
    assert "Two gives the win away" in str(check)
