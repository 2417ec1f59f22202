"""What runs in the browser: Python, and the wheel of this package that it installs.

Python is the files of the ``pyodide`` package of npm, and no more of them; the wheel has this
package and its lessons, without the command line.
"""

import json
import shutil
import subprocess
import tarfile
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib import import_module
from importlib.metadata import files as files_of
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

from ono_tutor.course.lessons import lesson_files
from ono_tutor.errors import OnoError

STDLIB = "python_stdlib.zip"
NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STDLIB)
LOCK = "pyodide-lock.json"
"""The list of packages that the runtime knows; ours begins with none."""

VERSION = "314.0.6"
"""The version that is taken where no kernel is installed that wants one."""

_PATIENCE = ("--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000")
_MOST_SECONDS = 600
_DULL = ("code ", "errno ", "syscall ", "type ")
"""What npm says before the line that names the cause."""

NAME = "ono_tutor"
NOT_IN_A_BROWSER = frozenset({"cli", "sphinx_ext", "__main__.py", "__pycache__", "lessons"})
"""The parts that the browser has no use for; the lessons are added from where they are kept."""

BUNDLED = ("fsrs", "typing_extensions")
"""What a page without an installer needs beside our package: pure Python, as installed here."""

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""A fixed time, so that the same files make the same wheel."""


class LiteError(OnoError):
    """The folder cannot be built; the message is one line that names the cause."""

    kind = "lite"


def runtime_name() -> str:
    """Return the npm package and version that the installed kernel wants, else ours."""
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
    done = run_program(command, f"npm did not fetch {name}", cwd=folder)
    made = sorted(folder.glob("pyodide-*.tgz"))
    if done.returncode or not made:
        raise LiteError(f"npm could not fetch {name}: {_cause(done.stderr or done.stdout)}")
    return made[0]


def run_program(
    command: Sequence[str], late: str, seconds: int = _MOST_SECONDS, **more: Any
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, and return what it said.

    Raises :class:`LiteError`, which begins with the words for being ``late``, after the seconds.
    """
    try:
        return subprocess.run(
            command, capture_output=True, encoding="utf-8", timeout=seconds, check=False, **more
        )
    except subprocess.TimeoutExpired as error:
        raise LiteError(f"{late} within {seconds} s") from error


def compile_in_node(site: Path, runtime: str, call: str) -> None:
    """Call a function of ``compiled`` by the site's own Python, which finds the site at ``/site``.

    Without Node they stay as they are. Raises :class:`LiteError` where Node cannot do it.
    """
    node, here = shutil.which("node"), Path(__file__).parent
    if node is None:
        return
    command = [node, str(here / "compile.mjs"), str(site), runtime, str(here / "compiled.py")]
    done = run_program([*command, call], "Node did not compile")
    if done.returncode:
        raise LiteError(f"Node could not compile the packages: {_cause(done.stdout + done.stderr)}")


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


def browser_wheel(folder: Path, *, is_alone: bool = False) -> Path:
    """Write the wheel into the folder, from the package as it is installed here.

    One that is unpacked alone, where nothing installs what it needs, brings :data:`BUNDLED` along.
    """
    release = version(NAME)
    path = folder / f"{NAME}-{release}-py3-none-any.whl"
    whole = dict(_contents(release)) | (dict(_bundled()) if is_alone else {})
    record = f"{NAME}-{release}.dist-info/RECORD"
    lines = [f"{name},{_digest(data)},{len(data)}" for name, data in whole.items()]
    whole[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in whole.items():
            wheel.writestr(zipfile.ZipInfo(name, _LONG_AGO), data, zipfile.ZIP_DEFLATED)
    return path


def _contents(release: str) -> Iterator[tuple[str, bytes]]:
    """Yield every file of the wheel but its record, by its name there."""
    package = Path(str(files(NAME)))
    for path in sorted(package.rglob("*")):
        inside = path.relative_to(package)
        if path.is_file() and NOT_IN_A_BROWSER.isdisjoint(inside.parts):
            yield f"{NAME}/{inside.as_posix()}", path.read_bytes()
    for lesson in lesson_files():
        yield f"{NAME}/course/lessons/{lesson.name}", lesson.read_bytes()
    metadata = f"Metadata-Version: 2.1\nName: ono-tutor\nVersion: {release}\n"
    needed = "Requires-Dist: anywidget\nRequires-Dist: fsrs\nRequires-Dist: ipywidgets\n"
    yield f"{NAME}-{release}.dist-info/METADATA", f"{metadata}{needed}".encode()
    tag = "Wheel-Version: 1.0\nGenerator: ono-tutor\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    yield f"{NAME}-{release}.dist-info/WHEEL", tag.encode()


def _bundled() -> Iterator[tuple[str, bytes]]:
    """Yield the modules of the packages that are brought along, by their names."""
    for name in BUNDLED:
        for path in files_of(name) or ():
            if path.suffix == ".py" and path.stem != "optimizer":  # which needs torch
                yield path.as_posix(), path.read_binary()


def _digest(data: bytes) -> str:
    return f"sha256={urlsafe_b64encode(sha256(data).digest()).rstrip(b'=').decode()}"
