"""Plays and what they lead to: legal plays, the reasons against the others, events and sentences."""

import random
from contextlib import suppress

import pytest
import slow_rules
import strategies
from game.slow_table import check
from hypothesis import given
from hypothesis import strategies as st
from sweeps import PARTS, is_picked, is_whole, part

from ono_tutor import IllegalPlayError, NotationError, Position, legal_plays, play, why_not
from ono_tutor.game.explain import explain
from ono_tutor.rules.book import rule_points

WORDS = "0 2 3 4 5 6 7 8 9 10 -10 H R D O OOOO A+1 A+11 10+10 10-10 J Q K out"


@given(strategies.lines())
def test_the_three_never_disagree(line):
    """What is legal has no reason against it and can be played; all else has both a reason and an error."""
    position = Position.parse(line)
    if not position.is_hand_known:
        return
    legal = [str(word) for word in legal_plays(position)]

    for word in WORDS.split():
        refusal = None
        with suppress(NotationError):
            said = str(position.rules.read_play(word))
            refusal = why_not(position, said)
            assert (refusal is None) is (said in legal), word
            assert refusal or play(position, word).plays
        if refusal:
            with pytest.raises(IllegalPlayError) as caught:
                play(position, word)
            assert (caught.value.rule, caught.value.message) == (refusal.rules[0], str(refusal))
            assert set(refusal.rules) <= set(rule_points())
            assert str(refusal).endswith((".", "?"))
            assert "{" not in str(refusal)


NAMES = [
    *slow_rules.OPTIONS,
    *(
        f"{game}+{option}={value}"
        for game, options in slow_rules.OPTIONS.items()
        for option, values in options.items()
        for value in values[1:]
    ),
]
POSITIONS = 100_000 if is_whole() else 40 if is_picked() else 10
FIRST = 0 if is_whole() else (part() - 1) * (1_000_000 // PARTS + 1)
"""The number of the first position of this run; a whole run (``ONO_WHOLE=1``) takes all."""


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
        for word in words:
            check(play(position, word).plies[0])
        compared += 1

    assert compared


@given(strategies.lines(), st.data())
def test_every_event_names_a_rule_and_makes_a_sentence(line, data):
    """Each event names a rule point of the book, and can be told as a sentence."""
    position = Position.parse(line)
    if not position.is_hand_known:
        return
    outcome = play(position, data.draw(st.sampled_from(legal_plays(position))))

    effects = [ply.effect for ply in outcome.plies]
    assert {event.rule for event in outcome.events} <= set(rule_points())
    assert {rule for effect in effects for rule in effect.rules} <= set(rule_points())
    assert outcome.events
    for sentence in map(str, explain(position, outcome.events)):
        assert sentence.endswith(".")
        assert "None" not in sentence


@pytest.mark.parametrize(
    ("line", "plays", "told"),
    [
        ("1980+ono99=suicide total=98 hand=O,O,8,10", ["O"], "Whoever plays an O'NO 99 loses: you lose the round."),
        ("1980 total=8 hand=O,O,O,O", ["out"], "You hold nothing but O'NO 99 and lose the round."),
        ("2022 total=97 hands=1,9,9,9/9,9,8,8 owes=2 draw=9", ["1", "out"],
         "Nobody can play any more. You played last and win the game."),
    ],
)  # fmt: skip
def test_a_loss_and_a_win_have_their_cause(line, plays, told):
    """What decides is said where the total does not (rules ono99-card, four-ono99, nobody-can-play)."""
    outcome = play(line, *plays)

    assert told in [str(text) for text in explain(outcome.before, outcome.events, 0)]
