"""The command `compare` where hardly any rule set knows the position."""

import re

import pytest
from click.testing import CliRunner

from ono_tutor.cli.main import main


def said(line: str) -> list[str]:
    result = CliRunner().invoke(main, ["compare", line])

    assert result.exit_code == 0
    return result.stdout.splitlines()


@pytest.mark.parametrize(
    ("line", "knows", "others"),
    [
        ("1980 total=60 hand=H,D,R,O", "1980", ["2022", "ninety-nine"]),
        ("ninety-nine total=-4 hand=J,5,9", "ninety-nine", ["1980", "2022"]),
        ("2022+dump=free hand=0,0,R,1", "2022+dump=free", ["1980", "ninety-nine"]),
    ],
)
def test_a_position_that_one_rule_set_knows_is_compared_with_nothing(
    line: str, knows: str, others: list[str]
) -> None:
    """The one rule set is named, and each other with the reason why it has no such position."""
    lines = said(line)

    assert lines[-1] == f"Only {knows} knows this position, so there is nothing to compare."
    assert [x.split(":")[0] for x in lines if re.match(r"[\w=+-]+: \S", x)] == others


def test_a_position_that_nobody_can_answer_is_compared_with_nothing() -> None:
    """Four cards are to be drawn, two are in the pile: not even its own rule set can answer."""
    seen = "0x8,1x2,2x6,3x6,4x6,5x6,6x6,7x6,8x6,9x6,10x10,-10x10,Rx10,Dx10,Ox4"
    lines = said(f"2022+dump=free total=50 hands=O,O,O,O/1,1,1,1 played=0 seen={seen}")

    assert lines[-1] == "No rule set knows this position, so there is nothing to compare."


def test_cards_that_do_the_same_are_said_to_where_two_rule_sets_know_them() -> None:
    """A hand that both editions treat alike has no card that differs."""
    assert said("1980 total=60 hand=5,R,10,9 players=3")[-1].startswith("No card of this hand")
