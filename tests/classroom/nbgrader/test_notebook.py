"""The source notebook for nbgrader: what learners read in it, and what they cannot learn from it."""

import json
import re
from copy import deepcopy

import nbformat
import pytest
from classroom.nbgrader_course import ASSIGNMENT
from classroom.sheet_cases import EACH_KIND

from ono_tutor.classroom.assignment import Assignment, Item
from ono_tutor.classroom.nbgrader import check_answer, source_notebook
from ono_tutor.errors import FileError
from ono_tutor.puzzles.puzzle import Puzzle


def test_the_cells_of_each_task_say_what_to_do(golden):
    """All text of the notebook but the drawings; of the test cells the first."""
    cells = json.loads(source_notebook(ASSIGNMENT))["cells"]
    told = ""
    for cell in cells:
        name, text = cell["id"], "".join(cell["source"])
        if not name.startswith("task-") or name == "task-1":
            text = re.sub(r"base64,[A-Za-z0-9+/=]+", "base64,…", text)
            told += f"---- {name} {json.dumps(cell['metadata'])}\n{text}\n"
    golden("notebook.txt", told)


def test_the_source_is_a_sound_notebook():
    """It is valid, always the same, as nbformat writes it, its ids each once and fit for nbgrader."""
    text = source_notebook(ASSIGNMENT)
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    names = [cell.metadata.nbgrader.grade_id for cell in notebook.cells]

    assert source_notebook(deepcopy(ASSIGNMENT)) == text
    assert nbformat.writes(notebook) + "\n" == text
    assert len(set(names)) == len(names) == 1 + 4 * len(ASSIGNMENT.items)
    assert all(re.fullmatch(r"[a-zA-Z0-9_\-]+", name) for name in names)
    assert [cell.id for cell in notebook.cells] == names


def test_the_source_differs_by_the_answers_alone_where_nbgrader_cuts(monkeypatch):
    """With other answers all that learners get of the source is the same, byte for byte."""
    cut = re.compile(r"### BEGIN (SOLUTION|HIDDEN TESTS).*?### END \1", re.S)

    def for_learners():
        return [
            cut.sub("", cell.source)
            for cell in nbformat.reads(source_notebook(ASSIGNMENT), 4).cells
        ]

    before = for_learners()
    monkeypatch.setattr(Puzzle, "answer_as_json", lambda self: "something else")

    assert for_learners() == before
    assert "something else" in source_notebook(ASSIGNMENT)


def test_the_source_run_as_it_is_is_right():
    """The teacher's version answers every task rightly: each of its answer cells runs."""
    found = {}
    for cell in json.loads(source_notebook(ASSIGNMENT))["cells"]:
        if cell["id"].startswith("answer-"):
            exec("".join(cell["source"]), found)

    for number, entry in enumerate(EACH_KIND, 1):
        assert check_answer(found[f"answer_{number}"], entry).is_right


def test_puzzles_of_ones_own_are_refused():
    """nbgrader gives everybody the same file, so an assignment that deals puzzles is refused."""
    with pytest.raises(FileError, match="all learners the same notebook"):
        source_notebook(Assignment("dealt", "Dealt", (Item(EACH_KIND[:2]),)))
