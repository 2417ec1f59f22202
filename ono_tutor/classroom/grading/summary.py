"""What became of a class: counted, and told in lines at the end of grading."""

from collections.abc import Iterable, Iterator
from statistics import median
from typing import Self

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.grading.csv_tables import is_refused, is_undecided
from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.grading.marks_folder import (
    CANVAS,
    FEEDBACK,
    MOODLE,
    MOODLE_FEEDBACK,
    OTHER_FEEDBACK,
    TABLES,
    MarksFolder,
)
from ono_tutor.classroom.grading.overrides import OVERRIDES, NoteTopic
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.marking import Late
from ono_tutor.classroom.submissions.find import RefusedFile
from ono_tutor.i18n import N_, Message, _, ngettext, separate_names

FEW, FEW_LINES, MOST_FAULTS = 3, 5, 5
"""Names, notes of one sort, and faults of the roster that are given of many."""


WRONG_UPLOADS = ("other-file", "not-answers")
"""Causes of refusals whose reason tells what is wanted instead."""


class FewNames:
    """How many there are, and the first few by name."""

    def __init__(self, most: int = FEW) -> None:
        self.count = 0
        self.few: list[str] = []
        self._most = most

    @classmethod
    def of(cls, names: Iterable[str]) -> Self:
        """Return the first few of these names, all of them counted."""
        found = cls()
        for name in names:
            found.add(name)
        return found

    def add(self, name: str) -> None:
        """Count one more."""
        self.count += 1
        if len(self.few) < self._most:
            self.few.append(name)


class ClassSummary:
    """Outcomes and refusals counted, with the first few names of each sort."""

    def __init__(self) -> None:
        self.graded = 0
        self.late, self.missing, self.unknown = FewNames(), FewNames(), FewNames()
        self.not_gradable = FewNames()
        self.undecided = 0
        self.kept = self.known = self.refused_before = 0
        self.late_answers, self.is_late_changed = Late.COUNT, False
        self.refused: dict[str, FewNames] = {}
        self.wrong_uploads = FewNames(FEW_LINES)
        self.teacher_notes: dict[NoteTopic, FewNames] = {}
        self.downloads: dict[str, tuple[str, ...]] = {}
        self.earned: list[int] = []

    def add(self, outcome: GradedLearner, name: str) -> None:
        """Count a learner."""
        if outcome.marked.files and not is_undecided(outcome):
            self.graded += 1
            self.earned.append(outcome.marked.earned)
        elif is_undecided(outcome):
            self.undecided += 1
        elif is_refused(outcome):
            self.not_gradable.add(name)
        else:
            self.missing.add(name)
        if outcome.marked.is_late and not is_undecided(outcome):
            self.late.add(name)
        if not outcome.is_known:
            self.unknown.add(name)
        self._add_notes(outcome, name)

    def _add_notes(self, outcome: GradedLearner, name: str) -> None:
        """Keep a line for each answer that could not be read, and one for each other sort.

        What is true of a whole archive is kept once, with the first learner's line.
        """
        found: dict[NoteTopic, list[str]] = {}
        for note in outcome.teacher_notes:
            if note.about is NoteTopic.DOWNLOAD:
                self.downloads.setdefault(note.text, note.lines)
                continue
            found.setdefault(note.about, []).append("\n  ".join((note.text, *note.lines)))
        for about, texts in found.items():
            lines = texts if about is NoteTopic.UNREAD else [" ".join(texts)]
            for line in lines:
                shown = line if about is NoteTopic.PERHAPS else f"{name}: {line}"
                self.teacher_notes.setdefault(about, FewNames(FEW_LINES)).add(shown)

    def refuse(self, refusal: RefusedFile) -> None:
        """Count a file that was not graded."""
        self.refused.setdefault(refusal.cause, FewNames()).add(refusal.name)
        if refusal.cause in WRONG_UPLOADS:
            self.wrong_uploads.add(f"{refusal.name}: {refusal.reason}")


# What is told


def summary_lines(
    assignment: Assignment, found: ClassSummary, roster: Roster | None, writing: MarksFolder | None
) -> Iterator[Message]:
    """Yield what was graded, what was not and why, and where it all is."""
    fields = {"title": assignment.title, "points": assignment.points}
    yield _("{title}: {count} graded.", count=found.graded, **fields)
    if found.known:
        new = found.kept - found.known
        yield _("Hand-ins: {new} new, {known} from before.", new=new, known=found.known)
    if earned := sorted(found.earned):
        yield _(
            "Marks of {points}: lowest {least}, median {median}, highest {most}.",
            least=earned[0],
            median=f"{median(earned):g}",
            most=earned[-1],
            **fields,
        )
    if found.late_answers is Late.REFUSE:
        yield _("Late answers do not count; --late count would change that.")
    elif found.late.count or found.is_late_changed:
        yield _("Late answers count; --late refuse would change that.")
    for template, names in (
        (N_("Late: {names}."), found.late),
        (N_("Missing: {names}."), found.missing),
        (N_("Handed in what cannot be graded: {names}."), found.not_gradable),
        (N_("Not in the roster: {names}."), found.unknown),
    ):
        if names.count:
            yield _(template, names=_few(names))
    yield from _teacher_notes(found)
    yield from refused_lines(found)
    faults = roster.faults if roster else ()
    for fault in faults[:MOST_FAULTS]:
        yield _("Roster: {fault}.", fault=fault)
    if len(faults) > MOST_FAULTS:
        yield _("Roster: and {count} more.", count=len(faults) - MOST_FAULTS)
    if writing:
        yield from _written(writing)


def _teacher_notes(found: ClassSummary) -> Iterator[Message]:
    """Yield what a teacher may want to mend: names, unreadable answers, puzzles of others."""
    for text, lines in found.downloads.items():
        yield _("{text}", text=text)
        yield from (_("  {line}", line=line) for line in lines)
    for about, template in _HEADS.items():
        names = found.teacher_notes.get(about)
        if names is None:
            continue
        yield ngettext(*template, names.count)
        for line in (line for each in names.few for line in each.split("\n")):
            yield _("  {line}", line=line)
        if rest := names.count - len(names.few):
            yield _("  … and {count} more; the notes of marks.csv have all.", count=rest)


def refused_lines(found: ClassSummary) -> Iterator[Message]:
    """Yield what could not be graded, by its cause."""
    count = sum(names.count for names in found.refused.values())
    if count:
        yield ngettext(*_NOT_GRADED, count)
    for cause, names in found.refused.items():
        yield _("  {cause}: {names}", cause=cause, names=_few(names))
    yield from (_("  {line}", line=line) for line in found.wrong_uploads.few)
    if count:
        yield _("A sentence to send to each of these learners is in not-graded.csv.")
    if found.refused_before:
        count = found.refused_before
        yield ngettext(*_REFUSED_BEFORE, count)


def _written(writing: MarksFolder) -> Iterator[Message]:
    yield _("Written to {folder}: {names}.", folder=writing.folder, names=", ".join(TABLES))
    if writing.pages:
        yield ngettext(*_PAGES, writing.pages, folder=writing.folder / FEEDBACK)
    for archive, templates in ((MOODLE_FEEDBACK, _FOR_MOODLE), (OTHER_FEEDBACK, _FOR_OTHERS)):
        if count := writing.archives.counts[archive]:
            yield ngettext(*templates, count, archive=writing.folder / archive)
    if writing.older_pages:
        yield ngettext(*_OLDER, writing.older_pages, folder=writing.folder / FEEDBACK)
    for template, names in (
        (_NOT_IN_MOODLE, writing.without[MOODLE]),
        (_NOT_IN_CANVAS, writing.without[CANVAS]),
        (_UNDECIDED, writing.undecided),
    ):
        if names:
            yield _(template, names=_few(FewNames.of(names)))
    if unknown := writing.overrides.unknown:
        yield _(
            "In {table} there are learners who are not in this class: {names}.",
            table=OVERRIDES,
            names=separate_names(unknown),
        )
    for doubt in writing.overrides.doubts:
        yield _("In {table}: {doubt}.", table=OVERRIDES, doubt=doubt)
    yield from (_("{advice}", advice=advice) for advice in writing.advice)


def own_line(own: FewNames) -> Message:
    """Return how many files were left alone as an earlier run wrote them, and name the first."""
    return ngettext(*_OWN, own.count, names=_first(own))


def _few(names: FewNames) -> Message:
    """Return how many, and the first of them by name."""
    return _("{count} ({names})", count=names.count, names=_first(names))


def _first(names: FewNames) -> Message:
    first, rest = separate_names(names.few), names.count - len(names.few)
    template = N_("{names} and {rest} more") if rest else N_("{names}")
    return _(template, names=first, rest=rest)


_HEADS = {
    NoteTopic.PERHAPS: (
        N_("{n} name is not in the roster, but is perhaps another name of somebody there:"),
        N_("{n} names are not in the roster, but are perhaps other names of people there:"),
    ),
    NoteTopic.OTHERS_FOLDER: (
        N_("{n} learner is named in a file that lies in somebody else's folder of the LMS:"),
        N_("{n} learners are named in files that lie in somebody else's folder of the LMS:"),
    ),
    NoteTopic.CHOOSE: (
        N_("{n} learner has no mark until you choose a hand-in:"),
        N_("{n} learners have no mark until you choose a hand-in:"),
    ),
    NoteTopic.LEFT_OUT: (
        N_("{n} learner has a newer hand-in than the one you chose:"),
        N_("{n} learners have newer hand-ins than the ones you chose:"),
    ),
    NoteTopic.NO_SUCH_FILE: (
        N_("{n} learner has not handed in the file that you choose:"),
        N_("{n} learners have not handed in the files that you choose:"),
    ),
    NoteTopic.TIME: (
        N_("{n} file has times that cannot be:"),
        N_("{n} files have times that cannot be:"),
    ),
    NoteTopic.UNDATED: (
        N_("Of {n} learner nothing here says when the upload was:"),
        N_("Of {n} learners nothing here says when the upload was:"),
    ),
    NoteTopic.UNREAD: (N_("{n} answer could not be read:"), N_("{n} answers could not be read:")),
    NoteTopic.OTHERS: (
        N_("{n} learner answered puzzles that were dealt to others:"),
        N_("{n} learners answered puzzles that were dealt to others:"),
    ),
}
_UNDECIDED = N_("Not in the imports until you have chosen a hand-in: {names}.")
_NOT_GRADED = N_("{n} file could not be graded:"), N_("{n} files could not be graded:")
_REFUSED_BEFORE = (
    N_("{n} file could not be graded before; it is in not-graded.csv too."),
    N_("{n} files could not be graded before; they are in not-graded.csv too."),
)
_PAGES = (
    N_("Feedback for {n} learner is in {folder}."),
    N_("Feedback for {n} learners is in {folder}."),
)
_FOR_MOODLE = (
    N_("To give back: {n} page is in {archive}, for Moodle's feedback upload."),
    N_("To give back: {n} pages are in {archive}, for Moodle's feedback upload."),
)
_FOR_OTHERS = (
    N_("To give back: {n} page is in {archive}."),
    N_("To give back: {n} pages are in {archive}."),
)
_OLDER = (
    N_("In {folder} is {n} older page of a learner who is not there now."),
    N_("In {folder} are {n} older pages of learners who are not there now."),
)
_NOT_IN_MOODLE = N_("Not in marks-moodle.csv, for Moodle could not find them: {names}.")
_NOT_IN_CANVAS = N_("Not in marks-canvas.csv, for Canvas could not find them: {names}.")
_OWN = (
    N_("{n} file of an earlier run was left alone ({names})."),
    N_("{n} files of an earlier run were left alone ({names})."),
)
