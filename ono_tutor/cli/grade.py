"""``ono-tutor grade``: what a class handed in, graded; its options are those of ``report`` too."""

import json
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, closing, contextmanager
from functools import wraps
from itertools import chain
from pathlib import Path
from typing import Any

import click

from ono_tutor.classroom.assignment_link import find_assignment
from ono_tutor.classroom.grading.by_hand import PaperAnswers, write_form
from ono_tutor.classroom.grading.grade import (
    CHUNK_LEARNERS,
    GradedLearner,
    OnProgress,
    grade_class,
)
from ono_tutor.classroom.grading.mark_book import BOOK, MarkBook
from ono_tutor.classroom.grading.marks_folder import (
    ARCHIVES,
    FEEDBACK,
    TABLES,
    MarksFolder,
    is_unfinished,
)
from ono_tutor.classroom.grading.roster import CsvStyle, Roster
from ono_tutor.classroom.grading.summary import ClassSummary, refused_lines, summary_lines
from ono_tutor.classroom.marking import Late
from ono_tutor.classroom.report import class_report
from ono_tutor.classroom.submissions import (
    RefusedFile,
    Submission,
    find_submissions,
    printable_name,
)
from ono_tutor.cli.streams import (
    DEFAULTS_SHOWN,
    FILE,
    FOLDER,
    PATH,
    Command,
    add_option,
    check_extra,
    choice_option,
    ignore_interrupts,
    json_option,
    progress_bar,
    report_errors,
    worker_pool,
    workers_option,
)
from ono_tutor.errors import FileError, visible
from ono_tutor.i18n import gettext

STATUS = """\
Exit status: 0 everything was graded, 1 something was refused or could not be read, 2 wrong usage.
"""
MORE = f"""\
The page "How answers are marked" of the documentation says all this in full; ono-tutor docs opens
it.

{STATUS}"""
FAR_AWAY = 200
"""Learners who are sent to a cluster at once."""

CONNECT_SECONDS = 10

REPORTS = ("report.html", "report.json")


roster_option = add_option("--class roster", "Who is in the class.", FILE, metavar="LIST.csv")
separator_option = choice_option("--separator", CsvStyle, "Between columns.")


def choose_late(choice: str | None, remembered: str) -> Late:
    """Return what becomes of late answers: what is chosen now, else what the marks remember."""
    return Late(choice or remembered or Late.COUNT)


class ClassWork:
    """An assignment and a class to grade, read and found before anything is written.

    It takes what it needs out of a command's options. ``roster`` may be that of the answers on
    paper. Raises :class:`OnoError`.
    """

    def __init__(self, options: dict[str, Any]) -> None:
        submissions, roster, paper = map(options.pop, ("submissions", "roster", "paper"))
        self.output, self.late = options.pop("output"), options.pop("late")
        self._workers, self._scheduler = options.pop("workers"), options.pop("scheduler")
        self.task = find_assignment(options.pop("assignment"))
        self.roster = Roster.read(roster) if roster else None
        self.paper = PaperAnswers(paper, self.task) if paper else None
        if self.paper and not self.roster and not submissions:
            self.roster = self.paper.roster
        self.paths = [*submissions, *([paper] if paper else [])]
        self.found = find_submissions(submissions)
        self.marks_folder = Path(f"{self.task.id}-marks")

    def check_paths(self, folder: Path | None, *, fresh: bool = False) -> None:
        """Raise :class:`click.UsageError` if nothing is named and nothing was graded before."""
        if not self.paths and (fresh or folder is None or not (folder / BOOK).exists()):
            raise click.UsageError("Missing argument 'SUBMISSION...', or --paper-answers TABLE.csv")

    @contextmanager
    def graded(
        self, folder: Path | None, book: MarkBook, **more: Any
    ) -> Iterator[Iterator[GradedLearner | RefusedFile]]:
        """Grade the class, in as many processes as are wanted; ``more`` is for ``grade_class``.

        The files that an earlier run wrote into the folder are left alone.
        Raises :class:`FileError` if nothing was found in what is named.
        """
        on_paper: Iterable[Submission | RefusedFile] = ()
        if self.paper:  # these take the place of those that were in the table
            book.forget_table(self.paper.path)
            on_paper = self.paper.submissions()
        far = self._scheduler
        with (
            cluster(far) if far else worker_pool(self._workers) as executor,
            grading_progress() as show_progress,
            closing(
                grade_class(
                    self.task,
                    chain(on_paper, _leave_own(self.found, folder)),
                    roster=self.roster,
                    executor=executor,
                    tell=show_progress,
                    book=book,
                    at_once=FAR_AWAY if far else CHUNK_LEARNERS,
                    **more,
                )
            ) as outcomes,
        ):
            first = next(outcomes, None)
            if self.paths and not book.now:
                where = ", ".join(printable_name(str(path)) for path in self.paths)
                raise FileError(
                    gettext(
                        "there is nothing to grade in {where}: no answers file (.json) and no "
                        "archive (.zip); the marks stay as they were",
                        where=where,
                    )
                )
            yield chain([first] if first else (), outcomes)


def class_work(command: Command) -> Command:
    """Add the arguments and options of what is graded; the command gets them as ``work``."""

    @click.argument("assignment")
    @click.argument("submissions", nargs=-1, metavar="[SUBMISSION]...", type=PATH)
    @add_option("-o --output", kind=FOLDER)
    @roster_option
    @add_option(
        "--late",
        "Answers after the deadline; by default as before, at first count.",
        click.Choice(list(map(str, Late))),
    )
    @add_option("--paper-answers paper", "Answers on paper, typed.", FILE, metavar="TABLE.csv")
    @workers_option("Processor cores.", metavar="N")
    @add_option("--scheduler", "A Dask cluster, as tcp://host:8786.", metavar="ADDRESS")
    @wraps(command)
    def run(**options: Any) -> Any:
        with report_errors(options["as_json"]):
            work = ClassWork(options)
        return command(work=work, **options)

    return run


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Connect to the scheduler of a Dask cluster, whose workers have this package.

    Raises :class:`click.ClickException` where there is none.
    """
    check_extra("distributed", "cluster")
    from distributed import Client  # noqa: PLC0415 - slow to import, and an extra

    try:
        client: Any = Client(  # type: ignore[no-untyped-call]
            address, timeout=CONNECT_SECONDS, set_as_default=False, direct_to_workers=True
        )
    except (OSError, ValueError, TimeoutError) as error:
        message = f"no Dask scheduler answers at {address}: {error or type(error).__name__}"
        raise click.ClickException(message) from error
    with client:
        yield client.get_executor(pure=False)


@contextmanager
def grading_progress() -> Iterator[OnProgress]:
    """Show on a terminal first the files that were read, then the learners graded."""
    with progress_bar() as bar:
        task = bar.add_task("", total=None)

        def show_progress(stage: str, done: int, total: int) -> None:
            bar.update(task, description=stage, total=total, completed=done)

        yield show_progress


def _leave_own(
    sources: Iterable[Submission | RefusedFile], folder: Path | None
) -> Iterator[Submission | RefusedFile]:
    """Yield what was found but for the files that an earlier run wrote into its folder."""
    home = Path(os.path.realpath(folder)) if folder else None
    names = {*TABLES, *REPORTS, *ARCHIVES}
    for source in sources:
        path = Path(os.path.realpath(source.name.partition(" > ")[0]))  # it may be an archive
        in_home = path.parent == home and (path.name in names or is_unfinished(path.name))
        if isinstance(source, RefusedFile):
            is_own = source.cause == "not-answers"
        else:
            is_own = class_report.FORMAT.encode() in source.raw
        if not is_own or not (in_home or (home and home / FEEDBACK in path.parents)):
            yield source


@click.command("grade", epilog=MORE, context_settings=DEFAULTS_SHOWN)
@class_work
@add_option(
    "--paper-form form", "Write the empty table for --paper-answers.", FILE, metavar="TABLE.csv"
)
@choice_option("--pages", ("usual", "full", "none"), "Pages for learners.")
@add_option("--self-contained", "Pages that need no file beside them.", is_flag=True)
@separator_option
@add_option("--fresh", "Forget what was graded before.", is_flag=True)
@json_option("One JSON object a learner; files with -o.")
def grade_command(
    work: ClassWork,
    form: Path | None,
    pages: str,
    self_contained: bool,
    separator: CsvStyle,
    fresh: bool,
    as_json: bool,
) -> None:
    """Grade hand-ins: answers files, folders of them, archives of an LMS.

    ASSIGNMENT is its file, a shipped set such as double-play-1980, or its link. The marks go into
    the folder ID-marks, with all that was graded there before; without a SUBMISSION that is graded
    again.
    """
    task, roster = work.task, work.roster
    if form:
        if work.paths:
            raise click.UsageError("--paper-form writes an empty table and grades nothing")
        with report_errors(as_json):
            write_form(form, task, roster, separator)
        click.echo(f"Written to {form}: a column for each of {len(task.items)} items.")
        return
    with report_errors(as_json):
        folder = work.output or (None if as_json else work.marks_folder)
        work.check_paths(folder, fresh=fresh)
        writing = None
        if folder:
            how = {"fresh": fresh, "self_contained": self_contained}
            writing = MarksFolder(folder, task, roster, separator, **how)
        counted = ClassSummary()
        with ExitStack() as stack:
            book = stack.enter_context(writing).book if writing else stack.enter_context(MarkBook())
            before = book.recall("late")
            counted.late_answers = choose_late(work.late, before)
            counted.is_late_changed = before not in ("", counted.late_answers)
            book.remember("late", counted.late_answers)
            graded = work.graded(
                folder,
                book,
                late=counted.late_answers,
                overrides=writing.overrides if writing else None,
                with_feedback=writing is not None and pages != "none",
                in_full=pages == "full",
                with_reasons=False,
            )
            for each in stack.enter_context(graded):
                name = _count(each, writing, counted, book)
                if as_json and name is not None:
                    click.echo(json.dumps(_as_json(each, name, task.points)))
            if fresh and not book.count:
                for line in () if as_json else refused_lines(counted):
                    click.echo(visible(str(line)), err=True)
                raise FileError(
                    gettext("nothing was handed in that can be graded; the marks stay as they were")
                )
            if writing:
                with ignore_interrupts():
                    writing.put()
            counted.kept, counted.known = book.count, book.known
    if not as_json:
        for line in summary_lines(task, counted, roster, writing):
            print(visible(str(line)))
    if counted.refused:
        raise SystemExit(1)


def _count(
    outcome: GradedLearner | RefusedFile,
    writing: MarksFolder | None,
    summary: ClassSummary,
    book: MarkBook,
) -> str | None:
    """Count a learner or a file that was not graded, write it and return its name.

    Return None for a file that was refused in an earlier run.
    """
    if isinstance(outcome, RefusedFile):
        if writing:
            writing.refuse(outcome)
        if outcome.name not in book.now:
            summary.refused_before += 1
            return None
        summary.refuse(outcome)
        return outcome.name
    summary.add(outcome)
    if writing:
        writing.add(outcome)
    return outcome.name


def _as_json(outcome: GradedLearner | RefusedFile, name: str, points: int) -> dict[str, object]:
    if isinstance(outcome, RefusedFile):
        fields = {"kind": outcome.cause, "message": outcome.reason, "word": name, "rule": ""}
        return {"error": fields}
    marks, is_open = outcome.marked, bool(outcome.choices)
    return {
        "learner": name,
        "earned": None if is_open else marks.earned,
        "out_of": points,
        "answered": None if is_open else marks.answered,
        "late": marks.is_late and not is_open,
        "status": outcome.status,
        "items": [
            {
                "puzzle": item.puzzle,
                "mark": item.mark.value,
                "earned": item.earned,
                "answer": json.loads(item.answer) if item.answer else None,
            }
            for item in (() if is_open else marks.items)
        ],
        "files": list(marks.files),
        "notes": list(outcome.notes),
    }
