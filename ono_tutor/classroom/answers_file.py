"""What a learner hands in: the answers file of the contract, ``ono-tutor-answers/1``.

An object with ``format``, ``assignment`` (its id), ``learner`` and ``answers``, a list. An answer
has ``puzzle`` (its id), ``answer``, and if the maker knew them ``at`` (a time in UTC), ``hints``
and ``attempt``. Anything else in the file is passed over, a mark above all.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.submissions.wrong_uploads import why_other_format
from ono_tutor.errors import NotationError, OnoError, quoted
from ono_tutor.puzzles.answer import as_words, stamp
from ono_tutor.strict_json import JsonError, read_json

FORMAT = "ono-tutor-answers/1"
MOST_ROWS, LONGEST_ANSWER, LONGEST_ID, MOST_COUNT = 5_000, 500, 60, 1_000_000
NEWER = re.compile(r"ono-tutor-answers/([0-9]{1,6})")
_STAMPED = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z")
"""A time as :func:`.stamp` writes it, which need not be written again."""


class AnswersFileError(OnoError):
    """A file is no answers file that can be graded; ``cause`` is a word for the kind of fault."""

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
    """An answers file as it was read: the rows in its order, and what could not be read of it."""

    assignment: str
    learner: Learner
    rows: tuple[AnswerRow, ...]
    faults: tuple[str, ...] = ()


def answers_text(assignment: str, learner: Learner, rows: Iterable[AnswerRow]) -> str:
    """Return the text of an answers file; an answer without a time has no ``at``."""
    answers = [_words(row) for row in rows]
    whole = {"format": FORMAT, "assignment": assignment, "learner": learner.name}
    return json.dumps(whole | {"answers": answers}, indent=1, ensure_ascii=False) + "\n"


def _words(row: AnswerRow) -> dict[str, object]:
    found = row._asdict() | {"answer": json.loads(row.answer)}
    del found["is_late"]
    return {key: value for key, value in found.items() if key != "at" or value}


def parse_answers(raw: bytes, *, with_rows: bool = True) -> AnswersFile:
    """Return what a file's bytes hand in; an answer that cannot be read is a fault of its own.

    Without rows it is only seen whose it is and for what, which is sooner. Raises
    :class:`AnswersFileError` for a file that is none.
    """
    try:
        found = read_json(raw, what="answers file")
    except JsonError as error:
        raise AnswersFileError("not-json", error.message, word=error.word) from error
    if not isinstance(found, dict):
        raise AnswersFileError("not-answers", "it holds no object, and an answers file is one")
    if other := why_other_format(found):
        raise AnswersFileError("not-answers", other, word=_shown(found.get("format")))
    _check_format(found.get("format"))
    answers = found.get("answers")
    if not isinstance(answers, list):
        raise AnswersFileError("not-answers", "it has no list of answers")
    if len(answers) > MOST_ROWS:
        message = f"it has {len(answers)} answers; {MOST_ROWS} are read at the most"
        raise AnswersFileError("too-many", message)
    rows, faults = _rows(answers if with_rows else [])
    return AnswersFile(
        _assignment(found.get("assignment")), _learner(found.get("learner")), rows, faults
    )


def _check_format(found: object) -> None:
    if found == FORMAT:
        return
    version = NEWER.fullmatch(found) if isinstance(found, str) else None
    if version:
        message = f"it is of version {int(version[1])} of the format, and version 1 is read here"
        raise AnswersFileError("other-version", message, word=_shown(found))
    its = "it has no format" if found is None else f"its format is {_shown(found)}"
    message = f"{its}, and {quoted(FORMAT)} is wanted"
    raise AnswersFileError("not-answers", message, word=_shown(found))


def _assignment(found: object) -> str:
    if not isinstance(found, str) or not 1 <= len(found) <= 200:
        raise AnswersFileError("not-answers", "it does not name its assignment")
    return found


def _learner(found: object) -> Learner:
    try:
        return Learner.named(found)
    except NotationError as error:
        raise AnswersFileError("no-name", error.message, word=error.word) from error


def _rows(answers: list[Any]) -> tuple[tuple[AnswerRow, ...], tuple[str, ...]]:
    rows, faults = [], []
    for number, item in enumerate(answers, 1):
        try:
            rows.append(_row(item))
        except NotationError as error:
            faults.append(f"answer {number}: {error.message}")
    return tuple(rows), tuple(faults)


def _row(item: object) -> AnswerRow:
    if not isinstance(item, dict) or "answer" not in item:
        raise NotationError(f"{_shown(item)} does not say both puzzle and answer")
    puzzle = item.get("puzzle")
    if not isinstance(puzzle, str) or not 1 <= len(puzzle) <= LONGEST_ID:
        raise NotationError("it does not name its puzzle by an id")
    given = item["answer"]
    answer = str(given) if type(given) is int else json.dumps(given)  # sooner, and the same
    if len(answer) > LONGEST_ANSWER:
        message = f"the answer is {len(answer)} characters long; {LONGEST_ANSWER} are read"
        raise NotationError(message, word=puzzle)
    hints = _count(item.get("hints", 0), "hints", 0)
    return AnswerRow(
        puzzle, answer, _time(item.get("at")), hints, _count(item.get("attempt", 1), "attempt", 1)
    )


def _count(found: object, what: str, least: int) -> int:
    if type(found) is not int or not least <= found <= MOST_COUNT:
        raise NotationError(f"{what} is a whole number from {least}, not {_shown(found)}")
    return found


def _time(found: object) -> str:
    """Return the time to the millisecond in UTC; empty for none.

    Raises :class:`NotationError` for what is no time with its zone.
    """
    if found is None:
        return ""
    if not isinstance(found, str) or len(found) > 40:
        raise _no_time(found, word=_shown(found))
    try:
        at = datetime.fromisoformat(found)
        return found if _STAMPED.fullmatch(found) else stamp(at)
    except (ValueError, OverflowError) as error:
        raise _no_time(found, word=found) from error


def _no_time(found: object, word: str) -> NotationError:
    message = f"at is a time in UTC such as 2026-11-20T10:00:00Z, not {_shown(found)}"
    return NotationError(message, word=word)


def _shown(found: object) -> str:
    """Return a value of the file as people write it, in quotes."""
    return quoted(as_words(found))
