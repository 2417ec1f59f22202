"""The engine as the judge of an assignment's answers, and the marks that learners earn by them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from ono_tutor.classroom.assignment import Assignment, Learner
from ono_tutor.errors import OnoError
from ono_tutor.i18n import _
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.puzzle import Puzzle

REMEMBERED, TOLD = 20_000, 2_000
"""Judgements and explanations that are kept at once, so that no file can fill the memory."""

_UNREADABLE = (OnoError, ValueError, RecursionError)
_FAULTY = (ArithmeticError, LookupError, TypeError, AttributeError, AssertionError)
"""What no answer should bring about: a fault of ours, which must not stop a class's grading."""


class AnswerJudgement(NamedTuple):
    """How an answer was judged: the ids of rule points and misconceptions behind it as well."""

    mark: Mark
    rules: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()


class ItemMark(NamedTuple):
    """What one item earned.

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
    Those of the notes that are about answers which could not be read are ``unread`` too.
    """

    learner: Learner
    items: tuple[ItemMark, ...]
    files: tuple[str, ...] = ()
    last: str = ""
    notes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    total: int | None = None
    comments: tuple[str, ...] = ()

    @property
    def earned(self) -> int:
        """The points in all."""
        return sum(item.earned for item in self.items) if self.total is None else self.total

    @property
    def answered(self) -> int:
        """How many items have an answer that counts."""
        return sum(item.mark in (Mark.RIGHT, Mark.WRONG) for item in self.items)

    @property
    def is_late(self) -> bool:
        """Whether an answer came after the time, and counts, or counts nothing for that."""
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

    @cached_property
    def puzzles(self) -> Mapping[str, Puzzle]:
        """The puzzles of the assignment by id."""
        return {entry.id: Puzzle.of(entry) for entry in self.assignment.entries}

    def _judged(self, puzzle: str, answer: str) -> AnswerJudgement:
        """Return how an answer to a puzzle is judged; that of the wrong shape is malformed."""
        if not self._with_reasons:
            return AnswerJudgement(self._mark(puzzle, answer))
        found = self.check(puzzle, answer)
        return AnswerJudgement(found.mark, found.rules, tuple(item.id for item in found.named))

    def share(self, puzzle: str, answer: str) -> Fraction:
        """Return how much of an answer is right, from 0 to 1."""
        try:
            return self.puzzles[puzzle].share(json.loads(answer))
        except (*_UNREADABLE, *_FAULTY):
            return Fraction(0)

    def _mark(self, puzzle: str, answer: str) -> Mark:
        try:
            return self.puzzles[puzzle].mark(json.loads(answer))
        except (*_UNREADABLE, *_FAULTY):
            return Mark.MALFORMED

    def _check(self, puzzle: str, answer: str) -> Check:
        """Return what the engine says of an answer to a puzzle."""
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
