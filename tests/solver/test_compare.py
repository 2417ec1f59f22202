"""The same cards and total under each rule set: what parts them, derived by hand from the rules."""

import pytest
import strategies
from hypothesis import given, settings
from solver.cases import known

from ono_tutor import Position, UnanswerableError, Verdict, legal_plays
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.solver.compare import compare


def difference(line, card):
    """The ids of the points that part the rule sets on this card, none where they agree."""
    found = [
        item.rules for item in compare(Position.parse(line)).differences if item.card.code == card
    ]
    return set(found[0]) if found else set()


def reading(line, key):
    """The reading of a line under one rule set."""
    (found,) = (item for item in compare(Position.parse(line)).readings if item.rules.key == key)
    return found


@pytest.mark.parametrize(("line", "card", "rules"), known("editions"))
def test_the_editions_differ_exactly_there(line, card, rules):
    """Between 1980 and 2022 a card differs by these rule points, or not at all."""
    assert difference(line, card) == set(rules.split())


@pytest.mark.parametrize(("line", "card", "rule"), known("points"))
def test_the_point_is_named(line, card, rule):
    """What Ninety-Nine or an option does otherwise is named by its point."""
    assert rule in difference(line, card)


@pytest.mark.parametrize(("line", "key", "said"), known("lacks"))
def test_what_a_rule_set_lacks_is_said(line, key, said):
    """Where a rule set has no such card, total, number of players or debt, the reading says so and has no plays."""
    found = reading(line, key)

    assert said in found.missing
    assert (found.position, found.plays, found.survival) == (None, (), None)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("1980 total=60 hand=5,6,9,10 seen=H players=3", "2022"),
        ("2022 total=60 hand=5,6,9,10 seen=0,1 players=3", "1980"),
        ("ninety-nine total=60 hand=5,6,9 seen=J,A players=3", "2022"),
        ("1980 total=60 hand=5,6,9,10 draw=H,R players=3", "2022"),
        ("1980 total=60 hand=5,6,9,10 chips=1/2/3 players=3", "2022"),
    ],
)
def test_only_hand_total_and_debt_are_compared(line, key):
    """What lies in the piles, and what players have left, does not keep a rule set from knowing the hand and the total."""
    found = reading(line, key)

    assert found.missing == ""
    assert str(found.position).split(" ")[1] == "total=60"


@pytest.mark.parametrize("line", ["1980 total=95 hand=9,9,10,O", "2022 total=95 hand=9,9,10,O"])
def test_who_can_play_nothing_is_read_in_both_editions(line):
    """Over the limit 1980 plays the card and loses, 2022 lays the hand down: both are lost (rule bust)."""
    old, new = reading(line, "1980"), reading(line, "2022")

    assert [str(item.play) for item in old.plays if item.is_legal] == ["9", "10"]
    assert [str(item.play) for item in new.plays if item.is_legal] == ["out"]
    assert old.survival.verdict is new.survival.verdict is Verdict.LOST


def test_the_options_of_the_position_are_kept():
    """The rule set that was asked for keeps its options, the others have their defaults."""
    found = compare(Position.parse("1980+ono99=suicide total=50 hand=5,6,9"))

    assert [item.rules.name for item in found.readings] == [
        "1980+ono99=suicide",
        "2022",
        "ninety-nine",
    ]


@settings(max_examples=60)
@given(strategies.lines())
def test_a_comparison_holds_together(line):
    """Each reading is the position itself under its rule set, and each difference is a card of the hand with known points."""
    position = Position.parse(line)
    try:
        found = compare(position)
    except UnanswerableError:  # hidden cards, or too few left to draw
        return

    assert [item.rules.key for item in found.readings] == list(RULE_SETS)
    for item in found.readings:
        if item.position is None:
            assert item.missing
            continue
        assert (item.position.hand, item.position.total, item.position.owes) == (
            position.hand,
            position.total,
            position.owes,
        )
        assert {i.play for i in item.plays if i.is_legal} == set(legal_plays(item.position))
        assert item.survival.position == item.position
    assert position in [item.position for item in found.readings]
    assert {item.card for item in found.differences} <= set(position.hand)
    assert all(set(item.rules) <= set(rule_points()) and item.rules for item in found.differences)
