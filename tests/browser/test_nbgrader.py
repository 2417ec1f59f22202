"""An nbgrader assignment answered on its tables in a real JupyterLab, and graded by nbgrader."""

import json
from pathlib import Path

import pytest
from browser.driving import READY, RUN_ALL, barriers, is_within, start_afresh, told
from browser.servers import Lab
from classroom.nbgrader_course import Course, Notebook
from classroom.sheet_cases import EACH_KIND
from playwright.sync_api import Locator, Page, expect

from ono_tutor.classroom.assignment import Assignment, Item
from ono_tutor.classroom.nbgrader import source_notebook

pytestmark = pytest.mark.browser

NAME = "week-3"
ENTRIES = EACH_KIND[:4]
SAVE = "window.jupyterapp.commands.execute('docmanager:save')"


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory, nbgrader_python: Path) -> Course:
    """A course of nbgrader with an assignment of four tasks."""
    assignment = Assignment(NAME, "Week 3", tuple(Item((entry,)) for entry in ENTRIES))
    place = tmp_path_factory.mktemp("nbgrader")
    return Course.begun(nbgrader_python, place, NAME, source_notebook(assignment))


def opened(page: Page, lab: Lab) -> Locator:
    """The tables of the learner's notebook, once all its cells were run."""
    page.goto(lab.lesson(f"{NAME}.ipynb"))
    page.wait_for_function(READY, timeout=60_000)
    page.evaluate(RUN_ALL)
    tables = page.locator(".ono-table")
    expect(tables).to_have_count(len(ENTRIES))
    return tables


def written(path: Path) -> dict[str, str]:
    """What the answer cells of a notebook hold, by their names."""
    cells = json.loads(path.read_text("utf-8"))["cells"]
    texts = {cell["metadata"]["nbgrader"]["grade_id"]: "".join(cell["source"]) for cell in cells}
    return {name: text for name, text in texts.items() if name.startswith("answer-")}


def answer(page: Page, tables: Locator) -> None:
    """The first by mouse, the second and third by keys alone; the fourth is left."""
    first, second, third = (tables.nth(place) for place in range(3))
    first.get_by_role("button", name="No, whatever you draw").click()
    expect(told(first)).to_contain_text("Written. ")
    assert is_within(first)
    assert barriers(page) == []
    second.focus()
    page.keyboard.press("2")
    expect(told(second)).to_contain_text("Your answer: 3.")
    third.focus()
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect(told(third)).to_contain_text("Written. ")


def test_what_is_clicked_is_handed_in_and_graded(page: Page, lab: Lab, course: Course) -> None:
    """It stands in the answer cell: saved, opened again, changed, graded, and in the feedback.

    A task that is typed counts as well; nothing of the tables is left when nbgrader has run it.
    """
    start_afresh(lab)
    path = lab.folder / f"{NAME}.ipynb"
    path.write_text(json.dumps(course.generated()), "utf-8")

    answer(page, opened(page, lab))
    page.evaluate(SAVE)
    assert 'answer_1 = "lost"\n' in written(path)["answer-1"]
    assert 'answer_2 = "3"\n' in written(path)["answer-2"]
    assert 'answer_3 = {"seat": 1, "owes": 2}\n' in written(path)["answer-3"]
    assert "answer_4 = None\n" in written(path)["answer-4"]
    start_afresh(lab)

    first = opened(page, lab).first
    expect(told(first)).to_contain_text("Your answer: No, whatever you draw.")
    first.get_by_role("button", name="Yes, for certain").click()
    expect(told(first)).to_contain_text("Your answer: Yes, for certain.")
    page.evaluate(SAVE)
    notebook: Notebook = json.loads(path.read_text("utf-8"))
    kept = written(path)
    assert 'answer_1 = "certain"\n' in kept["answer-1"]
    typed = json.dumps(notebook).replace("answer_4 = None", "answer_4 = 92")

    course.hand_over("ann", json.loads(typed))
    marks = course.graded(through_the_exchange=False)
    assert {name: score for name, (score, _, _) in marks["ann"].items()} == {
        "task-1": 1,
        "task-2": 1,
        "task-3": 1,
        "task-4": 1,
    }
    course.nbgrader("generate_feedback", NAME)
    graded = course.notebook("autograded", "ann")
    assert written(graded) == kept | {"answer-4": written(graded)["answer-4"]}
    assert "widget-view" not in graded.read_text("utf-8")
    assert "Tables cannot be shown" not in course.feedback("ann")
    assert '"certain"</span>' in course.feedback("ann")
