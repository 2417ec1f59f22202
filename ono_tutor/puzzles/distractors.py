"""Answers to choose among, computed where a number or amounts would have to be written.

They are the right one and some wrong ones that tell something: those that misconceptions lead to
first, then those of common slips, then near ones. They are always the same.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any
from zlib import crc32

from ono_tutor.i18n import Message, _
from ono_tutor.puzzles.kind import AnswerChoice, Kind
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.puzzles.task import Task

OFFERED = 4
"""How many answers are offered at most."""

_STEPS = (10, 1, 5, 2, 20, 3, 15)
"""How far near numbers lie from the right one: a card or a slip in adding away."""


def with_distractors(
    kind: Kind[Any],
    task: Task,
    near: Iterable[Any],
    label: Callable[[Task, Any], Message] | None = None,
) -> tuple[AnswerChoice, ...]:
    """Return the right answer among wrong ones, in rising order.

    ``near`` are wrong answers for when misconceptions give too few; those that are right are
    passed over. ``label`` puts an answer in words; without it the answer is a number.
    Raises :class:`OnoError` if the question has no answer.
    """
    right = kind.answer(task)
    likely = (answer for __, answer in mistaken(kind, task))
    others = dict.fromkeys(chain(likely, near))
    wrong = [answer for answer in others if not kind.accepts(task, right, answer)]
    answers = sorted([right, *pick_wrong(task, right, wrong, keeps_first=True)])
    return tuple(
        (
            " ".join(map(str, answer)) if isinstance(answer, tuple) else str(answer),
            label(task, answer) if label else _("{number}", number=str(answer).replace("-", "−")),
        )
        for answer in answers
    )


def pick_wrong(
    task: Task, right: Any, wrong: Sequence[Any], *, keeps_first: bool = False
) -> list[Any]:
    """Return three of the wrong answers, the most telling of those below and above the right one.

    How many are below depends on the position, so that the place of the right answer among the
    four says nothing. With ``keeps_first`` the first wrong answer is always chosen.
    """
    less = [answer for answer in wrong if answer < right]
    more = [answer for answer in wrong if answer > right]
    place = crc32(str(task.position).encode()) % OFFERED
    below = max(min(place, len(less)), OFFERED - 1 - len(more))
    if keeps_first:
        below = max(below, 1) if wrong[0] in less else min(below, OFFERED - 2)
    return less[:below] + more[: OFFERED - 1 - below]


def near_numbers(right: int) -> Iterator[int]:
    """Yield numbers near the right one, the likeliest slips first."""
    return (right + sign * step for step in _STEPS for sign in (-1, 1))
