"""Every lesson of the course in a real JupyterLab and a real Chromium."""

from collections.abc import Iterator

import pytest
from browser.driving import errors_of, run_all
from playwright.sync_api import Page
from sweeps import rotating

from ono_tutor.course.lessons import lesson_files

pytestmark = pytest.mark.browser
LESSONS = rotating([path.name for path in lesson_files()], parts=4)
"""Their code alone runs in every lesson, in the tests of the course."""


@pytest.fixture(autouse=True)
def no_errors(page: Page) -> Iterator[None]:
    """Fail the test when the page logs an error."""
    errors = errors_of(page)
    yield
    assert errors == []


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_runs_to_its_end(page: Page, lab, lesson: str) -> None:
    """Opened and run to the end: no error in the page or the kernel, and every table is drawn."""
    page.set_default_timeout(60_000)

    run_all(page, lab.lesson(lesson))

    shown = page.evaluate(WIDGETS)
    tables = page.locator(".ono-table")
    page.wait_for_function(
        "count => document.querySelectorAll('.ono-table').length >= count", arg=shown
    )
    assert tables.count() >= shown


WIDGETS = """() => {
  const cells = window.jupyterapp.shell.currentWidget.model.sharedModel.cells;
  return cells.filter((cell) => cell.cell_type === 'code').flatMap((cell) => cell.getOutputs())
    .filter((output) => output.data?.['application/vnd.jupyter.widget-view+json']).length;
}"""
