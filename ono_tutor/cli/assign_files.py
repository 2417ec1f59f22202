"""The files that ``ono-tutor assign`` writes, and what each is for."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from ono_tutor.classroom.assigning.link import link_words
from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.assignment_file import written
from ono_tutor.classroom.exports import Exported, gift, moodle_xml, qti
from ono_tutor.classroom.homework.notebook import learner_notebook
from ono_tutor.classroom.nbgrader.source_notebook import source_notebook
from ono_tutor.classroom.paper.sheet import key, printable
from ono_tutor.cli.assign_words import PAGE
from ono_tutor.errors import NotationError

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


def papers(
    assignment: Assignment, address: str, exports: Iterable[str], *, for_nbgrader: bool
) -> Papers:
    """All files of an assignment; ``address`` is that of the practice page."""
    files, notes = list(_always(assignment)), list[str]()
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
    yield _paper(assignment, "sheet.html", printable(assignment), "to print and hand out")
    yield _paper(assignment, "key.html", key(assignment), "the answers to the sheet, for you alone")


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
