"""Whether a hand can be without a card to play, as each rule set states it."""

import pytest

from ono_tutor import Position, legal_plays
from ono_tutor.puzzles import bank
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import OUT


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_hand_is_laid_down_where_the_rule_set_says_so(key):
    """Over the positions of the bank a hand is laid down (rule bust), or never (99-must-play)."""
    lines = {entry.position for entry in bank.index().values() if entry.key == key}

    out = [line for line in lines if OUT in legal_plays(Position.parse(line))]

    assert bool(out) == RULE_SETS[key].lays_down
