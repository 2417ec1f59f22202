"""The first lesson in a real Jupyter Notebook 7 and a real Chromium."""

from collections.abc import Iterator

import pytest
from browser.driving import THEMES, barriers, errors_of, first_table, is_within, theme, told
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser
PATIENCE = 120_000
"""Milliseconds, for a machine that is busy with other things."""

NOTEBOOKS_OWN = "Cannot read properties of undefined (reading 'schema')"
"""What Notebook 7.6 says of its settings, once, in an empty notebook too."""


@pytest.fixture
def table(page: Page, notebook7: str) -> Iterator[Locator]:
    """The lesson run to its end, its drawn table; the test fails when the page has an error."""
    page.set_default_timeout(PATIENCE)
    errors = errors_of(page)
    page.goto(notebook7)
    yield first_table(page, PATIENCE)
    assert [error for error in errors if error != NOTEBOOKS_OWN] == []


def test_answers_by_mouse_and_by_keys_are_told(page: Page, table: Locator) -> None:
    """A click is an answer, a digit too; n goes on; the live region says each time what is so.

    On a phone the table needs no sideways scrolling, and axe-core knows no serious fault.
    """
    table.get_by_role("button", name="seven", exact=True).click()
    expect(told(table)).to_contain_text("Not right. You chose the 7.", timeout=PATIENCE)
    for key, words in (("2", "Right. The Hold"), ("n", "The total is 90."), ("a", "Right.")):
        page.keyboard.press(key)
        expect(told(table)).to_contain_text(words, timeout=PATIENCE)
    page.set_viewport_size({"width": 360, "height": 800})
    for name in THEMES:
        theme(page, name)
        assert barriers(page, in_the_dark=name == THEMES[1]) == [], name
    assert is_within(table)
