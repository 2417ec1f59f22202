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
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.generate.canonical_form import canonical_form
from ono_tutor.puzzles.generate.search import Seen, search
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.seeded_random import SeededRandom

PATIENCE = 10
"""New puzzles looked at, at the most, for each that is wanted."""

EVERYTHING = ~Prerequisites(0)
"""For a search that holds nothing back."""


class UsedPuzzles:
    """The puzzles of an assignment so far; the same one under another id is known again."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._forms: set[object] = set()
        self._ids: set[str] = set()
        for entry in entries:
            self.take(entry)

    def take(self, entry: Entry) -> bool:
        """Take a puzzle; False where it has been taken before."""
        form = canonical_form(entry.kind, Puzzle.of(entry).task)
        if form in self._forms or entry.id in self._ids:
            return False
        self._forms.add(form)
        self._ids.add(entry.id)
        return True

    @property
    def found(self) -> Seen:
        """The same for a search, which is to find none of these."""
        return Seen(set(self._forms), set(self._ids))


def new_puzzles(
    filters: Filters, seed: str, count: int, used: UsedPuzzles, allowed: Prerequisites
) -> Iterator[Entry]:
    """Yield up to so many new puzzles that pass the filters, the same from the same seed.

    Beside that they have only what comes often and what is ``allowed``. Plain rule sets are
    looked at first. A search in vain takes half a minute.
    """
    found, made = used.found, 0
    narrow = _narrowed(filters, allowed)

    def fits(entry: Entry) -> bool:
        return filters.passes(entry) and prerequisites_of(filters, entry) in allowed | OFTEN

    for wanted in dict.fromkeys((narrow.plainly_wanted, narrow.widely_wanted)):
        entries = search(SeededRandom(seed), wanted, found, PATIENCE * (count - made))
        for entry in _fitting(entries, fits, count - made):
            made += 1
            yield entry


def new_like(
    entry: Entry, filters: Filters, seed: str, count: int, used: UsedPuzzles
) -> Iterator[Entry]:
    """Yield up to so many new puzzles of the kind, the rule set and the level of another one.

    They pass the filters as well, and show what is held back no more than that one does.
    """
    level = level_of(entry.difficulty).value
    like = replace(filters, kinds=(entry.kind,), rules=(entry.rules,), levels=(level,))
    words = f"{seed}\n{entry.kind}\n{entry.rules}\n{level}"
    entries = search(SeededRandom(words), like.plainly_wanted, used.found, PATIENCE * count)
    held = replace(filters, holds_back=True)

    def fits(other: Entry) -> bool:
        return filters.passes(other) and prerequisites_of(held, other) in prerequisites_of(
            held, entry
        )

    return _fitting(entries, fits, count)


def _fitting(
    entries: Iterable[Entry], fits: Callable[[Entry], bool], count: int
) -> Iterator[Entry]:
    return islice(filter(fits, entries), count)


def _narrowed(filters: Filters, allowed: Prerequisites) -> Filters:
    """Return the filters for the kinds alone that may come, so that no other is looked for."""
    if filters.kinds or not filters.holds_back:
        return filters
    kinds = (kind for kind in KINDS if OF_KINDS.get(kind, Prerequisites(0)) in allowed)
    return replace(filters, kinds=tuple(kinds))
