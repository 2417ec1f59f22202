"""The explorer: a position to change, and what becomes of it."""

import json
import random
from fractions import Fraction

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

from ono_tutor import NotationError, Position, UnanswerableError, survive
from ono_tutor.widgets.explorer import Explorer

START = "1980 total=92 hand=7,H,-10,O owes=2"


def send(widget, **message):
    """A message as the view sends it."""
    widget.receive(message)


def put(widget, name, value):
    """A field of the form, changed."""
    send(widget, type="set", name=name, value=value)


def fields(widget):
    """The fields of the form by name."""
    return {field["name"]: field for field in widget.scene["form"]["fields"]}


def actions(widget):
    """The ids of the buttons."""
    return [action["id"] for action in widget.scene["actions"]]


def test_it_begins_with_a_position_and_its_answer():
    """The board, the form, every card's consequence, the figure and the line are there at once."""
    explorer = Explorer(START)

    assert explorer.scene["total"]["value"] == 92
    assert fields(explorer)["line"]["value"] == START
    assert explorer.feedback["headline"].startswith("Certain: you complete this turn")
    assert [row["play"] for row in explorer.feedback["cards"]] == ["7", "H", "-10", "O"]
    assert explorer.figure["title"] == "The chance to survive a double, by total"
    assert explorer.survival.chance == Fraction(1)


def test_a_change_is_answered_at_once_and_spoken_briefly():
    """A new total gives a new verdict; the live region hears that and no more."""
    explorer = Explorer("2022 total=90 hand=7,1,O,O owes=2")
    before = explorer.feedback["serial"]

    put(explorer, "total", 97)

    assert explorer.feedback["headline"].startswith("Possible with luck")
    assert explorer.feedback["say"] == "At 97: possible with luck, 19/54, about 35 in 100."
    assert explorer.feedback["serial"] > before
    assert str(explorer.position) == "2022 total=97 hand=7,1,O,O owes=2"


def test_a_position_that_cannot_be_leaves_the_answer_and_marks_it():
    """The reason stands at the field, the notice says what is still shown, the answer stays."""
    explorer = Explorer(START)
    feedback, figure = explorer.feedback, explorer.figure

    put(explorer, "total", 120)

    assert "cannot stand at 120" in fields(explorer)["total"]["error"]
    assert explorer.scene["notice"].endswith(f"Shown is still the last one: {START}.")
    assert (explorer.feedback, explorer.figure) == (feedback, figure)
    assert str(explorer.position) == START


def test_a_line_that_cannot_be_read_stays_as_it_was_typed():
    """The error is under the field, and what was typed is kept."""
    explorer = Explorer(START)

    put(explorer, "line", "1980 total=9 hnd=7")

    assert fields(explorer)["line"]["value"] == "1980 total=9 hnd=7"
    assert "'hnd' is not a key" in fields(explorer)["line"]["error"]


def test_another_edition_says_what_became_of_the_cards():
    """Hold becomes zero in 2022; it is said in the text and to the live region."""
    explorer = Explorer(START)

    put(explorer, "edition", "2022")

    assert str(explorer.position) == "2022 total=92 hand=7,0,-10,O owes=2"
    assert "zero has the same effect on the total and takes its place" in explorer.feedback["text"]
    assert explorer.feedback["say"].endswith("At 92: certain.")


def test_the_reading_that_was_given_stays_on_offer():
    """After a change of edition, a play and a new position the fourth choice is still there."""
    explorer = Explorer("1980+ono99=suicide total=50 hand=7,8,9,O")

    put(explorer, "edition", "1980")
    send(explorer, type="play", play="7")
    explorer.position = START

    names = [option["value"] for option in fields(explorer)["edition"]["options"]]
    assert names == ["1980", "2022", "ninety-nine", "1980+ono99=suicide"]


def test_an_edition_can_be_undone():
    """Cards that were left out come back."""
    explorer = Explorer("1980 total=50 hand=R,O,O,D owes=2")
    put(explorer, "edition", "ninety-nine")

    send(explorer, type="action", id="back")

    assert str(explorer.position) == "1980 total=50 hand=R,O,O,D owes=2"


def test_a_card_that_is_pressed_is_played():
    """The position after it is explored, what happened is told with the next player's danger."""
    explorer = Explorer("1980 total=92 hand=7,H,-10,O owes=2 players=3")

    send(explorer, type="play", play="H")

    assert explorer.position.turn == 1
    assert explorer.position.owes == 2
    assert "Seat 0 plays Hold: the total is 92." in explorer.feedback["text"]
    assert "320533/2118760, about 15 in 100" in explorer.feedback["text"]
    assert explorer.feedback["headline"] == "You are seat 1 now, and your hand is hidden."


def test_back_undoes_as_many_steps_as_were_made():
    """Two plays, two steps back, and then there is no such button."""
    explorer = Explorer("1980 total=60 hands=7,8,9,9/2,3,4,5")
    assert actions(explorer) == []
    send(explorer, type="play", play="7")
    send(explorer, type="play", play="2")
    assert explorer.position.total == 69

    send(explorer, type="action", id="back")
    assert explorer.position.total == 67
    send(explorer, type="action", id="back")

    assert str(explorer.position) == "1980 total=60 hands=7,8,9,9/2,3,4,5"
    assert actions(explorer) == []


def test_back_to_a_form_with_a_fault_shows_the_answer_of_its_last_position():
    """The field still has its fault, and the answer is not that of the position left."""
    explorer = Explorer("1980 total=60 hands=7,8,9,9/2,3,4,5")
    put(explorer, "total", 120)
    send(explorer, type="play", play="7")

    send(explorer, type="action", id="back")

    assert "cannot stand at 120" in fields(explorer)["total"]["error"]
    assert [row["play"] for row in explorer.feedback["cards"]] == ["7", "8", "9"]


def test_a_card_that_may_not_be_played_is_told_why():
    """The position stays, and the reason is the engine's (rule no-voluntary-bust)."""
    explorer = Explorer(START)

    send(explorer, type="play", play="7")

    assert str(explorer.position) == START
    assert explorer.feedback["headline"] == "Not allowed."
    assert "you may not lose on purpose" in explorer.feedback["text"]
    assert explorer.feedback["chosen"] == "7"


def test_a_card_that_ends_play_is_told_and_the_position_stays():
    """After a lost hand there is no position to explore (rule loss)."""
    explorer = Explorer("1980 total=98 hand=7,7,8,9")

    send(explorer, type="play", play="7")

    assert explorer.position.total == 98
    assert explorer.feedback["headline"].startswith("Play ends with this card")
    assert "Seat 0 loses the hand at 105." in explorer.feedback["text"]


@pytest.mark.parametrize(
    ("line", "word", "total"),
    [
        ("2022 total=98 hand=7,7,7,8 players=3", "out", 98),
        ("2022 total=50 hand=O,O,O,O", "OOOO", 50),
        ("1980 total=50 hand=7,8,9 undrawn=0", "draw:0", 50),
    ],
)
def test_plays_that_are_no_single_card_are_buttons(line, word, total):
    """Laying the hand down, four ONO 99 together and a late draw stand beside the cards."""
    explorer = Explorer(line)
    assert [choice["id"] for choice in explorer.scene["choices"]] == [word]

    send(explorer, type="choice", id=word)

    assert str(explorer.position) != line
    assert explorer.position.total == total


def test_the_position_can_be_set_and_read_in_python():
    """A line or a Position; the form and the answer follow, and Back leads home."""
    explorer = Explorer(START)

    explorer.position = "2022 total=97 hand=7,1,O,O owes=2"
    assert explorer.survival == survive(explorer.position)
    explorer.position = Position.parse(START)

    assert fields(explorer)["line"]["value"] == START
    assert actions(explorer) == ["back"]


def test_it_has_a_text_form():
    """Printed, it is the line, the table in sentences and a line for every card."""
    explorer = Explorer(START)

    lines = str(explorer).splitlines()
    assert lines[0] == START
    assert lines[2].startswith("Certain: you complete this turn")
    assert len(lines) == 7
    assert repr(explorer) == f"Explorer({START!r})"


@pytest.mark.parametrize("wrong", [None, 5, "boot", "1980 total=99 hand=7,8,9,9", ["7"]])
def test_a_wrong_argument_is_refused(wrong):
    """What is no position is named in the package's own error."""
    with pytest.raises(NotationError):
        Explorer(wrong)


def test_a_wrong_position_leaves_the_one_before():
    """Setting what is no position raises, and nothing is lost."""
    explorer = Explorer(START)

    with pytest.raises(NotationError):
        explorer.position = "boot"

    assert str(explorer.position) == START


def test_the_survival_of_a_hidden_hand_is_an_error_in_python_only():
    """A hidden hand can be explored; asked for its chance the engine says that it is not known."""
    explorer = Explorer("1980 total=92 hand=?4")

    assert "hidden" in explorer.feedback["headline"]
    with pytest.raises(UnanswerableError):
        assert explorer.survival


NAMES = ["line", "edition", "total", "owes", "players", "card-1", "card-4", "card-9", "", "zz"]
VALUES = [None, "", [], {}, True, 1.5, 10**30, "2022", "1980", "ninety-nine", "H", "D", "O", "?"]
VALUES += ["none", "K", 2, 8, 1, -5, 92, 99, "x" * 5000]
WORDS = ["7", "H", "R", "O", "OOOO", "out", "draw:0", "A+1", "10-10", "7!", "?", "back", "x" * 999]


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**9))
def test_no_message_raises(seed):
    """Whatever the view sends, in whatever order, the scene can be sent back."""
    rng = random.Random(seed)
    explorer = Explorer(strategies.line(rng))

    for _ in range(20):
        explorer.receive(_message(rng))

        assert Position.parse(str(explorer.position)) == explorer.position
        json.dumps([explorer.scene, explorer.feedback, explorer.figure], allow_nan=False)


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
    [START, "2022 total=97 hand=7,1,O,O owes=2", "ninety-nine total=53 hand=2,A,10 players=12",
     "1980 total=90 hand=7,9,4,3 players=8", "2022 total=92 hand=5,7,D,10 owes=2 players=6"],
)  # fmt: skip
def test_a_whole_update_stays_small(line):
    """All that changes together is below 20 kB."""
    explorer = Explorer(line)

    sent = json.dumps([explorer.scene, explorer.feedback, explorer.figure], ensure_ascii=False)
    assert len(sent.encode()) < 20_000
