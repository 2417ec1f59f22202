"""The assignment's file, ``ono-tutor-assignment/1``: JSON, and no answer in it.

An object with ``format``, ``id``, ``title``, ``feedback`` (``now``, ``after``, ``never``),
``attempts`` (0 for any number), ``due`` (a time with its zone, as ``2026-12-01T18:00:00+01:00`` or
``2026-12-01T17:00:00Z``, or ``null``) and ``items``. An item has ``points`` and ``puzzles``: one,
or those of which each learner is dealt one. A puzzle has ``id``, ``kind`` and ``position``, and
where there are any ``plays`` (parted by spaces) and a ``claim``.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ono_tutor.classroom.assignment import Assignment, Feedback, Item
from ono_tutor.classroom.due import checked_due
from ono_tutor.errors import NotationError, OnoError, quoted
from ono_tutor.puzzles.entry import ID, Entry
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.strict_json import LIMITS, JsonError, read_json

FORMAT = "ono-tutor-assignment/1"
MOST_ITEMS, MOST_PUZZLES, MOST_POINTS, MOST_ATTEMPTS = 200, 5_000, 1_000, 1_000
LONGEST_TITLE, LONGEST_WORDS = 200, 2_000
FIELDS = ("format", "id", "title", "feedback", "attempts", "due", "items")
WORDS = ("id", "kind", "position", "plays", "claim")

ASSIGNMENT_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")


class AssignmentError(OnoError):
    """A file is no assignment that can be used."""

    kind = "assignment"


def assignment_text(assignment: Assignment) -> str:
    """The text of an assignment's file; the same assignment gives the same text."""
    return json.dumps(assignment_json(assignment), indent=1, ensure_ascii=False) + "\n"


def assignment_json(assignment: Assignment) -> dict[str, object]:
    """The assignment as the object that a file holds."""
    return {
        "format": FORMAT,
        "id": assignment.id,
        "title": assignment.title,
        "feedback": assignment.feedback.value,
        "attempts": assignment.attempts,
        "due": assignment.due or None,
        "items": [
            {"points": item.points, "puzzles": list(map(_words, item.puzzles))}
            for item in assignment.items
        ],
    }


def _words(entry: Entry) -> dict[str, str]:
    words = {name: getattr(entry, name) for name in WORDS}
    return {name: word for name, word in words.items() if word}


def read_assignment(path: Path) -> Assignment:
    """The assignment of a file.

    Raises :class:`AssignmentError`, which names the file, the reason and the place at fault.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(LIMITS.most_bytes + 1)
    except OSError as error:
        message = f"cannot read {path}: {error.strerror or error}"
        raise AssignmentError(message, word=str(path)) from error
    try:
        return parse_assignment(raw)
    except AssignmentError as error:
        raise AssignmentError(f"{path}: {error.message}", word=error.word) from error


def parse_assignment(raw: bytes) -> Assignment:
    """The assignment that a file's bytes hold, every puzzle of it readable.

    Raises :class:`AssignmentError`, which names the reason and the place at fault.
    """
    try:
        found = read_json(raw)
    except JsonError as error:
        raise AssignmentError(error.message, word=error.word) from error
    fields = _object(found, "an assignment", FIELDS)
    if fields["format"] != FORMAT:
        message = f"the format is {_shown(fields['format'])}, and {quoted(FORMAT)} is read here"
        raise AssignmentError(message, word=_shown(fields["format"]))
    assignment = Assignment(
        id=_text(fields["id"], "id", ASSIGNMENT_ID),
        title=_title(fields["title"]),
        items=_items(fields["items"]),
        feedback=_feedback(fields["feedback"]),
        attempts=_whole(fields["attempts"], "attempts", 0, MOST_ATTEMPTS),
        due=_due(fields["due"]),
    )
    _no_twins(assignment)
    return assignment


def _items(found: object) -> tuple[Item, ...]:
    if not isinstance(found, list) or not 1 <= len(found) <= MOST_ITEMS:
        raise AssignmentError(f"items is a list of 1 to {MOST_ITEMS}, not {_shown(found)}")
    pools = [item.get("puzzles") for item in found if isinstance(item, dict)]
    count = sum(len(pool) for pool in pools if isinstance(pool, list))
    if count > MOST_PUZZLES:
        raise AssignmentError(f"there are {count} puzzles; {MOST_PUZZLES} are read at the most")
    return tuple(_item(item, number) for number, item in enumerate(found, 1))


def _item(found: object, number: int) -> Item:
    fields = _object(found, f"item {number}", ("points", "puzzles"))
    puzzles = fields["puzzles"]
    if not isinstance(puzzles, list) or not puzzles:
        raise AssignmentError(f"item {number}: puzzles is a list of at least one")
    points = _whole(fields["points"], f"item {number}: points", 0, MOST_POINTS)
    return Item(tuple(_entry(puzzle, f"item {number}") for puzzle in puzzles), points)


def _entry(found: object, place: str) -> Entry:
    """The puzzle, once it is sure that it can be read and has an answer."""
    if not isinstance(found, dict) or not {"id", "kind", "position"} <= found.keys() <= set(WORDS):
        raise AssignmentError(f"{place}: a puzzle has the fields {', '.join(WORDS)}")
    for name, word in found.items():
        if not isinstance(word, str) or len(word) > LONGEST_WORDS:
            message = f"{place}: {name} is a text of {LONGEST_WORDS} characters at the most"
            raise AssignmentError(f"{message}, not {_shown(word)}", word=_shown(word))
    _text(found["id"], f"{place}: id", ID)
    entry = Entry(**found)
    try:
        _answered(Puzzle.of(entry))
    except OnoError as error:
        message = f"{place}: the puzzle {quoted(entry.id)} cannot be asked: {error.message}"
        raise AssignmentError(message, word=error.word, rule=error.rule) from error
    return entry


def _answered(puzzle: Puzzle) -> None:
    """Return if the puzzle has an answer. Raises :class:`OnoError` otherwise."""
    _ = puzzle.answer


def _no_twins(assignment: Assignment) -> None:
    """Raise :class:`AssignmentError` where one id stands for two puzzles."""
    seen: set[str] = set()
    for entry in assignment.entries:
        if entry.id in seen:
            message = f"the puzzle {quoted(entry.id)} is in the assignment twice"
            raise AssignmentError(message, word=entry.id)
        seen.add(entry.id)


def _object(found: object, what: str, names: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(found, dict) or set(found) != set(names):
        raise AssignmentError(f"{what} has the fields {', '.join(names)}, and nothing else")
    return found


def _text(found: object, what: str, wanted: re.Pattern[str]) -> str:
    if not isinstance(found, str) or not wanted.fullmatch(found):
        message = f"{what} is small letters, digits and hyphens, not {_shown(found)}"
        raise AssignmentError(message, word=_shown(found))
    return found


def _title(found: object) -> str:
    try:
        return checked_title(found)
    except NotationError as error:
        raise AssignmentError(error.message, word=error.word) from error


def checked_title(found: object) -> str:
    """The title, if it is a text of one line that can be seen.

    Raises :class:`NotationError` otherwise.
    """
    is_fit = isinstance(found, str) and 1 <= len(found) <= LONGEST_TITLE
    if not isinstance(found, str) or not is_fit or not found.isprintable() or not found.strip():
        message = f"a title is a line of 1 to {LONGEST_TITLE} characters, not {_shown(found)}"
        raise NotationError(message, word=_shown(found))
    return found


def _feedback(found: object) -> Feedback:
    if found not in list(Feedback):
        raise AssignmentError(f"feedback is {', '.join(Feedback)}, not {_shown(found)}")
    return Feedback(str(found))


def _whole(found: object, what: str, least: int, most: int) -> int:
    if type(found) is not int or not least <= found <= most:
        message = f"{what} is a whole number from {least} to {most}, not {_shown(found)}"
        raise AssignmentError(message, word=_shown(found))
    return found


def _due(found: object) -> str:
    if found is None:
        return ""
    try:
        return checked_due(found if isinstance(found, str) else _shown(found))
    except NotationError as error:
        raise AssignmentError(error.message, word=error.word) from error


def _shown(value: object) -> str:
    return quoted(value) if isinstance(value, str) else quoted(json.dumps(value))
