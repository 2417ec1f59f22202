"""A notebook that was saved and is opened again: what its tables show without a kernel."""

import nbformat
import pytest
from browser.driving import READY, run_all, start_afresh, write_notebook
from nbconvert import HTMLExporter
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

CELLS = ("from ono_tutor.widgets import *\nQuiz(['dp80-hold'])", "MyProgress()")
SAVE = "window.jupyterapp.commands.execute('docmanager:save')"


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
