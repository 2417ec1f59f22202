"""The question next: who plays next, and how many cards that player owes."""

import pytest
import slow_rules
import strategies
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor.errors import NotationError, UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.kinds.next_player import read_next
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.book import rule_points

DOUBLED = "1980 total=50 hand=7,R,D,H owes=2 players=3"
LAID_DOWN = "2022 total=95 hands=7,8,9,6/?4/-/?4 owes=2"


def puzzle(line, plays):
    position = Position.parse(line)
    return Puzzle("p", "next", position, tuple(map(position.rules.read_play, plays.split())))


CASES = [
    ("1980 total=50 hand=7,R,D,H players=3", "7", 1, 1, "turn-order"),
    ("1980 total=50 hand=7,R,D,H players=3", "R", 2, 1, "reverse"),
    ("1980 total=50 hand=7,R,D,H players=3", "D", 1, 2, "double-effect"),
    ("1980 total=50 hand=7,R,D,H", "R", 1, 1, "reverse-two-players"),
    (DOUBLED, "7", 0, 1, "double-effect"),
    (DOUBLED, "7 D", 1, 2, "double-effect"),
    (DOUBLED, "H", 1, 2, "double-reply"),
    (DOUBLED, "R", 2, 2, "double-reverse-target"),
    ("2022 total=50 hand=7,R,D,1 owes=2 players=3", "D", 1, 2, "double-no-stack"),
    (LAID_DOWN, "out", 1, 1, "double-eliminated"),
    ("ninety-nine total=20 hand=J,4,5 players=3", "J", 2, 1, "99-jack"),
    ("ninety-nine total=20 hand=J,4,5", "J", 0, 1, "99-jack"),
    ("ninety-nine total=20 hand=J,4,5 players=3", "4", 2, 1, "99-four"),
    ("ninety-nine total=20 hand=J,4,5", "4", 1, 1, "99-four"),
]


@pytest.mark.parametrize(("line", "plays", "seat", "owes", "rule"), CASES)
def test_the_next_player_and_the_debt_follow_from_the_plays(line, plays, seat, owes, rule):
    found = puzzle(line, plays)

    assert found.answer_as_json() == {"seat": seat, "owes": owes}
    assert found.check(found.answer_as_json()).is_right
    assert found.check([seat, owes]).is_right
    assert rule in found.solution().rules
    assert f"seat {seat}" in str(found.solution()).lower()


@given(strategies.lines(), st.data())
def test_the_slow_engine_knows_the_same_next_player(line, data):
    """Whatever is played, turn and debt are those of the slow engine, or the round is over."""
    word = data.draw(st.sampled_from(slow_rules.legal(slow_rules.read(line))))
    if "?" in Position.parse(line).hand:
        return
    table = slow_rules.play(slow_rules.read(line), word)
    found = puzzle(line, word)

    if table["over"]:
        with pytest.raises(UnanswerableError, match="round is over"):
            assert found.answer
        return
    assert found.answer_as_json() == {"seat": table["turn"], "owes": table["owes"]}
    assert set(found.solution().rules) <= set(rule_points())


@pytest.mark.parametrize(
    "words",
    ["2 1", "2, 1", "seat 2 owes 1", "Seat two, one card", "one card, seat 2", "owes 1: seat 2.",
     "seat 2 is next and owes one card", "player 2 plays next and owes 1", "2 owes 1"],
)  # fmt: skip
def test_seat_and_debt_are_read_in_many_words(words):
    assert read_next(words) == (2, 1)


@pytest.mark.parametrize(
    ("words", "missing"),
    [("2", "one number"), ("seat 2", "how many cards"), ("two cards", "which seat"),
     ("seat 2 owes", "does not say"), ("owes 1", "which seat"), ("1.5 2", "does not say"),
     ("-1 2", "does not say"), ("1 2 3", "does not say"), ("left", "does not say")],
)  # fmt: skip
def test_half_an_answer_is_malformed_and_says_what_is_missing(words, missing):
    with pytest.raises(NotationError, match=missing):
        read_next(words)
    assert puzzle(DOUBLED, "R").check(words).mark is Mark.MALFORMED


def test_a_seat_that_is_not_there_is_malformed():
    check = puzzle(DOUBLED, "R").check("seat 3 owes 2")

    assert check.mark is Mark.MALFORMED
    assert "0 to 2" in str(check)


def test_every_wrong_answer_gets_a_reason_of_its_own():
    """Each wrong seat and each wrong debt is named in the text, with the right seat."""
    found = puzzle(LAID_DOWN, "out")
    wrong = [f"{seat} {owes}" for seat in range(4) for owes in (1, 2) if (seat, owes) != (1, 1)]
    texts = [str(found.check(words)) for words in wrong]

    assert len(set(texts)) == len(wrong)
    assert all("seat 1 plays next and owes one card" in text for text in texts)
    assert "is out and cannot be next" in str(found.check("2 1"))


@pytest.mark.parametrize(
    ("line", "plays", "words", "mistake"),
    [
        (DOUBLED, "R", "2 4", "doubles-add-up"),
        (DOUBLED, "R", "1 2", "reverse-reply-goes-on"),
        ("1980 total=50 hand=7,R,D,H", "R", "0 1", "reverse-for-two-plays-again"),
        (LAID_DOWN, "out", "1 2", "double-is-inherited"),
    ],
)
def test_a_misconception_is_named(line, plays, words, mistake):
    check = puzzle(line, plays).check(words)

    assert check.mark is Mark.WRONG
    assert mistake in [found.id for found in check.mistakes]


def test_after_the_last_card_of_a_round_nobody_is_next():
    with pytest.raises(UnanswerableError, match="round is over"):
        assert puzzle("1980 total=98 hand=7,8,9,5", "7").answer


def test_without_a_play_there_is_nobody_to_find():
    with pytest.raises(UnanswerableError, match="no card is played"):
        assert puzzle(DOUBLED, "").answer


def test_three_hints_lead_from_what_is_owed_to_the_seat():
    hints = [str(hint) for hint in puzzle(DOUBLED, "R").hints]

    assert "owes two cards" in hints[0]
    assert "Reverse" in hints[1]
    assert "seat 2 is next" in hints[2]


def test_a_turned_double_takes_more_steps_than_a_plain_card():
    plain = puzzle("1980 total=50 hand=7,R,D,H players=3", "7")
    turned = puzzle(DOUBLED, "R")

    assert turned._kind.effort(turned.task).steps > plain._kind.effort(plain.task).steps
    assert turned._kind.effort(turned.task).tempts
    assert not plain._kind.effort(plain.task).tempts
