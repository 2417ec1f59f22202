"""A real Chromium, and real Jupyter servers, for the browser tests."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser.driving import errors_of
from browser.servers import Lab, running_lab, running_notebook, serving_files
from browser.sites import SUB_PATH, begin_afresh, fenced, need_engine
from fetched import do_without
from playwright.sync_api import Browser, BrowserContext, Page, expect
from sphinx_ext import docs_site

built_docs = docs_site.built_docs
expect.set_options(timeout=20_000)  # a machine that has much else to do is not a fault


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """Debian's Chromium; without one the test is skipped."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or do_without("Chromium")
    options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    return browser_type_launch_args | {"executable_path": path, "args": options}


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[Page]:
    """The one page on which a worker shows what needs no clean browser.

    To begin another takes a second of processor time, as Chromium starts a process for it.
    """
    with browser.new_context() as context:
        yield context.new_page()


@pytest.fixture
def page(tab: Page, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """That page with nothing shown and nothing kept; who listens to it does so for one test."""
    listeners: list[tuple[str, Callable[..., object]]] = []
    listen = tab.on

    def on(event: str, heard: Callable[..., object]) -> None:
        listeners.append((event, heard))
        listen(event, heard)  # type: ignore[call-overload]

    monkeypatch.setattr(tab, "on", on)
    tab.set_viewport_size({"width": 1280, "height": 720})
    tab.emulate_media(media="null", color_scheme="light", reduced_motion="no-preference")
    tab.set_default_timeout(30_000)
    yield tab
    for event, heard in listeners:
        tab.remove_listener(event, heard)
    tab.unroute_all()
    tab.evaluate("() => { try { localStorage.clear(); } catch { /* this page has none */ } }")
    tab.goto("about:blank")


@pytest.fixture
def no_errors(page: Page) -> Iterator[None]:
    """Fail the test when the page logs an error."""
    errors = errors_of(page)
    yield
    assert errors == []


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """The course as ``ono-tutor learn`` serves it."""
    with running_lab(tmp_path_factory.mktemp("learner")) as found:
        yield found


@pytest.fixture(scope="session")
def notebook7(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the first lesson in a running Jupyter Notebook 7."""
    with running_notebook(tmp_path_factory.mktemp("notebook7")) as found:
        yield found


@pytest.fixture(scope="session")
def pages(built_docs, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The docs with the engine, below a path of their own; a folder may be added to them."""
    built, folder = built_docs(), tmp_path_factory.mktemp("host") / SUB_PATH
    need_engine(built)
    folder.mkdir(parents=True)
    for path in built.iterdir():
        (folder / path.name).symlink_to(path)
    return folder


@pytest.fixture(scope="session")
def site(pages: Path) -> Iterator[str]:
    """Where these pages are served."""
    with serving_files(pages.parents[len(Path(SUB_PATH).parts) - 1]) as address:
        yield f"{address}/{SUB_PATH}"


@pytest.fixture
def context(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """A clean browser that can reach the site and nothing else, and must not try."""
    with fenced(browser, site) as context:
        yield context


@pytest.fixture(scope="session")
def window(browser: Browser, site: str) -> Iterator[Page]:
    """A window that reaches the site and nothing else; its practice page starts one engine."""
    with fenced(browser, site) as context:
        yield context.new_page()


@pytest.fixture
def visitor(window: Page, site: str) -> Iterator[Page]:
    """The practice page with nothing kept; the test fails when the page has an error."""
    begin_afresh(window, site)
    errors: list[str] = []
    window.on("pageerror", lambda error: errors.append(str(error)))
    yield window
    assert errors == []
