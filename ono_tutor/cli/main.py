"""The command ``ono-tutor``: a thin shell over the library, its help in groups."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from ono_tutor.cli import streams

COMMANDS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "Ask": {
        "plays": ("positions", "What each card in your hand would do, or why you can't play it."),
        "survive": ("positions", "Whether you can complete this turn, and with what exact chance."),
        "threat": ("positions", "For each card, the chance that the next player does not survive."),
        "keep": ("positions", "For each card, your chance to survive a double at your next turn."),
        "value": ("positions", "How good each play is over the whole round, and what it costs."),
        "solve": ("positions", "Whether you can force a win when every card is known."),
        "proof": ("positions", "Check proofs written by survive and solve."),
        "compare": ("positions", "The same cards and total in each of the three games."),
        "rules": ("positions", "Look up a rule: what each edition says, and its sources."),
    },
    "Play": {
        "play": ("play", "Play cards, or a whole game from a file, and see what happens."),
        "simulate": ("play", "Play many games and count how they go."),
    },
    "Learn": {
        "learn": ("learn", "Open the course in JupyterLab."),
        "puzzles": ("puzzles", "List, show, solve, practise, make and check puzzles."),
        "docs": ("learn", "Open the documentation in your browser."),
    },
    "Teach": {
        "assign": ("assign", "Set puzzles for a class: a notebook, a link and a sheet."),
        "grade": ("grade", "Grade what your class handed in."),
        "report": ("report", "See what your class got wrong, and who needs what."),
        "class": ("report", "See a class over several assignments."),
        "publish": ("publish", "Build the pages and lessons for any web space."),
    },
}
"""By heading of the help: each command's name, its module in this package, and its short help.

In its module the command ``NAME`` is the function ``NAME_command``. They stand here so that
``--help`` loads no command.
"""

MORE = "ono-tutor COMMAND --help tells more; ono-tutor docs opens the documentation."


MODULES = {name: module for group in COMMANDS.values() for name, (module, _) in group.items()}


class Shell(click.Group):
    """Commands under headings, each loaded when it is asked for.

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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings, in columns of one width."""
        width = max(map(len, MODULES))
        for heading, commands in COMMANDS.items():
            with formatter.section(heading):
                formatter.write_dl(
                    [(name.ljust(width), about) for name, (_, about) in commands.items()]
                )

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command as :meth:`click.Group.main` does, on streams that fail in one line."""
        try:
            streams.repair_std_streams()
            return super().main(*args, **extra)
        except OSError as error:
            streams.report_stream_error(error)
            raise SystemExit(1) from None


def _show_version(context: click.Context, _: click.Parameter, is_asked: bool) -> None:
    """Print the version, and which loop plays many games; then leave."""
    if not is_asked or context.resilient_parsing:
        return
    version = import_module("importlib.metadata").version("ono-tutor")
    loops = import_module("ono_tutor.game.simulate").loops()
    click.echo(f"ono-tutor, version {version} ({loops})")
    context.exit()


@click.group(
    cls=Shell,
    epilog=MORE,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Learn and look up the rules of O'NO 99 (1980 and 2022) and Ninety-Nine.

    A POSITION is one line such as

      1980 total=92 hand=7,H,-10,O owes=2 players=3

    or - to read positions from standard input, one a line.
    """
