"""``ono-tutor docs``: the documentation site, opened where it has been built."""

import webbrowser
from pathlib import Path

import click

BUILT = Path("docs", "_build", "html")
HOW = """The documentation has not been built in {folder}. In the project's folder, build it with

  python -m pip install -e ".[docs]"
  sphinx-build docs {built}

or name the folder of a built site with --dir."""


@click.command()
@click.option(
    "--dir", "folder", type=click.Path(path_type=Path), help="The folder of the built site."
)
@click.option("--no-browser", is_flag=True, help="Print the address and open nothing.")
def docs(folder: Path | None, no_browser: bool) -> None:
    """Open the documentation site, or say how to build it.

    The site is looked for in docs/_build/html, in the current folder and in that of the project
    this program runs from, unless --dir names another folder.
    """
    places = [folder.expanduser()] if folder else [BUILT, _project() / BUILT]
    page = next(
        (place / "index.html" for place in places if (place / "index.html").is_file()), None
    )
    if page is None:
        raise click.ClickException(HOW.format(folder=places[0].resolve(), built=BUILT))
    address = page.resolve().as_uri()
    click.echo(address)
    if not no_browser and not webbrowser.open(address):
        raise click.ClickException("no browser could be started; open the address above in one")


def _project() -> Path:
    """The folder that the package lies in; the project's own where it runs from there."""
    return Path(__file__).parents[2]
