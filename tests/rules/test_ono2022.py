"""ONO 99 of 2022, rule point by rule point."""

import pytest

from ono_tutor import Position, legal_plays, play


@pytest.mark.parametrize("total", range(12))
def test_minus_ten_stops_at_zero(after, total):
    """The total never goes below zero; by default a -10 stops there (rule minus-ten)."""
    found = after(f"2022 total={total} hand=-10,0,R,3", "-10", ["total"])

    assert found == {"total": max(0, total - 10)}


@pytest.mark.parametrize("total", range(12))
def test_minus_ten_may_be_unplayable_instead(refused, total):
    """Where chosen, a -10 may not be played on 0 to 9 (rule minus-ten)."""
    found = refused(f"2022+minus-ten=unplayable total={total} hand=-10,0,R,3", "-10")

    assert found == (None if total >= 10 else "minus-ten")


def test_a_plain_reverse_can_be_written_down_with_a_player_out():
    """What is played first among the two who are left makes a position too (rule double-reverse-two-players)."""
    line = "2022+two-player-reverse-reply=plain total=50 hands=R,1,2,3/-/4,5,6,7 owes=2"

    after = play(Position.parse(line), "R").after

    assert Position.parse(str(after)) == after


def test_a_card_over_the_limit_is_not_played():
    """Without a safe card nothing is played; the only play is to lay the hand down (rule bust)."""
    position = Position.parse("2022 total=98 hand=7,8,9,O players=3")

    assert [str(word) for word in legal_plays(position)] == ["out"]


def test_an_exchange_may_run_over_the_end_of_the_draw_pile():
    """Four cards drawn across a reshuffle leave a position that can be written down (rule draw-pile-empty)."""
    seen = "0x8,1x5,2x5,3x5,4x6,5x6,6x6,7x6,8x6,9x6,10x10,-10x10,Rx10,Dx9,Ox6"
    position = Position.parse(f"2022 total=50 hands=O,O,O,O/1,2,3 draw=D seen={seen}")

    after = play(position, "OOOO").after

    assert Position.parse(str(after)) == after
