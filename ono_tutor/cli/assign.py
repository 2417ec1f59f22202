"""``ono-tutor assign``: puzzles set for a class, and all files that this takes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from ono_tutor.classroom.assigning.alike import Drawn
from ono_tutor.classroom.assigning.choosing import choose
from ono_tutor.classroom.assigning.handout import ClashError, put_files
from ono_tutor.classroom.assigning.making import Conditions, made, pools_alike, pools_of_one
from ono_tutor.classroom.assigning.wish import Wish
from ono_tutor.classroom.assignment import Feedback
from ono_tutor.classroom.assignment_file import MOST_ATTEMPTS, MOST_ITEMS, MOST_POINTS
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.cli import assign_words
from ono_tutor.cli.assign_files import EXPORTS, on_paper, papers
from ono_tutor.cli.assign_summary import notes_on, summary
from ono_tutor.cli.assign_words import EVERYTHING, lists, named, some_of, sound_file, wish_of
from ono_tutor.cli.puzzle_choice import Filters, from_file
from ono_tutor.cli.streams import errors_told
from ono_tutor.errors import NotationError
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.puzzle_file import PuzzleFile

SAME, PER_LEARNER = VARIANTS = ("same", "per-learner")
COUNT = 10
"""Puzzles that are chosen where no number is given."""

TITLE = "Assignment"
"""The title where neither the teacher nor a set or a file gives one."""

RULES = """\b
How puzzles are chosen from the bank:

\b
- Of each filter that is given, a puzzle has one of the values.
- What a class must have met first is chosen only where it is asked for:
    a comparison of all rule sets                 by its kind, edition
    an exact chance, open hands                   by its kind (chance, line), or its level, 4 or 5
    somebody who has not drawn yet                by the rule point forgot-draw
    at level 1 a double, even in a hand           by a rule point of doubles
    level 5                                       by naming levels
    a rule set with options                       by its name
  Rule points are asked for by misconceptions and by options, too. Where nothing else shows what
  you ask for, it comes as well. Where puzzles are too few, these fill up in this order: rule
  sets with options, level 5, new puzzles made from the seed; then doubles, late draws, open hands,
  chances and comparisons. The notes at the end say which.
- --without-kinds and --without-rule-points leave out what your class has not met: with
  --without-rule-points double-effect there is no double in a hand, owed or played.
- They are spread evenly over the values asked for, then over kinds, levels and rule sets. The
  easier ones stand first.
- Puzzles named by id, those of a set and those of a file stand in the order given, and nothing is
  held back; with --count so many of them are chosen, spread evenly.

\b
With --variants per-learner each learner gets one of up to 8 puzzles of each item:

\b
- They are of the same kind, rule set and difficulty, and as far as possible alike in what is seen:
  cards owed, late draws, cards played, cards shown, plays to choose from, cards that cannot be
  played, players, main rule point. Their answers differ where they can.
- Where fewer than 4 are found, puzzles of the same level are taken too, none more than 5 apart in
  difficulty; then new ones are made.
- Which one a learner gets depends on the assignment and the learner's name alone, capitals and
  spaces aside, so that you can work it out again.

\b
Attempts: with feedback now, how many answers to a puzzle count; otherwise, how many hand-ins.
The same arguments write the same files. A file that is there with other content is not touched,
unless --force is given.
"""


def _listed(names: str, about: str, take: Callable[..., object] = lists) -> Callable[[Any], Any]:
    """An option that takes words parted by commas, and may be given several times."""
    return click.option(*names.split(), multiple=True, callback=take, metavar="A,B", help=about)


@click.command(epilog=RULES)
@click.argument("words", nargs=-1, metavar="[ID|SET]...")
@click.option("--title", help="Its title; that of the set or the file, unless told otherwise.")
@_listed("--rules", "Rule set: 1980, or one with options in full.")
@_listed("--kinds --kind kinds", "Kind of question.")
@_listed("--rule-points --rule-point rule_points", "Id of a rule point.")
@_listed("--levels --level levels", "1 to 5; 2-4 is 2,3,4.", assign_words.levels)
@_listed("--misconceptions --misconception misconceptions", "Id of a misconception.")
@_listed("--without-kinds --without-kind without_kinds", "Kind of question to leave out.")
@_listed(
    "--without-rule-points --without-rule-point without_rule_points",
    "Id of a rule point to leave out.",
)
@from_file
@click.option(
    "--count",
    type=click.IntRange(1, MOST_ITEMS),
    help=f"How many puzzles; {COUNT} of the bank, all that are named, unless told otherwise.",
)
@click.option(
    "--seed",
    default="0",
    show_default=True,
    callback=assign_words.seed,
    help="The same seed, the same puzzles.",
)
@click.option(
    "--points",
    type=click.IntRange(1, MOST_POINTS),
    default=1,
    show_default=True,
    help="Points for each puzzle.",
)
@click.option(
    "--attempts",
    type=click.IntRange(0, MOST_ATTEMPTS),
    default=1,
    show_default=True,
    help="Attempts that count; 0 for any number.",
)
@click.option(
    "--feedback",
    type=click.Choice([each.value for each in Feedback]),
    default=Feedback.NOW.value,
    show_default=True,
    help="When learners are told what is right: at once, once handed in, or never.",
)
@click.option("--variants", type=click.Choice(VARIANTS), default=SAME, show_default=True)
@click.option(
    "--due",
    callback=assign_words.due,
    metavar="TIME",
    help="When it is to be handed in, with its zone: 2026-12-01T18:00+01:00.",
)
@click.option(
    "--site",
    "address",
    callback=assign_words.site,
    metavar="URL",
    help="Where the docs site is that has the practice page, for the link.",
)
@_listed("--export exports", f"For an LMS: {', '.join(EXPORTS)}.", some_of(tuple(EXPORTS)))
@click.option(
    "--nbgrader", "for_nbgrader", is_flag=True, help="A source notebook for nbgrader too."
)
@on_paper
@click.option("--force", is_flag=True, help="Write over files that have other content.")
@click.option(
    "-o",
    "--output",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Where the files go; it is made if need be.",
)
def assign(
    words: tuple[str, ...],
    title: str | None,
    rules: tuple[str, ...],
    kinds: tuple[str, ...],
    rule_points: tuple[str, ...],
    levels: tuple[int, ...],
    misconceptions: tuple[str, ...],
    without_kinds: tuple[str, ...],
    without_rule_points: tuple[str, ...],
    file: Path | None,
    count: int | None,
    seed: str,
    points: int,
    attempts: int,
    feedback: str,
    variants: str,
    due: str,
    address: str,
    exports: tuple[str, ...],
    for_nbgrader: bool,
    roster: Roster | None,
    per_page: int,
    force: bool,
    folder: Path,
) -> None:
    """Set puzzles for a class: from the bank by filters, by id, a shipped SET, or your own file.

    Written are the assignment's file, a notebook, a link for the practice page, and a sheet to
    print with its key. No answer is in what learners get.
    """
    filters = Filters(rules, kinds, rule_points, misconceptions, levels)
    without = Filters(kinds=without_kinds, rule_points=without_rule_points)
    if words and (filters != EVERYTHING or without != EVERYTHING):
        message = "puzzles that are named are taken as they are; leave out the names or the filters"
        raise click.UsageError(message)
    per_learner = variants == PER_LEARNER
    if per_learner and for_nbgrader:
        message = (
            "nbgrader gives all learners the same notebook; leave out --variants or --nbgrader"
        )
        raise click.UsageError(message)
    with errors_told(as_json=False):
        wish = wish_of(filters, without, holds_back=not (words or file))
        source = _Source(words, sound_file(file) if file else None, wish, seed)
        with Console(stderr=True).status("looking for puzzles"):
            drawn = source.drawn(count, per_learner=per_learner)
        title = source.title if title is None else title
        given = Conditions(title, points, Feedback(feedback), attempts, due)
        assignment = made(drawn.pools, given)
        written = papers(
            assignment,
            address,
            exports,
            for_nbgrader=for_nbgrader,
            roster=roster,
            per_page=per_page,
        )
        try:
            files = {paper.name: paper.content for paper in written.files}
            put_files(folder, files, force=force)
        except ClashError as error:
            raise click.ClickException(f"{error.message}; --force writes over it") from error
    notes = notes_on(drawn, wish, per_learner=per_learner)
    for line in summary(assignment, written, folder, drawn, notes):
        click.echo(line)


class _Source:
    """Where the puzzles of an assignment come from: the bank, or what a teacher names."""

    def __init__(
        self, words: tuple[str, ...], file: PuzzleFile | None, wish: Wish, seed: str
    ) -> None:
        self._words, self._file, self._wish, self._seed = words, file, wish, seed

    @property
    def title(self) -> str:
        """What the assignment is called where the teacher does not say."""
        if self._file:
            return self._file.title or TITLE
        is_set = len(self._words) == 1 and self._words[0] in bank.sets()
        return bank.title_of_set(self._words[0]) if is_set else TITLE

    def drawn(self, count: int | None, *, per_learner: bool) -> Drawn:
        """The puzzles of each item. Raises :class:`NotationError` where there are too few."""
        chosen = self._chosen(count, per_learner)
        if not per_learner:
            return pools_of_one(chosen)
        spares = self._file.entries if self._file else (), bank.index().values()
        return pools_alike(chosen, spares, self._wish, self._seed)

    def _chosen(self, count: int | None, per_learner: bool) -> tuple[Entry, ...]:
        named_ = self._named
        if named_ is None or count is not None:
            return choose(
                bank.index().values() if named_ is None else named_,
                self._wish,
                count or COUNT,
                self._seed,
                in_pools=per_learner,
                goes_on=named_ is None,
            )
        if not named_:
            raise NotationError("no puzzle of the file passes these filters")
        return named_

    @property
    def _named(self) -> tuple[Entry, ...] | None:
        """The puzzles that are named, in their order; None where any of the bank will do."""
        if self._words:
            return named(self._words, self._file)
        if self._file:
            return tuple(filter(self._wish.passes, self._file.entries))
        return None
