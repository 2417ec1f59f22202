"""The site: put together in a scratch folder, examined, and moved to its place whole.

JupyterLite is told which packages the site holds, and to ask no other address.
"""

import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, Template

from ono_tutor.course.lessons import HOME, lesson_files
from ono_tutor.course.lite.runtime import (
    NEEDED,
    LiteError,
    browser_wheel,
    compile_in_node,
    fetch_runtime,
    put_runtime,
    run_program,
)
from ono_tutor.i18n import _, gettext

KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
RUNTIME = "static/pyodide"
SPECS = ("micropip", "packaging", "jedi", "ipython", "comm", "ipywidgets", "anywidget")
"""The packages that a notebook with our widgets needs; what these need is found from them."""

FETCHED_AT_ONCE = ("micropip", "piplite", "jedi", "ipywidgets", "anywidget", "ono-tutor")
EXTENSIONS = ("jupyterlab-widgets", "anywidget", "jupyterlite-pyodide-kernel")
"""The packages whose part in the page goes into the site, whatever else is installed here."""

PACKAGES = (*EXTENSIONS, "jupyterlite-core", "pyodide-lock", "uv", "jupyter-server")

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
    see_that_all_is_installed()
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


def see_that_all_is_installed() -> None:
    """Raise :class:`LiteError` where a package is missing that builds the site."""
    missing = [name for name in PACKAGES if not _is_installed(name)]
    if missing:
        names = ", ".join(missing)
        how = 'in the project\'s folder run pip install ".[lite]"'
        raise LiteError(f"JupyterLite is missing ({names}): {how}")


def _see_that_it_is_free(target: Path) -> None:
    """Raise :class:`LiteError` where there is something: sites are never mixed."""
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
    put_runtime(archive, source / RUNTIME)
    browser_wheel(source / "wheels")
    for lesson in lesson_files():
        shutil.copyfile(lesson, source / "lessons" / lesson.name)
    _write(source / "jupyter_lite_config.json", build_settings())
    _write(source / "jupyter-lite.json", page_settings())
    _run_jupyterlite(source, made)
    compile_in_node(made, RUNTIME, "compile_site(Path('/site'))")
    examine(made)
    (made / "index.html").write_text(front_page(lesson_files(), needed_files(made)), "utf-8")
    page = made / "notebooks" / "index.html"
    names = {lesson.name: _head(lesson)[0] for lesson in lesson_files()}
    titles = _template("titles.html").render(titles=names)
    page.write_text(page.read_text("utf-8").replace("</head>", f"{titles}</head>", 1), "utf-8")
    (made / "tree").mkdir(exist_ok=True)  # where the app looks for what a link in a lesson names
    (made / "tree" / "index.html").write_text(_template("onward.html").render(), "utf-8")
    shutil.copyfile(made / "lab" / "favicon.ico", made / "favicon.ico")
    return made


def _run_jupyterlite(source: Path, made: Path) -> None:
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--output-dir", str(made)]
    env = {name: value for name, value in os.environ.items() if name != "JUPYTERLITE_PYODIDE_URL"}
    env |= {"UV_PYTHON_DOWNLOADS": "never", "NO_COLOR": "1"}
    late = "JupyterLite did not build"
    done = run_program(command, late, _MOST_SECONDS, cwd=source, env=env)
    if done.returncode:
        raise LiteError(f"JupyterLite could not build: {_cause(done.stdout + done.stderr)}")


def needed_files(made: Path) -> list[str]:
    """Return what every lesson fetches first, so that the front page can fetch it beforehand."""
    lock = made / _LOCK
    names = [package["file_name"] for package in _read(lock)["packages"].values()]
    inside = [name for name in names if (lock.parent / name).is_file()]
    found = [*(made / RUNTIME / name for name in NEEDED), *(lock.parent / name for name in inside)]
    return [Path(os.path.relpath(path, made)).as_posix() for path in found]


def examine(site: Path) -> None:
    """See that the site holds all that it needs and points at no other address.

    Raises :class:`LiteError`. A build can end well and have lost the runtime's address; the page
    would then ask a public server for Python.
    """
    kernel = kernel_settings(_read(site / "jupyter-lite.json"))
    options = kernel.get("loadPyodideOptions", {})
    wanted = {"pyodideUrl": f"./{RUNTIME}/pyodide.mjs", "lockFileURL": f"./{_LOCK}"}
    for name, value in wanted.items():
        found = kernel.get(name, options.get(name))
        if found != value:
            raise LiteError(f"JupyterLite built a site whose {name} is {found}, not {value}")
    packages = _read(site / _LOCK)["packages"]
    addresses = [(site / _LOCK).parent / package["file_name"] for package in packages.values()]
    runtime = [site / RUNTIME / name for name in NEEDED]
    missing = [path for path in (*runtime, *addresses) if not path.is_file()]
    if missing or "ono-tutor" not in packages:
        named = missing[0].name if missing else "ono-tutor"
        raise LiteError(f"JupyterLite built a site without {named}")


def build_settings() -> dict[str, Any]:
    """Return the content of ``jupyter_lite_config.json``: what is put together."""
    return {
        "LiteBuildConfig": {
            "contents": ["lessons"],
            "apps": ["lab", "notebooks"],
            "federated_extensions": [str(_extension(name)) for name in EXTENSIONS],
            "ignore_sys_prefix": ["federated_extensions"],
            "no_sourcemaps": True,
            "no_unused_shared_packages": True,
        },
        "PyodideLockAddon": {
            "enabled": True,
            "wheels": ["wheels"],
            "specs": list(SPECS),
            "excludes_extra": ["jupyterlab-widgets", "widgetsnbextension"],
            "prefetch_extra": list(FETCHED_AT_ONCE),
        },
    }


def page_settings() -> dict[str, Any]:
    """Return the content of ``jupyter-lite.json``: how the page behaves."""
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": gettext("The course"),
            "exposeAppInBrowser": True,
            "disabledExtensions": ["@jupyterlab/apputils-extension:announcements"],
            "litePluginSettings": {KERNEL: {"disablePyPIFallback": True}},
        },
    }


def kernel_settings(page: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of the kernel in a ``jupyter-lite.json``; empty where there are none."""
    found: Any = page
    for name in ("jupyter-config-data", "litePluginSettings", KERNEL):
        found = found.get(name, {})
    return dict(found)


def _is_installed(name: str) -> bool:
    try:
        return files(name) is not None
    except PackageNotFoundError:
        return False


def _extension(name: str) -> Path:
    """Return where a package's part in the page lies."""
    found: Sequence[Any] = files(name) or ()
    for path in found:
        if "labextensions" in path.parts and path.name == "package.json":
            return Path(path.locate()).resolve().parent
    raise LiteError(f"{name} is installed without its part in the page: install it again")


def front_page(lessons: Iterable[Path], needed: Iterable[str] = ()) -> str:
    """Return the page that the site opens with, as HTML: the way through these lessons.

    Which are done is what the lessons leave in the browser. ``needed`` are files that it fetches
    while it is read. JupyterLite reads its settings from the page above each of its own: hence
    the empty ones here.
    """
    found = []
    for path in lessons:
        title, about = _head(path)
        found.append({"path": quote(path.name), "title": title or path.stem, "about": about})
    home = next((lesson for lesson in found if lesson["path"] == HOME), None)
    rest = [lesson for lesson in found if lesson is not home]
    return _template("front_page.html").render(lessons=rest, home=home, needed=needed)


def _template(name: str) -> Template:
    loader = PackageLoader("ono_tutor.course.lite")
    made = Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    made.globals["_"] = _
    return made.get_template(name)


def _head(path: Path) -> tuple[str, str]:
    """Return a lesson's title, and the line in italics below it; empty where there is none."""
    cells = json.loads(path.read_bytes()).get("cells") or [{"source": ""}]
    lines = [line.strip() for line in "".join(cells[0].get("source", "")).splitlines()]
    titles = [line.removeprefix("# ") for line in lines if line.startswith("# ")]
    italics = [line.strip("*") for line in lines if line[:1] == "*" != line[1:2]]
    return next(iter(titles), ""), next(iter(italics), "")


def _cause(said: str) -> str:
    """Return the line that names the cause, among the many that JupyterLite and uv say."""
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
