"""Positions are values; they and plays are converted to other rules in one place."""

import copy
import dataclasses
import pickle

import pytest
import strategies
from hypothesis import given

from ono_tutor import Card, NotationError, Play, Position, ruleset
from ono_tutor.game.position import convert, convert_leniently, convert_play


@given(strategies.lines())
def test_a_copy_is_an_equal_position(line):
    """A position survives its repr, copying and pickling, and equal positions hash alike."""
    position = Position.parse(line)

    for again in (
        eval(repr(position)),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
    ):
        assert again == position
        assert hash(again) == hash(position)
    assert eval(repr(position.rules), {"ruleset": ruleset}) == position.rules


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(Position)])
def test_a_position_cannot_be_changed(field):
    """Nothing in a position can be assigned."""
    with pytest.raises(AttributeError):
        setattr(Position.parse("1980 hand=7"), field, None)


SEVENS = ((Card.SEVEN,), (Card.SIX,))


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("1980", {"stakes": (3, 3, 3)}), ("1980", {"stakes": (3,)}), ("2022", {"stakes": (3, 3)}), ("1980", {"turn": 2}), ("1980", {"owes": 3}),
        ("1980", {"played": Card.HOLD}), ("1980", {"played": Card.UNKNOWN}), ("1980", {"played": Card.SEVEN, "owes": 2}),
        ("2022", {"draw": (Card.HOLD,)}), ("2022", {"undrawn": (1,)}), ("1980", {"draw": (Card.UNKNOWN,)}), ("1980", {"seen": (Card.UNKNOWN,)}),
    ],
)  # fmt: skip
def test_parts_that_cannot_be_are_refused(name, fields):
    """A position from parts is that of its line, and is checked as a line is."""
    assert str(Position.of(ruleset("1980"), 10, SEVENS)) == "1980 total=10 hands=7/6"
    with pytest.raises(NotationError):
        Position.of(ruleset(name), 10, SEVENS, **fields)


OTHER = "1980 total=50 hands=7,8/5,6/- turn=1 dir=ccw draw=3 seen=4,4 chips=1/2/-"


def test_a_position_is_converted_with_hand_total_debt_and_seats():
    """What the rule sets do not share stays behind; a rule set of the same key takes everything."""
    position = Position.parse(OTHER)

    assert convert(position, ruleset("1980")) == position
    assert str(convert(position, ruleset("2022"))) == "2022 total=50 hands=?4/5,6/- turn=1 dir=ccw"


@pytest.mark.parametrize(
    ("line", "key", "word"),
    [("1980 total=50 hand=H", "2022", "hand"), ("1980 total=-5 hand=7", "2022", "total")],
)
def test_a_position_that_cannot_be_is_refused(line, key, word):
    """A card or a total that the other rule set lacks is named in the error."""
    with pytest.raises(NotationError) as caught:
        convert(Position.parse(line), ruleset(key))

    assert caught.value.word == word


def test_a_play_that_offers_a_choice_is_converted_to_each_way():
    """An ace counts 1 or 11 in Ninety-Nine; a 7 is played in one way."""
    rules = ruleset("ninety-nine")

    assert [str(play) for play in convert_play(Play.parse("A"), rules)] == ["A+1", "A+11"]
    assert [str(play) for play in convert_play(Play.parse("7"), rules)] == ["7"]


def test_what_the_other_rule_set_lacks_is_left_out():
    """Leniently a deck's missing cards and the double are left out, and a note says so."""
    position = Position.parse("1980 total=50 hand=H,R,7 owes=2")

    converted, notes = convert_leniently(position, ruleset("ninety-nine"))

    assert str(converted) == "ninety-nine total=50 hand=7"
    assert [str(note) for note in notes] == [
        "Ninety-Nine keeps the total, the players and those cards of the hand that it has."
    ]
