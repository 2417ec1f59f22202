"""``ono-tutor report`` and ``class``: what a class got wrong, at one assignment or at several."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from ono_tutor.atomic_files import put_files, write_whole
from ono_tutor.classroom.assignment import Assignment, parse_assignment
from ono_tutor.classroom.grading.by_hand import Overrides
from ono_tutor.classroom.grading.grade import GradedLearner, grade_class
from ono_tutor.classroom.grading.mark_book import BOOK, MarkBook
from ono_tutor.classroom.grading.roster import CsvStyle, Roster
from ono_tutor.classroom.marking import LearnerMarks
from ono_tutor.classroom.report.analysis import ClassAnalysis
from ono_tutor.classroom.report.class_report import ClassReport, report_json, report_page
from ono_tutor.classroom.report.over_time import class_csv, class_over_time, class_page
from ono_tutor.cli.grade import (
    STATUS,
    ClassWork,
    choose_late,
    class_work,
    roster_option,
    separator_option,
)
from ono_tutor.cli.streams import (
    DEFAULTS_SHOWN,
    FILE,
    FOLDER,
    add_option,
    json_option,
    report_errors,
)
from ono_tutor.course.list_file import locked_folder
from ono_tutor.course.responses import MarkedResponse, format_responses
from ono_tutor.errors import FileError
from ono_tutor.puzzles.answer import Mark
from ono_tutor.solver.survive import fraction

MORE = f"""\
Without a SUBMISSION it tells of what is in the folder of marks. The page "How answers are marked"
of the documentation says what the report holds; ono-tutor docs opens it.

{STATUS}"""


@click.command("report", epilog=MORE, context_settings=DEFAULTS_SHOWN)
@class_work
@add_option("--marks marks", "Folder of the marks; by default ID-marks.", FOLDER)
@add_option(
    "--responses",
    "Also write who answered which puzzle right, a line each; puzzles rate reads it.",
    FILE,
    metavar="FILE.csv",
)
@add_option("--no-names", "Leave out who the learners are.", is_flag=True)
@json_option("Print the JSON; files with -o.")
def report_command(
    work: ClassWork, marks: Path | None, responses: Path | None, no_names: bool, as_json: bool
) -> None:
    """See what a class got wrong: by item, by rule point, by misconception, and who needs what.

    ASSIGNMENT and SUBMISSION are as for ono-tutor grade. The report goes into the folder ID-report.
    """
    task, roster = work.task, work.roster
    with report_errors(as_json):
        marks = marks or work.marks_folder
        work.check_paths(marks)
        folder = work.output or (None if as_json else Path(f"{task.id}-report"))
        report = ClassReport(ClassAnalysis(task), is_named=not no_names)
        rows: list[MarkedResponse] = []
        overrides = Overrides(marks, task, roster)
        with MarkBook.copy(marks / BOOK) as kept:
            late = choose_late(work.late, kept.recall("late"))
        with (
            MarkBook() if work.paths else MarkBook.copy(marks / BOOK, task.id) as book,
            work.graded(folder, book, overrides=overrides, late=late) as outcomes,
        ):
            for each in outcomes:
                report.add(each)
                if isinstance(each, GradedLearner) and not each.choices:
                    number = len(report.analysis.learners)
                    rows += _responses(each.marked, f"learner {number}" if no_names else each.name)
        if folder:
            texts = {
                "report.html": report_page(report),
                "report.json": "".join(report_json(report)),
            }
            with locked_folder(folder):
                put_files(folder, _encoded(texts), force=True)
        if responses:
            write_whole(responses, format_responses(rows))
    if as_json:
        click.echo("".join(report_json(report)), nl=False)
    else:
        _print_summary(report, folder)
    if report.data["refused"]["count"] and work.paths:
        raise SystemExit(1)


def _responses(marked: LearnerMarks, name: str) -> Iterator[MarkedResponse]:
    """Yield what a learner answered."""
    for item in marked.items:
        if item.mark is not Mark.MALFORMED and item.answers:
            mark = Mark.NOT_ATTEMPTED if item.hints else item.mark
            yield MarkedResponse(name, item.puzzle, mark, item.at)


def _print_summary(report: ClassReport, folder: Path | None) -> None:
    learners, refused = report.data["learners"], report.data["refused"]
    causes = ", ".join(f"{cause}: {count}" for cause, count in refused["causes"].items())
    handed_in = f"{report.known_handed_in} of {report.known} learners handed in something."
    for text, count in (
        (handed_in, report.known),
        (
            f"Not counted until you choose a hand-in: {learners['undecided']}.",
            learners["undecided"],
        ),
        (f"Not in the roster: {learners['unknown']}.", learners["unknown"]),
        (f"Not graded: {refused['count']} ({causes}).", refused["count"]),
    ):
        if count:
            click.echo(text)
    if folder:
        click.echo(f"The report is in {folder / 'report.html'} and {folder / 'report.json'}.")


def _encoded(texts: Mapping[str, str]) -> dict[str, bytes]:
    """Return the content of files; half a character must not end the run."""
    return {name: text.encode("utf-8", "backslashreplace") for name, text in texts.items()}


# A class over several assignments


@click.command("class", context_settings=DEFAULTS_SHOWN)
@click.argument(
    "folders",
    nargs=-1,
    required=True,
    metavar="MARKS...",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@roster_option
@add_option(
    "-o --output", "For class.html, class.csv and class.json.", FOLDER, default="class-report"
)
@separator_option
@json_option("Print the JSON, and write nothing.")
def class_command(
    folders: tuple[Path, ...], roster: Path | None, output: Path, separator: CsvStyle, as_json: bool
) -> None:
    """See a class over several assignments: each learner's line, what rises, and who is missing.

    MARKS are folders that ono-tutor grade wrote, such as *-marks.
    """
    with report_errors(as_json):
        people = Roster.read(roster) if roster else None
        assignments: list[tuple[Assignment, Path]] = []
        for folder in {folder.resolve(): folder for folder in folders}.values():
            with MarkBook.copy(folder / BOOK) as book:
                text = book.recall("text")
            if not text:
                message = f"{folder} is no folder of marks; ono-tutor grade makes one"
                raise FileError(message, word=str(folder))
            assignments.append((parse_assignment(text.encode()), folder))
        assignments.sort(key=lambda each: each[0].due_in_utc())
        data = class_over_time((_graded(*each, people) for each in assignments), people)
        indent = None if as_json else 1
        lines = json.dumps(data, ensure_ascii=False, indent=indent, default=fraction)
        if as_json:
            click.echo(lines)
            return
        table = class_csv(data, separator)
        texts = {"class.html": class_page(data), "class.csv": table, "class.json": f"{lines}\n"}
        put_files(output, _encoded(texts), force=True)
    for each in data["assignments"]:
        missing = len(each["missing"])
        click.echo(f"{each['title']}: {each['handed_in']} handed in, {missing} did not.")
    click.echo(f"The class is in {output / 'class.html'}, class.csv and class.json.")


def _graded(
    task: Assignment, folder: Path, people: Roster | None
) -> tuple[Assignment, list[GradedLearner]]:
    """Return an assignment with what the mark book of its folder earns."""
    overrides = Overrides(folder, task, people)
    with MarkBook.copy(folder / BOOK, task.id) as book:
        late = choose_late(None, book.recall("late"))
        outcomes = grade_class(task, (), roster=people, late=late, book=book, overrides=overrides)
        return task, [each for each in outcomes if isinstance(each, GradedLearner)]
