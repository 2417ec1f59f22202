"""What a teacher asks puzzles to be about."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from ono_tutor.classroom.choose.features import asked_kind, points_in
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.generate.search import Wanted
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.rules.book import misconceptions, rule_point
from ono_tutor.rules.catalogue import RULE_SETS, ruleset

Value = tuple[str, object]
"""Something that was asked for: the name of a filter, and one of its values."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What puzzles are to be about; where a field is empty, anything will do.

    ``rules`` are rule sets: one without options stands for those with options as well. The kinds
    and rule points without which puzzles are to be are never among them. ``holds_back`` says that
    what a class must have met first comes only where it is asked for (see :mod:`.prerequisites`).
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
        """Check that a puzzle has one of each that is asked for, and nothing that is left out."""
        asked = {field for field in _NOUNS if getattr(self, field)}
        return asked == {field for field, _ in self.values_of(entry)} and not self._leaves_out(
            entry
        )

    def values_of(self, entry: Entry) -> Iterator[Value]:
        """Yield all that is asked for and that a puzzle has."""
        offered: Mapping[str, Collection[object]] = {
            "rules": (self.rules_of(entry),),
            "kinds": (entry.kind,),
            "rule_points": entry.rule_points,
            "misconceptions": entry.misconceptions,
            "levels": (level_of(entry.difficulty),),
        }
        for field, values in offered.items():
            asked = getattr(self, field)
            yield from ((field, value) for value in values if value in asked)

    def rules_of(self, entry: Entry) -> str:
        """Return the rule set that a puzzle counts for: as it was asked for, or without options."""
        return entry.rules if entry.rules in self.rules else entry.key

    def _leaves_out(self, entry: Entry) -> bool:
        """Check if a puzzle has something left out, if only in sight: a card in a hand."""
        if not {entry.kind, asked_kind(entry)}.isdisjoint(self.without_kinds):
            return True
        without = self.without_rule_points
        return bool(without) and not points_in(entry).isdisjoint(without)

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
            f"{noun} {asked}"
            for field, noun in _NOUNS.items()
            for asked in getattr(self, field)
            if (field, asked) not in shown
        )

    @property
    def is_in_rules(self) -> bool:
        """Whether a rule set asked for has one of the rule points, if any are asked for."""
        keys = {name.partition("+")[0] for name in self.rules or RULE_SETS}
        points = [rule_point(name).says.keys() for name in self.rule_points]
        return not points or any(keys & says for says in points)

    @property
    def plainly_wanted(self) -> Wanted:
        """What a search is to look for first: rule sets with no options but those asked for."""
        return self._wanted(self.rules or tuple(RULE_SETS))

    @property
    def widely_wanted(self) -> Wanted:
        """What a search is to look for then: any options, where none were asked for."""
        keys = tuple(name for name in self.rules or RULE_SETS if name in RULE_SETS)
        return self._wanted((), keys) if keys else self._wanted(self.rules)

    def _wanted(self, rules: tuple[str, ...], keys: tuple[str, ...] = ()) -> Wanted:
        return Wanted(
            rules=rules,
            keys=keys,
            kinds=tuple(kind for kind in self.kinds or KINDS if kind not in self.without_kinds),
            rule_points=frozenset(self.rule_points),
            misconceptions=frozenset(self.misconceptions),
            levels=frozenset(self.levels),
        )


_NOUNS = {
    "rules": "rule set",
    "kinds": "kind",
    "rule_points": "rule point",
    "misconceptions": "misconception",
    "levels": "level",
}
