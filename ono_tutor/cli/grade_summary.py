"""What ``ono-tutor grade`` says at its end."""

from collections.abc import Iterator
from fractions import Fraction

from rich.console import Console

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.grading.csv_files import visible
from ono_tutor.classroom.grading.grade_learner import NoteTopic
from ono_tutor.classroom.grading.marks_folder import FEEDBACK, TABLES, MarksFolder
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.grading.summary import ClassSummary, FewNames
from ono_tutor.i18n import N_, Message, lazy_gettext

MOST_FAULTS = 5


def show_summary(
    console: Console,
    assignment: Assignment,
    tally: ClassSummary,
    roster: Roster | None,
    writing: MarksFolder | None,
) -> None:
    """Print what was graded, what was not and why, and where it all is."""
    lines = [
        *_marks(assignment, tally),
        *_learners(tally),
        *_remarks(tally),
        *_refused(tally),
        *_roster(roster),
    ]
    for line in (*lines, *(_written(writing) if writing else ())):
        console.print(visible(str(line)), markup=False)


def _marks(assignment: Assignment, tally: ClassSummary) -> Iterator[Message]:
    fields = {"title": assignment.title, "points": assignment.points}
    yield lazy_gettext("{title}: {count} graded.", count=tally.graded, **fields)
    if tally.graded:
        yield lazy_gettext(
            "Marks of {points}: lowest {least}, median {median}, highest {most}.",
            least=tally.least,
            median=_shown(tally.median),
            most=tally.most,
            **fields,
        )


def _learners(tally: ClassSummary) -> Iterator[Message]:
    for template, names in (
        (N_("Late: {names}."), tally.late),
        (N_("Missing: {names}."), tally.missing),
        (N_("Handed in what cannot be graded: {names}."), tally.not_gradable),
        (N_("Not in the roster: {names}."), tally.unknown),
    ):
        if names.count:
            yield lazy_gettext(template, names=_few(names))


def _remarks(tally: ClassSummary) -> Iterator[Message]:
    """What a teacher may want to mend: names, answers that could not be read, puzzles of others."""
    for about, template in _HEADS.items():
        names = tally.remarks.get(about)
        if names is None:
            continue
        yield lazy_gettext(template, count=names.count)
        yield from (lazy_gettext("  {line}", line=line) for line in names.few)
        if rest := names.count - len(names.few):
            yield lazy_gettext("  … and {count} more; the notes of marks.csv have all.", count=rest)


def _refused(tally: ClassSummary) -> Iterator[Message]:
    count = sum(names.count for names in tally.refused.values())
    if count:
        yield lazy_gettext("Not graded: {count}.", count=count)
    for cause, names in tally.refused.items():
        yield lazy_gettext("  {cause}: {names}", cause=cause, names=_few(names))


def _roster(roster: Roster | None) -> Iterator[Message]:
    faults = roster.faults if roster else ()
    for fault in faults[:MOST_FAULTS]:
        yield lazy_gettext("Roster: {fault}.", fault=fault)
    if len(faults) > MOST_FAULTS:
        yield lazy_gettext("Roster: {count} more of this kind.", count=len(faults) - MOST_FAULTS)


def _written(writing: MarksFolder) -> Iterator[Message]:
    yield lazy_gettext(_WHERE, folder=writing.folder, names=", ".join(TABLES))
    if writing.pages:
        yield lazy_gettext(_PAGES, count=writing.pages, folder=writing.folder / FEEDBACK)
    if writing.older_pages:
        yield lazy_gettext(_OLDER, count=writing.older_pages, folder=writing.folder / FEEDBACK)
    for template, names in (
        (_NOT_IN_MOODLE, writing.without_moodle),
        (_NOT_IN_CANVAS, writing.without_canvas),
    ):
        if names.count:
            yield lazy_gettext(template, names=_few(names))
    yield from (lazy_gettext("{advice}", advice=advice) for advice in writing.advice)


def _few(names: FewNames) -> Message:
    """How many, and the first of them by name."""
    first, rest = ", ".join(names.few), names.count - len(names.few)
    template = N_("{count} ({first} and {rest} more)") if rest else N_("{count} ({first})")
    return lazy_gettext(template, count=names.count, first=first, rest=rest)


def _shown(mark: Fraction) -> str:
    """A mark or the half between two."""
    return str(mark) if mark.denominator == 1 else f"{mark.numerator // 2}.5"


_HEADS = {
    NoteTopic.NEAR: N_("Not in the roster, but near somebody who is: {count}."),
    NoteTopic.UNREAD: N_("Answers that could not be read: {count}."),
    NoteTopic.OTHERS: N_("Learners who answered what was dealt to others: {count}."),
}
_WHERE = N_("Written to {folder}: {names}.")
_PAGES = N_("Feedback for {count} in {folder}.")
_OLDER = N_("Older pages in {folder} of learners who are not there now, left as they are: {count}.")
_NOT_IN_MOODLE = N_("Not in marks-moodle.csv, for Moodle could not find them: {names}.")
_NOT_IN_CANVAS = N_("Not in marks-canvas.csv, for Canvas could not find them: {names}.")
