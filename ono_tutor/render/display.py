"""How values show themselves as the last value of a notebook cell.

The classes know nothing of it: IPython is told their names, and what draws them is loaded with
the first one that is shown.
"""

from importlib import import_module
from typing import Any, Protocol

HOMES = {
    "Position": "ono_tutor.game.position",
    "Outcome": "ono_tutor.game.turn",
    "Game": "ono_tutor.game.game",
    "Transcript": "ono_tutor.game.transcript",
    "Survival": "ono_tutor.solver.survive",
    "Threat": "ono_tutor.solver.threat",
    "Solution": "ono_tutor.solver.solve",
    "Comparison": "ono_tutor.solver.compare",
    "Puzzle": "ono_tutor.puzzles.puzzle",
}
"""The classes that are shown, and the modules where they live."""


class Printer(Protocol):
    """IPython's printer of plain text; ``stack`` has the values that are being printed."""

    stack: list[int]

    def text(self, text: str) -> None:
        """Print some text."""


def register(shell: Any) -> None:
    """Have an IPython shell show these values as tables, and as plain text for people."""
    formatters = shell.display_formatter.formatters
    for name, module in HOMES.items():
        formatters["text/html"].for_type_by_name(module, name, html_of)
        formatters["text/plain"].for_type_by_name(module, name, print_plain)


def html_of(value: object) -> str | None:
    """The value as HTML: the table drawn and the answer as a table; None where it cannot be."""
    found: str | None = _drawing().html_of(value)
    return found


def text_of(value: object) -> str:
    """The value as plain text for people; its ``repr`` where it cannot be shown."""
    return str(_drawing().text_of(value) or repr(value))


def print_plain(value: object, printer: Printer, cycle: bool) -> None:
    """Print the value for people; inside a list or the like, its ``repr``."""
    is_alone = len(printer.stack) < 2 and not cycle
    printer.text(text_of(value) if is_alone else repr(value))


def _drawing() -> Any:
    """What draws the values, loaded when it is first needed."""
    return import_module("ono_tutor.render.shown")
