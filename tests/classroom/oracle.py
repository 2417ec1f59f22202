"""What a file earns, worked out slowly from the stated rules alone.

Nothing of the package is used here but the assignment as data; the puzzles are asked one by one.
"""

import hashlib
import json
import unicodedata
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from ono_tutor import OnoError, Puzzle
from ono_tutor.puzzles.answer import Mark

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
JOINERS = "\u200c\u200d" + "".join(chr(0xFE00 + number) for number in range(16))


class Refused(Exception):  # noqa: N818 (what becomes of a file, not an error of ours)
    """The file is none that can be graded."""


class Given(NamedTuple):
    """An answer of a file; ``at`` in milliseconds, or None."""

    puzzle: str
    answer: str
    at: int | None
    hints: int
    attempt: int


def demand(is_good):
    if not is_good:
        raise Refused


def file_of(raw):
    """Whose a file is, the assignment that it names, and its answers in order.

    Raises Refused.
    """
    demand(len(raw) <= 2_000_000)

    def fields(pairs):
        demand(len({name for name, _ in pairs}) == len(pairs))
        return dict(pairs)

    try:
        text = raw.decode().removeprefix("\ufeff")
        whole = json.loads(text, object_pairs_hook=fields, parse_constant=lambda _: demand(False))
    except (ValueError, RecursionError) as error:
        raise Refused from error
    demand(not _is_deep(whole, 13))
    demand(isinstance(whole, dict) and whole.get("format") == "ono-tutor-answers/1")
    answers, assignment = whole.get("answers"), whole.get("assignment")
    demand(isinstance(answers, list) and len(answers) <= 5_000)
    demand(isinstance(assignment, str) and 0 < len(assignment) < 201)
    rows = [row for row in map(_given, answers) if row]
    return _name(whole.get("learner")), assignment, rows


def _is_deep(value, left):
    """Whether lists and objects stand this often in each other; and numbers are numbers."""
    demand(value not in (float("inf"), float("-inf")))
    if not isinstance(value, list | dict):
        return False
    inside = list(value.values()) if isinstance(value, dict) else value
    return left == 1 or any(_is_deep(each, left - 1) for each in inside)


def _name(found):
    demand(isinstance(found, str))
    name = " ".join(unicodedata.normalize("NFC", found).split())
    kinds = [unicodedata.category(char) for char in name if char not in JOINERS]
    demand(kinds and len(name) <= 100)
    demand(not any(kind.startswith("C") or kind in ("Zl", "Zp") for kind in kinds))
    demand(not set(name) & set("\u034f\u115f\u1160\u2800\u3164\uffa0"))
    return name


def _given(item):
    if not isinstance(item, dict) or "answer" not in item:
        return None
    puzzle, hints, attempt = item.get("puzzle"), item.get("hints", 0), item.get("attempt", 1)
    answer, at = json.dumps(item["answer"]), item.get("at")
    counts = type(hints) is type(attempt) is int and 0 <= hints <= 10**6 and 1 <= attempt <= 10**6
    if not isinstance(puzzle, str) or not 0 < len(puzzle) <= 60 or len(answer) > 500 or not counts:
        return None
    if at is not None and (at := _time(at)) is None:
        return None
    return Given(puzzle, answer, at, hints, attempt)


def _time(words):
    if not isinstance(words, str) or len(words) > 40:
        return None
    try:
        at = datetime.fromisoformat(words)
    except ValueError:
        return None
    if (shift := at.utcoffset()) is None:
        return None
    since = at.replace(tzinfo=UTC) - EPOCH - shift
    first, last = (each.replace(tzinfo=UTC) - EPOCH for each in (datetime.min, datetime.max))
    # a time may be one that its zone has, and UTC has not
    return since // timedelta(milliseconds=1) if first <= since <= last else None


class Oracle:
    """Marks answers under one assignment; ``refuses_late`` is what the teacher chose."""

    def __init__(self, assignment, refuses_late):
        self.assignment = assignment
        self.marks = {}
        self.puzzles = {entry.id: Puzzle.of(entry) for entry in assignment.entries}
        self.due = _time(assignment.due) if assignment.due and refuses_late else None

    def dealt(self, name):
        """The ids of the puzzles of a learner, item by item."""
        joined = "".join(char for char in name if char not in JOINERS)
        key = unicodedata.normalize("NFC", joined.casefold())
        ids = []
        for number, item in enumerate(self.assignment.items, 1):
            text = f"{self.assignment.id}\n{number}\n{key}"
            first = hashlib.sha256(text.encode()).hexdigest()[:16]
            ids.append(item.puzzles[int(first, 16) % len(item.puzzles)].id)
        return ids

    def earned(self, name, files):
        """The points of each item for answers, the files one after another.

        All different answers go in the order of their times, one without a time after the last.
        """
        found = {}
        for rows in files:
            last = None
            for row in rows:
                last = row.at if row.at is not None else last
                found.setdefault(row, (last is not None, last or 0))
        answers = sorted(found, key=found.get)
        return [
            item.points if self._is_right(puzzle, [a for a in answers if a.puzzle == puzzle]) else 0
            for puzzle, item in zip(self.dealt(name), self.assignment.items, strict=True)
        ]

    def _is_right(self, puzzle, answers):
        is_now, most = self.assignment.feedback == "now", self.assignment.attempts
        in_time = [a for a in answers if self.due is None or a.at is None or a.at <= self.due]
        if is_now and "null" in (given := [a.answer for a in in_time]):
            in_time = in_time[: given.index("null")]
        counted = [a for a in in_time if self.mark(puzzle, a.answer) in (Mark.RIGHT, Mark.WRONG)]
        if is_now:
            counted = counted[:most] if most else counted
        else:  # the last of each attempt
            counted = {a.attempt: a for a in counted if not most or a.attempt <= most}.values()
        return any(self.mark(puzzle, a.answer) is Mark.RIGHT for a in counted)

    def mark(self, puzzle, answer):
        """What the puzzle says of an answer; one that it cannot judge is malformed."""
        if (puzzle, answer) not in self.marks:
            try:
                found = self.puzzles[puzzle].check(json.loads(answer)).mark
            except OnoError:
                found = Mark.MALFORMED
            self.marks[puzzle, answer] = found
        return self.marks[puzzle, answer]
