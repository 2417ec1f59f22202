"""The first lesson in a real JupyterLab and a real Chromium."""

import time
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.driving import STOPWATCH, errors_of, start_afresh, told
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

LESSON = "01-start-here.ipynb"
READY = """() => {
  const context = window.jupyterapp?.shell?.currentWidget?.sessionContext;
  return context?.isReady && context.session?.kernel?.connectionStatus === 'connected'
    && context.session.kernel.status === 'idle';
}"""


@pytest.fixture(autouse=True)
def fresh(lab) -> None:
    """No test finds what another has answered."""
    start_afresh(lab)


@pytest.fixture(autouse=True)
def no_errors(page: Page) -> Iterator[None]:
    """Fail the test when the page logs an error."""
    page.set_default_timeout(30_000)
    errors = errors_of(page)
    yield
    assert errors == []


def open_lesson(page: Page, lab) -> Locator:
    """Open the lesson, run it to the end and give the drawn table."""
    started = time.monotonic()
    page.goto(lab.lesson(LESSON))
    page.wait_for_function(READY)
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    table = page.get_by_role("group", name="Table: O'NO 99 of 1980")
    expect(table.get_by_role("button", name="Hold", exact=True)).to_be_attached()
    table.scroll_into_view_if_needed()
    expect(table).to_be_visible()
    print(f"\npage open to first table: {time.monotonic() - started:.1f} s")
    return table


def test_learn_opens_the_first_lesson(lab) -> None:
    """The address that ``learn`` opens, and prints, is that of the first lesson."""
    assert f"{lab.url}/lab/tree/{LESSON}" in lab.log.read_text()
    assert (lab.folder / LESSON).is_file()


def test_a_wrong_and_a_right_answer_with_the_mouse(page: Page, lab) -> None:
    """A click on a card is an answer; the live region says whether it is right, and why."""
    table = open_lesson(page, lab)

    table.evaluate(STOPWATCH)
    table.get_by_role("button", name="seven", exact=True).click()
    expect(told(table)).to_contain_text("Not right. Seven would lose at 99")
    print(f"\nanswer to feedback: {page.evaluate('told - asked'):.0f} ms")
    table.get_by_role("button", name="Hold", exact=True).click()
    expect(told(table)).to_contain_text("Right. Hold hands the Double Play on")
    print(f"\nanswer to feedback: {page.evaluate('told - asked'):.0f} ms")
    rows = table.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(5)
    expect(table.get_by_role("table")).to_contain_text("survives")


def test_a_wrong_and_a_right_answer_with_the_keyboard_alone(page: Page, lab) -> None:
    """Digits play the card in their place, letters choose a sentence, n goes on.

    The total and whose turn it is are spoken on request (rules announce and 99-announce).
    """
    table = open_lesson(page, lab)

    table.get_by_role("button", name="seven", exact=True).focus()
    page.keyboard.press("c")
    expect(told(table)).to_contain_text(
        "Not right. It is not lost: this player survives for certain."
    )
    page.keyboard.press("2")
    expect(told(table)).to_contain_text("Right. Hold hands the Double Play on")
    page.keyboard.press("n")
    expect(table.get_by_text("The total is 98.").first).to_be_visible()
    page.keyboard.press("t")
    expect(told(table)).to_contain_text("The total is 98.")
    page.keyboard.press("w")
    expect(told(table)).to_contain_text("It is your turn")
    page.keyboard.press("h")
    expect(told(table)).to_contain_text("Hint 1 of 3.")
    page.keyboard.press("c")
    expect(told(table)).to_contain_text("Double Play may not be the first of the two cards")


def test_the_whole_round_can_be_played_to_its_end(page: Page, lab) -> None:
    """A puzzle that was missed comes back at the end, and the round ends with a count."""
    table = open_lesson(page, lab)

    table.get_by_role("button", name="seven", exact=True).focus()
    page.keyboard.press("c")
    expect(told(table)).to_contain_text("Not right.")
    for verdict in ("n", "c", "n", "a", "n", "b", "n", "a", "n", "a", "n", "c", "n", "b", "n", "a"):
        before = table.locator("[data-part=progress]").text_content()
        page.keyboard.press(verdict)
        if verdict == "n":
            expect(table.locator("[data-part=progress]")).not_to_have_text(before or "")
        else:
            expect(table.locator("[data-part=headlineText]")).to_have_text("Right.")
    page.keyboard.press("n")
    expect(told(table)).to_contain_text("You had 7 of 8 right at the first answer.")


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_axe_finds_nothing_serious_in_the_table(page: Page, lab, theme: str) -> None:
    """The table, before and after an answer, has no serious fault that axe-core knows."""
    table = open_lesson(page, lab)
    page.evaluate(
        "name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: name})", theme
    )
    table.get_by_role("button", name="seven", exact=True).click()
    expect(told(table)).to_contain_text("Not right.")

    found = Axe().run(page, context=".ono-table").response["violations"]
    serious = [v["id"] for v in found if v["impact"] in ("serious", "critical")]

    assert serious == []


def test_nothing_overflows_on_a_narrow_screen(page: Page, lab) -> None:
    """At 360 px the table needs no sideways scrolling."""
    page.set_viewport_size({"width": 360, "height": 800})
    table = open_lesson(page, lab)
    page.evaluate("window.jupyterapp.shell.collapseLeft()")
    table.get_by_role("button", name="seven", exact=True).click()
    expect(told(table)).to_contain_text("Not right.")

    inner, outer = table.evaluate("element => [element.scrollWidth, element.clientWidth]")

    assert 200 < inner <= outer
