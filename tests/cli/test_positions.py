"""The commands that ask about a position, run as a person or a program runs them."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from ono_tutor.cli.main import main
from ono_tutor.game.game import Game
from ono_tutor.game.strategy import choose
from ono_tutor.game.transcript import Transcript
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.catalogue import ruleset

POSITION = "1980 total=92 hand=7,H,-10,O owes=2 players=3"
OPEN = "1980 total=84 hands=2,5,6,O/O,10,10,R draw=9,2,10,R,8,H,R,8,10,-10"
GAME = sorted((Path(__file__).parents[1] / "game" / "golden").glob("*.txt"))[0]


def run(*words: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=text)


def answered(*words: str) -> dict[str, object]:
    """The JSON that a command prints, which ended well."""
    found = run(*words, "--json")
    assert found.exit_code == 0, found.output
    return json.loads(found.output)


# the answers


def test_survive_answers_in_prose_with_a_reason_for_every_card() -> None:
    """Without --json the answer is a sentence and a table."""
    result = run("survive", *POSITION.split())

    assert result.exit_code == 0
    assert "You survive for certain" in result.output
    assert "The Hold passes the Double Play on" in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        (
            ["survive", "2022 total=98 hand=7,5,0,O owes=2"],
            {
                "position": "2022 total=98 hand=7,5,0,O owes=2",
                "verdict": "chance",
                "chance": "37/108",
                "unseen": 108,
                "plays": [{"play": "0", "chance": "37/108", "verdict": "chance"}],
            },
        ),
        (
            ["threat", "1980 total=95 hand=2,D,R,O players=3"],
            {
                "position": "1980 total=95 hand=2,D,R,O players=3",
                "plays/0": {"play": "2", "chance": "1683/6580", "next": 1, "owes": 1},
                "plays/1/play": "D",
                "plays/2/play": "R",
            },
        ),
        (
            ["threat", "ninety-nine total=53 hand=2,A,10"],
            {"plays/0": {"play": "2", "chance": None, "next": None, "owes": None}},
        ),
        (["solve", OPEN], {"can_win": True, "line": ["5", "R", "9", "10"], "value": None}),
        (
            ["solve", "ninety-nine total=95 hands=4,9,9/K,K,K draw=3,3,3,3,5,5,5,5"],
            {"value": 2, "can_win": None},
        ),
        (
            ["keep", "1980 total=80 hand=7,D,9,O players=3", "--rise", "8"],
            {"plays/0": {"play": "7", "chance": "2/5"}, "rise": {"8": "1/1"}},
        ),
        (
            ["plays", POSITION],
            {
                "plays/0/rules": ["no-voluntary-bust", "limit"],
                "plays/0/legal": False,
                "plays/1/next": 1,
                "plays/1/owes": 2,
                "plays/2/legal": True,
                "plays/3/legal": False,
            },
        ),
        (
            ["play", *["1980", "total=6", "hand=-10,2,3,4", "-10"]],
            {
                "after/total": -4,
                "after/position": "1980 total=-4 hands=2,3,4,?/?4 turn=1 seen=-10",
            },
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_json_has_what_the_contract_says(words: list[str], facts: dict[str, object]) -> None:
    """Chances are p/q in lowest terms; what does not apply is null or not there."""
    found = answered(*words)

    for path, value in facts.items():
        at: object = found
        for step in path.split("/"):
            at = at[int(step)] if isinstance(at, list) else at.get(step)  # type: ignore[attr-defined]
        assert at == value, path


def test_a_barred_card_has_its_reason() -> None:
    """The total that would lose is in the words."""
    plays = answered("plays", POSITION)["plays"]

    assert "99" in plays[0]["reason"]


def test_plays_are_told_to_the_player_to_move() -> None:
    """The one to move is "you" through the whole line, and what may not be played as well."""
    line = run("play", "1980 total=10 hands=7,H/7,5/8,8", "7", "5", "8").output

    assert line.splitlines()[::2][:2] == [
        "You play a 7: the total is 17.",
        "Player 1 plays a 5: the total is 22.",
    ]
    assert "You have no Hold." in run("play", "1980 total=10 hand=7", "H").output


def test_solve_tells_the_line_in_sentences() -> None:
    """The verdict, then what happens."""
    found = run("solve", OPEN)

    assert "can force a win" in found.output
    assert "Player 1 loses the round" in found.output


@pytest.mark.parametrize(("limit", "status", "said"), [("2", 1, "2 positions"), ("0", 2, "0")])
def test_a_limit_on_positions_is_kept(limit: str, status: int, said: str) -> None:
    """TurnChange it makes the position unanswerable; a limit of nothing is wrong usage."""
    found = run("solve", OPEN, "--limit", limit, "--json")

    assert found.exit_code == status
    assert said in found.output
    assert ("unanswerable" in found.output) == (status == 1)


@pytest.mark.parametrize("command", ["survive", "threat", "solve", "keep", "plays", "compare"])
def test_a_stream_is_answered_line_by_line_and_goes_on_after_a_bad_one(command: str) -> None:
    """A bad line gets an error object on its own line; the exit status says so at the end."""
    found = run(command, "-", "--json", text=f"{OPEN}\n1980 total=x\n\n{OPEN}\n")

    lines = [json.loads(line) for line in found.output.splitlines()]
    assert [("error" in line) for line in lines] == [False, True, False]
    assert lines[1]["error"]["kind"] == "notation"
    assert found.exit_code == 1


def test_a_stream_of_plays_has_a_bar_between_position_and_plays() -> None:
    """For `play -` a line is the position, a bar, then the plays."""
    found = run("play", "-", "--json", text="2022 hand=10,2,3,4 players=3 | 10 7\n")

    assert json.loads(found.output)["after"]["total"] == 17


# proofs


@pytest.mark.parametrize(
    ("words", "old", "new", "status", "said"),
    [
        (["survive", "1980 total=92 hand=7,5,9,O owes=2"], "", "", 0, "The proof holds"),
        (["solve", OPEN], '"5"', '"2"', 1, "replies"),
        (["solve", OPEN], "{", "\x00", 1, ""),
    ],
)
def test_a_proof_is_checked_and_the_next_one_too(
    tmp_path: Path, words: list[str], old: str, new: str, status: int, said: str
) -> None:
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


# bad input


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
    illegal = json.loads(run("play", POSITION, "7", "--json").output)["error"]
    unanswerable = json.loads(run("survive", "1980 hands=7,H/?4 turn=1", "--json").output)

    assert (illegal["kind"], illegal["rule"]) == ("illegal", "no-voluntary-bust")
    assert unanswerable["error"]["kind"] == "unanswerable"


@pytest.mark.parametrize("command", ["plays", "play", "survive", "compare", "threat", "solve"])
@pytest.mark.parametrize("option", ["--jso", "--jso=1", "--JSON", "-json", "-j"])
def test_a_mistyped_option_is_wrong_usage(command: str, option: str) -> None:
    """An option that there is not is named and has status 2, wherever it stands."""
    for words in ([option, POSITION, "H"], [*POSITION.split(), "H", option], ["-", option]):
        result = run(command, *words, text=POSITION)

        assert (result.exit_code, result.stdout) == (2, "")
        assert f"No such option '{option.partition('=')[0]}'" in result.stderr


def test_a_mistyped_option_is_told_with_the_nearest_one() -> None:
    """The option that was meant is offered; a command without a position is wrong usage too."""
    assert "Did you mean '--json'?" in run("plays", POSITION, "--jso").stderr
    assert "'--transcript'" in run("play", POSITION, "H", "--transcrip").stderr
    assert run("survive").exit_code == run("nonsense").exit_code == 2


@pytest.mark.parametrize("word", ["-10", "-10!"])
def test_a_card_with_a_minus_is_a_play(word: str) -> None:
    """Minus ten is a card, with its draw or without it, not an option."""
    assert answered("play", POSITION, word)["plays"] == [word]


@pytest.mark.parametrize("word", ["-1", "-7", "-10-", "-99"])
def test_a_minus_before_a_number_that_is_no_card_is_a_notation_error(word: str) -> None:
    """What can only be meant as a card is told to be none."""
    result = run("play", POSITION, word, "--json")

    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["kind"] == "notation"


@pytest.mark.parametrize("command", ["plays", "survive", "play"])
@pytest.mark.parametrize("length", [16_384, 16_385, 3_000_000])
@pytest.mark.parametrize("letter", ["x", "牌"])
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


# transcripts


def test_a_game_is_told_play_by_play() -> None:
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
def test_a_review_tells_the_costliest_plays_and_luck_and_skill(tmp_path: Path) -> None:
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
def test_what_is_no_transcript_is_one_clear_error(text: bytes) -> None:
    """The error names the line; the exit status is 1."""
    result = run("play", "--transcript", "-", text=text)

    assert result.exit_code == 1
    assert len(result.output.splitlines()) == 1
    assert "line 1: " in result.output


def test_the_first_impossible_play_is_named_with_its_line() -> None:
    """Plays before it are told, then the error names the line."""
    lines = GAME.read_text(encoding="utf-8").splitlines()
    spoilt = [*lines[:8], "0 OOOO = 7", *lines[9:]]

    result = run("play", "--transcript", "-", text="\n".join(spoilt))

    assert result.exit_code == 1
    assert "line 9: " in result.output.splitlines()[-1]


def test_a_position_and_a_transcript_together_are_wrong_usage() -> None:
    """One or the other."""
    assert run("play", "1980", "hand=2", "2", "--transcript", str(GAME)).exit_code == 2


@pytest.mark.parametrize(("length", "status"), [(4_000_001, 1), (5_000_000, 1), (4_000_000, 0)])
def test_a_text_of_as_many_bytes_as_are_allowed_is_read(length: int, status: int) -> None:
    """The last byte that is allowed still is; beyond, the message gives what is allowed."""
    text = GAME.read_bytes().rstrip(b"\n").ljust(length - 1, b"\n") + b"#"

    result = run("play", "--transcript", "-", "--json", text=text)

    assert result.exit_code == status
    told = "line 1: the text is longer than 4000000 bytes, the most that are read"
    assert (told in result.output) == (status == 1)


# compare


@pytest.mark.parametrize(
    ("line", "knows", "others"),
    [
        ("1980 total=60 hand=H,D,R,O", "O'NO 99 of 1980", ["ONO 99 of 2022", "Ninety-Nine"]),
        ("ninety-nine total=-4 hand=J,5,9", "Ninety-Nine", ["O'NO 99 of 1980", "ONO 99 of 2022"]),
        (
            "2022+dump=free hand=0,0,R,1",
            "ONO 99 of 2022 with dump=free",
            ["O'NO 99 of 1980", "Ninety-Nine"],
        ),
    ],
)
def test_a_position_that_one_rule_set_knows_is_compared_with_nothing(
    line: str, knows: str, others: list[str]
) -> None:
    """The one rule set is named, and each other with the reason why it has no such position."""
    lines = run("compare", line).stdout.splitlines()

    assert lines[-1] == f"Only {knows} can have this position, so there is nothing to compare."
    assert [x.partition(" has no ")[0] for x in lines if " has no " in x] == others


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "2022+dump=free total=50 hands=O,O,O,O/1,1,1,1 played=0 seen=0x8,1x2,2x6,3x6,4x6,5x6,"
            "6x6,7x6,8x6,9x6,10x10,-10x10,Rx10,Dx10,Ox4",
            "No game can have this position, so there is nothing to compare.",
        ),
        ("1980 total=60 hand=5,R,10,9 players=3", "Every card of this hand"),
    ],
    ids=["two cards for four draws", "treated alike"],
)
def test_where_nothing_differs_that_is_said(line: str, told: str) -> None:
    """Also of a position that not even its own rule set can answer."""
    assert run("compare", line).stdout.splitlines()[-1].startswith(told)


# rules


def test_every_rule_point_can_be_shown() -> None:
    """`rules ID` shows a point's sentences, status and sources; `rules` lists all of them."""
    for rule_id, point in rule_points().items():
        assert answered("rules", rule_id) == point.as_json()

    listed = [json.loads(line)["id"] for line in run("rules", "--json").output.splitlines()]
    assert listed == list(rule_points())


@pytest.mark.parametrize("word", ["no-such-rule", "", " ", "LIMIT"])
def test_an_unknown_rule_point_is_an_error(word: str) -> None:
    """An unknown id is named, an empty one too, with the ids that there are; the status is 1."""
    prose, as_json = run("rules", word), run("rules", word, "--json")

    assert (prose.exit_code, as_json.exit_code) == (1, 1)
    assert (prose.stdout, as_json.stderr) == ("", "")
    assert prose.stderr.startswith(f"error (notation): {word!r} is not a rule point; ")
    assert json.loads(as_json.stdout)["error"]["word"] == word
