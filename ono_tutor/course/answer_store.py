"""One answer of a learner, as it is stored and as JSON, and what every store of answers does.

A progress file, ``ono-tutor-progress/1``, is JSON in UTF-8: an object with ``format`` and
``answers``, a list. Each answer is an object with exactly these fields:

``puzzle``                                the puzzle's id
``kind``, ``position``, ``plays``, ``claim``  the puzzle's words; ``plays`` parted by spaces
``answer``                                what was answered, by the contract; ``null`` where the
                                          solution was asked for
``mark``                                  ``right``, ``wrong``, ``not-attempted``, ``malformed``
``rule_points``, ``mistakes``, ``traps``      lists of ids: the rule points the answer speaks for or
                                          against, the misconceptions it was diagnosed with, and
                                          those that the puzzle tempts with
``hints``, ``attempt``                      whole numbers; an attempt counts from 1
``at``                                    UTC to the millisecond: ``2026-11-20T10:00:00.000Z``
``lesson``                                where it was answered; may be empty
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple, Self

from ono_tutor.course.list_file import format_items, parse_items
from ono_tutor.i18n import Message
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Check, Mark, as_words, stamp
from ono_tutor.puzzles.bank import ID, Entry
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.strict_json import (
    Expected,
    check_item,
    expect_integer,
    expect_one_of,
    expect_text,
)

FORMAT, LIST = "ono-tutor-progress/1", "answers"
LONGEST = 10_000
MOST_TIMES = 1_000_000


class Occasion(NamedTuple):
    """When an answer was given, after how many hints, and in which lesson (may be empty)."""

    at: datetime
    hints: int = 0
    lesson: str = ""


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """One answer to one puzzle.

    ``kind``, ``position``, ``plays`` and ``claim`` are the puzzle's words, so that it can be judged
    without the bank. ``given`` is the answer's JSON text (``null`` for a solution that was asked
    for), ``rule_points`` the points that the answer speaks for or against, ``mistakes`` the
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
        """Return the record of a first attempt at a puzzle, judged by ``check``."""
        graded = bank.index().get(puzzle.id)
        if graded is None:  # what a puzzle from elsewhere tempts with is not known
            points = KINDS[puzzle.kind].rule_points(puzzle.task)
            graded = Entry(puzzle.id, puzzle.kind, str(puzzle.position), rule_points=points)
        points = tuple(dict.fromkeys((*graded.rule_points, *check.rules)))
        if check.mark is Mark.WRONG and check.rules:
            points = check.rules[:1]  # the one that decides
        value: object = None
        if check.mark is not Mark.NOT_ATTEMPTED:
            kind, read = KINDS[puzzle.kind], check.answer
            value = as_words(given) if read is None else kind.as_json(read)
        return cls(
            puzzle=puzzle.id,
            kind=puzzle.kind,
            position=str(puzzle.position),
            plays=" ".join(map(str, puzzle.plays)),
            claim=puzzle.claim,
            given=json.dumps(value),
            mark=check.mark,
            rule_points=points,
            mistakes=tuple(mistake.id for mistake in check.mistakes),
            traps=graded.misconceptions,
            hints=occasion.hints,
            attempt=1,
            at=stamp(occasion.at),
            lesson=occasion.lesson.encode("utf-8", "replace").decode(),  # a file's name, perhaps
        )

    def counted_after(self, before: Iterable[Self]) -> Self:
        """Return the answer with its attempt: one more than those before to the same puzzle."""
        same = (old.puzzle == self.puzzle and old.mark is not Mark.MALFORMED for old in before)
        return replace(self, attempt=1 + sum(same))

    @property
    def answer(self) -> object:
        """The answer as the contract's JSON value."""
        return json.loads(self.given)

    @property
    def entry(self) -> Entry:
        """The puzzle as it is written down."""
        words = self.kind, self.position, self.plays, self.claim
        return Entry(self.puzzle, *words, rule_points=self.rule_points, misconceptions=self.traps)


def first_answers(answers: Iterable[AnswerRecord]) -> Iterator[AnswerRecord]:
    """Yield the first answer to each puzzle, malformed ones left out.

    After it the solution was seen, so a later one shows neither a strength nor a misconception.
    """
    met = set()
    for item in answers:
        if item.mark is not Mark.MALFORMED and item.puzzle not in met:
            met.add(item.puzzle)
            yield item


# ---- answers as JSON ----


def answer_json(record: AnswerRecord) -> dict[str, object]:
    """Return an answer as an object of a progress file."""
    return {name: getattr(record, name) for name in EXPECTED}


def parse_record(value: object) -> AnswerRecord:
    """Return the answer that an object of JSON is; raises :class:`JsonError` for any other."""
    item = dict(check_item(value, "an answer", EXPECTED))
    item |= {name: tuple(item[name]) for name in LISTS}
    given, mark = json.dumps(item.pop("answer")), Mark(item.pop("mark"))
    return AnswerRecord(given=given, mark=mark, **item)


def format_records(answers: Iterable[AnswerRecord]) -> str:
    """Return the answers as the text of one file, in the order of time."""
    return format_items(FORMAT, LIST, map(answer_json, sorted(answers, key=lambda each: each.at)))


def parse_records(raw: bytes) -> list[AnswerRecord]:
    """Return the answers of a file; raises :class:`JsonError`, which names the one at fault."""
    return parse_items(raw, FORMAT, LIST, parse_record)


def _is_ids(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(word, str) and ID.fullmatch(word) for word in value
    )


def _is_time(value: object) -> bool:
    try:
        return isinstance(value, str) and stamp(datetime.fromisoformat(value)) == value
    except (OverflowError, ValueError):
        return False


_TEXT = expect_text(LONGEST, "a line of text")
_NAME = expect_text(LONGEST, "a line of text that is not empty", least=1)
LISTS = ("rule_points", "mistakes", "traps")
EXPECTED: Mapping[str, Expected[Any]] = {
    **dict.fromkeys(("puzzle", "kind", "position"), _NAME),
    **dict.fromkeys(("plays", "claim"), _TEXT),
    "answer": Expected("an answer", lambda __: True),
    "mark": expect_one_of(Mark),
    **dict.fromkeys(LISTS, Expected("a list of ids", _is_ids)),
    "hints": expect_integer(0, MOST_TIMES),
    "attempt": expect_integer(1, MOST_TIMES),
    "at": Expected("a time such as 2026-11-20T10:00:00.000Z", _is_time),
    "lesson": _TEXT,
}


# ---- stores ----


@dataclass(frozen=True, slots=True)
class Receipt:
    """The record of an answer; only if ``is_on_disk`` does it outlive this program."""

    record: AnswerRecord
    is_on_disk: bool = True


class AnswerStore(ABC):
    """A store of a learner's answers."""

    @property
    def notices(self) -> tuple[Message, ...]:
        """Sentences to show to the learner about the place where answers are stored."""
        return ()

    @abstractmethod
    def keep(self, record: AnswerRecord) -> Receipt:
        """Store an answer, judged or not; its attempt is counted here."""

    @abstractmethod
    def history(self) -> tuple[AnswerRecord, ...]:
        """Return every answer in the order of time, malformed ones too."""

    def answered_in(self, lesson: str) -> tuple[AnswerRecord, ...]:
        """Return the answers given in one lesson, in the order of time."""
        return tuple(record for record in self.history() if record.lesson == lesson)

    def record(
        self, puzzle: Puzzle, check: Check, occasion: Occasion, given: object = None
    ) -> Receipt:
        """Store an answer before its feedback shows: the receipt says whether it is on disk.

        ``given`` is the text that was typed, for an answer that could not be read. Attempts are
        counted here; a malformed one is stored and counts nowhere.
        """
        return self.keep(AnswerRecord.of(puzzle, check, occasion, given))

    def give_up(self, puzzle: Puzzle, occasion: Occasion) -> Receipt:
        """Store a request for the solution, in place of an answer."""
        check = replace(puzzle.solution(), mark=Mark.NOT_ATTEMPTED)
        return self.keep(AnswerRecord.of(puzzle, check, occasion))


class MemoryStore(AnswerStore):
    """Answers in memory; each is passed to *keep*, which may put it where it lasts."""

    def __init__(
        self, answers: Iterable[AnswerRecord], keep: Callable[[AnswerRecord], None]
    ) -> None:
        self.answers = list(answers)
        self._keep = keep

    def keep(self, record: AnswerRecord) -> Receipt:
        record = record.counted_after(self.answers)
        self.answers.append(record)
        self._keep(record)
        return Receipt(record)

    def history(self) -> tuple[AnswerRecord, ...]:
        return tuple(sorted(self.answers, key=lambda record: record.at))
