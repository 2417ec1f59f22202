"""``ono-tutor lite``: the course as a folder that any static host serves."""

import sys
from pathlib import Path

import click

from ono_tutor.course.lite import LiteError, build_site


@click.command()
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
def lite(folder: Path, runtime: Path | None) -> None:
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
