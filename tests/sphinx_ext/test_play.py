"""The directive ``ono-play``: a line of play, each step shown and the end held to the claim."""

import re

import pytest

LINE = "1980 total=60 hands=D,4,8,O/H,4,5,6/R,5,6,7 | D H R"


def written(line, expect=None):
    option = "" if expect is None else f":expect: {expect}\n"
    return f"```{{ono-play}} {line}\n{option}```\n"


def test_each_step_is_shown(build):
    """A line of three plays shows the table before it and after each play, and every event."""
    site = build(written(LINE, "turn 1, owes 2, dir ccw"), "-W")

    assert (site.status, site.said) == (0, "")
    assert site.page().count("<desc>") == 4
    assert "That hands the double on: seat 2 owes two cards." in site.page()


def test_play_stops_where_the_hand_ends(build):
    """After the play that ends the hand there is no table to go on from."""
    page = build(written("1980 total=97 hand=5,9,10,O | 5", "loser 0"), "-W").page()

    assert page.count("<desc>") == 1
    assert "Here play stops." in page


@pytest.mark.parametrize(
    ("line", "expect", "why"),
    [
        (LINE, "turn 2", "but turn is 1"),
        (LINE, "colour red", "what can be claimed is total"),
        ("1980 total=60 hand=D,4,8,O", None, "is no line of play; it is written POSITION | PLAY PLAY"),
        (LINE.replace("D H R", "H"), None, "not in the hand"),
        (LINE.replace("=60", "=x"), None, "'x'"),
    ],
)  # fmt: skip
def test_a_wrong_line_fails(build, line, expect, why):
    """A line that cannot be played, and an end that is not so, fail the build at file and line."""
    site = build(written(line, expect))

    assert site.status != 0
    assert re.search(r"index\.md:3: ERROR: ono-play", site.said)
    assert why in site.said


def test_an_unknown_option_fails(build):
    """A misspelt option fails the build and names those that there are."""
    site = build(f"```{{ono-play}} {LINE}\n:expcet: turn 1\n```\n")

    assert "index.md:3: ERROR: ono-play: 'expcet' is not an option here" in site.said
