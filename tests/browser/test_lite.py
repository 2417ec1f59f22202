"""The whole course in a real browser, from a plain file server, with no network."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from browser.driving import READY, RUN, STOPWATCH, errors_of, first_table, go_on_or_answer, told
from browser.servers import QuietHandler, Refuser, serving, serving_files
from browser.sites import violations
from filelock import FileLock
from playwright.sync_api import Browser, BrowserContext, Page, expect
from sphinx.cmd.build import build_main
from sweeps import rotating

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))
"""The page of the course, then its lessons in order."""

PATIENCE = 90_000
"""Milliseconds: the start of Python in a page takes 15 s alone, and minutes on a busy machine."""

CONF = """extensions = ["myst_parser", "sphinx_design", "ono_tutor.sphinx_ext"]
myst_enable_extensions = ["colon_fence", "deflist"]
html_theme = "furo"
ono_tutor_engine = False
"""

CHROMIUMS_OWN = "CONNECT content-autofill.googleapis.com:443"
"""What Chromium asks for of itself wherever a page has a form; no page can make it ask."""

ROUND = "nananancnbncnbna"
"""The keys from the second position to the end: go on, and the right answer, in turn."""

HISTORY = """
from ono_tutor.course.progress import my_progress
print(*(f'{one.puzzle}/{one.mark}' for one in my_progress().history()))
"""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, lite_python: Path, browser_python: Path) -> Path:
    """The course as ``ono-tutor lite`` builds it, once for all workers of a run."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "lite"
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            _run(
                [lite_python, "-m", "ono_tutor", "lite", "-o", folder, "--runtime", browser_python]
            )
    return folder


def _run(command: list[str | Path]) -> None:
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served, by a plain file server."""
    with serving_files(site) as found:
        yield found


@pytest.fixture(scope="session")
def documentation(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A documentation with the course in it, served below a path of its own."""
    folder = tmp_path_factory.mktemp("docs")
    source, out = folder / "source", folder / "host" / "some" / "where"
    source.mkdir()
    (source / "conf.py").write_text(f"{CONF}ono_tutor_course = {str(site)!r}\n", encoding="utf-8")
    (source / "index.md").write_text("# Home\n\n```{toctree}\ncourse\n```\n", encoding="utf-8")
    shutil.copy(ROOT / "docs" / "course.md", source)
    assert build_main(["-q", "-b", "html", str(source), str(out)]) == 0
    with serving_files(folder / "host") as found:
        yield f"{found}/some/where"


@contextmanager
def fenced(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A fresh browser with no way out; an error where anything but the site was asked for.

    The page's own requests are caught before they leave, those of its workers at the proxy.
    """
    Refuser.asked.clear()
    strayed: list[str] = []
    with serving(Refuser) as proxy:
        context = browser.new_context(proxy={"server": proxy, "bypass": "127.0.0.1"})
        context.set_default_timeout(PATIENCE)
        context.route(
            lambda url: not url.startswith((f"{address}/", "data:", "blob:")),
            lambda route: (strayed.append(route.request.url), route.abort()),
        )
        yield context
        context.close()
    assert strayed + [asked for asked in Refuser.asked if asked != CHROMIUMS_OWN] == []


@pytest.fixture
def offline(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A fresh browser that reaches the course and nothing else."""
    with fenced(browser, address) as context:
        yield context


@pytest.fixture
def page(offline: BrowserContext) -> Iterator[Page]:
    """A page of that browser; the test fails where it has an error."""
    page = offline.new_page()
    errors = errors_of(page)
    yield page
    page.close()
    assert errors == []


def test_the_first_lesson_from_start_to_end(page: Page, address: str) -> None:
    """With no network the round is played by mouse and keys to its end.

    It goes on where it stopped after a reload in the middle, and a new kernel at the end finds
    every answer in the file.
    """
    started, before = time.monotonic(), QuietHandler.served
    page.goto(f"{address}/")
    page.get_by_role("link", name="Start here").click()
    table = first_table(page, PATIENCE)
    assert page.title() == "Start here: hit with a Double Play"
    print(f"\nfirst use to first table: {time.monotonic() - started:.1f} s")
    print(f"fetched: {(QuietHandler.served - before) / 1e6:.1f} MB")

    table.evaluate(STOPWATCH)
    table.get_by_role("button", name="seven", exact=True).click()
    expect(told(table)).to_contain_text("Try once more.", timeout=PATIENCE)
    print(f"answer to feedback: {page.evaluate('told - asked'):.0f} ms")
    page.keyboard.press("n")
    expect(told(table)).not_to_contain_text("Try once more.")
    for key in ROUND[:2]:
        go_on_or_answer(page, table, key, PATIENCE)
    page.reload()
    table = first_table(page, PATIENCE)
    expect(table.locator("[data-part=progress]")).to_contain_text("2 of 8, then 1 again")
    table.focus()
    for key in ROUND[2:]:
        go_on_or_answer(page, table, key, PATIENCE)
    page.keyboard.press("n")
    expect(told(table)).to_contain_text("You had 7 of 8 right at the first answer.")
    history = page.evaluate(RUN, HISTORY)
    page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
    page.wait_for_function(READY)

    assert page.evaluate(RUN, HISTORY) == history
    page.goto(f"{address}/")
    expect(page.get_by_role("listitem").first).to_contain_text("8 / 17")
    expect(page.get_by_role("link", name="Go on where you stopped")).to_be_visible()
    assert history.count("/wrong") == 1
    assert history.count("/right") == 8


def test_every_cell_of_the_lessons_runs(page: Page, address: str) -> None:
    """Lessons' code runs in the browser's Python, one after another and with no error.

    The link at the end of a lesson opens the next one.
    """
    first, following = LESSONS[1:3]
    page.goto(f"{address}/notebooks/index.html?path={first.name}")
    page.wait_for_function(READY)
    chosen = rotating(LESSONS, parts=4)

    faults = [
        (lesson.name, code, said)
        for lesson in chosen
        for code in _cells(lesson)
        if "Error: " in (said := page.evaluate(RUN, code))
    ]

    assert chosen
    assert faults == []
    link = page.locator(f"a[href$='{following.name}']").first
    link.scroll_into_view_if_needed()
    with page.context.expect_page() as opened:
        link.click()
    opened.value.wait_for_url(f"**/notebooks/index.html?path={following.name}")
    title = json.loads(following.read_text("utf-8"))["cells"][0]["source"][0].strip("# \n")
    expect(opened.value.get_by_role("heading", name=title).first).to_be_attached()


def _cells(lesson: Path) -> list[str]:
    """The code of each cell of a lesson that is meant to run."""
    return [
        "".join(cell["source"])
        for cell in json.loads(lesson.read_bytes())["cells"]
        if cell["cell_type"] == "code"
        and "raises-exception" not in cell["metadata"].get("tags", [])
    ]


def test_a_page_of_the_documentation_opens_a_lesson(browser: Browser, documentation: str) -> None:
    """*Open as a notebook* on the site runs the lesson there, and nothing else is asked for."""
    with fenced(browser, documentation) as context:
        page = context.new_page()
        errors = errors_of(page)
        page.goto(f"{documentation}/course.html")
        page.get_by_role("link", name="Open “Start here").click()
        table = first_table(page, PATIENCE)
        table.get_by_role("button", name="Hold", exact=True).click()
        expect(told(table)).to_contain_text("Right. The Hold passes the Double Play on")

    assert errors == []


def test_the_front_page_is_sound(browser: Browser, address: str) -> None:
    """On a phone it names every lesson, never scrolls sideways and has no barrier that axe knows."""
    context = browser.new_context(viewport={"width": 360, "height": 800})
    page = context.new_page()
    page.goto(f"{address}/")

    links = page.get_by_role("listitem").get_by_role("link")
    wide, there = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert links.count() == len(LESSONS) - 1  # your course is the page itself
    assert wide <= there
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page, in_the_dark=scheme == "dark") == [], scheme
    context.close()
