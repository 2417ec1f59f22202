"""The refutation of a misconception: the rule, its sources, and one case worked both ways.

:func:`refutation` finds an easy position that the misconception gets wrong, with the answers by the
misconception and by the rules.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from ono_tutor.course.schedule import is_plain
from ono_tutor.errors import OnoError
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Answer
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import changed_tasks
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import Citation, Misconception, misconceptions, rule_points

DIRECT = ("legal", "next", "survive", "total")
"""The kinds of question that only ask what happens or may be done."""


@dataclass(frozen=True, slots=True)
class Case:
    """A puzzle as a learner with a misconception sees it: the changed task, and its answer."""

    puzzle: Puzzle
    task: Task
    answer: Answer


@dataclass(frozen=True, slots=True)
class Refutation:
    """A misconception, the sources of the rule point that it misses, and a case to work through."""

    belief: Misconception
    sources: tuple[Citation, ...]
    case: Case | None


def refutation(belief: str, game: str = "", avoid: Collection[str] = ()) -> Refutation:
    """Return the refutation of a misconception, with a case of this game, if it is about it.

    The puzzles to ``avoid``, by id, are taken only if there is no other.
    Raises :class:`KeyError` for an id that no misconception has.
    """
    found = misconceptions()[belief]
    about = game if game in found.rules else ""
    sources = rule_points()[found.point].sources
    fitting = [entry for entry in tempting(belief) if about in ("", entry.key)]
    fitting.sort(key=lambda entry: entry.id in avoid)
    cases = (believed(Puzzle.of(entry), belief) for entry in fitting)
    case = next(filter(None, cases), None)
    return Refutation(found.worded_for(case.task.rules) if case else found, sources, case)


@lru_cache(maxsize=64)
def tempting(belief: str) -> tuple[Entry, ...]:
    """Return the puzzles that a misconception gets wrong, the best to show first.

    The best are plain, ask what happens, are decided by the rule point that it misses, and easy.
    """
    point = misconceptions()[belief].point

    def rank(entry: Entry) -> tuple[object, ...]:
        is_beside = entry.rule_points[:1] != (point,)
        is_indirect = entry.kind not in DIRECT
        return not is_plain(entry), is_indirect, is_beside, entry.difficulty, entry.id

    found = (entry for entry in bank.index().values() if belief in entry.misconceptions)
    return tuple(sorted(found, key=rank))


def believed(puzzle: Puzzle, belief: str) -> Case | None:
    """Return how a learner with this misconception sees a puzzle; None if it is answered right."""
    kind = KINDS[puzzle.kind]
    for task in changed_tasks(puzzle.task, (belief,)):
        try:
            answer: Answer = kind.answer(task)
        except OnoError:
            continue
        if not kind.accepts(puzzle.task, puzzle.answer, answer):
            return Case(puzzle, task, answer)
    return None
