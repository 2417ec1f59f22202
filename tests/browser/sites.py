"""Pages served on the loopback interface, and browsers that reach nothing else."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.servers import serving_files
from playwright.sync_api import Browser, BrowserContext, Page, Route

STARTS = 90_000
"""Milliseconds that the engine may take to start on a machine that has much else to do."""


@dataclass(frozen=True)
class Site:
    """Where the pages are served."""

    address: str


@contextmanager
def served(folder: Path) -> Iterator[Site]:
    """The files of a folder, served as long as the context lasts."""
    with serving_files(folder) as address:
        yield Site(address)


def need_engine(pages: Path) -> None:
    """Skip where the pages were built without Python for the browser; but never where CI is set."""
    if not (pages / "_static" / "ono" / "engine.js").is_file():
        why = "Python for the browser could not be had"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)


@contextmanager
def fenced(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    """A clean browser that can reach the site and nothing else, and must not try."""
    foreign: list[str] = []
    context = browser.new_context(accept_downloads=True)

    def judge(route: Route) -> None:
        if route.request.url.startswith((site.address, "data:", "blob:")):
            route.continue_()
        else:
            foreign.append(route.request.url)
            route.abort()

    context.route("**/*", judge)
    yield context
    context.close()
    assert foreign == []


def grave(page: Page) -> list[str]:
    """What axe finds on a page that is serious or critical."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:120]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]
