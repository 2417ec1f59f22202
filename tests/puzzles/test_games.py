"""Puzzles from played games: each game is played again, and the play that lost is found in it."""

from collections import Counter

import pytest
from lost_rounds import PlayedGame, is_played_still, lost_by_choice
from sweeps import rotating

from ono_tutor import Puzzle
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import WHAT_LOST, themes_of
from ono_tutor.rules.catalogue import RULE_SETS

SOURCES = [line.rstrip("\n").split("\t") for line in bank.game_sources().values()]


def test_there_are_puzzles_from_games_of_every_rule_set():
    """Every rule set has fifteen at least, and each is a puzzle of the bank with that theme."""
    counts = Counter(rules for _, rules, *_ in SOURCES)
    assert {key for key in RULE_SETS if counts[key] < 15} == set()
    assert all(WHAT_LOST in themes_of(bank.entry(name)) for name, *_ in SOURCES)
    assert WHAT_LOST not in themes_of(bank.entry("dp80-hold"))


@pytest.mark.parametrize("source", rotating(SOURCES))
def test_a_game_is_played_again_to_the_play_that_lost(source):
    """After so many plays a bot stands where the puzzle asks, plays what is wrong, and loses."""
    name, rules, players, seed, place, play = source
    puzzle = Puzzle.load(name)
    found = {
        (kind, str(task.position)): decision
        for kind, task, decision in lost_by_choice(PlayedGame(rules, int(players), int(seed)))
    }
    decision = found[puzzle.kind, str(puzzle.position)]
    assert (str(decision.place), str(decision.play)) == (place, play)
    assert puzzle.mark(play) == "wrong"


def test_a_game_that_is_not_played_so_any_more_is_known():
    """After another number of plays, or in another game, there is no such puzzle."""
    name, rules, players, seed, place, play = SOURCES[0]
    others = [(rules, place + "0"), (next(key for key in RULE_SETS if key != rules), place)]
    assert is_played_still("\t".join(SOURCES[0]) + "\n")
    for other, later in others:
        assert not is_played_still("\t".join((name, other, players, seed, later, play)) + "\n")
