"""``ono-tutor grade``: what a class handed in, graded."""

import json
from contextlib import closing, nullcontext
from pathlib import Path

import click
from rich.console import Console

from ono_tutor.classroom.assigning.finding import found_assignment
from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.collecting.submissions import Refusal, found
from ono_tutor.classroom.grading.class_grading import Outcome, graded
from ono_tutor.classroom.grading.marks_csv import name_of, status_of
from ono_tutor.classroom.grading.output_folder import OutputFolder, person_of
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.grading.tally import Tally
from ono_tutor.classroom.marking import Late
from ono_tutor.cli.grade_summary import show_summary
from ono_tutor.cli.grade_work import outside, progress, started
from ono_tutor.cli.stream import errors_told

RULES = """\b
What is graded, and how:

\b
- Every answer is judged anew; marks in files are passed over, no code of a learner's runs.
- Files belong together by the learner's name in them; capitals and spaces do not matter.
- The same bytes twice count once, and that is told. Different files are read as one.
- A part of the tasks may be answered: the others earn nothing.
- Late answers (after the assignment's time) count and are marked, or are refused one by one with
  --late refuse. An answer without a time is in time.
- Files for another assignment, of another version of the format, or broken, are refused by name;
  not-graded.csv has the reason. The rest is graded.

\b
With --class ROSTER.csv, whose first line names the columns (learner, and if there is one email;
or a gradebook exported from Canvas, or participants or grades exported from Moodle):

\b
- Everyone in it is listed, in its order; who handed in nothing is "missing", with 0 points.
- A learner is found by the name, or by one of the ids there, such as the email address.
- Who is not in it is graded and "unknown". So is who has a name that two people of it share.

\b
The imports of Moodle and Canvas hold who handed in something and is known (without a roster:
everyone). Who is missing is left out, so that no excuse or extension is overwritten; both systems
fill in zeros on request.

\b
Moodle: Grades, Import, CSV file. Map from: the first column. Map to: what it is, such as
useremail. Map the points, or the percent, to a grade item; a new item is marked out of 100.
Canvas: Grades, Import. The column is the assignment of that name, or a new one.

\b
The tables are replaced whole at the end of a run, or not at all; feedback pages of learners who
are no longer there stay. Exit status: 0 everything was graded, 1 something was refused or could
not be read, 2 wrong usage.
"""


@click.command(epilog=RULES)
@click.argument("assignment")
@click.argument(
    "submissions",
    nargs=-1,
    required=True,
    metavar="SUBMISSION...",
    type=click.Path(path_type=Path),
)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
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
@click.option("--no-feedback", is_flag=True, help="Write no page for each learner.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a learner; files with -o.")
def grade(
    assignment: str,
    submissions: tuple[Path, ...],
    output: Path | None,
    roster_path: Path | None,
    late: str,
    workers: int,
    no_feedback: bool,
    as_json: bool,
) -> None:
    """Grade what learners handed in: answers files, folders of them, zip archives of an LMS.

    ASSIGNMENT is an assignment's file, a set that is shipped, such as double-play-1980, or a set
    in one line as in a practice link.
    """
    with errors_told(as_json):
        task = found_assignment(assignment)
        roster = Roster.read(roster_path) if roster_path else None
        folder = output or (None if as_json else Path(f"{task.id}-marks"))
        writing = OutputFolder(folder, task, roster) if folder else None
        sources = outside(found(submissions), folder)
        run = _Run(task, roster, writing, as_json)
        with writing or nullcontext(), started(workers) as executor, progress() as tell:
            outcomes = graded(
                task,
                sources,
                roster=roster,
                late=Late(late),
                executor=executor,
                with_feedback=writing is not None and not no_feedback,
                with_reasons=False,
                tell=tell,
            )
            with closing(outcomes):
                for each in outcomes:
                    run.take(each)
            if writing:
                writing.put()
    if not as_json:
        show_summary(Console(highlight=False, soft_wrap=True), task, run.tally, roster, writing)
    if run.tally.refused:
        raise SystemExit(1)


class _Run:
    """One run of the command: everything that comes is counted, written and printed."""

    def __init__(
        self, task: Assignment, roster: Roster | None, writing: OutputFolder | None, as_json: bool
    ) -> None:
        self.tally = Tally()
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
        "notes": list(found.notes),
    }


def _refusal_json(refusal: Refusal) -> dict[str, object]:
    fields = {"kind": refusal.cause, "message": refusal.reason, "word": refusal.name, "rule": ""}
    return {"error": fields}
