"""Answers that a learner is offered in an export, each judged by the engine."""

from dataclasses import dataclass

from ono_tutor.errors import OnoError
from ono_tutor.i18n import Message, lazy_gettext, sentence
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle


class ExportError(OnoError):
    """A puzzle has no question in a format that judges as the engine does."""

    kind = "export"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: the words that the engine reads, how it is put, its verdict and its reason."""

    words: str
    text: str
    is_right: bool
    feedback: str


def judged(puzzle: Puzzle, words: str, text: Message | str) -> Answer:
    """The answer as the engine judges it.

    Raises :class:`ExportError` for one that the engine takes for no answer.
    """
    check = puzzle.check(words)
    if check.mark not in (Mark.RIGHT, Mark.WRONG):
        message = lazy_gettext("The engine cannot judge the answer {words}.", words=words)
        raise ExportError(str(message), word=words)
    return Answer(words, sentence(str(text)), check.is_right, str(check.text))
