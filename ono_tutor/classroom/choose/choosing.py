"""Puzzles chosen for an assignment, spread evenly: the same seed, the same puzzles."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from hashlib import sha256

from ono_tutor.classroom.choose.filters import (
    FEW_ANSWERS,
    Filters,
    Value,
    asked_kind,
    features_of,
    seeded_order,
    seeded_rank,
)
from ono_tutor.classroom.choose.new_puzzles import EVERYTHING, UsedPuzzles, new_puzzles
from ono_tutor.classroom.choose.parallel_items import ENOUGH, MOST, likeness, type_of
from ono_tutor.classroom.choose.prerequisites import Prerequisites, ranked_for
from ono_tutor.errors import NotationError
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry

LISTS = "rule_points", "misconceptions"
"""The fields of a puzzle that have several values: it is used for one of those asked for."""


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
    source has too few. The easier ones stand first.
    Raises :class:`NotationError` where there are not as many.
    """
    used, found = UsedPuzzles(), list[Entry]()
    ranks = ranked_for(filters, source)

    def fill(groups: Iterable[list[Entry]], allowed: Prerequisites) -> None:
        for entries in groups:
            wanted = count - len(found)
            found.extend(_choose_evenly(entries, wanted, used, filters, seed, in_pools=in_pools))
        if goes_on and len(found) < count:
            new = new_puzzles(filters, seed, count - len(found), used, allowed)
            found.extend(filter(used.take, new))

    if not any(ranks.first) and not filters.is_in_rules:
        raise NotationError("the rule sets asked for say nothing of the rule points asked for")
    fill(ranks.first, ranks.allowed)
    if len(found) < count:
        fill(ranks.last, EVERYTHING)
    if len(found) < count:
        raise NotationError(_too_few(len(found), count), word=str(count))
    return tuple(sorted(found, key=lambda entry: entry.difficulty))


def swap_puzzles(
    chosen: Collection[Entry],
    source: Iterable[Entry],
    filters: Filters,
    numbers: Iterable[int],
    seed: str,
) -> tuple[Entry, ...]:
    """Return the puzzles, those of these numbers replaced by others of the source.

    Another has the same kind, rule set and level, and passes the filters. A number given twice is
    swapped twice. Raises :class:`NotationError` for a number that there is not, and where no
    other puzzle is left.
    """
    found, used, spare = list(chosen), UsedPuzzles(chosen), seeded_order(source, f"{seed} swap")
    for number in numbers:
        if not 1 <= number <= len(found):
            message = f"there is no puzzle {number} to swap; the puzzles are 1 to {len(found)}"
            raise NotationError(message, word=str(number))
        old = likeness(found[number - 1])
        like = (each for each in spare if likeness(each) == old and filters.passes(each))
        new = next(filter(used.take, like), None)
        if new is None:
            message = f"no other puzzle is like puzzle {number}, {found[number - 1].id}"
            raise NotationError(message, word=str(number))
        found[number - 1] = new
    return tuple(found)


def _too_few(found: int, count: int) -> str:
    if not found:
        return "there is no such puzzle; ask for more rule sets, rule points, kinds or levels"
    verb, noun = ("is", "puzzle") if found == 1 else ("are", "puzzles")
    return f"there {verb} {found} such {noun}, and {count} are asked for"


def _choose_evenly(  # noqa: PLR0913
    entries: list[Entry],
    count: int,
    used: UsedPuzzles,
    filters: Filters,
    seed: str,
    *,
    in_pools: bool,
) -> list[Entry]:
    """Return up to so many of the puzzles, again and again that of whose like least is taken."""
    balance, found = _Balance(filters, entries), list[Entry]()
    pools = _PoolSizes(entries) if in_pools else None

    def cost(group: list[Entry]) -> tuple[object, ...]:
        entry = group[-1]
        wrong, poor = pools.costs(entry) if pools else ((), ())
        level = not filters.levels and level_of(entry.difficulty)
        asked, free, answers = balance.costs(entry)
        return asked, wrong, free, poor, level, answers, seeded_rank(entry, seed)

    groups = _weighed_alike(seeded_order(entries, seed), filters, in_pools) if count else []
    while groups and len(found) < count:
        group = min(groups, key=cost)
        if group[-1].kind in FEW_ANSWERS:
            group = _of_rarest_answer(group, groups, cost, balance, seed)
        entry = group.pop()
        if used.take(entry):
            found.append(entry)
            balance.take(entry)
            if pools:
                pools.take(entry)
        groups = [group for group in groups if group]
    return found


def _of_rarest_answer(
    group: list[Entry],
    groups: Iterable[list[Entry]],
    cost: Callable[[list[Entry]], tuple[object, ...]],
    balance: "_Balance",
    seed: str,
) -> list[Entry]:
    """Return the group, of those as good for what is asked for, whose answer was used least.

    Among answers used equally often the seed decides, so that no answer is rare over many
    assignments; the level may be another one.
    """
    best, asked = group[-1], balance.costs(group[-1])[0][0]

    def is_as_good(other: list[Entry]) -> bool:
        is_like = (other[-1].kind, other[-1].rules) == (best.kind, best.rules)
        return is_like and balance.costs(other[-1])[0][0] == asked

    def rank(other: list[Entry]) -> tuple[object, ...]:
        digest = sha256(f"{seed} {other[-1].seal}".encode()).digest()
        return balance.times_used(other[-1]), digest, cost(other)

    return min(filter(is_as_good, groups), key=rank)


def _weighed_alike(entries: Iterable[Entry], filters: Filters, in_pools: bool) -> list[list[Entry]]:
    """Return the puzzles in groups that are alike in all that is weighed, the best of each last.

    In a group each answer comes once before one comes again.
    """
    groups: dict[object, list[tuple[int, Entry]]] = {}
    seen = Counter[object]()
    for entry in entries:
        points = entry.rule_points if filters.rule_points else entry.rule_points[:1]
        beliefs = entry.misconceptions if filters.misconceptions else ()
        features = features_of(entry) if in_pools else None
        answer = entry.seal if entry.kind in FEW_ANSWERS else ""
        key = type_of(entry), entry.kind, points, beliefs, features, answer
        groups.setdefault(key, []).append((seen[key, entry.seal], entry))
        seen[key, entry.seal] += 1
    in_turn = (sorted(group, key=lambda each: each[0]) for group in groups.values())
    return [[entry for _, entry in reversed(group)] for group in in_turn]


class _Balance:
    """What has been used so far, and how much of the same a further puzzle would be.

    What there are few of weighs less than what there are many of, so that of two kinds each gets
    a half, and of five levels each gets a fifth.
    """

    def __init__(self, filters: Filters, entries: Collection[Entry]) -> None:
        self._filters = filters
        self._used: Counter[Value] = Counter()
        values = {value for entry in entries for value in (*self._single(entry), *self._all(entry))}
        self._sizes = Counter(name for name, _ in values)

    def take(self, entry: Entry) -> None:
        """Count a puzzle in."""
        self._used.update((*self._single(entry), *self._least_used(entry), _answer(entry)))

    def costs(self, entry: Entry) -> tuple[tuple[int, int], int, int]:
        """Return how much has been used of what was asked for and the puzzle shows.

        With it how far behind, among its rule points, stands the one that it would be used for.
        Then how much has been used of what it shows though nobody asked for it, and how many
        puzzles of the kind with the same answer.
        """
        single, least = self._single(entry), dict(self._least_used(entry))
        point = least.get("rule_points")
        asked = [value for value in single if self._is_asked(value[0])]
        free = [value for value in single if not self._is_asked(value[0])]
        behind = entry.rule_points.index(point) if point else 0
        cost = self._cost((*asked, *least.items()))
        return (cost, behind), self._cost(free), self.times_used(entry)

    def times_used(self, entry: Entry) -> int:
        """Return how many puzzles of the kind have the same answer."""
        return self._used[_answer(entry)]

    def _cost(self, values: Iterable[Value]) -> int:
        return sum(self._sizes[value[0]] * self._used[value] for value in values)

    def _is_asked(self, name: str) -> bool:
        return bool(getattr(self._filters, name))

    def _single(self, entry: Entry) -> tuple[Value, ...]:
        """Return what a puzzle has one value of; its first rule point, where none was asked for."""
        kind = entry.kind if entry.kind in self._filters.kinds else asked_kind(entry)
        point = () if self._filters.rule_points else ("".join(entry.rule_points[:1]),)
        return (
            ("kinds", kind),
            ("levels", level_of(entry.difficulty)),
            ("rules", self._filters.rules_of(entry)),
            *(("rule_points", each) for each in point),
        )

    def _all(self, entry: Entry) -> Iterator[Value]:
        """Yield the values of a puzzle's lists that were asked for."""
        return (value for value in self._filters.values_of(entry) if value[0] in LISTS)

    def _least_used(self, entry: Entry) -> Iterator[tuple[str, str]]:
        """Yield, of each list asked for, the value that was used least."""
        for name in filter(self._is_asked, LISTS):
            asked = [one for one in getattr(entry, name) if one in getattr(self._filters, name)]
            yield name, min(asked, key=lambda value: self._used[name, value])


def _answer(entry: Entry) -> Value:
    """Return what stands for the answer: equal answers to one kind have equal seals."""
    return "answers", (asked_kind(entry), entry.seal)


class _PoolSizes:
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
        """Return what is wrong with a pool, and then what is poor about it.

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
