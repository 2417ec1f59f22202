"""Filters for puzzles, and what a class must have met before a puzzle is chosen for it."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntFlag
from functools import lru_cache

from ono_tutor.cards import Card
from ono_tutor.game.position import Position
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.difficulty import Level, level_of
from ono_tutor.puzzles.generate.search import Wanted
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.book import misconceptions, rule_point
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.play import Play

CALM = Moment(0)
"""A moment at which a card shows what it is for: nothing is owed, and no limit is near."""

DOUBLE, LATE_DRAW = "double-effect", "forgot-draw"
"""The rule points of a player who owes two cards, and of one who may still draw late."""

Value = tuple[str, object]
"""The name of a filter, and one of the values that it asks for."""

_NOUNS = {
    "rules": "rule set",
    "kinds": "kind",
    "rule_points": "rule point",
    "misconceptions": "misconception",
    "levels": "level",
}


def asked_kind(entry: Entry) -> str:
    """Return the kind that a learner is shown, under which another may be hidden."""
    return KINDS[entry.kind].cover or entry.kind


def shown_cards(position: Position) -> tuple[Card, ...]:
    """Return the cards that are shown in hands."""
    cards = (card for hand in position.hands for card in hand or ())
    return tuple(card for card in cards if card is not Card.UNKNOWN)


@lru_cache(maxsize=8192)
def points_in(entry: Entry) -> frozenset[str]:
    """Return the rule points that one has to know: the puzzle's, and those of all in sight.

    In sight are cards in hands, in plays and known in the draw pile, two cards owed, and
    somebody who has not drawn.
    """
    puzzle = Puzzle.of(entry)
    position, rules = puzzle.position, puzzle.position.rules
    played = (play.card for play in puzzle.plays if isinstance(play, Play) and play.card)
    cards = dict.fromkeys((*shown_cards(position), *position.draw, *played))
    plays = (play for card in cards for play in rules.plays_of(card))
    points = {point for play in plays for point in rules.judge(play, CALM).rules}
    points.update((DOUBLE,) if position.owes > 1 or position.played else ())
    points.update((rules.late_draw_rule,) if position.undrawn else ())
    return frozenset((*points, *entry.rule_points))


@lru_cache(maxsize=8192)
def shows_hands(entry: Entry) -> bool:
    """Check whether a card is shown of somebody else than the player to move."""
    position = Puzzle.of(entry).position
    return len(shown_cards(position)) > sum(card is not Card.UNKNOWN for card in position.hand)


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters for puzzles; an empty field lets every puzzle pass.

    ``rules`` are rule sets: one without options includes those with options. Puzzles of the kinds
    and rule points in ``without_…`` never pass. With ``holds_back`` puzzles with
    :class:`Prerequisites` that nobody asked for are chosen last.
    """

    rules: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    rule_points: tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()
    without_kinds: tuple[str, ...] = ()
    without_rule_points: tuple[str, ...] = ()
    holds_back: bool = True

    def passes(self, entry: Entry) -> bool:
        """Check that a puzzle has a value of each filter, and nothing that is left out.

        A rule point is left out with everything in sight that belongs to it, as a card in a hand.
        """
        active = {field for field in _NOUNS if getattr(self, field)}
        if active != {field for field, _ in self.values_of(entry)}:
            return False
        without = self.without_rule_points
        return {entry.kind, asked_kind(entry)}.isdisjoint(self.without_kinds) and (
            not without or points_in(entry).isdisjoint(without)
        )

    def values_of(self, entry: Entry) -> Iterator[Value]:
        """Yield each value that is asked for and that a puzzle has."""
        offered: Mapping[str, Collection[object]] = {
            "rules": (self.rules_of(entry),),
            "kinds": (entry.kind,),
            "rule_points": entry.rule_points,
            "misconceptions": entry.misconceptions,
            "levels": (level_of(entry.difficulty),),
        }
        for field, values in offered.items():
            allowed = getattr(self, field)
            yield from ((field, value) for value in values if value in allowed)

    def rules_of(self, entry: Entry) -> str:
        """Return the rule set that a puzzle counts for: as it was asked for, or without options."""
        return entry.rules if entry.rules in self.rules else entry.key

    @property
    def points(self) -> frozenset[str]:
        """The rule points asked for: by name, by a misconception, or by an option that is set."""
        missed = (misconceptions()[key].point for key in self.misconceptions)
        changed = (point for name in self.rules for point in ruleset(name).changed_points)
        return frozenset((*self.rule_points, *missed, *changed))

    def missing(self, entries: Iterable[Entry]) -> tuple[str, ...]:
        """Return what was asked for and is in no puzzle, in words: ``rule point hold``."""
        shown = {value for entry in entries for value in self.values_of(entry)}
        return tuple(
            f"{noun} {value}"
            for field, noun in _NOUNS.items()
            for value in getattr(self, field)
            if (field, value) not in shown
        )

    @property
    def is_in_rules(self) -> bool:
        """True if a rule set asked for has one of the rule points asked for, or none are."""
        keys = {name.partition("+")[0] for name in self.rules or RULE_SETS}
        points = [rule_point(name).says.keys() for name in self.rule_points]
        return not points or any(keys & says for says in points)

    def wanted(self, *, with_options: bool = False) -> Wanted:
        """Return the same as the wish of a search for new puzzles.

        The rule sets are those asked for; ``with_options`` adds all options where none were.
        """
        keys = tuple(name for name in self.rules or RULE_SETS if name in RULE_SETS)
        is_wide = with_options and bool(keys)
        return Wanted(
            rules=() if is_wide else self.rules or tuple(RULE_SETS),
            keys=keys if is_wide else (),
            kinds=tuple(kind for kind in self.kinds or KINDS if kind not in self.without_kinds),
            rule_points=frozenset(self.rule_points),
            misconceptions=frozenset(self.misconceptions),
            levels=frozenset(self.levels),
        )


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


def prerequisites_of(filters: Filters, entry: Entry) -> Prerequisites:
    """Return the prerequisites of a puzzle that the filters do not ask for."""
    missing = NONE
    if entry.rules not in (entry.key, *filters.rules):
        missing |= Prerequisites.OPTIONS
    if not filters.holds_back:
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


def like_these(filters: Filters, models: Iterable[Entry]) -> Callable[[Entry], bool]:
    """Return the test for puzzles that pass the filters with no prerequisite but the models'."""
    strict = replace(filters, holds_back=True)
    allowed = NONE
    for model in models:
        allowed |= prerequisites_of(strict, model)
    return lambda entry: filters.passes(entry) and prerequisites_of(strict, entry) in allowed
