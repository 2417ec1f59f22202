"""Python for the browser: the files of the ``pyodide`` package of npm, and no more of them."""

import json
import shutil
import subprocess
import tarfile
from importlib import import_module
from pathlib import Path

from ono_tutor.errors import OnoError

NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
"""The list of packages that the runtime knows; ours begins with none."""

VERSION = "314.0.6"
"""The version that is taken where no kernel is installed that wants one."""

_PATIENCE = ("--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000")
_MOST_SECONDS = 600
_DULL = ("code ", "errno ", "syscall ", "type ")
"""What npm says before the line that names the cause."""


class LiteError(OnoError):
    """The folder cannot be built; the message is one line that names the cause."""

    kind = "lite"


def runtime_name() -> str:
    """The npm package that the installed kernel wants, with its version; ours without a kernel."""
    try:
        constants = import_module("jupyterlite_pyodide_kernel.constants")
    except ModuleNotFoundError:
        return f"pyodide@{VERSION}"
    return f"pyodide@{constants.PYODIDE_VERSION}"


def put_runtime(archive: Path, folder: Path) -> None:
    """Unpack what is needed of the archive into the folder.

    Raises :class:`LiteError` where the archive is none, another version, or not whole.
    """
    try:
        with tarfile.open(archive) as tar:
            found = {name: _read(tar, name) for name in (*NEEDED, LOCK, "package.json")}
        about = json.loads(found.pop("package.json"))
        lock = json.loads(found.pop(LOCK))
        lock["info"]["version"] = about["version"]  # wanted by some releases of pyodide-lock
        _see_that_it_is_the_one(f"{about['name']}@{about['version']}", archive)
    except (OSError, EOFError, tarfile.TarError, ValueError, KeyError, TypeError) as error:
        message = f"{archive} is not the npm package {runtime_name()}, or not whole: {error}"
        raise LiteError(message, word=str(archive)) from error
    folder.mkdir(parents=True)
    for name, data in found.items():
        (folder / name).write_bytes(data)
    (folder / LOCK).write_text(json.dumps(lock | {"packages": {}}), "utf-8")


def fetch_runtime(folder: Path) -> Path:
    """Fetch the archive into the folder with npm, from the registry that npm is set up for.

    Raises :class:`LiteError` where npm is missing or cannot fetch it.
    """
    npm, name = shutil.which("npm"), runtime_name()
    if npm is None:
        raise LiteError(
            f"npm is missing, which fetches Python for the browser ({name}): install npm, or give "
            f"the file that `npm pack {name}` makes elsewhere with --runtime"
        )
    command = [npm, "pack", "--loglevel=error", *_PATIENCE, name]
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=_MOST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise LiteError(f"npm did not fetch {name} within {_MOST_SECONDS} s") from error
    made = sorted(folder.glob("pyodide-*.tgz"))
    if done.returncode or not made:
        raise LiteError(f"npm could not fetch {name}: {_cause(done.stderr or done.stdout)}")
    return made[0]


def _read(tar: tarfile.TarFile, name: str) -> bytes:
    file = tar.extractfile(f"package/{name}")
    if file is None:
        raise ValueError(f"{name} in it is no file")
    return file.read()


def _see_that_it_is_the_one(name: str, archive: Path) -> None:
    if name != runtime_name():
        message = f"{archive} is {name}, and the installed kernel wants {runtime_name()}"
        raise LiteError(message, word=str(archive))


def _cause(said: str) -> str:
    lines = [line.removeprefix("npm error").strip() for line in said.splitlines()]
    telling = [line for line in lines if line and not line.startswith(_DULL)]
    return telling[0] if telling else "npm does not say why"
