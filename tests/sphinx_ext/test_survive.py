"""The directive ``ono-survive``: the exact chance, and the draws that help."""

import re

import pytest

from ono_tutor import Card, Position
from ono_tutor.sphinx_ext.positions import good_draws

LUCK = "1980 total=92 hand=5,9,10,O owes=2 players=3"
SURE = "1980 total=92 hand=7,H,-10,O owes=2 players=3"


def written(line, expect):
    return f"```{{ono-survive}} {line}\n:expect: {expect}\n```\n"


@pytest.mark.parametrize(
    ("line", "expect"), [(LUCK, "chance 8/25"), (LUCK, "8/25"), (SURE, "certain")]
)
def test_a_true_claim_builds(build, line, expect):
    """The verdict and the chance may be claimed, and build without a word."""
    site = build(written(line, expect), "-W")

    assert (site.status, site.said) == (0, "")


@pytest.mark.parametrize(
    ("line", "expect", "why"),
    [
        (LUCK, "certain", "the answer is chance, with chance 8/25"),
        (SURE, "lost", "the answer is certain"),
        ("1980 total=92 hand=Z", "lost", "'Z' is not a card"),
    ],
)
def test_a_false_claim_fails(build, line, expect, why):
    """A verdict that the engine denies, and bad input, fail the build at file and line."""
    site = build(written(line, expect))

    assert site.status != 0
    assert "index.md:3: ERROR: ono-survive" in site.said
    assert why in site.said


def test_the_draws_that_help_are_named(build):
    """After a five at 92, a Hold, a Reverse, a minus ten or a Double Play helps: 16 cards of 50."""
    words = re.sub(r"<[^>]+>|\s+", " ", build(written(LUCK, "8/25")).page())

    assert "These draws help: minus ten (4), Hold (4), Reverse (6) and Double Play (2)." in words


def test_good_draws_are_all_that_the_chance_is_made_of():
    """The draws that help are as many as the chance says; where nothing hangs on a draw, none."""
    found = dict(good_draws(Position.parse(LUCK)))

    assert found == {Card.MINUS_TEN: 4, Card.HOLD: 4, Card.REVERSE: 6, Card.DOUBLE: 2}
    assert good_draws(Position.parse(SURE)) == ()
    assert good_draws(Position.parse(f"{LUCK} draw=H")) == ()
