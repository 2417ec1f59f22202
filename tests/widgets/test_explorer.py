"""The explorer: a position to change, and what becomes of it."""

import json
import random

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from widgets.walking import buttons, send

from ono_tutor import NotationError, Position, survive
from ono_tutor.solver.compare import compare
from ono_tutor.widgets.explorer import Compare, Explorer

START = "1980 total=92 hand=7,H,-10,O owes=2"
UNLIKE = "1980 total=6 hand=-10,9,8,7"


def fields(widget):
    """The fields of the form by name."""
    return {field["name"]: field for field in widget.scene["form"]["fields"]}


def test_the_position_can_be_set_and_read_in_python():
    """A line or a Position; the form and the answer follow, and Back leads home."""
    explorer = Explorer(START)

    explorer.position = "2022 total=97 hand=7,1,O,O owes=2"
    assert explorer.survival == survive(explorer.position)
    explorer.position = Position.parse(START)

    assert fields(explorer)["line"]["value"] == START
    assert buttons(explorer) == ["back", "values"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1980 total=90 hand=H,D,8,3", "Over the round you win about 83 in 100 with it"),
        ("ninety-nine total=50 hand=2,A,10", "Over the round it is worth about +0.34 points"),
    ],
)
def test_the_value_over_the_round_is_told_when_asked_for(line, said):
    """At the button each row has its estimate, also after a change, until it is hidden again."""
    explorer = Explorer(line)
    assert "estimate" not in json.dumps(explorer.feedback)

    send(explorer, "action values")
    assert said in json.dumps(explorer.feedback, ensure_ascii=False)
    assert "is an estimate, right to" in explorer.feedback["text"]
    send(explorer, "set total=60")
    assert "is an estimate, right to" in explorer.feedback["text"]

    send(explorer, "action values")
    assert "estimate" not in json.dumps(explorer.feedback)


def test_with_more_players_rounds_are_played_on_at_a_press_alone():
    """A rollout says how many rounds it took; a change of the position does not begin another."""
    explorer = Explorer("1980 total=90 hand=H,D,8,3 players=4")

    send(explorer, "action values")
    assert "rounds played on from here" in explorer.feedback["text"]
    send(explorer, "set total=60")

    assert "played on" not in json.dumps(explorer.feedback)


# ---- every rule set beside the others ----


# ---- both ----


@pytest.mark.parametrize("kind", [Explorer, Compare])
def test_what_is_no_position_is_refused_and_leaves_the_one_before(kind):
    """Set in Python it raises, and nothing is lost."""
    shown = kind(START)

    for wrong in (None, 5, "boot", "1980 total=99 hand=7,8,9,9", ["7"]):
        with pytest.raises(NotationError):
            kind(wrong)
        with pytest.raises(NotationError):
            shown.position = wrong

    assert str(shown.position) == START


NAMES = ["line", "edition", "total", "owes", "players", "card-1", "card-4", "card-9", "", "zz"]
VALUES = [None, "", [], {}, True, 1.5, 10**30, "2022", "1980", "ninety-nine", "H", "D", "O", "?"]
VALUES += ["none", "K", 2, 8, 1, -5, 92, 99, "x" * 5000]
WORDS = ["7", "H", "R", "O", "OOOO", "out", "draw:0", "A+1", "10-10", "7!", "?", "back", "x" * 999]


@pytest.mark.parametrize("kind", [Explorer, Compare])
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_no_message_raises(kind, seed):
    """Whatever the view sends, in whatever order, what is shown is sound and can be sent."""
    rng = random.Random(seed)
    shown = kind(strategies.line(rng) if kind is Explorer else START)

    for _ in range(20):
        shown.receive(_message(rng))

        assert Position.parse(str(shown.position)) == shown.position
        json.dumps([shown.scene, shown.feedback, shown.figure], allow_nan=False)
        assert kind is Explorer or compare(shown.position) == shown.comparison


def _message(rng):
    word = rng.choice(WORDS)
    value = strategies.line(rng) if rng.random() < 0.2 else rng.choice([*VALUES, float("nan")])
    return rng.choice(
        [
            {"type": "set", "name": rng.choice(NAMES), "value": value},
            {"type": "play", "play": word},
            {"type": "choice", "id": word},
            {"type": "action", "id": rng.choice(["back", "boot"])},
            {"type": "rule", "id": rng.choice(["limit", "boot", None, 7, []])},
            {"type": "answer", "values": {}},
            {"type": []},
            None,
        ]
    )


@pytest.mark.parametrize(
    "line",
    [START, "ninety-nine total=53 hand=2,A,10 players=12", "1980 total=90 hand=7,9,4,3 players=8",
     "2022 total=92 hand=5,7,D,10 owes=2 players=6"],
)  # fmt: skip
def test_a_whole_update_stays_small(line):
    """All that changes together is below 20 kB."""
    shown = Explorer(line)

    assert len(json.dumps([shown.scene, shown.feedback, shown.figure]).encode()) < 20_000


def test_what_is_new_gets_a_number_and_what_is_shown_again_keeps_its_own():
    """The view knows by the numbers of scene and feedback what it has not told yet."""
    explorer = Explorer()
    scene, feedback = explorer.scene, explorer.feedback

    explorer.feedback = feedback
    again = explorer.feedback["serial"]
    send(explorer, "set total=50")

    assert scene["serial"] != again == feedback["serial"]
    assert explorer.feedback["serial"] not in (scene["serial"], again)
