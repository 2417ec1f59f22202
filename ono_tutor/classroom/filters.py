"""Prerequisites: the knowledge that a puzzle expects of a class."""

from collections.abc import Callable, Iterable
from enum import IntFlag
from functools import lru_cache

from ono_tutor.cards import Card
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.difficulty import Level, level_of
from ono_tutor.puzzles.filters import PuzzleFilter, points_in, shown_cards
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle

DOUBLE, LATE_DRAW = "double-effect", "forgot-draw"
"""The rule points of a player who owes two cards, and of one who may still draw late."""


@lru_cache(maxsize=8192)
def shows_hands(entry: Entry) -> bool:
    """Check whether a card is shown of somebody else than the player to move."""
    position = Puzzle.of(entry).position
    return len(shown_cards(position)) > sum(card is not Card.UNKNOWN for card in position.hand)


class Prerequisites(IntFlag):
    """Knowledge that a puzzle expects of a class; the greater, the later it is chosen.

    A level of 4 or 5 asks for open hands and exact chances of that level as well as their kind
    does; a rule point is asked for by name, by a misconception, or by an option that is set.
    """

    OPTIONS = 1
    """A rule set with options that was not asked for."""
    DOUBLES = 2
    """At level 1 a double, if only in a hand, and no rule point of doubles was asked for."""
    LATE = 4
    """Somebody who may still draw late, and the rule point was not asked for."""
    HANDS = 8
    """Open hands, as those of the kind ``line``."""
    CHANCE = 16
    """An exact chance (kind ``chance``)."""
    EDITION = 32
    """A comparison of all rule sets (kind ``edition``), and the kind was not asked for."""
    EXPERT = 64
    """Level 5, and no level was asked for: only if nothing easier shows the same."""


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

OF_KINDS = {
    name: Prerequisites[kind.prerequisite.name] for name, kind in KINDS.items() if kind.prerequisite
}
"""The prerequisites of all puzzles of a kind."""


def prerequisites_of(
    filters: PuzzleFilter, entry: Entry, *, holds_back: bool = True
) -> Prerequisites:
    """Return the prerequisites of a puzzle that the filters do not ask for.

    Without ``holds_back`` these are the options of its rule set alone.
    """
    missing = NONE
    if entry.rules not in (entry.key, *filters.rules):
        missing |= Prerequisites.OPTIONS
    if not holds_back:
        return missing
    level, points = level_of(entry.difficulty), points_in(entry)
    if level is Level.EXPERT and not filters.levels:
        missing |= Prerequisites.EXPERT
    asks_for_doubles = any(point.startswith("double-") for point in filters.points)
    if level is Level.FIRST_STEPS and DOUBLE in points and not asks_for_doubles:
        missing |= Prerequisites.DOUBLES
    if LATE_DRAW in points and LATE_DRAW not in filters.points:
        missing |= Prerequisites.LATE
    of_kind = OF_KINDS.get(entry.kind, NONE)
    of_kind |= Prerequisites.HANDS if shows_hands(entry) else NONE
    is_level_asked = level >= Level.HARD and level in filters.levels
    is_asked = is_level_asked and Prerequisites.EDITION not in of_kind
    return missing if is_asked or entry.kind in filters.kinds else missing | of_kind


def like_these(filters: PuzzleFilter, models: Iterable[Entry]) -> Callable[[Entry], bool]:
    """Return the test for puzzles that pass the filters with no prerequisite but the models'."""
    allowed = NONE
    for model in models:
        allowed |= prerequisites_of(filters, model)
    return lambda entry: filters.passes(entry) and prerequisites_of(filters, entry) in allowed
