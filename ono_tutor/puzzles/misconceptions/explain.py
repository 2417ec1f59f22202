"""Misconceptions that lead to a wrong answer, and wrong answers to choose from."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from typing import Any
from zlib import crc32

from ono_tutor.errors import OnoError
from ono_tutor.game.legal import judge_play
from ono_tutor.i18n import Message, _
from ono_tutor.puzzles.answer import Answer, Shape, as_words, parts_of
from ono_tutor.puzzles.kind import AnswerChoice, Kind
from ono_tutor.puzzles.misconceptions.changes import CHANGES, MISCONCEPTIONS, changed_rules
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import Misconception, misconceptions
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet


def misconception_of(reading: str) -> str:
    """Return the id of the misconception that this is one reading of."""
    return reading.partition("/")[0]


@lru_cache(maxsize=64)
def variants_of(mistake: str) -> tuple[str, ...]:
    """Return the ways to mean a misconception, the first of which is its id."""
    return tuple(key for key in CHANGES if misconception_of(key) == mistake)


def beliefs_about(*editions: RuleSet) -> list[str]:
    """Return the ids of the misconceptions about any of these rule sets."""
    known = misconceptions()
    about = (c.mistake for r in editions for c in MISCONCEPTIONS if r.key in known[c.mistake].rules)
    return list(dict.fromkeys(about))


def changed_tasks(task: Task, beliefs: Collection[str]) -> Iterator[Task]:
    """Yield the task as one sees it who believes all of this, in every way it may be meant.

    Beliefs are ids of misconceptions, or of further readings (see ``CHANGES``). Where the task
    asks about several editions, each belief is laid over all that it is about, and then, if it is
    the only one, over each alone.
    """
    changes = [change for key, change in CHANGES.items() if key in beliefs]
    known = misconceptions()
    about = (
        (rules, [c for c in changes if rules.key in known[c.mistake].rules])
        for rules in task.editions
    )
    found = tuple(changed_rules(rules, *mine) for rules, mine in about if mine)
    alone = [(variant,) for variant in found] if len(beliefs) == 1 else []
    for rules in dict.fromkeys((found, *alone)):
        if rules:
            yield task.under(*rules)


@lru_cache(maxsize=64)
def _believed(
    kind: Kind[Any], task: Task, readings: tuple[str, ...]
) -> tuple[tuple[Misconception, Task, Answer], ...]:
    """Return each misconception, the task as it is believed to be, and the answer to that.

    The last ones are kept, as one puzzle gets many answers.
    """
    found = []
    for key in readings:
        for believed in changed_tasks(task, (key,)):
            with suppress(OnoError):
                answer = kind.answer(believed)
                found.append((misconceptions()[misconception_of(key)], believed, answer))
    return tuple(found)


def diagnosed(
    kind: Kind[Any], task: Task, given: Answer, *, alone: bool = False
) -> tuple[Misconception, ...]:
    """Return the misconceptions under which a wrong answer would be right, however meant.

    With ``alone`` these are those that one answer alone is reason enough to name: who has such a
    misconception finds nothing else right, or judges a chosen card otherwise. A card that is merely
    no worse than others to somebody who misreads another card shows nothing.
    """
    found, parts = dict[Misconception, None](), set(parts_of(given))
    plays = [part for part in parts if isinstance(part, Play | LateDraw)]
    readings = (key for belief in beliefs_about(*task.editions) for key in variants_of(belief))
    for mistake, believed, answer in _believed(kind, task, tuple(readings)):
        is_telling = (
            not alone
            or kind.info.shape is Shape.LINE  # a line is judged by all that may follow its plays
            or parts == set(parts_of(answer))
            or not plays
            or any(judge_play(believed.position, p) != judge_play(task.position, p) for p in plays)
        )
        if is_telling and kind.accepts(believed, answer, given):
            found[mistake.worded_for(task.rules)] = None
    return tuple(found)


def mistaken(kind: Kind[Any], task: Task) -> Iterator[tuple[Misconception, Answer]]:
    """Yield each misconception that leads to a wrong answer, and the first answer it leads to."""
    right, told = kind.answer(task), set()
    for mistake, __, answer in _believed(kind, task, tuple(beliefs_about(*task.editions))):
        if mistake not in told and not kind.accepts(task, right, answer):
            told.add(mistake)
            yield mistake.worded_for(task.rules), answer


# ---- answers to choose from ----

OFFERED = 4
"""How many answers are offered at most."""


def with_distractors(
    kind: Kind[Any],
    task: Task,
    near: Iterable[Any],
    label: Callable[[Task, Any], Message] | None = None,
) -> tuple[AnswerChoice, ...]:
    """Return the right answer among wrong ones, in rising order.

    Three wrong ones are the most telling of those below and above the right one. How many are below
    depends on the position, so that the place of the right answer says nothing, and the first is
    always among them. ``near`` are wrong answers for when misconceptions give too few; those that
    are right are passed over. ``label`` puts an answer in words; without it it is a number.
    Raises :class:`OnoError` if the question has no answer.
    """
    right = kind.answer(task)
    others = dict.fromkeys(chain((answer for __, answer in mistaken(kind, task)), near))
    wrong = [answer for answer in others if not kind.accepts(task, right, answer)]
    less = [answer for answer in wrong if answer < right]
    more = [answer for answer in wrong if answer > right]
    place = crc32(str(task.position).encode()) % OFFERED
    below = max(min(place, len(less)), OFFERED - 1 - len(more))
    below = max(below, 1) if wrong[0] in less else min(below, OFFERED - 2)
    answers = sorted([right, *less[:below], *more[: OFFERED - 1 - below]])
    words = (as_words(kind.as_json(answer)).replace(",", "") for answer in answers)
    texts = (label(task, each) if label else _("{number}", number=each) for each in answers)
    return tuple(zip(words, texts, strict=True))


def near_numbers(right: int) -> Iterator[int]:
    """Yield numbers near the right one, the likeliest slips first: a card, or one in adding."""
    return (right + sign * step for step in (10, 1, 5, 2, 20, 3, 15) for sign in (-1, 1))
