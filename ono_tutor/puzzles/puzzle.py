"""A puzzle: a position and a question. Its answer is computed, never stored."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Protocol, Self

from ono_tutor.errors import NotationError, quoted
from ono_tutor.game.position import Position
from ono_tutor.messages import Message, marked, say
from ono_tutor.puzzles import survive
from ono_tutor.puzzles.answer import Answer, Check, Mark


class Question(Protocol):
    """What a kind of question knows: how to ask, read an answer, judge it and help."""

    def question(self, position: Position) -> Message: ...
    def choices(self, position: Position) -> tuple[tuple[str, Message], ...]: ...
    def read_answer(self, position: Position, word: str) -> Answer: ...
    def check(self, position: Position, answer: Answer) -> Check: ...
    def hints(self, position: Position) -> tuple[Message, ...]: ...
    def solution(self, position: Position) -> Check: ...


SETS = ("double-play-1980",)
KINDS: Mapping[str, Question] = {"survive": survive}


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A question about a position, with a stable id.

    >>> puzzle = Puzzle.load("dp80-hold")
    >>> puzzle.check("H").is_right
    True
    """

    id: str
    kind: str
    position: Position

    @classmethod
    def load(cls, puzzle_id: str) -> Self:
        """The puzzle of the bank with this id.

        Raises :class:`NotationError` where there is none.
        """
        for entry in (entry for name in SETS for entry in _entries(name)):
            if entry["id"] == puzzle_id:
                return cls._of(entry)
        raise NotationError(f"there is no puzzle {quoted(puzzle_id)}", word=puzzle_id)

    @classmethod
    def load_set(cls, name: str) -> tuple[Self, ...]:
        """The puzzles of a set that is shipped, such as ``double-play-1980``.

        Raises :class:`NotationError` where there is none.
        """
        if name not in SETS:
            message = f"there is no puzzle set {quoted(name)}; the sets are {', '.join(SETS)}"
            raise NotationError(message, word=name)
        return tuple(cls._of(entry) for entry in _entries(name))

    @classmethod
    def _of(cls, entry: dict[str, str]) -> Self:
        return cls(entry["id"], entry["kind"], Position.parse(entry["position"]))

    @property
    def question(self) -> Message:
        """The question, as a sentence."""
        return self._kind.question(self.position)

    @property
    def choices(self) -> tuple[tuple[str, Message], ...]:
        """The answers offered beside the cards: the word to answer with, and how it is put."""
        return self._kind.choices(self.position)

    @property
    def hints(self) -> tuple[Message, ...]:
        """Every hint, the first giving least away."""
        return self._kind.hints(self.position)

    def hint(self, step: int = 1) -> Message:
        """The hint of this step, counted from 1; the last one from there on."""
        return self.hints[min(max(step, 1), len(self.hints)) - 1]

    def check(self, answer: str | Answer | None) -> Check:
        """Whether the answer is right, and why; an empty or malformed one is no attempt."""
        if answer is None or answer == "":
            return Check(Mark.NOT_ATTEMPTED, say(marked("There is no answer yet.")))
        try:
            found = self._kind.read_answer(self.position, str(answer))
        except NotationError as error:
            text = say(marked("This answer cannot be read: {error}."), error=error)
            return Check(Mark.MALFORMED, text)
        return self._kind.check(self.position, found)

    def solution(self) -> Check:
        """The right answer with its reason."""
        return self._kind.solution(self.position)

    @property
    def _kind(self) -> Question:
        return KINDS[self.kind]


def _entries(name: str) -> list[dict[str, str]]:
    text = files(__package__).joinpath("sets", f"{name}.toml").read_text("utf-8")
    entries: list[dict[str, str]] = tomllib.loads(text)["puzzle"]
    return entries
