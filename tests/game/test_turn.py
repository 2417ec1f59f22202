"""Plays and what they lead to, against the slow rules of the tests."""

import pytest
import slow_rules
import strategies
from game.slow_table import AT_THE_END, told
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor import Position, legal_plays, play
from ono_tutor.game.explain import explain
from ono_tutor.rules.book import rule_points


def chosen(data, table):
    """One of the plays that may be made: a legal one, perhaps without drawing, or a late draw."""
    word = data.draw(st.sampled_from(slow_rules.legal(table)))
    words = [word]
    if table["game"] == "1980" and word != "out" and slow_rules.judge(table, word)[0] == "safe":
        words.append(f"{word}!")
    return data.draw(st.sampled_from([*words, *(f"draw:{seat}" for seat in table["undrawn"])]))


@given(strategies.lines(), st.data())
def test_a_play_does_what_the_rules_say(line, data):
    """Position and table after any play are those of the slow rules."""
    table = slow_rules.read(line)
    if "?" in table["hands"][table["turn"]]:
        return
    word = chosen(data, table)

    outcome = play(Position.parse(line), word)
    found = told(outcome, outcome.after)
    expected = slow_rules.play(table, word)
    keys = AT_THE_END if expected["over"] else found
    assert {key: found[key] for key in keys} == {key: expected[key] for key in keys}


@given(strategies.lines())
def test_legal_plays_are_those_of_the_rules(line):
    """What may be played is what the slow rules allow, in the hand's order."""
    table = slow_rules.read(line)
    if "?" not in table["hands"][table["turn"]]:
        assert [str(word) for word in legal_plays(Position.parse(line))] == slow_rules.legal(table)


@given(strategies.lines(shows_all=True), st.randoms(use_true_random=False))
def test_a_whole_round_goes_as_the_rules_say(line, rng):
    """Play after play to the end of a round, engine and slow rules agree."""
    position, table = Position.parse(line), slow_rules.read(line)
    for _ in range(60):
        if table["over"] or not position.is_hand_known:
            return
        words = slow_rules.legal(table)
        assert [str(word) for word in legal_plays(position)] == words
        word = rng.choice(words)
        outcome, table = play(position, word), slow_rules.play(table, word)
        position = outcome.after
        found = told(outcome, position)
        keys = AT_THE_END if table["over"] else found
        assert {key: found[key] for key in keys} == {key: table[key] for key in keys}


@given(strategies.lines(), st.data())
def test_every_event_names_a_rule_and_makes_a_sentence(line, data):
    """Each event names a rule point of the book, and can be told as a sentence."""
    position = Position.parse(line)
    if not position.is_hand_known:
        return
    outcome = play(position, data.draw(st.sampled_from(legal_plays(position))))

    assert {event.rule for event in outcome.events} <= set(rule_points())
    assert outcome.events
    for sentence in map(str, explain(position, outcome.events)):
        assert sentence.endswith(".")
        assert "None" not in sentence


def test_plays_of_a_line_are_made_one_after_the_other():
    """Several plays at once are the same as one at a time."""
    words = ("1", "5", "D", "2", "3")
    line = "2022 total=20 hands=1,2,3,4/5,6,7,8/R,D,2,3 draw=9,9,R,D,1,2,5"

    position = Position.parse(line)
    for word in words:
        position = play(position, word).after

    assert play(Position.parse(line), *words).after == position


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
