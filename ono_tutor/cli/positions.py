"""The commands ``plays``, ``play`` and ``compare``, and the rules behind them: ``rules``."""

import json
from typing import IO

import click
from rich.console import Console
from rich.table import Table

from ono_tutor.cli import streams
from ono_tutor.cli.solving import verdict
from ono_tutor.cli.streams import LENIENT, Answer, answer_all, answer_positions, errors_told
from ono_tutor.errors import NotationError
from ono_tutor.game.explain import explain
from ono_tutor.game.game import Step
from ono_tutor.game.position import Position
from ono_tutor.game.transcript import LONGEST_TEXT, Transcript, TranscriptError
from ono_tutor.game.turn import Consequence, Outcome, consequences
from ono_tutor.game.turn import play as play_line
from ono_tutor.i18n import N_, lazy_gettext
from ono_tutor.render.answers import comparison_json, outcome_json, plays_json
from ono_tutor.rules.book import RulePoint, rule_point, rule_points, texts
from ono_tutor.solver.compare import Comparison
from ono_tutor.solver.compare import compare as comparison


@click.command(context_settings=LENIENT)
@streams.question
def plays(words: tuple[str, ...], as_json: bool) -> None:
    """Say what each card of the hand would do, or why it may not be played."""
    answer_positions(_plays_of, words, as_json)


@click.command(context_settings=LENIENT)
@click.argument("words", nargs=-1, metavar="[POSITION PLAY...]")
@click.option("--transcript", type=click.File("rb"), help="Replay a whole game from this file.")
@streams.as_json_option
def play(words: tuple[str, ...], transcript: IO[bytes] | None, as_json: bool) -> None:
    """Play cards: say what happens step by step, and give the position after.

    On standard input a line is the position, " | ", then the plays. A transcript is shown and
    checked play by play; each line of its JSON is the outcome of one play.
    """
    if bool(words) == bool(transcript):
        raise click.UsageError("give either a position with its plays, or --transcript")
    if transcript:
        _show_transcript(transcript, as_json)
    else:
        answer_all(_played, words, as_json)


@click.command(context_settings=LENIENT)
@streams.question
def compare(words: tuple[str, ...], as_json: bool) -> None:
    """Compare the rule sets: the same cards and total in each, and the rule points that differ."""
    answer_positions(_compared, words, as_json)


@click.command()
@click.argument("rule_id", required=False, metavar="[ID]")
@streams.as_json_option
def rules(rule_id: str | None, as_json: bool) -> None:
    """Look up a rule point: each edition's sentence, its sources, its status and its options.

    Without an ID all rule points are listed.
    """
    with errors_told(as_json):
        points = list(rule_points().values()) if rule_id is None else [rule_point(rule_id)]
    if as_json:
        for point in points:
            streams.print_json(point.as_json())
    elif rule_id is not None:
        _show_rule_point(Console(highlight=False), points[0])
    else:
        table = Table("id", "title", "status", "rule sets")
        for point in points:
            table.add_row(point.id, point.title, point.status.value, ", ".join(point.says))
        Console(highlight=False).print(table)


def _plays_of(position: Position) -> Answer:
    found = consequences(position)
    return plays_json(position), lambda console: console.print(_plays_table(position, found))


def _plays_table(position: Position, found: tuple[Consequence, ...]) -> Table:
    headings = ("play", "may be played", "total", "what follows", "rules")
    table = streams.table(str(position), *headings)
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
    words, plays_made = streams.split_plays(line)
    if not plays_made:
        raise NotationError("a play is missing; write it after the position, such as 7 or H")
    outcome = play_line(Position.parse(words), *plays_made)
    return outcome_json(outcome), lambda console: _show_outcome(console, outcome)


def _show_outcome(console: Console, outcome: Outcome) -> None:
    for sentence in explain(outcome.before.rules, outcome.events):
        console.print(str(sentence), markup=False)
    if not outcome.round_over:
        console.print(str(outcome.after), style="bold", markup=False)


def _show_transcript(file: IO[bytes], as_json: bool) -> None:
    """Show a game and check it; exits with status 1 at the first impossible play."""
    with errors_told(as_json):
        raw = file.read(LONGEST_TEXT + 1)
        if len(raw) > LONGEST_TEXT:
            message = f"the text is longer than {LONGEST_TEXT} bytes, the most that are read"
            raise TranscriptError(1, message)
        transcript = Transcript.parse(raw.decode("utf-8", errors="backslashreplace"))
        for number, step in enumerate(transcript.replay(), 1):
            _show_step(number, step, as_json)
    if not as_json:
        click.echo(f"{len(transcript.entries)} plays, {transcript.result}")


def _show_step(number: int, step: Step, as_json: bool) -> None:
    ply = step.ply
    if as_json:
        click.echo(json.dumps(outcome_json(Outcome(ply.before, (ply,)))))
        return
    sentences = explain(ply.before.rules, ply.events)
    click.echo(f"{number}. {' '.join(map(str, sentences))}")


def _compared(position: Position) -> Answer:
    found = comparison(position)
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


def _show_rule_point(console: Console, point: RulePoint) -> None:
    console.print(f"{point.id}: {point.title} ({point.status.value})", style="bold")
    for name, sentence in point.says.items():
        console.print(f"  {name}: {sentence}", markup=False)
    for source in point.sources:
        text = texts()[source.text]
        told = f"  {text.title} [{source.text}], {source.place}: {source.says}"
        console.print(told, markup=False)
    for option in point.options:
        told = f"  option {option.name} ({', '.join(option.rules)}), default {option.default}"
        console.print(told)
        for value, meaning in option.means.items():
            console.print(f"    {value}: {meaning}", markup=False)
    if point.note:
        console.print(f"  {point.note}", markup=False)


_NO_DIFFERENCE = (
    N_("No rule set knows this position, so there is nothing to compare."),
    N_("Only {rules} knows this position, so there is nothing to compare."),
    N_("No card of this hand differs between the rule sets that know it."),
)
"""What is said of a position by how many rule sets know it: none, one, or more."""
