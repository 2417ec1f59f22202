"""Luck and skill told apart."""

import re
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from sweeps import first

from ono_tutor import ruleset, value
from ono_tutor.course import coach
from ono_tutor.course.luck import luck_in, luck_text, review_seat
from ono_tutor.course.recording import recording
from ono_tutor.game.game import Game
from ono_tutor.game.strategy import choose
from ono_tutor.game.transcript import Transcript
from ono_tutor.solver.value import value_at_once

RULES = ("1980", "2022", "ninety-nine", "1980+scoring=points")


def played(rules, seed, players=2, bots=("greedy", "random")):
    """A whole game, recorded."""
    start = game = Game.start(ruleset(rules), players, seed)
    numbers, steps = Random(seed), []
    while not game.is_over:
        step = game.play(choose(bots[game.turn % 2], game, numbers))
        steps.append(step)
        game = step.game
    return recording(Transcript.of(start, steps))


def few_rounds(position):
    """The values by the own hand alone, where the table does not know them by a few rounds."""
    view = replace(position.seen_from(position.turn), seen=(), undrawn=())
    return value_at_once(view) or value(view, rounds=20)


@pytest.fixture(autouse=True)
def by_table(monkeypatch):
    """The coach judges by the own hand alone: by the table, or by a few rounds."""
    coach._review_best.cache_clear()
    monkeypatch.setattr(coach, "value", few_rounds)
    yield
    coach._review_best.cache_clear()


def luck_of(record, seat):
    """The luck of a player by the reviews of that player's plays."""
    return luck_in(record, review_seat(record, seat), seat)


def won(record, seat):
    """What came of the rounds by who lost them, or by the points that were left: a second way."""
    rounds = [m.ply for m in record.moments if m.ply.settlement.round_over]
    if record.rules.lays_down:
        return sum(ply.settlement.loser != seat for ply in rounds)
    last = record.moments[-1].ply
    left = last.settlement.stakes
    return left[seat] - left[1 - seat]  # nobody loses more points than they have


@pytest.mark.parametrize(("seed", "rules"), first(product(range(4), RULES), 4))
def test_the_start_with_luck_and_without_the_costs_is_the_result(rules, seed):
    """Skill and luck add up to what really came of the rounds, for both players."""
    record = played(rules, seed)
    for seat in (0, 1):
        found = luck_of(record, seat)
        assert found.start + found.luck - found.cost == pytest.approx(found.result)
        assert found.result == won(record, seat)
        assert found.cost >= 0


@pytest.mark.parametrize("rules", RULES[:3])
def test_who_plays_the_best_card_always_has_luck_alone(rules):
    """The expert's plays cost nothing, so that all between an even start and the end is luck."""
    record = played(rules, 2, bots=("expert", "random"))
    found, other = luck_of(record, 0), luck_of(record, 1)
    assert found.cost == pytest.approx(0)
    assert found.result == pytest.approx(found.start + found.luck)
    assert other.cost > 0


@pytest.mark.parametrize(("rules", "players"), [("1980", 3), ("ninety-nine", 4)])
def test_with_more_players_and_in_a_line_of_play_there_is_none(rules, players):
    """Only a round that was dealt to two starts even for each of them."""
    assert luck_in(played(rules, 1, players), (), 0) is None
    assert luck_of(recording("1980 total=92 hand=7,H,9,O | H"), 0) is None


@pytest.mark.parametrize("rules", RULES[:3])
def test_the_figures_that_are_told_add_up(rules):
    """What is said can be added up by hand."""
    found = luck_of(played(rules, 5), 0)
    said = str(luck_text(found))
    told = said.replace("50 in 100", "")
    numbers = [float(n.replace("−", "-")) for n in re.findall(r"[+−]?\d+(?:\.\d+)?", told)]
    start = 50 if found.rounds == 1 and found.unit == "chance" else round(found.start, 1)
    cost, luck, result = numbers[-3:]
    assert start - cost + luck == pytest.approx(result)
