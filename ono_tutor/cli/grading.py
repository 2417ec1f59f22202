"""What ``grade`` and ``report`` have in common: their options, and a class graded by them."""

import os
from collections.abc import Callable, Iterable, Iterator
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
from ono_tutor.classroom.grading.csv_tables import CsvStyle
from ono_tutor.classroom.grading.grade import GradedLearner, grade_class
from ono_tutor.classroom.grading.mark_book import BOOK, MarkBook
from ono_tutor.classroom.grading.marks_folder import (
    ARCHIVES,
    FEEDBACK,
    TABLES,
    is_page,
    is_unfinished,
)
from ono_tutor.classroom.grading.paper_answers import PaperAnswers
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.grading.summary import FewNames
from ono_tutor.classroom.marking import Late
from ono_tutor.classroom.report import report_json
from ono_tutor.classroom.report.feedback import SHARED
from ono_tutor.classroom.submissions.find import (
    RefusedFile,
    Submission,
    UnreadableError,
    find_submissions,
    printable_name,
    read_plain_file,
)
from ono_tutor.cli.streams import Command, GivenPath, choice_option
from ono_tutor.cli.workers import cluster, grading_progress, worker_pool
from ono_tutor.errors import FileError
from ono_tutor.i18n import gettext
from ono_tutor.strict_json import LIMITS, JsonError, read_json

STATUS = """\
Exit status: 0 everything was graded, 1 something was refused or could not be read, 2 wrong usage.
"""
FAR_AWAY = 200
"""Learners who are sent to a cluster at once."""

REPORTS = ("report.html", "report.json")
_FAMILY = assignment_file.FORMAT.partition("/")[0]
"""What the format of every assignment's file begins with, whatever its version."""


_FILE = click.Path(dir_okay=False, path_type=Path)


roster_option = click.option(
    "--class", "roster", metavar="LIST.csv", type=_FILE, help="Who is in the class."
)
late_option = click.option(
    "--late",
    type=click.Choice(list(map(str, Late))),
    help="Answers after the deadline; by default as before, at first count.",
)


def choose_late(choice: str | None, remembered: str) -> Late:
    """Return what becomes of late answers: what is chosen now, else what the marks remember."""
    return Late(choice or remembered or Late.COUNT)


def separator_option(*names: str) -> Callable[[Command], Command]:
    """Make the option of what parts the columns of tables for people."""
    return choice_option(*names, values=CsvStyle, about="Between columns.")


_OPTIONS = (
    click.argument("assignment"),
    click.argument(
        "submissions", nargs=-1, metavar="[SUBMISSION]...", type=GivenPath(path_type=Path)
    ),
    click.option(
        "-o", "--output", metavar="FOLDER", type=GivenPath(file_okay=False, path_type=Path)
    ),
    roster_option,
    late_option,
    click.option(
        *("--paper-answers", "paper"),
        metavar="TABLE.csv",
        type=_FILE,
        help="Answers on paper, typed.",
    ),
    click.option(
        "--workers", type=click.IntRange(1, 256), default=1, metavar="N", help="Processor cores."
    ),
    click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster, as tcp://host:8786."),
)


@dataclass(frozen=True, slots=True)
class GradingOptions:
    """The hand-ins and options of the command line."""

    assignment: str
    submissions: tuple[Path, ...]
    output: Path | None
    roster: Path | None
    late: str | None
    paper: Path | None
    workers: int
    scheduler: str | None

    def check(self) -> None:
        """Raise :class:`click.UsageError` for more than one assignment.

        A pattern such as ``*.assignment.json`` may find more than one.
        """
        more = [str(path) for path in self.submissions if _is_assignment(path)]
        if more:
            count, names = len(more) + 1, ", ".join(map(printable_name, (self.assignment, *more)))
            message = f"{count} assignments were named; grade takes one: {names}"
            raise click.UsageError(f"{message}. Run the command once for each.")

    @property
    def is_given(self) -> bool:
        """Return whether anything to grade was named."""
        return bool(self.submissions or self.paper)

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

    found: Command = packed
    for option in reversed(_OPTIONS):
        found = option(found)
    return found


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

    @property
    def marks_folder(self) -> Path:
        """The folder of the marks where none is named."""
        return Path(f"{self.task.id}-marks")

    def check_given(self, folder: Path | None, *, fresh: bool = False) -> None:
        """Raise :class:`click.UsageError` where nothing is given and nothing was graded before."""
        if self.work.is_given:
            return
        if fresh or folder is None or not (folder / BOOK).exists():
            raise click.UsageError("Missing argument 'SUBMISSION...', or --paper-answers TABLE.csv")

    @contextmanager
    def graded(
        self, folder: Path | None, own: FewNames, book: MarkBook, **more: Any
    ) -> Iterator[Iterator[GradedLearner | RefusedFile]]:
        """Grade the class, in as many processes as are wanted; ``more`` is for ``grade_class``.

        The files that an earlier run wrote into the folder are left alone and counted in ``own``.
        Raises :class:`FileError` where nothing was found in what is given.
        """
        on_paper: Iterable[Submission | RefusedFile] = ()
        if self.paper:  # these take the place of those that were in the table
            book.forget_table(self.paper.path)
            on_paper = self.paper.submissions()
        far, count = self.work.scheduler, self.work.workers
        with (
            cluster(far) if far else worker_pool(count) as executor,
            grading_progress() as tell,
            closing(
                grade_class(
                    self.task,
                    chain(on_paper, _leave_own(self.found, folder, own)),
                    roster=self.roster,
                    executor=executor,
                    tell=tell,
                    book=book,
                    at_once=FAR_AWAY if far else 0,
                    **more,
                )
            ) as outcomes,
        ):
            first = next(outcomes, None)
            if self.work.is_given and not book.given_now:
                paths = filter(None, (*self.work.submissions, self.work.paper))
                where = ", ".join(printable_name(str(path)) for path in paths)
                raise FileError(
                    gettext(
                        "there is nothing to grade in {where}: no answers file (.json) and no "
                        "archive (.zip); the marks stay as they were",
                        where=where,
                    )
                )
            yield chain([first] if first else (), outcomes)


def _is_assignment(path: Path) -> bool:
    try:
        if not path.is_file():
            return False
        raw = read_plain_file(str(path), LIMITS.most_bytes)
        found = read_json(raw) if _FAMILY.encode() in raw else None
    except (UnreadableError, JsonError, OSError, ValueError):
        return False
    return isinstance(found, dict) and str(found.get("format")).startswith(f"{_FAMILY}/")


def _leave_own(
    sources: Iterable[Submission | RefusedFile], folder: Path | None, own: FewNames
) -> Iterator[Submission | RefusedFile]:
    """Yield what was found but for the very files that an earlier run wrote into its folder.

    Of these, pages, tables and reports are counted in ``own``.
    """
    home = os.path.realpath(folder) if folder else ""
    for source in sources:
        if not home or not _is_own(source, home):
            yield source
            continue
        path = Path(source.name)
        is_shared = path.parent.name == SHARED
        if not (is_shared or is_unfinished(path.name) or _file_of(source).name in ARCHIVES):
            own.add(source.name)


def _file_of(source: Submission | RefusedFile) -> Path:
    """Return the file on the disk, which may be an archive with the source in it."""
    return Path(source.name.partition(" > ")[0])


def _is_own(source: Submission | RefusedFile, home: str) -> bool:
    """Check if a run writes just this file: a table or a report there, or a feedback page."""
    if isinstance(source, RefusedFile) and source.cause != "other-file":
        return False
    path = _file_of(source)
    is_left = is_unfinished(path.name)
    feedback = os.path.join(home, FEEDBACK)  # noqa: PTH118
    shared = os.path.join(feedback, SHARED)  # noqa: PTH118
    written = {
        home: is_left or path.name in (*TABLES, *REPORTS, *ARCHIVES),
        feedback: is_left or is_page(path.name),
        shared: is_left or path.suffix in (".css", ".svg"),
    }
    places = [place for place, is_written in written.items() if is_written]
    if not places:
        return False
    # A name is printable, so the folders' names have to be made printable as well.
    parent = printable_name(os.path.realpath(path.parent))
    if parent not in map(printable_name, places):
        return False
    if isinstance(source, Submission) and source.name.endswith(".json"):
        return report_json.FORMAT.encode() in source.raw  # else answers that are called so
    return True
