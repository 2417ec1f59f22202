"""``ono-tutor puzzles rate``: tables and progress files in, ratings out, faults told."""

import json

import pytest

from ono_tutor.course.responses import MarkedResponse, format_responses
from ono_tutor.puzzles.answer import Mark

TABLE = "learner,puzzle,mark,at\nAnn,dp80-hold,right,\nBen,dp80-hold,wrong,\nAnn,x,wrong,\nBen,x,wrong,\n"


@pytest.fixture
def rate(cli, tmp_path):
    """The ratings of a table of answers."""

    def run(text, *words):
        (tmp_path / "answers.csv").write_text(text, "utf-8")
        return cli("puzzles rate", tmp_path / "answers.csv", *words)

    return run


def test_the_easiest_comes_first_with_its_figures(rate):
    """A line a puzzle; one that is not of the bank has no level."""
    easy, hard = [json.loads(line) for line in rate(TABLE, "--json").out.splitlines()]

    assert (easy["id"], easy["answers"], easy["right"]) == ("dp80-hold", 2, 1)
    assert (hard["id"], hard["answers"], hard["right"]) == ("x", 2, 0)
    assert easy["rating"] < hard["rating"]
    assert easy["level"] in range(1, 6)
    assert hard["level"] is None


def test_only_first_answers_count(rate):
    """After the solution was seen an answer says nothing; nor does one after it was asked for."""
    again = TABLE + "Ben,dp80-hold,right,\nCem,dp80-hold,not-attempted,\nCem,dp80-hold,right,\n"

    assert rate(again, "--json") == rate(TABLE, "--json")


def test_what_is_written_is_read(rate):
    """A table as report writes it, a name that a spreadsheet would take for a formula included."""
    rows = [MarkedResponse("=Ann", "x", Mark.RIGHT), MarkedResponse("Ben, B.", "x", Mark.WRONG)]

    assert json.loads(rate(format_responses(rows), "--json").out)["answers"] == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the first line is"),
        ("name,puzzle\n", "not learner,puzzle,mark,at"),
        (
            "learner,puzzle,mark\nAnn,x\n",
            "line 2: 'Ann,x' is not learner,puzzle,mark; the marks are right, wrong",
        ),
        ("learner,puzzle,mark\nAnn,x,maybe\n", "line 2: 'Ann,x,maybe' is not"),
        ("learner,puzzle,mark\n,x,right\n", "line 2: ',x,right' is not"),
        ('{"format": "other"}', "a file of ono-tutor-progress/1 has the fields format, answers"),
        ("learner,puzzle,mark\n", "no puzzle was answered"),
    ],
)
def test_a_fault_is_told_with_its_place(rate, text, message):
    """The file, the line, and what would be right."""
    done = rate(text)

    assert done.status == 1
    assert message in done.err
