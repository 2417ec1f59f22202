"""The command ``ono-tutor``: a thin shell over the library."""

import io
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import click

ASKING = ("plays", "survive", "threat", "keep", "value", "solve", "proof", "compare", "rules")
MODULES = {
    **dict.fromkeys(ASKING, "positions"),
    **dict.fromkeys(("play", "simulate"), "play"),
    **{"learn": "learn", "puzzles": "puzzles", "docs": "learn"},
    **{"assign": "assign", "grade": "grade", "report": "report", "class": "report"},
    "publish": "publish",
}
"""Each command's module in this package, in the order of the help.

In its module the command ``NAME`` is the function ``NAME_command``.
"""


class Shell(click.Group):
    """The commands by name, each loaded on demand, with the help of all from a file.

    A full disk is reported in one line, with status 1. A reader who leaves early (``| head -1``)
    ends the command quietly, with status 1 as well.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the help."""
        return list(MODULES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load the command of this name; return None if it is unknown."""
        if cmd_name not in MODULES:
            return None
        module = import_module(f"{__package__}.{MODULES[cmd_name]}")
        command: click.Command = getattr(module, f"{cmd_name}_command")
        return command

    def get_help(self, ctx: click.Context) -> str:
        """Return the text of the file."""
        return Path(__file__).with_name("help.txt").read_text("utf-8").rstrip()

    def main(self, *args: Any, **extra: Any) -> Any:
        r"""Run a command as :meth:`click.Group.main` does, on streams that fail in one line.

        A character that a stream's encoding lacks is written as ``\u0142``.
        """
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper) and stream.errors != "backslashreplace":
                stream.reconfigure(errors="backslashreplace")
        try:
            return super().main(*args, **extra)
        except OSError as error:
            place = f"{error.filename}: " if error.filename else ""
            with suppress(OSError):
                click.echo(f"error: {place}{error.strerror or error}", err=True)
            sys.stdout = sys.stderr = io.StringIO()  # nothing is written to them at the end
            raise SystemExit(1) from None


@click.group(cls=Shell, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ono-tutor")
def main() -> None:
    """Learn and look up the rules of O'NO 99 and Ninety-Nine."""
