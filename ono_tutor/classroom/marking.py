"""A learner's mark: which answers count, and what they earn.

1. Several files of one learner are read as one; an answer that stands in more of them counts once.
2. An answer to a puzzle that the learner was not set counts for nothing, and that is said.
3. An answer that cannot be read is no answer: it uses up no attempt and earns nothing. With
   feedback now ``null`` says that the learner was shown the answer: what comes later does not
   count.
4. With feedback now every answer is an attempt: the first ``attempts`` of them count, in the
   order of their times, and the points are earned if one of these is right.
5. Otherwise a learner may change an answer until handing in: of each attempt, which is a hand-in,
   the last answer counts. Hand-ins after the first ``attempts`` do not.
6. An answer after the time that is due is late. It counts, unless late answers are refused.
7. Points are earned whole or not at all; hints cost nothing and are reported.
8. Of more than a hundred answers to one puzzle the first hundred are looked at; where answers may
   be changed, the last hundred of each attempt.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice, takewhile
from typing import NamedTuple

from ono_tutor.classroom.assignment import Assignment, Feedback
from ono_tutor.classroom.hand_in import HandIn, Row
from ono_tutor.classroom.judge import Judge, Judgement
from ono_tutor.classroom.learner import Learner
from ono_tutor.errors import quoted
from ono_tutor.messages import marked, say
from ono_tutor.puzzles.answer import Mark

MOST_NOTES = 20
"""Notes of one kind that are written about a file."""

MOST_ANSWERS = 100
"""Answers to one puzzle that are looked at, so that nobody can keep the judge busy for hours."""

SHOWN = "null"
"""What stands in place of an answer where the learner was shown it."""

Answer = tuple[Row, Judgement]


class Late(StrEnum):
    """What becomes of answers after the time that is due."""

    COUNT = "count"
    REFUSE = "refuse"


class ItemMark(NamedTuple):
    """What one item earned.

    ``answer`` is the JSON text of the answer that decided, empty where there is none;
    ``answers`` how many counted; ``rules`` and ``mistakes`` are what a wrong answer missed.
    """

    puzzle: str
    mark: Mark
    earned: int
    answer: str = ""
    answers: int = 0
    hints: int = 0
    is_late: bool = False
    rules: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Marked:
    """One learner's marks: an item mark for each item, in order.

    ``files`` are the names of what was handed in, ``last`` the time of the last answer that
    counted (may be empty), ``notes`` sentences about what did not count, and why.
    """

    learner: Learner
    items: tuple[ItemMark, ...]
    files: tuple[str, ...] = ()
    last: str = ""
    notes: tuple[str, ...] = ()

    @property
    def earned(self) -> int:
        """The points in all."""
        return sum(item.earned for item in self.items)

    @property
    def answered(self) -> int:
        """How many items have an answer that counts."""
        return sum(item.mark in (Mark.RIGHT, Mark.WRONG) for item in self.items)

    @property
    def is_late(self) -> bool:
        """Whether an answer that counts came after the time."""
        return any(item.is_late for item in self.items)


def mark_of(
    judge: Judge,
    learner: Learner,
    hand_ins: Sequence[tuple[str, HandIn]],
    late: Late = Late.COUNT,
) -> Marked:
    """The marks of a learner who handed in these files, each under its name; perhaps none."""
    assignment = judge.assignment
    entries = assignment.entries_of(learner)
    answers = _by_puzzle(hand_ins)
    items = tuple(
        _item_mark(judge, item.points, entry.id, answers.get(entry.id, ()), late)
        for item, entry in zip(assignment.items, entries, strict=True)
    )
    return Marked(
        learner,
        items,
        files=tuple(name for name, _ in hand_ins),
        last=max((row.at for entry in entries for row in answers.get(entry.id, ())), default=""),
        notes=(*_faults(hand_ins), *_strange(answers, assignment, {entry.id for entry in entries})),
    )


def _by_puzzle(hand_ins: Sequence[tuple[str, HandIn]]) -> Mapping[str, Sequence[Row]]:
    """The different answers to each puzzle in the order of time, that of the files where alike.

    An answer without a time is as old as the one before it in its file.
    """
    found: dict[str, dict[Row, None]] = {}
    for _, hand_in in hand_ins:
        at = ""
        for row in hand_in.rows:
            at = row.at or at
            found.setdefault(row.puzzle, {})[row._replace(at=at)] = None
    return {puzzle: sorted(rows, key=lambda row: row.at) for puzzle, rows in found.items()}


def _item_mark(judge: Judge, points: int, puzzle: str, rows: Sequence[Row], late: Late) -> ItemMark:
    in_time = [row for row in rows if late is Late.COUNT or not judge.assignment.is_late(row.at)]
    counted = list(_counted(judge, puzzle, in_time))
    if not counted:
        return ItemMark(puzzle, _mark_of_none(judge, puzzle, in_time), 0)
    right = [(row, found) for row, found in counted if found.mark is Mark.RIGHT]
    row, found = (right or counted[-1:])[0]
    return ItemMark(
        puzzle,
        found.mark,
        points if right else 0,
        answer=row.answer,
        answers=len(counted),
        hints=max(row.hints for row, _ in counted),
        is_late=judge.assignment.is_late(row.at),
        rules=found.rules,
        mistakes=tuple(dict.fromkeys(item for _, each in counted for item in each.mistakes)),
    )


def _counted(judge: Judge, puzzle: str, rows: Sequence[Row]) -> Iterator[Answer]:
    """The answers that count, of those to one puzzle in the order of time, and how they are judged.

    Only these are judged, and those before them that cannot be read.
    """
    most = judge.assignment.attempts or None
    if judge.assignment.feedback is Feedback.NOW:
        unaided = takewhile(lambda row: row.answer != SHOWN, rows)
        yield from islice(_readable(judge, puzzle, unaided), most)
        return
    by_attempt: dict[int, list[Row]] = {}
    for row in reversed(rows):
        by_attempt.setdefault(row.attempt, []).append(row)
    for attempt in sorted(by_attempt):
        if most is None or attempt <= most:
            yield from islice(_readable(judge, puzzle, by_attempt[attempt]), 1)


def _readable(judge: Judge, puzzle: str, rows: Iterable[Row]) -> Iterator[Answer]:
    """The answers that can be read, of the first that are looked at."""
    for row in islice(rows, MOST_ANSWERS):
        found = judge.judged(puzzle, row.answer)
        if found.mark in (Mark.RIGHT, Mark.WRONG):
            yield row, found


def _mark_of_none(judge: Judge, puzzle: str, rows: Iterable[Row]) -> Mark:
    """The mark where no answer counts: malformed where there is one that cannot be read."""
    marks = (judge.judged(puzzle, row.answer).mark for row in islice(rows, MOST_ANSWERS))
    return Mark.MALFORMED if Mark.MALFORMED in marks else Mark.NOT_ATTEMPTED


def _faults(hand_ins: Sequence[tuple[str, HandIn]]) -> Iterator[str]:
    """What could not be read of each file."""
    for name, hand_in in hand_ins:
        for fault in hand_in.faults[:MOST_NOTES]:
            yield str(say(_UNREAD, file=name, fault=fault))


def _strange(
    answers: Mapping[str, Sequence[Row]], assignment: Assignment, mine: Collection[str]
) -> Iterator[str]:
    """What was answered that this learner was not set, or too often to be looked at."""
    known = {entry.id for entry in assignment.entries}
    for puzzle in [puzzle for puzzle in answers if puzzle not in mine][:MOST_NOTES]:
        template = _NOT_YOURS if puzzle in known else _NOT_HERE
        yield str(say(template, puzzle=quoted(puzzle)))
    for puzzle in mine if assignment.feedback is Feedback.NOW else ():
        answered = [row.answer for row in answers.get(puzzle, ())]
        if SHOWN in answered[:-1]:
            yield str(say(_SHOWN, puzzle=quoted(puzzle)))
    for puzzle in mine:
        if len(answers.get(puzzle, ())) > MOST_ANSWERS:
            yield str(say(_MANY, puzzle=quoted(puzzle), most=MOST_ANSWERS))


_UNREAD = marked("{file}: {fault}. It does not count.")
_NOT_YOURS = marked("The puzzle {puzzle} was set to others; the answer to it does not count.")
_NOT_HERE = marked("The puzzle {puzzle} is not in this assignment; the answer does not count.")
_MANY = marked("There are very many answers to {puzzle}; only {most} of them are looked at.")
_SHOWN = marked("The answer to {puzzle} was shown; what was answered later does not count.")
