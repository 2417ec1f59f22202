"""A real Chromium and a real JupyterLab for the browser tests."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ono_tutor.course.folder import copy_course

TOKEN = "course"


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: its address, the learner's folder, and what it said."""

    url: str
    folder: Path
    log: Path

    def lesson(self, name: str) -> str:
        """The address of a lesson, opened afresh."""
        return f"{self.url}/lab/tree/{name}?token={TOKEN}&reset"


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
    """The course as ``ono-tutor learn`` serves it, in a folder of its own."""
    folder = tmp_path_factory.mktemp("learner") / "course"
    home = tmp_path_factory.mktemp("home")
    port = _free_port()
    _expose_the_app(home / "JUPYTER_CONFIG_DIR")
    command = [sys.executable, "-m", "ono_tutor", "learn", "--no-browser"]
    places = {name: str(home / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR")}
    with (home / "log").open("wb") as log:
        server = subprocess.Popen(
            [*command, "--port", str(port), "--dir", str(folder)],
            env=os.environ | places | {"JUPYTER_TOKEN": TOKEN, "IPYTHONDIR": str(home / "ipython")},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{url}/api?token={TOKEN}", server, home / "log")
        yield Lab(url, folder, home / "log")
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(20)


@pytest.fixture(scope="session")
def notebook7(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the first lesson in a running Jupyter Notebook 7, opened afresh."""
    home = tmp_path_factory.mktemp("notebook7")
    copied = copy_course(home / "course")
    (home / "JUPYTER_CONFIG_DIR").mkdir()
    shown = '{"JupyterNotebookApp": {"expose_app_in_browser": true}}'
    (home / "JUPYTER_CONFIG_DIR" / "jupyter_notebook_config.json").write_text(shown)
    places = {name: str(home / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR")}
    port = _free_port()
    options = [f"--ServerApp.root_dir={home / 'course'}", f"--ServerApp.port={port}"]
    options += ["--no-browser", "--allow-root", "--ServerApp.port_retries=0", "--ip=127.0.0.1"]
    with (home / "log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "notebook", *options],
            env=os.environ | places | {"JUPYTER_TOKEN": TOKEN, "IPYTHONDIR": str(home / "ipython")},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{url}/api?token={TOKEN}", server, home / "log")
        yield f"{url}/notebooks/{copied[0].path.name}?token={TOKEN}"
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(20)


def _expose_the_app(config: Path) -> None:
    """Let the tests ask the page whether the kernel is ready."""
    config.mkdir()
    text = '{"LabApp": {"expose_app_in_browser": true}}'
    (config / "jupyter_lab_config.json").write_text(text)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
        else:
            return
    pytest.fail(f"Jupyter did not start:\n{log.read_text()}")
