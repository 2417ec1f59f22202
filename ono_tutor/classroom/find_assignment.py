"""An assignment found by what a teacher calls it, and the names that answers to it come under."""

from collections.abc import Sequence
from pathlib import Path

from ono_tutor.classroom.assignment import Assignment, Item
from ono_tutor.classroom.assignment_file import AssignmentError, parse_assignment, read_assignment
from ono_tutor.classroom.assignment_link import plain_set, read_link
from ono_tutor.course.session import name_of
from ono_tutor.errors import NotationError, OnoError, quoted
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.puzzle import Puzzle, read_set

OF_A_LINK = "set="
"""What the fragment of a practice link begins with."""

PRACTICE = "Practice"
"""The title of a set in one line, which has none."""


def find_assignment(words: str) -> Assignment:
    """The assignment of a file or its text, of a practice link, or of a set.

    A link is the whole address, or what stands after its ``#``; a set is one that is shipped, or
    one in a line. It has a point for each puzzle, the first answer to it counts, and feedback
    comes at once. Raises :class:`OnoError`, which names the reason.
    """
    if words.lstrip("\ufeff \t\r\n").startswith("{"):
        return parse_assignment(words.encode("utf-8", "replace"))
    if _leads_to_file(words):
        return read_assignment(Path(words))
    fragment = words.partition("#")[2] or words
    if fragment.startswith(OF_A_LINK):
        return read_link(fragment) or _set(plain_set(fragment))
    return _set(words)


def answer_names(assignment: Assignment) -> frozenset[str]:
    """Every name that answers to an assignment may come under.

    These are its id, and where all learners get the same puzzles what a practice of them is kept
    under: the digest of their ids, and the name of a set that is shipped with just these puzzles.
    """
    if assignment.is_dealt:
        return frozenset((assignment.id,))
    puzzles = tuple(map(Puzzle.of, assignment.entries))
    ids = {puzzle.id for puzzle in puzzles}
    sets = (
        name for name in bank.sets() if {entry.id for entry in bank.entries_of_set(name)} == ids
    )
    return frozenset((assignment.id, name_of(puzzles), *sets))


def _leads_to_file(words: str) -> bool:
    """Whether this is the path of a file. Raises :class:`AssignmentError` for that of a folder."""
    try:
        path = Path(words)
        if words and path.is_dir():
            message = f"{words} is a folder; name the file in it that ends in .assignment.json"
            raise AssignmentError(message, word=words)
        return path.is_file()
    except (OSError, ValueError):  # too long for a path, or not fit for one
        return False


def _set(words: str) -> Assignment:
    if words in bank.sets():
        entries = [Entry(entry.id, *entry.words) for entry in bank.entries_of_set(words)]
        return _practice(words, bank.title_of_set(words), entries)
    puzzles = _line(words)
    entries = [Entry(puzzle.id, *puzzle.words) for puzzle in puzzles]
    return _practice(name_of(puzzles), PRACTICE, entries)


def _line(words: str) -> tuple[Puzzle, ...]:
    try:
        return read_set(words)
    except OnoError as error:
        if ":" in words or ";" in words:
            raise
        sets = ", ".join(bank.sets())
        message = f"{quoted(words)} is no file, and neither a puzzle nor a set; the sets are {sets}"
        raise NotationError(message, word=words) from error


def _practice(name: str, title: str, entries: Sequence[Entry]) -> Assignment:
    return Assignment(name, title, tuple(Item((entry,)) for entry in entries))
