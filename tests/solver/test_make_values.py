"""How the table of values is made."""

import pytest
from solver.slow_values import SlowValues

from ono_tutor import Card, ruleset
from ono_tutor.game.duel_model import DuelModel
from ono_tutor.game.value_table import ValueTable, pack_table

pytest.importorskip("numpy")
DECK, START = {"9": 2, "8": 1, "5": 2, "2": 2, "H": 1}, 78
"""A deck that is small enough for the slow way, and at which choosing settles."""


def small(name, deck):
    """A rule set with two cards in a hand and a deck of these cards."""
    rules = ruleset(name)
    counts = {Card.parse(code): count for code, count in deck.items()}
    own = {"hand_size": 2, "deck": lambda self, players: counts}
    return type("Small", (type(rules),), own)(())


def test_a_small_table_is_what_the_slow_way_finds():
    """Wherever a round often comes to, cards kept are worth what the slow solver says."""
    from ono_tutor.solver.make_values import Maker  # noqa: PLC0415 - needs the extra

    rules = small("1980", DECK)
    maker = Maker(DuelModel.of(rules), START)
    for _ in range(60):
        maker.step()
    table = ValueTable(pack_table(maker.model, maker.worth, {}))
    slow = SlowValues(rules, START)

    often = [(at, kept) for at, waits in slow.waits.items() for kept in waits if waits[kept] > 0.02]
    apart = [abs(table.kept(kept, at, stays=False) - slow.worth[0, at, kept]) for at, kept in often]
    assert len(apart) > 40
    assert max(apart) < 0.002
