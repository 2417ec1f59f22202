"""What is counted in seeded games is what the plain engine does."""

from collections import Counter
from random import Random

import pytest

from ono_tutor import NotationError, Play, ruleset
from ono_tutor.game.game import Game
from ono_tutor.game.simulate import Plan, simulate
from ono_tutor.game.statistics import median
from ono_tutor.game.strategy import choose
from ono_tutor.game.turn_counts import CountedTurn, Ending, TurnCounts, count_turns, lengths, wins
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
    while not game.is_over and game.hand_number == 1:
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
    assert count_turns(rules, strategies, 1, seed).turns == told(rules, strategies, seed)


def test_every_hand_has_one_first_loser():
    """In each hand one seat is the first to lose."""
    found = count_turns("2022", ("random",) * 4, 40, 3)

    assert found.lost_first.total() == found.hands == 40


def test_a_census_hangs_on_its_seed():
    """The same seed counts the same turns, another one others."""
    one, same, other = (count_turns("1980", ("random",) * 2, 20, seed) for seed in (1, 1, 500))

    assert one == same
    assert one.turns != other.turns


def test_endings_are_added_up():
    """The endings of turns are added up over the totals, or told at one of them."""
    turns = {
        CountedTurn(92, 2, Ending.LOST): 3,
        CountedTurn(7, 2, Ending.LOST): 1,
        CountedTurn(92, 1, Ending.PLAYED): 9,
    }
    found = TurnCounts(1, Counter(turns))

    assert found.endings(2) == {Ending.LOST: 4}
    assert found.endings(2, 92) == {Ending.LOST: 3}
    assert found.endings(1, 0) == {}


def test_lengths_are_those_of_the_simulation():
    """With two players a hand of 2022 is a game, so the plays are those that are simulated."""
    plan = Plan("2022", 2, 30, 4)

    assert sum(one.plays for one in lengths(plan)) == simulate(plan).plays.total


def test_the_first_loss_ends_a_hand_of_1980():
    """In 1980 a hand is over with its first loss."""
    assert all(one.until_loss == one.plays for one in lengths(Plan("1980", 4, 20, 4)))


def test_a_game_of_many_goes_on_after_the_first_is_out():
    """In 2022 the others mostly play on after the first one is out."""
    found = lengths(Plan("2022", 4, 20, 4))

    assert all(one.until_loss <= one.plays for one in found)
    assert sum(one.until_loss < one.plays for one in found) > 10


def test_wins_are_counted_by_seat():
    """Each game has its winner, and the same seed the same ones."""
    found = wins("ninety-nine", ("cautious", "random"), 12, 2)

    assert found.total() == 12
    assert found == wins("ninety-nine", ("cautious", "random"), 12, 2)


@pytest.mark.parametrize(
    ("rules", "strategies", "hands", "word"),
    [
        ("1980", ("random",), 5, "not 1"),
        ("1980", (), 5, "not 0"),
        ("1980", ("random",) * 9, 5, "not 9"),
        ("1980", ("random", "clever"), 5, "'clever'"),
        ("1980", ("random",) * 2, 0, "not 0"),
        ("1981", ("random",) * 2, 5, "'1981'"),
    ],
)
def test_what_cannot_be_played_is_refused(rules, strategies, hands, word):
    """A table that cannot be has an error that names what is wrong."""
    with pytest.raises(NotationError, match=word):
        count_turns(rules, strategies, hands)
    with pytest.raises(NotationError, match=word):
        wins(rules, strategies, hands)


def test_the_median_is_the_middle_value():
    """The median is a value that occurs, the lower of two, between the ends of its interval."""
    found = median([5, 1, 4, 2])
    many = median(range(1000))

    assert (found.value, found.low, found.high) == (2.0, 1.0, 5.0)
    assert (many.value, many.low, many.high) == (499.0, 469.0, 531.0)
    with pytest.raises(NotationError, match="no median"):
        median([])


def test_a_play_of_the_census_is_a_play():
    """Where no card can be played, what is chosen is laying the hand down."""
    game = Game.start(ruleset("2022"), 2, 1)
    numbers = Random(1)
    while not game.is_over:
        play = choose("greedy", game, numbers)
        game = game.after(play)

    assert play == Play(None)
