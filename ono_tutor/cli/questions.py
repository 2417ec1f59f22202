"""The questions about one position: ``plays``, ``play`` and ``compare``."""

from typing import IO

import click
from rich.console import Console
from rich.table import Table

from ono_tutor.cli.asking import LENIENT, question
from ono_tutor.cli.solving import verdict
from ono_tutor.cli.stream import Answer, answer_all, split_plays
from ono_tutor.cli.transcript import show_transcript
from ono_tutor.errors import NotationError
from ono_tutor.game.consequence import Consequence, consequences
from ono_tutor.game.explain import explain
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome
from ono_tutor.game.turn import play as play_line
from ono_tutor.i18n import N_, lazy_gettext
from ono_tutor.render.answers import comparison_json, outcome_json, plays_json
from ono_tutor.solver.compare import Comparison
from ono_tutor.solver.compare import compare as comparison


@click.command(context_settings=LENIENT)
@question("POSITION")
def plays(words: tuple[str, ...], as_json: bool) -> None:
    """What every card of the hand would do, or why it may not be played."""
    answer_all(_plays_of, words, as_json)


@click.command(context_settings=LENIENT)
@click.argument("words", nargs=-1, metavar="[POSITION PLAY...]")
@click.option("--transcript", type=click.File("rb"), help="Replay a whole game from this file.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def play(words: tuple[str, ...], transcript: IO[bytes] | None, as_json: bool) -> None:
    """What happens, step by step, and the position after.

    On standard input a line is the position, " | ", then the plays. A transcript is shown and
    checked play by play; each line of its JSON is the outcome of one play.
    """
    if bool(words) == bool(transcript):
        raise click.UsageError("give either a position with its plays, or --transcript")
    if transcript:
        show_transcript(transcript, as_json)
    else:
        answer_all(_played, words, as_json)


@click.command(context_settings=LENIENT)
@question("POSITION")
def compare(words: tuple[str, ...], as_json: bool) -> None:
    """The same cards and total under each rule set, and the rule points that part them."""
    answer_all(_compared, words, as_json)


def _plays_of(line: str) -> Answer:
    position = Position.parse(line)
    found = consequences(position)
    return plays_json(position), lambda console: console.print(_plays_table(position, found))


def _plays_table(position: Position, found: tuple[Consequence, ...]) -> Table:
    table = Table(title=str(position), title_justify="left")
    for heading in ("play", "may be played", "total", "what follows", "rules"):
        table.add_column(heading)
    for item in found:
        may = "yes, and loses" if item.loses else "yes" if item.is_legal else "no"
        total = str(item.effect.total) if item.effect else ""
        table.add_row(str(item.play), may, total, _what_follows(item), ", ".join(item.rules))
    return table


def _what_follows(item: Consequence) -> str:
    if item.outcome is None:
        return str(item.reason)
    if item.outcome.round_over:
        return str(lazy_gettext("The round is over."))
    after = item.outcome.after
    return str(lazy_gettext("Seat {seat} owes {owes}.", seat=after.turn, owes=after.owes))


def _played(line: str) -> Answer:
    words, plays_made = split_plays([line])
    if not plays_made:
        raise NotationError("a play is missing; write it after the position, such as 7 or H")
    outcome = play_line(Position.parse(words), *plays_made)
    return outcome_json(outcome), lambda console: _show_outcome(console, outcome)


def _show_outcome(console: Console, outcome: Outcome) -> None:
    for sentence in explain(outcome.before.rules, outcome.events):
        console.print(str(sentence), markup=False)
    if not outcome.round_over:
        console.print(str(outcome.after), style="bold", markup=False)


def _compared(line: str) -> Answer:
    found = comparison(Position.parse(line))
    return comparison_json(found), lambda console: _show_comparison(console, found)


def _show_comparison(console: Console, found: Comparison) -> None:
    for reading in found.readings:
        if reading.survival is None:
            console.print(f"{reading.rules.name}: {reading.missing}", markup=False)
        else:
            console.print(_plays_table(reading.survival.position, reading.plays))
            console.print(verdict(reading.survival))
    for item in found.differences:
        console.print(f"{item.card.code} differs: {', '.join(item.rules)}", markup=False)
    if not found.differences:
        known = [reading.rules.name for reading in found.readings if reading.survival]
        template = _NO_DIFFERENCE[min(len(known), 2)]
        console.print(str(lazy_gettext(template, rules="".join(known))), markup=False)


_NO_DIFFERENCE = (
    N_("No rule set knows this position, so there is nothing to compare."),
    N_("Only {rules} knows this position, so there is nothing to compare."),
    N_("No card of this hand differs between the rule sets that know it."),
)
"""What is said of a position by how many rule sets know it: none, one, or more."""
