"""An assignment by what a teacher calls it: a file, a set, or a link.

A link holds the assignment in one line, after the ``#`` of the practice page's address.

Fields parted by ``&``, their values percent-encoded: ``set`` (all puzzles in order, as
:func:`read_set` reads them), ``assignment`` (its id), ``title``, ``feedback``, ``attempts``,
``points`` (of each item; one number where it is the same for all), and where there is any ``due``
and, if learners get puzzles of their own, ``pools``: how many of the puzzles each item has.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from urllib.parse import quote, unquote

from ono_tutor.classroom.assignment import Assignment, Feedback, Item, checked_due
from ono_tutor.classroom.assignment_file import (
    ASSIGNMENT_ID,
    MOST_ATTEMPTS,
    MOST_POINTS,
    AssignmentError,
    checked_title,
    parse_assignment,
    read_assignment,
)
from ono_tutor.course.session import session_name
from ono_tutor.errors import NotationError, OnoError, quoted
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.puzzle import BETWEEN, MOST, Puzzle, format_set, read_set

SET = "set"
NEEDED = (SET, "assignment", "title", "feedback", "attempts", "points")
MAY_BE = ("due", "pools")
LONGEST = 400_000
"""Characters of a link."""

_NO_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")


def link_fragment(assignment: Assignment) -> str:
    """Return the assignment as the fragment of the practice page's address.

    Raises :class:`NotationError` where no link can hold it: with more than 200 puzzles, and where
    a puzzle goes by the id of another one in the bank.
    """
    puzzles = tuple(map(Puzzle.of, assignment.entries))
    if len(puzzles) > MOST:
        message = f"a link holds {MOST} puzzles at the most, and these are {len(puzzles)}"
        raise NotationError(message, word=str(len(puzzles)))
    for puzzle in puzzles:
        bank.check_not_taken(puzzle.id, puzzle.words)
    shipped = [puzzle.id for puzzle in puzzles if puzzle.id in bank.index()]
    points, sizes = zip(
        *((item.points, len(item.puzzles)) for item in assignment.items), strict=True
    )
    fields = {
        SET: format_set(puzzles, shipped).replace(f"{BETWEEN} ", BETWEEN),
        "assignment": assignment.id,
        "title": assignment.title,
        "feedback": assignment.feedback.value,
        "attempts": assignment.attempts,
        "points": ",".join(map(str, points[:1] if len(set(points)) == 1 else points)),
        "due": assignment.due,
        "pools": ",".join(map(str, sizes)) if assignment.is_dealt else "",
    }
    return "&".join(
        f"{name}={quote(str(value), safe=',;')}" for name, value in fields.items() if value != ""
    )


def read_link(fragment: str) -> Assignment | None:
    """Return the assignment of a fragment, with or without its ``#``; None for a plain ``set=…``.

    Raises :class:`NotationError`, which names the field at fault.
    """
    texts = _texts(fragment)
    if set(texts) == {SET}:
        return None
    missing = next((name for name in NEEDED if name not in texts), None)
    if missing:
        raise NotationError(f"the link of an assignment has no {missing}", word=missing)
    fields = {name: _decoded(name, text) for name, text in texts.items()}
    entries = _entries(_puzzles(fields[SET]))
    pools = (
        _numbers(fields["pools"], "pools", 1, MOST) if "pools" in fields else (1,) * len(entries)
    )
    if sum(pools) != len(entries):
        message = f"pools counts {sum(pools)} puzzles, and the set has {len(entries)}"
        raise NotationError(message, word=fields.get("pools", ""))
    return Assignment(
        _id(fields["assignment"]),
        checked_title(fields["title"]),
        tuple(_items(entries, pools, fields["points"])),
        _feedback(fields["feedback"]),
        _numbers(fields["attempts"], "attempts", 0, MOST_ATTEMPTS, 1)[0],
        checked_due(fields["due"]) if "due" in fields else "",
    )


def plain_set(fragment: str) -> str:
    """Return what ``set=`` says in a fragment that is a set and nothing else.

    Raises :class:`NotationError` for a fragment without a set.
    """
    return _decoded(SET, _texts(fragment)[SET])


def _texts(fragment: str) -> Mapping[str, str]:
    """Return the fields as they stand there, one of them the set.

    Raises :class:`NotationError`.
    """
    if len(fragment) > LONGEST:
        message = f"the link is longer than {LONGEST} characters, the most that are read"
        raise NotationError(message)
    found: dict[str, str] = {}
    for part in fragment.removeprefix("#").split("&"):
        name, _, text = part.partition("=")
        if name not in (*NEEDED, *MAY_BE):
            known = ", ".join((*NEEDED, *MAY_BE))
            message = f"{quoted(name)} is no field of a link; there are {known}"
            raise NotationError(message, word=name)
        if name in found:
            raise NotationError(f"the link has {name} twice", word=name)
        found[name] = text
    if SET not in found:
        raise NotationError("the link has no set of puzzles", word=SET)
    return found


def _decoded(name: str, text: str) -> str:
    message = f"{name} is cut off or wrongly encoded: {quoted(text)}"
    if _NO_ESCAPE.search(text):
        raise NotationError(message, word=text)
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError as error:
        raise NotationError(message, word=text) from error


def _puzzles(words: str) -> tuple[Puzzle, ...]:
    try:
        return read_set(words)
    except NotationError:
        raise
    except OnoError as error:  # a puzzle that can be read, and cannot be asked
        message = f"a puzzle of the set cannot be asked: {error.message}"
        raise NotationError(message, word=error.word, rule=error.rule) from error


def _entries(puzzles: Iterable[Puzzle | Entry]) -> tuple[Entry, ...]:
    return tuple(Entry(puzzle.id, *puzzle.words) for puzzle in puzzles)


def _items(entries: tuple[Entry, ...], pools: tuple[int, ...], points: str) -> Iterator[Item]:
    left = iter(entries)
    numbers = _numbers(points, "points", 0, MOST_POINTS)
    if len(numbers) not in (1, len(pools)):
        message = f"points has {len(numbers)} numbers, and there are {len(pools)} puzzles to do"
        raise NotationError(message, word=points)
    each = numbers * len(pools) if len(numbers) == 1 else numbers
    for size, worth in zip(pools, each, strict=True):
        yield Item(tuple(islice(left, size)), worth)


def _numbers(text: str, name: str, least: int, most: int, count: int = MOST) -> tuple[int, ...]:
    words = text.split(",")
    is_sound = len(words) <= count and all(re.fullmatch("[0-9]{1,4}", word) for word in words)
    if not is_sound or not all(least <= int(word) <= most for word in words):
        message = f"{name} is whole numbers from {least} to {most}, not {quoted(text)}"
        raise NotationError(message, word=text)
    return tuple(map(int, words))


def _id(text: str) -> str:
    if not ASSIGNMENT_ID.fullmatch(text):
        raise NotationError(f"assignment is an id, not {quoted(text)}", word=text)
    return text


def _feedback(text: str) -> Feedback:
    if text not in list(Feedback):
        raise NotationError(f"feedback is {', '.join(Feedback)}, not {quoted(text)}", word=text)
    return Feedback(text)


OF_A_LINK = "set="
"""What the fragment of a practice link begins with."""

PRACTICE = "Practice"
"""The title of a set in one line, which has none."""


def find_assignment(words: str) -> Assignment:
    """Return the assignment of a file or its text, of a practice link, or of a set.

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
    """Return every name that answers to an assignment may come under.

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
    return frozenset((assignment.id, session_name(puzzles), *sets))


def _leads_to_file(words: str) -> bool:
    """Check if this is the path of a file. Raises :class:`AssignmentError` for that of a folder."""
    try:
        path = Path(words)
        if words and path.is_dir():
            message = f"{words} is a folder; name the file in it that ends in .assignment.json"
            raise AssignmentError(message, word=words)
        return path.is_file()
    except (OSError, ValueError):  # too long for a path, or not fit for one
        return False


def _set(words: str) -> Assignment:
    """Return the puzzles of a set as an assignment, a point each."""
    if words in bank.sets():
        name, title, entries = words, bank.title_of_set(words), _entries(bank.entries_of_set(words))
    else:
        puzzles = _line(words)
        name, title, entries = session_name(puzzles), PRACTICE, _entries(puzzles)
    return Assignment(name, title, tuple(Item((entry,)) for entry in entries))


def _line(words: str) -> tuple[Puzzle, ...]:
    try:
        return read_set(words)
    except OnoError as error:
        if ":" in words or ";" in words:
            raise
        sets = ", ".join(bank.sets())
        message = f"{quoted(words)} is no file, and neither a puzzle nor a set; the sets are {sets}"
        raise NotationError(message, word=words) from error
