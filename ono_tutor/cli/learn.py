"""``ono-tutor learn``: the course, opened in JupyterLab."""

import os
import subprocess
import sys
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import click

from ono_tutor.course.folder import Copied, CourseError, Fate, copy_course


@click.command()
@click.option("--dir", "folder", type=click.Path(path_type=Path), help="Where the course is kept.")
@click.option("--port", type=click.IntRange(1, 65535), help="The port of the server.")
@click.option("--no-browser", is_flag=True, help="Start the server without opening a browser.")
def learn(folder: Path | None, port: int | None, no_browser: bool) -> None:
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
    """The environment, with JupyterLab's request for news turned off for the learner."""
    ours = str(files("ono_tutor.course").joinpath("jupyter"))
    theirs = os.environ.get("JUPYTER_CONFIG_PATH")
    return os.environ | {"JUPYTER_CONFIG_PATH": os.pathsep.join(filter(None, (ours, theirs)))}
