"""The question score: what the cards in hand score in 1980 with points."""

import pytest
import slow_rules
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle


def puzzle(hand, rules="1980+scoring=points"):
    return Puzzle("p", "score", Position.parse(f"{rules} hand={hand} players=3"))


@pytest.mark.parametrize(
    ("hand", "score"),
    [("O,D,2,7", 44), ("H,R,-10,D", 60), ("10,10,9,8", 37), ("O,O,2", 57), ("7", 52), ("", 60)],
)
def test_a_hand_scores_its_cards_and_those_missing(hand, score):
    """Rule points: faces, 20, 15 and 15 for each card missing; the first case is the text's own."""
    found = puzzle(hand)

    assert found.answer_as_json() == score
    assert found.check(score).is_right
    assert found.check(f"{score} points").is_right
    assert found.solution().rules == ("points",)


@given(st.permutations(slow_rules.deck("1980", {}, 2)), st.integers(0, 4))
def test_the_slow_engine_scores_the_same(pile, size):
    table = slow_rules.read("1980+scoring=points hand=7") | {"stakes": [0, 0]}
    table["hands"][0] = pile[:size]

    slow_rules._score(table, 0, 0)

    assert puzzle(",".join(pile[:size])).answer == table["stakes"][0]


@pytest.mark.parametrize(
    ("hand", "given", "slip"),
    [
        ("O,D,2,7", 69, "being put out"),
        ("O,O,2", 42, "missing score too"),
        ("O,D,2,7", 9, "without a number scores"),
        ("O,D,2,7", 40, "4 short"),
        ("O,D,2,7", 50, "6 over"),
    ],
)
def test_a_wrong_sum_is_told_what_is_off(hand, given, slip):
    check = puzzle(hand).check(given)

    assert check.mark is Mark.WRONG
    assert f"You say {given}" in str(check)
    assert slip in str(check)
    assert check.rules == ("points",)


@pytest.mark.parametrize("words", ["lots", "4 4", "7.5", "O"])
def test_what_is_no_whole_number_is_malformed(words):
    assert puzzle("O,D,2,7").check(words).mark is Mark.MALFORMED


@pytest.mark.parametrize("rules", ["1980", "2022", "ninety-nine"])
def test_hands_are_scored_in_no_other_game(rules):
    with pytest.raises(UnanswerableError, match="not scored"):
        assert puzzle("7,8,9", rules).answer


def test_a_hidden_card_makes_the_score_unanswerable():
    with pytest.raises(UnanswerableError, match="hidden"):
        assert puzzle("7,?").answer


def test_three_hints_come_near_the_sum():
    hints = [str(hint) for hint in puzzle("O,D,2").hints]

    assert "1 missing" in hints[0]
    assert "O'NO 99 is 20 and Double Play is 15" in hints[1]
    assert hints[2].startswith("Without O'NO 99 this hand would come to 32")


def test_a_missing_card_is_a_step_more():
    full, short = puzzle("7,8,9,10"), puzzle("7,8,9")

    assert short._kind.effort(short.task).steps == full._kind.effort(full.task).steps + 1
