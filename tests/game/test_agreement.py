"""The slow rules against the engine: positions and whole games.

A whole run (``ONO_WHOLE=1``) takes 100,000 positions and 2,000 games of every rule set under every
value of its options; by default it is a very small part of them.
"""

import random
from operator import itemgetter

import pytest
import slow_rules
import strategies
from game.slow_table import check, in_any_order, table_of, told
from sweeps import PARTS, first, is_picked, is_whole, part

from ono_tutor import Position, legal_plays, play, ruleset
from ono_tutor.game.game import Game
from ono_tutor.game.strategy import STRATEGIES, choose

NAMES = [
    *slow_rules.OPTIONS,
    *(
        f"{game}+{option}={value}"
        for game, options in slow_rules.OPTIONS.items()
        for option, values in options.items()
        for value in values[1:]
    ),
]
POSITIONS, GAMES = (100_000, 2_000) if is_whole() else (40 if is_picked() else 10, 1)
FIRST = 0 if is_whole() else (part() - 1) * (1_000_000 // PARTS + 1)
"""The number of the first position and of the first game of this run."""


@pytest.mark.parametrize("name", NAMES)
def test_random_positions_are_judged_alike(name, monkeypatch):
    """What may be played at a position, and what each play leads to, is what the slow rules say."""
    monkeypatch.setattr(strategies, "rule_set_name", lambda rng, game: name)
    compared = 0
    for number in range(FIRST, FIRST + POSITIONS):
        rng = random.Random(f"{name}/{number}")
        line = strategies.line(rng, name.split("+")[0], is_tense=rng.random() < 0.3)
        table = slow_rules.read(line)
        if "?" in table["hands"][table["turn"]]:
            continue
        position, words = Position.parse(line), slow_rules.legal(table)
        assert [str(made) for made in legal_plays(position)] == words, line
        check(play(position, rng.choice(words)).plies[0])
        compared += 1

    assert compared


@pytest.mark.parametrize("name", first(NAMES, 3))
def test_whole_games_are_played_alike(name):
    """Each play of the engine in whole games is that of the slow rules."""
    rules = ruleset(name)
    for number in range(FIRST, FIRST + GAMES):
        numbers = random.Random(f"{name}/{number}")
        game = Game.start(rules, numbers.randint(2, min(6, rules.most_players)), number)
        while not game.is_over:
            before = game.position
            step = game.play(choose(STRATEGIES[number % len(STRATEGIES)], game, numbers))
            game = step.game
            if len(before.draw) < 4:  # the discards may be shuffled
                continue
            table = table_of(before)
            assert [str(word) for word in legal_plays(before)] == slow_rules.legal(table)
            expected = in_any_order(slow_rules.play(table, str(step.ply.play)))
            found = in_any_order(told(step.ply.settlement, game.position))
            look = itemgetter(*(("stakes", "over", "loser", "left") if expected["over"] else found))
            assert look(found) == look(expected), str(before)
