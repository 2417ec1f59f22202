"""``ono-tutor report``: what a class got wrong, for its teacher."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ono_tutor.atomic_files import WholeFile, output_errors, put_together, sync_folder
from ono_tutor.classroom.grading.mark_book import BOOK, MarkBook
from ono_tutor.classroom.grading.marks_folder import locked_folder
from ono_tutor.classroom.grading.overrides import Overrides
from ono_tutor.classroom.grading.summary import FewNames
from ono_tutor.classroom.marking import LearnerMarks
from ono_tutor.classroom.report.class_analysis import ClassAnalysis
from ono_tutor.classroom.report.groups import ClassReport
from ono_tutor.classroom.report.page import report_page
from ono_tutor.classroom.report.report_json import report_json
from ono_tutor.classroom.submissions.files import RefusedFile
from ono_tutor.cli.grading import STATUS, GradingOptions, graded_by, say_own
from ono_tutor.cli.streams import DEFAULTS_SHOWN, errors_told
from ono_tutor.course.responses import MarkedResponse, format_responses
from ono_tutor.puzzles.answer import Mark

MORE = f"""\
Without a SUBMISSION it tells of what is in the folder of marks. The page "How answers are marked"
of the documentation says what the report holds; ono-tutor docs opens it.

{STATUS}"""


@click.command("report", epilog=MORE, context_settings=DEFAULTS_SHOWN)
@graded_by
@click.option(
    "--marks",
    "marks",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the marks; by default ID-marks.",
)
@click.option(
    "--responses",
    metavar="FILE.csv",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write who answered which puzzle right, a line each; puzzles rate reads it.",
)
@click.option("--no-names", is_flag=True, help="Leave out who the learners are.")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON; files with -o.")
def report_command(
    work: GradingOptions,
    marks: Path | None,
    responses: Path | None,
    no_names: bool,
    as_json: bool,
) -> None:
    """See what a class got wrong: by item, by rule point, by misconception, and who needs what.

    ASSIGNMENT and SUBMISSION are as for ono-tutor grade. The report goes into the folder ID-report.
    """
    work.check()
    with errors_told(as_json):
        given, own = work.read(), FewNames()
        marks = marks or given.marks_folder
        given.check_given(marks)
        folder = work.output or (None if as_json else Path(f"{given.task.id}-report"))
        told = ClassReport(ClassAnalysis(given.task), is_named=not no_names)
        rows: list[MarkedResponse] = []
        kept = MarkBook() if work.is_given else MarkBook.kept(marks / BOOK, given.task.id)
        overrides = Overrides.read(marks, given.task, given.roster)
        with kept as book, given.graded(folder, own, book, overrides=overrides) as outcomes:
            for each in outcomes:
                if isinstance(each, RefusedFile):
                    told.refuse(each)
                else:
                    told.analysis.add(each.marked, is_known=each.is_known)
                    rows += _responses(each.marked, told) if responses else ()
        if folder:
            write_report(folder, told)
        if responses:
            with WholeFile(responses) as table:
                _fill(table, [format_responses(rows)])
                put_together([table])
    say_own(own, err=True)
    _tell(told, folder, as_json)
    if told.causes and work.is_given:
        raise SystemExit(1)


def _responses(marked: LearnerMarks, told: ClassReport) -> Iterator[MarkedResponse]:
    """Yield what a learner answered; without names a learner is a number."""
    name = marked.learner.name if told.is_named else f"learner {len(told.analysis)}"
    for item in marked.items:
        if item.mark is not Mark.MALFORMED and item.answers:
            mark = Mark.NOT_ATTEMPTED if item.hints else item.mark
            yield MarkedResponse(name, item.puzzle, mark, item.at)


def write_report(folder: Path, told: ClassReport) -> None:
    """Write ``report.html`` and ``report.json`` whole, or leave what is there.

    Raises :class:`OutputError`.
    """
    with (
        locked_folder(folder),
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


def _tell(told: ClassReport, folder: Path | None, as_json: bool) -> None:
    if as_json:
        for part in report_json(told):
            click.echo(part, nl=False)
        return
    found = told.analysis
    click.echo(f"{found.known_handed_in} of {found.known} learners handed in something.")
    if found.unknown:
        click.echo(f"Not in the roster: {found.unknown}.")
    if told.causes:
        causes = ", ".join(f"{cause}: {count}" for cause, count in told.causes.most_common())
        click.echo(f"Not graded: {told.causes.total()} ({causes}).")
    if folder:
        click.echo(f"The report is in {folder / 'report.html'} and {folder / 'report.json'}")
