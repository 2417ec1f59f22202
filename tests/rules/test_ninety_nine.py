"""Ninety-Nine, rule point by rule point, and every card on every total."""

import pytest
import slow_rules

from ono_tutor import Position, play

WORDS = [*"2345678", "9", "10+10", "10-10", "J", "Q", "K", "A+1", "A+11"]


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


@pytest.mark.parametrize("points", ["1/5/5", "5/1/5"])
def test_a_turned_direction_is_told_if_and_only_if_it_turned(points):
    """What the events tell of the direction is what the position after it shows (rule 99-four)."""
    total = 30 if points[0] == "1" else 29
    line = f"ninety-nine total={total} hands=4,3,5/6,7,8/6,7,8 points={points}"

    outcome = play(Position.parse(line), "4")

    told = [event.direction for event in outcome.events if event.type.value == "turned"]
    assert told == ([] if outcome.after.direction.value == "cw" else ["ccw"])


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
