"""``ono-tutor puzzles``: listed, shown, solved, practised, generated, verified and checked."""

import json
import os
import pty
import subprocess
import sys

import pytest
from click.testing import CliRunner

from ono_tutor import Puzzle
from ono_tutor.cli.main import main
from ono_tutor.puzzles import bank

GOOD = '[[puzzle]]\nid = "mine"\nkind = "survive"\nposition = "1980 total=92 hand=7,H,9,O owes=2 players=3"\n'
BAD = '[[puzzle]]\nid = "bad"\nkind = "survive"\nposition = "1980 hand=Z"\n'


def run(*words, text=""):
    """The command with these words: status, standard output and standard error."""
    done = CliRunner().invoke(main, ["puzzles", *words], input=text)
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def file(tmp_path):
    """A file with a good puzzle and a bad one."""
    path = tmp_path / "mine.toml"
    path.write_text(GOOD + BAD, encoding="utf-8")
    return str(path)


def test_list_has_one_object_a_line_as_the_contract_says():
    """With --json a line has the keys of the contract, and passes every filter."""
    code, out, _ = run("list", "--kind", "next", "--rules", "2022", "--level", "5", "--json")

    lines = [json.loads(line) for line in out.splitlines()]
    keys = "id rules kind rule_points misconceptions level difficulty position question themes"
    assert code == 0
    assert lines
    assert all(" ".join(line) == keys for line in lines)
    assert {(line["kind"], line["level"]) for line in lines} == {("next", 5)}


@pytest.mark.parametrize(
    ("filters", "passes"),
    [
        (["--rule-point", "limit"], lambda entry: "limit" in entry.rule_points),
        (["--misconception", "doubles-add-up"], lambda e: "doubles-add-up" in e.misconceptions),
        (["--kind", "line", "--kind", "score"], lambda e: e.kind in ("line", "score")),
        (["--rules", "2022+minus-ten=unplayable"], lambda e: "unplayable" in e.rules),
    ],
)
def test_list_keeps_to_its_filters(filters, passes):
    """All puzzles that pass are listed, and no other."""
    code, out, _ = run("list", *filters)

    wanted = [entry.id for entry in bank.index().values() if passes(entry)]
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == wanted


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["list", "--kind", "riddle"], 1),
        (["list", "--rules", "1981"], 1),
        (["list", "--rule-point", "nonsense"], 1),
        (["list", "--misconception", "nonsense"], 1),
        (["list", "--level", "6"], 2),
        (["list", "--colour"], 2),
        (["show", "nonsense"], 1),
        (["solve", "nonsense", "--json"], 1),
        (["solve"], 2),
        (["quiz", "nonsense"], 1),
        (["lint"], 2),
        (["lint", "/nowhere.toml"], 2),
        (["generate", "--kind", "riddle"], 1),
        (["generate", "--count", "0"], 2),
    ],
)
def test_a_wrong_input_is_status_1_and_wrong_usage_2(words, code):
    """An input that no puzzle has is one line and status 1; a wrong option is status 2."""
    found, out, error = run(*words)

    assert found == code
    assert "Traceback" not in out + error


def test_solve_answers_as_the_contract_says():
    """Id, kind, answer and why; the answer of each kind is its JSON value."""
    for name in ("dp80-hold", *(entry.id for entry in list(bank.index().values())[::400])):
        code, out, _ = run("solve", name, "--json")
        found = json.loads(out)

        assert code == 0
        assert list(found) == ["id", "kind", "answer", "why"]
        assert found["answer"] == Puzzle.load(name).answer_as_json()


def test_solve_has_the_reason_and_show_all_but_the_answer():
    """For people: the question, the answer, why, and the rule points; shown without the last three."""
    (shown, asked, _), (solved, told, _) = run("show", "dp80-hold"), run("solve", "dp80-hold")

    assert (shown, solved) == (0, 0)
    assert "Do you survive?" in asked
    assert "passes the Double Play on" not in asked
    assert "certain" in told
    assert "double-reply" in told


def test_quiz_is_answered_by_words_and_digits():
    """A digit plays the card in that place; what was wrong comes back at the end; keys help."""
    keys = "?\nt\nw\nh\n\nnonsense\n1\ns\n" + "q\n"
    code, out, _ = run("quiz", "double-play-1980", text=keys)

    assert code == 0
    assert "The total is 92." in out
    assert "It is your turn: play 2 cards." in out
    assert "Hint 1 of 3" in out
    assert out.count("No answer yet.") == out.count("answer yet") == 1
    assert "I could not read that." in out
    assert "Not right. You will see this puzzle again at the end." in out
    assert "That was the answer. You will see this puzzle again at the end." in out
    assert "Right." not in out
    assert "Puzzle 2 of 9" in out
    assert "You had 0 of 2 right at the first answer." in out


def test_quiz_takes_the_letter_of_an_answer_and_no_more_puzzles_than_asked_for():
    """Of a set the first come; a letter stands beside each answer, and none is that of a card."""
    code, out, _ = run("quiz", "double-play-1980", "--count", "2", text="b\nq\n")
    _, of_cards, _ = run("quiz", "--kind", "survive", "--rules", "ninety-nine", text="a\nq\n")

    assert code == 0
    assert "Puzzle 1 of 2, dp80-hold" in out
    assert "[b] " in out
    assert "Not right." in out
    assert "[a] " not in of_cards
    assert "[b] " in of_cards


def test_quiz_ends_at_the_end_of_the_input():
    """Without input the round ends with its result and status 0."""
    code, out, _ = run("quiz", "--kind", "total", "--seed", "5", text="")

    assert code == 0
    assert "You had 0 of 0 right" in out


def test_quiz_brings_back_what_was_wrong_until_it_is_right(tmp_path):
    """A round of two puzzles: one wrong, one right, the first again, and the end."""
    path = tmp_path / "two.toml"
    other = GOOD.replace("mine", "other").replace("total=92", "total=90")
    path.write_text(GOOD + other, encoding="utf-8")

    code, out, _ = run("quiz", "--file", str(path), text="lost\ncertain\ncertain\n")

    assert code == 0
    assert out.count("Do you survive?") == 3
    assert out.rstrip().endswith("You had 1 of 2 right at the first answer.")


def test_quiz_is_the_same_for_the_same_seed():
    """The seed chooses the puzzles, and a digit of a number is a number, not a place."""
    first = run("quiz", "--kind", "score", "--seed", "4", "--count", "2", text="1\n2\n")

    assert run("quiz", "--kind", "score", "--seed", "4", "--count", "2", text="1\n2\n") == first
    assert "not 1:" in first[1]


def test_quiz_goes_on_with_a_line_after_the_reply():
    """Of a line the plays are asked one by one: after the reply comes the next question."""
    entry = next(
        entry
        for entry in bank.index().values()
        if entry.kind == "line" and len(Puzzle.of(entry).answer) >= 3 and entry.key == "1980"
    )
    puzzle = Puzzle.of(entry)
    first = puzzle.check(str(puzzle.answer[0]))

    assert first.is_right
    assert "What now?" in str(first)


def test_generate_writes_a_file_that_lint_and_verify_read(tmp_path):
    """The same seed writes the same bytes, and they are sound."""
    code, out, _ = run("generate", "--seed", "6", "--count", "4", "--kind", "legal")
    path = tmp_path / "made.toml"
    path.write_text(out, encoding="utf-8")

    assert code == 0
    assert out == run("generate", "--seed", "6", "--count", "4", "--kind", "legal")[1]
    assert out.count("[[puzzle]]") == 4
    assert run("lint", str(path))[0] == 0
    assert run("verify", str(path)) == (0, "4 puzzles, 0 changed\n", "")


def test_puzzles_are_listed_by_theme():
    """A theme lists the puzzles that have it, with its name; an unknown one is an error."""
    code, out, _ = run("list", "--theme", "pass-it-on")
    wrong, _, error = run("list", "--theme", "pass-it")

    assert code == 0
    assert out.splitlines()
    assert all(line.endswith("(Pass it on)") for line in out.splitlines())
    assert wrong == 1
    assert "pass-it-on" in error


def test_a_search_that_runs_dry_is_told():
    """If fewer puzzles are found than were asked for, the count is told, and the status is 1."""
    code, _, error = run("generate", "--kind", "score", "--rules", "2022", "--count", "2")

    assert code == 1
    assert "only 0 of 2" in error


def test_lint_tells_the_faults_and_lists_the_rest(file):
    """A bad puzzle is told by line and field, the good one is listed; as JSON an object each."""
    code, out, error = run("lint", file)
    again, lines, _ = run("lint", "--json", file)

    fault, sound = map(json.loads, lines.splitlines())
    assert (code, again) == (1, 1)
    assert f"{file}:8: position:" in error
    assert "mine is sound: survive" in out
    assert (fault["error"]["line"], fault["error"]["field"]) == (8, "position")
    assert (sound["id"], sound["kind"]) == ("mine", "survive")


def test_verify_tells_what_changed(tmp_path):
    """An answer that moved is told, with status 1."""
    path = tmp_path / "old.toml"
    path.write_text(GOOD + 'seal = "zzzz"\ndifficulty = 3\n', encoding="utf-8")

    code, out, _ = run("verify", str(path))

    assert code == 1
    assert "mine: answer is now certain" in out
    assert "1 puzzles, 1 changed" in out


def test_quiz_works_in_a_terminal():
    """At a real terminal the same keys do the same."""
    mine, theirs = pty.openpty()
    command = [sys.executable, "-m", "ono_tutor", "puzzles", "quiz", "double-play-1980"]
    with subprocess.Popen(
        command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as run_:
        os.write(mine, b"t\nq\n")
        out, _ = run_.communicate(timeout=600)
    os.close(mine)
    os.close(theirs)

    assert run_.returncode == 0
    assert b"The total is 92." in out
