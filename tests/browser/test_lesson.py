"""The first lesson in a real JupyterLab and a real Chromium."""

from collections.abc import Iterator

import pytest
from browser.driving import (
    READY,
    errors_of,
    first_table,
    go_on_or_answer,
    start_afresh,
    told,
)
from browser.servers import TOKEN
from playwright.sync_api import Locator, Page, expect

from ono_tutor.course.lessons import HOME

pytestmark = pytest.mark.browser

LESSON = "01-start-here.ipynb"


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

    Nothing stands beside it. Its button opens the lesson to go on with.
    """
    start_afresh(lab)
    assert f"{lab.url}/lab/tree/{HOME}" in lab.log.read_text(encoding="utf-8")

    page.goto(f"{lab.url}/lab/tree/{HOME}?token={TOKEN}")
    begin = page.get_by_role("link", name="Begin lesson 1. Start here")
    expect(begin).to_be_visible(timeout=60_000)
    expect(page.get_by_role("listitem").filter(has_text="not begun")).not_to_have_count(0)
    expect(page.locator("#jp-left-stack")).to_be_hidden()
    begin.click()
    expect(page.get_by_role("heading", name="Start here: hit with a Double Play")).to_be_visible()


def test_your_course_run_again_stays_in_sight(page: Page, lab) -> None:
    """Its link to the lesson to go on with is seen, each lesson is a link, a check-up begins."""
    start_afresh(lab)
    page.set_default_timeout(60_000)
    page.goto(lab.lesson(HOME))
    page.wait_for_function(READY)
    for _ in range(2):
        page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex = 1")
        page.evaluate("window.jupyterapp.commands.execute('notebook:run-cell-and-select-next')")
        page.wait_for_timeout(1_500)

    course = page.locator(".ono-table")
    expect(page.get_by_role("link", name="Begin lesson 1. Start here")).to_be_in_viewport()
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
