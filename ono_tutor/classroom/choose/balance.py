"""How evenly puzzles are spread over kinds, rule points, levels and rule sets."""

from collections import Counter
from collections.abc import Collection, Iterable

from ono_tutor.classroom.choose.features import asked_kind
from ono_tutor.classroom.choose.filters import Filters, Value
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry

LISTS = "rule_points", "misconceptions"
"""The fields of a puzzle that have several values: it is used for one of those asked for."""


class Balance:
    """What has been used so far, and how much of the same a further puzzle would be.

    What there are few of weighs less than what there are many of, so that of two kinds each gets
    a half, and of five levels each gets a fifth.
    """

    def __init__(self, filters: Filters, entries: Collection[Entry]) -> None:
        self._filters = filters
        self._used: Counter[Value] = Counter()
        self._sizes = Counter(
            name for name, _ in {value for entry in entries for value in self._all(entry)}
        )

    def take(self, entry: Entry) -> None:
        """Count a puzzle in."""
        self._used.update((*self._asked(entry), *self._free(entry), _answer(entry)))

    def asked_cost(self, entry: Entry) -> tuple[int, int]:
        """Return how much has been used of what was asked for and the puzzle shows.

        Then how far behind, among its rule points, stands the one that it would be used for.
        """
        points = self._filters.rule_points and entry.rule_points.index(
            self._least_used(entry, "rule_points")
        )
        return self._cost(self._asked(entry)), points or 0

    def free_cost(self, entry: Entry) -> int:
        """Return how much has been used of what the puzzle shows though nobody asked for it."""
        return self._cost(self._free(entry))

    def answer_cost(self, entry: Entry) -> int:
        """Return how many puzzles of the kind with the same answer have been used."""
        return self._used[_answer(entry)]

    def _cost(self, values: Iterable[Value]) -> int:
        return sum(self._sizes[value[0]] * self._used[value] for value in values)

    def _all(self, entry: Entry) -> Iterable[Value]:
        """Yield all values that are weighed."""
        yield from self._single(entry)
        yield from (value for value in self._filters.values_of(entry) if value[0] in LISTS)
        yield from self._first_point(entry)

    def _asked(self, entry: Entry) -> Iterable[Value]:
        """Yield the values asked for; of several in a list the one that was used least."""
        yield from (value for value in self._single(entry) if self._is_asked(value[0]))
        yield from ((name, self._least_used(entry, name)) for name in LISTS if self._is_asked(name))

    def _free(self, entry: Entry) -> Iterable[Value]:
        """Yield the values that nobody asked for."""
        yield from (value for value in self._single(entry) if not self._is_asked(value[0]))
        yield from self._first_point(entry)

    def _is_asked(self, name: str) -> bool:
        return bool(getattr(self._filters, name))

    def _single(self, entry: Entry) -> tuple[Value, ...]:
        """Return the fields of which a puzzle has one value each."""
        return (
            ("kinds", entry.kind if entry.kind in self._filters.kinds else asked_kind(entry)),
            ("levels", level_of(entry.difficulty)),
            ("rules", self._filters.rules_of(entry)),
        )

    def _first_point(self, entry: Entry) -> Iterable[Value]:
        """Yield the first rule point, where none was asked for."""
        if not self._filters.rule_points:
            yield "rule_points", "".join(entry.rule_points[:1])

    def _least_used(self, entry: Entry, name: str) -> str:
        """Return the value that was used least, of those asked for that a puzzle shows."""
        asked: list[str] = [
            value for value in getattr(entry, name) if value in getattr(self._filters, name)
        ]
        return min(asked, key=lambda value: self._used[name, value])


def _answer(entry: Entry) -> Value:
    """Return what stands for the answer: equal answers to one kind have equal seals."""
    return "answers", (asked_kind(entry), entry.seal)
