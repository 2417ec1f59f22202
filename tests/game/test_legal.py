"""Legal plays, the reasons against the others, and playing: one source for the three."""

from contextlib import suppress

import pytest
import strategies
from hypothesis import given

from ono_tutor import IllegalPlayError, NotationError, Position, legal_plays, play, why_not

WORDS = [
    "0",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "-10",
    "H",
    "R",
    "D",
    "O",
    "OOOO",
    "A+1",
    "A+11",
    "10+10",
    "10-10",
    "J",
    "Q",
    "K",
    "out",
]


def words_of(position):
    """The plays that are words of this position's rule set."""
    found = []
    for word in WORDS:
        with suppress(NotationError):
            found.append(str(position.rules.read_play(word)))
    return found


@given(strategies.lines())
def test_the_three_never_disagree(line):
    """What is legal has no reason against it and can be played; all else has both a reason and an error."""
    position = Position.parse(line)
    if not position.is_hand_known:
        return
    legal = [str(word) for word in legal_plays(position)]

    for word in words_of(position):
        refusal = why_not(position, word)
        assert (refusal is None) is (word in legal), word
        if refusal is None:
            assert play(position, word).plays
            continue
        with pytest.raises(IllegalPlayError) as caught:
            play(position, word)
        assert (caught.value.rule, caught.value.message) == (refusal.rules[0], str(refusal))
        assert str(refusal).endswith((".", "?"))
        assert "{" not in str(refusal)
