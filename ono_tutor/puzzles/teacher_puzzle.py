"""One puzzle of a teacher's file: its fields checked, then the puzzle itself."""

import re

from ono_tutor.errors import IllegalPlayError, NotationError, OnoError, quoted
from ono_tutor.game.position import Position
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.catalogue import KINDS
from ono_tutor.puzzles.claim import Claim
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.grading import entry_of, grade
from ono_tutor.puzzles.task import Task

WORDS = ("id", "kind", "position", "plays", "claim")
KEPT = ("difficulty", "rule_points", "misconceptions", "seal")
"""Fields that ``generate`` writes and ``verify`` compares; a teacher leaves them out."""

LISTED = ("rule_points", "misconceptions")


class FieldError(Exception):
    """A fault of one field, before it is known where that stands."""

    def __init__(self, field: str, message: str, kind: str = "notation") -> None:
        super().__init__(message)
        self.field, self.message, self.kind = field, message, kind


def graded(draft: Entry) -> Entry:
    """The puzzle graded.

    Raises an error that names the field at fault, for words that cannot be read and for a
    puzzle that has no right answer.
    """
    if draft.kind not in KINDS:
        known = ", ".join(KINDS)
        raise FieldError("kind", f"{quoted(draft.kind)} is no kind of puzzle; they are {known}")
    task = _task(draft)
    if draft.kind != "edition" and draft.claim:
        raise FieldError("claim", "only a puzzle of the kind edition has a claim")
    try:
        entry = entry_of(draft.kind, task, grade(draft.kind, task))
    except IllegalPlayError as error:
        raise FieldError("plays", error.message, error.kind) from error
    except OnoError as error:
        field = "claim" if draft.kind == "edition" else "position"
        message = f"this puzzle has no right answer: {error.message}"
        raise FieldError(field, message, error.kind) from error
    except (ValueError, IndexError, ArithmeticError) as error:
        raise FieldError("position", "this puzzle has no right answer") from error
    return _not_shipped(draft, entry)


def _not_shipped(draft: Entry, entry: Entry) -> Entry:
    """The graded puzzle, if its id is not that of another one in the bank."""
    try:
        shipped = bank.entry(draft.id)
    except NotationError:
        return entry
    if shipped.words != entry.words:
        raise FieldError("id", f"{quoted(draft.id)} is the id of another puzzle in the bank")
    return entry


def _task(draft: Entry) -> Task:
    try:
        position = Position.parse(draft.position)
    except OnoError as error:
        raise FieldError("position", error.message, error.kind) from error
    try:
        plays = tuple(map(position.rules.read_play, draft.plays.split()))
    except OnoError as error:
        raise FieldError("plays", error.message, error.kind) from error
    task = Task(position, plays, draft.claim)
    try:
        if draft.claim:
            Claim.parse(draft.claim)
        assert task.outcome is not None
    except NotationError as error:
        raise FieldError("claim", error.message, error.kind) from error
    except OnoError as error:
        raise FieldError("plays", error.message, error.kind) from error
    return task


def check_field(key: str, value: object) -> None:
    """Return if a puzzle has this field, and its value is of the right type.

    Raises :class:`FieldError` otherwise.
    """
    if key in WORDS or key == "seal":
        if not isinstance(value, str):
            raise FieldError(key, not_a(value, "a text in quotes"))
    elif key == "difficulty":
        if isinstance(value, bool) or not isinstance(value, int):
            raise FieldError(key, not_a(value, "a whole number"))
    elif key in LISTED:
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise FieldError(key, not_a(value, "a list of texts in quotes"))
    else:
        known = ", ".join(WORDS)
        raise FieldError(key, f"there is no such field; a puzzle has {known}")


def shown(key: str) -> str:
    """A key for a message: as it is where it is plain, else in quotes."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", key) else quoted(key)


def not_a(value: object, wanted: str) -> str:
    """What a value is, and what is needed in its place."""
    names = {str: "a text", bool: "true or false", int: "a number", float: "a number"}
    names |= {list: "a list", dict: "a table"}
    return f"this is {names.get(type(value), 'a date or a time')}, and {wanted} is needed"
