"""The learner's notebook: the same bytes, one file that is enough, and nothing that runs wild."""

import ast
from dataclasses import replace
from itertools import product

import pytest
from classroom.homework_sessions import THREE, assignment

from ono_tutor.classroom.assignment import Feedback, assignment_text
from ono_tutor.classroom.assignment_link import find_assignment, learner_notebook

WILD = 'A """ \\ {x} <script> *bold* $x$ # title \\" \'\'\' ü 李'


def cells(given):
    import nbformat  # noqa: PLC0415 - slow to import

    notebook = nbformat.reads(learner_notebook(given), 4)
    nbformat.validate(notebook)
    return notebook.cells


@pytest.mark.parametrize("title", ["Week 3", WILD])
def test_the_cell_holds_the_whole_assignment(title):
    """Whatever stands in its title, which is no markup; always the same bytes, the code folded."""
    given = replace(assignment(due="2026-12-01T18:00:00Z"), title=title)
    about, code = cells(given)
    call = ast.parse(code.source).body[-1].value
    assert call.func.id == "Homework"
    assert assignment_text(find_assignment(call.args[0].value)) == assignment_text(given)
    assert learner_notebook(given) == learner_notebook(replace(given))
    assert [about.id, code.id] == ["about", "homework"]
    assert code.metadata.jupyter.source_hidden is True
    assert (code.outputs, code.execution_count) == ([], None)
    assert "<script>" not in about.source
    assert ("\\*bold\\*" in about.source) == (title == WILD)


def test_the_text_says_what_to_do_and_how_it_is_marked(golden):
    """Title, what to do, attempts, feedback and times, for one puzzle and for several."""
    due, opens = "2026-12-01T18:00:00Z", "2026-11-20T18:00:00Z"
    said = ""
    for feedback, attempts in product(Feedback, (0, 1, 3)):
        given = assignment(feedback, attempts, THREE[:1] if attempts == 1 else THREE, due)
        text = cells(replace(given, opens=opens if attempts else ""))[0].source
        said = said or f"{text}\n"
        said += f"---- {feedback} {attempts}\n{text.splitlines()[-1]}\n"
    golden("about.txt", said)
