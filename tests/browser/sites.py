"""Pages served on the loopback interface, and browsers that reach nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from fetched import do_without
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

SUB_PATH = "some/where/else"
"""Where a site may put the pages, which must not matter to them."""

STARTS = 90_000
"""Milliseconds that the engine may take to start on a machine that has much else to do."""


def need_engine(pages: Path) -> None:
    """Skip where the pages were built without Python for the browser."""
    if not (pages / "_static" / "ono" / "engine.js").is_file():
        do_without("Python for the browser")


@contextmanager
def fenced(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """A clean browser that can reach the site and nothing else, and must not try."""
    foreign: list[str] = []
    context = browser.new_context(accept_downloads=True)

    def judge(route: Route) -> None:
        if route.request.url.startswith((site, "data:", "blob:")):
            route.continue_()
        else:
            foreign.append(route.request.url)
            route.abort()

    context.route("**/*", judge)
    yield context
    context.close()
    assert foreign == []


FRESH = """() => {
  delete window.keptThen;
  localStorage.clear();
  for (const field of document.querySelectorAll('.ono-practice :is(input, textarea)')) field.value = '';
}"""
"""Puts away what is kept and written in the practice page; its engine goes on."""

REFUSE = """() => {
  window.isRefused = true; // the page keeps what it is told in itself from now on
  Storage.prototype.setItem = () => { throw new DOMException('the store is full'); };
}"""
"""Lets the browser keep nothing."""

NOTE_KEPT = """() => {
  const count = () => Object.keys(localStorage).filter((key) => key.includes('/answer/')).length;
  const isTold = () => document.querySelector('[data-part=headlineText]')?.textContent;
  new MutationObserver(() => { if (isTold()) window.keptThen ??= count(); })
    .observe(document.body, {childList: true, characterData: true, subtree: true});
}"""
"""Notes in the page how many answers are kept at the moment when a feedback is shown."""


def kept(page: Page) -> list[dict[str, Any]]:
    """The answers that the browser keeps, in order."""
    script = """() => Object.entries(localStorage).filter(([key]) => key.includes('/answer/'))
      .sort().map(([, text]) => JSON.parse(text))"""
    return page.evaluate(script)


def begin_afresh(page: Page, site: str) -> None:
    """Show the practice page with no set and nothing kept, as it is in a clean browser."""
    page.set_viewport_size({"width": 1280, "height": 900})
    page.emulate_media(color_scheme="light")
    if page.evaluate("window.isRefused"):
        page.goto("about:blank")
    page.goto(f"{site}/practice.html#nothing")
    expect(page.locator(".ono-practice .ono-table")).to_have_count(0)
    page.evaluate(FRESH)


def practise(page: Page, site: str, fragment: str) -> Locator:
    """The table of a set or of an assignment on the practice page, as soon as it is there."""
    page.goto(f"{site}/practice.html#{fragment}")
    return practice_table(page)


def practice_table(page: Page) -> Locator:
    """The table of the practice page, as soon as the engine has opened it."""
    table = page.locator(".ono-practice .ono-table")
    expect(table).to_be_visible(timeout=STARTS)
    return table


def saved(page: Page, press: Locator, folder: Path) -> Path:
    """Press a button that saves a file; the file, in a folder."""
    with page.expect_download() as download:
        press.click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def overflows(page: Page, width: int) -> bool:
    """Whether the page is wider than a screen of this width."""
    page.set_viewport_size({"width": width, "height": 900})
    return page.evaluate("document.documentElement.scrollWidth") > width


def violations(
    page: Page, *, part: str | None = None, in_the_dark: bool = False
) -> list[dict[str, Any]]:
    """What axe finds on a page, or in the part of it with this selector.

    In the dark it looks at the colours alone: all else was seen in the light.
    """
    rules = {"runOnly": ["color-contrast"]} if in_the_dark else {}
    found = Axe().run(page, context=part, options={"resultTypes": ["violations"]} | rules)
    return found.response["violations"]


def grave(page: Page, *, part: str | None = None, in_the_dark: bool = False) -> list[str]:
    """The faults that axe finds and calls serious or critical, as :func:`violations`."""
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:120]}"
        for each in violations(page, part=part, in_the_dark=in_the_dark)
        if each["impact"] in ("serious", "critical")
    ]
