"""Questions about a position: what its plays do, and what the solver answers and proves."""

from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from typing import IO, TYPE_CHECKING

import click

from ono_tutor.cli import streams
from ono_tutor.cli.streams import add_option, bold, question, report_errors, table
from ono_tutor.errors import OnoError
from ono_tutor.game.explain import explain
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Consequence, consequences, play
from ono_tutor.game.value_table import LARGEST, ValueTable
from ono_tutor.i18n import _, gettext, sentence, with_minus
from ono_tutor.render.answers_json import (
    comparison_json,
    keeping_json,
    plays_json,
    solution_json,
    survival_json,
    threat_json,
    values_json,
)
from ono_tutor.render.feedback import solution_text, verdict_text, what_follows
from ono_tutor.render.notebook_repr import value_rows
from ono_tutor.rules.book import RulePoint, rule_point, rule_points, texts
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.solver.check_proof import LONGEST_PROOF, check_proof, load_proof
from ono_tutor.solver.compare import compare
from ono_tutor.solver.proof import prove_solve, prove_survive
from ono_tutor.solver.reasons import reasons
from ono_tutor.solver.solve import LIMIT, solve
from ono_tutor.solver.survive import fraction, keep, survive
from ono_tutor.solver.threat import threat, threat_reasons
from ono_tutor.solver.value import FEWEST_ROUNDS, MOST_ROUNDS, ROUNDS, value

if TYPE_CHECKING:
    from rich.table import Table

proof_option = add_option(
    "--proof", "Write the proof of the answer, as JSON, instead.", is_flag=True
)


@question("plays")
def plays_command(position: Position) -> Iterator[object]:
    """Say what each card of the hand would do, or why it may not be played."""
    yield plays_json(position)
    yield _plays_table(position, consequences(position))


def _plays_table(position: Position, found: tuple[Consequence, ...]) -> "Table":
    """Return the table of what each card does."""
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
    return table(str(position), headings, rows)


@question("compare")
def compare_command(position: Position) -> Iterator[object]:
    """Compare the rule sets: the same cards and total in each, and the rule points that differ."""
    answer = compare(position)
    yield comparison_json(answer)
    for reading in answer.readings:
        if reading.survival is None:
            yield sentence(f"{reading.missing}.")
        else:
            yield _plays_table(reading.survival.position, reading.plays)
            yield str(verdict_text(reading.survival))
    for item in answer.differences:
        yield f"{item.card.code} differs: {', '.join(item.rules)}"
    if not answer.differences and sum(each.survival is not None for each in answer.readings) > 1:
        yield gettext("Nothing differs among the games that can have this position.")


@question("survive")
@proof_option
def survive_command(position: Position, proof: bool) -> Iterator[object]:
    """Say whether you can complete this turn, and with what exact chance.

    It is asked for the player to move, who sees the own hand, the total and what has been played.
    """
    if proof:
        yield prove_survive(position)
        return
    answer = survive(position)
    yield survival_json(answer)
    yield str(verdict_text(answer))
    rows = ((each.play, fraction(each.chance), each.text) for each in reasons(position))
    yield table(str(position), ("first card", "chance", "why"), rows)


@question("threat")
def threat_command(position: Position) -> Iterator[object]:
    """Give, for each card, the exact chance that the next player does not survive the turn."""
    yield threat_json(threat(position))
    dangers = [(each.danger, each.text) for each in threat_reasons(position)]
    rows = ((it.play, "" if it.chance is None else fraction(it.chance), why) for it, why in dangers)
    yield table(str(position), ("card", "next fails", "why"), rows)


@question("keep")
@add_option(
    "--rise",
    "What the other players add to the total until then.",
    int,
    default=0,
    show_default=True,
)
def keep_command(position: Position, rise: int) -> Iterator[object]:
    """Give, for each card played now, your exact chance to survive a double at your next turn."""
    answer = keep(position, rise=rise)
    yield keeping_json(answer)
    rows = ((card, fraction(chance)) for card, chance in answer.chances)
    made = table(str(position), ("card played now", "chance under a double next turn"), rows)
    added = ", ".join(with_minus(amount) for amount, __ in answer.rise)
    text = "These are the chances if the other players add {rise} to the total."
    made.caption = gettext(text, rise=added)
    yield made


@question("value")
@add_option(
    "--rounds",
    "Play on so many rounds after each card, also where the table knows. "
    f"Where it does not, {ROUNDS} are played on by default.",
    click.IntRange(FEWEST_ROUNDS, MOST_ROUNDS),
)
@add_option("--seed", "What those rounds are dealt from.", default=0, show_default=True)
@add_option(
    "--table file",
    "Read this table, which was made for the options of the positions.",
    click.File("rb"),
)
def value_command(
    position: Position, rounds: int | None, seed: int, file: IO[bytes] | None
) -> Iterator[object]:
    """Say how good each play is over the whole round, and what the others cost.

    Between two players it is read from a table, if only your own hand is known, you owe one card
    and nobody has few points left. Otherwise rounds are played on from here. Both are estimates,
    and each tells its error; what is proved is certain and has none.
    """
    known = _read_values(file) if file else None
    with streams.progress_bar() as bar:
        task = bar.add_task("rounds", total=100, visible=False)

        def show_progress(share: float) -> None:
            bar.update(task, completed=round(100 * share), visible=share < 1)

        answer = value(position, rounds=rounds, seed=seed, progress=show_progress, table=known)
    yield values_json(answer)
    worth = "win in 100" if answer.unit == "chance" else "points"
    yield table(str(position), ("play", worth, "costs", "why"), value_rows(answer))


@cache
def _read_values(file: IO[bytes]) -> ValueTable:
    """Read a table of values, once for all positions. Raises :class:`OnoError`."""
    return ValueTable.read(file.read(LARGEST + 1), file.name)


@question("solve")
@add_option(
    "--limit", "The most positions to examine.", click.IntRange(1), default=LIMIT, show_default=True
)
@proof_option
def solve_command(position: Position, limit: int, proof: bool) -> Iterator[object]:
    """Say whether you can force a win when all is known, and give the line that proves it.

    All other players play together against the player to move. Give every hand and the draw; if
    the answer depends on a card that you did not give, you are told.
    """
    if proof:
        yield prove_solve(position, limit=limit)
        return
    answer = solve(position, limit=limit)
    yield solution_json(answer)
    yield bold(solution_text(answer))
    outcome = play(position, *answer.line)
    yield from map(str, explain(outcome.before, outcome.events, position.turn))
    yield gettext("Line: {line}.", line=" ".join(map(str, answer.line)))


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
            streams.print_json(asdict(point))
        return
    out = streams.console(wraps=True)
    if rule_id is None:
        rows = [(each.id, each.title, each.status.value, ", ".join(each.says)) for each in points]
        out.print(table("", ("id", "title", "status", "rule sets"), rows))
        return
    point = points[0]
    out.print(bold(f"{point.title} ({point.id})"))
    for line in rule_lines(point):
        out.print(line, markup=False)


def rule_lines(point: RulePoint) -> Iterator[str]:
    """Yield what is known of a rule point: its sentences, its note, its options and sources."""
    for key, says in point.says.items():
        yield f"\n{RULE_SETS[key].title}: {says}"
        yield f"{point.status_words((key,))}."
    if point.note:
        yield f"\n{point.note}"
    for each in point.options:
        head = _("Option {name} ({rules})", name=each.name, rules=", ".join(each.rules))
        yield f"\n{head}"
        for choice, means in each.means.items():
            word = each.default if isinstance(each.default, int) else choice
            note = f" ({_('our default')})" if word == each.default else ""
            yield f"  {each.name}={word}{note}: {means}"
    if point.sources:
        yield f"\n{_('Sources:')}"
    for source in point.sources:
        yield f"  {texts()[source.text].title} [{source.text}], {source.place}: {source.says}"
