"""One answer of a learner, as it is kept: what was asked, what was said, what came of it."""

import json
from dataclasses import astuple, dataclass, fields
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple, Self

from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Check, Mark, as_words, stamp
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle

LISTS = ("rule_points", "mistakes", "traps")
"""The fields of an answer that are lists: in a row they are words parted by spaces."""

Row = tuple[str | int, ...]
"""An answer as a row of the file: its fields in order, lists as words parted by spaces."""


class Occasion(NamedTuple):
    """When an answer was given, after how many hints, and in which lesson; that may be empty."""

    at: datetime
    hints: int = 0
    lesson: str = ""


class Evidence(NamedTuple):
    """What an answer tells about the learner; ``at`` sorts as text, lists are words."""

    at: str
    puzzle: str
    mark: str
    hints: int
    rule_points: str
    mistakes: str
    traps: str


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer to one puzzle.

    ``kind``, ``position``, ``plays`` and ``claim`` are the puzzle's words, so that it can be judged
    anew without the bank. ``given`` is the answer's JSON text (``null`` where the solution was
    asked for), ``rule_points`` the points that the answer speaks for or against, ``mistakes`` the
    misconceptions it was diagnosed with, the likeliest first, ``traps`` those the puzzle tempts
    with. ``attempt`` counts from 1; ``at`` is UTC to the millisecond, as
    ``2026-11-20T10:00:00.000Z``; ``lesson`` may be empty.
    """

    puzzle: str
    kind: str
    position: str
    plays: str
    claim: str
    given: str
    mark: Mark
    rule_points: tuple[str, ...]
    mistakes: tuple[str, ...]
    traps: tuple[str, ...]
    hints: int
    attempt: int
    at: str
    lesson: str

    @classmethod
    def of(cls, puzzle: Puzzle, check: Check, occasion: Occasion, given: object = None) -> Self:
        """Return a first attempt at a puzzle, which was judged by ``check``."""
        graded = _graded(puzzle)
        return cls(
            puzzle=puzzle.id,
            kind=puzzle.kind,
            position=str(puzzle.position),
            plays=" ".join(map(str, puzzle.plays)),
            claim=puzzle.claim,
            given=_value(puzzle, check, given),
            mark=check.mark,
            rule_points=_points(check, graded),
            mistakes=tuple(found.id for found in check.mistakes),
            traps=graded.misconceptions,
            hints=occasion.hints,
            attempt=1,
            at=stamp(occasion.at),
            lesson=occasion.lesson.encode("utf-8", "replace").decode(),  # a file's name, perhaps
        )

    @classmethod
    def of_row(cls, row: Row) -> Self:
        """Return the answer that a row keeps."""
        values: dict[str, Any] = dict(zip(FIELDS, row, strict=True))
        values |= {name: tuple(values[name].split()) for name in LISTS}
        return cls(mark=Mark(values.pop("mark")), **values)

    @property
    def row(self) -> Row:
        """The answer as a row of the file."""
        return tuple(" ".join(part) if isinstance(part, tuple) else part for part in astuple(self))

    @property
    def answer(self) -> object:
        """What was answered, as the contract's JSON value."""
        return json.loads(self.given)

    @property
    def entry(self) -> Entry:
        """The puzzle as it is written down."""
        words = self.kind, self.position, self.plays, self.claim
        return Entry(self.puzzle, *words, rule_points=self.rule_points, misconceptions=self.traps)

    @property
    def evidence(self) -> Evidence:
        """What the answer tells about the learner."""
        lists = (" ".join(part) for part in (self.rule_points, self.mistakes, self.traps))
        return Evidence(self.at, self.puzzle, self.mark.value, self.hints, *lists)

    def as_json(self) -> dict[str, object]:
        """Return the answer as a row of the contract's answers file."""
        return {
            "puzzle": self.puzzle,
            "answer": self.answer,
            "at": self.at,
            "hints": self.hints,
            "attempt": self.attempt,
        }


FIELDS = tuple(field.name for field in fields(Answered))
"""The fields of an answer, in the order that a row has them."""


def digest_of(row: Row) -> str:
    """Return a digest that only rows which are alike have in common."""
    return sha256(json.dumps(row).encode()).hexdigest()[:32]


def _graded(puzzle: Puzzle) -> Entry:
    """Return the puzzle with its rule points and the misconceptions it tempts with, where known."""
    known = bank.index().get(puzzle.id)
    if known is not None:
        return known
    points = KINDS[puzzle.kind].rule_points(puzzle.task)
    return Entry(puzzle.id, puzzle.kind, str(puzzle.position), rule_points=points)


def _points(check: Check, graded: Entry) -> tuple[str, ...]:
    """Return the points that an answer speaks for; where it is wrong, the one that decides."""
    if check.mark is Mark.WRONG and check.rules:
        return check.rules[:1]
    return tuple(dict.fromkeys((*graded.rule_points, *check.rules)))


def _value(puzzle: Puzzle, check: Check, given: object) -> str:
    if check.mark is Mark.NOT_ATTEMPTED:
        return "null"
    read = check.answer
    value = as_words(given) if read is None else KINDS[puzzle.kind].as_json(read)
    return json.dumps(value)
