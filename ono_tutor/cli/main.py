"""The command ``ono-tutor``: one command a question, a thin shell over the library."""

import click

from ono_tutor.cli.shell import Shell

COMMANDS = {
    "learn": "learn",
    "plays": "questions",
    "play": "questions",
    "survive": "solving",
    "threat": "solving",
    "solve": "solving",
    "keep": "solving",
    "proof": "solving",
    "compare": "questions",
    "simulate": "simulate",
    "rules": "rules",
    "puzzles": "puzzles",
    "assign": "assign",
    "grade": "grade",
    "report": "report",
    "lite": "lite",
    "docs": "docs",
}
"""The commands in the order of the help, and the module of this package that each stands in."""


@click.group(cls=Shell, modules=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ono-tutor")
def main() -> None:
    """Learn and look up the rules of O'NO 99 (1980 and 2022) and Ninety-Nine.

    A POSITION is one line such as

      1980 total=92 hand=7,H,-10,O owes=2 players=3

    or - to read positions from standard input, one a line.
    """
