"""A learner's marks: the judgement of answers, those that count, and their points.

The rules are those of "How answers are marked" in the documentation. In short: an answer that
cannot be read is none; with feedback now the first ``attempts`` answers count, and the points are
earned if one of them is right; otherwise the last answer of each attempt, which is a hand-in.
Points are earned whole or not at all, unless the assignment pays for parts. Hints cost nothing.
"""

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice, takewhile
from typing import NamedTuple

from ono_tutor.classroom.answers_file import AnswerRow, AnswersFile
from ono_tutor.classroom.assignment import Assignment, Feedback, Learner, set_id
from ono_tutor.errors import OnoError, quoted
from ono_tutor.i18n import N_, Message, _, gettext, ngettext, separate_names
from ono_tutor.puzzles.answer import Check, Mark, as_words
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.rating import rated

REMEMBERED = 5_000
"""Judgements that are kept at once, so that no file can fill the memory."""

MOST_NOTES = 20
"""Notes of one kind that are written about a file."""

MOST_NAMED = 5
"""Puzzles that are named of many."""

MOST_ANSWERS = 100
"""Answers to one puzzle that are looked at, so that nobody can keep the judge busy for hours."""

SHOWN = "null"
"""An answer that means: the learner was shown the solution."""

_UNREADABLE = (OnoError, ValueError, RecursionError)
_FAULTY = (ArithmeticError, LookupError, TypeError, AttributeError, AssertionError)
"""Errors that are a fault of ours, which must not stop a class's grading."""


class ItemMark(NamedTuple):
    """The mark of one item and its points.

    ``answer`` is the JSON text of the answer that decided, empty where there is none;
    ``answers`` how many counted; ``rules`` and ``mistakes`` are what a wrong answer missed;
    ``unread`` are the JSON texts of those that were looked at and could not be read; ``at`` is the
    time of the last that counted.
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
    unread: tuple[str, ...] = ()
    at: str = ""


@dataclass(frozen=True, slots=True)
class LearnerMarks:
    """One learner's marks: an item mark for each item, in order.

    ``files`` are the names of what was handed in, ``last`` the time of the last answer that
    counted (may be empty), ``notes`` sentences about what did not count, and why. ``total`` is what
    the teacher gives whatever the items earned, and ``comments`` what the teacher says of it.
    ``doubts`` are the notes that a teacher should look at.
    """

    learner: Learner
    items: tuple[ItemMark, ...]
    files: tuple[str, ...] = ()
    last: str = ""
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    total: int | None = None
    comments: tuple[str, ...] = ()

    @property
    def earned(self) -> int:
        """The points in all."""
        return sum(item.earned for item in self.items) if self.total is None else self.total

    @property
    def answered(self) -> int:
        """The number of items with an answer that counts."""
        return sum(item.mark in (Mark.RIGHT, Mark.WRONG) for item in self.items)

    @property
    def is_late(self) -> bool:
        """True if an answer came after the deadline, whether it counts or not."""
        return any(item.is_late for item in self.items)


class Judge:
    """Judges answers to the puzzles of one assignment, each different one once, by its JSON text.

    Without reasons it is done sooner, and no rule point and no misconception is named.
    """

    def __init__(self, assignment: Assignment, *, with_reasons: bool = True) -> None:
        self.assignment = assignment
        self.check = lru_cache(REMEMBERED)(self._check)
        self.judged = self.check if with_reasons else lru_cache(REMEMBERED)(self._mark)
        self.rule_points = lru_cache(REMEMBERED)(lambda id_: rated(self.puzzles[id_]).rule_points)

    @cached_property
    def puzzles(self) -> Mapping[str, Puzzle]:
        """The puzzles of the assignment by id."""
        return {entry.id: Puzzle.of(entry) for entry in self.assignment.entries}

    def _mark(self, puzzle: str, answer: str) -> Check:
        """Return the mark of an answer and no more; one of the wrong shape is malformed."""
        with suppress(*_UNREADABLE, *_FAULTY):
            return Check(self.puzzles[puzzle].mark(json.loads(answer)), Message(""))
        return Check(Mark.MALFORMED, Message(""))

    def share(self, puzzle: str, answer: str) -> Fraction:
        """Return how much of an answer is right, from 0 to 1."""
        with suppress(*_UNREADABLE, *_FAULTY):
            return self.puzzles[puzzle].share(json.loads(answer))
        return Fraction(0)

    def _check(self, puzzle: str, answer: str) -> Check:
        """Return the engine's check of an answer to a puzzle."""
        try:
            return self.puzzles[puzzle].check(json.loads(answer))
        except _UNREADABLE as error:
            text = _("This answer cannot be read: {error}.", error=type(error).__name__)
        except _FAULTY as error:
            text = _(
                "The program failed to judge this answer ({error}). That is the program's "
                "own fault, and the teacher must judge it.",
                error=f"{type(error).__name__}: {error}",
            )
        return Check(Mark.MALFORMED, text)


@lru_cache(maxsize=2)
def judge_of(assignment: Assignment, *, with_reasons: bool) -> Judge:
    """Return the judge of an assignment, with all that it has judged before.

    So a worker judges nothing again from chunk to chunk, and the report nothing after the grading.
    """
    return Judge(assignment, with_reasons=with_reasons)


class Late(StrEnum):
    """The treatment of answers after the deadline."""

    COUNT = "count"
    REFUSE = "refuse"


def mark_learner(
    judge: Judge,
    learner: Learner,
    hand_ins: Sequence[tuple[str, AnswersFile]],
    late: Late = Late.COUNT,
    due: str = "",
) -> LearnerMarks:
    """Return the marks of a learner who handed in these files, each with its name; maybe none.

    ``due`` is the learner's own deadline, if there is one.
    """
    assignment = judge.assignment
    entries = assignment.entries_of(learner)
    answers = _by_puzzle(hand_ins, assignment)
    items = tuple(
        _mark_item(judge, item.points, entry.id, answers.get(entry.id, ()), late, due)
        for item, entry in zip(assignment.items, entries, strict=True)
    )
    unread = tuple(_unread_notes(judge, items))
    of_others, not_here = _strange_notes(answers, assignment, {each.id for each in entries})
    notes = []
    rows = [row for _, hand_in in hand_ins for row in hand_in.rows]
    count = sum(is_row_late(row, assignment, due) for row in rows)
    if count and late is Late.REFUSE:
        notes.append(gettext("Answers that are late and do not count: {count}.", count=count))
    for name, hand_in in hand_ins:
        for fault in hand_in.faults[:MOST_NOTES]:
            text = gettext("In {file}: {fault}. It does not count.", file=name, fault=fault)
            notes.append(text)
    notes += [*unread, *of_others, *not_here, *_left_out_notes(answers, assignment, items)]
    return LearnerMarks(
        learner,
        items,
        files=tuple(name for name, _ in hand_ins),
        last=max((item.at for item in items), default=""),
        notes=tuple(notes),
        doubts=(*unread, *of_others),
    )


def _by_puzzle(
    hand_ins: Sequence[tuple[str, AnswersFile]], assignment: Assignment
) -> Mapping[str, Sequence[AnswerRow]]:
    """Return the different answers to each puzzle by time, then in the files' order.

    A puzzle of the bank that was practised under its name there is the one that is set. An answer
    without a time has its place after the one before it in its file, and is never late.
    """
    known = {entry.id for entry in assignment.entries}
    by_puzzle: dict[str, dict[AnswerRow, str]] = {}
    for __, hand_in in hand_ins:
        at = ""
        for row in hand_in.rows:
            at = row.at or at
            puzzle = row.puzzle if row.puzzle in known else set_id(row.puzzle)
            by_puzzle.setdefault(puzzle, {}).setdefault(row, at)
    return {puzzle: sorted(rows, key=rows.__getitem__) for puzzle, rows in by_puzzle.items()}


def _mark_item(  # noqa: PLR0913, PLR0917 - the question, its answers, and when they are late
    judge: Judge, points: int, puzzle: str, rows: Sequence[AnswerRow], late: Late, due: str
) -> ItemMark:
    assignment = judge.assignment
    in_time = [row for row in rows if late is Late.COUNT or not is_row_late(row, assignment, due)]
    counted: list[tuple[AnswerRow, Check]] = []
    unread: dict[str, None] = {}
    for attempt, most in _attempts(assignment, in_time):
        last = len(counted) + most if most else None
        for row in attempt[:MOST_ANSWERS]:
            if len(counted) == last:
                break
            judgement = judge.judged(puzzle, row.answer)
            if judgement.mark is Mark.MALFORMED:
                unread[row.answer] = None
            elif judgement.mark in (Mark.RIGHT, Mark.WRONG):
                counted.append((row, judgement))
    if not counted:
        mark = Mark.MALFORMED if unread else Mark.NOT_ATTEMPTED
        is_refused = len(in_time) < len(rows)
        return ItemMark(puzzle, mark, 0, is_late=is_refused, unread=tuple(unread))
    right = [each for each in counted if each[1].mark is Mark.RIGHT]
    row, judgement = (right or counted[-1:])[0]
    earned = points if right else 0
    if assignment.partial and not right:
        earned = max(int(points * judge.share(puzzle, each.answer)) for each, _ in counted)
    return ItemMark(
        puzzle,
        judgement.mark,
        earned,
        answer=row.answer,
        answers=len(counted),
        hints=max(each.hints for each, _ in counted),
        is_late=is_row_late(row, assignment, due),
        rules=judgement.rules,
        mistakes=tuple(dict.fromkeys(each.id for _, check in counted for each in check.named)),
        unread=tuple(unread),
        at=max(each.at for each, _ in counted),
    )


def _attempts(
    assignment: Assignment, rows: Sequence[AnswerRow]
) -> Iterator[tuple[Sequence[AnswerRow], int]]:
    """Yield groups of the answers to one puzzle, and how many of each count; 0 for any number.

    The answers are in the order of time. With feedback now all before the solution are one group;
    otherwise each attempt is one, the last answer first.
    """
    if assignment.feedback is Feedback.NOW:
        yield [*takewhile(lambda row: row.answer != SHOWN, rows)], assignment.attempts
        return
    by_attempt: dict[int, list[AnswerRow]] = {}
    for row in reversed(rows[-MOST_ANSWERS:]):
        by_attempt.setdefault(row.attempt, []).append(row)
    for attempt in sorted(by_attempt):
        if not assignment.attempts or attempt <= assignment.attempts:
            yield by_attempt[attempt], 1


def is_row_late(row: AnswerRow, assignment: Assignment, due: str = "") -> bool:
    """Check if an answer is late: by its time, or because an LMS says so of its file."""
    return row.is_late or assignment.is_late(row.at, due)


def _unread_notes(judge: Judge, items: Sequence[ItemMark]) -> Iterator[str]:
    """Yield a sentence for each answer that could not be read, with what would be read."""
    found = ((n, item, text) for n, item in enumerate(items, 1) for text in item.unread)
    for number, item, text in islice(found, MOST_NOTES):
        check = judge.check(item.puzzle, text).text
        reason = str(dict(check.fields).get("error", check)).removesuffix(".")
        answer = quoted(as_words(json.loads(text)))
        yield gettext(
            "Item {number}, written {answer}: {reason}. It does not count.",
            number=number,
            answer=answer,
            reason=reason,
        )


def _strange_notes(
    answers: Mapping[str, object], assignment: Assignment, mine: Set[str]
) -> Iterator[list[str]]:
    """Yield the notes, if any, on answers to puzzles of others, and to those of no item."""
    known = {entry.id for entry in assignment.entries}
    of_others = N_("Answers to puzzles that were dealt to others do not count: {puzzles}.")
    not_here = N_("Answers to puzzles that are not in this assignment do not count: {puzzles}.")
    for template, puzzles in ((of_others, known - mine), (not_here, {*answers} - known)):
        names = [quoted(puzzle) for puzzle in answers if puzzle in puzzles]
        shown = separate_names([*names[:MOST_NAMED], *["…"][: len(names) - MOST_NAMED]])
        yield [gettext(template, puzzles=shown)] if names else []


def _left_out_notes(
    answers: Mapping[str, Sequence[AnswerRow]], assignment: Assignment, items: Sequence[ItemMark]
) -> Iterator[str]:
    """Yield notes about answers after the solution or after the attempts."""
    most, is_log, count = assignment.attempts, assignment.feedback is Feedback.NOW, 0
    for item in items:
        rows = answers.get(item.puzzle, ())
        if is_log and SHOWN in [row.answer for row in rows][:-1]:
            yield gettext(
                "The answer to {puzzle} was shown; what was answered later does not count.",
                puzzle=quoted(item.puzzle),
            )
        if most and item.mark is not Mark.RIGHT:
            rows = [row for row in rows if row.answer not in (SHOWN, *item.unread)]
            count += len(rows[most:] if is_log else [row for row in rows if row.attempt > most])
    if count:
        one = N_("{n} answer came after attempt {most}, the last that counts, and was left out.")
        many = N_("{n} answers came after attempt {most}, the last that counts, and were left out.")
        yield str(ngettext(one, many, count, most=most))
