"""A real Chromium, and real Jupyter servers, for the browser tests."""

import os
import shutil
from collections.abc import Iterator

import pytest
from browser.servers import Lab, running_lab, running_notebook
from playwright.sync_api import expect
from sphinx_ext.docs_site import built_docs  # noqa: F401 - a fixture

expect.set_options(timeout=20_000)  # a machine that has much else to do is not a fault


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """Debian's Chromium; without one the test is skipped, but never where CI is set."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is missing, and CI skips no browser test")
        pytest.skip("Chromium is missing")
    options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    return browser_type_launch_args | {"executable_path": path, "args": options}


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
