"""The command ``ono-tutor``: one command a question, a thin shell over the library."""

import click

from ono_tutor.cli.docs import docs
from ono_tutor.cli.learn import learn
from ono_tutor.cli.lite import lite
from ono_tutor.cli.puzzles import puzzles
from ono_tutor.cli.questions import compare, play, plays
from ono_tutor.cli.rules import rules
from ono_tutor.cli.shell import Shell
from ono_tutor.cli.simulate import simulate
from ono_tutor.cli.solving import keep, proof, solve, survive, threat


@click.group(cls=Shell, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ono-tutor")
def main() -> None:
    """Learn and look up the rules of O'NO 99 (1980 and 2022) and Ninety-Nine.

    A POSITION is one line such as

      1980 total=92 hand=7,H,-10,O owes=2 players=3

    or - to read positions from standard input, one a line.
    """


for command in (learn, plays, play, survive, threat, solve, keep, proof, compare, simulate, rules):
    main.add_command(command)
main.add_command(puzzles)
main.add_command(lite)
main.add_command(docs)
