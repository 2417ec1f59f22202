"""Choose puzzles for an assignment, spread evenly: the same seed, the same puzzles."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from operator import itemgetter

from ono_tutor.classroom.filters import (
    NONE,
    OF_KINDS,
    OFTEN,
    Prerequisites,
    prerequisites_of,
)
from ono_tutor.classroom.variants import (
    ENOUGH,
    FEW_ANSWERS,
    MOST,
    PATIENCE,
    features_of,
    likeness,
    seeded_rank,
)
from ono_tutor.errors import NotationError
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.filters import PuzzleFilter, Value, asked_kind
from ono_tutor.puzzles.generate.search import FoundPuzzles, search
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.seeded_random import SeededRandom
from ono_tutor.rules.book import rule_point
from ono_tutor.rules.catalogue import RULE_SETS

LISTS = "rule_points", "misconceptions"
"""The fields of a puzzle that have several values: it is used for one of those asked for."""


def choose_puzzles(  # noqa: PLR0913 - each says something else about what is wanted
    source: Iterable[Entry],
    filters: PuzzleFilter,
    count: int,
    seed: str,
    *,
    for_variants: bool = False,
    makes_new: bool = True,
    holds_back: bool = True,
) -> tuple[Entry, ...]:
    """Return ``count`` puzzles that pass the filters, no two the same, the easier ones first.

    They are spread evenly over what is asked for, and then over what is not. With ``holds_back``
    puzzles with :class:`Prerequisites` that nobody asked for come last, with ``for_variants`` those
    come first that have others like them, and with ``makes_new`` new ones are made if the source
    has too few.
    Raises :class:`NotationError` if there are too few.
    """
    used, chosen = FoundPuzzles(), list[Entry]()
    first, last, allowed = _rank_by_prerequisites(filters, source, holds_back)
    keys = {name.partition("+")[0] for name in filters.rules or RULE_SETS}
    points = [rule_point(name).says.keys() for name in filters.rule_points]
    if not any(first) and points and not any(keys & says for says in points):
        raise NotationError("the rule sets asked for say nothing of the rule points asked for")
    for groups, may_have in ((first, allowed | OFTEN), (last, ~NONE)):
        for entries in groups:
            if missing := count - len(chosen):
                balance = _Balance(filters, entries, for_variants)
                chosen += _choose_evenly(entries, missing, used, balance, seed)
        if makes_new and len(chosen) < count:
            new = _new_puzzles(filters, seed, count - len(chosen), used, may_have, holds_back)
            chosen += filter(used.take, new)
    if not chosen:
        message = "there is no such puzzle; ask for more rule sets, rule points, kinds or levels"
        raise NotationError(message, word=str(count))
    if len(chosen) < count:
        there_are = f"are {len(chosen)} such puzzles" if len(chosen) > 1 else "is 1 such puzzle"
        message = f"there {there_are}, and {count} are asked for"
        raise NotationError(message, word=str(count))
    return tuple(sorted(chosen, key=lambda entry: entry.difficulty))


def swap_puzzles(
    chosen: Collection[Entry],
    source: Iterable[Entry],
    filters: PuzzleFilter,
    numbers: Iterable[int],
    seed: str,
) -> tuple[Entry, ...]:
    """Return the puzzles, those of these numbers replaced by others of the source.

    Another has the same kind, rule set and level, and passes the filters. A number given twice is
    swapped twice. Raises :class:`NotationError` for a number out of range, and if no other puzzle
    is left.
    """
    puzzles, used = list(chosen), FoundPuzzles(chosen)
    spare = sorted(source, key=lambda entry: seeded_rank(entry, f"{seed} swap"))
    for number in numbers:
        if not 1 <= number <= len(puzzles):
            message = f"there is no puzzle {number} to swap; the puzzles are 1 to {len(puzzles)}"
            raise NotationError(message, word=str(number))
        old = puzzles[number - 1]
        like = (e for e in spare if likeness(e) == likeness(old) and filters.passes(e))
        new = next(filter(used.take, like), None)
        if new is None:
            message = f"no other puzzle is like puzzle {number}, {old.id}"
            raise NotationError(message, word=str(number))
        puzzles[number - 1] = new
    return tuple(puzzles)


def _rank_by_prerequisites(
    filters: PuzzleFilter, entries: Iterable[Entry], holds_back: bool
) -> tuple[list[list[Entry]], list[list[Entry]], Prerequisites]:
    """Return groups of the puzzles that pass: those to use first, and those to use last.

    If a value that is asked for is in none of the groups before, the puzzles of the next group
    that have it are among the first. The prerequisites of these are returned as well: what new
    puzzles may have.
    """
    groups: dict[Prerequisites, list[Entry]] = {}
    for entry in filter(filters.passes, entries):
        groups.setdefault(prerequisites_of(filters, entry, holds_back=holds_back), []).append(entry)
    shown: set[Value] = set()
    front, allowed = list[Entry](), NONE
    first, last = list[list[Entry]](), list[list[Entry]]()
    for missing in sorted(groups):
        needed, others = list[Entry](), list[Entry]()
        for entry in groups[missing]:
            is_needed = missing is NONE or not shown.issuperset(filters.values_of(entry))
            (needed if is_needed else others).append(entry)
        front += needed
        allowed |= missing if needed else NONE
        shown.update(value for entry in needed for value in filters.values_of(entry))
        (first if missing in OFTEN else last).append(others)
    return [front, *first], last, allowed


def _new_puzzles(  # noqa: PLR0913, PLR0917 - each says something else about what is wanted
    filters: PuzzleFilter,
    seed: str,
    count: int,
    used: FoundPuzzles,
    may_have: Prerequisites,
    holds_back: bool,
) -> Iterator[Entry]:
    """Yield up to ``count`` new puzzles that pass the filters, with these prerequisites alone.

    Rule sets without options are searched first. A search in vain takes half a minute.
    """
    narrow, seen, made = filters, used.without_counts(), 0
    if holds_back and not filters.kinds:
        kinds = tuple(kind for kind in KINDS if OF_KINDS.get(kind, NONE) in may_have)
        narrow = replace(filters, kinds=kinds)
    for with_options in (False, True):
        random, most = SeededRandom(seed), PATIENCE * (count - made)
        entries = search(random, narrow, seen, most, with_options=with_options)
        passing = (
            entry
            for entry in entries
            if filters.passes(entry)
            and prerequisites_of(filters, entry, holds_back=holds_back) in may_have
        )
        for entry in islice(passing, count - made):
            made += 1
            yield entry


def _choose_evenly(
    entries: list[Entry], count: int, used: FoundPuzzles, balance: "_Balance", seed: str
) -> list[Entry]:
    """Return up to ``count`` puzzles, again and again the one whose like is used least.

    Puzzles that are alike in all that is weighed are a group, in which each answer comes once
    before one comes again; only the best of each group is weighed.
    """
    chosen = list[Entry]()
    queues: dict[object, list[tuple[int, Entry]]] = {}
    seen = Counter[object]()
    for entry in sorted(entries, key=lambda each: seeded_rank(each, seed)):
        key = balance.weighed(entry)
        seen[key, entry.seal] += 1
        queues.setdefault(key, []).append((seen[key, entry.seal], entry))
    in_order = (sorted(queue, key=itemgetter(0)) for queue in queues.values())
    groups = [[entry for _, entry in reversed(queue)] for queue in in_order]

    def cost(group: list[Entry]) -> tuple[object, ...]:
        return *balance.cost(group[-1]), seeded_rank(group[-1], seed)

    def cost_of_answer(group: list[Entry]) -> tuple[object, ...]:
        # Of answers used equally often the seed picks one, so that none is rare over many seeds.
        digest = sha256(f"{seed} {group[-1].seal}".encode()).digest()
        return balance.times_answered(group[-1]), digest, cost(group)

    while groups and len(chosen) < count:
        group = min(groups, key=cost)
        best = group[-1]
        if best.kind in FEW_ANSWERS:
            sort = best.kind, best.rules, balance.cost(best)[0][0]
            alike = (
                each
                for each in groups
                if (each[-1].kind, each[-1].rules, balance.cost(each[-1])[0][0]) == sort
            )
            group = min(alike, key=cost_of_answer)
        entry = group.pop()
        if used.take(entry):
            chosen.append(entry)
            balance.take(entry)
        groups = [each for each in groups if each]
    return chosen


class _Balance:
    """Counts of what is used, and the cost of a puzzle that shows more of the same.

    A value of which there are few others weighs less than one of many, so that of two kinds each
    gets a half, and of five levels each gets a fifth.
    """

    def __init__(
        self, filters: PuzzleFilter, entries: Collection[Entry], for_variants: bool
    ) -> None:
        self._filters, self._for_variants = filters, for_variants
        self._used: Counter[object] = Counter()
        values = {value for entry in entries for value in self._traits(entry)}
        values |= {v for entry in entries for v in filters.values_of(entry) if v[0] in LISTS}
        self._sizes = Counter(name for name, _ in values)
        self._pool_sizes: Counter[object] = Counter()
        self._answers: dict[object, set[str]] = {}
        for entry in entries if for_variants else ():
            self._pool_sizes[_like(entry)] += 1
            for alike in (_like(entry), _near(entry)):
                self._answers.setdefault(alike, set()).add(entry.seal)

    def weighed(self, entry: Entry) -> tuple[object, ...]:
        """Return all of a puzzle on which its cost depends, but for the answers of most kinds."""
        points = entry.rule_points if self._filters.rule_points else entry.rule_points[:1]
        beliefs = entry.misconceptions if self._filters.misconceptions else ()
        features = features_of(entry) if self._for_variants else None
        answer = entry.seal if entry.kind in FEW_ANSWERS else ""
        return (_type_of(entry), entry.kind, points, beliefs, features, answer)

    def take(self, entry: Entry) -> None:
        """Count a puzzle in."""
        self._used.update((*self._traits(entry), *self._least_used(entry), _answer(entry)))
        if self._for_variants:
            self._used[_like(entry)] += 1

    def cost(self, entry: Entry) -> tuple[tuple[int, int], *tuple[object, ...]]:
        """Return the cost of a puzzle, what matters most first.

        How much is used of what was asked for, and how far behind among its rule points the one
        is that it would be used for; pools that are too small or have one answer alone; how much
        is used of what nobody asked for; pools that are poor; an unasked level above the first
        four; how many puzzles have its answer.
        """
        least = dict(self._least_used(entry))
        asked: list[Value] = list(least.items())
        free: list[Value] = []
        for value in self._traits(entry):
            (asked if getattr(self._filters, value[0]) else free).append(value)
        point = least.get("rule_points")
        behind = entry.rule_points.index(point) if point else 0
        wrong: tuple[object, ...] = ()
        poor: tuple[object, ...] = ()
        if self._for_variants:
            like = _like(entry)
            size = min(MOST, self._pool_sizes[like] // (self._used[like] + 1))
            wrong = size < ENOUGH, len(self._answers[_near(entry)]) == 1
            poor = len(self._answers[like]) == 1, -size
        used_of_asked, used_of_free = (
            sum(self._sizes[value[0]] * self._used[value] for value in values)
            for values in (asked, free)
        )
        level = not self._filters.levels and level_of(entry.difficulty)
        times = self.times_answered(entry)
        return (used_of_asked, behind), wrong, used_of_free, poor, level, times

    def times_answered(self, entry: Entry) -> int:
        """Return how many used puzzles of the kind have the same answer."""
        return self._used[_answer(entry)]

    def _traits(self, entry: Entry) -> Iterator[Value]:
        """Yield the kind, level and rule set, and the first rule point if none was asked for."""
        yield "kinds", entry.kind if entry.kind in self._filters.kinds else asked_kind(entry)
        yield "levels", level_of(entry.difficulty)
        yield "rules", self._filters.rules_of(entry)
        if not self._filters.rule_points:
            yield "rule_points", "".join(entry.rule_points[:1])

    def _least_used(self, entry: Entry) -> Iterator[tuple[str, str]]:
        """Yield, of each list asked for, the value that was used least."""
        for name in LISTS:
            if allowed := getattr(self._filters, name):
                asked = [value for value in getattr(entry, name) if value in allowed]
                yield name, min(asked, key=lambda value: self._used[name, value])


def _type_of(entry: Entry) -> tuple[str, str, int]:
    return asked_kind(entry), entry.rules, entry.difficulty


def _like(entry: Entry) -> object:
    return "like", _type_of(entry), features_of(entry)


def _near(entry: Entry) -> object:
    return "near", _type_of(entry), features_of(entry).is_turn


def _answer(entry: Entry) -> object:
    return "answers", asked_kind(entry), entry.seal
