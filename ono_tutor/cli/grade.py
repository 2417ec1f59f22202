"""``ono-tutor grade``: what a class handed in, graded."""

import json
from contextlib import nullcontext
from pathlib import Path

import click
from rich.console import Console

from ono_tutor.classroom.grading.csv_tables import CsvStyle, name_of, notes_of, status_of
from ono_tutor.classroom.grading.grade import Outcome
from ono_tutor.classroom.grading.marks_folder import MarksFolder, person_of
from ono_tutor.classroom.grading.paper_answers import write_form
from ono_tutor.classroom.grading.summary import ClassSummary, FewNames
from ono_tutor.classroom.submissions.source import RefusedFile
from ono_tutor.cli.grade_summary import show_summary
from ono_tutor.cli.grading import STATUS, ClassWork, Work, graded_by, say_own
from ono_tutor.cli.streams import errors_told
from ono_tutor.cli.workers import interrupts_held

MORE = f"""\
The page "How answers are marked" of the documentation says by which rules, and "Where your class
already lives" how marks go into an LMS; ono-tutor docs opens it.

{STATUS}"""


@click.command(epilog=MORE)
@graded_by
@click.option(
    "--form",
    metavar="FORM.csv",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the empty table for --answers, with the names of --class, and stop.",
)
@click.option(
    "--feedback",
    type=click.Choice(["usual", "full"]),
    default="usual",
    show_default=True,
    help="full: pages give answers and reasons, even if the assignment tells learners nothing.",
)
@click.option("--no-feedback", is_flag=True, help="Write no page for each learner.")
@click.option(
    "--csv",
    "style",
    type=click.Choice([each.value for each in CsvStyle]),
    default=CsvStyle.COMMA.value,
    show_default=True,
    help="Between the columns of marks.csv and not-graded.csv; semicolon: decimal commas too.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a learner; files with -o.")
def grade(
    work: Work, form: Path | None, feedback: str, no_feedback: bool, style: str, as_json: bool
) -> None:
    """Grade what learners handed in: answers files, folders of them, zip archives of an LMS.

    ASSIGNMENT is an assignment's file, a set that is shipped, such as double-play-1980, or a set
    in one line as in a practice link. The marks go into the folder ID-marks.
    """
    if form:
        with errors_told(as_json):
            _write_form(work, form, CsvStyle(style))
        return
    work.check()
    with errors_told(as_json):
        given = work.read()
        folder = work.output or (None if as_json else Path(f"{given.task.id}-marks"))
        writing = MarksFolder(folder, given.task, given.roster, CsvStyle(style)) if folder else None
        run, own = _Run(given, writing, as_json), FewNames()
        pages = {
            "with_feedback": writing is not None and not no_feedback,
            "in_full": feedback == "full",
            "with_reasons": False,
        }
        with writing or nullcontext(), given.graded(folder, own, **pages) as outcomes:
            for each in outcomes:
                run.take(each)
            if writing:
                with interrupts_held():
                    writing.put()
    if not as_json:
        console = Console(highlight=False, soft_wrap=True)
        show_summary(console, given.task, run.summary, given.roster, writing)
    say_own(own, err=as_json)
    if run.summary.refused:
        raise SystemExit(1)


def _write_form(work: Work, form: Path, style: CsvStyle) -> None:
    if work.submissions or work.paper:
        raise click.UsageError("--form writes an empty table and grades nothing")
    task, roster = work.read_assignment()
    write_form(form, task, roster, style)
    click.echo(f"Written to {form}: a column for each of {len(task.items)} items.")


class _Run:
    """One run of the command: everything that comes is counted, written and printed."""

    def __init__(self, given: ClassWork, writing: MarksFolder | None, as_json: bool) -> None:
        self.summary = ClassSummary()
        self._given = given
        self._writing = writing
        self._as_json = as_json

    def take(self, found: Outcome | RefusedFile) -> None:
        """Take one learner, or one file that was not graded."""
        if isinstance(found, RefusedFile):
            self.summary.refuse(found)
            if self._writing:
                self._writing.refuse(found)
            self._print(_refusal_json(found))
        else:
            name = name_of(found, person_of(found, self._given.roster))
            self.summary.add(found, name)
            if self._writing:
                self._writing.add(found)
            self._print(_outcome_json(found, name, self._given.task.points))

    def _print(self, told: dict[str, object]) -> None:
        if self._as_json:
            click.echo(json.dumps(told))


def _outcome_json(outcome: Outcome, name: str, points: int) -> dict[str, object]:
    found = outcome.marked
    return {
        "learner": name,
        "earned": found.earned,
        "points": points,
        "answered": found.answered,
        "late": found.is_late,
        "status": status_of(outcome),
        "items": [
            {
                "puzzle": item.puzzle,
                "mark": item.mark.value,
                "earned": item.earned,
                "answer": json.loads(item.answer) if item.answer else None,
            }
            for item in found.items
        ],
        "files": list(found.files),
        "notes": list(notes_of(outcome)),
    }


def _refusal_json(refusal: RefusedFile) -> dict[str, object]:
    fields = {"kind": refusal.cause, "message": refusal.reason, "word": refusal.name, "rule": ""}
    return {"error": fields}
