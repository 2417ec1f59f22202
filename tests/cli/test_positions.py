"""The commands that ask about a position: bounds, proofs and whole games.

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


def run(*words, text=None):
    return CliRunner().invoke(main, list(words), input=text)


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
    good.write_text(run("survive", "2022 hand=1,2,3,4", "--proof").output, encoding="utf-8")

    found = run("proof", str(mine), str(good))

    assert found.exit_code == status
    assert said in found.output
    assert f"{good}: The proof holds" in found.output


LONG = "the line is longer than 16384 characters, the most that are read"


@pytest.mark.parametrize(
    ("command", "line", "message"),
    [
        ("plays", b"1980 hand=7\x00", ""),
        ("survive", b"1980 hand=7\x1b[31m", ""),
        ("play", b"1980 hand=\xef\xbc\x97", ""),
        ("plays", b"\xff\xfe", ""),
        ("plays", b"1980 hand=7".ljust(16_384, b"x"), "16384 characters; 4096 are allowed"),
        ("plays", b"1980 hand=7".ljust(16_385, b"x"), LONG),
        ("survive", b"1980 hand=7".ljust(3_000_000, b"x"), LONG),
        ("play", f"1980 hand=7 | {'牌' * 20_000}".encode(), LONG),
    ],
)
def test_a_bad_line_gives_one_clear_line_and_status_1(command, line, message):
    """No traceback, one short line that says what is wrong, exit status 1; the run goes on."""
    result = run(command, "-", text=line + b"\n1980 hand=7\x00\n")

    first, second = result.output.splitlines()
    assert result.exit_code == 1
    assert message in first
    for said in (first, second):
        assert said.startswith("error (notation): ")
        assert len(said) < 400
        assert said.isprintable()


@pytest.mark.parametrize("command", ["plays", "play"])
@pytest.mark.parametrize("option", ["--jso", "--jso=1", "-json", "-j"])
def test_a_mistyped_option_is_wrong_usage(command, option):
    """An option that there is not is named and has status 2, wherever it stands."""
    for words in ([option, POSITION, "H"], [*POSITION.split(), "H", option], ["-", option]):
        result = run(command, *words, text=POSITION)

        assert (result.exit_code, result.stdout) == (2, "")
        assert f"No such option '{option.partition('=')[0]}'" in result.stderr


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
    """The figures add up; a seat that is not there is told."""
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
    assert re.search(r"You made \d+ plays: .* blunders\.", told)
    assert "not 2" in run("play", "--transcript", str(path), "--review", "2").output


GOOD = GAME.read_bytes()
SPOILT = [*GOOD.splitlines()[:8], b"0 OOOO = 7", *GOOD.splitlines()[9:]]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"\xff", "line 1: "),
        (b"ono-tutor-transcript/1\n", "line 1: "),
        (GOOD.ljust(4_000_001, b"\n"), "line 1: the text has 4000001 characters; 4000000 are "),
        (b"\n".join(SPOILT), "line 9: "),
    ],
)
def test_a_text_that_is_no_game_is_told_with_its_line(text, told):
    """The plays before the first impossible one are told; the exit status is 1."""
    result = run("play", "--transcript", "-", text=text)

    assert result.exit_code == 1
    assert told in result.output.splitlines()[-1]


def test_every_rule_point_can_be_shown():
    """With --json it is what the registry has; without an id all points are listed."""
    for rule_id, point in rule_points().items():
        shown = run("rules", rule_id, "--json").output.strip()
        assert shown == json.dumps(asdict(point), ensure_ascii=False)

    listed = [json.loads(line)["id"] for line in run("rules", "--json").output.splitlines()]
    assert listed == list(rule_points())
