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


@pytest.mark.parametrize(
    ("ask", "error", "word", "rule"),
    [
        (lambda: Position.parse("1980 total=92 hand=7,X"), NotationError, "X", ""),
        (lambda: play("1980 total=92 hand=7,H,O,O", "O"), IllegalPlayError, "O", "ono99-card"),
        (lambda: survive("1980 hand=?4"), UnanswerableError, "?", ""),
    ],
)
def test_what_cannot_be_answered_has_the_error_of_its_kind(ask, error, word, rule):
    """An unreadable word, a forbidden play with its rule point, and a question about a hidden hand."""
    with pytest.raises(error) as caught:
        ask()

    assert (caught.value.word, caught.value.rule) == (word, rule)


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
