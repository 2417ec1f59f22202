"""What is seen of a puzzle before one begins to think."""

from ono_tutor.classroom.choose import Features, features_of
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.filters import points_in, shown_kind


def puzzle(position, plays="", kind="legal"):
    return Entry("p", kind, position, plays, "", 10, ("limit", "bust"))


def test_looks_are_read_off_the_table():
    """Cards owed, late draws, plays, cards, choices, players and the rule point."""
    found = features_of(puzzle("1980 total=90 hands=7,7,O/?3/?3 owes=2 undrawn=0,1,2", plays="7"))

    assert found == Features(2, True, ("number-cards",), 3, 2, seats=3, point="limit")


def test_what_differs_is_counted():
    """Another total is no other look; another hand and two cards owed are."""
    first = features_of(puzzle("1980 total=90 hand=7,8"))

    assert first.misses(features_of(puzzle("1980 total=91 hand=9,8"))) == 0
    assert first.misses(features_of(puzzle("1980 total=90 hand=7,7 owes=2"))) == 2


def test_plays_are_told_apart_by_what_they_do():
    """A seven is played like an eight; a Reverse, a hand laid down and a late draw are not."""
    numbers, other, reverse, late = (
        features_of(puzzle("1980 hand=7,8,R played=5 undrawn=0", plays=word)).plays
        for word in ("7", "8", "R", "draw:0")
    )

    assert numbers == other
    assert len({numbers, reverse, late, features_of(puzzle("2022 hand=O", plays="out")).plays}) == 4


def test_a_card_in_sight_belongs_to_its_rule_point():
    """In the hand, played, or owed: each rule set says itself what a card is for."""
    assert {"double-effect", "hold"} <= points_in(puzzle("1980 hand=D,H"))
    assert "double-effect" in points_in(puzzle("2022 hand=7 owes=2"))
    assert "minus-ten" in points_in(puzzle("2022 total=50 hand=7", plays="-10"))
    assert "99-jack" in points_in(puzzle("ninety-nine hand=J,3,3"))
    assert points_in(puzzle("1980 hand=7")) == {"limit", "bust", "number-cards"}


def test_every_puzzle_of_the_bank_can_be_compared_and_a_hidden_kind_looks_like_its_cover():
    """Learners see best-card, so variants may be of both."""
    assert all(features_of(entry).seats >= 2 for entry in bank.index().values())
    assert shown_kind(puzzle("1980 hand=7", kind="quiet")) == "best-card"
