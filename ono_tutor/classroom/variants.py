"""Variants: puzzles as hard as each other, so that each learner gets others."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from ono_tutor.classroom.choose import (
    ENOUGH,
    FEW_ANSWERS,
    MOST,
    NONE,
    PATIENCE,
    features_of,
    likeness,
    prerequisites_of,
    seeded_rank,
)
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry, Level
from ono_tutor.puzzles.filters import PuzzleFilter
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.generate.search import MOST_TRIES, FoundPuzzles, search

WIDEST = 5
"""How far apart in difficulty the puzzles of an item may be: one step of thought, or one trap."""

NEW = 8
"""New puzzles that are looked at for an item, at the most."""

TRIES = 400
"""Deals looked at in vain for one that takes the place of a puzzle of the bank."""

Pool = tuple[Entry, ...]
_LIKE, _AS_HARD, _SAME_LEVEL, _OTHER_TURN, _TOO_FAR = range(5)
"""How far one looks for a puzzle that may stand in for another."""


FEATURE_NAMES = {
    "owes": "cards owed",
    "late": "late draws",
    "plays": "kinds of card played before",
    "cards": "cards shown",
    "choices": "plays to choose from",
    "blocked": "cards that cannot be played",
    "seats": "players",
    "point": "main rule point",
}
"""The words for each feature in the report to the teacher."""


More = Callable[[Entry, int, FoundPuzzles], Iterable[Entry]]
"""Makes up to N new puzzles like one, other than those that are used."""


class ItemPools(NamedTuple):
    """The pools of an assignment's items, in order."""

    pools: tuple[Pool, ...]

    @property
    def without_variants(self) -> tuple[int, ...]:
        """The numbers, from 1, of the items that have one puzzle only."""
        return tuple(n for n, pool in enumerate(self.pools, 1) if len(pool) == 1)

    @property
    def agreements(self) -> dict[str, int]:
        """In how many items all puzzles agree: in difficulty, and in each feature."""
        features = [[features_of(entry) for entry in pool] for pool in self.pools]
        hard = ({entry.difficulty for entry in pool} for pool in self.pools)
        return {"difficulty": sum(len(numbers) == 1 for numbers in hard)} | {
            words: sum(len({getattr(each, name) for each in pool}) == 1 for pool in features)
            for name, words in FEATURE_NAMES.items()
        }

    @property
    def one_answer(self) -> tuple[int, ...]:
        """The numbers, from 1, of the items with several puzzles that have the same answer."""
        return tuple(
            number
            for number, pool in enumerate(self.pools, 1)
            if len(pool) > 1 and len({entry.seal for entry in pool}) == 1
        )

    @property
    def difficulty_range(self) -> tuple[int, int]:
        """The least and the most that the difficulties of a learner's puzzles may add up to.

        So two learners are at most 5 apart for each item whose puzzles are not all of one
        difficulty, and not apart at all where they are.
        """
        numbers = [[entry.difficulty for entry in pool] for pool in self.pools]
        return sum(map(min, numbers)), sum(map(max, numbers))


def draw_pools(chosen: Sequence[Entry], spare: Iterable[Entry], more: More) -> ItemPools:
    """Return a pool for each of the chosen puzzles, itself the first in it; no two overlap.

    The pools take turns. Each takes the nearest of the spare puzzles that have its kind, rule set
    and level: the nearest in difficulty, none more than 5 apart, then those that look most like it
    and bring another answer. With 4 puzzles it has enough; up to 8 come if they are as hard and
    look like it. Where there are too few, new ones of the same sort fill it, and at last those
    with another sort of turn.
    """
    pools = [[entry] for entry in chosen]
    used = FoundPuzzles(chosen)
    left: dict[tuple[str, str, Level], list[Entry]] = {}
    for entry in spare:
        left.setdefault(likeness(entry), []).append(entry)

    def fill(most: int, reach: int) -> None:
        """Let the pools take turns until each has as many, or no spare puzzle is near enough."""
        growing = pools
        while growing := [pool for pool in growing if len(pool) < most and grow(pool, reach)]:
            pass

    def grow(pool: list[Entry], reach: int) -> bool:
        spares = left.get(likeness(pool[0]), [])
        distances = ((_distance(entry, pool), n, entry) for n, entry in enumerate(spares))
        for *__, entry in sorted(each for each in distances if each[0][0] <= reach):
            spares.remove(entry)
            if used.take(entry):
                pool.append(entry)
                return True
        return False

    def small(place: tuple[str, str, Level]) -> list[Entry]:
        return [p[0] for p in pools if len(p) < ENOUGH and likeness(p[0]) == place]

    fill(ENOUGH, _AS_HARD)
    fill(ENOUGH, _SAME_LEVEL)
    fill(MOST, _LIKE)
    for place in dict.fromkeys(map(likeness, chosen)):
        if firsts := small(place):
            for entry in more(firsts[0], NEW + ENOUGH * (len(firsts) - 1), used):
                left.setdefault(place, []).append(entry)
                fill(ENOUGH, _SAME_LEVEL)
                if not small(place):
                    break
    fill(ENOUGH, _OTHER_TURN)
    return ItemPools(tuple(map(tuple, pools)))


def _distance(entry: Entry, pool: Sequence[Entry]) -> tuple[int, int, int]:
    """Return how far a puzzle is from the first of a pool: its reach, difficulty and features.

    Each time that its answer has come before counts as one more feature. Of puzzles that look
    alike one feature may differ; two may, if the answer is new to a pool with no more than one
    answer for two puzzles.
    """
    first, features = pool[0], features_of(entry)
    numbers, answers = [entry.difficulty, *(e.difficulty for e in pool)], [e.seal for e in pool]
    gap, misses = abs(entry.difficulty - first.difficulty), features.misses(features_of(first))
    repeats, is_short = answers.count(entry.seal), 2 * len({*answers}) <= len(pool)
    if max(numbers) - min(numbers) > WIDEST:
        reach = _TOO_FAR
    elif features.is_turn != features_of(first).is_turn:
        reach = _OTHER_TURN
    elif gap:
        reach = _SAME_LEVEL
    else:
        reach = _LIKE if misses <= (2 if is_short and not repeats else 1) else _AS_HARD
    return reach, gap, misses + repeats


def pools_of_one(chosen: Iterable[Entry]) -> ItemPools:
    """Return a pool for each puzzle, with no other in it: everybody gets the same."""
    return ItemPools(tuple((entry,) for entry in chosen))


def pools_alike(
    chosen: Iterable[Entry], spares: Iterable[Iterable[Entry]], filters: PuzzleFilter, seed: str
) -> ItemPools:
    """Return a pool for each puzzle, filled with spare ones as hard that pass the filters.

    Those of the first collection come before those of the next, each in the order of the seed,
    and new ones if they are too few. None has a prerequisite that no chosen puzzle has.
    """
    firsts = tuple(chosen)
    fits = like_these(filters, firsts)
    ordered = [
        entry
        for spare in spares
        for entry in sorted(filter(fits, spare), key=lambda each: seeded_rank(each, seed))
    ]

    def more(entry: Entry, count: int, used: FoundPuzzles) -> Iterable[Entry]:
        random = SeededRandom("\n".join((seed, *map(str, likeness(entry)))))
        new = new_like(entry, filters, random, used.without_counts(), PATIENCE * count)
        return islice(new, count)

    return draw_pools(firsts, ordered, more)


def like_these(filters: PuzzleFilter, models: Iterable[Entry]) -> Callable[[Entry], bool]:
    """Return the test for puzzles that pass the filters with no prerequisite but the models'."""
    allowed = NONE
    for model in models:
        allowed |= prerequisites_of(filters, model)
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
    return filter(like_these(filters, [entry]), search(random, like, seen, count, tries))


def new_pools(
    chosen: Iterable[Entry], filters: PuzzleFilter, seed: str, *, per_learner: bool
) -> ItemPools:
    """Return a pool of new puzzles for each puzzle of the bank, the lower levels first.

    Within a level the order depends on the words alone: that of the difficulties would tell
    where every card is safe. If no new puzzle is found, the one of the bank stays.
    """
    entries = tuple(chosen)
    pairs = zip(entries, _new_ones(entries, filters, seed, FoundPuzzles(entries)), strict=True)
    firsts = [new or entry for entry, new in pairs]
    firsts.sort(key=lambda entry: (entry.level, seeded_rank(entry, seed)))
    if not per_learner:
        return pools_of_one(firsts)
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
    seen, shown = used.without_counts(), Counter[str]()
    seen.ids |= bank.index().keys()

    def least_shown(have: Iterable[str], among: Collection[str]) -> tuple[str, ...]:
        return tuple(sorted((each for each in have if each in among), key=shown.__getitem__)[:1])

    for number, entry in enumerate(chosen, 1):
        random = SeededRandom(f"{seed}\n{number}\n{entry.id}")
        points = least_shown(entry.rule_points, filters.points) or entry.rule_points[:1]
        beliefs = least_shown(entry.misconceptions, filters.misconceptions)
        closely = replace(filters, rule_points=points, misconceptions=beliefs)
        candidates = (
            each
            for wish in (closely, filters)
            for each in new_like(entry, wish, random, seen, PATIENCE, TRIES)
        )
        new = None
        for each in candidates:
            is_same = entry.kind not in FEW_ANSWERS or each.seal == entry.seal
            new = each if is_same else new or each
            if is_same:
                break
        if new:
            shown.update((*new.rule_points, *new.misconceptions))
        yield new
