"""Pythons with one extra of this project alone, each in an environment of its own.

    python tests/extra_python.py EXTRA FOLDER

makes one, and waits where another program makes it.
"""

import hashlib
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from filelock import FileLock

ROOT = Path(__file__).parents[1]


def python_with(extra: str, cache: Path) -> Path:
    """Return the Python of an environment with this extra, made once and kept in *cache*.

    It is made anew when the project's requirements change.
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"][extra]
    words = "\n".join([*wanted, str(ROOT), sys.version])
    place = cache / hashlib.sha256(words.encode()).hexdigest()[:12]
    python = place / "bin" / "python"
    with FileLock(cache / "lock"):
        if not (place / "whole").exists():
            for old in cache.glob("[!l]*"):
                shutil.rmtree(old)
            _run("venv", "--without-pip", str(place))
            install = ("install", "-q", "--no-compile", "-e", f"{ROOT}[{extra}]")
            _run("pip", "--python", str(python), *install)
            (place / "whole").touch()
    return python


def begin(extra: str, cache: Path) -> subprocess.Popen[bytes]:
    """Begin to make it, most of which is to wait for downloads, while tests run."""
    return subprocess.Popen([sys.executable, __file__, extra, str(cache)])


def _run(*module: str) -> None:
    command = [sys.executable, "-m", *module]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr


if __name__ == "__main__":
    python_with(sys.argv[1], Path(sys.argv[2]))
