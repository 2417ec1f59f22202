"""Words and lines that reach a question: plays, options, and lines that are too long."""

import json

import pytest
from click.testing import CliRunner, Result

from ono_tutor.cli.main import main

POSITION = "1980 total=92 hand=7,H,-10,O owes=2 players=3"


def run(*words: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=text)


@pytest.mark.parametrize("command", ["plays", "play", "survive", "compare", "threat", "solve"])
@pytest.mark.parametrize("option", ["--jso", "--jso=1", "--JSON", "-json", "-j"])
def test_a_mistyped_option_is_wrong_usage(command: str, option: str) -> None:
    """An option that there is not is named and has status 2, wherever it stands."""
    for words in ([option, POSITION, "H"], [*POSITION.split(), "H", option], ["-", option]):
        result = run(command, *words, text=POSITION)

        assert result.exit_code == 2
        assert result.stdout == ""
        assert f"No such option '{option.partition('=')[0]}'" in result.stderr


def test_a_mistyped_option_is_told_with_the_nearest_one() -> None:
    """The option that was meant is offered."""
    assert "Did you mean '--json'?" in run("plays", POSITION, "--jso").stderr
    assert "'--transcript'" in run("play", POSITION, "H", "--transcrip").stderr


@pytest.mark.parametrize("word", ["-10", "-10!"])
def test_a_card_with_a_minus_is_a_play(word: str) -> None:
    """Minus ten is a card, with its draw or without it, not an option."""
    result = run("play", POSITION, word, "--json")

    assert json.loads(result.stdout)["plays"] == [word]


@pytest.mark.parametrize("word", ["-1", "-7", "-10-", "-99"])
def test_a_minus_before_a_number_that_is_no_card_is_a_notation_error(word: str) -> None:
    """What can only be meant as a card is told to be none."""
    result = run("play", POSITION, word, "--json")

    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["kind"] == "notation"


@pytest.mark.parametrize("command", ["plays", "survive", "play"])
@pytest.mark.parametrize("length", [16_384, 16_385, 70_000, 3_000_000])
@pytest.mark.parametrize("letter", ["x", "é", "牌"])
def test_a_line_that_is_too_long_is_told_the_truth(command: str, length: int, letter: str) -> None:
    """The message gives what is allowed, and a length only where that is the line's."""
    start = f"{POSITION} | " if command == "play" else f"{POSITION} "
    line = start + letter * (length - len(start))

    message = json.loads(run(command, "-", "--json", text=f"{line}\n").stdout)["error"]["message"]

    if length > 16_384:
        assert message == "the line is longer than 16384 characters, the most that are read"
    elif command != "play":
        assert message == "the line has 16384 characters; 4096 are allowed"


def test_plays_beyond_the_length_that_is_read_are_not_made() -> None:
    """A line of plays is made whole or not at all."""
    line = f"ninety-nine hand=9,9,9 | {'9 ' * 9000}\n{POSITION} | H\n"

    first, second = run("play", "-", "--json", text=line).stdout.splitlines()

    assert "longer than 16384" in json.loads(first)["error"]["message"]
    assert json.loads(second)["plays"] == ["H"]
