"""``ono-tutor puzzles``: the bank looked through, shown and solved."""

from collections.abc import Mapping
from pathlib import Path

import click

from ono_tutor.classroom.choose.filters import Filters
from ono_tutor.cli.choosing import checked, filtered, from_file, known, one
from ono_tutor.cli.puzzle_files import generate, lint, verify
from ono_tutor.cli.quiz import quiz
from ono_tutor.cli.streams import as_json_option, console, errors_told, print_json
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import position_text
from ono_tutor.rules.book import rule_point


@click.group()
def puzzles() -> None:
    """List, show, solve, practise, make and check puzzles.

    Their answers are computed, never stored. With --file you take your own file in place of the
    bank; the page "Write your own puzzles" of the documentation describes its format.
    """


@puzzles.command("list")
@filtered
@from_file
@as_json_option
def list_(filters: Filters, file: Path | None, as_json: bool) -> None:
    """List the puzzles that pass the filters.

    Each line has the id, the level, the difficulty and what is asked. A puzzle passes a filter
    that is given several times if it has one of the values.
    """
    with errors_told(as_json):
        for entry in filter(checked(filters).passes, known(file).values()):
            if as_json:
                print_json(_listed(entry))
            else:
                click.echo(_line(entry))


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
    """Show one puzzle without its answer.

    You see the table, the question and the answers offered.
    """
    with errors_told(as_json):
        entry = one(puzzle_id, file)
        puzzle = Puzzle.of(entry)
        if as_json:
            print_json(_listed(entry) | _asked(entry, puzzle))
            return
        level, out = level_of(entry.difficulty), console()
        out.print(f"{entry.id}: {entry.kind}, level {level.value}, {level.title}", style="bold")
        out.print(entry.position, markup=False, soft_wrap=True)
        out.print(position_text(puzzle.position), markup=False)
        out.print(str(puzzle.question), style="bold", markup=False)
        for word, text in puzzle.choices:
            out.print(f"  {word}: {text}", markup=False)


def _asked(entry: Entry, puzzle: Puzzle) -> Json:
    choices = [{"answer": word, "text": str(text)} for word, text in puzzle.choices]
    return {"plays": entry.plays, "claim": entry.claim, "choices": choices}


@puzzles.command()
@click.argument("puzzle_id", metavar="ID")
@from_file
@as_json_option
def solve(puzzle_id: str, file: Path | None, as_json: bool) -> None:
    """Work out the right answer of one puzzle, and why it is right."""
    with errors_told(as_json):
        puzzle = Puzzle.of(one(puzzle_id, file))
        solution, answer = puzzle.solution(), puzzle.answer_as_json()
    if as_json:
        why = {"answer": answer, "why": str(solution.text)}
        print_json({"id": puzzle.id, "kind": puzzle.kind} | why)
        return
    out = console()
    out.print(str(puzzle.question), markup=False)
    out.print(_answer_words(answer), style="bold", markup=False)
    out.print(str(solution.text), markup=False)
    for rule in solution.rules:
        out.print(f"  {rule}: {rule_point(rule).title}", markup=False)


def _answer_words(answer: object) -> str:
    """Put an answer's JSON value into words."""
    if isinstance(answer, Mapping):
        return ", ".join(f"{key} {value}" for key, value in answer.items())
    if isinstance(answer, list):
        return ", ".join(map(str, answer)) or "none"
    return str(answer)


for command in (quiz, generate, verify, lint):
    puzzles.add_command(command)
