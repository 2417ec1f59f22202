"""The summary of a grading: a class counted, and the lines that are printed at the end."""

from collections.abc import Iterable, Iterator, Mapping
from statistics import median

from ono_tutor.classroom.assignment import Assignment
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
"""Names, notes of one topic, and faults of the roster that are given of many."""

WRONG_UPLOADS = ("other-file", "not-answers")
"""Causes of refusals whose reason tells what is wanted instead."""


class FewNames:
    """How many there are, and the first few by name."""

    def __init__(self, names: Iterable[str] = (), most: int = FEW) -> None:
        self.count = 0
        self.few: list[str] = []
        self._most = most
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Count one more."""
        self.count += 1
        if len(self.few) < self._most:
            self.few.append(name)

    @property
    def message(self) -> Message:
        """The first by name, and the number of the others."""
        names, rest = separate_names(self.few), self.count - len(self.few)
        template = N_("{names} and {rest} more") if rest else N_("{names}")
        return _(template, names=names, rest=rest)

    @property
    def counted(self) -> Message:
        """The number, and the first by name."""
        return _("{count} ({names})", count=self.count, names=self.message)


class ClassSummary:
    """Outcomes and refusals counted, with the first few names of each sort."""

    def __init__(self) -> None:
        self.earned: list[int] = []
        self.late, self.missing, self.unknown = FewNames(), FewNames(), FewNames()
        self.not_gradable, self.undecided = FewNames(), FewNames()
        self.kept = self.known = self.refused_before = 0
        self.late_answers, self.is_late_changed = Late.COUNT, False
        self.refused: dict[str, FewNames] = {}
        self.wrong_uploads = FewNames(most=FEW_LINES)
        self.teacher_notes: dict[NoteTopic, FewNames] = {}
        self.downloads: dict[str, tuple[str, ...]] = {}

    def add(self, outcome: GradedLearner) -> None:
        """Count a learner."""
        name, is_decided = outcome.name, not outcome.is_undecided
        if not is_decided:
            self.undecided.add(name)
        elif outcome.marked.files:
            self.earned.append(outcome.marked.earned)
        elif outcome.is_not_gradable:
            self.not_gradable.add(name)
        else:
            self.missing.add(name)
        if outcome.marked.is_late and is_decided:
            self.late.add(name)
        if not outcome.is_known:
            self.unknown.add(name)
        # a line for each unreadable answer, and one for each other topic; a note that is true of
        # a whole archive is kept once, with the first learner's line
        texts: dict[NoteTopic, list[str]] = {}
        for note in outcome.teacher_notes:
            if note.about == "download":
                self.downloads.setdefault(note.text, note.lines)
            else:
                texts.setdefault(note.about, []).append("\n  ".join((note.text, *note.lines)))
        for about, lines in texts.items():
            for line in lines if about == "unread" else [" ".join(lines)]:
                shown = line if about == "perhaps" else f"{name}: {line}"
                self.teacher_notes.setdefault(about, FewNames(most=FEW_LINES)).add(shown)

    def refuse(self, refusal: RefusedFile) -> None:
        """Count a file that was not graded."""
        self.refused.setdefault(refusal.cause, FewNames()).add(refusal.name)
        if refusal.cause in WRONG_UPLOADS:
            self.wrong_uploads.add(f"{refusal.name}: {refusal.reason}")


def summary_lines(
    assignment: Assignment,
    summary: ClassSummary,
    roster: Roster | None,
    folder: MarksFolder | None,
) -> Iterator[Message]:
    """Yield the lines about what was graded, what was not and why, and where it all is."""
    earned = sorted(summary.earned)
    yield _("{title}: {count} graded.", title=assignment.title, count=len(earned))
    if summary.known:
        new = summary.kept - summary.known
        yield _("Hand-ins: {new} new, {known} from before.", new=new, known=summary.known)
    if earned:
        yield _(
            "Marks of {points}: lowest {least}, median {median}, highest {most}.",
            points=assignment.points,
            least=earned[0],
            median=f"{median(earned):g}",
            most=earned[-1],
        )
    if summary.late_answers is Late.REFUSE:
        yield _("Late answers do not count; --late count would change that.")
    elif summary.late.count or summary.is_late_changed:
        yield _("Late answers count; --late refuse would change that.")
    for template, names in (
        (N_("Late: {names}."), summary.late),
        (N_("Missing: {names}."), summary.missing),
        (N_("Handed in what cannot be graded: {names}."), summary.not_gradable),
        (N_("Not in the roster: {names}."), summary.unknown),
    ):
        if names.count:
            yield _(template, names=names.counted)
    for text, lines in summary.downloads.items():
        yield _("{text}", text=text)
        yield from (_("  {line}", line=line) for line in lines)
    yield from _note_lines(summary.teacher_notes)
    yield from refused_lines(summary)
    faults = roster.faults if roster else ()
    for fault in faults[:MOST_FAULTS]:
        yield _("Roster: {fault}.", fault=fault)
    if len(faults) > MOST_FAULTS:
        yield _("Roster: and {count} more.", count=len(faults) - MOST_FAULTS)
    if folder:
        yield from _folder_lines(folder, summary.undecided)


def _note_lines(notes: Mapping[NoteTopic, FewNames]) -> Iterator[Message]:
    """Yield the lines about what a teacher may want to mend, by topic."""
    for about, (one, many) in _NOTE_HEADS.items():
        if names := notes.get(about):
            yield ngettext(one, many, names.count)
            for line in (line for each in names.few for line in each.split("\n")):
                yield _("  {line}", line=line)
            if rest := names.count - len(names.few):
                yield _("  … and {count} more; the notes of marks.csv have all.", count=rest)


def refused_lines(summary: ClassSummary) -> Iterator[Message]:
    """Yield the lines about refused files, by their cause."""
    if count := sum(names.count for names in summary.refused.values()):
        yield ngettext("{n} file could not be graded:", "{n} files could not be graded:", count)
        for cause, names in summary.refused.items():
            yield _("  {cause}: {names}", cause=cause, names=names.counted)
        yield from (_("  {line}", line=line) for line in summary.wrong_uploads.few)
        yield _("A sentence to send to each of these learners is in not-graded.csv.")
    if summary.refused_before:
        yield ngettext(
            "{n} file could not be graded before; it is in not-graded.csv too.",
            "{n} files could not be graded before; they are in not-graded.csv too.",
            summary.refused_before,
        )


def _folder_lines(folder: MarksFolder, undecided: FewNames) -> Iterator[Message]:
    """Yield the lines about what was written, and what to know before it is imported."""
    yield _("Written to {folder}: {names}.", folder=folder.folder, names=", ".join(TABLES))
    pages = folder.folder / FEEDBACK
    for count, one, many, place in (
        (
            folder.pages,
            N_("Feedback for {n} learner is in {place}."),
            N_("Feedback for {n} learners is in {place}."),
            pages,
        ),
        (
            folder.archived[MOODLE_FEEDBACK],
            N_("To give back: {n} page is in {place}, for Moodle's feedback upload."),
            N_("To give back: {n} pages are in {place}, for Moodle's feedback upload."),
            folder.folder / MOODLE_FEEDBACK,
        ),
        (
            folder.archived[OTHER_FEEDBACK],
            N_("To give back: {n} page is in {place}."),
            N_("To give back: {n} pages are in {place}."),
            folder.folder / OTHER_FEEDBACK,
        ),
        (
            folder.older_pages,
            N_("In {place} is {n} older page of a learner who is not there now."),
            N_("In {place} are {n} older pages of learners who are not there now."),
            pages,
        ),
    ):
        if count:
            yield ngettext(one, many, count, place=place)
    for template, names in (
        (
            N_("Not in marks-moodle.csv, for Moodle could not find them: {names}."),
            FewNames(folder.without[MOODLE]),
        ),
        (
            N_("Not in marks-canvas.csv, for Canvas could not find them: {names}."),
            FewNames(folder.without[CANVAS]),
        ),
        (N_("Not in the imports until you have chosen a hand-in: {names}."), undecided),
    ):
        if names.count:
            yield _(template, names=names.counted)
    if unknown := folder.overrides.unknown:
        yield _(
            "In {table} there are learners who are not in this class: {names}.",
            table=OVERRIDES,
            names=separate_names(unknown),
        )
    for doubt in folder.overrides.doubts:
        yield _("In {table}: {doubt}.", table=OVERRIDES, doubt=doubt)
    yield from (_("{advice}", advice=advice) for advice in folder.advice)


def own_line(own: FewNames) -> Message:
    """Return how many files were left alone as an earlier run wrote them, and name the first."""
    return ngettext(
        "{n} file of an earlier run was left alone ({names}).",
        "{n} files of an earlier run were left alone ({names}).",
        own.count,
        names=own.message,
    )


_NOTE_HEADS: dict[NoteTopic, tuple[str, str]] = {
    "perhaps": (
        N_("{n} name is not in the roster, but is perhaps another name of somebody there:"),
        N_("{n} names are not in the roster, but are perhaps other names of people there:"),
    ),
    "others-folder": (
        N_("{n} learner is named in a file that lies in somebody else's folder of the LMS:"),
        N_("{n} learners are named in files that lie in somebody else's folder of the LMS:"),
    ),
    "choose": (
        N_("{n} learner has no mark until you choose a hand-in:"),
        N_("{n} learners have no mark until you choose a hand-in:"),
    ),
    "left-out": (
        N_("{n} learner has a newer hand-in than the one you chose:"),
        N_("{n} learners have newer hand-ins than the ones you chose:"),
    ),
    "no-such-file": (
        N_("{n} learner has not handed in the file that you choose:"),
        N_("{n} learners have not handed in the files that you choose:"),
    ),
    "time": (
        N_("{n} file has times that cannot be:"),
        N_("{n} files have times that cannot be:"),
    ),
    "undated": (
        N_("Of {n} learner nothing here says when the upload was:"),
        N_("Of {n} learners nothing here says when the upload was:"),
    ),
    "unread": (N_("{n} answer could not be read:"), N_("{n} answers could not be read:")),
    "others": (
        N_("{n} learner answered puzzles that were dealt to others:"),
        N_("{n} learners answered puzzles that were dealt to others:"),
    ),
}
