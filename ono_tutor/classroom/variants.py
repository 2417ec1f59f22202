"""Variants: puzzles as hard as each other, so that each learner gets others."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import reduce
from itertools import islice
from operator import or_

from ono_tutor.classroom.choose import (
    ENOUGH,
    FEW_ANSWERS,
    NONE,
    PATIENCE,
    features_of,
    likeness,
    prerequisites_of,
    seeded_rank,
)
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.filters import PuzzleFilter
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.generate.search import MOST_TRIES, FoundPuzzles, search

MOST = 8
"""The most puzzles of an item."""

WIDEST = 5
"""How far apart in difficulty the puzzles of an item may be: one step of thought, or one trap."""

NEW = 8
"""New puzzles that are looked at for an item, at the most."""

TRIES = 400
"""Deals looked at in vain for one that takes the place of a puzzle of the bank."""

Pools = tuple[tuple[Entry, ...], ...]
"""The puzzles of each item, of which a learner gets one."""

More = Callable[[Entry, FoundPuzzles], Iterable[Entry]]
"""Makes new puzzles like one, other than those that are used."""


def draw_pools(chosen: Sequence[Entry], spare: Iterable[Entry], more: More) -> Pools:
    """Return a pool for each of the chosen puzzles, itself the first in it; no two overlap.

    The pools take turns. Each takes the nearest of the spare puzzles that have its kind, rule set
    and level, none more than 5 apart in difficulty. With 4 puzzles it has enough; up to 8 come if
    they are as hard and look like the first. Where there are too few, new ones fill the pool, and
    at last those with another sort of turn.
    """
    pools, used = [[entry] for entry in chosen], FoundPuzzles(chosen)
    left: defaultdict[object, list[Entry]] = defaultdict(list)
    for entry in spare:
        left[likeness(entry)].append(entry)

    def grow(pool: list[Entry], any_turn: bool) -> bool:
        """Add the nearest spare puzzle; return False if none is near enough."""
        spares = left[likeness(pool[0])]
        distances = {entry: _distance(entry, pool) for entry in spares}
        for entry in sorted(spares, key=distances.__getitem__):
            is_other_turn, gap, _ = distances[entry]
            is_alike = not is_other_turn and not gap and _misses(entry, pool) <= 1
            is_wanted = is_alike or (len(pool) < ENOUGH and (any_turn or not is_other_turn))
            numbers = [entry.difficulty, *(each.difficulty for each in pool)]
            if is_wanted and max(numbers) - min(numbers) <= WIDEST:
                spares.remove(entry)
                if used.take(entry):
                    pool.append(entry)
                    return True
        return False

    def fill(*, any_turn: bool = False) -> None:
        growing = pools
        while growing := [pool for pool in growing if len(pool) < MOST and grow(pool, any_turn)]:
            pass

    fill()
    for pool in pools:
        new = iter(more(pool[0], used) if len(pool) < ENOUGH else ())
        while len(pool) < ENOUGH and (made := next(new, None)):
            left[likeness(made)].append(made)
            fill()
    fill(any_turn=True)
    return tuple(map(tuple, pools))


def _misses(entry: Entry, pool: Sequence[Entry]) -> int:
    return features_of(entry).misses(features_of(pool[0]))


def _distance(entry: Entry, pool: Sequence[Entry]) -> tuple[bool, int, int]:
    """Return how far a puzzle is from a pool, what matters most first.

    These are another sort of turn, the gap in difficulty, and the features in which it differs
    from the first, with those of the pool that have its answer.
    """
    gap = abs(entry.difficulty - pool[0].difficulty)
    same = sum(each.seal == entry.seal for each in pool)
    is_other_turn = features_of(entry).is_turn != features_of(pool[0]).is_turn
    return is_other_turn, gap, _misses(entry, pool) + same


def pools_alike(
    chosen: Iterable[Entry], spares: Iterable[Iterable[Entry]], filters: PuzzleFilter, seed: str
) -> Pools:
    """Return a pool for each puzzle, filled with spare ones as hard that pass the filters.

    Those of the first collection come before those of the next, each in the order of the seed,
    and new ones if they are too few. None has a prerequisite that no chosen puzzle has.
    """
    firsts = tuple(chosen)
    fits = _like_these(filters, firsts)
    ordered = [
        entry
        for spare in spares
        for entry in sorted(filter(fits, spare), key=lambda each: seeded_rank(each, seed))
    ]

    def more(entry: Entry, used: FoundPuzzles) -> Iterable[Entry]:
        random = SeededRandom("\n".join((seed, *map(str, likeness(entry)))))
        return islice(new_like(entry, filters, random, deepcopy(used), PATIENCE * NEW), NEW)

    return draw_pools(firsts, ordered, more)


def _like_these(filters: PuzzleFilter, models: Iterable[Entry]) -> Callable[[Entry], bool]:
    """Return the test for puzzles that pass the filters with no prerequisite but the models'."""
    allowed = reduce(or_, (prerequisites_of(filters, model) for model in models), NONE)
    return lambda entry: filters.passes(entry) and prerequisites_of(filters, entry) in allowed


def new_like(  # noqa: PLR0913, PLR0917 - each says something else about what is wanted
    entry: Entry,
    filters: PuzzleFilter,
    random: SeededRandom,
    seen: FoundPuzzles,
    count: int,
    tries: int = MOST_TRIES,
) -> Iterator[Entry]:
    """Yield those of ``count`` new puzzles of another's kind, rule set and level that fit.

    They pass the filters as well, and have no prerequisite that it has not.
    """
    level = entry.level.value
    like = replace(filters, kinds=(entry.kind,), rules=(entry.rules,), levels=(level,))
    return filter(_like_these(filters, [entry]), search(random, like, seen, count, tries))


def new_pools(
    chosen: Iterable[Entry], filters: PuzzleFilter, seed: str, *, per_learner: bool
) -> Pools:
    """Return a pool of new puzzles for each puzzle of the bank, the lower levels first.

    Within a level the order depends on the words alone: that of the difficulties would tell
    where every card is safe. If no new puzzle is found, the one of the bank stays.
    """
    entries = tuple(chosen)
    pairs = zip(entries, _new_ones(entries, filters, seed, FoundPuzzles(entries)), strict=True)
    firsts = [new or entry for entry, new in pairs]
    firsts.sort(key=lambda entry: (entry.level, seeded_rank(entry, seed)))
    if not per_learner:
        return tuple((entry,) for entry in firsts)
    used = FoundPuzzles((*entries, *firsts))
    spares = filter(None, _new_ones(firsts * (MOST - 1), filters, seed, used))
    return pools_alike(firsts, (spares,), filters, seed)


def _new_ones(
    chosen: Iterable[Entry], filters: PuzzleFilter, seed: str, used: FoundPuzzles
) -> Iterator[Entry | None]:
    """Yield for each puzzle a new one like it, or None if none is found soon.

    It has its kind, rule set and level, its answer if answers are few, and what it was chosen
    for: a rule point and a misconception that were asked for, else its first rule point. It passes
    the filters, and has no prerequisite that the other has not. None of the bank is made again.
    """
    seen = deepcopy(used)
    seen.ids |= bank.index().keys()
    for number, entry in enumerate(chosen, 1):
        random = SeededRandom(f"{seed}\n{number}\n{entry.id}")
        points = tuple(point for point in entry.rule_points if point in filters.points)
        beliefs = tuple(key for key in entry.misconceptions if key in filters.misconceptions)
        points = points or entry.rule_points[:1]
        closely = replace(filters, rule_points=points, misconceptions=beliefs)
        found = (
            each
            for wish in (closely, filters)
            for each in new_like(entry, wish, random, seen, PATIENCE, TRIES)
        )
        new = None
        for each in found:
            new = new or each
            if entry.kind not in FEW_ANSWERS or each.seal == entry.seal:
                new = each
                break
        yield new
