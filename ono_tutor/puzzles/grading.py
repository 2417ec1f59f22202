"""What is worked out of a puzzle and kept beside it: difficulty, rule points, misconceptions."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ono_tutor.errors import OnoError
from ono_tutor.game.position import Position
from ono_tutor.puzzles.answer import Answer
from ono_tutor.puzzles.catalogue import KINDS
from ono_tutor.puzzles.diagnosis import mistaken
from ono_tutor.puzzles.difficulty import Level, difficulty, level_of
from ono_tutor.puzzles.entry import Entry, id_of, seal_of
from ono_tutor.puzzles.kind import Kind
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import misconceptions, rule_points
from ono_tutor.rules.catalogue import ruleset


@dataclass(frozen=True, slots=True)
class Grading:
    """A puzzle weighed: its answer, and what a list of puzzles says of it.

    ``rule_points`` are the ids of the points that the answer hangs on, the most telling first;
    ``misconceptions`` the ids of those that give another answer. ``wrong`` counts the different
    answers they give; ``is_tempting`` says that the answer is not what comes to mind, or that it
    has to be reckoned.
    """

    answer: Answer
    difficulty: int
    rule_points: tuple[str, ...]
    misconceptions: tuple[str, ...]
    wrong: int
    is_tempting: bool

    @property
    def level(self) -> Level:
        """The level of the difficulty."""
        return level_of(self.difficulty)


def grade(kind_name: str, task: Task) -> Grading:
    """What a question about this task takes and shows.

    Raises :class:`OnoError` where it has no answer.
    """
    kind = KINDS[kind_name]
    answer = kind.answer(task)
    found = {mistake.id: wrong for mistake, wrong in mistaken(kind, task)}
    ids = tuple(key for key in misconceptions() if key in found)
    effort = kind.effort(task)
    return Grading(
        answer=answer,
        difficulty=difficulty(effort, len(ids)),
        rule_points=tuple(dict.fromkeys(_points(kind, task, answer, ids))),
        misconceptions=ids,
        wrong=len({str(kind.as_json(wrong)) for wrong in found.values()}),
        is_tempting=effort.tempts or effort.reckons,
    )


def _points(kind: Kind[Any], task: Task, answer: Answer, ids: tuple[str, ...]) -> Iterator[str]:
    """The points of the answer, of the mistakes that miss it, and of the options that decide."""
    keys = {rules.key for rules in task.editions}
    yield from (rule for rule in kind.rule_points(task) if keys & rule_points()[rule].says.keys())
    yield from (misconceptions()[key].point for key in ids)
    for option in task.rules.options:
        value = task.rules.chosen[option.name]
        if value != option.default and _decides(kind, task, answer, option.name):
            yield option.point


def _decides(kind: Kind[Any], task: Task, answer: Answer, option: str) -> bool:
    """Whether the default value of this option would give another answer, or none."""
    try:
        other = replace(task, position=at_default(task, option))
        return not kind.accepts(task, answer, kind.answer(other))
    except OnoError:
        return True


def at_default(task: Task, option: str) -> Position:
    """The position with this option at its default; stakes at their start stay at the start."""
    position = task.position
    key, *words = task.rules.name.split("+")
    kept = (word for word in words if not word.startswith(f"{option}="))
    rules = ruleset("+".join([key, *kept]))
    if position.stakes == position.rules.start_stakes(position.hands):
        return replace(position, rules=rules, stakes=rules.start_stakes(position.hands))
    return replace(position, rules=rules)


def entry_of(kind: str, task: Task, grading: Grading) -> Entry:
    """The puzzle written down, under the id that its words give it."""
    words = str(task.position), " ".join(map(str, task.plays)), task.claim
    return Entry(
        id_of(kind, *words),
        kind,
        *words,
        difficulty=grading.difficulty,
        rule_points=grading.rule_points,
        misconceptions=grading.misconceptions,
        seal=seal_of(KINDS[kind].as_json(grading.answer)),
    )
