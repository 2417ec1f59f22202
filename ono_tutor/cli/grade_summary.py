"""What ``ono-tutor grade`` says at its end."""

from collections.abc import Iterator
from fractions import Fraction

from rich.console import Console

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.grading.output_folder import FEEDBACK, TABLES, OutputFolder
from ono_tutor.classroom.grading.remark import About
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.grading.safe_cell import plain
from ono_tutor.classroom.grading.tally import Names, Tally
from ono_tutor.messages import Message, marked, say

MOST_FAULTS = 5


def show_summary(
    console: Console,
    assignment: Assignment,
    tally: Tally,
    roster: Roster | None,
    writing: OutputFolder | None,
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
        console.print(plain(str(line)), markup=False)


def _marks(assignment: Assignment, tally: Tally) -> Iterator[Message]:
    fields = {"title": assignment.title, "points": assignment.points}
    yield say(marked("{title}: {count} graded."), count=tally.graded, **fields)
    if tally.graded:
        yield say(
            marked("Marks of {points}: lowest {least}, median {median}, highest {most}."),
            least=tally.least,
            median=_shown(tally.median),
            most=tally.most,
            **fields,
        )


def _learners(tally: Tally) -> Iterator[Message]:
    for template, names in (
        (marked("Late: {names}."), tally.late),
        (marked("Missing: {names}."), tally.missing),
        (marked("Handed in what cannot be graded: {names}."), tally.not_gradable),
        (marked("Not in the roster: {names}."), tally.unknown),
    ):
        if names.count:
            yield say(template, names=_few(names))


def _remarks(tally: Tally) -> Iterator[Message]:
    """What a teacher may want to mend: names, answers that could not be read, puzzles of others."""
    for about, template in _HEADS.items():
        names = tally.remarks.get(about)
        if names is None:
            continue
        yield say(template, count=names.count)
        yield from (say("  {line}", line=line) for line in names.few)
        if rest := names.count - len(names.few):
            yield say(marked("  … and {count} more; the notes of marks.csv have all."), count=rest)


def _refused(tally: Tally) -> Iterator[Message]:
    count = sum(names.count for names in tally.refused.values())
    if count:
        yield say(marked("Not graded: {count}."), count=count)
    for cause, names in tally.refused.items():
        yield say(marked("  {cause}: {names}"), cause=cause, names=_few(names))


def _roster(roster: Roster | None) -> Iterator[Message]:
    faults = roster.faults if roster else ()
    for fault in faults[:MOST_FAULTS]:
        yield say(marked("Roster: {fault}."), fault=fault)
    if len(faults) > MOST_FAULTS:
        yield say(marked("Roster: {count} more of this kind."), count=len(faults) - MOST_FAULTS)


def _written(writing: OutputFolder) -> Iterator[Message]:
    yield say(_WHERE, folder=writing.folder, names=", ".join(TABLES))
    if writing.pages:
        yield say(_PAGES, count=writing.pages, folder=writing.folder / FEEDBACK)
    if writing.older_pages:
        yield say(_OLDER, count=writing.older_pages, folder=writing.folder / FEEDBACK)
    for template, names in (
        (_NOT_IN_MOODLE, writing.without_moodle),
        (_NOT_IN_CANVAS, writing.without_canvas),
    ):
        if names.count:
            yield say(template, names=_few(names))
    yield from (say("{advice}", advice=advice) for advice in writing.advice)


def _few(names: Names) -> Message:
    """How many, and the first of them by name."""
    first, rest = ", ".join(names.few), names.count - len(names.few)
    template = marked("{count} ({first} and {rest} more)") if rest else marked("{count} ({first})")
    return say(template, count=names.count, first=first, rest=rest)


def _shown(mark: Fraction) -> str:
    """A mark or the half between two."""
    return str(mark) if mark.denominator == 1 else f"{mark.numerator // 2}.5"


_HEADS = {
    About.NEAR: marked("Not in the roster, but near somebody who is: {count}."),
    About.UNREAD: marked("Answers that could not be read: {count}."),
    About.OTHERS: marked("Learners who answered what was dealt to others: {count}."),
}
_WHERE = marked("Written to {folder}: {names}.")
_PAGES = marked("Feedback for {count} in {folder}.")
_OLDER = marked(
    "Older pages in {folder} of learners who are not there now, left as they are: {count}."
)
_NOT_IN_MOODLE = marked("Not in marks-moodle.csv, for Moodle could not find them: {names}.")
_NOT_IN_CANVAS = marked("Not in marks-canvas.csv, for Canvas could not find them: {names}.")
