"""``play --transcript``: a whole game shown and checked."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ono_tutor.cli.main import main

GOLDEN = Path(__file__).parents[1] / "game" / "golden"
GAME = sorted(GOLDEN.glob("*.txt"))[0]


def test_a_game_is_told_play_by_play() -> None:
    """Every play is a line of sentences, and the last line says how the game ended."""
    plays = sum(" = " in line for line in GAME.read_text().splitlines())

    lines = CliRunner().invoke(main, ["play", "--transcript", str(GAME)]).output.splitlines()

    assert len(lines) == plays + 1
    assert lines[0].startswith("1. Seat ")
    assert lines[-1].startswith(f"{plays} plays, won by ")


def test_a_game_in_json_is_an_outcome_a_line() -> None:
    """Each line of JSON is the outcome of one play, the positions following on each other."""
    output = CliRunner().invoke(main, ["play", "--transcript", str(GAME), "--json"]).output

    outcomes = [json.loads(line) for line in output.splitlines()]
    assert outcomes[0]["after"]["position"] == outcomes[1]["position"]


@pytest.mark.parametrize("text", [b"", b"\xff", b"ono-tutor-transcript/1\n", b"x" * 5_000_000])
def test_what_is_no_transcript_is_one_clear_error(text: bytes) -> None:
    """The error names the line; the exit status is 1."""
    result = CliRunner().invoke(main, ["play", "--transcript", "-"], input=text)

    assert result.exit_code == 1
    assert len(result.output.splitlines()) == 1
    assert "line 1: " in result.output


def test_the_first_impossible_play_is_named_with_its_line() -> None:
    """Plays before it are told, then the error names the line."""
    lines = GAME.read_text().splitlines()
    spoilt = [*lines[:8], "0 OOOO = 7", *lines[9:]]

    result = CliRunner().invoke(main, ["play", "--transcript", "-"], input="\n".join(spoilt))

    assert result.exit_code == 1
    assert "line 9: " in result.output.splitlines()[-1]


def test_a_position_and_a_transcript_together_are_wrong_usage() -> None:
    """One or the other."""
    words = ["play", "1980", "hand=2", "2", "--transcript", str(GAME)]

    assert CliRunner().invoke(main, words).exit_code == 2


@pytest.mark.parametrize("length", [4_000_001, 5_000_000])
def test_a_text_that_is_too_long_is_told_the_truth(length: int) -> None:
    """The message gives what is allowed, not how much was read."""
    text = GAME.read_bytes().ljust(length, b"#")

    result = CliRunner().invoke(main, ["play", "--transcript", "-", "--json"], input=text)

    message = json.loads(result.output)["error"]["message"]
    assert message == "line 1: the text is longer than 4000000 bytes, the most that are read"


def test_a_text_of_as_many_bytes_as_are_allowed_is_read() -> None:
    """The last byte that is allowed still is."""
    text = GAME.read_bytes().rstrip(b"\n").ljust(3_999_999, b"\n") + b"#"

    assert CliRunner().invoke(main, ["play", "--transcript", "-"], input=text).exit_code == 0
