"""The site in Firefox and in WebKit: each kind of page once, by mouse and by keys."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest

pytest.importorskip("selenium")

from browser.other_browsers import BROWSERS
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.wait import WebDriverWait

pytestmark = pytest.mark.browser

STARTS = 90
"""Seconds that the engine may take to start on a machine that has much else to do."""

NOTE_ERRORS = """window.faults = [];
addEventListener('error', (event) => faults.push(event.message));
addEventListener('unhandledrejection', (event) => faults.push(String(event.reason)));"""
TO_THE_MIDDLE = "arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})"
TWO_PUZZLES = "survive: 1980 total=92 hand=7,H,9,O owes=2; best-card: 1980 total=95 hand=2,9,9,O"
TOLD = "return document.querySelector('.ono-table [aria-live]')?.textContent ?? ''"


class Visitor:
    """Somebody with a browser: what they press, and what the page says."""

    def __init__(self, driver: WebDriver, site: str) -> None:
        self.driver, self.site = driver, site

    def open(self, page: str) -> None:
        """Open a page of the site, and note its errors from now on."""
        self.driver.get("about:blank")
        self.driver.get(f"{self.site}/{page}")
        self.driver.execute_script(NOTE_ERRORS)

    def see(self, script: str, seconds: int = 30) -> object:
        """Wait until a script returns what is true; what it is."""
        return WebDriverWait(self.driver, seconds, 0.1).until(
            lambda driver: driver.execute_script(script), f"never: {script}"
        )

    def click(self, selector: str) -> None:
        """Click the first element that is shown, by mouse, as soon as there is one."""
        shown = (
            f"[...document.querySelectorAll({selector!r})].find((node) => node.checkVisibility())"
        )
        element = self.see(f"return {shown}")
        self.driver.execute_script(TO_THE_MIDDLE, element)
        ActionChains(self.driver).move_to_element(element).click().perform()

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def hear(self, words: str) -> None:
        """Wait until the live region of the table says these words."""
        self.see(f"return ({TOLD.removeprefix('return ')}).includes({words!r})")


@pytest.fixture(scope="module", params=BROWSERS)
def visitor(request, site: str, tmp_path_factory) -> Iterator[Visitor]:
    """A visitor of the site with each browser."""
    with BROWSERS[request.param](tmp_path_factory.mktemp(request.param)) as driver:
        yield Visitor(driver, site)


@pytest.fixture(autouse=True)
def no_faults(visitor: Visitor) -> Iterator[None]:
    """A page with an error fails the test."""
    yield
    assert visitor.driver.execute_script("return window.faults") == []


def test_the_front_page_asks_a_puzzle(visitor: Visitor) -> None:
    """A click on a card is judged, without the engine."""
    visitor.open("index.html")
    visitor.click("[data-ono-puzzle] .ono-card")

    visitor.see("return document.querySelector('[data-part=headlineText]').textContent")


def test_a_set_is_done_by_keys_to_its_end(visitor: Visitor) -> None:
    """The table takes the focus and the keys; two puzzles later there is the result."""
    visitor.open(f"practice.html#set={quote(TWO_PUZZLES)}")
    visitor.see("return document.activeElement.closest('.ono-table')", STARTS)
    visitor.hear("You hold a 7, a Hold, a 9 and an O'NO 99.")
    visitor.press("a")
    visitor.hear("Right.")
    visitor.press("n")
    visitor.hear("The total is 95.")
    visitor.press(Keys.TAB, Keys.ENTER)
    visitor.hear("Right.")
    visitor.press("n")

    visitor.see(
        "return document.querySelector('.ono-table [data-part=gridHome]').checkVisibility()"
    )


def test_a_live_table_opens_by_mouse_and_its_keys_are_switched_off(visitor: Visitor) -> None:
    """The engine answers a table on a page; switched off, its keys stay off on the next page."""
    visitor.open("double-play.html")
    visitor.click("button[data-ono-try]")
    visitor.see("return document.activeElement.closest('.ono-live .ono-table')", STARTS)
    role = "return document.querySelector('.ono-live .ono-table')?.getAttribute('role')"
    assert visitor.driver.execute_script(role) == "application"
    visitor.click(".ono-live [data-do=keys]")
    visitor.click(".ono-live [data-part=singleKeys]")
    visitor.see(f"{role} === 'group'")

    visitor.open("index.html")
    visitor.see("return document.querySelector('.ono-table')?.getAttribute('role') === 'group'")
    visitor.driver.execute_script("localStorage.clear()")


def test_a_table_s_rules_are_chosen_by_keys(visitor: Visitor) -> None:
    """Enter accepts each choice; at the end there is a line of notation."""
    visitor.open("your-rules.html")
    visitor.see(
        "const game = document.querySelector('[name=game]:checked'); game?.focus(); return game"
    )
    line = "[...document.querySelectorAll('.ono-your-rules input')].find((node) => /^1980/.test(node.value) && node.checkVisibility())"
    for _ in range(20):
        visitor.press(Keys.ENTER)
        if visitor.driver.execute_script(f"return Boolean({line})"):
            break

    visitor.see(f"return Boolean({line})")
