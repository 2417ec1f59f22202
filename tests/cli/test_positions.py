"""The commands that ask about a position: streams, bounds, proofs and whole games.

What they say is in the sessions ``positions``, ``play`` and ``rules``.
"""

import json
import re
from dataclasses import asdict
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from ono_tutor.cli.main import main
from ono_tutor.game.game import Game
from ono_tutor.game.strategy import choose
from ono_tutor.game.transcript import Transcript
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.catalogue import ruleset

POSITION = "1980 total=92 hand=7,H,-10,O owes=2 players=3"
OPEN = "1980 total=84 hands=2,5,6,O/O,10,10,R draw=9,2,10,R,8,H,R,8,10,-10"
GAME = sorted((Path(__file__).parents[1] / "game" / "golden").glob("*.txt"))[0]
ASKING = ["survive", "threat", "solve", "keep", "plays", "compare"]


def run(*words, text=None):
    return CliRunner().invoke(main, list(words), input=text)


@pytest.mark.parametrize("command", ASKING)
def test_a_stream_is_answered_line_by_line_and_goes_on_after_a_bad_one(command):
    """A bad line gets an error object on its own line; the exit status says so at the end."""
    found = run(command, "-", "--json", text=f"{OPEN}\n1980 total=x\n\n{OPEN}\n")

    lines = [json.loads(line) for line in found.output.splitlines()]
    assert [("error" in line) for line in lines] == [False, True, False]
    assert lines[1]["error"]["kind"] == "notation"
    assert found.exit_code == 1


def test_a_table_of_values_is_read_once_for_all_positions(tmp_path):
    """Each line of a stream is told what is wrong with it."""
    (tmp_path / "none.bin").write_bytes(b"no table")

    found = run("value", "-", "--table", str(tmp_path / "none.bin"), text=f"{POSITION}\n" * 2)

    assert found.exit_code == 1
    assert found.stderr.count("is not a table of values") == 2


@pytest.mark.parametrize(
    ("words", "old", "new", "status", "said"),
    [
        (["survive", "1980 total=92 hand=7,5,9,O owes=2"], "", "", 0, "The proof holds"),
        (["solve", OPEN], '"5"', '"2"', 1, "replies"),
        (["solve", OPEN], "{", "\x00", 1, ""),
    ],
)
def test_a_proof_is_checked_and_the_next_one_too(tmp_path, words, old, new, status, said):
    """A proof that was changed is refused with its place, and the others are still checked."""
    mine, good = tmp_path / "mine.json", tmp_path / "good.json"
    mine.write_text(run(*words, "--proof").output.replace(old or "\n", new), encoding="utf-8")
    good.write_text(
        run("survive", "2022 total=50 hand=1,2,3,4", "--proof").output, encoding="utf-8"
    )

    found = run("proof", str(mine), str(good))

    assert found.exit_code == status
    assert said in found.output
    assert f"{good}: The proof holds" in found.output


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
def test_a_bad_line_gives_one_clear_line_and_status_1(command, line):
    """No traceback, one line that says what is wrong, exit status 1."""
    result = run(command, "-", text=line + b"\n")

    lines = result.output.splitlines()
    assert result.exit_code == 1
    assert len(lines) == 1
    assert lines[0].startswith("error (notation): ")
    assert len(lines[0]) < 400
    assert lines[0].isprintable()


@pytest.mark.parametrize("command", ["plays", "play", "survive", "compare", "threat", "solve"])
@pytest.mark.parametrize("option", ["--jso", "--jso=1", "--JSON", "-json", "-j"])
def test_a_mistyped_option_is_wrong_usage(command, option):
    """An option that there is not is named and has status 2, wherever it stands."""
    for words in ([option, POSITION, "H"], [*POSITION.split(), "H", option], ["-", option]):
        result = run(command, *words, text=POSITION)

        assert (result.exit_code, result.stdout) == (2, "")
        assert f"No such option '{option.partition('=')[0]}'" in result.stderr


@pytest.mark.parametrize("command", ["plays", "survive", "play"])
@pytest.mark.parametrize("length", [16_384, 16_385, 3_000_000])
@pytest.mark.parametrize("letter", ["x", "牌"])
def test_a_line_that_is_too_long_is_told_the_truth(command, length, letter):
    """The message gives what is allowed, and a length only where that is the line's."""
    start = f"{POSITION} | " if command == "play" else f"{POSITION} "
    line = start + letter * (length - len(start))

    message = json.loads(run(command, "-", "--json", text=f"{line}\n").stdout)["error"]["message"]

    if length > 16_384:
        assert message == "the line is longer than 16384 characters, the most that are read"
    elif command != "play":
        assert message == "the line has 16384 characters; 4096 are allowed"


def test_a_game_is_told_play_by_play():
    """Every play is a line of sentences, or of JSON; the last line says how the game ended."""
    plays = sum(" = " in line for line in GAME.read_text(encoding="utf-8").splitlines())

    lines = run("play", "--transcript", str(GAME)).output.splitlines()
    output = run("play", "--transcript", str(GAME), "--json").output
    outcomes = [json.loads(line) for line in output.splitlines()]

    assert len(lines) == plays + 1
    assert lines[0].startswith("1. Player ")
    assert lines[-1].startswith(f"{plays} plays. Player ")
    assert outcomes[0]["after"]["position"] == outcomes[1]["position"]


@pytest.mark.usefixtures("quick_coach")
def test_a_review_tells_the_costliest_plays_and_luck_and_skill(tmp_path):
    """The figures add up; a seat that is not there, or a review of no game, is told."""
    start = game = Game.start(ruleset("1980"), 2, 1)
    steps, numbers = [], Random(5)
    while not game.is_over:
        steps.append(game.play(choose("random", game, numbers)))
        game = steps[-1].game
    path = tmp_path / "game.txt"
    path.write_text(str(Transcript.of(start, steps)), encoding="utf-8")

    told = run("play", "--transcript", str(path), "--review", "1").output
    output = run("play", "--transcript", str(path), "--review", "1", "--json").output
    found = json.loads(output.splitlines()[-1])

    luck = found["luck"]
    assert luck["start"] + luck["luck"] - luck["cost"] == pytest.approx(luck["result"], abs=1e-3)
    assert [each["grade"] for each in found["costliest"]] == ["blunder"] * 3
    assert all(each["position"] in told for each in found["costliest"])
    assert "Skill and luck (estimates)" in told
    assert re.search(r"You made \d+ plays, among them .* blunders\.", told)
    assert "not 2" in run("play", "--transcript", str(path), "--review", "2").output
    assert run("play", POSITION, "H", "--review", "0").exit_code == 2


@pytest.mark.parametrize("text", [b"", b"\xff", b"ono-tutor-transcript/1\n", b"x" * 5_000_000])
def test_what_is_no_transcript_is_one_clear_error(text):
    """The error names the line; the exit status is 1."""
    result = run("play", "--transcript", "-", text=text)

    assert result.exit_code == 1
    assert len(result.output.splitlines()) == 1
    assert "line 1: " in result.output


def test_the_first_impossible_play_is_named_with_its_line():
    """Plays before it are told, then the error names the line."""
    lines = GAME.read_text(encoding="utf-8").splitlines()
    spoilt = [*lines[:8], "0 OOOO = 7", *lines[9:]]

    result = run("play", "--transcript", "-", text="\n".join(spoilt))

    assert result.exit_code == 1
    assert "line 9: " in result.output.splitlines()[-1]


@pytest.mark.parametrize(("length", "status"), [(4_000_001, 1), (5_000_000, 1), (4_000_000, 0)])
def test_a_text_of_as_many_bytes_as_are_allowed_is_read(length, status):
    """The last byte that is allowed still is; beyond, the message gives what is allowed."""
    text = GAME.read_bytes().rstrip(b"\n").ljust(length - 1, b"\n") + b"#"

    result = run("play", "--transcript", "-", "--json", text=text)

    assert result.exit_code == status
    told = "line 1: the text has 4000001 characters; 4000000 are allowed"
    assert (told in result.output) == (status == 1)


def test_every_rule_point_can_be_shown():
    """With --json it is what the registry has; without an id all points are listed."""
    for rule_id, point in rule_points().items():
        assert run("rules", rule_id, "--json").output.strip() == json.dumps(
            asdict(point), ensure_ascii=False
        )

    listed = [json.loads(line)["id"] for line in run("rules", "--json").output.splitlines()]
    assert listed == list(rule_points())
