"""What the commands that ask about a position have in common."""

from collections.abc import Callable
from typing import Any

import click

Command = Callable[..., Any]

LENIENT = {"ignore_unknown_options": True}
"""Settings of a command whose words may be cards: -10 is a play, not an option."""


def question(metavar: str) -> Callable[[Command], Command]:
    """The words and options that every question command takes."""

    def decorate(command: Command) -> Command:
        words = click.argument("words", nargs=-1, required=True, metavar=metavar)
        as_json = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
        return words(as_json(command))

    return decorate
