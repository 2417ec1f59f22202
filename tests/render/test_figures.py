"""The figures of how the games play: their numbers are those of the engine."""

import re
from fractions import Fraction
from math import comb

import pytest

from ono_tutor import NotationError, Position, ruleset, survive
from ono_tutor.render.figures import FIGURES, chart, dealt_survival, figure_svg


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_drawn(name):
    """Every figure has a picture, a name, its sample with the seed (or the table read), and numbers of its own."""
    found, svg = chart(name), figure_svg(name)

    assert f"<title>{found.title.replace(chr(39), '&#x27;')}</title>" in svg
    assert re.search("from seed [0-9]|From the table of values", found.sample)
    names = [f"{line.key}-{key}" for line in found.series for key, _ in found.places]
    assert len(names) == len(set(names))
    assert found.numbers()


@pytest.mark.parametrize("name", ["", "lenght", "length "])
def test_an_unknown_figure_is_refused(name):
    """A name that is none has an error that tells the names."""
    with pytest.raises(NotationError, match="the figures are length, danger-1980"):
        chart(name)


def test_shares_of_a_double_add_up():
    """A double is handed on, played or lost, and nothing else."""
    for line in chart("doubles").series:
        assert sum(mark.value for mark in line.marks) == 1


def test_hands_just_dealt_survive_exactly_so_often():
    """The chance of a dealt hand is the mean over all hands, each as often as it is dealt."""
    found = dealt_survival("1980")
    four_blocked, all_hands = comb(6, 4), comb(54, 4)

    assert all(isinstance(chance, Fraction) for chance in found)
    assert found[0] < 1 - Fraction(four_blocked, all_hands) < 1
    assert list(found[80:]) == sorted(found[80:], reverse=True)


def test_dealt_survival_weighs_every_hand():
    """With a deck of few cards it is what counting deal by deal gives."""
    rules = ruleset("2022")
    chance = survive(Position.parse("2022 total=98 hand=R,R,R,R owes=2 players=4")).chance

    assert chance == 1
    assert dealt_survival("2022")[98] > 1 - Fraction(comb(92, 4), comb(112, 4))
    assert sum(rules.deck(4).values()) == 112
