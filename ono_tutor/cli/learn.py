"""``learn`` and ``docs`` open the course and the documentation; ``lite`` builds a website."""

import os
import subprocess
import sys
import webbrowser
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import click

from ono_tutor.course.lessons import Copied, CourseError, Fate, copy_course
from ono_tutor.course.lite.runtime import LiteError
from ono_tutor.course.lite.site import build_site

BUILT = Path("docs", "_build", "html")
NOT_BUILT = """\
The documentation has not been built in {folder}. In the project's folder, build it with

  python -m pip install -e ".[docs]"
  sphinx-build docs {built}

or name the folder of a built site with --dir."""


@click.command("learn")
@click.option("--dir", "folder", type=click.Path(path_type=Path), help="Where the course is kept.")
@click.option("--port", type=click.IntRange(1, 65535), help="The port of the server.")
@click.option("--no-browser", is_flag=True, help="Start the server without opening a browser.")
def learn_command(folder: Path | None, port: int | None, no_browser: bool) -> None:
    """Copy the course to a folder of yours, start JupyterLab there and open the first lesson.

    The folder is ono-course in your home folder unless --dir names another. Your work there is
    never overwritten: a lesson that was updated is put beside your copy.
    """
    if find_spec("jupyterlab") is None:
        raise click.ClickException('JupyterLab is missing: pip install "ono-tutor[lab]"')
    target = (folder or Path.home() / "ono-course").expanduser().resolve()
    try:
        copied = copy_course(target)
    except CourseError as error:
        raise click.ClickException(error.message) from error
    for line in _told(target, copied):
        click.echo(line)
    raise SystemExit(_serve(target, copied[0].path.name, port, no_browser))


def _told(target: Path, copied: list[Copied]) -> list[str]:
    count = {fate: sum(item.fate is fate for item in copied) for fate in Fate}
    new, kept = count[Fate.NEW], count[Fate.KEPT]
    lines = [f"The course is in {target} (new lessons: {new}, kept as they are: {kept})."]
    return lines + [
        f"An updated lesson is beside yours: {item.path.name}"
        for item in copied
        if item.fate is Fate.BESIDE
    ]


def _serve(folder: Path, lesson: str, port: int | None, no_browser: bool) -> int:
    command = [sys.executable, "-m", "jupyterlab", *_options(folder, lesson, port, no_browser)]
    click.echo("JupyterLab is starting; press Ctrl+C twice here to stop it.")
    try:
        return subprocess.call(command, cwd=folder, env=_environment())
    except KeyboardInterrupt:
        return 0


def _options(folder: Path, lesson: str, port: int | None, no_browser: bool) -> list[str]:
    options = [f"--ServerApp.root_dir={folder}", f"--LabApp.default_url=/lab/tree/{lesson}"]
    if port is not None:
        options += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if no_browser:
        options.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")
    return options


def _environment() -> dict[str, str]:
    """Return the environment, with JupyterLab's request for news turned off."""
    ours = str(files("ono_tutor.course").joinpath("jupyter"))
    theirs = os.environ.get("JUPYTER_CONFIG_PATH")
    return os.environ | {"JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, (ours, theirs)))}


@click.command("docs")
@click.option(
    "--dir", "folder", type=click.Path(path_type=Path), help="The folder of the built site."
)
@click.option("--no-browser", is_flag=True, help="Print the address and open nothing.")
def docs_command(folder: Path | None, no_browser: bool) -> None:
    """Open the documentation site, or say how to build it.

    The site is looked for in docs/_build/html, in the current folder and in that of the project
    this program runs from, unless --dir names another folder.
    """
    places = [folder.expanduser()] if folder else [BUILT, _project() / BUILT]
    page = next(
        (place / "index.html" for place in places if (place / "index.html").is_file()), None
    )
    if page is None:
        raise click.ClickException(NOT_BUILT.format(folder=places[0].resolve(), built=BUILT))
    address = page.resolve().as_uri()
    click.echo(address)
    if not no_browser and not webbrowser.open(address):
        raise click.ClickException("no browser could be started; open the address above in one")


def _project() -> Path:
    """Return the folder that the package lies in; the project's own where it runs from there."""
    return Path(__file__).parents[2]


@click.command("lite")
@click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The folder to build: one that is not there yet, or is empty.",
)
@click.option(
    "--runtime",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The npm package of Pyodide, where it is not to be fetched.",
)
def lite_command(folder: Path, runtime: Path | None) -> None:
    """Build the whole course as a folder of files that runs in the learner's browser.

    Put the folder on any web server; there is no program on the server, and nothing asks another
    address for anything. Browsers want https, or the machine itself, for the learner's files.
    """
    click.echo(
        "Building takes about a minute: Python for the browser and its packages are fetched."
    )
    try:
        built = build_site(folder, runtime)
    except LiteError as error:
        raise click.ClickException(error.message) from error
    click.echo(f"The course is in {built.folder} ({built.lessons} lessons, {built.size >> 20} MB).")
    python = Path(sys.executable).name
    click.echo(f'To try it: {python} -m http.server --bind 127.0.0.1 -d "{built.folder}" 8000')
