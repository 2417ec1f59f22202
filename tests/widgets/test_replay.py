"""``Replay``: every play of what was written down, step by step, and clear errors for the rest."""

import json
import re
from functools import cache
from pathlib import Path

import pytest
from widgets.walking import send

from ono_tutor import IllegalPlayError, NotationError, Position, play
from ono_tutor.course.match import Match, Phase
from ono_tutor.course.recording import recording
from ono_tutor.game.strategy import choose
from ono_tutor.game.transcript import TranscriptError
from ono_tutor.widgets.game import Game
from ono_tutor.widgets.replay import Replay

LINE = "1980 total=92 hand=7,H,-10,O owes=2 players=3"
OPEN = "1980 total=90 hands=8,3,O,O/7,7,7,10 owes=2 draw=10,H,H,H"


@cache
def transcript(rules="1980", players=3, seed=1):
    """A whole game of cautious players."""
    match = Match(rules, players, seed)
    match.begin()
    while match.phase is not Phase.OVER:
        if match.phase is Phase.YOURS:
            match.play(choose("cautious", match.game.position, match._numbers))
        else:
            match.go_on()
    assert match.transcript.result.startswith("won by")
    return match.transcript


# --- what can be stepped through


def test_every_form_of_a_game_is_the_same_recording(tmp_path):
    """A transcript, its text, its file and the file's name give the same steps."""
    written = transcript("2022", 2)
    path = tmp_path / "game.txt"
    path.write_text(str(written), encoding="utf-8")

    steps = {
        tuple(moment.ply.play for moment in recording(what).moments)
        for what in (written, str(written), path, str(path))
    }

    assert len(steps) == 1
    assert len(next(iter(steps))) == len(written.entries)


@pytest.mark.parametrize(
    "what", [f"{LINE} | H -10", f"{LINE} H -10", play(Position.parse(LINE), "H", "-10")]
)
def test_a_line_of_play_is_the_position_and_the_plays(what):
    """The plays stand after a bar, or after the position's words; or it is what ``play`` gives."""
    replay = Replay(what)

    assert [str(moment.ply.play) for moment in replay.record.moments] == ["H", "-10"]


def test_a_game_that_is_played_is_seen_from_the_own_seat():
    """An unfinished game against bots shows no more than one's own hand (no cheating)."""
    game = Game("1980", seed=3)

    replay = Replay(game)

    assert replay.home == 0
    assert set(replay.position.hands[1]) == {Position.parse("1980 hands=?/2").hands[0][0]}


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("nothing", "no transcript, no line of play, which starts with 1980"),
        ("", "no transcript"),
        (7, "not int"),
        (None, "not NoneType"),
        ([], "not list"),
        ("1980 total=99 hand=7", "99"),
        (f"{LINE} | H x=3", "x=3"),
        ("no/such/file.txt", "no file"),
        (Path("gone.txt"), r"gone\.txt.*no file that can be read: No such file"),
        ("\x00", "no transcript"),
    ],
)
def test_what_cannot_be_stepped_through_is_refused(what, told):
    """The error says what it was given and what is taken."""
    with pytest.raises(NotationError, match=told):
        Replay(what)


def test_an_impossible_play_is_named(tmp_path):
    """An illegal play has its rule; a changed total, or no text at all, is found on its line."""
    with pytest.raises(IllegalPlayError) as error:
        Replay(f"{LINE} | O")
    assert error.value.rule == "ono99-card"
    lines = str(transcript()).split("\n")
    lines[9] = lines[9].rpartition(" ")[0] + " 3333"

    with pytest.raises(TranscriptError, match="line 10: "):
        Replay("\n".join(lines))
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(TranscriptError, match="line 1"):
        Replay(tmp_path / "picture.png")


# --- the steps


@pytest.mark.parametrize("rules", ["1980", "1980+scoring=points", "2022", "ninety-nine"])
@pytest.mark.parametrize("home", [None, 1])
def test_every_step_of_a_game_is_drawn(rules, home):
    """A step has its table, its play and its log, is JSON and stays small: every fifth is looked at."""
    written = transcript(rules)
    replay = Replay(written, home=home)

    for step in range(1, replay.steps, 5):
        replay.step = step
        (mover,) = (seat["seat"] for seat in replay.scene["seats"] if seat["mover"])
        assert mover == written.entries[step - 1].seat
        assert any(seat["you"] for seat in replay.scene["seats"]) is (home is not None)
        assert f"Step {step} of {replay.steps}." in str(replay)
        assert len(json.dumps([replay.scene, replay.feedback])) < 20_000

    assert replay.steps == len(written.entries) + 1


def test_what_a_play_cost_is_told_when_asked_for():
    """At the button a step says what the play cost over the round, in words for whoever played."""
    replay = Replay("1980 total=60 hands=H,8,3,9/?4 | H")
    assert "rounds in 100" not in str(replay.feedback)

    send(replay, "action values")

    assert re.search(
        r"A \w+: the Hold costs Player 2 about \d+ rounds in 100\.", replay.feedback["text"]
    )
    assert "Over the round you win" in replay.feedback["cards"][0]["text"]


def test_from_a_home_seat_the_other_hands_stay_hidden():
    """Seen from Player 0, the play of Player 1 marks no card and names no draw."""
    replay = Replay(transcript(), home=0)
    replay.step = next(s for s in range(1, 9) if replay.record.position(s).turn == 1)

    assert (replay.feedback["chosen"], replay.feedback["cards"]) == (None, [])
    assert "draws a card" in f"{replay.feedback['headline']} {replay.feedback['text']}"
    assert replay.scene["seats"][0]["you"]


def test_the_log_is_numbered_on_to_the_end_which_says_who_won():
    """The log goes up to the step before; of a long one the newest items have their numbers."""
    replay = Replay(transcript())
    assert len(replay.scene["log"]["items"]) == 1  # the deal

    send(replay, "action last")

    log, moments = replay.scene["log"], replay.record.moments
    deals = sum(moment.dealt is not None for moment in moments)
    assert log["first"] + len(log["items"]) - 1 == len(moments) + deals
    assert replay.feedback["headline"] == "Player 1 won the game."
    assert replay.scene["owes"]["count"] == 0


# --- going about


@pytest.mark.parametrize(
    ("value", "step"),
    [(2, 2), (2.0, 2), (99, 3), (-5, 1), (0, 1)]
    + [(nonsense, 1) for nonsense in (None, "2", [], {}, float("nan"), float("inf"), "x" * 9999)],
)
def test_the_slider_goes_to_a_step(value, step):
    """A number goes to its step, one outside to the nearest; what is no number moves nothing."""
    replay = Replay(f"{LINE} | H -10")

    replay.receive({"type": "set", "name": "step", "value": value})

    assert replay.step == step
    assert replay.scene["form"]["fields"][0]["value"] == step
