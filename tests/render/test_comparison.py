"""A comparison as a grid."""

import json
import re

import pytest

from ono_tutor import Card, Position
from ono_tutor.render.comparison import (
    card_feedback,
    comparison_aloud,
    comparison_grid,
    comparison_text,
)
from ono_tutor.rules.book import rule_points
from ono_tutor.solver.compare import compare


def grid_of(line):
    """The grid of a position."""
    return comparison_grid(compare(Position.parse(line)))


def row(grid, name):
    """The row with this name."""
    return next(row for row in grid["rows"] if row["name"] == name)


def test_rows_are_the_turn_and_its_cards_and_columns_the_rule_sets():
    """The first row is about the whole position; each kind of card has one row."""
    grid = grid_of("1980 total=89 hand=10,9,9,-10 players=3")

    assert grid["columns"] == ["Card", "O'NO 99 of 1980", "ONO 99 of 2022", "Ninety-Nine"]
    assert [row["name"] for row in grid["rows"]] == ["The whole turn", "10", "9", "Minus Ten"]
    assert all(len(row["cells"]) == 3 for row in grid["rows"])


def test_a_card_that_the_rule_sets_treat_unlike_is_marked_with_the_rule_points():
    """Minus ten at 6 gives −4 in 1980 and 0 in 2022 (rule minus-ten); a nine is no different."""
    grid = grid_of("1980 total=6 hand=-10,9,8,7")
    found, nine = row(grid, "Minus Ten"), row(grid, "9")

    assert found["differs"]
    assert found["note"] == "The rule that makes the difference is “Minus Ten”."
    assert [cell["text"].split(".")[0] for cell in found["cells"][:2]] == [
        "The total is −4",
        "The total is 0",
    ]
    assert [cell["differs"] for cell in found["cells"]] == [False, True, False]
    assert (nine["differs"], nine["note"]) == (False, "")
    assert not any(cell["differs"] for cell in nine["cells"])


def test_a_rule_set_that_does_not_hold_the_position_says_why():
    """There is no Hold in 2022: the column says so, and at the card too."""
    grid = grid_of("1980 total=89 hand=10,H,O,9")

    cell = row(grid, "The whole turn")["cells"][1]
    assert (cell["outcome"], cell["label"]) == ("none", "no such position")
    assert "ONO 99 of 2022 has no" in cell["text"]
    assert row(grid, "Hold")["cells"][1]["label"] == "no such card"
    assert row(grid, "9")["cells"][1]["label"] == "on its own"


def test_the_ways_to_play_one_card_stand_in_one_cell():
    """A ten of Ninety-Nine is plus or minus ten: both are told, and the better one counts."""
    cell = row(grid_of("ninety-nine total=30 hand=10,3,4"), "10")["cells"][2]

    assert cell["outcome"] == "safe"
    assert cell["text"].startswith("Ten as plus ten, costs points: The total is 40.")
    assert (
        "It costs you 1 point. Ten as minus ten, loses no point: The total is 20." in cell["text"]
    )


def test_laying_the_hand_down_has_a_row_where_it_is_due():
    """At 98 with nothing but sevens the hand is laid down in 2022 (rule bust)."""
    grid = grid_of("2022 total=98 hand=7,7,7,8")

    assert row(grid, "Laying the hand down")["cells"][1]["outcome"] == "lost"


@pytest.mark.parametrize(
    ("line", "outcomes"),
    [
        ("1980 total=98 hand=5,5,5,7", ["lost", "lost", "none"]),
        ("1980 total=97 hand=5,5,5,7 owes=2", ["lost", "lost", "none"]),
        ("2022 total=97 hand=1,5,7,7 owes=2", ["none", "risk", "none"]),
        ("ninety-nine total=65 hand=5,6,7", ["safe", "safe", "lost"]),
    ],
)
def test_the_verdict_on_the_turn_stands_first(line, outcomes):
    """Safe, with luck, lost or no such position, by rule set."""
    cells = row(grid_of(line), "The whole turn")["cells"]

    assert [cell["outcome"] for cell in cells] == outcomes


def test_the_comparison_is_spoken_and_written_as_well():
    """The live region gets the verdicts, the text form all of the grid."""
    found = compare(Position.parse("1980 total=6 hand=-10,H,O,9 players=3"))

    assert comparison_aloud(found) == (
        "O'NO 99 of 1980: certain to survive; ONO 99 of 2022: no such position; "
        "Ninety-Nine: no such position."
    )
    assert "  O'NO 99 of 1980: survives. The total is −4. Player 1 is next" in comparison_text(
        found
    )


def test_a_card_is_told_for_every_rule_set():
    """The feedback to a press on a card names each rule set, and the points that part them."""
    found = compare(Position.parse("1980 total=6 hand=-10,9,8,7"))

    told = card_feedback(found, Card.MINUS_TEN)

    assert told["headline"] == "Minus Ten: the games differ here."
    assert [rule["id"] for rule in told["rules"]] == ["minus-ten"]
    assert card_feedback(found, Card.KING) is None


def test_a_grid_is_json_and_names_known_rule_points_only():
    """Everything in it can be sent, and each rule point that is named is in the book."""
    grid = grid_of("2022 total=88 hand=R,D,7,-10 owes=2")

    notes = [row["note"] for row in grid["rows"] if row["note"]]
    named = {title for note in notes for title in re.findall("“(.*?)”", note)}
    assert named
    assert named <= {point.title for point in rule_points().values()}
    assert len(json.dumps(grid)) < 12_000
