"""Who keeps answers: a file beside a notebook, or a page's own memory."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple, Protocol, runtime_checkable

from ono_tutor.course.answered import Answered, Occasion
from ono_tutor.i18n import Message
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.puzzle import Puzzle


class Kept(Protocol):
    """What keeping an answer gives back."""

    @property
    def answered(self) -> Answered:
        """The answer as it was kept, its attempt counted."""


@runtime_checkable
class Keeping(Protocol):
    """Keeps the answers of a session; :class:`ono_tutor.course.progress.Progress` is one."""

    @property
    def notices(self) -> tuple[Message, ...]:
        """What the learner has to be told."""

    def record(
        self, puzzle: Puzzle, check: Check, occasion: Occasion, given: object = None
    ) -> Kept:
        """Keep an answer."""

    def give_up(self, puzzle: Puzzle, occasion: Occasion) -> Kept:
        """Keep that the solution was asked for."""

    def answered_in(self, lesson: str) -> tuple[Answered, ...]:
        """The answers given in one lesson, in the order of time."""


class Noted(NamedTuple):
    """An answer as it was noted."""

    answered: Answered


class Notes:
    """Answers kept in memory; each is handed to *keep*, which may put it where it lasts."""

    def __init__(self, answers: Iterable[Answered], keep: Callable[[Answered], None]) -> None:
        self.answers = list(answers)
        self._keep = keep

    @property
    def notices(self) -> tuple[Message, ...]:
        """Nothing: whoever keeps the notes says what happens to them."""
        return ()

    def record(
        self, puzzle: Puzzle, check: Check, occasion: Occasion, given: object = None
    ) -> Noted:
        """Note an answer."""
        return self.keep(Answered.of(puzzle, check, occasion, given))

    def give_up(self, puzzle: Puzzle, occasion: Occasion) -> Noted:
        """Note that the solution was asked for."""
        check = replace(puzzle.solution(), mark=Mark.NOT_ATTEMPTED)
        return self.keep(Answered.of(puzzle, check, occasion))

    def keep(self, draft: Answered) -> Noted:
        """Note an answer as it was drawn up, judged or not; its attempt is counted here."""
        before = [old for old in self.answers if old.puzzle == draft.puzzle]
        counted = [old for old in before if old.mark is not Mark.MALFORMED]
        answered = replace(draft, attempt=1 + len(counted))
        self.answers.append(answered)
        self._keep(answered)
        return Noted(answered)

    def answered_in(self, lesson: str) -> tuple[Answered, ...]:
        """The answers noted in one lesson, in the order of time."""
        return tuple(answered for answered in self.answers if answered.lesson == lesson)
