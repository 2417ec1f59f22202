"""The site: put together in a scratch folder, examined, and moved to its place whole."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ono_tutor.course.lessons import lesson_files
from ono_tutor.course.lite import settings
from ono_tutor.course.lite.error import LiteError
from ono_tutor.course.lite.front_page import ONWARD, front_page
from ono_tutor.course.lite.runtime import NEEDED, fetch_runtime, put_runtime
from ono_tutor.course.lite.wheel import browser_wheel

_MOST_SECONDS = 1800
_LOCK = "static/pyodide-lock/pyodide-lock.json"


@dataclass(frozen=True, slots=True)
class Built:
    """A site: its folder, how many lessons it holds, and its size in bytes."""

    folder: Path
    lessons: int
    size: int


def build_site(target: Path, runtime: Path | None = None) -> Built:
    """Build the course into a folder that is not there yet, or is empty.

    ``runtime`` is the npm package of Python for the browser; it is fetched where none is given.
    Raises :class:`LiteError`; then the folder is as it was.
    """
    target = target.expanduser().absolute()
    settings.see_that_all_is_installed()
    _see_that_it_is_free(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".ono-lite-", dir=target.parent) as name:
            made = _built(Path(name), runtime)
            made.replace(target)
    except OSError as error:
        message = f"the site cannot be put into {target}: {error.strerror or error}"
        raise LiteError(message, word=str(target)) from error
    size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
    return Built(target, len(lesson_files()), size)


def _see_that_it_is_free(target: Path) -> None:
    """A site is never mixed with another, nor put in the place of anything."""
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise LiteError(f"{target} is no folder", word=str(target))
    if target.is_dir() and any(target.iterdir()):
        message = f"{target} is not empty: name a folder that is not there yet, or empty it"
        raise LiteError(message, word=str(target))


def _built(scratch: Path, runtime: Path | None) -> Path:
    source, made = scratch / "source", scratch / "site"
    for name in ("lessons", "wheels", "fetched"):
        (source / name).mkdir(parents=True)
    archive = fetch_runtime(source / "fetched") if runtime is None else runtime
    put_runtime(archive, source / settings.RUNTIME)
    browser_wheel(source / "wheels")
    for lesson in lesson_files():
        shutil.copyfile(lesson, source / "lessons" / lesson.name)
    _write(source / "jupyter_lite_config.json", settings.build_settings())
    _write(source / "jupyter-lite.json", settings.page_settings())
    _run_jupyterlite(source, made)
    examine(made)
    (made / "index.html").write_text(front_page(lesson_files()), "utf-8")
    (made / "tree").mkdir(exist_ok=True)  # where the app looks for what a link in a lesson names
    (made / "tree" / "index.html").write_text(ONWARD, "utf-8")
    shutil.copyfile(made / "lab" / "favicon.ico", made / "favicon.ico")
    return made


def _run_jupyterlite(source: Path, made: Path) -> None:
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--output-dir", str(made)]
    env = {name: value for name, value in os.environ.items() if name != "JUPYTERLITE_PYODIDE_URL"}
    try:
        done = subprocess.run(
            command,
            cwd=source,
            env=env | {"UV_PYTHON_DOWNLOADS": "never", "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            timeout=_MOST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise LiteError(f"JupyterLite did not build within {_MOST_SECONDS} s") from error
    if done.returncode:
        raise LiteError(f"JupyterLite could not build: {_cause(done.stdout + done.stderr)}")


def examine(site: Path) -> None:
    """See that the site holds all that it needs and points at no other address.

    Raises :class:`LiteError`. A build can end well and have lost the runtime's address; the page
    would then ask a public server for Python.
    """
    kernel = settings.kernel_settings(_read(site / "jupyter-lite.json"))
    options = kernel.get("loadPyodideOptions", {})
    wanted = {"pyodideUrl": f"./{settings.RUNTIME}/pyodide.mjs", "lockFileURL": f"./{_LOCK}"}
    for name, value in wanted.items():
        found = kernel.get(name, options.get(name))
        if found != value:
            raise LiteError(f"JupyterLite built a site whose {name} is {found}, not {value}")
    packages = _read(site / _LOCK)["packages"]
    addresses = [(site / _LOCK).parent / package["file_name"] for package in packages.values()]
    runtime = [site / settings.RUNTIME / name for name in NEEDED]
    missing = [path for path in (*runtime, *addresses) if not path.is_file()]
    if missing or "ono-tutor" not in packages:
        named = missing[0].name if missing else "ono-tutor"
        raise LiteError(f"JupyterLite built a site without {named}")


def _cause(said: str) -> str:
    """The line that names the cause, among the many that JupyterLite and uv say."""
    lines = [re.sub(r"\x1b\[[0-9;]*m", "", line).strip() for line in said.splitlines()]
    found = [place for place, line in enumerate(lines) if line.startswith("error: ")]
    if found:
        causes = [line.removeprefix("cause: ") for line in lines[found[-1] :] if "cause: " in line]
        return ": ".join([lines[found[-1]].removeprefix("error: "), *causes[:2]])
    telling = [line for line in lines if re.match(r"[\w.]*(Error|Exception)\b", line)]
    return next(iter(telling[::-1] or lines[::-1]), "it does not say why")


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=1), "utf-8")


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise LiteError(f"JupyterLite built a site whose {path.name} cannot be read") from error
