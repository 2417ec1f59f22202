"""``ono-tutor grade``: what a class handed in, graded."""

import json
from contextlib import closing, nullcontext
from itertools import chain
from pathlib import Path

import click
from rich.console import Console

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.find_assignment import find_assignment
from ono_tutor.classroom.grading.grade import Outcome, grade_class
from ono_tutor.classroom.grading.marks_csv import CsvStyle, name_of, notes_of, status_of
from ono_tutor.classroom.grading.marks_folder import MarksFolder, person_of
from ono_tutor.classroom.grading.paper_answers import PaperAnswers, PaperReader, write_form
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.grading.summary import ClassSummary, FewNames
from ono_tutor.classroom.marking import Late
from ono_tutor.classroom.submissions.find import Refusal, find_submissions
from ono_tutor.cli.grade_summary import show_summary
from ono_tutor.cli.grade_work import (
    OUTPUT,
    SUBMISSION,
    outside,
    progress,
    refuse_assignments,
    say_own,
    started,
    uninterrupted,
)
from ono_tutor.cli.streams import errors_told

MORE = """\
The page "How answers are marked" of the documentation says by which rules, and "Where your class
already lives" how marks go into an LMS; ono-tutor docs opens it.

Exit status: 0 everything was graded, 1 something was refused or could not be read, 2 wrong usage.
"""


@click.command(epilog=MORE)
@click.argument("assignment")
@click.argument(
    "submissions",
    nargs=-1,
    metavar="[SUBMISSION]...",
    type=SUBMISSION,
)
@click.option(
    "-o",
    "--output",
    type=OUTPUT,
    help="Folder for the marks; ID-marks here, unless told otherwise.",
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
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option(
    "--answers",
    "grid_path",
    metavar="GRID.csv",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Answers on paper, typed into a table; --form writes an empty one.",
)
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
    help="full: pages tell answers and reasons, even where the assignment tells learners nothing.",
)
@click.option("--no-feedback", is_flag=True, help="Write no page for each learner.")
@click.option(
    "--csv",
    "style",
    type=click.Choice([each.value for each in CsvStyle]),
    default=CsvStyle.COMMA.value,
    show_default=True,
    help="What parts the columns of marks.csv and not-graded.csv; semicolon: decimal commas too.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a learner; files with -o.")
def grade(
    assignment: str,
    submissions: tuple[Path, ...],
    output: Path | None,
    roster_path: Path | None,
    late: str,
    workers: int,
    grid_path: Path | None,
    form: Path | None,
    feedback: str,
    no_feedback: bool,
    style: str,
    as_json: bool,
) -> None:
    """Grade what learners handed in: answers files, folders of them, zip archives of an LMS.

    ASSIGNMENT is an assignment's file, a set that is shipped, such as double-play-1980, or a set
    in one line as in a practice link.
    """
    _check_call(assignment, submissions, grid_path, form)
    with errors_told(as_json):
        task = find_assignment(assignment)
        roster = Roster.read(roster_path) if roster_path else None
        if form:
            write_form(form, task, roster, CsvStyle(style))
            click.echo(f"Written to {form}: a column for each of {len(task.items)} items.")
            return
        grid = PaperAnswers.read(grid_path, task) if grid_path else None
        if grid and not roster and not submissions:
            roster = grid.roster
        folder = output or (None if as_json else Path(f"{task.id}-marks"))
        writing = MarksFolder(folder, task, roster, CsvStyle(style)) if folder else None
        own = FewNames()
        sources = chain(
            grid.sources() if grid else (), outside(find_submissions(submissions), folder, own)
        )
        run = _Run(task, roster, writing, as_json)
        with writing or nullcontext(), started(workers) as executor, progress() as tell:
            outcomes = grade_class(
                task,
                sources,
                roster=roster,
                late=Late(late),
                executor=executor,
                with_feedback=writing is not None and not no_feedback,
                in_full=feedback == "full",
                with_reasons=False,
                reader=PaperReader(grid) if grid else None,
                tell=tell,
            )
            with closing(outcomes):
                for each in outcomes:
                    run.take(each)
            if writing:
                with uninterrupted():
                    writing.put()
    if not as_json:
        show_summary(Console(highlight=False, soft_wrap=True), task, run.tally, roster, writing)
    if own.count:
        click.echo(str(say_own(own)), err=as_json)
    if run.tally.refused:
        raise SystemExit(1)


def _check_call(
    assignment: str, submissions: tuple[Path, ...], grid: Path | None, form: Path | None
) -> None:
    """Raise :class:`click.UsageError` for words that do not go together."""
    if form and (submissions or grid):
        raise click.UsageError("--form writes an empty table and grades nothing")
    if not (submissions or grid or form):
        raise click.UsageError("Missing argument 'SUBMISSION...', or --answers GRID.csv")
    refuse_assignments(assignment, submissions)


class _Run:
    """One run of the command: everything that comes is counted, written and printed."""

    def __init__(
        self, task: Assignment, roster: Roster | None, writing: MarksFolder | None, as_json: bool
    ) -> None:
        self.tally = ClassSummary()
        self._task = task
        self._roster = roster
        self._writing = writing
        self._as_json = as_json

    def take(self, found: Outcome | Refusal) -> None:
        """Take one learner, or one file that was not graded."""
        if isinstance(found, Refusal):
            self._refuse(found)
        else:
            self._add(found)

    def _refuse(self, refusal: Refusal) -> None:
        self.tally.refuse(refusal)
        if self._writing:
            self._writing.refuse(refusal)
        if self._as_json:
            click.echo(json.dumps(_refusal_json(refusal)))

    def _add(self, outcome: Outcome) -> None:
        name = name_of(outcome, person_of(outcome, self._roster))
        self.tally.add(outcome, name)
        if self._writing:
            self._writing.add(outcome)
        if self._as_json:
            click.echo(json.dumps(_outcome_json(outcome, name, self._task.points)))


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


def _refusal_json(refusal: Refusal) -> dict[str, object]:
    fields = {"kind": refusal.cause, "message": refusal.reason, "word": refusal.name, "rule": ""}
    return {"error": fields}
