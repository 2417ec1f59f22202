"""O'NO 99 of 1980, rule point by rule point."""

import pytest

from ono_tutor import Position, play
from ono_tutor.game.explain import explain


@pytest.mark.parametrize("option", ["turn", "round"])
@pytest.mark.parametrize("total", [90, 0, -10, 50])
def test_ono99_adds_nothing_on_a_final_zero(after, option, total):
    """Where the rule is on, an O'NO 99 adds 0 when the total ends in 0 (rule ono-on-zero)."""
    facts = {"total": total, "turn": 1, "owes": 1, "hands": "7,8,9,?/?,?,?,?"}

    assert after(f"1980+ono-on-zero={option} total={total} hand=O,7,8,9", "O", facts) == facts


def test_a_double_that_cannot_come_first_loses_by_its_own_rule():
    """A hand stuck on a Double Play that may not come first loses for that reason (rule double-on-double)."""
    outcome = play(Position.parse("1980 total=98 hand=D,O,O,O owes=2 players=3"), "out")

    assert (outcome.loser, outcome.events[0].rule) == (0, "double-on-double")


FORGETFUL = "1980{} total=10 hands=7,8,9,10/2,3,4,5/2,3,4,6 draw=R,H,6,9"


@pytest.mark.parametrize(
    ("options", "plays", "undrawn", "hand"),
    [
        ("", "7!", [0], "8,9,10"),
        ("", "7! draw:0", [], "8,9,10,R"),
        ("", "7! 2! draw:0", [1], "8,9,10,R"),
        ("", "7! 2", [], "8,9,10"),
        ("", "7! 2!", [0, 1], "8,9,10"),
        ("", "7! 2! draw:1", [], "8,9,10"),
        ("", "7! 2! 3", [], "8,9,10"),
        ("+draw-deadline=next-plays", "7!", [0], "8,9,10"),
        ("+draw-deadline=next-plays", "7! draw:0", [], "8,9,10,R"),
        ("+draw-deadline=next-plays", "7! 2!", [1], "8,9,10"),
        ("+draw-deadline=next-plays", "7! 2", [], "8,9,10"),
    ],
)
def test_a_forgotten_draw_has_a_deadline(after, options, plays, undrawn, hand):
    """A late draw is open until the next player draws, or plays where chosen (rule forgot-draw)."""
    found = after(FORGETFUL.format(options), plays, ["undrawn", "hands"])

    assert found["undrawn"] == undrawn
    assert found["hands"].split("/")[0] == hand


POINTS = "1980+scoring=points"


@pytest.mark.parametrize(
    ("hand", "score"),
    [
        ("2,3,4,5", 14),
        ("10,10,10,10", 40),
        ("O,O,O,O", 80),
        ("H,R,-10,D", 60),
        ("H,R,2", 15 + 15 + 2 + 15),
        ("9,8", 17 + 30),
        ("O", 20 + 45),
        ("", 60),
    ],
)
def test_every_card_left_has_its_price(after, hand, score):
    """Numbers at face value, O'NO 99 20, the action cards 15, a missing card 15 (rule points)."""
    line = f"{POINTS} total=98 hands=10,10,10,10/{hand} draw=7"

    assert after(line, "10", ["stakes"]) == {"stakes": [30 + 7 + 25, score]}


@pytest.mark.parametrize(("option", "total"), [("", 95), ("+bust-total=counts", 105)])
def test_the_busting_card_counts_where_chosen(after, option, total):
    """The total goes back to what it was before the bust, unless chosen otherwise (rule points-bust-total)."""
    line = f"{POINTS}{option} total=95 hands=10,10,10,10/H,2,3,4/2,3,4,5"

    assert after(line, "10", ["total"]) == {"total": total}
    said = " ".join(map(str, explain(Position.parse(line), play(line, "10").events, 0)))
    assert ("The losing card does not count: the total stays 95." in said) == (total == 95)


LAST = " total=98 hands=10,10,10,10/2,3,4,5 draw=10"


@pytest.mark.parametrize(
    ("options", "points", "winners"),
    [
        ("", "0/0", []),
        ("", "134/0", []),
        ("", "135/0", [1]),
        ("", "135/185", [1]),
        ("", "0/186", [0]),
        ("", "150/199", [1]),
        ("", "148/199", [0, 1]),
        ("+target=60", "0/0", [1]),
        ("+points-end=last-standing", "134/0", []),
        ("+points-end=last-standing", "135/0", [1]),
        ("+points-end=last-standing", "0/186", [0]),
        ("+points-end=last-standing", "148/199", [0, 1]),
    ],
)
def test_a_target_ends_the_game(after, options, points, winners):
    """At the target the lowest wins and a tie is shared, or the last below it wins (rule points-end)."""
    line = f"{POINTS}{options}{LAST} points={points}"

    assert after(line, "10", ["winners", "over"]) == {"winners": winners, "over": True}
