"""``learn`` and ``docs``: open the course and the documentation."""

import json
import os
import subprocess
import sys
import webbrowser
from contextlib import suppress
from datetime import UTC, datetime
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import click

from ono_tutor.atomic_files import OutputError, write_whole
from ono_tutor.cli.streams import PATH, add_option, check_extra
from ono_tutor.course.lessons import HOME, CopyStatus, copy_course
from ono_tutor.course.progress import FOLDER, CoursePath, Progress, usual_place
from ono_tutor.errors import FileError
from ono_tutor.render.course_pages import course_html, course_text

JUPYTER = Path(str(files("ono_tutor.course"))) / "jupyter"
"""Settings of JupyterLab for the course, and the layout that it begins with."""

BUILT = ("docs/_build", "docs/_build/html")


@click.command("learn")
@add_option("--dir folder", "Where the course is kept.", PATH)
@add_option("--port", "The port of the server.", click.IntRange(1, 65535))
@add_option("--no-browser", "Start the server without opening a browser.", is_flag=True)
def learn_command(folder: Path | None, port: int | None, no_browser: bool) -> None:
    """Copy the course to a folder of yours, start JupyterLab there and open your course.

    The folder is ono-course in your home folder unless --dir names another. Your work there is
    never overwritten: a lesson that was updated is put beside your copy.
    """
    check_extra("jupyterlab", "lab")
    target = (folder or Path.home() / "ono-course").expanduser().resolve()
    try:
        copied = copy_course(target)
    except FileError as error:
        raise click.ClickException(error.message) from error
    fates = [item.fate for item in copied]
    new, unchanged = fates.count(CopyStatus.NEW), fates.count(CopyStatus.KEPT)
    click.echo(f"The course is in {target} (new lessons: {new}, kept as they are: {unchanged}).")
    for item in copied:
        if item.fate is CopyStatus.BESIDE:
            click.echo(f"An updated lesson is beside yours: {item.path.name}")
    _show_home(target)
    click.echo("JupyterLab is starting; press Ctrl+C twice here to stop it.")
    command = [sys.executable, "-m", "jupyterlab", *_lab_options(target, port, no_browser)]
    theirs = os.environ.get("JUPYTER_CONFIG_PATH")  # ours turns the request for news off
    environment = {"JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, (str(JUPYTER), theirs)))}
    try:
        status = subprocess.call(command, cwd=target, env=os.environ | environment)
    except KeyboardInterrupt:
        status = 0
    raise SystemExit(status)


def _show_home(folder: Path) -> None:
    """Write the learner's way through the lessons into the page that the course opens with.

    A page that cannot be read or written stays as it is: running its cell shows the same.
    """
    with suppress(OSError, OutputError, ValueError, KeyError, TypeError):
        page = folder / HOME
        notebook = json.loads(page.read_bytes())
        cell = next(cell for cell in notebook["cells"] if "Course()" in "".join(cell["source"]))
        path = CoursePath.of(Progress.open(usual_place(folder)), datetime.now(UTC).date())
        data = {"text/html": course_html(path), "text/plain": course_text(path)}
        cell["outputs"] = [{"output_type": "display_data", "data": data, "metadata": {}}]
        write_whole(page, json.dumps(notebook, indent=1, ensure_ascii=False).encode())


def _lab_options(folder: Path, port: int | None, no_browser: bool) -> list[str]:
    """Return JupyterLab's options; it begins with nothing beside the notebook."""
    workspaces = folder / FOLDER / "workspaces"
    with suppress(OSError):
        if not workspaces.exists():
            handler = import_module("jupyterlab_server.workspaces_handler")
            layout = (JUPYTER / "layout.json").read_text("utf-8")
            handler.WorkspacesManager(str(workspaces)).save("default", layout)
    options = [f"--ServerApp.root_dir={folder}", f"--LabApp.default_url=/lab/tree/{HOME}"]
    options.append(f"--LabApp.workspaces_dir={workspaces}")
    if port is not None:
        options += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    options += ["--no-browser"] * no_browser
    if not os.environ.get("JUPYTER_TOKEN"):
        options.append("--log-level=WARN")  # leaves the address with its token, and what is wrong
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")
    return options


@click.command("docs")
@add_option("--dir folder", "The folder of the built site.", PATH)
@add_option("--no-browser", "Print the address and open nothing.", is_flag=True)
def docs_command(folder: Path | None, no_browser: bool) -> None:
    """Open the documentation site, or say how to build it.

    The site is looked for in docs/_build and in docs/_build/html, in the current folder and in
    that of the project this program runs from, unless --dir names another folder.
    """
    project = Path(__file__).parents[2]
    usual = [root / built for root in (Path(), project) for built in BUILT]
    places = [folder.expanduser()] if folder else usual
    page = next(filter(Path.is_file, (place / "index.html" for place in places)), None)
    if page is None:
        where = f"The documentation has not been built in {places[0].resolve()}."
        how = "In the project's folder run: sphinx-build docs docs/_build"
        raise click.ClickException(f"{where} {how}")
    address = page.resolve().as_uri()
    click.echo(address)
    if not no_browser and not webbrowser.open(address):
        raise click.ClickException("no browser could be started; open the address above in one")
