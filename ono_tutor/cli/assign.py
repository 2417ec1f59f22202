"""``ono-tutor assign``: puzzles set for a class, and all files that this takes."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from ono_tutor.atomic_files import put_files
from ono_tutor.classroom.assignment import (
    MOST_ATTEMPTS,
    MOST_ITEMS,
    Feedback,
    build_assignment,
    due_time,
)
from ono_tutor.classroom.choose import choose_puzzles, swap_puzzles
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.sheets import MOST_ON_A_PAGE
from ono_tutor.classroom.variants import new_pools, pools_alike
from ono_tutor.cli.assign_files import (
    EXPORTS,
    PAGE,
    assignment_lines,
    files_of,
    notes_on,
    preview_lines,
)
from ono_tutor.cli.publish import checked_address, saved_address
from ono_tutor.cli.puzzle_options import (
    file_option,
    filter_options,
    find_entries,
    list_option,
    option_callback,
    read_sound_file,
    split_numbers,
)
from ono_tutor.cli.streams import (
    DEFAULTS_SHOWN,
    FOLDER,
    PATH,
    add_option,
    choice_option,
    report_errors,
)
from ono_tutor.errors import FileError, NotationError
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.filters import PuzzleFilter
from ono_tutor.puzzles.puzzle_file import PuzzleFile
from ono_tutor.puzzles.task import UNASKABLE

VARIANTS, COUNT = ("same", "per-learner"), 10
"""How puzzles are dealt, and how many are chosen where no number is given."""

MORE = """\
The page "How puzzles are chosen" of the documentation says by which rules; ono-tutor docs opens
it. The same words write the same files.
"""


def practice_address(_: object, __: object, words: str | None) -> str:
    """Return the address of the practice page: of the site named, else of that published last."""
    address = checked_address(words.removesuffix(PAGE)) if words else saved_address()
    return f"{address}{PAGE}"


_NUMBERS: dict[str, Any] = {"callback": split_numbers, "metavar": "N,N"}
_TIME: dict[str, Any] = {"callback": option_callback(due_time, ""), "metavar": "TIME"}


@click.command("assign", epilog=MORE, context_settings=DEFAULTS_SHOWN)
@click.argument("words", nargs=-1, metavar="[ID|SET]...")
@add_option("--title", "Title; by default that of the set or the file.")
@filter_options
@list_option("--without-kinds --without-kind without_kinds", "Kind of question to leave out.")
@list_option(
    "--without-rule-points --without-rule-point without_rule_points",
    "Id of a rule point to leave out.",
)
@file_option
@add_option(
    "--count",
    f"Number of puzzles; by default {COUNT} of the bank, or all that you name.",
    click.IntRange(1, MOST_ITEMS),
)
@add_option("--seed", "The same seed, the same puzzles.", default="0")
@add_option(
    "--points", "Points for each puzzle; 2,1,3 for one after the other.", default="1", **_NUMBERS
)
@add_option("--partial", "Pay for parts of a set of cards or a line.", is_flag=True)
@add_option(
    "--attempts",
    "Attempts that count; 0 for any number.",
    click.IntRange(0, MOST_ATTEMPTS),
    default=1,
)
@choice_option(
    "--feedback",
    Feedback,
    "When learners are told what is right: at once (for practice), after they hand in, or never.",
    default=Feedback.AFTER,
)
@choice_option(
    "--variants", VARIANTS, "The same puzzles for everyone, or similar ones for each learner."
)
@add_option(
    "--due", "Deadline, such as 2026-12-01T18:00+01:00; without zone in this computer's.", **_TIME
)
@add_option("--opens", "Time before which nobody can have answered.", **_TIME)
@add_option(
    "--site address",
    "Address of the documentation site with the practice page, for the link.",
    callback=practice_address,
    metavar="URL",
)
@list_option("--export exports", f"For an LMS: {', '.join(EXPORTS)}.")
@add_option("--nbgrader for_nbgrader", "Write a source notebook for nbgrader too.", is_flag=True)
@add_option(
    "--class roster",
    "Your class: the sheet has a part for each learner, with name and puzzles.",
    PATH,
    callback=option_callback(Roster.read),
    metavar="ROSTER.csv",
)
@add_option(
    "--per-page",
    "Exercises on a page of the sheet, if that many fit.",
    click.IntRange(1, MOST_ON_A_PAGE),
    default=1,
)
@add_option(
    "--from-bank", "Set the bank's puzzles as they are, and not new ones like them.", is_flag=True
)
@add_option(
    "--swap",
    "Numbers of puzzles to replace by others like them; 3,3 swaps again.",
    default="",
    show_default=False,
    **_NUMBERS,
)
@add_option("--preview", "Print the puzzles and answers; write no file.", is_flag=True)
@add_option("--force", "Write over files that have other content.", is_flag=True)
@add_option("-o --output folder", "Folder for the files; it is made if it is missing.", FOLDER)
def assign_command(
    words: tuple[str, ...],
    title: str | None,
    filters: PuzzleFilter,
    without_kinds: tuple[str, ...],
    without_rule_points: tuple[str, ...],
    file: Path | None,
    count: int | None,
    seed: str,
    variants: str,
    address: str,
    exports: tuple[str, ...],
    for_nbgrader: bool,
    roster: Roster | None,
    per_page: int,
    from_bank: bool,
    swap: tuple[int, ...],
    preview: bool,
    force: bool,
    folder: Path | None,
    **settings: Any,
) -> None:
    """Set puzzles for a class: from the bank by filters, by id, a shipped SET, or your own file.

    You get the assignment's file, a notebook, a link for the practice page, and a sheet to print
    with its key. No answer is in what learners get.
    """
    per_learner = variants != VARIANTS[0]
    wish = replace(filters, without_kinds=without_kinds, without_rule_points=without_rule_points)
    wrong = {
        "Missing option '-o' / '--output': the folder for the files.": not (folder or preview),
        "puzzles that are named are taken as they are; name others, or leave the names out": (
            words and (swap or wish != PuzzleFilter())
        ),
        "nbgrader gives all learners the same notebook; leave out --variants or --nbgrader": (
            per_learner and for_nbgrader
        ),
        f"--export takes only {', '.join(EXPORTS)}": not EXPORTS.keys() >= {*exports},
        "what is asked for cannot be left out as well": (
            {*wish.kinds, *wish.rule_points} & {*without_kinds, *without_rule_points}
        ),
    }
    for message in (message for message, is_so in wrong.items() if is_so):
        raise click.UsageError(message)
    with report_errors():
        wish, is_bank = wish.checked(), not (words or file)
        for point in filter(UNASKABLE.__contains__, wish.rule_points):  # not to search for it
            message = f"no puzzle is about the rule point {point}: {UNASKABLE[point]}"
            raise NotationError(message, word=point)
        teachers = read_sound_file(file) if file else PuzzleFile()
        with Console(stderr=True).status("looking for puzzles"):
            source: Collection[Entry] = bank.index().values()
            if words:
                source = find_entries(words, file)
            elif file:
                source = tuple(filter(wish.passes, teachers.entries))
            chosen = source
            if is_bank or count is not None:
                chosen = choose_puzzles(
                    source,
                    wish,
                    count or COUNT,
                    seed,
                    for_variants=per_learner,
                    makes_new=is_bank,
                    holds_back=is_bank,
                )
            chosen = swap_puzzles(chosen, source, wish, swap, seed)
            if not chosen:
                raise NotationError("no puzzle of the file passes these filters; give fewer")
            if is_bank and not from_bank:
                drawn = new_pools(chosen, wish, seed, per_learner=per_learner)
            elif per_learner:
                sources = teachers.entries, bank.index().values()
                drawn = pools_alike(chosen, sources, wish, seed)
            else:
                drawn = tuple((entry,) for entry in chosen)
        if title is None:
            is_set = len(words) == 1 and words[0] in bank.sets()
            title = bank.title_of_set(words[0]) if is_set else teachers.title or "Assignment"
        assignment = build_assignment(drawn, title, **settings)
        if folder is None or preview:
            click.echo("\n".join(preview_lines(assignment, drawn)))
            return
        files, notes = files_of(assignment, address, exports, for_nbgrader, roster, per_page)
        try:
            put_files(folder, {each.name: each.content for each in files}, force=force)
        except FileError as error:
            raise click.ClickException(f"{error.message}; --force writes over it") from error
    about = notes_on(drawn, wish, per_learner=per_learner, is_bank=is_bank, from_bank=from_bank)
    click.echo("\n".join(assignment_lines(assignment, files, folder, drawn, (*about, *notes))))
