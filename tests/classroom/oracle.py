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


class Refused(Exception):  # noqa: N818 (what becomes of a file, not an error of ours)
    """The file is none that can be graded."""


class Given(NamedTuple):
    """An answer of a file; ``at`` in milliseconds, or None."""

    puzzle: str
    answer: str
    at: int | None
    hints: int
    attempt: int


JOINERS = "\u200c\u200d" + "".join(chr(0xFE00 + number) for number in range(16))


def file_of(raw):
    """Whose a file is, the assignment that it names, and its answers in order.

    Raises Refused.
    """
    whole = _json(raw)
    if not isinstance(whole, dict) or whole.get("format") != "ono-tutor-answers/1":
        raise Refused("format")
    answers, assignment = whole.get("answers"), whole.get("assignment")
    if not isinstance(answers, list) or len(answers) > 5_000:
        raise Refused("answers")
    if not isinstance(assignment, str) or not 0 < len(assignment) < 201:
        raise Refused("assignment")
    rows = [row for row in map(_given, answers) if row]
    return _name(whole.get("learner")), assignment, rows


def _json(raw):
    if len(raw) > 2_000_000:
        raise Refused("long")

    def fields(pairs):
        if len({name for name, _ in pairs}) != len(pairs):
            raise Refused("twice")
        return dict(pairs)

    def constant(word):
        raise Refused(word)

    try:
        text = raw.decode()
        whole = json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=fields, parse_constant=constant
        )
    except (ValueError, RecursionError) as error:
        raise Refused("no JSON") from error
    if _deep(whole, 13):
        raise Refused("deep")
    return whole


def _deep(value, left):
    """Whether lists and objects stand this often in each other; and numbers are numbers."""
    if isinstance(value, float) and (value in (float("inf"), float("-inf"))):
        raise Refused("too large")
    if not isinstance(value, list | dict):
        return False
    if left == 1:
        return True
    inside = list(value.values()) if isinstance(value, dict) else value
    return any(_deep(each, left - 1) for each in inside)


def _name(found):
    if not isinstance(found, str):
        raise Refused("name")
    name = " ".join(unicodedata.normalize("NFC", found).split())
    if not 0 < len(name) <= 100:
        raise Refused("name")
    for char in name:
        kind = unicodedata.category(char)
        if char in "\u034f\u115f\u1160\u2800\u3164\uffa0":
            raise Refused("name")
        if char not in JOINERS and (kind.startswith("C") or kind in ("Zl", "Zp")):
            raise Refused("name")
    if not name.strip(JOINERS):
        raise Refused("name")
    return name


def _given(item):
    if not isinstance(item, dict) or "answer" not in item:
        return None
    puzzle, hints, attempt = item.get("puzzle"), item.get("hints", 0), item.get("attempt", 1)
    answer = json.dumps(item["answer"])
    if not isinstance(puzzle, str) or not 0 < len(puzzle) <= 60 or len(answer) > 500:
        return None
    for count, least in ((hints, 0), (attempt, 1)):
        if isinstance(count, bool) or not isinstance(count, int) or not least <= count <= 10**6:
            return None
    at = item.get("at")
    if at is not None:
        at = _time(at)
        if at is None:
            return None
    return Given(puzzle, answer, at, hints, attempt)


def _time(words):
    if not isinstance(words, str) or len(words) > 40:
        return None
    try:
        at = datetime.fromisoformat(words)
    except ValueError:
        return None
    shift = at.utcoffset()
    if shift is None:
        return None
    since = at.replace(tzinfo=UTC) - EPOCH - shift
    if (
        not datetime.min.replace(tzinfo=UTC) - EPOCH
        <= since
        <= datetime.max.replace(tzinfo=UTC) - EPOCH
    ):
        return None  # a time that this zone has, and UTC has not
    return since // timedelta(milliseconds=1)


class Oracle:
    """Marks answers under one assignment; ``refuses_late`` is what the teacher chose."""

    def __init__(self, assignment, refuses_late):
        self.assignment, self.refuses_late = assignment, refuses_late
        self.marks = {}
        self.puzzles = {entry.id: Puzzle.of(entry) for entry in assignment.entries}
        due = assignment.due
        self.due = _time(due) if due else None

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
        """The points of each item for answers, the files one after another."""
        answers = self._in_time(files)
        return [
            item.points if self._is_right(puzzle, [a for a in answers if a.puzzle == puzzle]) else 0
            for puzzle, item in zip(self.dealt(name), self.assignment.items, strict=True)
        ]

    def _in_time(self, files):
        """All different answers in the order of their times, those without a time put to theirs."""
        found, places = [], []
        for rows in files:
            last = None
            for row in rows:
                last = row.at if row.at is not None else last
                if row not in found:
                    found.append(row)
                    places.append((last is not None, last or 0))
        return [row for _, _, row in sorted(zip(places, range(len(found)), found, strict=True))]

    def _is_right(self, puzzle, answers):
        if self.assignment.feedback == "now":
            late = self.refuses_late and self.due is not None
            shown = [
                a.answer == "null" and not (late and a.at and a.at > self.due) for a in answers
            ]
            answers = answers[: shown.index(True)] if True in shown else answers
        readable = [(a, self.mark(puzzle, a.answer)) for a in answers]
        readable = [(a, mark) for a, mark in readable if mark in (Mark.RIGHT, Mark.WRONG)]
        if self.refuses_late and self.due is not None:
            readable = [(a, mark) for a, mark in readable if a.at is None or a.at <= self.due]
        most = self.assignment.attempts
        if self.assignment.feedback == "now":
            counted = [mark for _, mark in (readable[:most] if most else readable)]
        else:
            last = {}
            for answer, mark in readable:
                if not most or answer.attempt <= most:
                    last[answer.attempt] = mark
            counted = last.values()
        return Mark.RIGHT in counted

    def mark(self, puzzle, answer):
        """What the puzzle says of an answer; one that it cannot judge is malformed."""
        if (puzzle, answer) not in self.marks:
            try:
                found = self.puzzles[puzzle].check(json.loads(answer)).mark
            except OnoError:
                found = Mark.MALFORMED
            self.marks[puzzle, answer] = found
        return self.marks[puzzle, answer]
