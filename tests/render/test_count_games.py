"""What is counted in seeded games is what the plain engine does."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from count_games import (
    CountedTurn,
    Ending,
    count_turns,
    lengths,
    median,
    rows,
)
from make_figures import read_rows

from ono_tutor import ruleset
from ono_tutor.game.game import Game
from ono_tutor.game.simulate import Plan, simulate
from ono_tutor.game.strategy import choose
from ono_tutor.rules.judgement import EventType

TABLES = [
    ("1980", ("random",) * 3),
    ("1980", ("cautious", "greedy", "random", "cautious")),
    ("2022", ("cautious",) * 4),
    ("2022", ("random", "greedy")),
]


def told(rules, strategies, seed):
    """The turns of one first hand, as the events of the engine tell them."""
    game, numbers, found, begun = Game.start(ruleset(rules), len(strategies), seed), None, [], None
    numbers = Random(f"{seed}/0")
    while not game.is_over and game.deal.hand_number == 1:
        before = game.position
        begun = begun or (before.total, before.owes)
        step = game.play(choose(strategies[before.turn], before, numbers))
        kinds, game = {event.type for event in step.ply.events}, step.game
        if step.ply.settlement.loser is not None or step.ply.settlement.out:
            ending = Ending.LOST if before.played is None else Ending.LOST_SECOND
        elif EventType.STILL_OWES in kinds:
            continue
        else:
            ending = Ending.HANDED_ON if EventType.HANDED_ON in kinds else Ending.PLAYED
        found.append(CountedTurn(*begun, ending))
        begun = None
    return Counter(found)


@pytest.mark.parametrize(("rules", "strategies"), TABLES)
@pytest.mark.parametrize("seed", range(6))
def test_turns_are_those_of_the_engine(rules, strategies, seed):
    """Each turn of a hand is counted once, with its total, what was owed and how it ended."""
    found = count_turns(rules, strategies, 1, seed)

    assert found.turns == told(rules, strategies, seed)
    assert found.lost_first.total() == 1
    assert sum((found.endings(owes) for owes in (1, 2)), Counter()).total() == found.turns.total()


def test_lengths_are_those_of_the_simulation():
    """With two players a hand of 2022 is a game, so the plays are those that are simulated."""
    plan = Plan("2022", 2, 30, 4)

    assert sum(one.plays for one in lengths(plan)) == simulate(plan).counts["plays"]


def test_a_game_of_many_goes_on_after_the_first_is_out():
    """In 2022 the others mostly play on after the first one is out; 1980 ends with a loss."""
    found = lengths(Plan("2022", 4, 20, 4))

    assert all(one.until_loss == one.plays for one in lengths(Plan("1980", 4, 20, 4)))
    assert all(one.until_loss <= one.plays for one in found)
    assert sum(one.until_loss < one.plays for one in found) > 10


def test_the_median_is_the_middle_value():
    """The median is a value that occurs, the lower of two, between the ends of its interval."""
    found = median([5, 1, 4, 2])
    many = median(range(1000))

    assert (found.value, found.low, found.high) == (2.0, 1.0, 5.0)
    assert (many.value, many.low, many.high) == (499.0, 469.0, 531.0)


@pytest.mark.slow
def test_the_shipped_figures_are_those_of_the_games():
    """After a change of the deck or of a card: python tools/count_games.py."""
    shipped = [
        (row["figure"], row["series"], row["place"], Fraction(row["value"]))
        for row in read_rows("games")
    ]

    assert [(*row[:3], row.mark.value) for row in rows()] == shipped
