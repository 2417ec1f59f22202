"""Puzzles made where those that there are do not suffice."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from ono_tutor.classroom.choose.filters import FEW_ANSWERS, Filters
from ono_tutor.classroom.choose.prerequisites import (
    OF_KINDS,
    OFTEN,
    Prerequisites,
    fitting,
    held_back_in,
    prerequisites_of,
)
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.generate.canonical_form import canonical_form
from ono_tutor.puzzles.generate.search import Seen, search
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.seeded_random import SeededRandom

PATIENCE = 10
"""New puzzles looked at, at the most, for each that is wanted."""

TRIES = 400
"""Deals looked at in vain for one that takes the place of a puzzle of the bank."""

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
        for entry in islice(filter(fits, entries), count - made):
            made += 1
            yield entry


def new_like(
    entry: Entry, filters: Filters, seed: str, count: int, used: UsedPuzzles
) -> Iterator[Entry]:
    """Yield up to so many new puzzles of the kind, the rule set and the level of another one.

    They pass the filters as well, and show what is held back no more than that one does.
    """
    like = _of_sort(filters, entry)
    words = f"{seed}\n{entry.kind}\n{entry.rules}\n{like.levels[0]}"
    entries = search(SeededRandom(words), like.plainly_wanted, used.found, PATIENCE * count)
    return islice(filter(fitting(filters, held_back_in(filters, entry)), entries), count)


def _of_sort(filters: Filters, entry: Entry) -> Filters:
    """Return the filters for puzzles of the kind, the rule set and the level of one."""
    level = level_of(entry.difficulty).value
    return replace(filters, kinds=(entry.kind,), rules=(entry.rules,), levels=(level,))


def made_anew(
    chosen: Iterable[Entry], filters: Filters, seed: str, used: UsedPuzzles
) -> Iterator[Entry | None]:
    """Yield for each puzzle a new one like it; None where none is found soon.

    It has its kind, rule set and level, its answer where answers are few, and what it was chosen
    for: a rule point and a misconception that were asked for, else its first rule point. It passes
    the filters, and shows what is held back no more than that one does. None of the bank is made
    again.
    """
    found, shown = used.found, Counter[str]()
    found.ids |= bank.index().keys()
    for number, entry in enumerate(chosen, 1):
        random = SeededRandom(f"{seed}\n{number}\n{entry.id}")
        new = None
        for each in _like(entry, filters, random, found, shown):
            is_same = entry.kind not in FEW_ANSWERS or each.seal == entry.seal
            new = each if is_same else new or each
            if is_same:
                break
        if new:
            shown.update((*new.rule_points, *new.misconceptions))
        yield new


def _like(
    entry: Entry, filters: Filters, random: SeededRandom, found: Seen, shown: Counter[str]
) -> Iterator[Entry]:
    fits = fitting(filters, held_back_in(filters, entry))

    def least_shown(have: Iterable[str], asked: Collection[str]) -> tuple[str, ...]:
        return tuple(sorted((each for each in have if each in asked), key=shown.__getitem__)[:1])

    like = replace(
        _of_sort(filters, entry),
        rule_points=least_shown(entry.rule_points, filters.points) or entry.rule_points[:1],
        misconceptions=least_shown(entry.misconceptions, filters.misconceptions),
    )
    freely = replace(like, rule_points=filters.rule_points, misconceptions=filters.misconceptions)
    for each in (like, freely):
        wanted = each.plainly_wanted
        yield from filter(fits, search(random, wanted, found, PATIENCE, TRIES))


def _narrowed(filters: Filters, allowed: Prerequisites) -> Filters:
    """Return the filters for the kinds alone that may come, so that no other is looked for."""
    if filters.kinds or not filters.holds_back:
        return filters
    kinds = (kind for kind in KINDS if OF_KINDS.get(kind, Prerequisites(0)) in allowed)
    return replace(filters, kinds=tuple(kinds))
