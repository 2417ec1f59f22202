"""The three errors of the contract."""

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
    ("ask", "error", "kind", "word", "rule"),
    [
        (lambda: Position.parse("1980 hand=7,X"), NotationError, "notation", "X", ""),
        (lambda: play("1980 hand=7,H,O,O", "O"), IllegalPlayError, "illegal", "O", "ono99-card"),
        (lambda: survive("1980 hand=?4"), UnanswerableError, "unanswerable", "?", ""),
    ],
)
def test_what_cannot_be_answered_has_the_error_of_its_kind(ask, error, kind, word, rule):
    """An unreadable word, a forbidden play with its rule point, and a question about a hidden hand."""
    with pytest.raises(error) as caught:
        ask()

    assert isinstance(caught.value, OnoError)
    told = {"kind": kind, "message": caught.value.message, "word": word, "rule": rule}
    assert caught.value.as_json() == {"error": told}


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
