"""Questions about a position: what its plays do, and what the solver answers and proves."""

import json
from functools import partial
from typing import IO, TYPE_CHECKING

import click

from ono_tutor.cli import streams
from ono_tutor.cli.streams import LENIENT, answer_positions, report_errors
from ono_tutor.errors import OnoError
from ono_tutor.game.explain import explain
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Consequence, consequences, play
from ono_tutor.i18n import N_, _, gettext, ngettext, sentence, with_minus
from ono_tutor.render.answers_json import (
    Json,
    comparison_json,
    keeping_json,
    plays_json,
    solution_json,
    survival_json,
    threat_json,
)
from ono_tutor.render.describe import title_of
from ono_tutor.render.play_table import solution_text, verdict_text, what_follows
from ono_tutor.rules.book import RulePoint, rule_point, rule_points, texts
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.solver.check_proof import LONGEST_PROOF, check_proof, load_proof
from ono_tutor.solver.compare import Comparison, compare
from ono_tutor.solver.keep import DoubleChances, keep
from ono_tutor.solver.proof import prove_solve, prove_survive
from ono_tutor.solver.reasons import reasons
from ono_tutor.solver.solve import LIMIT, Solution, solve
from ono_tutor.solver.survive import Survival, fraction, survive
from ono_tutor.solver.threat import Threat, threat, threat_reasons

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


@click.command("plays", context_settings=LENIENT)
@streams.question
def plays_command(words: tuple[str, ...], as_json: bool) -> None:
    """Say what each card of the hand would do, or why it may not be played."""
    answer_positions(lambda position: position, plays_json, _show_plays, words, as_json)


@click.command("compare", context_settings=LENIENT)
@streams.question
def compare_command(words: tuple[str, ...], as_json: bool) -> None:
    """Compare the rule sets: the same cards and total in each, and the rule points that differ."""
    answer_positions(compare, comparison_json, _show_comparison, words, as_json)


@click.command("survive", context_settings=LENIENT)
@streams.question
@click.option("--proof", is_flag=True, help="Write the proof of the answer, as JSON, instead.")
def survive_command(words: tuple[str, ...], as_json: bool, proof: bool) -> None:
    """Say whether you can complete this turn, and with what exact chance.

    It is asked for the player to move, who sees the own hand, the total and what has been played.
    """
    if proof:
        answer_positions(prove_survive, dict, _show_proof, words, as_json)
    else:
        answer_positions(survive, survival_json, _show_survival, words, as_json)


@click.command("threat", context_settings=LENIENT)
@streams.question
def threat_command(words: tuple[str, ...], as_json: bool) -> None:
    """Give, for each card, the exact chance that the next player does not survive the turn."""
    answer_positions(threat, threat_json, _show_threat, words, as_json)


@click.command("keep", context_settings=LENIENT)
@streams.question
@click.option(
    "--rise",
    type=int,
    default=0,
    show_default=True,
    help="What the other players add to the total until then.",
)
def keep_command(words: tuple[str, ...], as_json: bool, rise: int) -> None:
    """Give, for each card played now, your exact chance to survive a double at your next turn."""
    ask = partial(keep, rise=rise)
    answer_positions(ask, keeping_json, _show_keeping, words, as_json)


@click.command("solve", context_settings=LENIENT)
@streams.question
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=LIMIT,
    show_default=True,
    help="The most positions to examine.",
)
@click.option("--proof", is_flag=True, help="Write the proof of the answer, as JSON, instead.")
def solve_command(words: tuple[str, ...], as_json: bool, limit: int, proof: bool) -> None:
    """Say whether you can force a win when all is known, and give the line that proves it.

    All other players play together against the player to move. Give every hand and the draw; if
    the answer depends on a card that you did not give, you are told.
    """
    if proof:
        answer_positions(partial(prove_solve, limit=limit), dict, _show_proof, words, as_json)
    else:
        ask = partial(solve, limit=limit)
        answer_positions(ask, solution_json, _show_solution, words, as_json)


@click.command("proof")
@click.argument("files", nargs=-1, required=True, type=click.File("rb"))
def proof_command(files: tuple[IO[bytes], ...]) -> None:
    """Check proofs that --proof wrote, with a checker that shares nothing with the solver.

    Each file holds one proof. A proof that does not hold is told with the place of its fault, and
    the status is 1.
    """
    is_sound = True
    for file in files:
        try:
            check_proof(load_proof(file.read(LONGEST_PROOF + 1).decode("utf-8", "replace")))
        except OnoError as error:
            click.echo(f"{file.name}: {error.message}", err=True)
            is_sound = False
        else:
            click.echo(f"{file.name}: {_('The proof holds.')}")
    if not is_sound:
        raise SystemExit(1)


@click.command("rules")
@click.argument("rule_id", required=False, metavar="[ID]")
@streams.as_json_option
def rules_command(rule_id: str | None, as_json: bool) -> None:
    """Look up a rule point: each edition's sentence, its sources, its status and its options.

    Without an ID all rule points are listed.
    """
    with report_errors(as_json):
        points = list(rule_points().values()) if rule_id is None else [rule_point(rule_id)]
    if as_json:
        for point in points:
            streams.print_json(point.as_json())
    elif rule_id is not None:
        _show_rule_point(streams.console(wraps=True), points[0])
    else:
        rows = [(each.id, each.title, each.status.value, ", ".join(each.says)) for each in points]
        table = streams.table("", ("id", "title", "status", "rule sets"), rows)
        streams.console(wraps=True).print(table)


# Answers for people


def _show_plays(console: "Console", position: Position) -> None:
    console.print(_plays_table(position, consequences(position)))


def _plays_table(position: Position, found: tuple[Consequence, ...]) -> "Table":
    headings = ("play", "may be played", "total", "what follows", "rules")
    rows = (
        (
            item.play,
            "yes, and loses" if item.loses else "yes" if item.is_legal else "no",
            with_minus(item.effect.total) if item.effect else "",
            what_follows(item),
            ", ".join(item.rules),
        )
        for item in found
    )
    return streams.table(str(position), headings, rows)


def _show_comparison(console: "Console", found: Comparison) -> None:
    for reading in found.readings:
        if reading.survival is None:
            console.print(sentence(f"{reading.missing}."), markup=False)
        else:
            console.print(_plays_table(reading.survival.position, reading.plays))
            console.print(str(verdict_text(reading.survival)))
    for item in found.differences:
        console.print(f"{item.card.code} differs: {', '.join(item.rules)}", markup=False)
    if not found.differences:
        known = [title_of(reading.rules) for reading in found.readings if reading.survival]
        template = _NO_DIFFERENCE[min(len(known), 2)]
        console.print(gettext(template, rules="".join(known)), markup=False)


def _show_survival(console: "Console", answer: Survival) -> None:
    console.print(str(verdict_text(answer)))
    rows = ((each.play, fraction(each.chance), each.text) for each in reasons(answer.position))
    console.print(streams.table(str(answer.position), ("first card", "chance", "why"), rows))


def _show_threat(console: "Console", answer: Threat) -> None:
    found = [(each.danger, each.text) for each in threat_reasons(answer.position)]
    rows = ((it.play, "" if it.chance is None else fraction(it.chance), why) for it, why in found)
    console.print(streams.table(str(answer.position), ("card", "next fails", "why"), rows))


def _show_keeping(console: "Console", found: DoubleChances) -> None:
    rows = ((card, fraction(chance)) for card, chance in found.chances)
    headings = ("card played now", "chance under a double next turn")
    table = streams.table(str(found.position), headings, rows)
    rise = ", ".join(f"{amount:+d}" for amount, __ in found.rise)
    text = N_("These are the chances if the other players change the total by {rise}.")
    if rise == "+0":
        text = N_("These are the chances if the other players leave the total as it is.")
    table.caption = gettext(text, rise=rise)
    console.print(table)


def _show_solution(console: "Console", answer: Solution) -> None:
    console.print(str(solution_text(answer)), style="bold")
    outcome = play(answer.position, *answer.line)
    for said in explain(outcome.before, outcome.events, answer.position.turn):
        console.print(str(said), markup=False)
    examined = ngettext(
        "Line: {line}. {n} position was examined.",
        "Line: {line}. {n} positions were examined.",
        answer.positions,
        line=" ".join(map(str, answer.line)),
    )
    console.print(str(examined), markup=False)


def _show_proof(console: "Console", found: Json) -> None:
    console.print(json.dumps(found), markup=False, soft_wrap=True)


def _show_rule_point(console: "Console", point: RulePoint) -> None:
    console.print(f"{point.title} ({point.id})", style="bold", markup=False)
    for key, says in point.says.items():
        console.print(f"\n{RULE_SETS[key].title}: {says}", markup=False)
        console.print(f"{point.status_words((key,))}.", markup=False)
    if point.note:
        console.print(f"\n{point.note}", markup=False)
    for option in point.options:
        head = _("Option {name} ({rules})", name=option.name, rules=", ".join(option.rules))
        console.print(f"\n{head}", markup=False)
        for value, means in option.means.items():
            word = option.default if isinstance(option.default, int) else value
            note = f" ({_('our default')})" if word == option.default else ""
            console.print(f"  {option.name}={word}{note}: {means}", markup=False)
    if point.sources:
        console.print(f"\n{_('Sources:')}", markup=False)
    for source in point.sources:
        text = f"  {texts()[source.text].title} [{source.text}], {source.place}: {source.says}"
        console.print(text, markup=False)


_NO_DIFFERENCE = (
    N_("No game can have this position, so there is nothing to compare."),
    N_("Only {rules} can have this position, so there is nothing to compare."),
    N_("Every card of this hand does the same in all games that have it."),
)
"""What is said of a position by how many rule sets know it: none, one, or more."""
