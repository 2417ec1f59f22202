"""Choose puzzles of the bank: by a filter, or to be asked under exactly the rules of a table."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import chain, islice, zip_longest
from typing import Self

from ono_tutor.cards import Card
from ono_tutor.errors import OnoError, check_known
from ono_tutor.game.position import Position
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry, Level, id_of
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.kind import CALM
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.book import misconceptions, rule_point
from ono_tutor.rules.catalogue import ruleset, without_option
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet

Value = tuple[str, object]
"""The name of a filter, and one of the values that it asks for."""


def shown_kind(entry: Entry) -> str:
    """Return the kind that a learner is shown, under which another may be hidden."""
    return KINDS[entry.kind].info.cover or entry.kind


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
    plays = (play for card in cards for play in rules.card_plays[card])
    points = {point for play in plays for point in rules.judge(play, CALM).rules}
    points.update(("double-effect",) if position.owes > 1 or position.played else ())
    points.update((rules.late_draw_rule,) if position.undrawn else ())
    return frozenset((*points, *entry.rule_points))


@dataclass(frozen=True, slots=True)
class PuzzleFilter:
    """The puzzles that are asked for; an empty field lets every puzzle pass.

    ``rules`` are rule sets: one without options includes those with options. Puzzles of the kinds
    and rule points in ``without_…`` never pass.
    """

    rules: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    rule_points: tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()
    without_kinds: tuple[str, ...] = ()
    without_rule_points: tuple[str, ...] = ()

    def checked(self) -> Self:
        """Return the same filter with each rule set's whole name.

        Raises :class:`NotationError` for a name that is not known.
        """
        for point in (*self.rule_points, *self.without_rule_points):
            rule_point(point)
        for what, names, known in (
            ("kind of puzzle", (*self.kinds, *self.without_kinds), KINDS),
            ("misconception", self.misconceptions, misconceptions()),
            ("level", map(str, self.levels), [str(level.value) for level in Level]),
        ):
            for name in names:
                check_known(known, name, f"is no {what}; there are")
        return replace(self, rules=tuple(ruleset(name).name for name in self.rules))

    def passes(self, entry: Entry) -> bool:
        """Check that a puzzle has a value of each filter, and nothing that is left out.

        A rule point is left out with everything in sight that belongs to it, as a card in a hand.
        """
        without = self.without_rule_points
        return (
            all(
                not (asked := getattr(self, field)) or any(value in asked for value in values)
                for field, values in self._offered(entry).items()
            )
            and not {entry.kind, shown_kind(entry)} & {*self.without_kinds}
            and (not without or points_in(entry).isdisjoint(without))
        )

    def values_of(self, entry: Entry) -> Iterator[Value]:
        """Yield each value that is asked for and that a puzzle has."""
        for field, values in self._offered(entry).items():
            yield from ((field, value) for value in values if value in getattr(self, field))

    def _offered(self, entry: Entry) -> Mapping[str, Collection[object]]:
        """Return the values of a puzzle for each filter."""
        return {
            "rules": (self.rules_of(entry),),
            "kinds": (entry.kind,),
            "rule_points": entry.rule_points,
            "misconceptions": entry.misconceptions,
            "levels": (entry.level,),
        }

    def rules_of(self, entry: Entry) -> str:
        """Return the rule set that a puzzle counts for: as it was asked for, or without options."""
        return entry.rules if entry.rules in self.rules else entry.key

    @property
    def points(self) -> frozenset[str]:
        """The rule points asked for: by name, by a misconception, or by an option that is set."""
        missed = (misconceptions()[key].point for key in self.misconceptions)
        changed = (o.point for name in self.rules for o in ruleset(name).changed_options)
        return frozenset((*self.rule_points, *missed, *changed))

    def missing(self, entries: Iterable[Entry]) -> tuple[str, ...]:
        """Return what was asked for and is in no puzzle, in words: ``rule point hold``."""
        shown = {value for entry in entries for value in self.values_of(entry)}
        nouns = {"rules": "rule set", "kinds": "kind", "rule_points": "rule point"}
        nouns |= {"misconceptions": "misconception", "levels": "level"}
        asked = [(field, value) for field in nouns for value in getattr(self, field)]
        return tuple(f"{nouns[each[0]]} {each[1]}" for each in asked if each not in shown)


ANY = PuzzleFilter()


# ---- puzzles on the rules of a table ----

OF_TABLE = "rules:"
"""What stands before the rules where a set is named: ``rules: 1980+ono99=suicide``."""

COUNT = 12
EACH = 3
"""Puzzles of a set, and how many of them are about one option."""

MOST_TRIED = 150
"""Positions that are tried for one option."""

LARGEST = 200
"""The largest denominator of a chance that is asked for."""


def puzzles_on(rules: RuleSet) -> tuple[Puzzle, ...]:
    """Return puzzles under exactly these rules, the same every time: first on what was chosen.

    Positions of the bank are asked again under these rules. A puzzle about a chosen option is one
    whose answer that option changes. No more than three are about one option; the rest goes
    through the kinds of question in turn.
    """
    fits = {
        name for name, kind in KINDS.items() if not (kind.info.is_slow or kind.info.compares_games)
    }
    known = [e for e in bank.index().values() if e.key == rules.key and e.kind in fits]
    entries, found = SeededRandom(rules.name).shuffled(known), dict[str, Puzzle]()
    options = rules.changed_options
    for option in options:
        default = without_option(rules, option.name)
        touching = [entry for entry in entries if option.point in entry.rule_points]
        pairs = ((_ask_under(rules, e), _ask_under(default, e)) for e in touching[:MOST_TRIED])
        decided = (
            puzzle
            for puzzle, plain in pairs
            if puzzle and (not plain or puzzle.answer_as_json() != plain.answer_as_json())
        )
        each = min(EACH, max(1, COUNT // len(options)))
        found |= {puzzle.id: puzzle for puzzle in islice(decided, each)}
    usual = [entry for entry in entries if entry.rules in (rules.key, rules.name)]
    kinds = dict.fromkeys(entry.kind for entry in usual)
    by_kind = [[entry for entry in usual if entry.kind == kind] for kind in kinds]
    for entry in filter(None, chain.from_iterable(zip_longest(*by_kind))):
        if len(found) >= COUNT:
            break
        puzzle = _ask_under(rules, entry)
        if puzzle is not None and not KINDS[entry.kind].is_obvious(puzzle.task, puzzle.answer):
            found.setdefault(puzzle.id, puzzle)
    return tuple(found.values())[:COUNT]


def _ask_under(rules: RuleSet, entry: Entry) -> Puzzle | None:
    """Return a puzzle of the bank under these rules, or None if it cannot be asked under them."""
    position = " ".join((rules.name, *entry.position.split()[1:]))
    with suppress(OnoError):
        puzzle = Puzzle.of(Entry("", entry.kind, position, entry.plays, entry.claim))
        answer = puzzle.answer
        if not isinstance(answer, Fraction) or answer.denominator <= LARGEST:
            return replace(puzzle, id=id_of(*puzzle.words))
    return None
