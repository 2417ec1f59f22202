"""``ono-tutor puzzles``: the bank looked through, shown and solved."""

import json
import sys
from pathlib import Path

import click
from rich.console import Console

from ono_tutor.cli.puzzle_choice import Filters, filtered, from_file, known, one
from ono_tutor.cli.puzzle_making import generate, lint, verify
from ono_tutor.cli.quiz import quiz
from ono_tutor.cli.streams import errors_told
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import position_text
from ono_tutor.rules.book import rule_point

as_json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")


@click.group()
def puzzles() -> None:
    """Puzzles: list, show, solve, practise, generate and check them.

    Their answers are computed, never stored. --file takes a teacher's own file in place of the
    bank; its format stands in the docs under "Write your own puzzles".
    """


@puzzles.command("list")
@filtered
@from_file
@as_json_option
def list_(
    rules: tuple[str, ...],
    kinds: tuple[str, ...],
    rule_points: tuple[str, ...],
    levels: tuple[int, ...],
    misconceptions: tuple[str, ...],
    file: Path | None,
    as_json: bool,
) -> None:
    """The puzzles that pass the filters, one a line: id, level, difficulty, what is asked.

    A filter may be given several times and is passed by a puzzle that has one of the values.
    """
    with errors_told(as_json):
        filters = Filters(rules, kinds, rule_points, misconceptions, levels)
        filters.check()
        for entry in filter(filters.passes, known(file).values()):
            click.echo(json.dumps(_listed(entry), ensure_ascii=False) if as_json else _line(entry))


def _listed(entry: Entry) -> Json:
    return {
        "id": entry.id,
        "rules": entry.rules,
        "kind": entry.kind,
        "rule_points": list(entry.rule_points),
        "misconceptions": list(entry.misconceptions),
        "level": level_of(entry.difficulty).value,
        "difficulty": entry.difficulty,
        "position": entry.position,
        "question": str(Puzzle.of(entry).question),
    }


def _line(entry: Entry) -> str:
    level = level_of(entry.difficulty).value
    asked = " | ".join(filter(None, (entry.position, entry.plays, entry.claim)))
    return f"{entry.id:<20} {level}  {entry.difficulty:>3}  {asked}"


@puzzles.command()
@click.argument("puzzle_id", metavar="ID")
@from_file
@as_json_option
def show(puzzle_id: str, file: Path | None, as_json: bool) -> None:
    """One puzzle: the table, the question and the answers offered, without the answer."""
    with errors_told(as_json):
        entry = one(puzzle_id, file)
        puzzle = Puzzle.of(entry)
        if as_json:
            click.echo(json.dumps(_shown(entry, puzzle), ensure_ascii=False))
            return
        level = level_of(entry.difficulty)
        console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
        console.print(f"{entry.id}: {entry.kind}, level {level.value}, {level.title}", style="bold")
        console.print(entry.position, markup=False, soft_wrap=True)
        console.print(position_text(puzzle.position), markup=False)
        console.print(str(puzzle.question), style="bold", markup=False)
        for word, text in puzzle.choices:
            console.print(f"  {word}: {text}", markup=False)


def _shown(entry: Entry, puzzle: Puzzle) -> Json:
    choices = [{"answer": word, "text": str(text)} for word, text in puzzle.choices]
    return _listed(entry) | {"plays": entry.plays, "claim": entry.claim, "choices": choices}


@puzzles.command()
@click.argument("puzzle_id", metavar="ID")
@from_file
@as_json_option
def solve(puzzle_id: str, file: Path | None, as_json: bool) -> None:
    """The right answer of one puzzle, computed, and why."""
    with errors_told(as_json):
        puzzle = Puzzle.of(one(puzzle_id, file))
        solution, answer = puzzle.solution(), puzzle.answer_as_json()
    if as_json:
        found = {"id": puzzle.id, "kind": puzzle.kind, "answer": answer, "why": str(solution.text)}
        click.echo(json.dumps(found, ensure_ascii=False))
        return
    console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    console.print(str(puzzle.question), markup=False)
    console.print(answer_words(answer), style="bold", markup=False)
    console.print(str(solution.text), markup=False)
    for rule in solution.rules:
        console.print(f"  {rule}: {rule_point(rule).title}", markup=False)


def answer_words(answer: object) -> str:
    """An answer's JSON value as words."""
    if isinstance(answer, dict):
        return ", ".join(f"{key} {value}" for key, value in answer.items())
    if isinstance(answer, list):
        return ", ".join(map(str, answer)) or "none"
    return str(answer)


for command in (quiz, generate, verify, lint):
    puzzles.add_command(command)
