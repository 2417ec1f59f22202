"""``ono-tutor grade``: what a class handed in, graded."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from ono_tutor.classroom.grading.csv_files import visible
from ono_tutor.classroom.grading.csv_tables import (
    CsvStyle,
    is_undecided,
    notes_of,
    shown_name,
    status_of,
)
from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.grading.mark_book import MarkBook
from ono_tutor.classroom.grading.marks_folder import MarksFolder, person_of
from ono_tutor.classroom.grading.paper_answers import write_form
from ono_tutor.classroom.grading.summary import (
    ClassSummary,
    FewNames,
    own_line,
    refused_lines,
    summary_lines,
)
from ono_tutor.classroom.submissions.find import RefusedFile
from ono_tutor.cli.grading import (
    STATUS,
    ClassWork,
    GradingOptions,
    choose_late,
    graded_by,
    separator_option,
)
from ono_tutor.cli.streams import (
    DEFAULTS_SHOWN,
    choice_option,
    ignore_interrupts,
    report_errors,
)
from ono_tutor.errors import FileError
from ono_tutor.i18n import gettext

MORE = f"""\
The page "How answers are marked" of the documentation says all this in full; ono-tutor docs opens
it.

{STATUS}"""
PAGES = ("usual", "full", "none")


@click.command("grade", epilog=MORE, context_settings=DEFAULTS_SHOWN)
@graded_by
@click.option(
    *("--paper-form", "form"),
    metavar="TABLE.csv",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the empty table for --paper-answers.",
)
@choice_option("--pages", "--feedback", "pages", values=PAGES, about="Pages for learners.")
@click.option("--self-contained", is_flag=True, help="Pages that need no file beside them.")
@click.option("--no-feedback", is_flag=True, hidden=True)
@separator_option("--separator", "--csv", "style")
@click.option("--fresh", is_flag=True, help="Forget what was graded before.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a learner; files with -o.")
def grade_command(
    work: GradingOptions,
    form: Path | None,
    pages: str,
    self_contained: bool,
    no_feedback: bool,
    style: str,
    fresh: bool,
    as_json: bool,
) -> None:
    """Grade hand-ins: answers files, folders of them, archives of an LMS.

    ASSIGNMENT is its file, a shipped set such as double-play-1980, or its link. The marks go into
    the folder ID-marks, with all that was graded there before; without a SUBMISSION that is graded
    again.
    """
    if form:
        if work.is_given:
            raise click.UsageError("--paper-form writes an empty table and grades nothing")
        with report_errors(as_json):
            task, roster = work.read_assignment()
            write_form(form, task, roster, CsvStyle(style))
        click.echo(f"Written to {form}: a column for each of {len(task.items)} items.")
        return
    work.check()
    with report_errors(as_json):
        given = work.read()
        folder = work.output or (None if as_json else given.marks_folder)
        given.check_given(folder, fresh=fresh)
        task, roster = given.task, given.roster
        writing = (
            MarksFolder(folder, task, roster, CsvStyle(style), fresh=fresh) if folder else None
        )
        counted, own = ClassSummary(), FewNames()
        more: dict[str, Any] = {
            "with_feedback": writing is not None and not no_feedback and pages != "none",
            "in_full": pages == "full",
            "self_contained": self_contained,
            "with_reasons": False,
        }
        with ExitStack() as stack:
            book = stack.enter_context(writing).book if writing else stack.enter_context(MarkBook())
            more["overrides"] = writing.overrides if writing else None
            before = book.recall("late")
            counted.late_answers = more["late"] = choose_late(work.late, before)
            counted.is_late_changed = before not in ("", counted.late_answers)
            book.remember("late", counted.late_answers)
            outcomes = stack.enter_context(given.graded(folder, own, book, **more))
            for each in outcomes:
                name = _count(each, given, writing, counted, book)
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
        for line in summary_lines(given.task, counted, given.roster, writing):
            print(visible(str(line)))
    if own.count:
        click.echo(str(own_line(own)), err=as_json)
    if counted.refused:
        raise SystemExit(1)


def _count(
    found: GradedLearner | RefusedFile,
    given: ClassWork,
    writing: MarksFolder | None,
    summary: ClassSummary,
    book: MarkBook,
) -> str | None:
    """Count one learner, or one file that was not graded, write it and return what it is called.

    Of a file that was refused in an earlier run nothing is returned.
    """
    if isinstance(found, RefusedFile):
        if writing:
            writing.refuse(found)
        if not book.is_from_now(found.name):
            summary.refused_before += 1
            return None
        summary.refuse(found)
        return found.name
    name = shown_name(found, person_of(found, given.roster))
    summary.add(found, name)
    if writing:
        writing.add(found)
    return name


def _as_json(outcome: GradedLearner | RefusedFile, name: str, points: int) -> dict[str, object]:
    if isinstance(outcome, RefusedFile):
        fields = {"kind": outcome.cause, "message": outcome.reason, "word": name, "rule": ""}
        return {"error": fields}
    found = outcome.marked
    is_open = is_undecided(outcome)
    return {
        "learner": name,
        "earned": None if is_open else found.earned,
        "out_of": points,
        "answered": None if is_open else found.answered,
        "late": found.is_late and not is_open,
        "status": status_of(outcome),
        "items": [
            {
                "puzzle": item.puzzle,
                "mark": item.mark.value,
                "earned": item.earned,
                "answer": json.loads(item.answer) if item.answer else None,
            }
            for item in (() if is_open else found.items)
        ],
        "files": list(found.files),
        "notes": list(notes_of(outcome)),
    }
