"""What kind of puzzles a search is for."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ono_tutor.errors import NotationError, quoted
from ono_tutor.puzzles.catalogue import KINDS
from ono_tutor.puzzles.difficulty import Level
from ono_tutor.puzzles.grading import Grading
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import misconceptions, rule_point
from ono_tutor.rules.catalogue import RULE_SETS, ruleset

LEVELS = tuple(str(level.value) for level in Level)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for. Where a collection is empty, anything will do.

    ``rules`` are rule sets with just the options written, ``keys`` rule sets with any options;
    a puzzle shows one of ``rule_points`` and one of ``misconceptions`` at least.
    """

    rules: tuple[str, ...] = ()
    keys: tuple[str, ...] = tuple(RULE_SETS)
    kinds: tuple[str, ...] = ()
    rule_points: frozenset[str] = frozenset()
    misconceptions: frozenset[str] = frozenset()
    levels: frozenset[int] = frozenset()

    def check(self) -> None:
        """Return if there can be such puzzles.

        Raises :class:`NotationError` for a name that is none.
        """
        for name in self.rules:
            ruleset(name)
        _check("kind of puzzle", self.kinds, KINDS)
        for rule in sorted(self.rule_points):
            rule_point(rule)
        _check("misconception", sorted(self.misconceptions), misconceptions())
        _check("level", sorted(map(str, self.levels)), LEVELS)

    def is_met(self, task: Task, grading: Grading) -> bool:
        """Whether a puzzle is one of those looked for."""
        if self.rules and task.rules.name not in self.rules:
            return False
        points, beliefs = set(grading.rule_points), set(grading.misconceptions)
        return (
            (not self.rule_points or bool(self.rule_points & points))
            and (not self.misconceptions or bool(self.misconceptions & beliefs))
            and (not self.levels or grading.level in self.levels)
        )

    @property
    def points(self) -> frozenset[str]:
        """The rule points that a puzzle is about which is looked for."""
        missed = {misconceptions()[key].point for key in self.misconceptions}
        return self.rule_points | missed


def _check(what: str, given: Iterable[str], known: Collection[str]) -> None:
    for name in given:
        if name not in known:
            message = f"{quoted(name)} is no {what}; there are {', '.join(known)}"
            raise NotationError(message, word=name)
