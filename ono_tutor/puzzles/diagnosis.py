"""Mistakes with names: which misconceptions would give a wrong answer."""

from collections.abc import Iterator
from typing import Any

from ono_tutor.errors import OnoError
from ono_tutor.puzzles.answer import Answer
from ono_tutor.puzzles.kind import Kind
from ono_tutor.puzzles.task import Task
from ono_tutor.puzzles.variant import variants
from ono_tutor.rules.book import Misconception, misconceptions
from ono_tutor.rules.ruleset import RuleSet


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
