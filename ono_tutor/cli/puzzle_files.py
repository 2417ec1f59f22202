"""``puzzles generate``, ``verify`` and ``lint``: puzzles made, worked out anew and checked."""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ono_tutor.classroom.choose.filters import Filters
from ono_tutor.cli.choosing import filtered
from ono_tutor.cli.streams import as_json_option, errors_told, progress_bar
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
def generate(seed: str, count: int, filters: Filters, folder: Path | None) -> None:
    """Make new puzzles from a seed.

    They are printed as a file that lint and verify read. A puzzle has at least one value of each
    filter that is given. If too few puzzles are found, you are told, and the status is 1.
    """
    if folder is not None:
        _write_bank(folder)
        return
    with errors_told():
        found = generated(
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


def _write_bank(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in build(_tell_progress):
        (folder / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


def _tell_progress(what: str, count: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"{what}: {count}", err=True)


@click.command()
@click.argument("files", nargs=-1, type=FILE, metavar="[FILE...]")
@as_json_option
def verify(files: tuple[Path, ...], as_json: bool) -> None:
    """Work out the bank, or files, anew and say what changed.

    After a change of the rules this lists each puzzle whose answer changed. The status is 1 if
    anything changed, or is wrong in a file.
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
    with progress_bar() as bar:
        for entry in bar.track(list(entries), description="puzzles"):
            yield from changes(entry)


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE...")
@as_json_option
def lint(files: tuple[Path, ...], as_json: bool) -> None:
    """Check files of puzzles that you wrote.

    Every fault is told with its line, its field and the reason, and the sound puzzles are listed.
    The status is 1 if there is a fault.
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
