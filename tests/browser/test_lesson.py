"""The lessons in a real JupyterLab and a real Chromium."""

from collections.abc import Iterator

import nbformat
import pytest
from browser.driving import (
    READY,
    errors_of,
    first_table,
    go_on_or_answer,
    run_all,
    start_afresh,
    told,
    write_notebook,
)
from browser.servers import TOKEN
from nbconvert import HTMLExporter
from playwright.sync_api import Locator, Page, expect
from sweeps import rotating

from ono_tutor.course.lessons import HOME, lesson_files

pytestmark = pytest.mark.browser

LESSON = "01-start-here.ipynb"
LESSONS = rotating([path.name for path in lesson_files()], parts=4)
"""Their code alone runs in every lesson, in the tests of the course."""
CELLS = ("from ono_tutor.widgets import *\nQuiz(['dp80-hold'])", "MyProgress()")
SAVE = "window.jupyterapp.commands.execute('docmanager:save')"


@pytest.fixture
def table(page: Page, lab) -> Iterator[Locator]:
    """The lesson opened and run to its end, with no answer of another test; its drawn table.

    The test fails when the page logs an error.
    """
    start_afresh(lab)
    page.set_default_timeout(30_000)
    errors = errors_of(page)
    page.goto(lab.lesson(LESSON))
    yield first_table(page)
    assert errors == []


def test_learn_opens_your_course(page: Page, lab) -> None:
    """``learn`` opens, and prints, the page of the course: the way, before any cell is run.

    Nothing stands beside it. Run again it stays in sight: its button opens the lesson to go on
    with, each lesson is a link, and a check-up begins.
    """
    start_afresh(lab)
    page.set_default_timeout(60_000)
    assert f"{lab.url}/lab/tree/{HOME}" in lab.log.read_text(encoding="utf-8")
    page.goto(f"{lab.url}/lab/tree/{HOME}?token={TOKEN}")
    begin = page.get_by_role("link", name="Begin lesson 1. Start here")
    expect(begin).to_be_visible(timeout=60_000)
    expect(page.get_by_role("listitem").filter(has_text="not begun")).not_to_have_count(0)
    expect(page.locator("#jp-left-stack")).to_be_hidden()
    begin.click()
    expect(page.get_by_role("heading", name="Start here: hit with a Double Play")).to_be_visible()

    page.goto(lab.lesson(HOME))
    page.wait_for_function(READY)
    for _ in range(2):
        page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex = 1")
        page.evaluate("window.jupyterapp.commands.execute('notebook:run-cell-and-select-next')")
        page.wait_for_timeout(1_500)
    expect(begin).to_be_in_viewport()
    course = page.locator(".ono-table")
    course.get_by_role("button", name="Check-up").click()
    course.get_by_role("button", name="Ninety-Nine").click()
    expect(course).to_contain_text("Check-up: puzzle 1 of up to 10")
    course.get_by_role("button", name="Stop here").click()
    course.get_by_role("button", name="Your course").click()
    page.get_by_role("link", name="2. The total and the limit").click()
    expect(page.get_by_role("heading", name="The total and the limit")).to_be_visible()


def test_a_round_with_the_keyboard_alone(page: Page, table: Locator) -> None:
    """Digits play the card in their place, letters choose a sentence, n goes on, to the end.

    The total and whose turn it is are spoken on request (rules announce and 99-announce). A
    puzzle that was missed comes back at the end, and the round ends with a count.
    """
    table.get_by_role("button", name="seven", exact=True).focus()
    for key, words in (
        ("c", "Not right. You said no. But one of your cards can get you through at 92."),
        ("2", "Right. The Hold passes the Double Play on"),
        ("n", "The total is 90."),
        ("t", "The total is 90."),
        ("w", "It is your turn"),
        ("h", "Hint 1 of 3."),
        ("a", "Right. You survive for certain. The 8 makes the total 98"),
    ):
        page.keyboard.press(key)
        expect(told(table)).to_contain_text(words)

    for key in "nanancnbncnbna":
        go_on_or_answer(page, table, key)
    page.keyboard.press("n")

    expect(told(table)).to_contain_text("You had 7 of 8 right at the first answer.")


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_runs_to_its_end(page: Page, lab, lesson: str) -> None:
    """Opened and run to the end: no error in the page or the kernel, and every table is drawn."""
    errors = errors_of(page)
    page.set_default_timeout(60_000)

    run_all(page, lab.lesson(lesson))

    shown = page.evaluate(WIDGETS)
    tables = page.locator(".ono-table")
    page.wait_for_function(
        "count => document.querySelectorAll('.ono-table').length >= count", arg=shown
    )
    assert tables.count() >= shown
    assert errors == []


WIDGETS = """() => {
  const cells = window.jupyterapp.shell.currentWidget.model.sharedModel.cells;
  return cells.filter((cell) => cell.cell_type === 'code').flatMap((cell) => cell.getOutputs())
    .filter((output) => output.data?.['application/vnd.jupyter.widget-view+json']).length;
}"""


def test_a_reopened_notebook_shows_its_tables(page: Page, lab) -> None:
    """Each table is a picture with its question and what to do, and no error; run, it goes on.

    While the table lives, the picture is not seen.
    """
    start_afresh(lab)
    name = write_notebook(lab, "reopened.ipynb", *CELLS)
    run_all(page, lab.lesson(name))
    expect(page.locator(".ono-table")).to_have_count(2)
    expect(page.locator(".ono-still").first).to_be_hidden()
    page.evaluate(SAVE)
    start_afresh(lab)

    page.goto(lab.lesson(name))
    page.wait_for_function(READY, timeout=60_000)
    still = page.locator(".ono-still")
    expect(still).to_have_count(2)
    expect(still.first).to_contain_text("Run this cell to go on.")
    expect(still.first.locator("img")).to_be_visible()
    expect(page.locator(".ono-table")).to_have_count(0)
    page.wait_for_timeout(3_000)  # so long Jupyter looks for a model before it says it is gone
    expect(page.get_by_text("model not found").first).to_be_hidden()
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-cell')")
    expect(page.locator(".ono-table")).to_be_visible()
    expect(still.first).to_be_hidden()

    exported, _ = HTMLExporter().from_notebook_node(nbformat.read(lab.folder / name, as_version=4))
    assert exported.count("Run this cell to go on.") == 2
    assert "model not found" not in exported
