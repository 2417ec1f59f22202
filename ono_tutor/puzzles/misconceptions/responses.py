"""The answers that each misconception leads to, told apart by number: a puzzle's response pattern.

Two learners give different answers to a puzzle exactly where their rules do. So a puzzle tells
beliefs apart by the pattern of its answers alone, and patterns are few: they are worked out when
the bank is built, and kept beside it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations
from typing import Any

from ono_tutor.errors import OnoError
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Answer, Shape
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.kind import Kind
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.kinds.edition import Edition
from ono_tutor.puzzles.misconceptions.explanations import (
    changed_tasks,
    further_readings,
    misconception_of,
    mistaken,
    readings_of,
)
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import misconceptions

Beliefs = frozenset[str]
"""The misconceptions that a learner has, or readings of them; none for one who knows the rules."""

SOUND: Beliefs = frozenset()

SLIP = 0.1
"""How often an answer is given that the learner does not believe."""

_MOST = 16
"""From so many possible answers on, one that is given by chance is hardly ever the same."""

_POSSIBLE = {Shape.NUMBER: 12, Shape.CHANCE: 12, Shape.AMOUNTS: 8, Shape.LINE: 12}
"""About how many answers a learner who slips might give, where they are not to be counted."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """Which answers a puzzle gets from whom.

    ``answers`` has for :data:`SOUND`, for each misconception that gives another answer, for each
    two of those, and for each further reading that gives another answer than the first, the
    numbers of the answers that are equally good to one who believes it.
    ``possible`` is about how many different answers can be given.
    """

    possible: int
    answers: Mapping[Beliefs, tuple[int, ...]]

    @property
    def traps(self) -> Beliefs:
        """The misconceptions that lead to a wrong answer, at least by one reading."""
        return frozenset(misconception_of(key) for who in self.answers for key in who)

    def of(self, beliefs: Beliefs) -> tuple[int, ...]:
        """Return the numbers of the answers that a learner with these beliefs finds right."""
        known = {key for who in self.answers for key in who}
        keys = (key if key in known else misconception_of(key) for key in beliefs)
        return self.answers.get(frozenset(keys) & known) or self.answers[SOUND]

    def __str__(self) -> str:
        """The pattern as the bank writes it: what is possible, and the answers of each belief."""
        words = (
            f"{'+'.join(sorted(who))}={','.join(map(str, numbers))}"
            for who, numbers in self.answers.items()
        )
        return " ".join((str(self.possible), *words))


def pattern_of(entry: Entry) -> Pattern:
    """Return the response pattern of a puzzle, worked out by the engine."""
    puzzle = Puzzle.of(entry)
    kind, task = KINDS[puzzle.kind], puzzle.task
    numbers: dict[Answer, int] = {}

    def numbered(answers: Iterable[Answer]) -> tuple[int, ...]:
        parts = (part for answer in answers for part in _equally_good(kind, answer))
        return tuple(sorted({numbers.setdefault(part, len(numbers)) for part in parts}))

    found = {SOUND: numbered([kind.answer(task)])}
    traps = sorted({mistake.id for mistake, _ in mistaken(kind, task)})
    for beliefs in chain(combinations(traps, 1), combinations(traps, 2)):
        if answers := numbered(_answers(kind, task, beliefs)):
            found[frozenset(beliefs)] = answers
    first = Pattern(_possible(kind, task), dict(found))
    for reading in further_readings(task) if traps else ():
        answers, who = numbered(_answers(kind, task, (reading,))), frozenset((reading,))
        if answers and answers != first.of(who):
            found[who] = answers
    return replace(first, answers=found)


def _answers(kind: Kind[Any], task: Task, beliefs: tuple[str, ...]) -> Iterator[Answer]:
    for changed in changed_tasks(task, beliefs):
        try:
            yield kind.answer(changed)
        except OnoError:
            continue


def _equally_good(kind: Kind[Any], answer: Answer) -> Iterator[Any]:
    """The answers that are as good as each other: any one card of those that are best."""
    is_any = kind.shape is Shape.PLAY or kind.name == "threat"
    yield from answer if is_any and isinstance(answer, tuple) else (answer,)


def _possible(kind: Kind[Any], task: Task) -> int:
    offered = len(kind.choices(task))
    cards = len(set(task.position.hand))
    if kind.shape is Shape.PLAYS and kind.name != "threat":
        return min(1 << cards, _MOST)
    if kind.shape is Shape.EDITIONS:
        return 1 << len(task.editions)
    if kind.shape is Shape.NEXT:
        return 2 * len(task.position.hands)
    return _POSSIBLE.get(kind.shape) or max(offered or cards, 2)


def error_rate(entry: Entry, pattern: Pattern | None) -> float:
    """Return how often learners answer a puzzle wrong, from 0 to 1, by its pattern, if it has one.

    They are one who knows the rules and one with each misconception about the puzzle's games,
    and each slips as often as :data:`SLIP`.
    """
    is_for_all = entry.kind == Edition.name
    about = [
        key for key, found in misconceptions().items() if is_for_all or entry.key in found.rules
    ]
    shares = [_share_wrong(pattern, key) for key in about] if pattern else []
    return SLIP + (1 - SLIP) * sum(shares) / (1 + len(about))


def _share_wrong(pattern: Pattern, mistake: str) -> float:
    """The share of a misconception's answers that are wrong, over its readings."""
    right = set(pattern.answers[SOUND])
    found = [pattern.of(frozenset((key,))) for key in readings_of(mistake)]
    return sum(len(set(numbers) - right) / len(numbers) for numbers in found) / len(found)


# ---- kept beside the bank ----


def format_patterns(entries: Iterable[Entry], kept: Mapping[str, Pattern] | None = None) -> str:
    """Return the text of the bank's file of patterns: a pattern and the puzzles that have it.

    The patterns of ``entries`` are worked out; those in ``kept``, by id, are taken as they are.
    """
    found: dict[str, list[str]] = {}
    for name, pattern in (kept or {}).items():
        found.setdefault(str(pattern), []).append(name)
    for entry in entries:
        if entry.misconceptions:
            found.setdefault(str(pattern_of(entry)), []).append(entry.id)
    return "".join(f"{pattern}\t{' '.join(ids)}\n" for pattern, ids in sorted(found.items()))


@lru_cache(maxsize=1)
def patterns() -> Mapping[str, Pattern]:
    """Return the pattern of every puzzle of the bank that a misconception misleads at, by id."""
    found: dict[str, Pattern] = {}
    for line in bank.read_patterns().splitlines():
        words, _, ids = line.partition("\t")
        found |= dict.fromkeys(ids.split(), _parse(words))
    return found


def _parse(words: str) -> Pattern:
    possible, *parts = words.split(" ")
    answers = {}
    for part in parts:
        who, _, numbers = part.partition("=")
        answers[frozenset(who.split("+")) - {""}] = tuple(map(int, numbers.split(",")))
    return Pattern(int(possible), answers)
