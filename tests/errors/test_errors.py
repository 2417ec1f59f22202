"""The three errors of the contract."""

import json

import pytest

from ono_tutor import (
    IllegalPlayError,
    NotationError,
    OnoError,
    Position,
    UnanswerableError,
    play,
    survive,
)
from ono_tutor.errors import short_repr


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("notation", NotationError),
        ("illegal", IllegalPlayError),
        ("unanswerable", UnanswerableError),
    ],
)
def test_every_error_says_its_kind(kind, error):
    """Unreadable, forbidden and unanswerable are three errors under one root, as JSON too."""
    found = error("why", word="w", rule="r")

    assert isinstance(found, OnoError)
    assert found.as_json() == {"error": {"kind": kind, "message": "why", "word": "w", "rule": "r"}}


def test_what_cannot_be_read_is_a_notation_error():
    """A line that cannot be read names the word at fault."""
    with pytest.raises(NotationError) as caught:
        Position.parse("1980 total=92 hand=7,X")

    assert "X" in caught.value.word
    assert json.loads(json.dumps(caught.value.as_json()))["error"]["kind"] == "notation"


def test_what_a_rule_forbids_is_an_illegal_play():
    """A forbidden play names the rule point."""
    with pytest.raises(IllegalPlayError) as caught:
        play(Position.parse("1980 total=92 hand=7,H,O,O"), "O")

    assert (caught.value.word, caught.value.rule) == ("O", "ono99-card")


def test_what_is_not_known_is_unanswerable():
    """A question about a hidden hand cannot be answered."""
    with pytest.raises(UnanswerableError):
        survive(Position.parse("1980 hand=?4"))


class Shy:
    """A thing that fails to show itself."""

    def __repr__(self):
        raise RuntimeError("not today")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "None"),
        ("x" * 100, "'" + "x" * 56 + "..."),
        (10**5000, "something of the type int that cannot be shown"),
        (Shy(), "something of the type Shy that cannot be shown"),
    ],
    ids=["none", "long", "huge", "shy"],
)
def test_any_value_can_stand_in_a_message(value, words):
    """An error about a value is never itself an error, and never long."""
    assert short_repr(value) == words
