"""Servers for the browser tests and benchmarks: plain files, and Jupyter."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from ono_tutor.course.lessons import copy_course

TOKEN = "course"


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *_):
        pass


@contextmanager
def serving_files(folder: Path) -> Iterator[str]:
    """The address of a server for the files of a folder, while it lasts."""
    handler = partial(QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: its address, the learner's folder, and what it said."""

    url: str
    folder: Path
    log: Path

    def lesson(self, name: str) -> str:
        """The address of a lesson, opened afresh."""
        return f"{self.url}/lab/tree/{name}?token={TOKEN}&reset"


@contextmanager
def running_lab(home: Path) -> Iterator[Lab]:
    """The course as ``ono-tutor learn`` serves it, in a folder of its own below *home*."""
    folder, port = home / "course", _free_port()
    command = ["ono_tutor", "learn", "--no-browser", "--port", str(port), "--dir", str(folder)]
    exposed = ("jupyter_lab_config.json", '{"LabApp": {"expose_app_in_browser": true}}')
    with _serving(home, command, port, exposed) as url:
        yield Lab(url, folder, home / "log")


@contextmanager
def running_notebook(home: Path) -> Iterator[str]:
    """The address of the first lesson in a running Jupyter Notebook 7, opened afresh."""
    copied, port = copy_course(home / "course"), _free_port()
    command = ["notebook", f"--ServerApp.root_dir={home / 'course'}", f"--ServerApp.port={port}"]
    command += ["--no-browser", "--allow-root", "--ServerApp.port_retries=0", "--ip=127.0.0.1"]
    shown = '{"JupyterNotebookApp": {"expose_app_in_browser": true}}'
    with _serving(home, command, port, ("jupyter_notebook_config.json", shown)) as url:
        yield f"{url}/notebooks/{copied[1].path.name}?token={TOKEN}"


@contextmanager
def _serving(
    home: Path, command: Sequence[str], port: int, config: tuple[str, str]
) -> Iterator[str]:
    """A server that knows nothing of the user's settings; a setting lets tests ask the page."""
    places = {name: str(home / name) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR")}
    name, text = config
    (home / "JUPYTER_CONFIG_DIR").mkdir()
    (home / "JUPYTER_CONFIG_DIR" / name).write_text(text, encoding="utf-8")
    with (home / "log").open("wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", *command],
            env=os.environ | places | {"JUPYTER_TOKEN": TOKEN, "IPYTHONDIR": str(home / "ipython")},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{url}/api?token={TOKEN}", server, home / "log")
        yield url
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(20)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _wait_for(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
        else:
            return
    raise RuntimeError(f"Jupyter did not start:\n{log.read_text(encoding='utf-8')}")
