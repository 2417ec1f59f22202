"""Puzzles as hard as each other, so that each learner gets others."""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto
from functools import reduce
from operator import or_
from typing import NamedTuple

from ono_tutor.classroom.choose.filters import (
    FEATURE_NAMES,
    Filters,
    asked_kind,
    features_of,
    seeded_order,
    seeded_rank,
)
from ono_tutor.classroom.choose.new_puzzles import UsedPuzzles, made_anew, new_like
from ono_tutor.classroom.choose.prerequisites import NONE, fitting, held_back_in
from ono_tutor.puzzles.difficulty import Level, level_of
from ono_tutor.puzzles.entry import Entry

MOST = 8
"""Puzzles that one item has at the most."""

ENOUGH = 4
"""Puzzles with which an item has enough: for fewer, one looks further."""

WIDEST = 5
"""How far apart in difficulty the puzzles of an item may lie: one step of thought, or one trap."""

NEW = 8
"""New puzzles that are looked at for an item, at the most."""

Pool = tuple[Entry, ...]
More = Callable[[Entry, int, UsedPuzzles], Iterable[Entry]]
"""Makes up to so many new puzzles like one, other than those that are taken."""


def type_of(entry: Entry) -> tuple[str, str, int]:
    """Return what puzzles as hard as each other have in common.

    That is the kind that learners are shown, the rule set with its options, and the difficulty.
    """
    return asked_kind(entry), entry.rules, entry.difficulty


class _Step(Enum):
    """How far one looks for puzzles like another: kind and rule set are always the same."""

    LIKE = auto()
    """The same difficulty and sort of turn, and one thing that is seen may differ.

    Two may, where the answer is new to a pool in which others come again and again.
    """
    SAME_DIFFICULTY = auto()
    """The same difficulty and sort of turn."""
    SAME_LEVEL = auto()
    """The same level and sort of turn, the nearest difficulty first, all within ``WIDEST``."""
    OTHER_TURN = auto()
    """The same level, though other cards are owed or somebody may draw late."""


class ItemPools(NamedTuple):
    """The pools of an assignment's items, in order."""

    pools: tuple[Pool, ...]

    @property
    def without_variants(self) -> tuple[int, ...]:
        """The numbers, from 1, of the items that have one puzzle only."""
        return tuple(n for n, pool in enumerate(self.pools, 1) if len(pool) == 1)

    @property
    def agreements(self) -> dict[str, int]:
        """In how many items all puzzles agree: in difficulty, and in each thing that is seen."""
        seen = [[features_of(entry) for entry in pool] for pool in self.pools]
        counts = {
            words: sum(len({getattr(each, name) for each in pool}) == 1 for pool in seen)
            for name, words in FEATURE_NAMES.items()
        }
        hard = ({entry.difficulty for entry in pool} for pool in self.pools)
        return {"difficulty": sum(len(numbers) == 1 for numbers in hard), **counts}

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

    To each come up to 8 of the spare puzzles that have its kind, rule set and difficulty and look
    like it, those first that look most like it and bring another answer; the spare ones come in
    the order given, turn by turn. A pool of fewer than 4 is filled to 4 with those that look
    otherwise, then of the same level, the nearest difficulty first, none more than 5 apart; then
    with new ones of the same sort.
    """
    drawing = _Drawing(chosen, spare)
    for step in _FIRST:
        drawing.deal(step, ENOUGH)
    drawing.deal(_Step.LIKE, MOST)
    drawing.deal_new(more)
    drawing.deal(_Step.OTHER_TURN, ENOUGH)
    return ItemPools(tuple(map(tuple, drawing.pools)))


_FIRST = _Step.LIKE, _Step.SAME_DIFFICULTY, _Step.SAME_LEVEL
"""The steps that come before new puzzles are made."""


class _Drawing:
    """The pools while they are filled, and the spare puzzles that are left, by kind and so on."""

    def __init__(self, chosen: Sequence[Entry], spare: Iterable[Entry]) -> None:
        self.pools = [[entry] for entry in chosen]
        self._used = UsedPuzzles(chosen)
        self._left: dict[tuple[str, str, Level], list[Entry]] = {}
        for entry in spare:
            self._left.setdefault(likeness(entry), []).append(entry)

    def deal(self, step: _Step, most: int) -> None:
        """Give each pool a puzzle, turn by turn, until there are so many or none is found."""
        open_pools = self.pools
        while open_pools:
            open_pools = [pool for pool in open_pools if len(pool) < most and self._add(pool, step)]

    def deal_new(self, more: More) -> None:
        """Fill the pools that are too small with new puzzles, as long as any can be made."""
        for place in dict.fromkeys(map(likeness, self._small)):
            small = [first for first in self._small if likeness(first) == place]
            for entry in more(small[0], NEW + ENOUGH * (len(small) - 1), self._used):
                self._left.setdefault(place, []).append(entry)
                for step in _FIRST:
                    self.deal(step, ENOUGH)
                if place not in map(likeness, self._small):
                    break

    @property
    def _small(self) -> list[Entry]:
        """The chosen puzzle of each pool that has not enough."""
        return [pool[0] for pool in self.pools if len(pool) < ENOUGH]

    def _add(self, pool: list[Entry], step: _Step) -> bool:
        """Put the best of the puzzles that are left into a pool, if there is one."""
        left = self._left.get(likeness(pool[0]), [])
        fitting = [entry for entry in left if _fits(entry, pool, step)]
        for entry in sorted(fitting, key=lambda entry: _unlikeness(entry, pool)):
            left.remove(entry)
            if self._used.take(entry):
                pool.append(entry)
                return True
        return False


def likeness(entry: Entry) -> tuple[str, str, Level]:
    """Return the kind, the rule set and the level of a puzzle."""
    return asked_kind(entry), entry.rules, level_of(entry.difficulty)


def _unlikeness(entry: Entry, pool: Sequence[Entry]) -> tuple[int, int]:
    """Return how far a puzzle is from the first of a pool in difficulty, then in all that is seen.

    An answer that has come before counts as one thing more, as often as it has come.
    """
    first = pool[0]
    repeats = sum(other.seal == entry.seal for other in pool)
    far = abs(entry.difficulty - first.difficulty)
    return far, features_of(entry).misses(features_of(first)) + repeats


def _fits(entry: Entry, pool: Sequence[Entry], step: _Step) -> bool:
    first, features = pool[0], features_of(entry)
    is_turn_alike = features.is_turn == features_of(first).is_turn
    if step in (_Step.SAME_LEVEL, _Step.OTHER_TURN):
        numbers = [entry.difficulty, *(other.difficulty for other in pool)]
        is_near = max(numbers) - min(numbers) <= WIDEST
        return is_near and (is_turn_alike or step is _Step.OTHER_TURN)
    is_as_hard = is_turn_alike and entry.difficulty == first.difficulty
    misses = features.misses(features_of(first))
    most = 2 if _brings_variety(entry, pool) else 1
    return is_as_hard and (step is _Step.SAME_DIFFICULTY or misses <= most)


def _brings_variety(entry: Entry, pool: Sequence[Entry]) -> bool:
    """Check whether the answer is new to a pool with no more than one answer for two puzzles."""
    answers = {other.seal for other in pool}
    return entry.seal not in answers and 2 * len(answers) <= len(pool)


def pools_of_one(chosen: Iterable[Entry]) -> ItemPools:
    """Return a pool for each puzzle, with no other in it: everybody gets the same."""
    return ItemPools(tuple((entry,) for entry in chosen))


def pools_alike(
    chosen: Iterable[Entry], spares: Iterable[Iterable[Entry]], filters: Filters, seed: str
) -> ItemPools:
    """Return a pool for each puzzle, filled with spare ones as hard that pass the filters.

    Those of the first collection come before those of the next; within each the seed gives the
    order, and new ones where they are too few. What is held back comes only where it is
    in one of the puzzles given.
    """
    firsts = tuple(chosen)
    fits = fitting(filters, reduce(or_, (held_back_in(filters, entry) for entry in firsts), NONE))
    passing = [entry for spare in spares for entry in seeded_order(filter(fits, spare), seed)]

    def more(entry: Entry, count: int, used: UsedPuzzles) -> Iterable[Entry]:
        return new_like(entry, filters, seed, count, used)

    return draw_pools(firsts, passing, more)


def new_pools(
    chosen: Iterable[Entry], filters: Filters, seed: str, *, per_learner: bool
) -> ItemPools:
    """Return a pool of new puzzles for each puzzle of the bank, the lower levels first.

    Within a level the order hangs on the words alone, for that of the difficulties would tell
    where every card is safe. A puzzle is kept where no new one like it is found.
    """
    entries = tuple(chosen)
    used = UsedPuzzles(entries)
    pairs = zip(entries, made_anew(entries, filters, seed, used), strict=True)
    firsts = [new or entry for entry, new in pairs]
    firsts.sort(key=lambda entry: (level_of(entry.difficulty), seeded_rank(entry, seed)))
    if not per_learner:
        return pools_of_one(firsts)
    used = UsedPuzzles((*entries, *firsts))
    spares = filter(None, made_anew(firsts * (MOST - 1), filters, seed, used))
    return pools_alike(firsts, (spares,), filters, seed)
