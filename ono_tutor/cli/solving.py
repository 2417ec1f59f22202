"""The questions that the solver answers: ``survive``, ``threat`` and ``solve``."""

import click
from rich.console import Console
from rich.table import Table

from ono_tutor.cli.asking import LENIENT, question
from ono_tutor.cli.stream import Answer, answer_all
from ono_tutor.game.explain import explain
from ono_tutor.game.position import Position
from ono_tutor.game.turn import play
from ono_tutor.messages import marked, say
from ono_tutor.render.answers import fraction, solution_json, survival_json, threat_json
from ono_tutor.solver.reasons import reasons
from ono_tutor.solver.solve import LIMIT, Solution
from ono_tutor.solver.solve import solve as solution
from ono_tutor.solver.survive import Survival, Verdict
from ono_tutor.solver.survive import survive as survival
from ono_tutor.solver.threat import Threat
from ono_tutor.solver.threat import threat as danger
from ono_tutor.solver.warning import warnings


@click.command(context_settings=LENIENT)
@question("POSITION")
def survive(words: tuple[str, ...], as_json: bool) -> None:
    """Whether the player to move can complete this turn, and with what exact chance."""
    answer_all(_survived, words, as_json)


@click.command(context_settings=LENIENT)
@question("POSITION")
def threat(words: tuple[str, ...], as_json: bool) -> None:
    """By card, the exact chance that the next player to act does not survive the turn."""
    answer_all(_threatened, words, as_json)


@click.command(context_settings=LENIENT)
@question("POSITION")
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=LIMIT,
    show_default=True,
    help="Positions to examine at the most.",
)
def solve(words: tuple[str, ...], as_json: bool, limit: int) -> None:
    """Whether the mover can force a win when all is known, and the line that proves it.

    All the other players play together against the mover. Every hand and the draw are given;
    where the answer hangs on a card that is not, that is said.
    """
    answer_all(lambda line: _solved(line, limit), words, as_json)


def _survived(line: str) -> Answer:
    answer = survival(Position.parse(line))
    return survival_json(answer), lambda console: _show_survival(console, answer)


def _show_survival(console: Console, answer: Survival) -> None:
    console.print(verdict(answer))
    table = _table(answer.position, "first card", "chance", "why")
    for reason in reasons(answer.position):
        table.add_row(str(reason.play), fraction(reason.chance), str(reason.text))
    console.print(table)


def _threatened(line: str) -> Answer:
    answer = danger(Position.parse(line))
    return threat_json(answer), lambda console: _show_threat(console, answer)


def _show_threat(console: Console, answer: Threat) -> None:
    table = _table(answer.position, "card", "next fails", "why")
    for warning in warnings(answer.position):
        chance = warning.danger.chance
        told = "" if chance is None else fraction(chance)
        table.add_row(str(warning.danger.play), told, str(warning.text))
    console.print(table)


def _solved(line: str, limit: int) -> Answer:
    answer = solution(Position.parse(line), limit=limit)
    return solution_json(answer), lambda console: _show_solution(console, answer)


def _show_solution(console: Console, answer: Solution) -> None:
    template = _WINS[answer.can_win] if answer.value is None else _VALUE
    console.print(str(say(template, value=answer.value)), style="bold")
    outcome = play(answer.position, *answer.line)
    for sentence in explain(outcome.before.rules, outcome.events):
        console.print(str(sentence), markup=False)
    examined = marked("Line: {line}. Positions examined: {count}.")
    words = " ".join(map(str, answer.line))
    console.print(str(say(examined, line=words, count=answer.positions)), markup=False)


def _table(position: Position, *headings: str) -> Table:
    table = Table(title=str(position), title_justify="left")
    for heading in headings:
        table.add_column(heading)
    return table


def verdict(answer: Survival) -> str:
    """The verdict in a sentence."""
    return str(say(_VERDICTS[answer.verdict], chance=fraction(answer.chance)))


_VERDICTS = {
    Verdict.CERTAIN: marked("This player survives for certain."),
    Verdict.CHANCE: marked("This player survives with a chance of {chance}."),
    Verdict.LOST: marked("This player cannot survive."),
}

_WINS = {
    True: marked("The player to move can force a win, whatever the others play."),
    False: marked("The player to move cannot force a win if the others play well together."),
    None: "",
}
_VALUE = marked("With best play the other loses {value} points more than the player to move.")
