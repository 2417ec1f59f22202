"""``ono-tutor value``: how good each play is over the whole round, and the tables behind it."""

from functools import partial
from typing import IO, TYPE_CHECKING

import click

from ono_tutor.cli import streams
from ono_tutor.cli.streams import LENIENT, answer_positions, report_errors
from ono_tutor.game.value_table import LARGEST, ValueTable
from ono_tutor.i18n import with_minus
from ono_tutor.render.answers_json import values_json
from ono_tutor.solver.value import (
    FEWEST_ROUNDS,
    MOST_ROUNDS,
    ROUNDS,
    Grade,
    Source,
    Values,
    value,
)

if TYPE_CHECKING:
    from rich.console import Console


@click.command("value", context_settings=LENIENT)
@streams.question
@click.option(
    "--rounds",
    type=click.IntRange(FEWEST_ROUNDS, MOST_ROUNDS),
    help="Play on so many rounds after each card, also where the table knows. "
    f"Where it does not, {ROUNDS} are played on by default.",
)
@click.option("--seed", default=0, show_default=True, help="What those rounds are dealt from.")
@click.option(
    "--table",
    type=click.File("rb"),
    help="Read this table, which was made for the options of the positions.",
)
def value_command(
    words: tuple[str, ...],
    as_json: bool,
    rounds: int | None,
    seed: int,
    table: IO[bytes] | None,
) -> None:
    """Say how good each play is over the whole round, and what the others cost.

    Between two players it is read from a table, if only your own hand is known, you owe one card
    and nobody has few points left. Otherwise rounds are played on from here. Both are estimates,
    and each tells its error; what is proved is certain and has none.
    """
    with streams.progress_bar() as bar:
        task = bar.add_task("rounds", total=100, visible=False)

        def show_progress(share: float) -> None:
            bar.update(task, completed=round(100 * share), visible=share < 1)

        with report_errors(as_json):
            read = None if table is None else ValueTable.read(table.read(LARGEST + 1), table.name)
        ask = partial(value, rounds=rounds, seed=seed, progress=show_progress, table=read)
        answer_positions(ask, values_json, _show, words, as_json)


def _show(console: "Console", found: Values) -> None:
    rows = []
    for each in found.plays:
        amount = _number(found, each.value)
        if each.source is not Source.CERTAIN:
            amount += f" ± {_number(found, each.error)} ({each.kind})"
        is_best, grade = each.grade is Grade.BEST, each.grade.value
        cost = _number(found, each.cost)
        if each is found.plays[0]:
            cost = "best"
        elif not each.cost_error:
            cost += f" ({'as good' if is_best else grade})"
        else:
            error = _number(found, each.cost_error)
            cost += f" ± {error} ({'as good within the error' if is_best else grade})"
        rows.append((each.play, amount, cost, each.reason))
    heading = "chance to win" if found.unit == "chance" else "points"
    console.print(streams.table(str(found.position), ("play", heading, "costs", "why"), rows))


def _number(found: Values, number: float) -> str:
    return f"{100 * number:.1f} in 100" if found.unit == "chance" else with_minus(f"{number:.2f}")
