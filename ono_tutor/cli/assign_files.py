"""The files that ``ono-tutor assign`` writes, and what it tells the teacher about them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import click

from ono_tutor.classroom.assignment import Assignment, Feedback, Learner, assignment_text, due_words
from ono_tutor.classroom.assignment_link import learner_notebook, link_fragment
from ono_tutor.classroom.exports import Exported, gift, moodle_xml, qti, qti12
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.nbgrader import source_notebook
from ono_tutor.classroom.sheet_key import key
from ono_tutor.classroom.sheets import sheets
from ono_tutor.classroom.variants import Pools
from ono_tutor.errors import NotationError
from ono_tutor.i18n import format_list
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import stamp
from ono_tutor.puzzles.filters import PuzzleFilter
from ono_tutor.puzzles.puzzle import Puzzle

EXPORTS: Mapping[str, tuple[Callable[[Assignment], Exported], str]] = {
    "moodle": (moodle_xml, "for Moodle: Question bank, Import, Moodle XML"),
    "gift": (gift, "for Moodle and others that import GIFT"),
    "qti": (qti, "for systems that import QTI 2.1 packages"),
    "qti12": (qti12, "for Canvas Classic Quizzes and others that import QTI 1.2 packages"),
}
"""By name what makes an export, and where it goes."""

PAGE = "practice.html"
"""The page of the docs site that a link leads to."""

_KEY = "the answers to the sheet, for you alone"


class File(NamedTuple):
    """A file to write: its name, what it holds, and what a teacher does with it."""

    name: str
    content: bytes
    use: str


# The files


def files_of(
    assignment: Assignment,
    address: str,
    exports: Iterable[str],
    for_nbgrader: bool,
    roster: Roster | None,
    per_page: int,
) -> tuple[tuple[File, ...], tuple[str, ...]]:
    """Return all files of an assignment, its own first, and the notes on them.

    ``address`` is that of the practice page. With a roster the sheet is a file of sheets, one for
    each learner of the class.
    """
    files: list[File] = []

    def add(ending: str, text: str, use: str) -> None:
        files.append(File(f"{assignment.id}.{ending}", text.encode("utf-8"), use))

    add(
        "assignment.json",
        assignment_text(assignment),
        "keep it: ono-tutor grade needs it",
    )
    add("ipynb", learner_notebook(assignment), "for learners in Jupyter")
    notes = [f"roster: {fault}." for fault in roster.faults] if roster else []
    try:
        use = "the address to send to learners; nothing to install"
        add("link.txt", f"{address}#{link_fragment(assignment)}\n", use)
        if address == PAGE:
            notes.append(
                f"put the address of your pages before {PAGE} in the link; ono-tutor publish "
                "--address remembers it, and --site is for one assignment."
            )
    except NotationError as error:
        notes.append(f"there is no link for the practice page: {error.message}.")
    if roster is None:
        add("sheet.html", sheets(assignment, per_page=per_page), "to print and hand out")
        add("key.html", key(assignment), _KEY)
    else:
        # The words of the paper answers' form: of two of one name each gets puzzles of their own.
        people = [Learner(roster.word_for(person)) for person in roster.people]
        use = f"to print and hand out: {len(people)} sheets, with the names of your class"
        add("sheets.html", sheets(assignment, people, per_page), use)
        add("key.html", key(assignment, people), _KEY)
    for name in exports:
        make, use = EXPORTS[name]
        exported = make(assignment)
        if exported.questions:
            use = f"{use} ({_counted(len(exported.questions), 'question')}, with answers)"
            files.append(File(exported.name, exported.content, use))
            notes += [f"{name}: {note}" for note in exported.notes]
        else:
            notes.append(f"{name}: there is no file, for none of the puzzles can be asked in it.")
        left_out = exported.questions.left_out
        notes += [f"{name}: {each} is not in it: {reason}" for each, reason in left_out]
    if for_nbgrader:
        use = "a source notebook for nbgrader, with the answers in it: for you alone"
        add("nbgrader.ipynb", source_notebook(assignment), use)
    return tuple(files), tuple(notes)


# What is told


def assignment_lines(
    assignment: Assignment, files: Sequence[File], folder: Path, drawn: Pools, notes: Iterable[str]
) -> Iterator[str]:
    """Yield the lines: what was set, each file and its use, what to mind, what comes next."""
    size = f"{_counted(len(assignment.items), 'puzzle')}, {_counted(assignment.points, 'point')}"
    levels = Counter(pool[0].level for pool in drawn)
    by_level = ", ".join(f"{levels[level]} {level.title}" for level in sorted(levels))
    yield f"{assignment.title}: {size}; by level: {by_level}"
    if assignment.opens:
        yield f"Opens on {due_words(assignment.opens, assignment.due_zone)}."
    if assignment.due:
        passed = " That time has passed." if assignment.is_late(stamp(datetime.now(UTC))) else ""
        yield f"Due on {due_words(assignment.due, assignment.due_zone)}.{passed}"
    yield FEEDBACK_LINES[assignment.feedback]
    if assignment.feedback is not Feedback.NEVER:
        yield "Anybody can look first, under another name; for marks that must stand, choose never."
    if assignment.is_dealt:
        sizes = [len(pool) for pool in drawn]
        span = f"{min(sizes)} to {max(sizes)}" if min(sizes) < max(sizes) else min(sizes)
        yield f"Each learner gets one of {span} puzzles for each item, {sum(sizes)} in all."
    yield ""
    wide = max(len(file.name) for file in files)
    yield f"In {click.format_filename(folder)}:"
    yield from (f"  {file.name:<{wide}}  {file.use}" for file in files)
    lines = [f"Note: {note}" for note in notes]
    yield from ("", *lines) if lines else ()


FEEDBACK_LINES = {
    Feedback.NOW: "Feedback now: learners are told what is right at once.",
    Feedback.AFTER: "Feedback after: learners are told what is right once they hand in.",
    Feedback.NEVER: "Feedback never: only the pages that ono-tutor grade --pages full writes tell.",
}
"""What the time of feedback means for marks."""


def preview_lines(assignment: Assignment, drawn: Pools) -> Iterator[str]:
    """Yield each puzzle with its number, question, position and answer, and the level it had."""
    for number, (item, pool) in enumerate(zip(assignment.items, drawn, strict=True), 1):
        puzzle = Puzzle.of(item.puzzles[0])
        level = pool[0].level.title
        points = _counted(item.points, "point")
        others = f", one of {len(item.puzzles)}" if len(item.puzzles) > 1 else ""
        yield f"{number}. {puzzle.question}"
        yield f"   {puzzle.position}"
        yield f"   {puzzle.kind}, {level}, {points}{others}. {puzzle.solution().text}"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def notes_on(
    drawn: Pools, filters: PuzzleFilter, *, per_learner: bool, is_bank: bool, from_bank: bool
) -> Iterator[str]:
    """Yield a note on each wish of the teacher that could not be met."""
    chosen = [pool[0] for pool in drawn]
    for name in filters.missing(chosen):
        yield f"no puzzle of these has what was asked for: {name}."
    old = [number for number, entry in enumerate(chosen, 1) if entry.id in bank.index()]
    if old and is_bank and not from_bank:
        noun = "item" if len(old) == 1 else "items"
        items = format_list(list(map(str, old)))
        yield f"of the bank, as no new puzzle like them was found: {noun} {items}."
    for number, pool in enumerate(drawn if per_learner else (), 1):
        if len(pool) == 1:
            name = pool[0].id
            yield f"no other puzzle is as hard as {name}; item {number} is the same for everybody."
