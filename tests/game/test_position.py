"""Positions are values."""

import copy
import dataclasses
import pickle

import pytest
import strategies
from hypothesis import given

from ono_tutor import Card, NotationError, Position, ruleset

LINE = (
    "1980 total=95 hands=4,H,D,O/2,2,R,5/-/9,9,O,R turn=1 dir=ccw owes=2 draw=7,3,O chips=3/0/-/1"
)


@given(strategies.lines())
def test_a_repr_evaluates_and_equals_hash_alike(line):
    """The repr makes an equal position, and equal positions hash alike."""
    position = Position.parse(line)

    assert eval(repr(position)) == position
    assert hash(eval(repr(position))) == hash(position)
    assert eval(repr(position.rules), {"ruleset": ruleset}) == position.rules


@given(strategies.lines())
def test_a_copy_is_an_equal_position(line):
    """A position survives copying and pickling."""
    position = Position.parse(line)

    assert copy.deepcopy(position) == position
    assert pickle.loads(pickle.dumps(position)) == position


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(Position)])
def test_a_position_cannot_be_changed(field):
    """Nothing in a position can be assigned, and everything in it is hashable."""
    position = Position.parse(LINE)

    hash(getattr(position, field))
    with pytest.raises(AttributeError):
        setattr(position, field, getattr(position, field))


SEVENS = ((Card.SEVEN,), (Card.SIX,))


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("1980", {"stakes": (3, 3, 3)}),
        ("1980", {"stakes": (3,)}),
        ("2022", {"stakes": (3, 3)}),
        ("1980", {"turn": 2}),
        ("1980", {"owes": 3}),
        ("1980", {"played": Card.HOLD}),
        ("1980", {"played": Card.UNKNOWN}),
        ("2022", {"draw": (Card.HOLD,)}),
        ("2022", {"undrawn": (1,)}),
    ],
)
def test_parts_that_cannot_be_are_refused(name, fields):
    """A position from parts is checked as a line is, so that what is made can be written down."""
    with pytest.raises(NotationError):
        Position.of(ruleset(name), 10, SEVENS, **fields)


def test_a_position_from_parts_is_the_one_of_its_line():
    """Parts and line make the same position."""
    made = Position.of(ruleset("1980"), 10, SEVENS)

    assert made == Position.parse("1980 total=10 hands=7/6")


@pytest.mark.parametrize("key", ["draw", "seen"])
def test_a_position_of_parts_lists_known_cards_as_a_line_does(key):
    """What a line cannot say of the piles, the parts cannot say either: every card there is known."""
    parts = {key: (Card.UNKNOWN, Card.SEVEN)}

    with pytest.raises(NotationError, match="cards that are known"):
        Position.of(ruleset("1980"), 50, ((Card.TWO,) * 3, (Card.UNKNOWN,) * 4), **parts)
