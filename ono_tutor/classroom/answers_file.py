"""Read and write answers files, the format ``ono-tutor-answers/1``.

A file is a JSON object with ``format``, ``assignment`` (an id), ``learner`` and ``answers``, a
list. An answer has ``puzzle`` (an id) and ``answer``, and may have ``at`` (a time in UTC),
``hints`` and ``attempt``. All other fields are ignored, marks above all.
"""

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from ono_tutor.classroom.assignment import Learner
from ono_tutor.errors import NotationError, OnoError, quoted
from ono_tutor.puzzles.answer import as_words, stamp
from ono_tutor.strict_json import JsonError, read_json

FORMAT = "ono-tutor-answers/1"
MOST_ROWS, LONGEST_ANSWER, LONGEST_ID, MOST_COUNT = 5_000, 500, 60, 1_000_000
_NEWER = re.compile(r"ono-tutor-answers/([0-9]{1,6})")
_STAMPED = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z")
"""A time as :func:`.stamp` writes it, which need not be written again."""


class AnswersFileError(OnoError):
    """A file that cannot be graded; ``cause`` is a word for what is wrong."""

    kind = "hand-in"

    def __init__(self, cause: str, message: str, *, word: str = "") -> None:
        super().__init__(message, word=word)
        self.cause = cause


class AnswerRow(NamedTuple):
    """One answer of a file.

    ``answer`` is its JSON text; ``at`` the time as text that sorts as time goes, empty where
    the file has none; ``attempt`` counts from 1. ``is_late`` is never in a file: it says that an
    LMS calls the file late.
    """

    puzzle: str
    answer: str
    at: str = ""
    hints: int = 0
    attempt: int = 1
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class AnswersFile:
    """The content of an answers file; ``faults`` are the answers that could not be read."""

    assignment: str
    learner: Learner
    rows: tuple[AnswerRow, ...]
    faults: tuple[str, ...] = ()


def answers_text(assignment: str, learner: Learner, rows: Iterable[AnswerRow]) -> str:
    """Return the text of an answers file; an answer without a time has no ``at``."""
    answers = []
    for row in rows:
        fields = row._asdict() | {"answer": json.loads(row.answer)}
        del fields["is_late"]
        answers.append({key: value for key, value in fields.items() if key != "at" or value})
    content = {"format": FORMAT, "assignment": assignment, "learner": learner.name}
    return json.dumps(content | {"answers": answers}, indent=1, ensure_ascii=False) + "\n"


def parse_answers(raw: bytes, *, with_rows: bool = True) -> AnswersFile:
    """Parse an answers file; an answer that cannot be read becomes one of the ``faults``.

    ``with_rows=False`` is faster and leaves the answers out. Raises :class:`AnswersFileError`.
    """
    try:
        content = read_json(raw, what="answers file")
    except JsonError as error:
        raise AnswersFileError("not-answers", error.message, word=error.word) from error
    if not isinstance(content, dict):
        raise AnswersFileError("not-answers", "it holds no object, and an answers file is one")
    name, answers, assignment = map(content.get, ("format", "answers", "assignment"))
    if name != FORMAT:
        if isinstance(name, str) and (newer := _NEWER.fullmatch(name)):
            message = f"it is of version {int(newer[1])} of the format, and version 1 is read here"
            raise AnswersFileError("other-version", message, word=_shown(name))
        its = "it has no format" if name is None else f"its format is {_shown(name)}"
        message = f"{its}, and {quoted(FORMAT)} is wanted"
        raise AnswersFileError("not-answers", message, word=_shown(name))
    if not isinstance(answers, list):
        raise AnswersFileError("not-answers", "it has no list of answers")
    if len(answers) > MOST_ROWS:
        message = f"it has {len(answers)} answers; {MOST_ROWS} are read at the most"
        raise AnswersFileError("too-many", message)
    rows, faults = [], []
    for number, item in enumerate(answers if with_rows else (), 1):
        try:
            rows.append(_parse_row(item))
        except NotationError as error:
            faults.append(f"answer {number}: {error.message}")
    if not isinstance(assignment, str) or not 1 <= len(assignment) <= 200:
        raise AnswersFileError("not-answers", "it does not name its assignment")
    try:
        learner = Learner.named(content.get("learner"))
    except NotationError as error:
        raise AnswersFileError("no-name", error.message, word=error.word) from error
    return AnswersFile(assignment, learner, tuple(rows), tuple(faults))


def _parse_row(item: object) -> AnswerRow:
    if not isinstance(item, dict) or "answer" not in item:
        raise NotationError(f"{_shown(item)} does not say both puzzle and answer")
    puzzle, answer = item.get("puzzle"), item["answer"]
    if not isinstance(puzzle, str) or not 1 <= len(puzzle) <= LONGEST_ID:
        raise NotationError("it does not name its puzzle by an id")
    text = str(answer) if type(answer) is int else json.dumps(answer)  # str is faster
    if len(text) > LONGEST_ANSWER:
        message = f"the answer is {len(text)} characters long; {LONGEST_ANSWER} are read"
        raise NotationError(message, word=puzzle)
    hints, attempt = item.get("hints", 0), item.get("attempt", 1)
    for name, count, least in (("hints", hints, 0), ("attempt", attempt, 1)):
        if type(count) is not int or not least <= count <= MOST_COUNT:
            raise NotationError(f"{name} is a whole number from {least}, not {_shown(count)}")
    return AnswerRow(puzzle, text, _parse_time(item.get("at")), hints, attempt)


def _parse_time(at: object) -> str:
    """Return the time to the millisecond in UTC, in the spelling that sorts as text, or ""."""
    if at is None:
        return ""
    if isinstance(at, str) and len(at) <= 40:
        with suppress(ValueError, OverflowError):
            time = datetime.fromisoformat(at)
            return at if _STAMPED.fullmatch(at) else stamp(time)
    message = f"at is a time in UTC such as 2026-11-20T10:00:00Z, not {_shown(at)}"
    raise NotationError(message, word=_shown(at))


def _shown(value: object) -> str:
    """Return a value of the file as people write it, in quotes."""
    return quoted(as_words(value))
