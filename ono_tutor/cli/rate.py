"""``ono-tutor puzzles rate``: how hard puzzles proved to be, worked out from answers."""

from collections.abc import Sequence
from pathlib import Path

import click

from ono_tutor.cli.streams import EXISTING_FILE, as_json_option, print_json, report_errors
from ono_tutor.course.responses import (
    PuzzleRating,
    first_responses,
    ratings,
    read_responses,
)
from ono_tutor.errors import FileError
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.render.answers import Json


@click.command("rate")
@click.argument("files", nargs=-1, required=True, type=EXISTING_FILE, metavar="ANSWERS...")
@click.option(
    "--least",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Leave out puzzles that fewer learners answered.",
)
@as_json_option
def rate_command(files: tuple[Path, ...], least: int, as_json: bool) -> None:
    """Work out from answers how hard puzzles are, the easiest first.

    ANSWERS are tables written by ono-tutor report --responses, or exported progress files. A
    rating is an Elo rating: 1500 is the mean, a puzzle rated 400 more beats ten times as many.
    Each learner's first answer to a puzzle counts. The page "How answers are marked" of the
    documentation says more.
    """
    with report_errors(as_json):
        answers = list(first_responses(row for file in files for row in read_responses(file)))
        found = [item for item in ratings(answers) if item.answers >= least]
        if not found:
            message = f"no puzzle was answered by {least} learners or more in these files"
            raise FileError(message)
    _tell(found, as_json)


def _tell(found: Sequence[PuzzleRating], as_json: bool) -> None:
    width = max(len(item.puzzle) for item in found)
    if not as_json:
        click.echo(f"{'puzzle':{width}}  rating  margin  answers  right  level")
    for item in found:
        values = _values(item)
        if as_json:
            print_json(values)
        else:
            share = f"{100 * item.right / item.answers:.0f}%"
            level = values["level"] or "-"
            numbers = f"{item.rating:6.0f}  {item.margin:6.0f}  {item.answers:7}  {share:>5}"
            click.echo(f"{item.puzzle:{width}}  {numbers}  {level:>5}")


def _values(item: PuzzleRating) -> Json:
    """The rating as JSON; the level is the bank's, and null for a puzzle of another origin."""
    entry = bank.index().get(item.puzzle)
    return {
        "id": item.puzzle,
        "rating": round(item.rating),
        "margin": round(item.margin),
        "answers": item.answers,
        "right": item.right,
        "level": level_of(entry.difficulty).value if entry else None,
    }
