"""The files for Python in the browser: its runtime, and a wheel of this package.

Python is the files of the ``pyodide`` package of npm, and no more of them; the wheel has this
package and its lessons, without the command line.
"""

import json
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Sequence
from importlib.metadata import files as files_of
from importlib.metadata import version
from importlib.resources import files
from inspect import getsource
from pathlib import Path

from ono_tutor.course.lessons import lesson_files
from ono_tutor.errors import OnoError, shorten

STDLIB = "python_stdlib.zip"
NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STDLIB)
LOCK = "pyodide-lock.json"
"""The list of packages that the runtime knows; ours begins with none."""

RUNTIME = "pyodide@314.0.6"
"""The npm package of Python for the browser, and its version."""

_PATIENCE = ("--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000")
_MOST_SECONDS = 600

NAME = "ono_tutor"
NOT_IN_A_BROWSER = frozenset({"cli", "sphinx_ext", "__main__.py", "__pycache__", "lessons"})
"""The parts that the browser has no use for; the lessons are added from where they are kept."""

BUNDLED = ("fsrs", "typing_extensions")
"""What a page needs beside our package: pure Python, as installed here."""

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""A fixed time, so that the same files make the same wheel."""


class EngineError(OnoError):
    """Python for the browser cannot be had; the message is one line that names the cause."""

    kind = "engine"


def put_runtime(archive: Path, folder: Path) -> None:
    """Unpack what is needed of the archive into the folder.

    Raises :class:`EngineError` where the archive is none, another version, or not whole.
    """
    try:
        with tarfile.open(archive) as tar:
            contents = {name: _read(tar, name) for name in (*NEEDED, LOCK, "package.json")}
        about, lock = json.loads(contents.pop("package.json")), json.loads(contents.pop(LOCK))
        name = f"{about['name']}@{about['version']}"
        if name != RUNTIME:
            raise ValueError(f"it is {name}")
    except (OSError, EOFError, tarfile.TarError, ValueError, KeyError, TypeError) as error:
        message = f"{archive} is not the npm package {RUNTIME}, or not whole: {error}"
        raise EngineError(message, word=str(archive)) from error
    folder.mkdir(parents=True)
    for file, data in contents.items():
        (folder / file).write_bytes(data)
    (folder / LOCK).write_text(json.dumps(lock | {"packages": {}}), "utf-8")


def _read(tar: tarfile.TarFile, name: str) -> bytes:
    file = tar.extractfile(f"package/{name}")
    if file is None:
        raise ValueError(f"{name} in it is no file")
    return file.read()


def fetch_runtime(folder: Path) -> Path:
    """Fetch the archive into the folder with npm, from the registry that npm is set up for.

    Raises :class:`EngineError` where npm is missing or cannot fetch it.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise EngineError(
            f"npm is missing, which fetches Python for the browser ({RUNTIME}): install npm, or "
            f"give the file that `npm pack {RUNTIME}` makes elsewhere with --runtime"
        )
    command = [npm, "pack", "--loglevel=error", *_PATIENCE, RUNTIME]
    done = _run_program(command, f"npm did not fetch {RUNTIME}", folder)
    archive = next(folder.glob("pyodide-*.tgz"), None)
    if done.returncode or archive is None:
        raise EngineError(f"npm could not fetch {RUNTIME}: {_one_line(done)}")
    return archive


def compile_in_node(site: Path, archives: Sequence[str]) -> None:
    """Compile the modules in a site's archives, named from the site, by its own Python.

    Without Node they stay as they are. Raises :class:`EngineError` where Node cannot do it.
    """
    node, here = shutil.which("node"), Path(__file__).parent
    if node and archives:
        program = f"from pathlib import Path\n{getsource(compile_archive)}"
        command = [node, str(here / "compile_archive.mjs"), str(site), program, *archives]
        done = _run_program(command, "Node did not compile", here)
        if done.returncode:
            raise EngineError(f"Node could not compile the packages: {_one_line(done)}")


def compile_archive(archive: Path) -> None:
    """Put in place of each module what it compiles to; other files, and faulty ones, stay.

    Only the site's own Python can make what that Python reads, so it runs the source of this
    function alone, in Node.
    """
    import zipfile  # noqa: PLC0415
    from contextlib import suppress  # noqa: PLC0415
    from importlib import import_module, util  # noqa: PLC0415

    with zipfile.ZipFile(archive) as old:
        contents = {name: old.read(name) for name in old.namelist() if name[-1] != "/"}
    to_pyc = import_module("importlib._bootstrap_external")._code_to_hash_pyc
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as new:
        for name, data in contents.items():
            made = name, data
            if name.endswith(".py"):
                with suppress(SyntaxError, ValueError):
                    code = compile(data, name, "exec", dont_inherit=True)
                    made = f"{name}c", bytes(to_pyc(code, util.source_hash(data), False))
            long_ago = zipfile.ZipInfo(made[0], (1980, 1, 1, 0, 0, 0))
            new.writestr(long_ago, made[1], zipfile.ZIP_DEFLATED)


def _run_program(
    command: Sequence[str], late: str, folder: Path
) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
            timeout=_MOST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise EngineError(f"{late} within {_MOST_SECONDS} s") from error


def _one_line(done: subprocess.CompletedProcess[str]) -> str:
    """Return what a program said, on one line."""
    return shorten(" ".join(f"{done.stdout} {done.stderr}".replace("npm error", "").split()))


def browser_wheel(folder: Path) -> Path:
    """Write the wheel into the folder, from the package as it is installed here.

    It is unpacked where nothing installs what it needs, so that it brings :data:`BUNDLED` along.
    """
    release, package = version(NAME), Path(str(files(NAME)))
    contents = {}
    for path in sorted(package.rglob("*")):
        inside = path.relative_to(package)
        if path.is_file() and NOT_IN_A_BROWSER.isdisjoint(inside.parts):
            contents[f"{NAME}/{inside.as_posix()}"] = path.read_bytes()
    for lesson in lesson_files():
        contents[f"{NAME}/course/lessons/{lesson.name}"] = lesson.read_bytes()
    metadata = f"Metadata-Version: 2.1\nName: ono-tutor\nVersion: {release}\n"
    contents[f"{NAME}-{release}.dist-info/METADATA"] = metadata.encode()
    for name in BUNDLED:
        for file in files_of(name) or ():
            if file.suffix == ".py" and file.stem != "optimizer":  # which needs torch
                contents[file.as_posix()] = file.read_binary()
    wheel_path = folder / f"{NAME}-{release}-py3-none-any.whl"
    with zipfile.ZipFile(wheel_path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in contents.items():
            wheel.writestr(zipfile.ZipInfo(name, _LONG_AGO), data, zipfile.ZIP_DEFLATED)
    return wheel_path
