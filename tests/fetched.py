"""What some tests need of the registries: fetched before a run, and never in the middle of a test.

    python tests/fetched.py

fetches what is not there yet: a Python with an extra of this project alone, and the parser of GIFT
behind the tools for Moodle's.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".pytest_cache" / "fetched"

PARSER = "gift-pegjs@1.0.2"


def python_with(extra: str) -> Path:
    """Return the Python of an environment with this extra; without one the test is skipped."""
    return _there(KEPT / extra / _wanted(extra) / "bin" / "python")


def gift_parser() -> Path:
    """Return the parser's file; without it, or without Node, the test is skipped."""
    if shutil.which("node") is None:
        do_without("node")
    return _there(KEPT / PARSER / "pegjs-gift.js")


def _there(path: Path) -> Path:
    if not path.exists():
        do_without(f"{path.relative_to(ROOT)}, which `python tests/fetched.py` fetches,")
    return path


def do_without(name: str) -> NoReturn:
    """Skip a test for want of something, but never where CI is set."""
    if os.environ.get("CI"):
        pytest.fail(f"{name} is missing, and CI skips no test")
    pytest.skip(f"{name} is missing")


def _wanted(extra: str) -> str:
    """Return a name for what the extra requires: it changes with the project's requirements."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"][extra]
    words = "\n".join([*wanted, str(ROOT), sys.version])
    return hashlib.sha256(words.encode()).hexdigest()[:12]


def fetch_python(extra: str) -> None:
    """Make an environment with this extra."""

    def make(place: Path) -> None:
        _run([sys.executable, "-m", "venv", "--without-pip", str(place)])
        pip = [sys.executable, "-m", "pip", "--python", str(place / "bin" / "python")]
        _run([*pip, "install", "-q", "--no-compile", "-e", f"{ROOT}[{extra}]"])

    _made_whole(KEPT / extra / _wanted(extra), make)


def fetch_gift_parser() -> None:
    """Fetch the parser of GIFT from npm."""

    def make(place: Path) -> None:
        _run(["npm", "pack", "--silent", "--pack-destination", str(place), PARSER])
        (archive,) = place.glob("*.tgz")
        with tarfile.open(archive) as tar:
            content = tar.extractfile("package/pegjs-gift.js")
            assert content
            (place / "pegjs-gift.js").write_bytes(content.read())

    _made_whole(KEPT / PARSER, make)


def _made_whole(place: Path, make: Callable[[Path], None]) -> None:
    """Make a folder, unless it was made to its end before."""
    if not (place / "whole").exists():
        shutil.rmtree(place.parent if place.parent != KEPT else place, ignore_errors=True)
        place.mkdir(parents=True)
        make(place)
        (place / "whole").touch()


def _run(command: Sequence[str], folder: Path = ROOT) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    fetch_python("nbgrader")
    fetch_gift_parser()
