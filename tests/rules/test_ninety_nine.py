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


@pytest.mark.parametrize(("players", "decks"), [(2, 1), (6, 1), (7, 2), (12, 2)])
def test_more_players_need_more_decks(players, decks):
    """One deck of 52 up to six players, two from seven (rule 99-deck)."""
    line = f"ninety-nine hand=3,9,9 players={players}"

    assert sum(Position.parse(line).rules.deck(players).values()) == 52 * decks
