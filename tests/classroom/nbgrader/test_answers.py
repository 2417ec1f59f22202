"""Answers of an nbgrader notebook: read without running them, and judged by the engine."""

import json
import re
import subprocess
import sys
from fractions import Fraction

import nbformat
import pytest

from ono_tutor.classroom.assignment import Assignment, Item
from ono_tutor.classroom.nbgrader import (
    MODULE,
    NAME,
    AnswerError,
    check_answer,
    judge_written,
    read,
    source_notebook,
    with_answer,
    written_answers,
)
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.puzzle import Puzzle

HOLD = {"kind": "survive", "position": "1980 total=92 hand=7,H,9,O owes=2 players=3"}
"""A question to which the answer is ``certain``."""

WHY_LOST = str(Puzzle.load("dp80-hold").check("lost").text)
ENDLESS: list[object] = []
ENDLESS.append(ENDLESS)


@pytest.mark.parametrize(
    ("source", "answers"),
    [
        ("answer_1 = 'H'", ["H"]),
        ("answer_1 = None\nif answer_1 is None:\n    answer_1 = ['7', 2]", [["7", 2]]),
        ("answer_1 = open('x')", []),
        ("answer_2 = 'H'", []),
        ("answer_1 = = 'H'", []),
        ("%time answer_1 = 1", []),
        ("answer_1 = 'H'\nanswer_1 = 'R'", ["H", "R"]),
    ],
)
def test_an_answer_is_what_is_written(source, answers):
    """Texts, numbers and lists are read from a cell without running it; all else is no answer."""
    assert list(written_answers(source, "answer_1")) == answers


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("answer_1 = None", 'answer_1 = "H"'),
        ("# é\nanswer_1 = 'né'  # mine\nx = 2", '# é\nanswer_1 = "H"  # mine\nx = 2'),
        ("answer_1 = [\n  'R',\n  '7',\n]; x = 1", 'answer_1 = "H"; x = 1'),
        ("answer_1 = 'R'\nanswer_1 = 1, 2", "answer_1 = 'R'\nanswer_1 = \"H\""),
        ("if answer_1 is None:\n    raise X", 'if answer_1 is None:\n    raise X\nanswer_1 = "H"'),
        ("answer_1 = answer_2 = None", 'answer_1 = answer_2 = "H"'),
        ("", 'answer_1 = "H"'),
        ("answer_1 = = 7", None),
        ("%time answer_1 = 7", None),
        ("answer_1 = None\nif x:\n    answer_1 = 'R'", None),
    ],
)
def test_an_answer_replaces_the_one_that_counts(source, changed):
    """All else in the cell stays; where another would still count the cell is left alone."""
    assert with_answer(source, "answer_1", "H") == changed


@pytest.mark.parametrize("answer", ["certain", "Certain", "yes", "lost", "H"])
def test_reading_says_nothing_of_right_and_wrong(answer, capsys):
    """An answer that can be read passes in silence, right or wrong."""
    read(answer, **HOLD)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (None, "There is no answer yet."),
        ("", "There is no answer yet."),
        ("perhaps", "'perhaps' is no answer"),
        (7.5, "'7.5' is no answer"),
        (object(), "is no answer; say certain, chance or lost"),
        ({1, 2}, "'{1, 2}' is no answer"),
        (float("inf"), "This answer cannot be read: inf"),
        ("x" * 600, "the answer is 602 characters long; 500 are read"),
        (ENDLESS, "This answer cannot be read: [["),
    ],
)
def test_what_is_no_answer_is_refused_with_the_reason(answer, reason):
    """Missing and unreadable answers are told so, in the place of the traceback."""
    with pytest.raises(AnswerError, match=f"^.*{re.escape(reason)}") as caught:
        read(answer, **HOLD)
    assert " ".join(caught.value._render_traceback_()) == caught.value.message


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Fraction(37, 108), ("chance", "2022 total=98 hand=1,0,2,1 owes=2")),
        (92, ("total", "1980 total=92 hand=7,H,9,O", "H")),
    ],
)
def test_a_number_of_the_engine_is_an_answer(answer, words):
    """Who reckons the answer with the engine may give it as it is."""
    assert check_answer(answer, Entry(NAME, *words)).is_right


@pytest.mark.parametrize(
    ("answer", "status", "said"),
    [("certain", 0, "You survive for certain."), ("lost", 1, WHY_LOST)],
)
def test_a_python_of_its_own_judges(answer, status, said):
    """As a test cell asks it: the reason, and whether the answer is right."""
    asked, command = json.dumps({"answer": answer} | HOLD), [sys.executable, "-m", MODULE]
    done = subprocess.run(command, input=asked, capture_output=True, encoding="utf-8", check=False)

    assert (done.returncode, done.stderr) == (status, "")
    assert " ".join(done.stdout.split()).startswith(said)


NO_ANSWER = (
    "There is no answer yet. Write the answer itself in the place of None: one that is computed "
    "does not count."
)


@pytest.mark.parametrize(
    ("source", "kind", "said"),
    [
        ("answer_1 = 'certain'", "stream", "You survive for certain. The Hold passes the Double"),
        ("answer_1 = 'certain'\nanswer_1 = 'lost'", "error", WHY_LOST),
        ("answer_1 = ''.join(['certain'])", "error", NO_ANSWER),
        (None, "error", NO_ANSWER),
    ],
)
def test_judged_outside_an_output_is_what_the_written_answer_deserves(source, kind, said):
    """Whatever output the test cell was handed in with; all other cells stay as they are."""
    item = Item((Entry("hold", **HOLD),))
    notebook = nbformat.reads(source_notebook(Assignment("a", "A", (item,))), 4)
    cells = {cell.id: cell for cell in notebook.cells}
    right = nbformat.from_dict({"output_type": "stream", "name": "stdout", "text": "Right."})
    cells["table-1"].outputs = cells["task-1"].outputs = [right]
    if source is None:
        notebook.cells.remove(cells["answer-1"])
    else:
        cells["answer-1"].source = source

    judged, resources = judge_written(notebook, "resources")
    nbformat.validate(judged)
    (output,) = cells["task-1"].outputs

    assert (judged, resources) == (notebook, "resources")
    assert cells["table-1"].outputs == [right]
    assert output.output_type == kind
    text = output.text if kind == "stream" else output.evalue
    assert " ".join(text.split()).startswith(said)
    if kind == "error":
        assert (output.ename, " ".join(output.traceback)) == ("AnswerError", output.evalue)
