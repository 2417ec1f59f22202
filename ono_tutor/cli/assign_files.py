"""The files that ``ono-tutor assign`` writes, and what each is for."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click

from ono_tutor.classroom.assigning.link import link_words
from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.assignment_file import written
from ono_tutor.classroom.exports import Exported, gift, moodle_xml, qti
from ono_tutor.classroom.grading.roster import Roster, RosterError
from ono_tutor.classroom.homework.notebook import learner_notebook
from ono_tutor.classroom.nbgrader.source_notebook import source_notebook
from ono_tutor.classroom.sheets.key import class_key, key
from ono_tutor.classroom.sheets.sheet import MOST_ON_A_PAGE, printable, sheets
from ono_tutor.cli.assign_words import PAGE
from ono_tutor.errors import NotationError

Command = Callable[..., Any]

EXPORTS: Mapping[str, tuple[Callable[[Assignment], Exported], str]] = {
    "moodle": (moodle_xml, "for Moodle: Question bank, Import, Moodle XML"),
    "gift": (gift, "for Moodle and others that import GIFT"),
    "qti": (qti, "for systems that import QTI 2.1 packages"),
}
"""By name what makes an export, and where it goes."""


class Paper(NamedTuple):
    """A file: its name, what it holds, and what a teacher does with it."""

    name: str
    content: bytes
    use: str


class Papers(NamedTuple):
    """The files of an assignment, its own first, and what has to be said of them."""

    files: tuple[Paper, ...]
    notes: tuple[str, ...] = ()


def class_of(_: object, __: object, path: Path | None) -> Roster | None:
    """The class that a roster file names; None where none is given."""
    try:
        return Roster.read(path) if path else None
    except RosterError as error:
        raise click.BadParameter(error.message) from error


def on_paper(command: Command) -> Command:
    """Gives a command the options of the printed sheet: ``roster`` and ``per_page``."""
    with_class = click.option(
        "--class",
        "roster",
        callback=class_of,
        type=click.Path(path_type=Path),
        metavar="ROSTER.csv",
        help="Your class, for a sheet with each learner's name and puzzles, all in one file.",
    )
    with_pages = click.option(
        "--per-page",
        type=click.IntRange(1, MOST_ON_A_PAGE),
        default=1,
        show_default=True,
        help="Exercises on a page of the sheet, where so many fit.",
    )
    return with_class(with_pages(command))


def papers(
    assignment: Assignment,
    address: str,
    exports: Iterable[str],
    *,
    for_nbgrader: bool,
    roster: Roster | None = None,
    per_page: int = 1,
) -> Papers:
    """All files of an assignment; ``address`` is that of the practice page.

    With a roster the sheet is a file of sheets, one for each learner of the class.
    """
    files = [*_always(assignment), *_printed(assignment, roster, per_page)]
    notes = [f"roster: {fault}" for fault in roster.faults] if roster else []
    try:
        line = f"{address}#{link_words(assignment)}\n"
        files.insert(2, _paper(assignment, "link.txt", line, _LINK))
        notes += [_NO_SITE] if address == PAGE else []
    except NotationError as error:
        notes.append(f"there is no link for the practice page: {error.message}.")
    for name in exports:
        make, use = EXPORTS[name]
        found = make(assignment)
        files.append(Paper(found.name, found.content, f"{use} ({_questions(found)}, with answers)"))
        notes.extend(_notes(name, found))
    if for_nbgrader:
        text = source_notebook(assignment)
        files.append(_paper(assignment, "nbgrader.ipynb", text, _NBGRADER))
    return Papers(tuple(files), tuple(notes))


def _always(assignment: Assignment) -> Iterator[Paper]:
    yield _paper(
        assignment, "assignment.json", written(assignment), "keep it: it is what is graded by"
    )
    yield _paper(assignment, "ipynb", learner_notebook(assignment), "for learners in Jupyter")


def _printed(assignment: Assignment, roster: Roster | None, per_page: int) -> Iterator[Paper]:
    if roster is None:
        sheet = printable(assignment, per_page=per_page)
        yield _paper(assignment, "sheet.html", sheet, "to print and hand out")
        yield _paper(assignment, "key.html", key(assignment), _KEY)
        return
    people = [person.learner for person in roster.people]
    use = f"to print and hand out: {len(people)} sheets, with the names of your class"
    yield _paper(assignment, "sheets.html", sheets(assignment, people, per_page), use)
    yield _paper(assignment, "key.html", class_key(assignment, people), _KEY)


_KEY = "the answers to the sheet, for you alone"
_NO_SITE = f"before {PAGE} in the link put the address of the docs site, or give it with --site."
_LINK = "the address to send to learners; nothing to install"
_NBGRADER = "a source notebook for nbgrader, with the answers in it: for you alone"


def _paper(assignment: Assignment, ending: str, text: str, use: str) -> Paper:
    return Paper(f"{assignment.id}.{ending}", text.encode("utf-8"), use)


def _questions(found: Exported) -> str:
    return "1 question" if found.count == 1 else f"{found.count} questions"


def _notes(name: str, found: Exported) -> Iterator[str]:
    yield from (f"{name}: {note}" for note in found.notes)
    yield from (f"{name}: {puzzle} is not in it: {reason}" for puzzle, reason in found.left_out)
