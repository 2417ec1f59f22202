"""The summary of a grading: a class counted, and the lines that are printed at the end."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from statistics import median

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.grading.by_hand import OVERRIDES
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
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.marking import Late
from ono_tutor.classroom.submissions import RefusedFile
from ono_tutor.i18n import N_, Message, _, ngettext, separate_names

FEW, FEW_LINES = 3, 8
"""Names, and notes or faults, that are given of many."""


class ClassSummary:
    """Outcomes and refusals of a class: names by each word of the status, and files by cause."""

    def __init__(self) -> None:
        self.names = defaultdict[str, list[str]](list)
        self.refused = defaultdict[str, list[str]](list)
        self.doubts = defaultdict[str, list[str]](list)
        self.choices: list[str] = []
        self.earned: list[int] = []
        self.kept = self.known = self.refused_before = 0
        self.late_answers, self.is_late_changed = Late.COUNT, False

    def add(self, outcome: GradedLearner) -> None:
        """Count a learner."""
        words = outcome.status.split(", ")
        for word in words:
            self.names[word].append(outcome.name)
        if "graded" in words:
            self.earned.append(outcome.marked.earned)
        self.choices += (f"{outcome.name}: {text}" for text in outcome.choices)
        for text in outcome.doubts:
            self.doubts[text].append(outcome.name)

    def refuse(self, refusal: RefusedFile) -> None:
        """Count a file that was not graded."""
        self.refused[refusal.cause].append(refusal.name)


def summary_lines(
    assignment: Assignment,
    summary: ClassSummary,
    roster: Roster | None,
    folder: MarksFolder | None,
) -> Iterator[Message]:
    """Yield the lines about what was graded, what was not and why, and where it all is."""
    earned, names = sorted(summary.earned), summary.names
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
    elif names["late"] or summary.is_late_changed:
        yield _("Late answers count; --late refuse would change that.")
    for word, template in _STATUS.items():
        if names[word]:
            yield _(template, names=_few(names[word]))
    if count := len(summary.choices):
        yield ngettext(
            "{n} learner has no mark until you choose a hand-in:",
            "{n} learners have no mark until you choose a hand-in:",
            count,
        )
        yield from _first_lines(summary.choices)
    if summary.doubts:
        yield _("Please look at:")
        lines = (
            f"{theirs[0] if len(theirs) == 1 else _few(theirs)}: {text}"
            for text, theirs in summary.doubts.items()
        )
        yield from _first_lines([*lines])
    yield from refused_lines(summary)
    if roster and roster.faults:
        yield _("In the class list:")
        yield from _first_lines(roster.faults)
    if folder:
        yield from _folder_lines(folder, names["choose"])


def refused_lines(summary: ClassSummary) -> Iterator[Message]:
    """Yield the lines about refused files, by their cause."""
    if count := sum(map(len, summary.refused.values())):
        yield ngettext("{n} file could not be graded:", "{n} files could not be graded:", count)
        for cause, names in summary.refused.items():
            yield _("  {cause}: {names}", cause=cause, names=_few(names))
        yield _("The reasons, and a sentence to send to each learner, are in not-graded.csv.")
    if count := summary.refused_before:
        yield _("Refused in an earlier run, and in not-graded.csv too: {count}.", count=count)


def _folder_lines(folder: MarksFolder, undecided: list[str]) -> Iterator[Message]:
    """Yield the lines about what was written, and what to know before it is imported."""
    yield _("Written to {folder}: {names}.", folder=folder.folder, names=", ".join(TABLES))
    counts = {FEEDBACK: folder.pages} | folder.archived
    for name, template in _PAGES.items():
        if counts[name]:
            yield _(template, path=folder.folder / name, count=counts[name])
    not_there = folder.without | {"": undecided}
    for table, template in _NOT_IN.items():
        if not_there[table]:
            yield _(template, names=_few(not_there[table]))
    for doubt in folder.overrides.find_doubts():
        yield _("In {table}: {doubt}.", table=OVERRIDES, doubt=doubt)


_STATUS = {
    "late": N_("Late: {names}."),
    "missing": N_("Missing: {names}."),
    "not gradable": N_("Handed in a file that cannot be graded: {names}."),
    "unknown": N_("Not in the roster: {names}."),
}
_PAGES = {
    FEEDBACK: N_("Feedback: {path} ({count})."),
    MOODLE_FEEDBACK: N_("To give back with Moodle's feedback upload: {path} ({count})."),
    OTHER_FEEDBACK: N_("To give back: {path} ({count})."),
}
_NOT_IN = {
    MOODLE: N_("Not in marks-moodle.csv, for Moodle could not find them: {names}."),
    CANVAS: N_("Not in marks-canvas.csv, for Canvas could not find them: {names}."),
    "": N_("Not in the imports until you have chosen a hand-in: {names}."),
}


def _few(names: Sequence[str]) -> Message:
    """Return how many there are, and the first by name."""
    rest = len(names) - FEW
    template = N_("{count} ({names} and {rest} more)") if rest > 0 else N_("{count} ({names})")
    return _(template, count=len(names), names=separate_names([*names[:FEW]]), rest=rest)


def _first_lines(texts: Sequence[str]) -> Iterator[Message]:
    """Yield the first of many texts, each indented; a text may have several lines."""
    for text in texts[:FEW_LINES]:
        for line in text.replace("\n", "\n  ").split("\n"):
            yield _("  {line}", line=line)
    if (rest := len(texts) - FEW_LINES) > 0:
        yield _("  … and {count} more.", count=rest)
