"""A position and a play are converted to other rules in one place."""

import pytest

from ono_tutor.errors import NotationError
from ono_tutor.game.position import Position, convert, convert_leniently, convert_play
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.play import Play

LINE = "1980 total=50 hands=7,8/5,6/- turn=1 dir=ccw draw=3 seen=4,4 chips=1/2/-"


def test_a_position_is_converted_with_hand_total_debt_and_seats():
    """What the rule sets do not share stays behind; a rule set of the same key takes everything."""
    position = Position.parse(LINE)

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
        "Ninety-Nine keeps the total, the seats and those cards of the hand that it has."
    ]
