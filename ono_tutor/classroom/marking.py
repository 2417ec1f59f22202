"""A learner's marks: the judgement of answers, those that count, and their points.

The rules are those of "How answers are marked" in the documentation. In short: an answer that
cannot be read is none; with feedback now the first ``attempts`` answers count, and the points are
earned if one of them is right; otherwise the last answer of each attempt, which is a hand-in.
Points are earned whole or not at all, unless the assignment pays for parts. Hints cost nothing.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
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
from ono_tutor.i18n import N_, _, format_list, gettext, ngettext
from ono_tutor.puzzles.answer import Check, Mark, as_words
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.rating import rated

REMEMBERED, TOLD = 20_000, 2_000
"""Judgements and explanations that are kept at once, so that no file can fill the memory."""

MOST_NOTES = 20
"""Notes of one kind that are written about a file."""

MOST_NAMED = 2
"""Puzzles that are named of many."""

MOST_ANSWERS = 100
"""Answers to one puzzle that are looked at, so that nobody can keep the judge busy for hours."""

SHOWN = "null"
"""An answer that means: the learner was shown the solution."""

_UNREADABLE = (OnoError, ValueError, RecursionError)
_FAULTY = (ArithmeticError, LookupError, TypeError, AttributeError, AssertionError)
"""Errors that are a fault of ours, which must not stop a class's grading."""


class AnswerJudgement(NamedTuple):
    """The mark of an answer, and the ids of the rule points and misconceptions behind it."""

    mark: Mark
    rules: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()


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
    The notes about answers that could not be read are ``unread`` too, and that about answers to the
    puzzles of others is ``of_others``.
    """

    learner: Learner
    items: tuple[ItemMark, ...]
    files: tuple[str, ...] = ()
    last: str = ""
    notes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    of_others: str = ""
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
        self._with_reasons = with_reasons
        self.judged = lru_cache(REMEMBERED)(self._judged)
        self.check = lru_cache(TOLD)(self._check)
        self.rule_points = lru_cache(REMEMBERED)(self._rule_points)

    @cached_property
    def puzzles(self) -> Mapping[str, Puzzle]:
        """The puzzles of the assignment by id."""
        return {entry.id: Puzzle.of(entry) for entry in self.assignment.entries}

    def _rule_points(self, puzzle: str) -> tuple[str, ...]:
        """Return the ids of the rule points that a puzzle is about, the most telling first."""
        return rated(self.puzzles[puzzle]).rule_points

    def _judged(self, puzzle: str, answer: str) -> AnswerJudgement:
        """Return the judgement of an answer to a puzzle; one of the wrong shape is malformed."""
        if self._with_reasons:
            check = self.check(puzzle, answer)
            return AnswerJudgement(check.mark, check.rules, tuple(each.id for each in check.named))
        with suppress(*_UNREADABLE, *_FAULTY):
            return AnswerJudgement(self.puzzles[puzzle].mark(json.loads(answer)))
        return AnswerJudgement(Mark.MALFORMED)

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
    mine, known = {each.id for each in entries}, {each.id for each in assignment.entries}
    counts = {puzzle: len(rows) for puzzle, rows in answers.items() if puzzle not in mine}
    of_others = _count_note(
        N_("The puzzle {puzzles} was dealt to others; the answer to it does not count."),
        N_("{count} answers are to puzzles that were dealt to others; they do not count."),
        {puzzle: count for puzzle, count in counts.items() if puzzle in known},
    )
    not_here = _count_note(
        N_("The puzzle {puzzles} is not in this assignment; the answer does not count."),
        N_(
            "{count} answers are to puzzles that are not in this assignment, such as {puzzles}; "
            "they do not count."
        ),
        {puzzle: count for puzzle, count in counts.items() if puzzle not in known},
    )
    unread = tuple(_unread_notes(judge, items))
    faults = (
        gettext("In {file}: {fault}. It does not count.", file=name, fault=fault)
        for name, hand_in in hand_ins
        for fault in hand_in.faults[:MOST_NOTES]
    )
    left_out = _left_out_notes(answers, assignment, items)
    return LearnerMarks(
        learner,
        items,
        files=tuple(name for name, _ in hand_ins),
        last=max((item.at for item in items), default=""),
        notes=(*faults, *unread, *filter(None, (of_others, not_here)), *left_out),
        unread=unread,
        of_others=of_others,
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
    counted: list[tuple[AnswerRow, AnswerJudgement]] = []
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
        for row in in_time[:MOST_ANSWERS]:  # those of further attempts too
            if judge.judged(puzzle, row.answer).mark is Mark.MALFORMED:
                unread[row.answer] = None
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
        mistakes=tuple(dict.fromkeys(item for _, each in counted for item in each.mistakes)),
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


def _count_note(one: str, many: str, counts: Mapping[str, int]) -> str:
    """Return the note on answers to these puzzles, with their counts; empty for none."""
    names = format_list([quoted(puzzle) for puzzle in islice(counts, MOST_NAMED)])
    template = many if len(counts) > 1 else one
    return gettext(template, count=sum(counts.values()), puzzles=names) if counts else ""


def _left_out_notes(
    answers: Mapping[str, Sequence[AnswerRow]], assignment: Assignment, items: Sequence[ItemMark]
) -> Iterator[str]:
    """Yield notes about answers after the solution, too many to be read, or after the attempts."""
    for item in items if assignment.feedback is Feedback.NOW else ():
        if SHOWN in [row.answer for row in answers.get(item.puzzle, ())][:-1]:
            yield gettext(
                "The answer to {puzzle} was shown; what was answered later does not count.",
                puzzle=quoted(item.puzzle),
            )
    for item in items:
        if len(answers.get(item.puzzle, ())) > MOST_ANSWERS:
            yield gettext(
                "There are very many answers to {puzzle}; only {most} of them are read.",
                puzzle=quoted(item.puzzle),
                most=MOST_ANSWERS,
            )
    most = assignment.attempts
    if not most:
        return
    wrong = [
        [row for row in answers.get(item.puzzle, ()) if row.answer not in (SHOWN, *item.unread)]
        for item in items
        if item.mark is not Mark.RIGHT
    ]
    if assignment.feedback is Feedback.NOW:
        count = sum(max(len(rows) - most, 0) for rows in wrong)
    else:
        count = sum(row.attempt > most for rows in wrong for row in rows)
    if count:
        one = N_("{n} answer came after attempt {most}, the last that counts, and was left out.")
        many = N_("{n} answers came after attempt {most}, the last that counts, and were left out.")
        yield str(ngettext(one, many, count, most=most))
