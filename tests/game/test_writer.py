"""Positions written down: parse, print, parse is exact."""

import pytest
import slow_rules
import strategies
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor import Position, legal_plays, play


@given(strategies.lines())
def test_parse_print_parse_is_exact(line):
    """A line of any rule set and option is written back as one that says the same."""
    position = Position.parse(line)

    assert Position.parse(str(position)) == position
    assert str(Position.parse(str(position))) == str(position)


@given(strategies.lines())
def test_the_written_line_says_what_was_said(line):
    """Read by hand, the canonical line is the same table as the line it came from."""
    assert slow_rules.read(str(Position.parse(line))) == slow_rules.read(line)


@given(strategies.lines(), st.data())
def test_a_position_after_a_play_can_be_written_down(line, data):
    """Whatever a play leads to has a line that says it, unless the round is over."""
    position = Position.parse(line)
    if position.is_hand_known:
        outcome = play(position, data.draw(st.sampled_from(legal_plays(position))))
        if not outcome.round_over:
            assert Position.parse(str(outcome.after)) == outcome.after


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("1980 hand=7x3,R total=0 owes=1 players=2 dir=cw turn=0", "1980 hand=7,7,7,R"),
        ("1980   players=3  hand=10,2  total=-4 ", "1980 total=-4 hand=10,2 players=3"),
        ("1980 chips=3/3 hand=R,2,7,2", "1980 hand=R,2,7,2"),
        ("1980+chips=3+ono99=suicide hand=2", "1980+ono99=suicide hand=2"),
        ("2022 hands=?,?,?,?/1,?x3", "2022 hands=?4/1,?3"),
        (
            "2022 hand=1,2,3,4 draw=3x2,1 seen=9,9,8 owes=1",
            "2022 hand=1,2,3,4 draw=3,3,1 seen=9,9,8",
        ),
        (
            "ninety-nine points=10/10/0 hands=A,2,3/?3/- total=33",
            "ninety-nine total=33 hands=A,2,3/?3/-",
        ),
        (
            "ninety-nine points=10/9/- hands=A,2,3/?3/-",
            "ninety-nine hands=A,2,3/?3/- points=10/9/-",
        ),
        ("1980 undrawn=1 hands=2,3,4,5/2,3,4", "1980 hands=2,3,4,5/2,3,4 undrawn=1"),
        ("1980 hand=", "1980 hand="),
        ("1980 hands=/2", "1980 hands=/2"),
    ],
)
def test_the_canonical_line_omits_defaults_and_sorts_nothing(line, canonical):
    """Defaults are left out, the keys stand in the contract's order, the cards in the player's."""
    assert str(Position.parse(line)) == canonical


@pytest.mark.parametrize(
    ("line", "plays"),
    [
        ("ninety-nine total=-999999999 hand=2,9,9", "2"),
        ("1980 total=-999999999 hand=-10,9,9", "-10"),
        (
            "2022 hands=1,2,3,4/-/1,2,3,5 seen=0x8,1x4,2x4,3x4,4x5,5x5,6x5,7x5,8x6,9x6,10x10,-10x10,Rx10,Dx10,Ox8",
            "1 1 2 2 3 3",
        ),
    ],
    ids=["far below zero", "further below zero", "an empty draw pile with a player out"],
)
def test_whatever_a_line_leads_to_can_be_read_again(line, plays):
    """From any line that is accepted, legal plays lead only to lines that are accepted too."""
    after = play(Position.parse(line), *plays.split()).after

    assert Position.parse(str(after)) == after
