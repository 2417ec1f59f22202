"""``ono-tutor puzzles``: what it lists, solves and makes is what the bank and the engine say.

What it says of one puzzle, of a file and of wrong words is in the sessions ``puzzles``, ``quiz``
and ``rate``.
"""

import json
import os
import pty
import subprocess
import sys

import pytest

from ono_tutor import Puzzle
from ono_tutor.course.responses import MarkedResponse, format_responses
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark


@pytest.mark.parametrize(
    ("filters", "passes"),
    [
        ("--rule-point limit", lambda entry: "limit" in entry.rule_points),
        ("--misconception doubles-add-up", lambda e: "doubles-add-up" in e.misconceptions),
        ("--kind line --kind score", lambda e: e.kind in ("line", "score")),
        ("--kind next --rules 2022 --level 5", lambda e: (e.kind, e.key, e.level) == ("next", "2022", 5)),
        ("--rules 2022+minus-ten=unplayable", lambda e: "unplayable" in e.rules),
        ("--theme pass-it-on", lambda entry: entry.theme == "pass-it-on"),
    ],
)  # fmt: skip
def test_list_keeps_to_its_filters(cli, filters, passes):
    """All puzzles that pass are listed, and no other; as JSON with the keys of the contract."""
    lines = [json.loads(line) for line in cli(f"puzzles list {filters} --json").out.splitlines()]

    wanted = [entry.id for entry in bank.index().values() if passes(entry)]
    keys = "id rules kind rule_points misconceptions level difficulty position question themes"
    assert [line["id"] for line in lines] == wanted != []
    assert {" ".join(line) for line in lines} == {keys}


def test_solve_answers_as_the_contract_says(cli):
    """Id, kind, answer and why; the answer of each kind is its JSON value."""
    for entry in list(bank.index().values())[::400]:
        found = json.loads(cli(f"puzzles solve {entry.id} --json").out)

        assert list(found) == ["id", "kind", "answer", "why"]
        assert found["answer"] == Puzzle.of(entry).answer_as_json()


def test_quiz_is_the_same_for_the_same_seed(cli):
    """The seed chooses the puzzles, and a digit of a number is a number, not a place."""
    first = cli("puzzles quiz --kind score --seed 4 --count 2", text="1\n2\n")

    assert cli("puzzles quiz --kind score --seed 4 --count 2", text="1\n2\n") == first
    assert "could not read" not in first.out


def test_quiz_offers_no_letter_that_is_a_card(cli):
    """Of Ninety-Nine an a is an ace."""
    done = cli("puzzles quiz --kind survive --rules ninety-nine", text="a\nq\n")

    assert "[a] " not in done.out
    assert "[b] " in done.out


def test_generate_writes_a_file_that_lint_and_verify_read(cli, room):
    """The same seed writes the same bytes, and they are sound."""
    line = "puzzles generate --seed 6 --count 4 --kind legal"
    done = cli(line)
    (room / "made.toml").write_text(done.out, encoding="utf-8")

    assert done == cli(line)
    assert done.out.count("[[puzzle]]") == 4
    assert cli("puzzles lint made.toml").status == 0
    assert cli("puzzles verify made.toml") == (0, "4 puzzles, 0 changed\n", "")


def test_a_table_of_answers_is_read_as_it_was_written(cli, room):
    """A name that a spreadsheet would take for a formula included."""
    rows = [MarkedResponse("=Ann", "x", Mark.RIGHT), MarkedResponse("Ben, B.", "x", Mark.WRONG)]
    (room / "all.csv").write_text(format_responses(rows), "utf-8")

    assert json.loads(cli("puzzles rate all.csv --json").out)["answers"] == 2


def test_quiz_works_in_a_terminal():
    """At a real terminal the same keys do the same."""
    mine, theirs = pty.openpty()
    command = [sys.executable, "-m", "ono_tutor", "puzzles", "quiz", "double-play-1980"]
    with subprocess.Popen(
        command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as run:
        os.write(mine, b"t\nq\n")
        out, _ = run.communicate(timeout=600)
    os.close(mine)
    os.close(theirs)

    assert run.returncode == 0
    assert b"The total is 92." in out
