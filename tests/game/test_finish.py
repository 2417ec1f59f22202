"""Every game comes to an end: each rule set, each value of each option, few and many players.

``ONO_GAMES`` sets how many random games of each are played; a few by default.
"""

import os
from random import Random

import pytest
from sweeps import first

from ono_tutor import ruleset
from ono_tutor.game.playout import MOST_PLAYS, Playouts
from ono_tutor.rules.catalogue import RULE_SETS

GAMES = int(os.environ.get("ONO_GAMES", "5"))
NEEDS = dict.fromkeys(("bust-total", "points-end", "target"), "+scoring=points")
"""What an option needs beside it to make any difference."""

LONG = {"chips=99", "target=9999", "points=999"}
"""Values that make a game a hundred times as long: they are played by two players alone."""


def values_of(option):
    """Every value of an option that has names, the bounds of one that is a number."""
    return (
        option.values if isinstance(option.values, tuple) else (option.values[0], option.values[-1])
    )


VALUES = {
    ruleset(f"{key}+{option.name}={value}{NEEDS.get(option.name, '')}").name: (
        (2,) if f"{option.name}={value}" in LONG else (2, 4, None)
    )
    for key, kind in RULE_SETS.items()
    for option in kind.options
    for value in values_of(option)
}
"""Each rule set under one value of one option, and how many play; None is as many as it takes."""

CASES = [(name, players) for name, numbers in VALUES.items() for players in numbers]


@pytest.mark.parametrize(("name", "players"), first(CASES, 24))
def test_every_random_game_finishes(name, players):
    """Each game ends with a winner (rules winner, 99-winner, points-end)."""
    rules = ruleset(name)
    count = players or rules.most_players

    totals = Playouts(rules, count, "random").play(GAMES, Random("finish"))

    assert totals["games"] == GAMES
    assert sum(totals[f"won_by_seat_{seat}"] for seat in range(count)) >= GAMES
    assert totals["plays"] <= MOST_PLAYS * totals["rounds"]
