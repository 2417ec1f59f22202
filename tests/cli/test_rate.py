"""``ono-tutor puzzles rate``: tables and progress files in, ratings out, faults told."""

import json

import pytest
from click.testing import CliRunner

from ono_tutor.cli.main import main
from ono_tutor.course.responses import MarkedResponse, format_responses
from ono_tutor.puzzles.answer import Mark

TABLE = "learner,puzzle,mark,at\nAnn,dp80-hold,right,\nBen,dp80-hold,wrong,\nAnn,x,wrong,\nBen,x,wrong,\n"


def rate(*words):
    """The command with these words."""
    return CliRunner().invoke(main, ["puzzles", "rate", *map(str, words)])


@pytest.fixture
def table(tmp_path):
    """Writes a table of answers."""

    def write(text, name="answers.csv"):
        (tmp_path / name).write_text(text, "utf-8")
        return tmp_path / name

    return write


def test_the_easiest_comes_first_with_its_figures(table):
    """A line a puzzle; one that is not of the bank has no level."""
    rows = [json.loads(line) for line in rate(table(TABLE), "--json").output.splitlines()]

    assert [(row["id"], row["answers"], row["right"]) for row in rows] == [
        ("dp80-hold", 2, 1),
        ("x", 2, 0),
    ]
    assert rows[0]["rating"] < rows[1]["rating"]
    assert rows[0]["level"] in range(1, 6)
    assert rows[1]["level"] is None
    assert "dp80-hold" in rate(table(TABLE)).output


def test_only_first_answers_count(table):
    """After the solution was seen an answer says nothing; nor does one after it was asked for."""
    again = TABLE + "Ben,dp80-hold,right,\nCem,dp80-hold,not-attempted,\nCem,dp80-hold,right,\n"

    assert rate(table(again), "--json").output == rate(table(TABLE), "--json").output


def test_what_is_written_is_read(table):
    """A table as report writes it, a name that a spreadsheet would take for a formula included."""
    rows = [MarkedResponse("=Ann", "x", Mark.RIGHT), MarkedResponse("Ben, B.", "x", Mark.WRONG)]

    assert json.loads(rate(table(format_responses(rows)), "--json").output)["answers"] == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the first line is"),
        ("name,puzzle\n", "not learner,puzzle,mark,at"),
        ("learner,puzzle,mark\nAnn,x\n", "line 2: 2 cells"),
        ("learner,puzzle,mark\nAnn,x,maybe\n", "line 2: 'maybe' is no mark"),
        ("learner,puzzle,mark\n,x,right\n", "line 2: the learner or the puzzle is missing"),
        ('{"format": "other"}', "neither a table of answers nor a ono-tutor-progress/1 file"),
        ("learner,puzzle,mark\n", "no puzzle was answered"),
    ],
)
def test_a_fault_is_told_with_its_place(table, text, message):
    """The file, the line, and what would be right."""
    found = rate(table(text))

    assert found.exit_code == 1
    assert message in found.output
