"""What a class must have met first: it is chosen only where it is asked for."""

from collections.abc import Iterable
from enum import IntFlag
from typing import NamedTuple

from ono_tutor.classroom.assigning.looks import DOUBLE, points_in, shows_hands
from ono_tutor.classroom.assigning.wish import Value, Wish
from ono_tutor.puzzles.difficulty import Level, level_of
from ono_tutor.puzzles.entry import Entry

LATE_DRAW = "forgot-draw"
"""The rule point of somebody who may still draw late."""

OF_DOUBLES = "double-"
"""What the ids of the rule points begin with that are about two cards owed."""


class Reserve(IntFlag):
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


NO_RESERVE = Reserve(0)
OFTEN = Reserve.OPTIONS | Reserve.EXPERT
"""What fills up before new puzzles are made: they would take longer, and be no better."""

TOLD = {
    Reserve.OPTIONS: "a rule set with options",
    Reserve.DOUBLES: "a double among the first steps",
    Reserve.LATE: "somebody who has not drawn yet",
    Reserve.HANDS: "open hands",
    Reserve.CHANCE: "an exact chance",
    Reserve.EDITION: "a comparison of all rule sets",
    Reserve.EXPERT: "level 5",
}
"""How a teacher is told of each."""

OF_KINDS = {
    "line": Reserve.HANDS,
    "chance": Reserve.CHANCE,
    "edition": Reserve.EDITION,
}
"""What the puzzles of a kind have by themselves."""


def reserve_of(wish: Wish, entry: Entry) -> Reserve:
    """All that a puzzle has and that the wish does not ask for."""
    found = NO_RESERVE
    if entry.rules not in (entry.key, *wish.rules):
        found |= Reserve.OPTIONS
    return found | _held_back(wish, entry) if wish.holds_back else found


def reserve_of_all(wish: Wish, entries: Iterable[Entry]) -> Reserve:
    """All that any of the puzzles has and that the wish does not ask for."""
    found = NO_RESERVE
    for entry in entries:
        found |= reserve_of(wish, entry)
    return found


def _held_back(wish: Wish, entry: Entry) -> Reserve:
    level, found = level_of(entry.difficulty), NO_RESERVE
    if level is Level.EXPERT and not wish.levels:
        found |= Reserve.EXPERT
    if level is Level.FIRST_STEPS and DOUBLE in points_in(entry) and not _asks_for_doubles(wish):
        found |= Reserve.DOUBLES
    if LATE_DRAW in points_in(entry) and LATE_DRAW not in wish.points:
        found |= Reserve.LATE
    return found | _of_kind(wish, entry, level)


def _asks_for_doubles(wish: Wish) -> bool:
    return any(point.startswith(OF_DOUBLES) for point in wish.points)


def _of_kind(wish: Wish, entry: Entry, level: Level) -> Reserve:
    found = OF_KINDS.get(entry.kind, NO_RESERVE)
    found |= Reserve.HANDS if shows_hands(entry) else NO_RESERVE
    is_level_asked = level >= Level.HARD and level in wish.levels
    is_asked = entry.kind in wish.kinds or (is_level_asked and entry.kind != "edition")
    return NO_RESERVE if is_asked else found


class Ranks(NamedTuple):
    """The puzzles that pass, those first that come first, in groups that use each other up.

    ``last`` are for when no new ones can be made either; ``allowed`` is what the first group has
    that was not asked for by name, because nothing else shows what was asked for.
    """

    first: tuple[list[Entry], ...]
    last: tuple[list[Entry], ...]
    allowed: Reserve


def ranked_for(wish: Wish, entries: Iterable[Entry]) -> Ranks:
    """The puzzles that pass, by what they have that was not asked for.

    Where something that is asked for shows in none of the groups before, the puzzles of the next
    group that show it are among the first.
    """
    groups: dict[Reserve, list[Entry]] = {}
    for entry in filter(wish.passes, entries):
        groups.setdefault(reserve_of(wish, entry), []).append(entry)
    shown: set[Value] = set()
    front, allowed = list[Entry](), NO_RESERVE
    for reserve in sorted(groups):
        needed = [e for e in groups[reserve] if not shown.issuperset(wish.values_of(e))]
        needed = groups[reserve] if reserve is NO_RESERVE else needed
        ids = {entry.id for entry in needed}
        groups[reserve] = [entry for entry in groups[reserve] if entry.id not in ids]
        front += needed
        allowed |= reserve if needed else NO_RESERVE
        shown.update(value for entry in needed for value in wish.values_of(entry))
    ranks = sorted(reserve for reserve, group in groups.items() if group)
    first = (groups[reserve] for reserve in ranks if reserve in OFTEN)
    last = (groups[reserve] for reserve in ranks if reserve not in OFTEN)
    return Ranks((front, *first), tuple(last), allowed)
