"""What a class must have met first: it is chosen only where it is asked for."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import IntFlag
from typing import NamedTuple

from ono_tutor.classroom.choose.filters import DOUBLE, Filters, Value, points_in, shows_hands
from ono_tutor.puzzles.difficulty import Level, level_of
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.kinds import KINDS

LATE_DRAW = "forgot-draw"
"""The rule point of somebody who may still draw late."""

OF_DOUBLES = "double-"
"""What the ids of the rule points begin with that are about two cards owed."""


class Prerequisites(IntFlag):
    """What a puzzle has that nobody asked for, and that comes last; the greater, the further back.

    A level of 4 or 5 asks for open hands and exact chances of that level as well as their kind
    does; a rule point is asked for by name, by a misconception, or by an option that is set.
    """

    OPTIONS = 1
    """A rule set with options that was not asked for."""
    DOUBLES = 2
    """At level 1 a double, if only in a hand, where no rule point of doubles was asked for."""
    LATE = 4
    """Somebody who may still draw late, where the rule point was not asked for."""
    HANDS = 8
    """Open hands, as those of the kind ``line``."""
    CHANCE = 16
    """An exact chance (kind ``chance``)."""
    EDITION = 32
    """A comparison of all rule sets (kind ``edition``), where the kind was not asked for."""
    EXPERT = 64
    """Level 5, where no level was asked for: only where nothing easier shows the same."""


NONE = Prerequisites(0)
OFTEN = Prerequisites.OPTIONS | Prerequisites.EXPERT
"""What fills up before new puzzles are made: they would take longer, and be no better."""

PREREQUISITE_WORDS = {
    Prerequisites.OPTIONS: "a rule set with options",
    Prerequisites.DOUBLES: "a double among the first steps",
    Prerequisites.LATE: "somebody who has not drawn yet",
    Prerequisites.HANDS: "open hands",
    Prerequisites.CHANCE: "an exact chance",
    Prerequisites.EDITION: "a comparison of all rule sets",
    Prerequisites.EXPERT: "level 5",
}
"""How a teacher is told of each."""

OF_KINDS = {
    name: Prerequisites[kind.prerequisite.name] for name, kind in KINDS.items() if kind.prerequisite
}
"""What the puzzles of a kind have by themselves."""


def prerequisites_of(filters: Filters, entry: Entry) -> Prerequisites:
    """Return all that a puzzle has and that the filters do not ask for."""
    found = NONE
    if entry.rules not in (entry.key, *filters.rules):
        found |= Prerequisites.OPTIONS
    return found | _held_back(filters, entry) if filters.holds_back else found


def fitting(filters: Filters, allowed: Prerequisites) -> Callable[[Entry], bool]:
    """Return the test for puzzles that pass the filters, and of what is held back have no other."""
    held = replace(filters, holds_back=True)
    return lambda entry: filters.passes(entry) and prerequisites_of(held, entry) in allowed


def held_back_in(filters: Filters, entry: Entry) -> Prerequisites:
    """Return what is held back of a puzzle, whether the filters hold anything back or not."""
    return prerequisites_of(replace(filters, holds_back=True), entry)


def _held_back(filters: Filters, entry: Entry) -> Prerequisites:
    level, found = level_of(entry.difficulty), NONE
    if level is Level.EXPERT and not filters.levels:
        found |= Prerequisites.EXPERT
    asks_for_doubles = any(point.startswith(OF_DOUBLES) for point in filters.points)
    if level is Level.FIRST_STEPS and DOUBLE in points_in(entry) and not asks_for_doubles:
        found |= Prerequisites.DOUBLES
    if LATE_DRAW in points_in(entry) and LATE_DRAW not in filters.points:
        found |= Prerequisites.LATE
    return found | _of_kind(filters, entry, level)


def _of_kind(filters: Filters, entry: Entry, level: Level) -> Prerequisites:
    found = OF_KINDS.get(entry.kind, NONE)
    found |= Prerequisites.HANDS if shows_hands(entry) else NONE
    is_level_asked = level >= Level.HARD and level in filters.levels
    is_asked = entry.kind in filters.kinds or (
        is_level_asked and Prerequisites.EDITION not in found
    )
    return NONE if is_asked else found


class Ranks(NamedTuple):
    """The puzzles that pass, those first that come first, in groups that use each other up.

    ``last`` are for when no new ones can be made either; ``allowed`` is what the first group has
    that was not asked for by name, because nothing else shows what was asked for.
    """

    first: tuple[list[Entry], ...]
    last: tuple[list[Entry], ...]
    allowed: Prerequisites


def ranked_for(filters: Filters, entries: Iterable[Entry]) -> Ranks:
    """Return the puzzles that pass, by what they have that was not asked for.

    Where something that is asked for shows in none of the groups before, the puzzles of the next
    group that show it are among the first.
    """
    groups: dict[Prerequisites, list[Entry]] = {}
    for entry in filter(filters.passes, entries):
        groups.setdefault(prerequisites_of(filters, entry), []).append(entry)
    shown: set[Value] = set()
    front, allowed = list[Entry](), NONE
    for missing in sorted(groups):
        needed = [e for e in groups[missing] if not shown.issuperset(filters.values_of(e))]
        needed = groups[missing] if missing is NONE else needed
        ids = {entry.id for entry in needed}
        groups[missing] = [entry for entry in groups[missing] if entry.id not in ids]
        front += needed
        allowed |= missing if needed else NONE
        shown.update(value for entry in needed for value in filters.values_of(entry))
    ranks = sorted(missing for missing, group in groups.items() if group)
    first = (groups[missing] for missing in ranks if missing in OFTEN)
    last = (groups[missing] for missing in ranks if missing not in OFTEN)
    return Ranks((front, *first), tuple(last), allowed)
