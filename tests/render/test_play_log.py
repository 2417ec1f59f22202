"""The log: each event in a sentence to the learner, with its rule ids, and no card that is hidden."""

from random import Random

import pytest

from ono_tutor import Position, play, ruleset
from ono_tutor.course.match import Dealt, Match, Phase
from ono_tutor.game.strategy import choose
from ono_tutor.render.describe import join_sentences
from ono_tutor.render.game_scenes import MOST_ITEMS, item_of, log_json, log_summary
from ono_tutor.rules.book import rule_points


def told(line, *words, home=0):
    """The items of a line of play, as texts."""
    return [
        join_sentences(item_of(ply, home)[0]) for ply in play(Position.parse(line), *words).plies
    ]


def happenings(rules="1980", players=3, seed=1):
    """All that happens in a game that is played at random."""
    match, numbers = Match(rules, players, seed), Random(seed)
    found = list(match.begin())
    while match.phase is not Phase.OVER:
        is_yours = match.phase is Phase.YOURS
        made = choose("random", match.game.position, numbers) if is_yours else None
        found += match.play(made) if made else match.go_on()
    return found


LINES = """
1980 total=20 hands=7,H,3,O/2,2,9,O draw=8 | 7
1980 hands=7,2,3,O/D,2,9,O turn=1 | D
1980 hands=7,2,3,O/H,2,9,O turn=1 owes=2 | H
1980 hands=7,2,3,O/H,2,9,O owes=2 | 7
ninety-nine hands=7,2,3/J,2,9/4,5,6 turn=2 dir=ccw total=3 | 4
ninety-nine hands=7,2,3/4,5,6/J,2,9 turn=2 | J
ninety-nine total=29 hands=7,2,3/4,5,6 | 7
ninety-nine total=92 hands=7,2,3/4,5,6 turn=1 | 6
1980 total=98 hands=7,2,3,O/4,5,6,7 | 7
1980 total=98 hands=7,2,3,O/4,5,6,7 chips=0/1 | 7
1980 total=98 hands=7,2,3,O/4,5,6,7 chips=1/0 turn=1 | 7
2022 total=98 hands=7,2,3,O/4,5,6,7/0,0,0,0 | out
2022 total=98 hands=7,2,3,O/4,5,6,7/1,1,1,1 turn=1 | out
2022 total=98 hands=0,1,1,1/7,7,7,7/0,5,6,7 turn=2 owes=2 draw=9 | 0 out
1980+scoring=points total=98 hands=7,2,3,O/4,5,6,7 | 7
1980 hands=7,2,3,O/4,5,6,7 | 7!
1980 hands=7,2,3/4,5,6,7 played=8 undrawn=0 draw=H | draw:0
1980 hands=7,2,3/4,5,6,7 undrawn=0 turn=1 | 4
1980 hands=7,2,3,O/D,2,9,O/2,3,4,5 draw=8,H | 7 9
"""


def test_what_is_told_to_whom(golden):
    """To the learner on seat 0, to the player on seat 1, to nobody; and the summary for the first.

    What happens to who listens is told to "you"; a card that another draws is not named to a
    player. The summary leaves out what others draw and owe.
    """
    texts = []
    for line in LINES.strip().splitlines():
        start, _, words = line.partition(" | ")
        texts.append(f"$ {line}")
        texts += [
            f"{home}: {' / '.join(told(start, *words.split(), home=home))}" for home in (0, 1, None)
        ]
        plies = play(Position.parse(start), *words.split()).plies
        texts.append(f"summary: {' '.join(map(str, log_summary(plies, 0)))}")
    golden("log.txt", "\n".join(texts) + "\n")


@pytest.mark.parametrize("rules", ["1980", "1980+scoring=points", "2022", "ninety-nine"])
def test_every_event_of_a_game_is_told_with_its_rule(rules):
    """An item has a sentence an event at least, and every id of a rule point behind them."""
    for happened in happenings(rules):
        sentences, ids = item_of(happened, 0)
        assert set(ids) <= set(rule_points())
        if not isinstance(happened, Dealt):
            assert len(sentences) >= len(happened.events)
            assert set(ids) == {event.rule for event in happened.events}
            assert all(
                str(said).endswith(".") and "Player 0" not in str(said) for said in sentences
            )


def test_a_deal_names_the_points_that_say_who_starts():
    """The first item says who begins and how drawing goes; a later one names its own point."""
    (said, begins, more), first = item_of(Dealt(ruleset("1980"), ((),) * 4, 1, 3, 0), 0)
    (later, next_begins), next_ = item_of(Dealt(ruleset("ninety-nine"), ((),) * 4, 2, 0, 1), 0)

    assert f"{said} {begins}" == "Round 1, dealt by Player 3. The first to play: you."
    assert str(more).startswith("After each card you play")
    assert first == ["deal", "opening", "turn-order"]
    assert f"{later} {next_begins}" == "Round 2, dealt by you. The first to play: Player 1."
    assert next_ == ["99-deal", "99-next-round"]


def test_only_the_newest_items_are_sent_and_counted_on():
    """A long log sends its newest items, and the number of the first."""
    found = happenings()

    sent = log_json(found, 0)

    texts = [item["text"] for item in sent["items"]]
    assert texts == [join_sentences(item_of(each, 0)[0]) for each in found[-MOST_ITEMS:]]
    assert sent["first"] == len(found) - MOST_ITEMS + 1
