"""``ono-tutor puzzles generate``, ``verify`` and ``lint``: making puzzles and checking them."""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ono_tutor.cli.puzzle_choice import filtered
from ono_tutor.cli.streams import errors_told
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.generate.build_bank import build
from ono_tutor.puzzles.generate.search import generate as generated
from ono_tutor.puzzles.puzzle_file import FileFault, PuzzleFile, as_toml, read_file
from ono_tutor.puzzles.rating import RatingChange, changes

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.option("--seed", default="0", show_default=True, help="The same seed, the same puzzles.")
@click.option("--count", type=click.IntRange(1, 1000), default=10, show_default=True)
@filtered
@click.option(
    "--bank",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the files of the whole bank into this folder instead.",
)
def generate(
    seed: str,
    count: int,
    rules: tuple[str, ...],
    kinds: tuple[str, ...],
    rule_points: tuple[str, ...],
    levels: tuple[int, ...],
    misconceptions: tuple[str, ...],
    folder: Path | None,
) -> None:
    """New puzzles from a seed, written as a file that lint and verify read.

    Of each filter that is given several times, a puzzle has one value at least. Where fewer
    puzzles than wanted are found, that is said, and the status is 1.
    """
    if folder is not None:
        _write_bank(folder)
        return
    with errors_told(as_json=False):
        found = generated(
            seed,
            rules=rules,
            kind=kinds,
            rule_points=rule_points,
            misconceptions=misconceptions,
            levels=levels,
            count=count,
        )
    click.echo(as_toml(found), nl=False)
    if len(found) < count:
        click.echo(f"error: only {len(found)} of {count} such puzzles were found", err=True)
        raise SystemExit(1)


def _write_bank(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shows = sys.stderr.isatty()
    for name, text in build(
        lambda what, n: click.echo(f"{what}: {n}", err=True) if shows else None
    ):
        (folder / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


def _report(name: str, count: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"{name}: {count}", err=True)


@click.command()
@click.argument("files", nargs=-1, type=FILE, metavar="[FILE...]")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a change.")
def verify(files: tuple[Path, ...], as_json: bool) -> None:
    """Work out everything of the bank anew, or of files, and say what has changed.

    After a change of the rules this lists each puzzle whose answer moved. The status is 1 where
    anything has changed, or is wrong in a file.
    """
    read = [read_file(file) for file in files]
    written = [entry for found in read for entry in found.written]
    entries = written if files else list(bank.index().values())
    faults = [fault for found in read for fault in found.faults]
    moved = list(_changes(entries))
    for fault in faults:
        _tell_fault(fault, as_json)
    for change in moved:
        click.echo(json.dumps(change.as_json()) if as_json else str(change))
    if not as_json:
        click.echo(f"{len(entries)} puzzles, {len({change.id for change in moved})} changed")
    if moved or faults:
        raise SystemExit(1)


def _changes(entries: Iterable[Entry]) -> Iterator[RatingChange]:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    console = Console(stderr=True)
    hidden = not sys.stderr.isatty()
    with Progress(*columns, TimeRemainingColumn(), console=console, disable=hidden) as bar:
        for entry in bar.track(list(entries), description="puzzles"):
            yield from changes(entry)


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def lint(files: tuple[Path, ...], as_json: bool) -> None:
    """Check teachers' files: every fault by line, field and reason, and the puzzles that are sound.

    The status is 1 where there is a fault.
    """
    is_sound = True
    for file in files:
        found = read_file(file)
        is_sound &= not found.faults
        for fault in found.faults:
            _tell_fault(fault, as_json)
        _list_sound(file, found, as_json)
    if not is_sound:
        raise SystemExit(1)


def _list_sound(file: Path, found: PuzzleFile, as_json: bool) -> None:
    for entry in found.entries:
        level = level_of(entry.difficulty)
        if as_json:
            line = {"file": str(file), "id": entry.id, "kind": entry.kind, "level": level.value}
            click.echo(json.dumps(line))
        else:
            click.echo(
                f"{file}: {entry.id} is sound: {entry.kind}, level {level.value}, {level.title}"
            )


def _tell_fault(fault: FileFault, as_json: bool) -> None:
    if as_json:
        where = {"file": fault.file, "line": fault.line, "field": fault.field}
        click.echo(json.dumps({"error": {"kind": fault.kind, "message": fault.message} | where}))
    else:
        click.echo(f"error ({fault.kind}): {fault}", err=True)
