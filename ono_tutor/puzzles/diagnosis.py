"""Mistakes with names: which misconceptions would give a wrong answer."""

from collections.abc import Iterator
from typing import Any

from ono_tutor.errors import OnoError
from ono_tutor.puzzles.answer import Answer
from ono_tutor.puzzles.kind import Kind
from ono_tutor.puzzles.task import Task
from ono_tutor.puzzles.variant import variants
from ono_tutor.rules.book import Misconception, misconceptions


def diagnosed(kind: Kind[Any], task: Task, given: Answer) -> tuple[Misconception, ...]:
    """The misconceptions under which this answer, which is not right, would be."""
    return tuple(
        mistake for mistake, answer in mistaken(kind, task) if kind.accepts(task, answer, given)
    )


def mistaken(kind: Kind[Any], task: Task) -> Iterator[tuple[Misconception, Answer]]:
    """Each misconception that leads to a wrong answer here, and the answer it leads to."""
    right = kind.answer(task)
    for key, rules in variants(task.rules):
        try:
            answer = kind.answer(task.under(rules))
        except OnoError:
            continue
        if not kind.accepts(task, right, answer):
            yield misconceptions()[key], answer
