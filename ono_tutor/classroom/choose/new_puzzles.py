"""Puzzles made where those that there are do not suffice."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from ono_tutor.classroom.choose.filters import Filters
from ono_tutor.classroom.choose.prerequisites import (
    OF_KINDS,
    OFTEN,
    Prerequisites,
    prerequisites_of,
)
from ono_tutor.classroom.choose.used import UsedPuzzles
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.generate.search import search
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.seeded_random import SeededRandom

PATIENCE = 10
"""New puzzles looked at, at the most, for each that is wanted."""

EVERYTHING = ~Prerequisites(0)
"""For a search that holds nothing back."""


def new_puzzles(
    wish: Filters, seed: str, count: int, taken: UsedPuzzles, allowed: Prerequisites
) -> Iterator[Entry]:
    """Up to so many new puzzles that a wish asks for, the same from the same seed.

    Beside that they have only what comes often and what is ``allowed``. Plain rule sets are
    looked at first. A search in vain takes half a minute.
    """
    found, made = taken.found, 0
    narrow = _narrowed(wish, allowed)

    def fits(entry: Entry) -> bool:
        return wish.passes(entry) and prerequisites_of(wish, entry) in allowed | OFTEN

    for wanted in dict.fromkeys((narrow.plainly_wanted, narrow.widely_wanted)):
        entries = search(SeededRandom(seed), wanted, found, PATIENCE * (count - made))
        for entry in _fitting(entries, fits, count - made):
            made += 1
            yield entry


def new_like(
    entry: Entry, wish: Filters, seed: str, count: int, taken: UsedPuzzles
) -> Iterator[Entry]:
    """Up to so many new puzzles of the kind, the rule set and the level of another one.

    What the wish asks for beside these, they show as well; what it holds back, no more than
    that one does.
    """
    level = level_of(entry.difficulty).value
    like = replace(wish, kinds=(entry.kind,), rules=(entry.rules,), levels=(level,))
    words = f"{seed}\n{entry.kind}\n{entry.rules}\n{level}"
    entries = search(SeededRandom(words), like.plainly_wanted, taken.found, PATIENCE * count)
    held = replace(wish, holds_back=True)

    def fits(other: Entry) -> bool:
        return wish.passes(other) and prerequisites_of(held, other) in prerequisites_of(held, entry)

    return _fitting(entries, fits, count)


def _fitting(
    entries: Iterable[Entry], fits: Callable[[Entry], bool], count: int
) -> Iterator[Entry]:
    return islice(filter(fits, entries), count)


def _narrowed(wish: Filters, allowed: Prerequisites) -> Filters:
    """The wish for the kinds alone that may come, so that no other is looked for."""
    if wish.kinds or not wish.holds_back:
        return wish
    kinds = (kind for kind in KINDS if OF_KINDS.get(kind, Prerequisites(0)) in allowed)
    return replace(wish, kinds=tuple(kinds))
