"""What ``grade`` and ``report`` have in common: their options, and a class graded by them."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, fields
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import Any

import click

from ono_tutor.classroom import assignment_file
from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.assignment_link import find_assignment
from ono_tutor.classroom.grading.grade import (
    GradedLearner,
    GradingProgress,
    OnProgress,
    grade_class,
)
from ono_tutor.classroom.grading.marks_folder import FEEDBACK, TABLES, is_page, is_unfinished
from ono_tutor.classroom.grading.paper_answers import PaperAnswers
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.grading.summary import FewNames
from ono_tutor.classroom.marking import Late
from ono_tutor.classroom.report import report_json
from ono_tutor.classroom.submissions import files
from ono_tutor.classroom.submissions.files import (
    Cause,
    FaultError,
    RefusedFile,
    Submission,
    printable_name,
)
from ono_tutor.classroom.submissions.find import find_submissions
from ono_tutor.cli.streams import Command, progress_bar
from ono_tutor.cli.workers import worker_pool
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.strict_json import LIMITS, JsonError, read_json

STATUS = """\
Exit status: 0 everything was graded, 1 something was refused or could not be read, 2 wrong usage.
"""
REPORTS = ("report.html", "report.json")
_FAMILY = assignment_file.FORMAT.partition("/")[0]
"""What the format of every assignment's file begins with, whatever its version."""


class _GivenPath(click.Path):
    """A path that says something; click takes an empty word for the folder one is in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if os.fspath(value) == "":
            self.fail("the word is empty; a variable of the shell may be unset", param, ctx)
        return super().convert(value, param, ctx)


_FILE = click.Path(dir_okay=False, path_type=Path)
_OPTIONS = (
    click.argument("assignment"),
    click.argument(
        "submissions", nargs=-1, metavar="[SUBMISSION]...", type=_GivenPath(path_type=Path)
    ),
    click.option(
        "-o",
        "--output",
        type=_GivenPath(file_okay=False, path_type=Path),
        help="Folder to write to; by default one here, named after the assignment.",
    ),
    click.option(
        "--class", "roster", metavar="ROSTER.csv", type=_FILE, help="Who is in the class."
    ),
    click.option(
        "--late",
        type=click.Choice([each.value for each in Late]),
        default=Late.COUNT.value,
        help="What becomes of answers after the deadline.",
    ),
    click.option(
        "--workers",
        type=click.IntRange(1, 256),
        default=1,
        help="Processes that grade at the same time.",
    ),
    click.option(
        "--answers",
        "paper",
        metavar="GRID.csv",
        type=_FILE,
        help="Answers on paper, typed into a table; grade --form writes an empty one.",
    ),
)


@dataclass(frozen=True, slots=True)
class GradingOptions:
    """What is to be graded, in the words of the command line."""

    assignment: str
    submissions: tuple[Path, ...]
    output: Path | None
    roster: Path | None
    late: str
    workers: int
    paper: Path | None

    def check(self) -> None:
        """Raise :class:`click.UsageError` for nothing to grade, and for more than one assignment.

        A pattern such as ``*.assignment.json`` may find more than one.
        """
        if not (self.submissions or self.paper):
            raise click.UsageError("Missing argument 'SUBMISSION...', or --answers GRID.csv")
        more = [str(path) for path in self.submissions if _is_assignment(path)]
        if more:
            count, names = len(more) + 1, ", ".join(map(printable_name, (self.assignment, *more)))
            message = f"{count} assignments were named; grade takes one: {names}"
            raise click.UsageError(f"{message}. Run the command once for each.")

    def read_assignment(self) -> tuple[Assignment, Roster | None]:
        """Return the assignment and the class list. Raises :class:`OnoError`."""
        return find_assignment(self.assignment), Roster.read(self.roster) if self.roster else None

    def read(self) -> "ClassWork":
        """Return what is to be graded, all of it found. Raises :class:`OnoError`."""
        task, roster = self.read_assignment()
        paper = PaperAnswers.read(self.paper, task) if self.paper else None
        if paper and not roster and not self.submissions:
            roster = paper.roster
        return ClassWork(self, task, roster, paper, find_submissions(self.submissions))


def graded_by(command: Command) -> Command:
    """Give a command the arguments and options of what is graded; it gets them as ``work``."""

    @wraps(command)
    def packed(**given: Any) -> Any:
        work = GradingOptions(
            **{field.name: given.pop(field.name) for field in fields(GradingOptions)}
        )
        return command(work=work, **given)

    for option in reversed(_OPTIONS):
        packed = option(packed)
    return packed


@dataclass(frozen=True, slots=True)
class ClassWork:
    """An assignment and a class to grade; ``roster`` may be that of the answers on paper.

    ``found`` is what the submissions hold, so that one that is missing stops before a file is
    written.
    """

    work: GradingOptions
    task: Assignment
    roster: Roster | None
    paper: PaperAnswers | None
    found: Iterable[Submission | RefusedFile]

    @contextmanager
    def graded(
        self, folder: Path | None, own: FewNames, **more: Any
    ) -> Iterator[Iterator[GradedLearner | RefusedFile]]:
        """Grade the class, in as many processes as are wanted; ``more`` is for ``grade_class``.

        The files that an earlier run wrote into the folder are left alone and counted in ``own``.
        """
        others = _others(self.found, folder, own)
        sources = chain(self.paper.submissions() if self.paper else (), others)
        with worker_pool(self.work.workers) as executor, _progress() as tell:
            outcomes = grade_class(
                self.task,
                sources,
                roster=self.roster,
                late=Late(self.work.late),
                executor=executor,
                tell=tell,
                **more,
            )
            with closing(outcomes):
                yield outcomes


def say_own(own: FewNames, err: bool) -> None:
    """Say how many files were left alone as an earlier run wrote them, and name the first."""
    if own.count:
        first, rest = ", ".join(own.few), own.count - len(own.few)
        template = _OWN_AND_MORE if rest else _OWN
        said: Message = lazy_gettext(template, count=own.count, first=first, rest=rest)
        click.echo(str(said), err=err)


def _is_assignment(path: Path) -> bool:
    try:
        if not path.is_file():
            return False
        raw = files.read_plain_file(str(path), LIMITS.most_bytes)
        found = read_json(raw) if _FAMILY.encode() in raw else None
    except (FaultError, JsonError, OSError, ValueError):
        return False
    return isinstance(found, dict) and str(found.get("format")).startswith(f"{_FAMILY}/")


def _others(
    sources: Iterable[Submission | RefusedFile], folder: Path | None, own: FewNames
) -> Iterator[Submission | RefusedFile]:
    """Yield what was found but for the very files that an earlier run wrote into its folder."""
    for source in sources:
        if folder is None or not _is_own(source, os.path.realpath(folder)):
            yield source
        elif not is_unfinished(Path(source.name).name):
            own.add(source.name)


def _is_own(source: Submission | RefusedFile, folder: str) -> bool:
    """Tell whether a run writes just this file: a table or a report there, or a feedback page."""
    if isinstance(source, RefusedFile) and source.cause != Cause.OTHER_FILE:
        return False
    path = Path(source.name)
    is_here = path.name in (*TABLES, *REPORTS) or is_unfinished(path.name)
    is_there = path.parent.name == FEEDBACK and (is_page(path.name) or is_unfinished(path.name))
    if not (is_here or is_there):
        return False
    # A name is printable, so the folder's name has to be made printable as well.
    parent = printable_name(os.path.realpath(path.parent))
    if is_there and parent == printable_name(os.path.join(folder, FEEDBACK)):  # noqa: PTH118
        return True
    return is_here and parent == printable_name(folder) and not _may_be_answers(source)


def _may_be_answers(found: Submission | RefusedFile) -> bool:
    """Tell whether a file only has the name of a report, as that of a learner may."""
    if isinstance(found, RefusedFile) or not found.name.endswith(".json"):
        return False
    return report_json.FORMAT.encode() not in found.raw


@contextmanager
def _progress() -> Iterator[OnProgress | None]:
    """Show on a terminal first the files that were read, then the learners graded."""
    if not sys.stderr.isatty():
        yield None
        return
    with progress_bar() as bar:
        tasks = {"reading": bar.add_task("reading", total=None)}
        last = GradingProgress("reading", 0)

        def tell(step: GradingProgress) -> None:
            nonlocal last
            if step.stage not in tasks:
                bar.update(tasks["reading"], total=last.done, completed=last.done)
                tasks[step.stage] = bar.add_task(step.stage, total=step.total)
            if step.total or step.done % 50 == 0:
                bar.update(tasks[step.stage], completed=step.done)
            last = step

        yield tell


_OWN = N_("Left alone, for an earlier run wrote them: {count} ({first}).")
_OWN_AND_MORE = N_("Left alone, for an earlier run wrote them: {count} ({first} and {rest} more).")
