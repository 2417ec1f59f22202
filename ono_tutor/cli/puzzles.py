"""``ono-tutor puzzles``: the bank looked through, shown, solved, made and checked."""

import json
from collections.abc import Mapping
from pathlib import Path

import click

from ono_tutor.cli.puzzle_options import (
    entries_by_id,
    entry_named,
    filter_options,
    from_file,
    list_option,
)
from ono_tutor.cli.quiz import quiz
from ono_tutor.cli.streams import (
    EXISTING_FILE,
    as_json_option,
    console,
    print_json,
    progress_bar,
    report_errors,
)
from ono_tutor.course.responses import first_responses, ratings, read_responses
from ono_tutor.errors import FileError
from ono_tutor.game.position import Position
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.filters import PuzzleFilter
from ono_tutor.puzzles.generate.search import generate
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.puzzle_file import FileFault, as_toml, read_file
from ono_tutor.puzzles.rating import changes
from ono_tutor.puzzles.theme import check_theme, theme_title, themes_of
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import position_text
from ono_tutor.rules.book import rule_point


@click.group("puzzles")
def puzzles_command() -> None:
    """List, show, solve, practise, make and check puzzles.

    Their answers are computed, never stored. With --file you take your own file in place of the
    bank; the page "Write your own puzzles" of the documentation describes its format.
    """


@puzzles_command.command("list")
@filter_options
@list_option("--themes --theme themes", "Theme, such as pass-it-on.")
@from_file
@as_json_option
def list_command(
    filters: PuzzleFilter, themes: tuple[str, ...], file: Path | None, as_json: bool
) -> None:
    """List the puzzles that pass the filters.

    Each line has the id, the level, the difficulty, what is asked and the theme. A puzzle passes
    a filter that is given several times if it has one of the values.
    """
    with report_errors(as_json):
        for theme in themes:
            check_theme(theme)
        for entry in filter(filters.checked().passes, entries_by_id(file).values()):
            if themes and not {*themes} & {*themes_of(entry)}:
                continue
            if as_json:
                print_json(_entry_json(entry))
            else:
                level = entry.level.value
                asked = " | ".join(filter(None, (entry.position, entry.plays, entry.claim)))
                total = Position.parse(entry.position).total
                theme = str(theme_title(entry.theme, total)) if entry.theme else ""
                click.echo(f"{entry.id:<20} {level}  {entry.difficulty:>3}  {asked}  ({theme})")


def _entry_json(entry: Entry) -> Json:
    return {
        "id": entry.id,
        "rules": entry.rules,
        "kind": entry.kind,
        "rule_points": list(entry.rule_points),
        "misconceptions": list(entry.misconceptions),
        "level": entry.level.value,
        "difficulty": entry.difficulty,
        "position": entry.position,
        "question": str(Puzzle.of(entry).question),
        "themes": list(themes_of(entry)),
    }


@puzzles_command.command("show")
@click.argument("puzzle_id", metavar="ID")
@from_file
@as_json_option
def show_command(puzzle_id: str, file: Path | None, as_json: bool) -> None:
    """Show one puzzle without its answer.

    You see the table, the question and the answers offered.
    """
    with report_errors(as_json):
        entry = entry_named(puzzle_id, file)
        puzzle = Puzzle.of(entry)
        if as_json:
            choices = [{"answer": word, "text": str(text)} for word, text in puzzle.choices]
            words = {"plays": entry.plays, "claim": entry.claim, "choices": choices}
            print_json(_entry_json(entry) | words)
            return
        level, out = entry.level, console()
        out.print(f"{entry.id}: {entry.kind}, level {level.value}, {level.title}", style="bold")
        out.print(entry.position, markup=False, soft_wrap=True)
        out.print(position_text(puzzle.position), markup=False)
        out.print(str(puzzle.question), style="bold", markup=False)
        for word, text in puzzle.choices:
            out.print(f"  {word}: {text}", markup=False)


@puzzles_command.command("solve")
@click.argument("puzzle_id", metavar="ID")
@from_file
@as_json_option
def solve_puzzle_command(puzzle_id: str, file: Path | None, as_json: bool) -> None:
    """Work out the right answer of one puzzle, and why it is right."""
    with report_errors(as_json):
        puzzle = Puzzle.of(entry_named(puzzle_id, file))
        solution, answer = puzzle.solution(), puzzle.answer_as_json()
    if as_json:
        why = {"answer": answer, "why": str(solution.text)}
        print_json({"id": puzzle.id, "kind": puzzle.kind} | why)
        return
    out = console()
    out.print(str(puzzle.question), markup=False)
    words = str(answer)
    if isinstance(answer, Mapping):
        words = ", ".join(f"{key} {value}" for key, value in answer.items())
    elif isinstance(answer, list):
        words = ", ".join(map(str, answer)) or "none"
    out.print(words, style="bold", markup=False)
    out.print(str(solution.text), markup=False)
    if puzzle.theme:
        out.print(f"  {puzzle.theme}", style="italic", markup=False)
    for rule in solution.rules:
        out.print(f"  {rule}: {rule_point(rule).title}", markup=False)


@puzzles_command.command("generate")
@click.option("--seed", default="0", show_default=True, help="The same seed, the same puzzles.")
@click.option("--count", type=click.IntRange(1, 1000), default=10, show_default=True)
@filter_options
def generate_command(seed: str, count: int, filters: PuzzleFilter) -> None:
    """Make new puzzles from a seed.

    They are printed as a file that lint and verify read. A puzzle has at least one value of each
    filter that is given. If too few puzzles are found, you are told, and the status is 1.
    """
    with report_errors():
        found = generate(
            seed,
            rules=filters.rules,
            kind=filters.kinds,
            rule_points=filters.rule_points,
            misconceptions=filters.misconceptions,
            levels=filters.levels,
            count=count,
        )
    click.echo(as_toml(found), nl=False)
    if len(found) < count:
        click.echo(f"error: only {len(found)} of {count} such puzzles were found", err=True)
        raise SystemExit(1)


@puzzles_command.command("verify")
@click.argument("files", nargs=-1, type=EXISTING_FILE, metavar="[FILE...]")
@as_json_option
def verify_command(files: tuple[Path, ...], as_json: bool) -> None:
    """Work out the bank, or files, anew and say what changed.

    After a change of the rules this lists each puzzle whose answer changed. The status is 1 if
    anything changed, or is wrong in a file.
    """
    read = [read_file(file) for file in files]
    written = [entry for found in read for entry in found.written]
    entries = written if files else list(bank.index().values())
    faults = [fault for found in read for fault in found.faults]
    with progress_bar() as bar:
        tracked = bar.track(entries, description="puzzles")
        moved = [change for entry in tracked for change in changes(entry)]
    for fault in faults:
        _print_fault(fault, as_json)
    for change in moved:
        click.echo(json.dumps(change.as_json()) if as_json else str(change))
    if not as_json:
        click.echo(f"{len(entries)} puzzles, {len({change.id for change in moved})} changed")
    if moved or faults:
        raise SystemExit(1)


@puzzles_command.command("lint")
@click.argument("files", nargs=-1, required=True, type=EXISTING_FILE, metavar="FILE...")
@as_json_option
def lint_command(files: tuple[Path, ...], as_json: bool) -> None:
    """Check files of puzzles that you wrote.

    Every fault is told with its line, its field and the reason, and the sound puzzles are listed.
    The status is 1 if there is a fault.
    """
    is_sound = True
    for file in files:
        found = read_file(file)
        is_sound &= not found.faults
        for fault in found.faults:
            _print_fault(fault, as_json)
        for entry in found.entries:
            level = entry.level
            if as_json:
                line = {"file": str(file), "id": entry.id, "kind": entry.kind, "level": level.value}
                click.echo(json.dumps(line))
            else:
                about = f"{entry.kind}, level {level.value}, {level.title}"
                click.echo(f"{file}: {entry.id} is sound: {about}")
    if not is_sound:
        raise SystemExit(1)


def _print_fault(fault: FileFault, as_json: bool) -> None:
    if as_json:
        where = {"file": fault.file, "line": fault.line, "field": fault.field}
        click.echo(json.dumps({"error": {"kind": fault.kind, "message": fault.message} | where}))
    else:
        click.echo(f"error ({fault.kind}): {fault}", err=True)


@puzzles_command.command("rate")
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
        rated = [item for item in ratings(answers) if item.answers >= least]
        if not rated:
            message = f"no puzzle was answered by {least} learners or more in these files"
            raise FileError(message)
    width = max(len(item.puzzle) for item in rated)
    if not as_json:
        click.echo(f"{'puzzle':{width}}  rating  margin  answers  right  level")
    for item in rated:
        entry = bank.index().get(item.puzzle)
        level = entry.level.value if entry else None  # of the bank's puzzles alone
        if as_json:
            numbers = {"answers": item.answers, "right": item.right, "level": level}
            rounded = {"rating": round(item.rating), "margin": round(item.margin)}
            print_json({"id": item.puzzle} | rounded | numbers)
        else:
            share = f"{100 * item.right / item.answers:.0f}%"
            numbers_text = f"{item.rating:6.0f}  {item.margin:6.0f}  {item.answers:7}  {share:>5}"
            click.echo(f"{item.puzzle:{width}}  {numbers_text}  {level or '-':>5}")


puzzles_command.add_command(quiz)
