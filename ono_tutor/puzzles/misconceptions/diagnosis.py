"""Mistakes with names: which misconceptions would give a wrong answer."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from ono_tutor.errors import OnoError
from ono_tutor.puzzles.answer import Answer
from ono_tutor.puzzles.kind import Kind
from ono_tutor.puzzles.misconceptions import Mistaken, ninety_nine, ono99
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import Misconception, misconceptions
from ono_tutor.rules.ruleset import RuleSet

MISCONCEPTIONS: tuple[type[Mistaken], ...] = (
    ono99.MinusTenStopsAtZero,
    ono99.DoublePlayAnswersDoublePlay,
    ono99.BustLaysDown,
    ono99.OutAtZeroChips,
    ono99.FourOno99Swapped,
    ono99.MinusTenGoesNegative,
    ono99.HoldAnswersPlay2,
    ono99.BustPlaysCard,
    ono99.FourOno99Loses,
    ono99.NinetyNineIsSafe,
    ono99.DoublesAddUp,
    ono99.NoDrawBetween,
    ono99.DoubleIsInherited,
    ono99.ReverseReplyGoesOn,
    ono99.ReverseForTwoPlaysAgain,
    ono99.Ono99SetsNinetyNine,
    ninety_nine.LeavingMarkIsCrossing,
    ninety_nine.ComingDownPays,
    ninety_nine.TwoHalvesLowTotal,
    ninety_nine.TwoHalvesOddTotal,
    ninety_nine.DoubleCrossCostsTwo,
    ninety_nine.FourAddsNothing,
    ninety_nine.LandingOn99Loses,
)
"""Every misconception: a change of a rule set.

The first that explains an answer is the one a learner is told, so the special come before the
general, and last of O'NO 99 the one that makes every hand with an O'NO 99 safe.
"""


@lru_cache(maxsize=64)
def variants(rules: RuleSet) -> tuple[tuple[str, RuleSet], ...]:
    """Return the id of each misconception about a rule set, and the rules changed by it."""
    return tuple(
        (change.mistake, _changed(rules, change))
        for change in MISCONCEPTIONS
        if rules.key in misconceptions()[change.mistake].rules
    )


@lru_cache(maxsize=1024)
def _changed(rules: RuleSet, *changes: type[Mistaken]) -> RuleSet:
    """The rule set with its options as they are and the changes over it."""
    name = "".join(change.__name__ for change in changes)
    mistake = "~".join(change.mistake for change in changes)
    made: type[RuleSet] = type(name, (*changes, type(rules)), {"mistake": mistake})
    return made(rules.name.split("+")[1:])


def diagnosed(kind: Kind[Any], task: Task, given: Answer) -> tuple[Misconception, ...]:
    """Return the misconceptions under which a wrong answer would be right."""
    found = (
        mistake for mistake, answer in _answers(kind, task) if kind.accepts(task, answer, given)
    )
    return tuple(dict.fromkeys(found))


def mistaken(kind: Kind[Any], task: Task) -> Iterator[tuple[Misconception, Answer]]:
    """Yield each misconception that leads to a wrong answer, and the first answer it leads to."""
    told = set()
    for mistake, answer in _answers(kind, task):
        if mistake not in told:
            told.add(mistake)
            yield mistake, answer


def _answers(kind: Kind[Any], task: Task) -> Iterator[tuple[Misconception, Answer]]:
    """Yield every wrong answer that a misconception leads to, under all editions that it is about.

    Where the task asks about several, it is laid over all of them, and then over each alone.
    """
    right = kind.answer(task)
    for key in _changes(task):
        for changed in changed_tasks(task, (key,)):
            try:
                answer = kind.answer(changed)
            except OnoError:
                continue
            if not kind.accepts(task, right, answer):
                yield misconceptions()[key], answer


def changed_tasks(task: Task, beliefs: Sequence[str]) -> Iterator[Task]:
    """Yield the task as one sees it who believes all of this, in every way it may be meant.

    Where the task asks about several editions, the beliefs are laid over all of them, and then
    over each alone. Beliefs that no edition of the task has together change nothing.
    """
    known = {change.mistake: change for change in MISCONCEPTIONS}
    changes = [known[key] for key in known if key in beliefs]
    found = tuple(
        _changed(edition, *changes)
        for edition in task.editions
        if all(edition.key in misconceptions()[key].rules for key in beliefs)
    )
    for rules in dict.fromkeys((found, *((variant,) for variant in found))):
        if rules:
            yield task.under(*rules)


def _changes(task: Task) -> list[str]:
    """The ids of the misconceptions about the editions of the task."""
    return list(dict.fromkeys(key for edition in task.editions for key, _ in variants(edition)))
