"""One position under every rule set, side by side."""

import json
import random

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

from ono_tutor import NotationError, Position, UnanswerableError
from ono_tutor.solver.compare import compare
from ono_tutor.widgets.explorer import Compare

START = "1980 total=6 hand=-10,9,8,7"


def send(widget, **message):
    """A message as the view sends it."""
    widget.receive(message)


def fields(widget):
    """The fields of the form by name."""
    return {field["name"]: field for field in widget.scene["form"]["fields"]}


def test_it_shows_the_board_as_given_and_the_grid():
    """The position's own table, and a column for each of the three rule sets."""
    shown = Compare(START)

    assert shown.scene["rules"]["id"] == "1980"
    assert [card["code"] for card in shown.scene["hand"]] == ["-10", "9", "8", "7"]
    assert len(shown.scene["grid"]["columns"]) == 4
    assert shown.comparison == compare(Position.parse(START))


def test_the_form_has_no_edition_and_no_hidden_card():
    """Every edition is compared, and a hidden card has no answer."""
    shown = fields(Compare(START))

    assert "edition" not in shown
    assert "?" not in [option["value"] for option in shown["card-1"]["options"]]


def test_a_change_is_compared_at_once_and_spoken():
    """The grid is that of the new position, and the verdicts are said."""
    shown = Compare(START)

    send(shown, type="set", name="total", value=50)

    assert shown.position.total == 50
    assert not any(row["differs"] for row in shown.scene["grid"]["rows"])
    assert shown.scene["say"].startswith("O'NO 99 of 1980: certain to survive;")


def test_a_position_that_one_rule_set_does_not_hold_says_so_in_its_column():
    """2022 has no Hold, and a hand of Ninety-Nine has three cards."""
    cells = Compare("1980 total=89 hand=10,H,O,9 players=3").scene["grid"]["rows"][0]["cells"]

    assert [cell["outcome"] for cell in cells] == ["safe", "none", "none"]
    assert "has no card 'H'" in cells[1]["text"]
    assert "a hand is 3 at the most" in cells[2]["text"]


def test_a_position_that_cannot_be_leaves_the_comparison():
    """The reason is at its field, the notice says what is still shown, nothing is said twice."""
    shown = Compare(START)

    send(shown, type="set", name="total", value=99)

    assert "cannot stand at 99" in fields(shown)["total"]["error"]
    assert START in shown.scene["notice"]
    assert shown.scene["say"] == ""
    assert str(shown.position) == START


def test_a_hidden_card_in_a_line_is_said_at_the_line():
    """The line can be read, but a hidden card cannot be compared."""
    shown = Compare(START)

    send(shown, type="set", name="line", value="1980 total=6 hand=?,9,8,7")

    assert "hidden" in fields(shown)["line"]["error"]
    assert str(shown.position) == START


def test_a_card_that_is_pressed_is_told_for_every_rule_set():
    """The feedback names each rule set, and the rule point where they part (rule minus-ten)."""
    shown = Compare(START)

    send(shown, type="play", play="-10")

    assert shown.feedback["headline"] == "Minus ten: the rule sets part here."
    assert "ONO 99 of 2022: survives. New total 0;" in shown.feedback["text"]
    assert [rule["id"] for rule in shown.feedback["rules"]] == ["minus-ten"]


def test_the_position_can_be_set_in_python():
    """A line or a Position; what is no position raises and leaves the one before."""
    shown = Compare(START)
    shown.position = Position.parse("2022 total=97 hand=7,1,O,O owes=2")

    with pytest.raises(NotationError):
        shown.position = "boot"
    with pytest.raises(UnanswerableError):
        shown.position = "1980 hand=?4"

    assert str(shown.position) == "2022 total=97 hand=7,1,O,O owes=2"


def test_it_has_a_text_form():
    """Printed, it is the line and the grid."""
    shown = Compare(START)

    assert str(shown).splitlines()[0] == START
    assert "Minus ten: Because of the rule point minus-ten." in str(shown)
    assert repr(shown) == f"Compare({START!r})"


@pytest.mark.parametrize(
    ("wrong", "error"),
    [(None, NotationError), ("boot", NotationError), ("1980 hand=?4", UnanswerableError)],
)
def test_a_wrong_argument_is_refused(wrong, error):
    """What is no position, or has no answer, is named in the package's own error."""
    with pytest.raises(error):
        Compare(wrong)


VALUES = [None, "", [], {}, True, 1.5, 10**30, "2022", "H", "D", "O", "?", "none", "K", 2, 8, 99]


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**9))
def test_no_message_raises(seed):
    """Whatever the view sends, in whatever order, the scene can be sent back."""
    rng = random.Random(seed)
    shown = Compare(START)

    for _ in range(20):
        name = rng.choice(["line", "edition", "total", "owes", "players", "card-1", "card-4", "zz"])
        value = strategies.line(rng) if name == "line" else rng.choice(VALUES)
        send(shown, type="set", name=name, value=value)
        send(shown, type="play", play=rng.choice(["7", "O", "out", "A+1", "boot", "draw:0"]))

        json.dumps([shown.scene, shown.feedback], allow_nan=False)
        assert compare(shown.position) == shown.comparison
