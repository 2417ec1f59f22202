"""The question commands, run as a person or a program runs them."""

import json

import pytest
from click.testing import CliRunner, Result

from ono_tutor.cli.main import main

POSITION = "1980 total=92 hand=7,H,-10,O owes=2 players=3"


def run(*words: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=text)


def test_survive_answers_in_prose_with_a_reason_for_every_card() -> None:
    """Without --json the answer is a sentence and a table."""
    result = run("survive", *POSITION.split())

    assert result.exit_code == 0
    assert "survives for certain" in result.output
    assert "Hold hands the Double Play on" in " ".join(result.output.split())


def test_survive_answers_in_json() -> None:
    """--json gives the contract's object, the chances as p/q in lowest terms."""
    result = run("survive", "2022 total=98 hand=7,5,0,O owes=2", "--json")

    assert json.loads(result.output) == {
        "position": "2022 total=98 hand=7,5,0,O owes=2",
        "verdict": "chance",
        "chance": "37/108",
        "unseen": 108,
        "plays": [{"play": "0", "chance": "37/108", "verdict": "chance"}],
    }


def test_plays_lists_every_card_with_its_rules() -> None:
    """A legal card has its total and what is owed next, a barred one its reason."""
    entries = json.loads(run("plays", POSITION, "--json").output)["plays"]

    assert [(e["card"], e["legal"]) for e in entries] == [
        ("7", False),
        ("H", True),
        ("-10", True),
        ("O", False),
    ]
    assert entries[1]["next"] == 1
    assert entries[1]["owes"] == 2
    assert entries[0]["rules"] == ["no-voluntary-bust", "limit"]
    assert "99" in entries[0]["reason"]


def test_play_takes_a_minus_ten_as_a_play_not_as_an_option() -> None:
    """`play POSITION -10` plays the card."""
    answer = json.loads(run("play", "1980", "total=6", "hand=-10,2,3,4", "-10", "--json").output)

    assert answer["after"]["total"] == -4
    assert answer["after"]["position"] == "1980 total=-4 hands=2,3,4,?/?4 turn=1 seen=-10"


def test_a_stream_is_answered_line_by_line_and_goes_on_after_a_bad_one() -> None:
    """A bad line gets an error object on its own line; the exit status says so at the end."""
    result = run("survive", "-", "--json", text=f"{POSITION}\n1980 hand=0\n\n{POSITION}\n")

    answers = [json.loads(line) for line in result.output.splitlines()]
    assert [next(iter(answer)) for answer in answers] == ["position", "error", "position"]
    assert answers[1]["error"]["kind"] == "notation"
    assert result.exit_code == 1


def test_a_stream_of_plays_has_a_bar_between_position_and_plays() -> None:
    """For `play -` a line is the position, a bar, then the plays."""
    result = run("play", "-", "--json", text="2022 hand=10,2,3,4 players=3 | 10 7\n")

    assert json.loads(result.output)["after"]["total"] == 17


@pytest.mark.parametrize(
    "line",
    [
        b"1980 total=92 hnad=7",
        b"1980 hand=7 " + b"x" * 1_000_000,
        b"1980 hand=7\x00",
        b"1980 hand=7\x1b[31m",
        b"1980 hand=\xef\xbc\x97",
        b"\xff\xfe",
    ],
    ids=["typo", "a megabyte", "null byte", "escape", "look-alike digit", "no text at all"],
)
@pytest.mark.parametrize("command", ["plays", "play", "survive"])
def test_a_bad_line_gives_one_clear_line_and_status_1(command: str, line: bytes) -> None:
    """No traceback, one line that says what is wrong, exit status 1."""
    result = run(command, "-", text=line + b"\n")

    lines = result.output.splitlines()
    assert result.exit_code == 1
    assert len(lines) == 1
    assert lines[0].startswith("error (notation): ")
    assert len(lines[0]) < 400
    assert lines[0].isprintable()


def test_an_illegal_play_is_an_error_of_its_own_kind() -> None:
    """Unreadable, forbidden and unanswerable are three different errors."""
    illegal = run("play", "1980 total=92 hand=7,H,-10,O owes=2", "7", "--json")
    unanswerable = run("survive", "1980 hands=7,H/?4 turn=1", "--json")

    assert json.loads(illegal.output)["error"]["kind"] == "illegal"
    assert json.loads(illegal.output)["error"]["rule"] == "no-voluntary-bust"
    assert json.loads(unanswerable.output)["error"]["kind"] == "unanswerable"


def test_wrong_usage_is_exit_status_2() -> None:
    """A command without its position is wrong usage."""
    assert run("survive").exit_code == 2
    assert run("nonsense").exit_code == 2
