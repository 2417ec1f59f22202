"""Ninety-Nine, rule point by rule point, and every card on every total."""

import pytest
import slow_rules

from ono_tutor import Position, play

CASE = ("line", "plays", "facts")
WORDS = [*"2345678", "9", "10+10", "10-10", "J", "Q", "K", "A+1", "A+11"]


@pytest.mark.parametrize(
    CASE,
    [
        ("total=29 hand=7,3,9 players=3", "7", {"total": 36, "stakes": [9, 10, 10]}),
        ("total=53 hand=2,3,9 players=3", "2", {"total": 106, "stakes": [7, 10, 10], "over": True, "loser": 0}),
        ("total=56 hand=2,3,9 players=3", "2", {"total": 28, "stakes": [10, 10, 10]}),
        ("total=76 hand=10,3,9 players=3", "10-10", {"total": 66, "stakes": [10, 10, 10]}),
    ],
)  # fmt: skip
def test_the_worked_cases_of_the_text(after, line, plays, facts):
    """29 + 7 costs 1, 53 doubled costs 3, 56 halved and 76 - 10 cost nobody (rules 99-cross, 99-double-cross, 99-upward-only)."""
    assert after(f"ninety-nine {line}", plays, facts) == facts


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("below_zero", ["allow", "clamp", "forbid"])
def test_every_card_on_every_total(word, below_zero):
    """Total and points after each card on each total are those of the marks (rules 99-values to 99-double-cross)."""
    card, name = (
        slow_rules.card_of(word),
        f"ninety-nine+below-zero={below_zero}".removesuffix("+below-zero=allow"),
    )

    for total in range(-30 if below_zero == "allow" else 0, 99):
        position = Position.parse(f"{name} total={total} hand={card},9,9 players=3")
        new = slow_rules.new_total_99(below_zero, total, word)
        if new is None:
            continue
        after = play(position, word).after
        mine, others = slow_rules.costs_99(total, new)
        assert (after.total, after.stakes) == (new, (10 - mine, 10 - others, 10 - others)), total


def test_only_a_2_on_an_odd_total_from_51_to_65_costs_three():
    """Three points are lost by a 2 on an odd total from 51 to 65 and by nothing else (rule 99-double-cross)."""
    found = set()
    for word in WORDS:
        for total in range(-30, 99):
            line = f"ninety-nine total={total} hand={slow_rules.card_of(word)},9,9"
            if play(Position.parse(line), word).after.stakes[0] == 7:
                found.add((word, total))

    assert found == {("2", total) for total in range(51, 66, 2)}


@pytest.mark.parametrize(
    ("total", "new"),
    [(50, 25), (49, 98), (0, 0), (-4, -8), (48, 96), (98, 49), (52, 26), (51, 102)],
)
def test_a_2_halves_even_totals_above_49(after, total, new):
    """A 2 halves an even total above 49 and doubles every other (rule 99-two)."""
    assert after(f"ninety-nine total={total} hand=2,3,9", "2", ["total"]) == {"total": new}


@pytest.mark.parametrize(
    CASE,
    [
        ("total=30 hand=3,9,9 players=3", "3", {"stakes": [10, 9, 9], "over": False, "last rule": "99-deal"}),
        ("total=33 hand=2,9,9 players=3", "2", {"total": 66, "stakes": [10, 9, 9]}),
        ("total=56 hand=10,9,9 players=3", "10+10", {"stakes": [10, 9, 9]}),
        ("total=33 hand=9,9,9 players=3", "9", {"stakes": [10, 10, 10]}),
        ("total=33 hand=8,9,9 players=3", "8", {"stakes": [10, 10, 10]}),
        ("total=66 hand=K,9,9 players=3", "K", {"stakes": [10, 10, 10]}),
        ("total=43 hand=10,9,9 players=3", "10-10", {"total": 33, "stakes": [10, 10, 10]}),
        ("total=66 hand=2,9,9 players=3", "2", {"total": 33, "stakes": [10, 10, 10]}),
        ("total=33 hands=10,9,9/10,9,9/3,4,5", "10-10 10+10", {"total": 33, "stakes": [9, 10, 9]}),
    ],
)  # fmt: skip
def test_only_rising_onto_a_mark_pays(after, line, plays, facts):
    """An increase that lands on 33 or 66 costs every other player 1 (rules 99-land-33-66, 99-upward-only)."""
    assert after(f"ninety-nine {line}", plays, facts) == facts


@pytest.mark.parametrize(
    CASE,
    [
        ("total=89 hand=K,9,9 players=3", "K", {"total": 99, "stakes": [10, 8, 8], "over": True, "loser": None}),
        ("total=88 hand=A,9,9 players=3 points=1/2/3", "A+11", {"stakes": [1, 0, 1], "out": [1], "winners": []}),
        ("total=88 hand=A,9,9 points=1/2", "A+11", {"stakes": [1, 0], "out": [1], "winners": [0]}),
        ("total=98 hand=A,9,9 points=1/1", "A+1", {"stakes": [1, 0], "winners": [0]}),
    ],
)  # fmt: skip
def test_landing_on_99_wins_the_round(after, line, plays, facts):
    """Making 99 costs every other player 2 and ends the round (rule 99-land-99)."""
    assert after(f"ninety-nine {line}", plays, facts) == facts


@pytest.mark.parametrize(
    CASE,
    [
        ("total=97 hand=3,9,9 players=3", "3", {"total": 100, "stakes": [8, 10, 10], "over": True, "loser": 0}),
        ("total=97 hand=3,9,9 players=3 points=2/5/5", "3", {"stakes": [0, 5, 5], "out": [0], "winners": []}),
        ("total=97 hand=3,9,9 points=1/5", "3", {"stakes": [0, 5], "out": [0], "winners": [1]}),
    ],
)  # fmt: skip
def test_going_over_99_loses_the_round(after, line, plays, facts):
    """Above 99 the player loses the round and 2 points (rule 99-over)."""
    assert after(f"ninety-nine {line}", plays, facts) == facts


@pytest.mark.parametrize(
    CASE,
    [
        ("total=5 hand=J,9,9 players=3", "J", {"total": 15, "turn": 2}),
        ("total=5 hand=J,9,9 players=4 turn=1 dir=ccw", "J", {"turn": 3}),
        ("total=5 hand=J,9,9", "J", {"turn": 0}),
        ("total=5 hands=J,9,9/-/3,4,5", "J", {"turn": 0}),
        ("total=30 hands=J,9,9/3,4,5/3,4,6 points=1/5/5", "J", {"out": [0], "turn": 2, "over": False}),
        ("total=23 hands=J,9,9/3,4,5/3,4,6 points=1/1/5", "J", {"out": [1], "turn": 0}),
    ],
)  # fmt: skip
def test_a_jack_skips_the_next_player(after, line, plays, facts):
    """A Jack skips one, or plays again between two, even if it puts its player out (rules 99-jack, 99-jack-when-out)."""
    assert after(f"ninety-nine {line}", plays, facts) == facts


@pytest.mark.parametrize(
    CASE,
    [
        ("total=5 hand=4,9,9 players=3", "4", {"total": 9, "dir": "ccw", "turn": 2}),
        ("total=5 hand=4,9,9 players=3 dir=ccw", "4", {"dir": "cw", "turn": 1}),
        ("total=5 hand=4,9,9", "4", {"total": 9, "dir": "cw", "turn": 1}),
        ("total=5 hands=4,9,9/-/3,5,6", "4", {"total": 9, "dir": "cw", "turn": 2}),
    ],
)
def test_a_4_turns_the_direction(after, line, plays, facts):
    """A 4 adds 4 and turns, but between two nothing turns (rule 99-four)."""
    assert after(f"ninety-nine {line}", plays, facts) == facts


@pytest.mark.parametrize("points", ["1/5/5", "5/1/5"])
def test_a_turned_direction_is_told_if_and_only_if_it_turned(points):
    """What the events tell of the direction is what the position after it shows (rule 99-four)."""
    total = 30 if points[0] == "1" else 29
    line = f"ninety-nine total={total} hands=4,3,5/6,7,8/6,7,8 points={points}"

    outcome = play(Position.parse(line), "4")

    told = [event.direction for event in outcome.events if event.type.value == "turned"]
    assert told == ([] if outcome.after.direction.value == "cw" else ["ccw"])


def test_there_is_no_pass(refused):
    """You must play even if every card costs points (rule 99-must-play)."""
    assert refused("ninety-nine total=98 hand=K,Q,8", "out") == "99-must-play"


@pytest.mark.parametrize(
    ("options", "points", "left", "out"),
    [
        ("", "1/5/5", 0, [0]),
        ("", "2/5/5", 1, []),
        ("+zero-points=survives", "1/5/5", 0, []),
        ("+zero-points=survives", "0/5/5", 0, [0]),
    ],
)
def test_who_has_no_points_is_out(after, options, points, left, out):
    """Out as soon as the points reach 0, or at the next loss where chosen; the others go on (rule 99-out)."""
    found = after(
        f"ninety-nine{options} total=30 hand=5,9,9 players=3 points={points}",
        "5",
        ["stakes", "out", "over"],
    )

    assert found == {"stakes": [left, 5, 5], "out": out, "over": False}


@pytest.mark.parametrize(
    ("options", "total", "rule"),
    [
        ("", 5, None),
        ("+below-zero=clamp", 5, None),
        ("+below-zero=forbid", 5, "99-below-zero"),
        ("+below-zero=forbid", 10, None),
    ],
)
def test_a_10_below_zero(refused, options, total, rule):
    """A 10 taking 10 off may go below zero, stop there, or be forbidden to (rule 99-below-zero)."""
    assert refused(f"ninety-nine{options} total={total} hand=10,9,9", "10-10") == rule


def test_the_draw_is_automatic(after, refused):
    """The hand is back at three by itself, and nobody can forget to draw (rule 99-deal)."""
    assert after("ninety-nine hand=3,9,9 draw=K", "3", ["hands"]) == {"hands": "9,9,K/?,?,?"}
    assert refused("ninety-nine hand=3,9,9", "3!") == "99-deal"


def test_the_top_discard_is_not_shuffled(after):
    """When the draw pile runs out all discards but the top one are shuffled (rule 99-deck-empty)."""
    rest = "Ax4,2x4,3x3,4x4,5x4,6x4,7x4,8x4,9x2,10x4,Jx4,Qx2,Kx3"

    found = after(f"ninety-nine hands=3,9,9/Q,Q,K seen={rest}", "3", ["seen", "types", "hands"])

    assert (found["seen"], found["hands"]) == ("3", "9,9,?/Q,Q,K")
    assert "reshuffled" in found["types"]


@pytest.mark.parametrize(("players", "decks"), [(2, 1), (6, 1), (7, 2), (12, 2)])
def test_more_players_need_more_decks(players, decks):
    """One deck of 52 up to six players, two from seven (rule 99-deck)."""
    line = f"ninety-nine hand=3,9,9 players={players}"

    assert sum(Position.parse(line).rules.deck(players).values()) == 52 * decks


@pytest.mark.parametrize(("options", "start"), [("", 10), ("+points=3", 3)])
def test_everybody_starts_with_ten_points(options, start):
    """Ten points each, or as many as are chosen (rule 99-points)."""
    assert Position.parse(f"ninety-nine{options} hand=3,9,9").stakes == (start, start)
