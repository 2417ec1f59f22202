"""Work out the answers that misconceptions lead to: the patterns that the bank has beside it."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import chain, combinations
from typing import Any

from ono_tutor.errors import OnoError
from ono_tutor.puzzles.answer import Answer, Shape
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.kind import Kind
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.answer_patterns import SOUND, Numbers, Pattern
from ono_tutor.puzzles.misconceptions.explain import (
    beliefs_about,
    changed_tasks,
    misconception_of,
    variants_of,
)
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.task import Task

MOST = 16
"""From so many possible answers on, one that is given by chance is hardly ever the same."""

POSSIBLE = {Shape.NUMBER: 12, Shape.CHANCE: 12, Shape.AMOUNTS: 8, Shape.LINE: 12}
"""About how many answers a learner who slips might give, where they are not to be counted."""


def pattern_of(entry: Entry) -> Pattern:
    """Return the response pattern of a puzzle, worked out by the engine."""
    puzzle = Puzzle.of(entry)
    kind, task = KINDS[puzzle.kind], puzzle.task
    numbers: dict[Answer, int] = {}

    def numbered(answers: Iterable[Answer]) -> Numbers:
        parts: list[Any] = []  # of several best cards any one is as good as the others
        for answer in answers:
            is_any = kind.info.shape is Shape.PLAY and isinstance(answer, tuple)
            parts += answer if is_any and isinstance(answer, tuple) else (answer,)
        return tuple(sorted({numbers.setdefault(part, len(numbers)) for part in parts}))

    right = kind.answer(task)
    found = {SOUND: numbered([right])}
    pattern = Pattern(_possible(kind, task), found)
    readings = [
        key for belief in sorted(beliefs_about(*task.editions)) for key in variants_of(belief)
    ]

    def believed(beliefs: tuple[str, ...]) -> Numbers:
        given = []
        for changed in changed_tasks(task, beliefs):
            with suppress(OnoError):
                answer = kind.answer(changed)
                given.append(right if kind.accepts(task, right, answer) else answer)
        answers = numbered(given)
        if not answers:  # to this learner the question has no answer: it may be the right one, or
            # what the first variant of a belief leads to
            first = [pattern.of((misconception_of(key),)) for key in beliefs]
            answers = tuple(sorted({*found[SOUND], *chain.from_iterable(first)}))
        return found[SOUND] if {*answers} <= {*found[SOUND]} else answers

    for reading in readings:
        if (answers := believed((reading,))) != pattern.of((reading,)):
            found[frozenset((reading,))] = answers
    misleading = {key for key in readings if pattern.of((key,)) != found[SOUND]}
    for two in combinations(readings, 2):
        alone = misleading.intersection(two)
        if alone and len(set(map(misconception_of, two))) > 1:
            answers, expected = believed(two), pattern.of(two)
            is_less = len(alone) == 1 and {*answers} <= {*expected}
            if answers != expected and not is_less:
                found[frozenset(two)] = answers
    return pattern


def _possible(kind: Kind[Any], task: Task) -> int:
    offered = len(kind.choices(task))
    cards = len(set(task.position.hand))
    if kind.info.shape is Shape.PLAYS:
        return min(1 << cards, MOST)
    if kind.info.shape is Shape.EDITIONS:
        return 1 << len(task.editions)
    if kind.info.shape is Shape.NEXT:
        return 2 * len(task.position.hands)
    return POSSIBLE.get(kind.info.shape) or max(offered or cards, 2)


def format_pattern(pattern: Pattern) -> str:
    """Return a pattern as the bank has it: the possible answers, and those of each belief."""
    words = (
        f"{'+'.join(sorted(who))}={','.join(map(str, numbers))}"
        for who, numbers in pattern.answers.items()
    )
    return " ".join((str(pattern.possible), *words))


def format_patterns(entries: Iterable[Entry], kept: Mapping[str, Pattern] | None = None) -> str:
    """Return the text of the bank's file of patterns: a pattern and the puzzles that have it.

    The patterns of ``entries`` are worked out; those in ``kept``, by id, are taken as they are.
    """
    found: dict[str, list[str]] = {}
    for name, pattern in (kept or {}).items():
        found.setdefault(format_pattern(pattern), []).append(name)
    for entry in entries:
        pattern = pattern_of(entry)
        if pattern.traps:
            found.setdefault(format_pattern(pattern), []).append(entry.id)
    return "".join(f"{pattern}\t{' '.join(ids)}\n" for pattern, ids in sorted(found.items()))
