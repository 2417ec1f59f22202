"""Do a set of puzzles with Orca and Firefox by keys alone, and print what is heard.

Run by hand on Debian, on the built pages:

    apt-get install orca at-spi2-core dbus firefox-esr openbox xdotool xvfb
    python tools/listen.py docs/_build/html double-play-1980

Every line is a key that was pressed and what Orca said then. The first puzzle is answered by b
and then by a; each other answer is found by what was heard, not by what is on the screen.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.forms import marked_choice, page_puzzle
from ono_tutor.render.scene import aloud

Program = subprocess.Popen[bytes]
SPEECH = re.compile(r"SPEECH OUTPUT: '(.*?)'(?:\{|$)")
QUIET = 2.5
"""Seconds without a word after which Orca has said what there is to say."""

UNSET: dict[str, object] = {"pronunciations": {}, "keybindings": {}}
PROFILE = UNSET | {"profile": ["Default", "default"], "enableKeyEcho": False}
GENERAL = {"enableKeyEcho": False, "startingProfile": ["Default", "default"]}
SETTINGS = UNSET | {"general": GENERAL, "profiles": {"default": PROFILE}}
"""Orca's settings: a key that is pressed is not said."""

PREFERENCES = """user_pref("accessibility.force_disabled", -1);
user_pref("browser.newtab.preload", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("termsofuse.bypassNotification", true);
"""
AT_ONCE = """import builtins, runpy, sys
opened = builtins.open
def by_lines(file, mode="r", buffering=-1, *rest, **named):
    return opened(file, mode, 1 if mode == "w" else buffering, *rest, **named)
builtins.open = by_lines
sys.argv[0] = "/usr/bin/orca"
runpy.run_path("/usr/bin/orca", run_name="__main__")
"""
"""Starts Orca so that it writes down what it says at once, not some kilobytes later."""


class Listener:
    """Somebody with Firefox and Orca who sees nothing."""

    def __init__(self, home: Path, programs: ExitStack) -> None:
        self.home, self.programs, self.place = home, programs, 0
        self.env = {**os.environ, "HOME": str(home), "XDG_RUNTIME_DIR": str(home)}
        self.env |= {"PATH": "/usr/bin:/bin", "XDG_DATA_HOME": str(home / "data")}
        self.env |= {"XDG_CONFIG_HOME": str(home / "config"), "GTK_MODULES": "gail:atk-bridge"}
        read, write = os.pipe()
        self.start("Xvfb", "-displayfd", str(write), "-nolisten", "tcp", pass_fds=(write,))
        self.env["DISPLAY"] = f":{os.read(read, 16).decode().strip()}"
        bus = self.start("dbus-daemon", "--session", "--print-address", "--nofork", is_read=True)
        assert bus.stdout
        self.env["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
        self.start("openbox")
        (home / "user-settings.conf").write_text(json.dumps(SETTINGS), "utf-8")
        self.log = home / "orca.log"
        options = ("--replace", "-u", str(home), "--debug-file", str(self.log))
        self.start("/usr/bin/python3", "-c", AT_ONCE, *options)
        self.hear("Screen reader on.")

    def start(
        self, *command: str, is_read: bool = False, **more: object
    ) -> "subprocess.Popen[bytes]":
        """Start a program that ends with this listener."""
        out = subprocess.PIPE if is_read else subprocess.DEVNULL
        quiet = {"stdout": out, "stderr": subprocess.DEVNULL, "env": self.env}
        program = subprocess.Popen(command, **quiet, **more)  # type: ignore[call-overload]
        self.programs.callback(end, program)
        return program

    def browse(self, address: str) -> None:
        """Open a page in Firefox."""
        profile = self.home / "firefox"
        profile.mkdir()
        (profile / "user.js").write_text(PREFERENCES, "utf-8")
        self.start("firefox-esr", "--no-remote", "--profile", str(profile), address)

    def press(self, key: str) -> str:
        """Press a key; what is heard then, which is printed."""
        subprocess.run(["xdotool", "key", key], env=self.env, check=True)
        heard = " | ".join(self.hear())
        print(f"[{key}] {heard}", flush=True)
        return heard

    def hear(self, words: str = "", seconds: float = 90) -> list[str]:
        """Return what is said until it is quiet, and, if words are named, until they were said."""
        said: list[str] = []
        begun = last = time.monotonic()
        while time.monotonic() - begun < seconds:
            fresh = self._read()
            said += fresh
            last = time.monotonic() if fresh else last
            if words in " ".join(said) and time.monotonic() - last > QUIET:
                return said
            time.sleep(0.1)
        raise TimeoutError(f"{words!r} was never said, but: {said}")

    def _read(self) -> list[str]:
        if not self.log.exists():
            return []
        text = self.log.read_bytes()[self.place :].decode("utf-8", "replace")
        whole = text[: text.rfind("\n") + 1]
        self.place += len(whole.encode())
        return SPEECH.findall(whole)


def end(program: Program) -> None:
    """End a program: Orca, for one, has to be killed."""
    program.terminate()
    try:
        program.wait(5)
    except subprocess.TimeoutExpired:
        program.kill()
        program.wait()


@contextmanager
def served(folder: str) -> Iterator[str]:
    """Yield the address of the pages on the loopback interface."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing: what is printed is what is heard."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def answer_keys(puzzles: tuple[Puzzle, ...]) -> dict[str, str]:
    """Return the key of a right answer by what is said of a puzzle; ``s`` if it takes more."""
    keys = {}
    for puzzle in puzzles:
        scene = page_puzzle(puzzle)["scene"]
        assert isinstance(scene, dict)
        buttons = {choice["id"]: choice["key"] for choice in scene["choices"]}
        cards = {card["code"]: str(place) for place, card in enumerate(scene["hand"], 1)}
        right = marked_choice(puzzle.shape, puzzle.answer)
        said = aloud(scene | {"progress": None})
        keys[said] = (cards | buttons).get(str(right), "s")
    return keys


def next_key(keys: dict[str, str], heard: str) -> str | None:
    """Return the key that answers what was heard, or None if that is no puzzle."""
    return next((key for said, key in keys.items() if said in heard), None)


def main(folder: str, name: str = "double-play-1980") -> None:
    """Do a set of puzzles from the opening of its page to its end."""
    keys = answer_keys(Puzzle.load_set(name))
    with ExitStack() as programs:
        home = Path(programs.enter_context(tempfile.TemporaryDirectory()))
        listener = Listener(home, programs)
        listener.browse(f"{programs.enter_context(served(folder))}/practice.html#set={name}")
        heard = " | ".join(listener.hear("Press question mark for the keys."))
        print(f"(the page opens) {heard}")
        for key in ("Tab", "question", "Escape", "w", "t", "b", "h", "q", "a"):
            listener.press(key)
        while right := next_key(keys, listener.press("n")):
            listener.press(right)
        for key in ("q", "Tab", "Tab"):
            listener.press(key)


if __name__ == "__main__":
    main(*sys.argv[1:])
