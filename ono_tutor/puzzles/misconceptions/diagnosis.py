"""Mistakes with names: which misconceptions would give a wrong answer."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ono_tutor.errors import OnoError
from ono_tutor.puzzles.answer import Answer
from ono_tutor.puzzles.kind import Kind
from ono_tutor.puzzles.misconceptions import ninety_nine, ono99, ono1980, ono2022
from ono_tutor.puzzles.misconceptions.mistaken import Mistaken
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import Misconception, misconceptions
from ono_tutor.rules.ruleset import RuleSet

BELIEFS: tuple[type[Mistaken], ...] = (
    *ono1980.BELIEFS,
    *ono2022.BELIEFS,
    *ono99.BELIEFS,
    *ninety_nine.BELIEFS,
)
"""Every misconception as a class that is laid over a rule set.

The first that explains an answer is the one a learner is told, so the special come before the
general, and last the one that makes every hand with an O'NO 99 safe.
"""


@lru_cache(maxsize=64)
def variants(rules: RuleSet) -> tuple[tuple[str, RuleSet], ...]:
    """Each misconception about this rule set, by id, and the rules as it has them."""
    return tuple(
        (belief.mistake, _variant(rules, belief))
        for belief in BELIEFS
        if rules.key in misconceptions()[belief.mistake].rules
    )


def _variant(rules: RuleSet, belief: type[Mistaken]) -> RuleSet:
    """The rule set with the belief laid over it, its options kept."""
    made: type[RuleSet] = type(belief.__name__, (belief, type(rules)), {})
    return made(rules.name.split("+")[1:])


def diagnosed(kind: Kind[Any], task: Task, given: Answer) -> tuple[Misconception, ...]:
    """The misconceptions under which this answer, which is not right, would be."""
    found = (
        mistake for mistake, answer in _answers(kind, task) if kind.accepts(task, answer, given)
    )
    return tuple(dict.fromkeys(found))


def mistaken(kind: Kind[Any], task: Task) -> Iterator[tuple[Misconception, Answer]]:
    """Each misconception that leads to a wrong answer here, and the answer it leads to first."""
    told = set()
    for mistake, answer in _answers(kind, task):
        if mistake not in told:
            told.add(mistake)
            yield mistake, answer


def _answers(kind: Kind[Any], task: Task) -> Iterator[tuple[Misconception, Answer]]:
    """Every wrong answer that a misconception leads to, under all editions that it is about.

    Where the task asks about several, it is laid over all of them, and then over each alone.
    """
    right = kind.answer(task)
    for key, found in _beliefs(task).items():
        for rules in dict.fromkeys((found, *((variant,) for variant in found))):
            try:
                answer = kind.answer(task.under(*rules))
            except OnoError:
                continue
            if not kind.accepts(task, right, answer):
                yield misconceptions()[key], answer


def _beliefs(task: Task) -> dict[str, tuple[RuleSet, ...]]:
    """Each misconception about the editions of the task, by id, and those rules as it has them."""
    found: dict[str, tuple[RuleSet, ...]] = {}
    for edition in task.editions:
        for key, rules in variants(edition):
            found[key] = (*found.get(key, ()), rules)
    return found
