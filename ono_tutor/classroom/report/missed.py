"""Which rule points an answer tells of, and which one a wrong answer missed."""

from functools import lru_cache

from ono_tutor.classroom.judge import REMEMBERED, Judge
from ono_tutor.classroom.marking import ItemMark
from ono_tutor.classroom.report.signs import Signs, points_behind
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.rating import rate


class Missed:
    """The rule points behind the puzzles of one assignment, each puzzle weighed once."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.points = lru_cache(REMEMBERED)(self._points)

    def of(self, item: ItemMark, signs: Signs | None = None) -> str:
        """The id of the rule point that was missed; empty where none was.

        ``signs`` are those of the item's misconceptions that count; without them all do.

        That is the point of the misconception, even one of an earlier answer; of several the
        point that the puzzle is about first. Without a misconception, a wrong answer missed the
        first point of its explanation that the puzzle is about.
        """
        if behind := points_behind(item.mistakes if signs is None else signs):
            return next((rule for rule in self.points(item.puzzle) if rule in behind), behind[0])
        return self.behind(item) if item.mark is Mark.WRONG else ""

    def behind(self, item: ItemMark) -> str:
        """The id of the rule point that an item without a misconception is about first."""
        about = self.points(item.puzzle)
        return next((rule for rule in item.rules if rule in about), (*about, *item.rules, "")[0])

    def _points(self, name: str) -> tuple[str, ...]:
        """The ids of the rule points that a puzzle is about, the most telling first."""
        puzzle = self._judge.puzzles[name]
        return rate(puzzle.kind, puzzle.task).rule_points
