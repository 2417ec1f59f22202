"""A learner's progress as one file, to keep or to carry elsewhere: ``ono-tutor-progress/1``.

The file is JSON in UTF-8: an object with ``"format": "ono-tutor-progress/1"`` and ``"answers"``,
a list in the order of time. Each answer is an object with exactly these fields:

``puzzle``                                the puzzle's id
``kind``, ``position``, ``plays``, ``claim``  the puzzle's words; ``plays`` parted by spaces
``answer``                                what was answered, by the contract; ``null`` where the
                                          solution was asked for
``mark``                                  ``right``, ``wrong``, ``not-attempted``, ``malformed``
``rule_points``, ``mistakes``, ``traps``      lists of ids: the rule points the answer speaks for or
                                          against, the misconceptions it was diagnosed with, and
                                          those that the puzzle tempts with
``hints``, ``attempt``                      whole numbers; an attempt counts from 1
``at``                                    UTC to the millisecond: ``2026-11-20T10:00:00.000Z``
``lesson``                                where it was answered; may be empty
"""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from ono_tutor.atomic_files import read_limited
from ono_tutor.course.answer_store import FIELDS, LISTS, AnswerRecord
from ono_tutor.errors import FileError, quoted
from ono_tutor.puzzles.answer import Mark, stamp
from ono_tutor.puzzles.bank import ID
from ono_tutor.strict_json import (
    Expected,
    expect_integer,
    expect_one_of,
    expect_text,
    parse_json,
    show_json,
)

FORMAT = "ono-tutor-progress/1"
MOST_BYTES = 100_000_000
LONGEST = 10_000
MOST_TIMES = 1_000_000
NAMES = tuple("answer" if name == "given" else name for name in FIELDS)


def format_answers(answers: Iterable[AnswerRecord]) -> str:
    """Return the answers as the text of one file, in the order of time."""
    in_order = sorted(answers, key=lambda record: record.at)
    lines = ",\n".join(json.dumps(answer_json(record)) for record in in_order)
    return f'{{"format": "{FORMAT}", "answers": [\n{lines}\n]}}\n'


def read_answers(path: Path) -> tuple[AnswerRecord, ...]:
    """Return the answers of an exported file.

    Raises :class:`FileError`, which names the reason.
    """
    return parse_exported_answers(read_answers_text(path, MOST_BYTES))


def read_answers_text(path: Path, most: int, *, may_be_pipe: bool = False) -> str:
    """Return the text of a file of at most ``most`` bytes.

    Raises :class:`FileError`, which names the reason and not the file.
    """
    try:
        if path.is_fifo() and not may_be_pipe:
            raise FileError("it is a pipe, and no file")
        raw = read_limited(path, most)
        if len(raw) > most:
            raise FileError(f"it is longer than {most} bytes, the most that are read")
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"byte {error.start} is no UTF-8") from error
    except OSError as error:
        raise FileError(error.strerror or str(error)) from error


def answer_json(record: AnswerRecord) -> dict[str, object]:
    """Return an answer as an object of a progress file."""
    return {name: getattr(record, name) for name in NAMES}


def parse_exported_answers(text: str) -> tuple[AnswerRecord, ...]:
    """Return the answers of a file.

    Raises :class:`FileError`, which names the reason and the answer at fault.
    """
    try:
        file = parse_json(text)
    except (ValueError, RecursionError) as error:
        raise FileError(f"this is not JSON that can be read: {error}") from error
    if not isinstance(file, dict) or file.get("format") != FORMAT:
        named = file.get("format") if isinstance(file, dict) else None
        raise FileError(f"the format is {show_json(named)}, and {quoted(FORMAT)} is wanted")
    if set(file) != {"format", "answers"} or not isinstance(file["answers"], list):
        raise FileError("a progress file has format and answers, a list, and nothing else")
    return tuple(_parse_answer(number, item) for number, item in enumerate(file["answers"], 1))


def _parse_answer(number: int, item: object) -> AnswerRecord:
    if not isinstance(item, dict) or set(item) != set(NAMES):
        raise FileError(f"answer {number}: an answer has the fields {', '.join(NAMES)}")
    for name, expected in EXPECTED.items():
        if not expected.fits(item[name]):
            shown = show_json(item[name])
            message = f"answer {number}: {name} is {shown}, and {expected.words} is wanted"
            raise FileError(message, word=shown)
    values: dict[str, Any] = item | {name: tuple(item[name]) for name in LISTS}
    given, mark = json.dumps(values.pop("answer")), Mark(values.pop("mark"))
    return AnswerRecord(given=given, mark=mark, **values)


def _is_ids(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(word, str) and ID.fullmatch(word) for word in value
    )


def _is_time(value: object) -> bool:
    try:
        return isinstance(value, str) and stamp(datetime.fromisoformat(value)) == value
    except (OverflowError, ValueError):
        return False


_TEXT = expect_text(LONGEST, "a line of text")
_NAME = expect_text(LONGEST, "a line of text that is not empty", least=1)
EXPECTED: Mapping[str, Expected[Any]] = {
    "puzzle": _NAME,
    "kind": _NAME,
    "position": _NAME,
    "plays": _TEXT,
    "claim": _TEXT,
    "mark": Expected("one of " + ", ".join(Mark), expect_one_of(Mark).fits),
    **dict.fromkeys(LISTS, Expected("a list of ids", _is_ids)),
    "hints": expect_integer(0, MOST_TIMES, "a whole number from 0"),
    "attempt": expect_integer(1, MOST_TIMES, "a whole number from 1"),
    "at": Expected("a time such as 2026-11-20T10:00:00.000Z", _is_time),
    "lesson": _TEXT,
}
