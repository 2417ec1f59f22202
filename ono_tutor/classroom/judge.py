"""The engine as the judge of an assignment's answers, each different answer judged once."""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.errors import OnoError
from ono_tutor.i18n import N_, lazy_gettext
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


class Judge:
    """Judges answers to the puzzles of one assignment; an answer is given as its JSON text.

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
        return AnswerJudgement(found.mark, found.rules, tuple(item.id for item in found.mistakes))

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
            text = lazy_gettext("This answer cannot be read: {error}.", error=type(error).__name__)
        except _FAULTY as error:
            text = lazy_gettext(_FAULT, error=f"{type(error).__name__}: {error}")
        return Check(Mark.MALFORMED, text)


@lru_cache(maxsize=2)
def judge_of(assignment: Assignment, *, with_reasons: bool) -> Judge:
    """Return the judge of an assignment, with all that it has judged before.

    So a worker judges nothing again from chunk to chunk, and the report nothing after the grading.
    """
    return Judge(assignment, with_reasons=with_reasons)


_FAULT = N_(
    "The program failed to judge this answer ({error}). That is its own fault: please report it, "
    "and judge this answer yourself."
)
