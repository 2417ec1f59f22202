"""How evenly puzzles are spread over kinds, rule points, levels and rule sets."""

from collections import Counter
from collections.abc import Collection, Iterable

from ono_tutor.classroom.choose.features import asked_kind
from ono_tutor.classroom.choose.filters import Filters, Value
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry


class Balance:
    """What has been taken so far, and how much of the same a further puzzle would be.

    What there are few of weighs less than what there are many of, so that of two kinds each gets
    a half, and of five levels each gets a fifth.
    """

    def __init__(self, wish: Filters, entries: Collection[Entry]) -> None:
        self._wish = wish
        self._taken: Counter[Value] = Counter()
        self._sizes = Counter(
            name for name, _ in {value for entry in entries for value in self._all(entry)}
        )

    def take(self, entry: Entry) -> None:
        """Count a puzzle in."""
        self._taken.update((*self._asked(entry), *self._free(entry), _answer(entry)))

    def asked_cost(self, entry: Entry) -> tuple[int, int]:
        """How much has been taken of what was asked for and the puzzle shows.

        And how far behind, among its rule points, stands the one that it is taken for.
        """
        points = self._wish.rule_points and entry.rule_points.index(
            self._one(entry.rule_points, "rule_points")
        )
        return self._cost(self._asked(entry)), points or 0

    def free_cost(self, entry: Entry) -> int:
        """How much has been taken of what the puzzle shows though nobody asked for it."""
        return self._cost(self._free(entry))

    def answer_cost(self, entry: Entry) -> int:
        """How many puzzles of the kind with the same answer have been taken."""
        return self._taken[_answer(entry)]

    def _cost(self, values: Iterable[Value]) -> int:
        return sum(self._sizes[value[0]] * self._taken[value] for value in values)

    def _all(self, entry: Entry) -> list[Value]:
        lists = (
            (name, value)
            for name in LISTS
            for value in getattr(entry, name)
            if value in getattr(self._wish, name)
        )
        return [*_values(self._wish, entry), *lists, *self._first_point(entry)]

    def _asked(self, entry: Entry) -> list[Value]:
        found = [value for value in _values(self._wish, entry) if getattr(self._wish, value[0])]
        asked = (name for name in LISTS if getattr(self._wish, name))
        return [*found, *((name, self._one(getattr(entry, name), name)) for name in asked)]

    def _free(self, entry: Entry) -> list[Value]:
        found = [value for value in _values(self._wish, entry) if not getattr(self._wish, value[0])]
        return [*found, *self._first_point(entry)]

    def _first_point(self, entry: Entry) -> list[Value]:
        """The first rule point, where none was asked for."""
        return [] if self._wish.rule_points else [("rule_points", "".join(entry.rule_points[:1]))]

    def _one(self, values: Iterable[str], name: str) -> str:
        """Of the values asked for that a puzzle shows, the one that was taken least."""
        asked = [value for value in values if value in getattr(self._wish, name)]
        return min(asked, key=lambda value: self._taken[name, value])


LISTS = "rule_points", "misconceptions"
"""The fields of a puzzle that have several values: it is taken for one of those asked for."""


def _values(wish: Filters, entry: Entry) -> tuple[Value, ...]:
    return (
        ("kinds", entry.kind if entry.kind in wish.kinds else asked_kind(entry)),
        ("levels", level_of(entry.difficulty)),
        ("rules", wish.rules_of(entry)),
    )


def _answer(entry: Entry) -> Value:
    """What stands for the answer: equal answers to one kind have equal seals."""
    return "answers", (asked_kind(entry), entry.seal)
