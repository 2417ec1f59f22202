"""Puzzles chosen for an assignment, spread evenly: the same seed, the same puzzles."""

from collections import Counter
from collections.abc import Collection, Iterable

from ono_tutor.classroom.choose.filters import (
    Filters,
    Value,
    asked_kind,
    features_of,
    seeded_order,
    seeded_rank,
)
from ono_tutor.classroom.choose.new_puzzles import EVERYTHING, UsedPuzzles, new_puzzles
from ono_tutor.classroom.choose.parallel_items import ENOUGH, MOST, type_of
from ono_tutor.classroom.choose.prerequisites import Prerequisites, ranked_for
from ono_tutor.errors import NotationError
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry


def choose_puzzles(  # noqa: PLR0913 - each says something else about what is wanted
    source: Iterable[Entry],
    filters: Filters,
    count: int,
    seed: str,
    *,
    in_pools: bool = False,
    goes_on: bool = True,
) -> tuple[Entry, ...]:
    """Return so many puzzles that pass the filters, no two the same, in teaching order.

    They are spread evenly over what is asked for, and then over what is not. What nobody asked
    for and a class must have met first comes last (see :mod:`.prerequisites`). With ``in_pools``
    puzzles come first that have others like them; with ``goes_on`` new ones are made where the
    source has too few.
    Raises :class:`NotationError` where there are not as many.
    """
    used = UsedPuzzles()
    found: list[Entry] = []
    chooser = _Chooser(filters, seed, in_pools)
    ranks = ranked_for(filters, source)

    def fill(groups: Iterable[list[Entry]], allowed: Prerequisites) -> None:
        for entries in groups:
            found.extend(chooser.chosen(entries, count - len(found), used))
        if goes_on and len(found) < count:
            for entry in new_puzzles(filters, seed, count - len(found), used, allowed):
                found.extend((entry,) if used.take(entry) else ())

    if not any(ranks.first) and not filters.is_in_rules:
        raise NotationError("the rule sets asked for say nothing of the rule points asked for")
    fill(ranks.first, ranks.allowed)
    if len(found) < count:
        fill(ranks.last, EVERYTHING)
    if len(found) < count:
        raise NotationError(_too_few(len(found), count), word=str(count))
    return in_teaching_order(found)


def _too_few(found: int, count: int) -> str:
    if not found:
        return "there is no such puzzle; ask for more rule sets, rule points, kinds or levels"
    verb, noun = ("is", "puzzle") if found == 1 else ("are", "puzzles")
    return f"there {verb} {found} such {noun}, and {count} are asked for"


def in_teaching_order(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The easier puzzles first, and those as hard as each other in the order they came."""
    return tuple(sorted(entries, key=lambda entry: entry.difficulty))


class _Chooser:
    """Takes, again and again, the puzzle of whose like the least has been taken."""

    def __init__(self, filters: Filters, seed: str, in_pools: bool) -> None:
        self._filters, self._seed, self._in_pools = filters, seed, in_pools

    def chosen(self, entries: list[Entry], count: int, used: UsedPuzzles) -> list[Entry]:
        """Up to so many of the puzzles."""
        spread, found = Balance(self._filters, entries), list[Entry]()
        company = _Company(entries) if self._in_pools else None

        def cost(heap: list[Entry]) -> tuple[object, ...]:
            entry = heap[-1]
            wrong, poor = company.costs(entry) if company else ((), ())
            costs = spread.asked_cost(entry), wrong, spread.free_cost(entry)
            level = not self._filters.levels and level_of(entry.difficulty)
            answers = spread.answer_cost(entry)
            return *costs, poor, level, answers, seeded_rank(entry, self._seed)

        heaps = self._heaps(entries) if count else []
        while heaps and len(found) < count:
            heap = min(heaps, key=cost)
            entry = heap.pop()
            if used.take(entry):
                found.append(entry)
                spread.take(entry)
                if company:
                    company.take(entry)
            heaps = [heap for heap in heaps if heap]
        return found

    def _heaps(self, entries: list[Entry]) -> list[list[Entry]]:
        """The puzzles that are alike in all that is weighed, in heaps, the best of each last.

        In a heap the answers take turns.
        """
        heaps: dict[object, list[Entry]] = {}
        for entry in seeded_order(entries, self._seed):
            heaps.setdefault(self._weighed(entry), []).append(entry)
        return [_by_turns(heap)[::-1] for heap in heaps.values()]

    def _weighed(self, entry: Entry) -> tuple[object, ...]:
        points = entry.rule_points if self._filters.rule_points else entry.rule_points[:1]
        beliefs = entry.misconceptions if self._filters.misconceptions else ()
        looks = features_of(entry) if self._in_pools else None
        return type_of(entry), entry.kind, points, beliefs, looks


def _by_turns(entries: Iterable[Entry]) -> list[Entry]:
    """The puzzles so that each answer has come once before one comes again."""
    seen = Counter[str]()
    turns = list[tuple[int, Entry]]()
    for entry in entries:
        turns.append((seen[entry.seal], entry))
        seen[entry.seal] += 1
    return [entry for _, entry in sorted(turns, key=lambda turn: turn[0])]


class _Company:
    """How many puzzles there are like each other, and how many pools they are to fill."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._sizes, self._shared = Counter[object](), Counter[object]()
        self._answers: dict[object, set[str]] = {}
        for entry in entries:
            self._sizes[_like(entry)] += 1
            for group in (_like(entry), _near(entry)):
                self._answers.setdefault(group, set()).add(entry.seal)

    def take(self, entry: Entry) -> None:
        """Count a pool that a puzzle begins."""
        self._shared[_like(entry)] += 1

    def costs(self, entry: Entry) -> tuple[tuple[bool, bool], tuple[bool, int]]:
        """What is wrong with a pool, and then what is poor about it.

        Wrong: too few in it; one answer to all that could be. Poor: one answer to all that look
        alike; how few these are.
        """
        like = _like(entry)
        size = min(MOST, self._sizes[like] // (self._shared[like] + 1))
        wrong = size < ENOUGH, len(self._answers[_near(entry)]) == 1
        return wrong, (len(self._answers[like]) == 1, -size)


def _like(entry: Entry) -> object:
    return "like", type_of(entry), features_of(entry)


def _near(entry: Entry) -> object:
    return "near", type_of(entry), features_of(entry).is_turn


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
