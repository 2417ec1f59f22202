"""``ono-tutor class``: a class over several assignments."""

import json
from pathlib import Path

import click

from ono_tutor.atomic_files import put_files
from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.assignment_file import parse_assignment
from ono_tutor.classroom.grading.csv_tables import CsvStyle
from ono_tutor.classroom.grading.grade import GradedLearner, grade_class
from ono_tutor.classroom.grading.mark_book import BOOK, MarkBook, MarkBookError
from ono_tutor.classroom.grading.overrides import Overrides
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.marking import Late
from ono_tutor.classroom.report.over_time import ClassOverTime, class_csv, class_json, class_page
from ono_tutor.cli.streams import DEFAULTS_SHOWN, errors_told

MORE = """\
The page "How answers are marked" of the documentation says what is compared; ono-tutor docs opens
it.
"""
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("class", epilog=MORE, context_settings=DEFAULTS_SHOWN)
@click.argument(
    "folders",
    nargs=-1,
    required=True,
    metavar="MARKS...",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@click.option("--class", "roster", metavar="LIST.csv", type=_FILE, help="Who is in the class.")
@click.option(
    "--late",
    type=click.Choice([each.value for each in Late]),
    default=Late.COUNT.value,
    help="Answers after the deadline.",
)
@click.option(
    "-o",
    "--output",
    metavar="FOLDER",
    default="class-report",
    type=click.Path(file_okay=False, path_type=Path),
    help="For class.html, class.csv and class.json.",
)
@click.option(
    "--separator",
    type=click.Choice([each.value for each in CsvStyle]),
    default=CsvStyle.COMMA.value,
    help="Between columns.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the JSON, and write nothing.")
def class_command(
    folders: tuple[Path, ...],
    roster: Path | None,
    late: str,
    output: Path,
    separator: str,
    as_json: bool,
) -> None:
    """See a class over several assignments: each learner's line, what rises, and who is missing.

    MARKS are folders that ono-tutor grade wrote, such as *-marks.
    """
    with errors_told(as_json):
        people = Roster.read(roster) if roster else None
        found = ClassOverTime(people)
        for task, folder in sorted(_assignments(folders), key=lambda each: each[0].due_in_utc()):
            found.add(task, _graded(task, folder, people, Late(late)))
        if as_json:
            click.echo(json.dumps(class_json(found), ensure_ascii=False))
            return
        data = json.dumps(class_json(found), ensure_ascii=False, indent=1) + "\n"
        table = class_csv(found, CsvStyle(separator))
        texts = {"class.html": class_page(found), "class.csv": table, "class.json": data}
        files = {name: text.encode("utf-8", "backslashreplace") for name, text in texts.items()}
        put_files(output, files, force=True)
    for place, analysis in enumerate(found.analyses):
        names = found.missing(place)
        click.echo(f"{analysis.assignment.title}: {analysis.handed_in} handed in, {len(names)} not")
    click.echo(f"The class is in {output / 'class.html'}, class.csv and class.json")


def _assignments(folders: tuple[Path, ...]) -> list[tuple[Assignment, Path]]:
    """Return each folder with the assignment that its mark book is of.

    Raises :class:`MarkBookError` for a folder without a mark book that knows it.
    """
    found = []
    for folder in folders:
        text = MarkBook.assignment_in(folder / BOOK) if (folder / BOOK).exists() else ""
        if not text:
            message = f"{folder} has no mark book; grade into it once more, with this version"
            raise MarkBookError(message, word=str(folder))
        found.append((parse_assignment(text.encode()), folder))
    return found


def _graded(
    task: Assignment, folder: Path, roster: Roster | None, late: Late
) -> list[GradedLearner]:
    overrides = Overrides.read(folder, task, roster)
    with MarkBook.kept(folder / BOOK, task.id) as book:
        outcomes = grade_class(task, (), roster=roster, late=late, book=book, overrides=overrides)
        return [each for each in outcomes if isinstance(each, GradedLearner)]
