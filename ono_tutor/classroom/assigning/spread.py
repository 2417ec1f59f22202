"""How evenly puzzles are spread over kinds, rule points, levels and rule sets."""

from collections import Counter
from collections.abc import Collection, Iterable

from ono_tutor.classroom.assigning.wish import Value, Wish
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry


class Spread:
    """What has been taken so far, and how much of the same a further puzzle would be.

    What there are few of weighs less than what there are many of, so that of two kinds each gets
    a half, and of five levels each gets a fifth.
    """

    def __init__(self, wish: Wish, entries: Collection[Entry]) -> None:
        self._wish = wish
        self._taken: Counter[Value] = Counter()
        self._sizes = Counter(
            name for name, _ in {value for entry in entries for value in self._all(entry)}
        )

    def take(self, entry: Entry) -> None:
        """Count a puzzle in."""
        self._taken.update((*self._asked(entry), *self._free(entry)))

    def asked_cost(self, entry: Entry) -> tuple[int, int]:
        """How much has been taken of what was asked for and the puzzle shows.

        And how far behind, among its rule points, stands the one that it is taken for.
        """
        points = self._wish.rule_points and entry.rule_points.index(self._point(entry))
        return self._cost(self._asked(entry)), points or 0

    def free_cost(self, entry: Entry) -> int:
        """How much has been taken of what the puzzle shows though nobody asked for it."""
        return self._cost(self._free(entry))

    def _cost(self, values: Iterable[Value]) -> int:
        return sum(self._sizes[value[0]] * self._taken[value] for value in values)

    def _all(self, entry: Entry) -> list[Value]:
        wish = self._wish
        asked: list[Value] = [
            ("rule_points", point) for point in entry.rule_points if point in wish.rule_points
        ]
        return [*_values(wish, entry), *(asked or [_first_point(entry)])]

    def _asked(self, entry: Entry) -> list[Value]:
        found = [value for value in _values(self._wish, entry) if getattr(self._wish, value[0])]
        if self._wish.rule_points:
            found.append(("rule_points", self._point(entry)))
        return found

    def _free(self, entry: Entry) -> list[Value]:
        found = [value for value in _values(self._wish, entry) if not getattr(self._wish, value[0])]
        return found if self._wish.rule_points else [*found, _first_point(entry)]

    def _point(self, entry: Entry) -> str:
        """Of the rule points asked for that a puzzle shows, the one that was taken least."""
        points = [point for point in entry.rule_points if point in self._wish.rule_points]
        return min(points, key=lambda point: self._taken["rule_points", point])


def _values(wish: Wish, entry: Entry) -> tuple[Value, ...]:
    return (
        ("kinds", entry.kind),
        ("levels", level_of(entry.difficulty)),
        ("rules", wish.rules_of(entry)),
    )


def _first_point(entry: Entry) -> Value:
    return "rule_points", "".join(entry.rule_points[:1])
