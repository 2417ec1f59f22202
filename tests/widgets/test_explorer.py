"""The explorer: a position to change, and what becomes of it."""

import json
import random
from fractions import Fraction

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

from ono_tutor import NotationError, Position, UnanswerableError, survive
from ono_tutor.solver.compare import compare
from ono_tutor.widgets.explorer import Compare, Explorer

START = "1980 total=92 hand=7,H,-10,O owes=2"
UNLIKE = "1980 total=6 hand=-10,9,8,7"


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
    assert explorer.feedback["headline"].startswith("You survive for certain")
    assert [row["play"] for row in explorer.feedback["cards"]] == ["7", "H", "-10", "O"]
    assert explorer.figure["title"] == "The chance to survive a double, by total"
    assert explorer.survival.chance == Fraction(1)


def test_a_change_is_answered_at_once_and_spoken_briefly():
    """A new total gives a new verdict; the live region hears that and no more."""
    explorer = Explorer("2022 total=90 hand=7,1,O,O owes=2")
    before = explorer.feedback["serial"]

    put(explorer, "total", 97)

    assert explorer.feedback["headline"].startswith("You survive only with luck")
    assert explorer.feedback["say"] == "At 97: possible with luck, about 35 in 100 (19/54)."
    assert explorer.feedback["serial"] > before
    assert str(explorer.position) == "2022 total=97 hand=7,1,O,O owes=2"


def test_another_edition_says_what_became_of_the_cards():
    """Hold becomes zero in 2022; it is said in the text and to the live region."""
    explorer = Explorer(START)

    put(explorer, "edition", "2022")

    assert str(explorer.position) == "2022 total=92 hand=7,0,-10,O owes=2"
    assert "the 0 takes its place" in explorer.feedback["text"]
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
    assert "You play a Hold: the total is 92." in explorer.feedback["text"]
    assert "about 15 in 100 (320533/2118760)" in explorer.feedback["text"]
    assert explorer.feedback["headline"] == "You are Player 1 now. Your hand is hidden."


def test_back_undoes_as_many_steps_as_were_made():
    """Two plays, two steps back, and then there is no such button."""
    explorer = Explorer("1980 total=60 hands=7,8,9,9/2,3,4,5")
    assert actions(explorer) == ["values"]
    send(explorer, type="play", play="7")
    send(explorer, type="play", play="2")
    assert explorer.position.total == 69

    send(explorer, type="action", id="back")
    assert explorer.position.total == 67
    send(explorer, type="action", id="back")

    assert str(explorer.position) == "1980 total=60 hands=7,8,9,9/2,3,4,5"
    assert actions(explorer) == ["values"]


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
    assert "You may not lose on purpose" in explorer.feedback["text"]
    assert explorer.feedback["chosen"] == "7"


def test_a_card_that_ends_play_is_told_and_the_position_stays():
    """After a lost hand there is no position to explore (rule loss)."""
    explorer = Explorer("1980 total=98 hand=7,7,8,9")

    send(explorer, type="play", play="7")

    assert explorer.position.total == 98
    assert explorer.feedback["headline"].startswith("Play ends with this card")
    assert "You lose the round at 105." in explorer.feedback["text"]


@pytest.mark.parametrize(
    ("line", "word", "total"),
    [
        ("2022 total=98 hand=7,7,7,8 players=3", "out", 98),
        ("2022 total=50 hand=O,O,O,O", "OOOO", 50),
        ("1980 total=50 hand=7,8,9 played=5 undrawn=0", "draw:0", 50),
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
    assert actions(explorer) == ["back", "values"]


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

    send(explorer, type="action", id="values")
    assert said in json.dumps(explorer.feedback, ensure_ascii=False)
    assert "is an estimate, right to" in explorer.feedback["text"]
    put(explorer, "total", 60)
    assert "is an estimate, right to" in explorer.feedback["text"]

    send(explorer, type="action", id="values")
    assert "estimate" not in json.dumps(explorer.feedback)


def test_with_more_players_rounds_are_played_on_at_a_press_alone():
    """A rollout says how many rounds it took; a change of the position does not begin another."""
    explorer = Explorer("1980 total=90 hand=H,D,8,3 players=4")

    send(explorer, type="action", id="values")
    assert "rounds played on from here" in explorer.feedback["text"]
    put(explorer, "total", 60)

    assert "played on" not in json.dumps(explorer.feedback)


def test_it_has_a_text_form():
    """Printed, it is the line, the table in sentences and a line for every card."""
    explorer = Explorer(START)

    lines = str(explorer).splitlines()
    assert lines[0] == START
    assert lines[2].startswith("You survive for certain")
    assert len(lines) == 7
    assert repr(explorer) == f"Explorer({START!r})"


def test_the_survival_of_a_hidden_hand_is_an_error_in_python_only():
    """A hidden hand can be explored; asked for its chance the engine says that it is not known."""
    explorer = Explorer("1980 total=92 hand=?4")

    assert "hidden" in explorer.feedback["headline"]
    with pytest.raises(UnanswerableError):
        assert explorer.survival


# ---- every rule set beside the others ----


def test_the_board_is_compared_as_given():
    """The position's own table, and a column for each of the three rule sets."""
    shown = Compare(UNLIKE)

    assert shown.scene["rules"]["id"] == "1980"
    assert [card["code"] for card in shown.scene["hand"]] == ["-10", "9", "8", "7"]
    assert len(shown.scene["grid"]["columns"]) == 4
    assert shown.comparison == compare(Position.parse(UNLIKE))


def test_a_change_is_compared_at_once_and_spoken():
    """The grid is that of the new position, and the verdicts are said."""
    shown = Compare(UNLIKE)

    put(shown, "total", 50)

    assert shown.position.total == 50
    assert not any(row["differs"] for row in shown.scene["grid"]["rows"])
    assert shown.scene["say"].startswith("O'NO 99 of 1980: certain to survive;")


def test_a_hidden_card_in_a_line_is_said_at_the_line():
    """The line can be read, but a hidden card cannot be compared."""
    shown = Compare(UNLIKE)

    put(shown, "line", "1980 total=6 hand=?,9,8,7")

    assert "hidden" in fields(shown)["line"]["error"]
    assert str(shown.position) == UNLIKE


def test_a_card_that_is_pressed_is_told_for_every_rule_set():
    """The feedback is that of the card, with the rule point where they part (rule minus-ten)."""
    shown = Compare(UNLIKE)

    send(shown, type="play", play="-10")

    assert shown.feedback["headline"] == "Minus Ten: the games differ here."
    assert [rule["id"] for rule in shown.feedback["rules"]] == ["minus-ten"]


def test_another_position_can_be_compared():
    """A line or a Position; what is no position raises and leaves the one before."""
    shown = Compare(UNLIKE)
    shown.position = Position.parse("2022 total=97 hand=7,1,O,O owes=2")

    with pytest.raises(NotationError):
        shown.position = "boot"
    with pytest.raises(UnanswerableError):
        shown.position = "1980 hand=?4"

    assert str(shown.position) == "2022 total=97 hand=7,1,O,O owes=2"


def test_a_comparison_has_a_text_form():
    """Printed, it is the line and the grid."""
    shown = Compare(UNLIKE)

    assert str(shown).splitlines()[0] == UNLIKE
    assert "Minus Ten: The rule that makes the difference is “Minus Ten”." in str(shown)
    assert repr(shown) == f"Compare({UNLIKE!r})"


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


@pytest.mark.parametrize("kind", [Explorer, Compare])
@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("total", 120, "cannot stand at 120"),
        ("line", "1980 total=9 hnd=7", "'hnd' is not a key"),
    ],
)
def test_a_position_that_cannot_be_leaves_the_answer_and_marks_it(kind, name, value, fault):
    """The reason stands at the field with what was typed; the notice says first what is shown."""
    shown = kind(START)
    before = shown.feedback, shown.figure, shown.scene.get("grid")

    put(shown, name, value)

    assert fields(shown)[name]["value"] == str(value)
    assert fault in fields(shown)[name]["error"]
    notice = f"The table still shows the last possible position: {START}. "
    assert shown.scene["notice"] == notice + fields(shown)[name]["error"]
    assert (shown.feedback, shown.figure, shown.scene.get("grid")) == before
    assert not shown.scene.get("say")
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
    [START, "2022 total=97 hand=7,1,O,O owes=2", "ninety-nine total=53 hand=2,A,10 players=12",
     "1980 total=90 hand=7,9,4,3 players=8", "2022 total=92 hand=5,7,D,10 owes=2 players=6"],
)  # fmt: skip
def test_a_whole_update_stays_small(line):
    """All that changes together is below 20 kB."""
    explorer = Explorer(line)

    sent = json.dumps([explorer.scene, explorer.feedback, explorer.figure], ensure_ascii=False)
    assert len(sent.encode()) < 20_000


def test_what_is_new_gets_a_number_and_what_is_shown_again_keeps_its_own():
    """The view knows by the numbers of scene and feedback what it has not told yet."""
    compare = Compare()
    compare.receive({"type": "play", "play": "H"})
    scene, feedback = compare.scene, compare.feedback

    compare.receive({"type": "play", "play": "no card"})
    compare.feedback = feedback
    again = compare.feedback["serial"]
    compare.receive({"type": "play", "play": "H"})

    assert scene["serial"] != again == feedback["serial"]
    assert compare.feedback["serial"] not in (scene["serial"], again)
