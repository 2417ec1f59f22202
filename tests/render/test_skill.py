"""The figures of how much skill there is."""

from fractions import Fraction

import pytest

from ono_tutor import value
from ono_tutor.render.figures import chart
from ono_tutor.render.skill import HANDS, read_rows
from ono_tutor.widgets.replay import show_figure

GAMES = ("1980", "2022", "Ninety-Nine")


@pytest.mark.parametrize("game", GAMES)
def test_five_habits_are_ranked_by_what_they_are_worth(game):
    """Each game has five habits, the best first, each with an interval round its figure."""
    found = chart(f"skill-{game.lower()}").series[0].marks

    worths = [mark.value for mark in found]
    assert (len(worths), worths) == (5, sorted(worths, reverse=True))
    assert all(mark.low <= mark.value <= mark.high for mark in found)


def test_the_expert_was_played_against_every_other_strategy_in_every_game():
    """No row is left out, and each names its rounds."""
    rows = read_rows("skill-bots")

    assert {(row["game"], row["against"]) for row in rows} == {
        (game, other) for game in GAMES for other in ("random", "cautious", "greedy")
    }
    assert all(int(row["rounds"]) >= 20_000 for row in rows)


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
