"""The first lesson in a real Jupyter Notebook 7 and a real Chromium."""

import os
import time
from collections.abc import Iterator
from importlib.util import find_spec

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.driving import STOPWATCH, errors_of, told
from browser.lite_host import READY, RUN_ALL
from playwright.sync_api import Locator, Page, expect

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        find_spec("notebook") is None and not os.environ.get("CI"),
        reason="Jupyter Notebook 7 is missing, which the extra test brings",
    ),
]
PATIENCE = 120_000
"""Milliseconds, for a machine that is busy with other things."""


NOTEBOOKS_OWN = "Cannot read properties of undefined (reading 'schema')"
"""What Notebook 7.6 says of its settings, once, in an empty notebook too."""


@pytest.fixture(autouse=True)
def no_errors(page: Page) -> Iterator[None]:
    """Fail the test when the page has an error."""
    page.set_default_timeout(PATIENCE)
    errors = errors_of(page)
    yield
    assert [error for error in errors if error != NOTEBOOKS_OWN] == []


def open_lesson(page: Page, address: str) -> Locator:
    """Open the lesson, run it to the end and give the drawn table."""
    started = time.monotonic()
    page.goto(address)
    page.wait_for_function(READY)
    page.evaluate(RUN_ALL)
    table = page.get_by_role("group", name="Table: O'NO 99 of 1980")
    expect(table.get_by_role("button", name="Hint")).to_be_attached(timeout=PATIENCE)
    table.scroll_into_view_if_needed()
    expect(table).to_be_visible()
    print(f"\npage open to first table: {time.monotonic() - started:.1f} s")
    return table


def test_answers_by_mouse_and_by_keys_are_told(page: Page, notebook7: str) -> None:
    """A click is an answer, a digit too; n goes on; the live region says each time what is so."""
    table = open_lesson(page, notebook7)

    table.evaluate(STOPWATCH)
    table.get_by_role("button", name="seven", exact=True).click()
    expect(told(table)).to_contain_text("Not right. Seven would lose at 99", timeout=PATIENCE)
    print(f"answer to feedback: {page.evaluate('told - asked'):.0f} ms")
    page.keyboard.press("2")
    expect(told(table)).to_contain_text("Right. Hold hands the Double Play on", timeout=PATIENCE)
    page.keyboard.press("n")
    expect(table.locator("[data-part=progress]")).to_contain_text("2 of", timeout=PATIENCE)
    page.keyboard.press("t")
    expect(told(table)).to_contain_text("The total is 98.", timeout=PATIENCE)
    page.keyboard.press("c")
    expect(told(table)).to_contain_text("Double Play may not be the first", timeout=PATIENCE)


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_the_table_is_sound_in_both_themes(page: Page, notebook7: str, theme: str) -> None:
    """On a phone the table needs no sideways scrolling, and axe-core knows no serious fault."""
    page.set_viewport_size({"width": 360, "height": 800})
    table = open_lesson(page, notebook7)
    change = "name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: name})"
    page.evaluate(change, theme)

    found = Axe().run(page, context=".ono-table").response["violations"]
    inner, outer = table.evaluate("element => [element.scrollWidth, element.clientWidth]")

    assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
    assert 200 < inner <= outer
