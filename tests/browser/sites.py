"""The practice page with the engine, built alone and served, in a browser that reaches nothing else."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Route
from sphinx.cmd.build import build_main

from ono_tutor.course.lite.error import LiteError
from ono_tutor.course.lite.runtime import fetch_runtime

STARTS = 90_000
"""Milliseconds that the engine may take to start on a machine that has much else to do."""

CONF = """extensions = ["myst_parser", "ono_tutor.sphinx_ext"]
html_theme = "furo"
ono_tutor_engine = "must"
"""


@dataclass(frozen=True)
class Site:
    """Where the pages are served."""

    address: str


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_: object) -> None:
        pass


def practice_site(folder: Path) -> Iterator[Site]:
    """The practice page below an address of its own; skipped where there is no runtime."""
    try:
        runtime = os.environ.get("ONO_DOCS_RUNTIME") or str(fetch_runtime(folder))
    except LiteError as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))
    source, out = folder / "source", folder / "host"
    source.mkdir()
    (source / "conf.py").write_text(CONF)
    (source / "index.md").write_text("# Home\n\n```{toctree}\npractice\n```\n")
    (source / "practice.md").write_text("# Practice\n\n```{ono-practice}\n```\n")
    settings = ["-D", f"ono_tutor_runtime={runtime}"]
    assert build_main(["-q", "-b", "html", *settings, str(source), str(out)]) == 0
    handler = partial(QuietHandler, directory=str(out))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield Site(f"http://127.0.0.1:{server.server_port}")
        server.shutdown()


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
