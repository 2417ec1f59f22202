"""Firefox and WebKit, driven by selenium.

Debian has no geckodriver, so commands go to Firefox over its own protocol, Marionette: the same
commands in other words, each a JSON array behind its length.
"""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fetched import do_without
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.remote.webdriver import WebDriver

MINI_BROWSER = "*/webkit2gtk-4.1/MiniBrowser"
PREFERENCES = """user_pref("marionette.port", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
"""
NAMES = {
    "get": "WebDriver:Navigate",
    "getCurrentUrl": "WebDriver:GetCurrentURL",
    "w3cExecuteScript": "WebDriver:ExecuteScript",
    "actions": "WebDriver:PerformActions",
    "screenshot": "WebDriver:TakeScreenshot",
    "quit": "Marionette:Quit",
}
"""What Marionette calls a command, where it is not the same word as selenium's."""


class Marionette:
    """The connection to a running Firefox, in place of selenium's to a driver."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=120)
        self.replies = self.socket.makefile("rb")
        self.count = 0
        self._receive()  # its greeting

    def execute(self, command: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """Carry out one of selenium's commands; raise what Firefox says went wrong."""
        name = NAMES.get(command, f"WebDriver:{command[0].upper()}{command[1:]}")
        self.count += 1
        sent = {} if command == "newSession" else parameters
        packet = json.dumps([0, self.count, name, sent]).encode()
        self.socket.sendall(b"%d:%s" % (len(packet), packet))
        _, _, error, result = self._receive()
        if error:
            raise WebDriverException(f"{error['error']}: {error['message']}")
        is_wrapped = isinstance(result, dict) and set(result) == {"value"}
        return result if is_wrapped else {"value": result}

    def _receive(self) -> Any:
        length = b""
        while (byte := self.replies.read(1)) != b":":
            length += byte
        return json.loads(self.replies.read(int(length)))


def need(*programs: str) -> None:
    """Skip where a program is missing."""
    for program in programs:
        if not shutil.which(program):
            do_without(program)


@contextmanager
def firefox(home: Path) -> Iterator[WebDriver]:
    """Firefox with a profile of its own, without a window."""
    need("firefox-esr")
    (home / "user.js").write_text(PREFERENCES, "utf-8")
    command = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(home)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        connection: Any = Marionette(_port(home / "MarionetteActivePort", process))
        yield WebDriver(connection, options=webdriver.FirefoxOptions())
    finally:
        process.terminate()
        process.wait(30)


def _port(path: Path, process: "subprocess.Popen[bytes]") -> int:
    """Return the port that Firefox writes down as soon as it listens."""
    while not path.exists() or not path.read_text("utf-8"):
        assert process.poll() is None, "Firefox has ended"
        time.sleep(0.1)
    return int(path.read_text("utf-8"))


@contextmanager
def webkit(home: Path) -> Iterator[WebDriver]:
    """WebKitGTK's small browser, on a screen that nobody sees."""
    need("WebKitWebDriver", "xvfb-run")
    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(next(Path("/usr/lib").glob(MINI_BROWSER)))
    options.add_argument("--automation")
    script = home / "driver"
    script.write_text('#!/bin/sh\nexec xvfb-run -a WebKitWebDriver "$@"\n', "utf-8")
    script.chmod(0o755)
    driver = webdriver.WebKitGTK(options, webdriver.WebKitGTKService(str(script)))
    try:
        yield driver
    finally:
        driver.quit()


BROWSERS = {"firefox": firefox, "webkit": webkit}
