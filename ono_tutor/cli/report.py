"""``ono-tutor report``: what a class got wrong, for its teacher."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path

import click

from ono_tutor.atomic_files import WholeFile, output_errors, put_together, sync_folder
from ono_tutor.classroom.find_assignment import find_assignment
from ono_tutor.classroom.folder_lock import locked
from ono_tutor.classroom.grading.grade import Outcome, grade_class
from ono_tutor.classroom.grading.paper_answers import PaperAnswers, PaperReader
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.marking import Late
from ono_tutor.classroom.report.class_analysis import ClassAnalysis
from ono_tutor.classroom.report.groups import Report
from ono_tutor.classroom.report.page import report_page
from ono_tutor.classroom.report.report_json import report_json
from ono_tutor.classroom.submissions.find import Refusal, find_submissions
from ono_tutor.cli.grade_work import (
    OUTPUT,
    SUBMISSION,
    outside,
    progress,
    refuse_assignments,
    started,
)
from ono_tutor.cli.streams import errors_told

MORE = """\
Everything is graded anew, as ono-tutor grade does it. The page "How answers are marked" of the
documentation says what the report holds; ono-tutor docs opens it.

Exit status: 0 everything was graded, 1 something was refused or could not be read, 2 wrong usage.
"""


@click.command(epilog=MORE)
@click.argument("assignment")
@click.argument(
    "submissions",
    nargs=-1,
    metavar="SUBMISSION...",
    type=SUBMISSION,
)
@click.option(
    "-o",
    "--output",
    type=OUTPUT,
    help="Folder for the report; ID-report here, unless told otherwise.",
)
@click.option(
    "--class",
    "roster_path",
    metavar="ROSTER.csv",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Who is in the class.",
)
@click.option(
    "--late",
    type=click.Choice([each.value for each in Late]),
    default=Late.COUNT.value,
    show_default=True,
    help="What becomes of answers after the time that is due.",
)
@click.option(
    "--answers",
    "grid_path",
    metavar="GRID.csv",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Answers on paper, typed into a table; see ono-tutor grade.",
)
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--no-names", is_flag=True, help="Leave out who the learners are.")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON; files with -o.")
def report(
    assignment: str,
    submissions: tuple[Path, ...],
    output: Path | None,
    roster_path: Path | None,
    late: str,
    grid_path: Path | None,
    workers: int,
    no_names: bool,
    as_json: bool,
) -> None:
    """See what a class got wrong: by item, by rule point, by misconception, and who needs what.

    ASSIGNMENT and SUBMISSION are as for ono-tutor grade.
    """
    if not (submissions or grid_path):
        raise click.UsageError("Missing argument 'SUBMISSION...', or --answers GRID.csv")
    refuse_assignments(assignment, submissions)
    with errors_told(as_json):
        task = find_assignment(assignment)
        roster = Roster.read(roster_path) if roster_path else None
        grid = PaperAnswers.read(grid_path, task) if grid_path else None
        if grid and not roster and not submissions:
            roster = grid.roster
        folder = output or (None if as_json else Path(f"{task.id}-report"))
        told = Report(ClassAnalysis(task), is_named=not no_names)
        sources = chain(
            grid.sources() if grid else (), outside(find_submissions(submissions), folder)
        )
        with started(workers) as executor, progress() as tell:
            outcomes = grade_class(
                task,
                sources,
                roster=roster,
                late=Late(late),
                executor=executor,
                reader=PaperReader(grid) if grid else None,
                tell=tell,
            )
            with closing(outcomes):
                _take(told, outcomes)
        if folder:
            write_report(folder, told)
    _tell(told, folder, as_json)
    if told.causes:
        raise SystemExit(1)


def _take(told: Report, outcomes: Iterator[Outcome | Refusal]) -> None:
    """Add all that was graded, and all that was not."""
    for found_ in outcomes:
        if isinstance(found_, Refusal):
            told.refuse(found_)
        else:
            told.analysis.add(found_.marked, is_known=found_.is_known)


def write_report(folder: Path, told: Report) -> None:
    """Write ``report.html`` and ``report.json`` whole, or leave what is there.

    Raises :class:`OutputError`.
    """
    with (
        locked(folder),
        WholeFile(folder / "report.html") as page,
        WholeFile(folder / "report.json") as data,
    ):
        _fill(page, [report_page(told)])
        _fill(data, report_json(told))
        put_together([page, data])
        sync_folder(folder)


def _fill(file: WholeFile, parts: Iterable[str]) -> None:
    with output_errors(file.path):
        file.text.writelines(parts)
    file.finish()


def _tell(told: Report, folder: Path | None, as_json: bool) -> None:
    if as_json:
        for part in report_json(told):
            click.echo(part, nl=False)
        return
    found = told.analysis
    click.echo(f"learners: {found.known}, with something handed in: {found.known_handed_in}")
    if found.unknown:
        click.echo(f"not in the roster: {found.unknown}")
    if told.causes:
        causes = ", ".join(f"{cause}: {count}" for cause, count in told.causes.most_common())
        click.echo(f"files not graded: {told.causes.total()} ({causes})")
    if folder:
        click.echo(f"the report is in {folder / 'report.html'} and {folder / 'report.json'}")
