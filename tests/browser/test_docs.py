"""The project's pages in a real browser."""

import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from sphinx.cmd.build import build_main

from ono_tutor.rules.catalogue import RULE_SETS

pytestmark = pytest.mark.browser

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(path.stem for path in DOCS.glob("*.md"))
LINKS = "a:has(.ono-rule, .ono-text)"
SCREENS = [(width, scheme) for width in (360, 1280) for scheme in ("light", "dark")]


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages, built."""
    out = tmp_path_factory.mktemp("docs")
    assert (
        build_main(["-q", "-b", "html", "-d", str(out / "trees"), str(DOCS), str(out / "html")])
        == 0
    )
    return out / "html"


@pytest.fixture(scope="module")
def address(built: Path) -> Iterator[str]:
    """Where the pages are served, on the loopback interface."""
    handler = partial(QuietHandler, directory=str(built))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(params=SCREENS, ids=lambda screen: f"{screen[0]}-{screen[1]}")
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """An empty page on a phone or a desktop, light or dark."""
    width, scheme = request.param
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("name", PAGES)
def test_page_is_sound(page: Page, address: str, name: str) -> None:
    """A page never scrolls sideways, has no grave barrier, no error, and asks nobody else for anything."""
    asked: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: message.type == "error" and errors.append(message.text))
    page.on("pageerror", lambda error: errors.append(str(error)))

    page.goto(f"{address}/{name}.html")
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")

    assert _overflow(page) == []
    assert _grave(page) == []
    assert [url for url in asked if not url.startswith((address, "data:"))] == []
    assert errors == []


def _overflow(page: Page) -> list[str]:
    """What is wider than its place: the page itself, or a box that would scroll."""
    script = """() => [document.documentElement, ...document.querySelectorAll('.table-wrapper, pre')]
        .filter(box => box.scrollWidth > box.clientWidth).map(box => box.outerHTML.slice(0, 80))"""
    return page.evaluate(script)


def _grave(page: Page) -> list[str]:
    options = {"resultTypes": ["violations"]}
    violations = Axe().run(page, options=options).response["violations"]
    return [
        f"{found['id']}: {found['nodes'][0]['html'][:120]}"
        for found in violations
        if found["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("name", PAGES)
def test_everything_is_reached_by_keys(browser: Browser, address: str, name: str) -> None:
    """Tab goes to every link, button, field and fold of a page that can be seen."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{address}/{name}.html")
    wanted = page.evaluate(WATCH_FOCUS)

    for _ in range(wanted + 2):
        page.keyboard.press("Tab")

    missed = page.evaluate("missed()")
    page.close()
    assert wanted > 10
    assert missed == []


WATCH_FOCUS = """() => {
  const kinds = 'a[href], button, input, select, textarea, summary, [tabindex], [role=button], [onclick]';
  const isMeant = (node) => node.tabIndex >= 0 && !node.disabled && node.checkVisibility({
    checkVisibilityCSS: true, contentVisibilityAuto: true });
  const meant = new Set([...document.querySelectorAll(kinds)].filter(isMeant));
  const count = meant.size;
  document.addEventListener('focusin', ({target}) => meant.delete(target));
  window.missed = () => [...meant].map((node) => node.outerHTML.slice(0, 120));
  return count;
}"""
"""Notes what can be pressed or filled in, and strikes off what gets the focus; how much it is."""


def test_dark_pages_are_dark(browser: Browser, address: str) -> None:
    """The directives' own colours follow the page's choice of light and dark."""
    page = browser.new_page(color_scheme="light")
    page.goto(f"{address}/comparison.html")
    script = "getComputedStyle(document.querySelector('.ono-comparison tbody tr')).backgroundColor"

    shades = []
    for theme in ("light", "dark"):
        page.evaluate(f"document.body.dataset.theme = '{theme}'")
        shades.append(sum(map(int, re.findall(r"\d+", page.evaluate(script))[:3])))

    page.close()
    assert shades[0] > 600
    assert shades[1] < 200


def test_every_rule_link_resolves(browser: Browser, address: str) -> None:
    """Every link to a rule point or a text leads to an element that is there."""
    page = browser.new_page()
    links: set[str] = set()
    anchors: set[str] = set()
    for name in PAGES:
        page.goto(f"{address}/{name}.html")
        links |= set(page.eval_on_selector_all(LINKS, "all => all.map(each => each.href)"))
        ids = page.eval_on_selector_all("[id]", "all => all.map(each => each.id)")
        anchors |= {f"{address}/{name}.html#{each}" for each in ids}

    page.close()
    assert len(links) > 40
    assert links - anchors == set()


def test_a_link_shows_its_point(browser: Browser, address: str) -> None:
    """Following a rule link brings its point into view."""
    page = browser.new_page()
    page.goto(f"{address}/double-play.html")

    page.locator("a:has(.ono-rule)", has_text="double-reply").first.click()

    page.wait_for_url("**/comparison.html#double-reply")
    expect(page.locator(":target")).to_be_in_viewport()
    page.close()


def test_every_rule_id_is_linked_where_it_is_shown(browser: Browser, address: str) -> None:
    """No rule id stands on a page without a link to its point."""
    page = browser.new_page()
    bare = []
    for name in PAGES:
        page.goto(f"{address}/{name}.html")
        bare += page.eval_on_selector_all(
            "code.ono-rule",
            "all => all.filter(each => !each.closest('a')).map(each => each.innerText)",
        )

    page.close()
    assert bare == []


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_rule_set_prints_on_one_sheet(browser: Browser, address: str, paper: str) -> None:
    """The quick reference prints as one side a rule set, on A4 and on letter paper."""
    page = browser.new_page()
    page.goto(f"{address}/quick-reference.html")
    sheets = page.locator(".ono-sheet").count()

    printed = page.pdf(format=paper)

    page.close()
    assert sheets == len(RULE_SETS)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == sheets


def test_a_rule_row_leads_to_its_section(browser: Browser, address: str) -> None:
    """From a row of the comparison a reader comes to the rule with its example, and back."""
    page = browser.new_page()
    page.goto(f"{address}/comparison.html#minus-ten")

    page.locator("#minus-ten .ono-way a", has_text="2022").click()
    page.wait_for_url("**/rules-2022.html#minus-ten")
    expect(page.locator("#minus-ten .ono-position")).to_be_in_viewport()
    page.locator("#minus-ten .ono-point-head a").click()

    page.wait_for_url("**/comparison.html#minus-ten")
    page.close()
