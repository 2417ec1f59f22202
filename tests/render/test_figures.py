"""The figures of how the games play: their numbers are those of the engine."""

import re
from fractions import Fraction
from math import comb

import pytest
from make_figures import FIGURES_FILE, HANDS, dealt_survival, figures_json

from ono_tutor import NotationError, Position, survive, value
from ono_tutor.render.charts import chart, figure_svg, figures
from ono_tutor.widgets.replay import show_figure

GAMES = ("1980", "2022", "Ninety-Nine")


@pytest.mark.parametrize("name", figures())
def test_a_figure_is_drawn(name):
    """Every figure has a picture, a name, its sample with the seed (or the table read), and numbers of its own."""
    found, svg = chart(name), figure_svg(name)

    assert f"<title>{found.title.replace(chr(39), '&#x27;')}</title>" in svg
    assert re.search("from seed [0-9]|From the table of values", found.sample)
    names = [f"{line.key}-{key}" for line in found.series for key, _ in found.places]
    assert len(names) == len(set(names))
    assert found.numbers()


def test_the_shipped_figures_are_those_of_the_counts():
    """After a count, or a change of a table of values: python tools/make_figures.py."""
    assert FIGURES_FILE.read_text("utf-8") == figures_json()


@pytest.mark.parametrize("name", ["", "lenght", "length "])
def test_an_unknown_figure_is_refused(name):
    """A name that is none has an error that tells the names."""
    with pytest.raises(NotationError, match="the figures are length, danger-1980"):
        chart(name)


def test_hands_just_dealt_survive_exactly_so_often():
    """The chance of a dealt hand is the mean over all hands, each as often as it is dealt."""
    found = dealt_survival("1980")
    four_blocked, all_hands = comb(6, 4), comb(54, 4)

    assert found[0] < 1 - Fraction(four_blocked, all_hands) < 1
    assert list(found[80:]) == sorted(found[80:], reverse=True)
    assert survive(Position.parse("2022 total=98 hand=R,R,R,R owes=2 players=4")).chance == 1
    assert dealt_survival("2022")[98] > 1 - Fraction(comb(92, 4), comb(112, 4))


@pytest.mark.parametrize("game", GAMES)
def test_five_habits_are_ranked_by_what_they_are_worth(game):
    """Each game has five habits, the best first, each with an interval round its figure."""
    found = chart(f"skill-{game.lower()}").series[0].marks

    worths = [mark.value for mark in found]
    assert (len(worths), worths) == (5, sorted(worths, reverse=True))
    assert all(mark.low <= mark.value <= mark.high for mark in found)


@pytest.mark.parametrize("game", HANDS)
def test_a_hand_is_worth_what_its_best_card_is(game):
    """The line of a hand is the value of its best card at each total, or 0 where none is safe."""
    numbers = chart(f"hand-{game}").numbers()
    for key, (cards, _) in HANDS[game].items():
        for total in (50, 98):
            best = value(f"{game} total={total} hand={cards}").plays[0].value
            assert abs(numbers[f"{key}-{total}"].value - Fraction(best)) < Fraction(1, 1000)


def test_a_figure_is_shown_with_its_numbers_in_words():
    """Where no picture can be drawn, the numbers stand in sentences."""
    shown = show_figure("skill-1980")

    assert shown._repr_html_().startswith("<svg")
    assert "A number before a Hold or a Reverse: 13" in repr(shown)
