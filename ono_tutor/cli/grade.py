"""``ono-tutor grade``: what a class handed in, graded."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.grading.by_learner import NoteTopic
from ono_tutor.classroom.grading.csv_files import visible
from ono_tutor.classroom.grading.csv_tables import CsvStyle, notes_of, shown_name, status_of
from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.grading.mark_book import MarkBook
from ono_tutor.classroom.grading.marks_folder import FEEDBACK, TABLES, MarksFolder, person_of
from ono_tutor.classroom.grading.overrides import OVERRIDES
from ono_tutor.classroom.grading.paper_answers import write_form
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.grading.summary import ClassSummary, FewNames
from ono_tutor.classroom.submissions.files import RefusedFile
from ono_tutor.cli.grading import (
    STATUS,
    ClassWork,
    GradingOptions,
    NothingToGradeError,
    RenamedOption,
    graded_by,
    say_own,
)
from ono_tutor.cli.streams import DEFAULTS_SHOWN, errors_told
from ono_tutor.cli.workers import interrupts_held
from ono_tutor.i18n import N_, Message, lazy_gettext, lazy_ngettext

MORE = f"""\
The page "How answers are marked" of the documentation says all this in full; ono-tutor docs opens
it.

{STATUS}"""
PAGES = ("usual", "full", "none")


@click.command("grade", epilog=MORE, context_settings=DEFAULTS_SHOWN)
@graded_by
@click.option(
    *("--paper-form", "--form", "form"),
    cls=RenamedOption,
    metavar="TABLE.csv",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the empty table for --paper-answers.",
)
@click.option(
    *("--pages", "--feedback", "pages"),
    cls=RenamedOption,
    type=click.Choice(PAGES),
    default=PAGES[0],
    help="Pages for learners.",
)
@click.option("--self-contained", is_flag=True, help="Pages that need no file beside them.")
@click.option("--no-feedback", is_flag=True, hidden=True)
@click.option(
    *("--separator", "--csv", "style"),
    cls=RenamedOption,
    type=click.Choice([each.value for each in CsvStyle]),
    default=CsvStyle.COMMA.value,
    help="Between columns.",
)
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
        with errors_told(as_json):
            _write_form(work, form, CsvStyle(style))
        return
    work.check()
    with errors_told(as_json):
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
            outcomes = stack.enter_context(given.graded(folder, own, book, **more))
            for each in outcomes:
                name = _count(each, given, writing, counted, book)
                if as_json and name is not None:
                    click.echo(json.dumps(_as_json(each, name, task.points)))
            if fresh and not book.count:
                _say_refused(counted, as_json)
                raise NothingToGradeError(str(lazy_gettext(_NOTHING_KEPT)))
            if writing:
                with interrupts_held():
                    writing.put()
            counted.kept, counted.known = book.count, book.known
    if not as_json:
        console = Console(highlight=False, soft_wrap=True)
        show_summary(console, given.task, counted, given.roster, writing)
    say_own(own, err=as_json)
    if counted.refused:
        raise SystemExit(1)


def _say_refused(counted: ClassSummary, as_json: bool) -> None:
    for line in () if as_json else _refused(counted):
        click.echo(visible(str(line)), err=True)


def _write_form(work: GradingOptions, form: Path, style: CsvStyle) -> None:
    if work.is_given:
        raise click.UsageError("--paper-form writes an empty table and grades nothing")
    task, roster = work.read_assignment()
    write_form(form, task, roster, style)
    click.echo(f"Written to {form}: a column for each of {len(task.items)} items.")


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


MOST_FAULTS = 5


def show_summary(
    console: Console,
    assignment: Assignment,
    found: ClassSummary,
    roster: Roster | None,
    writing: MarksFolder | None,
) -> None:
    """Print what was graded, what was not and why, and where it all is."""
    lines = [
        *_marks(assignment, found),
        *_learners(found),
        *_teacher_notes(found),
        *_refused(found),
        *_roster(roster),
    ]
    for line in (*lines, *(_written(writing) if writing else ())):
        console.print(visible(str(line)), markup=False)


def _marks(assignment: Assignment, found: ClassSummary) -> Iterator[Message]:
    fields = {"title": assignment.title, "points": assignment.points}
    yield lazy_gettext("{title}: {count} graded.", count=found.graded, **fields)
    if found.known:
        new = found.kept - found.known
        yield lazy_gettext("Hand-ins: {new} new, {known} from before.", new=new, known=found.known)
    marks = found.marks
    if marks.median is not None:
        yield lazy_gettext(
            "Marks of {points}: lowest {least}, median {median}, highest {most}.",
            least=marks.earned[0],
            median=_shown(marks.median),
            most=marks.earned[-1],
            **fields,
        )


def _learners(found: ClassSummary) -> Iterator[Message]:
    for template, names in (
        (N_("Late: {names}."), found.late),
        (N_("Missing: {names}."), found.missing),
        (N_("Handed in what cannot be graded: {names}."), found.not_gradable),
        (N_("Not in the roster: {names}."), found.unknown),
    ):
        if names.count:
            yield lazy_gettext(template, names=_few(names))


def _teacher_notes(found: ClassSummary) -> Iterator[Message]:
    """Yield what a teacher may want to mend: names, unreadable answers, puzzles of others."""
    for about, template in _HEADS.items():
        names = found.teacher_notes.get(about)
        if names is None:
            continue
        yield lazy_ngettext(*template, names.count)
        yield from (lazy_gettext("  {line}", line=line) for line in names.few)
        if rest := names.count - len(names.few):
            yield lazy_gettext("  … and {count} more; the notes of marks.csv have all.", count=rest)


def _refused(found: ClassSummary) -> Iterator[Message]:
    count = sum(names.count for names in found.refused.values())
    if count:
        yield lazy_ngettext(*_NOT_GRADED, count)
    for cause, names in found.refused.items():
        yield lazy_gettext("  {cause}: {names}", cause=cause, names=_few(names))
    yield from (lazy_gettext("  {line}", line=line) for line in found.wrong_uploads.few)
    if count:
        yield lazy_gettext("A sentence to send to each of these learners is in not-graded.csv.")
    if found.refused_before:
        count = found.refused_before
        yield lazy_ngettext(*_REFUSED_BEFORE, count)


def _roster(roster: Roster | None) -> Iterator[Message]:
    faults = roster.faults if roster else ()
    for fault in faults[:MOST_FAULTS]:
        yield lazy_gettext("Roster: {fault}.", fault=fault)
    if len(faults) > MOST_FAULTS:
        yield lazy_gettext("Roster: and {count} more.", count=len(faults) - MOST_FAULTS)


def _written(writing: MarksFolder) -> Iterator[Message]:
    yield lazy_gettext(_WHERE, folder=writing.folder, names=", ".join(TABLES))
    if writing.pages:
        yield lazy_ngettext(*_PAGES, writing.pages, folder=writing.folder / FEEDBACK)
    if writing.older_pages:
        yield lazy_ngettext(*_OLDER, writing.older_pages, folder=writing.folder / FEEDBACK)
    for template, names in (
        (_NOT_IN_MOODLE, writing.without_moodle),
        (_NOT_IN_CANVAS, writing.without_canvas),
        (_UNDECIDED, writing.undecided),
    ):
        if names.count:
            yield lazy_gettext(template, names=_few(names))
    if unknown := writing.overrides.unknown:
        yield lazy_gettext(_NOBODY, table=OVERRIDES, names=", ".join(unknown))
    yield from (lazy_gettext("{advice}", advice=advice) for advice in writing.advice)


def _few(names: FewNames) -> Message:
    """Return how many, and the first of them by name."""
    first, rest = ", ".join(names.few), names.count - len(names.few)
    template = N_("{count} ({first} and {rest} more)") if rest else N_("{count} ({first})")
    return lazy_gettext(template, count=names.count, first=first, rest=rest)


def _shown(mark: Fraction) -> str:
    """Return a mark or the half between two."""
    return str(mark) if mark.denominator == 1 else f"{mark.numerator // 2}.5"


_HEADS = {
    NoteTopic.NEAR_NAME: (
        N_("{n} name is not in the roster, but one much like it is:"),
        N_("{n} names are not in the roster, but some much like them are:"),
    ),
    NoteTopic.CHOOSE: (
        N_("{n} learner has hand-ins that do not agree; choose one:"),
        N_("{n} learners have hand-ins that do not agree; choose one for each:"),
    ),
    NoteTopic.TIME: (
        N_("{n} file has times that cannot be:"),
        N_("{n} files have times that cannot be:"),
    ),
    NoteTopic.UNREAD: (
        N_("{n} answer could not be read:"),
        N_("{n} answers could not be read:"),
    ),
    NoteTopic.OTHERS: (
        N_("{n} learner answered puzzles that were dealt to others:"),
        N_("{n} learners answered puzzles that were dealt to others:"),
    ),
}
_NOTHING_KEPT = N_("nothing was handed in that can be graded; the marks stay as they were")
_NOBODY = N_("In {table} there are names of nobody here: {names}.")
_UNDECIDED = N_("Not in the imports until you have chosen a hand-in: {names}.")
_WHERE = N_("Written to {folder}: {names}.")
_NOT_GRADED = N_("{n} file could not be graded:"), N_("{n} files could not be graded:")
_REFUSED_BEFORE = (
    N_("{n} file could not be graded before; it is in not-graded.csv too."),
    N_("{n} files could not be graded before; they are in not-graded.csv too."),
)
_PAGES = (
    N_("Feedback for {n} learner is in {folder}."),
    N_("Feedback for {n} learners is in {folder}."),
)
_OLDER = (
    N_("{folder} keeps {n} older page of a learner who is not there now."),
    N_("{folder} keeps {n} older pages of learners who are not there now."),
)
_NOT_IN_MOODLE = N_("Not in marks-moodle.csv, for Moodle could not find them: {names}.")
_NOT_IN_CANVAS = N_("Not in marks-canvas.csv, for Canvas could not find them: {names}.")
