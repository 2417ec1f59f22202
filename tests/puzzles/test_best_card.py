"""The questions best-card and quiet: one question, so that asking it gives nothing away."""

import pytest

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.puzzles.answer import Mark, Quiet
from ono_tutor.puzzles.puzzle import Puzzle

CHOICE = "1980 total=92 hand=7,5,9,O owes=2"
QUIET = "1980 total=90 hand=2,3,4,5"


def puzzle(line, kind="best-card"):
    return Puzzle("p", kind, Position.parse(line))


def test_the_lowest_card_that_can_come_first_is_best_at_92():
    found = puzzle(CHOICE)

    assert found.answer_as_json() == ["5"]
    assert found.check("five").is_right
    assert found.check(["5"]).is_right


def test_one_of_several_equally_good_cards_is_right_and_so_are_all():
    found = puzzle("1980 total=88 hand=2,3,D,O owes=2")

    assert found.answer_as_json() == ["2", "3"]
    assert found.check("3").is_right
    assert found.check("2 and 3").is_right


def test_a_worse_card_is_wrong_and_both_cards_are_named():
    check = puzzle(CHOICE).check("9")

    assert check.mark is Mark.WRONG
    assert "Nine would lose at 101" in str(check)
    assert "five" in str(check)
    assert "limit" in check.rules


def test_a_smaller_chance_is_told_beside_the_greater():
    check = puzzle("1980 total=94 hand=2,3,O,O owes=2").check("3")

    assert check.mark is Mark.WRONG
    assert "8/25; two gives 9/25" in str(check)


def test_both_kinds_ask_the_same():
    assert str(puzzle(CHOICE).question) == str(puzzle(QUIET, "quiet").question)
    assert puzzle(CHOICE).choices == puzzle(QUIET, "quiet").choices


def test_where_nothing_is_to_find_every_card_is_safe():
    found = puzzle(QUIET, "quiet")

    assert found.answer is Quiet.EVERY_SAFE
    assert found.answer_as_json() == "every card is safe"
    assert found.check("Every card is safe.").is_right
    assert found.check("all").is_right


def test_naming_one_card_of_a_quiet_hand_is_wrong():
    check = puzzle(QUIET, "quiet").check("2")

    assert check.mark is Mark.WRONG
    assert "two, three, four and five" in str(check)


def test_saying_that_every_card_is_safe_names_one_that_is_not():
    check = puzzle(CHOICE).check("every card is safe")

    assert check.mark is Mark.WRONG
    assert "Seven would lose at 99" in str(check)


def test_a_position_with_something_to_find_is_not_quiet():
    with pytest.raises(UnanswerableError, match="not quiet"):
        _ = puzzle(CHOICE, "quiet").answer


def test_where_every_card_loses_none_is_best():
    with pytest.raises(UnanswerableError, match="no card completes"):
        _ = puzzle("1980 total=98 hand=7,5,D,O owes=2").answer


def test_a_card_that_is_not_held_is_malformed():
    check = puzzle(CHOICE).check("H")

    assert check.mark is Mark.MALFORMED
    assert "5, 7, 9, O" in str(check)


def test_the_ways_to_play_an_ace_are_told_apart():
    found = puzzle("ninety-nine total=31 hand=A,8,K")

    assert found.answer_as_json() == ["A+1"]
    assert found.check("ace").mark is Mark.MALFORMED
    assert "A+1 or A+11" in str(found.check("ace"))
    assert found.check("A+11").mark is Mark.WRONG


def test_the_last_hint_names_the_cards_with_a_chance():
    assert str(puzzle(CHOICE).hints[-1]) == "These cards give a chance: five."


def test_a_right_card_that_is_certain_is_not_measured_against_a_chance_of_one():
    """For certain no card does better, and no number is told; with luck the number stands there."""
    certain = puzzle("1980 total=95 hand=H,5,6,O").check("H")
    luck = puzzle("1980 total=96 hand=10,10,5 undrawn=0").solution()

    assert str(certain.text).endswith(" No card does better.")
    assert str(luck.text).endswith(" No card does better than 19/51.")
