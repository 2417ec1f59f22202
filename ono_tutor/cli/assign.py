"""``ono-tutor assign``: puzzles set for a class, and all files that this takes."""

from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from ono_tutor.atomic_files import ClashError, put_files
from ono_tutor.classroom.assignment import Feedback, due_time
from ono_tutor.classroom.assignment_file import MOST_ATTEMPTS, MOST_ITEMS, MOST_POINTS
from ono_tutor.classroom.choose.choosing import choose_puzzles, swap_puzzles
from ono_tutor.classroom.choose.filters import Filters
from ono_tutor.classroom.choose.parallel_items import (
    ItemPools,
    build_assignment,
    new_pools,
    pools_alike,
    pools_of_one,
)
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.sheets.sheet import MOST_ON_A_PAGE
from ono_tutor.cli.assign_files import (
    EXPORTS,
    PAGE,
    files_of,
    notes_on,
    preview_lines,
    summary_lines,
)
from ono_tutor.cli.choosing import (
    checked_filters,
    entries_named,
    filter_options,
    from_file,
    list_option,
    split_words,
)
from ono_tutor.cli.publish import checked_address, kept_address
from ono_tutor.cli.streams import DEFAULTS_SHOWN, errors_told
from ono_tutor.errors import NotationError, OnoError, quoted
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.puzzle_file import PuzzleFile, read_file
from ono_tutor.puzzles.task import UNASKABLE

VARIANTS = ("same", "per-learner")
COUNT = 10
"""Puzzles that are chosen where no number is given."""

TITLE = "Assignment"
"""The title where neither the teacher nor a set or a file gives one."""

MORE = """\
The page "How puzzles are chosen" of the documentation says by which rules; ono-tutor docs opens
it. The same words write the same files.
"""


def _exports(_: object, __: object, given: tuple[str, ...]) -> tuple[str, ...]:
    words = split_words(_, __, given)
    for word in words:
        if word not in EXPORTS:
            raise click.BadParameter(f"{quoted(word)} is none of {', '.join(EXPORTS)}")
    return words


def _points(_: object, __: object, words: str) -> int | tuple[int, ...]:
    """Return the points of each puzzle, or of one after the other."""
    found = tuple(int(word) if word.isdigit() else 0 for word in words.split(","))
    if not all(1 <= count <= MOST_POINTS for count in found):
        message = f"{quoted(words)} is not in the range 1<=x<={MOST_POINTS}, as 2 or 2,1,3"
        raise click.BadParameter(message)
    return found[0] if len(found) == 1 else found


def _numbers(_: object, __: object, words: str) -> tuple[int, ...]:
    found = [word.strip() for word in words.split(",")] if words else []
    if not all(word.isascii() and word.isdigit() for word in found):
        raise click.BadParameter(f"{quoted(words)} is no list of numbers such as 3 or 3,7")
    return tuple(map(int, found))


def _seed(_: object, __: object, word: str) -> str:
    """Return the seed, a text that every system writes alike."""
    if not word.isprintable():
        raise click.BadParameter(f"{quoted(word)} has characters that cannot be seen")
    return word


def _read_by(read: Callable[[Any], object]) -> Callable[..., object]:
    """Return the callback of an option that is read so, if it is given."""

    def callback(_: object, __: object, given: object) -> object:
        try:
            return read(given) if given else None
        except OnoError as error:
            raise click.BadParameter(error.message) from error

    return callback


def _site(_: object, __: object, words: str | None) -> str:
    """Return the address of the practice page: of the site named, else of that published last."""
    address = checked_address(words.removesuffix(PAGE)) if words else kept_address()
    return f"{address}{PAGE}"


@click.command("assign", epilog=MORE, context_settings=DEFAULTS_SHOWN)
@click.argument("words", nargs=-1, metavar="[ID|SET]...")
@click.option("--title", help="Title; by default that of the set or the file.")
@filter_options
@list_option("--without-kinds --without-kind without_kinds", "Kind of question to leave out.")
@list_option(
    "--without-rule-points --without-rule-point without_rule_points",
    "Id of a rule point to leave out.",
)
@from_file
@click.option(
    "--count",
    type=click.IntRange(1, MOST_ITEMS),
    help=f"Number of puzzles; by default {COUNT} of the bank, or all that you name.",
)
@click.option("--seed", default="0", callback=_seed, help="The same seed, the same puzzles.")
@click.option(
    "--points",
    default="1",
    callback=_points,
    metavar="N,N",
    help="Points for each puzzle; 2,1,3 for one after the other.",
)
@click.option("--partial", is_flag=True, help="Pay for parts of a set of cards or a line.")
@click.option(
    "--attempts",
    type=click.IntRange(0, MOST_ATTEMPTS),
    default=1,
    help="Attempts that count; 0 for any number.",
)
@click.option(
    "--feedback",
    type=click.Choice([each.value for each in Feedback]),
    default=Feedback.NOW.value,
    help="When learners are told what is right: at once, after they hand in, or never.",
)
@click.option(
    "--variants",
    type=click.Choice(VARIANTS),
    default=VARIANTS[0],
    help="The same puzzles for everyone, or similar ones for each learner.",
)
@click.option(
    "--due",
    callback=_read_by(due_time),
    metavar="TIME",
    help="Deadline with time zone, such as 2026-12-01T18:00+01:00.",
)
@click.option(
    "--opens",
    callback=_read_by(due_time),
    metavar="TIME",
    help="Time before which nobody can have answered.",
)
@click.option(
    "--site",
    "address",
    callback=_site,
    metavar="URL",
    help="Address of the documentation site with the practice page, for the link.",
)
@list_option("--export exports", f"For an LMS: {', '.join(EXPORTS)}.", _exports)
@click.option(
    "--nbgrader", "for_nbgrader", is_flag=True, help="Write a source notebook for nbgrader too."
)
@click.option(
    "--class",
    "roster",
    callback=_read_by(Roster.read),
    type=click.Path(path_type=Path),
    metavar="ROSTER.csv",
    help="Your class: the sheet has a part for each learner, with name and puzzles.",
)
@click.option(
    "--per-page",
    type=click.IntRange(1, MOST_ON_A_PAGE),
    default=1,
    help="Exercises on a page of the sheet, if that many fit.",
)
@click.option(
    "--from-bank",
    is_flag=True,
    help="Set the bank's puzzles as they are, and not new ones like them.",
)
@click.option(
    "--swap",
    default="",
    show_default=False,
    callback=_numbers,
    metavar="N,N",
    help="Numbers of puzzles to replace by others like them; 3,3 swaps again.",
)
@click.option("--preview", is_flag=True, help="Print the puzzles and answers; write no file.")
@click.option("--force", is_flag=True, help="Write over files that have other content.")
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Folder for the files; it is made if it is missing.",
)
def assign_command(
    words: tuple[str, ...],
    title: str | None,
    filters: Filters,
    without_kinds: tuple[str, ...],
    without_rule_points: tuple[str, ...],
    file: Path | None,
    count: int | None,
    seed: str,
    points: int | tuple[int, ...],
    partial: bool,
    attempts: int,
    feedback: str,
    variants: str,
    due: str | None,
    opens: str | None,
    address: str,
    exports: tuple[str, ...],
    for_nbgrader: bool,
    roster: Roster | None,
    per_page: int,
    force: bool,
    from_bank: bool,
    swap: tuple[int, ...],
    preview: bool,
    folder: Path | None,
) -> None:
    """Set puzzles for a class: from the bank by filters, by id, a shipped SET, or your own file.

    You get the assignment's file, a notebook, a link for the practice page, and a sheet to print
    with its key. No answer is in what learners get.
    """
    filters = replace(filters, without_kinds=without_kinds, without_rule_points=without_rule_points)
    per_learner = variants != VARIANTS[0]
    if folder is None and not preview:
        raise click.UsageError("Missing option '-o' / '--output': the folder for the files.")
    if swap and words:
        message = "puzzles that are named are not swapped; name others in their place"
        raise click.UsageError(message)
    if words and filters != Filters():
        message = "puzzles that are named are taken as they are; leave out the names or the filters"
        raise click.UsageError(message)
    if per_learner and for_nbgrader:
        message = (
            "nbgrader gives all learners the same notebook; leave out --variants or --nbgrader"
        )
        raise click.UsageError(message)
    with errors_told():
        filters = replace(checked_filters(filters), holds_back=not (words or file))
        _check_apart(filters)
        teachers = _sound_file(file) if file else None
        with Console(stderr=True).status("looking for puzzles"):
            drawn = _drawn(
                words,
                teachers,
                filters,
                seed,
                count,
                per_learner=per_learner,
                as_they_are=from_bank,
                swap=swap,
            )
        title = _title(words, teachers) if title is None else title
        assignment = build_assignment(
            drawn.pools,
            title,
            points,
            Feedback(feedback),
            attempts,
            due or "",
            opens or "",
            partial=partial,
        )
        if folder is None or preview:
            for line in preview_lines(assignment):
                click.echo(line)
            return
        files, notes = files_of(
            assignment,
            address,
            exports,
            for_nbgrader=for_nbgrader,
            roster=roster,
            per_page=per_page,
        )
        try:
            put_files(folder, {each.name: each.content for each in files}, force=force)
        except ClashError as error:
            raise click.ClickException(f"{error.message}; --force writes over it") from error
    notes = (*notes_on(drawn, filters, per_learner=per_learner, from_bank=from_bank), *notes)
    for line in summary_lines(assignment, files, folder, drawn, notes):
        click.echo(line)


def _check_apart(filters: Filters) -> None:
    """Raise :class:`NotationError` for what no question is about, and for what is left out too."""
    for point in filters.rule_points:
        if point in UNASKABLE:
            message = f"no puzzle is about the rule point {point}: {UNASKABLE[point]}"
            raise NotationError(message, word=point)
    for what, asked, left_out in (
        ("kind", filters.kinds, filters.without_kinds),
        ("rule point", filters.rule_points, filters.without_rule_points),
    ):
        for name in (each for each in asked if each in left_out):
            message = f"the {what} {quoted(name)} is both asked for and left out"
            raise NotationError(message, word=name)


def _sound_file(path: Path) -> PuzzleFile:
    """Return a teacher's file without a fault; each fault is told, and stops."""
    found = read_file(path)
    for fault in found.faults:
        click.echo(f"error ({fault.kind}): {fault}", err=True)
    if found.faults:
        raise SystemExit(1)
    return found


def _title(words: tuple[str, ...], file: PuzzleFile | None) -> str:
    """Return what the assignment is called if the teacher does not say."""
    if file:
        return file.title or TITLE
    is_set = len(words) == 1 and words[0] in bank.sets()
    return bank.title_of_set(words[0]) if is_set else TITLE


def _drawn(
    words: tuple[str, ...],
    file: PuzzleFile | None,
    filters: Filters,
    seed: str,
    count: int | None,
    *,
    per_learner: bool,
    as_they_are: bool,
    swap: tuple[int, ...],
) -> ItemPools:
    """Return the puzzles of each item. Raises :class:`NotationError` if there are too few."""
    if words:
        source: Collection[Entry] = entries_named(words, file)
    else:
        source = tuple(filter(filters.passes, file.entries)) if file else bank.index().values()
    is_bank = not (words or file)
    if is_bank or count is not None:
        chosen: Collection[Entry] = choose_puzzles(
            source, filters, count or COUNT, seed, in_pools=per_learner, goes_on=is_bank
        )
    else:
        chosen = source
    chosen = swap_puzzles(chosen, source, filters, swap, seed)
    if not chosen:
        raise NotationError("no puzzle of the file passes these filters")
    if is_bank and not as_they_are:
        return new_pools(chosen, filters, seed, per_learner=per_learner)
    if not per_learner:
        return pools_of_one(chosen)
    spares = (file.entries if file else (), bank.index().values())
    return pools_alike(chosen, spares, filters, seed)
