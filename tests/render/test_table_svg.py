"""Positions drawn and told."""

from pathlib import Path

import pytest
from render.pictures import check_picture

from ono_tutor import Card, Position
from ono_tutor.render.describe import position_text
from ono_tutor.render.svg import card_svg, position_svg

README_LINE = "1980 total=92 hand=7,H,-10,O owes=2 players=3"
README_PICTURE = Path(__file__).parents[2] / "docs" / "_static" / "table.svg"
LINES = [
    README_LINE,
    "2022+minus-ten=unplayable+dump=free total=4 hand=-10,0,R,3",
    "ninety-nine total=53 hands=2,A,10/?3/?3 points=5/3/1",
    "1980 total=95 hands=4,H,D,O/2,2,R,5/-/9,9,O,R turn=1 dir=ccw owes=2 draw=7,3,O chips=3/0/-/1",
    "1980 total=-14 hand=2,3,-10,-10 players=8 seen=-10,-10",
    "1980+scoring=points total=9 hands=2/3,?/?4 points=7/8/9 played=5 undrawn=0",
    "1980 total=50 hands=/4,4 turn=0",
    "2022 total=98 hand=O,O,O,O players=6 played=7",
    "ninety-nine+decks=8 total=90 hand=J,Q,K players=48 dir=ccw",
]


def test_every_card_has_a_face_of_its_own():
    """No card is without a drawing, and no two cards, or the back of one, look the same."""
    assert len({card_svg(card.code) for card in Card}) == len(Card)


@pytest.mark.parametrize("line", LINES)
def test_picture_stands_alone(line):
    """The picture is sound, and says the position in sentences."""
    position = Position.parse(line)

    check_picture(position_svg(position), position_text(position))


def test_home_stays_below():
    """With a home seat the picture shows that seat's hand, whoever is to move."""
    picture = position_svg(Position.parse("2022 total=9 hands=1,2/3,4/5,6 turn=1"), home=2)

    assert [f">{text}<" in picture for text in ("98 at most", "5", "3")] == [True, True, False]


def test_readme_picture_is_current():
    """The README's picture is what is drawn today, byte for byte."""
    assert position_svg(Position.parse(README_LINE)) == README_PICTURE.read_text("utf-8")
