"""What a teacher asks puzzles to be about, and what can be seen of a puzzle at a glance."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.game.position import Position
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.generate.search import Wanted
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.book import misconceptions, rule_point
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.judgement import Moment, Refusal
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand

CALM = Moment(0)
"""A moment at which a card shows what it is for: nothing is owed, and no limit is near."""

DOUBLE = "double-effect"
"""The rule point of a player who owes two cards."""


class Features(NamedTuple):
    """What can be seen of a puzzle; of two puzzles as many as possible are to agree.

    ``plays`` says of each play what its card is for; ``cards`` are those shown in hands,
    ``choices`` the different plays that the hand gives, and ``blocked`` its cards that can never
    be played, as an O'NO 99; ``point`` is the first rule point of the puzzle.
    """

    owes: int
    late: bool
    plays: tuple[str, ...]
    cards: int
    choices: int
    blocked: int
    seats: int
    point: str

    @property
    def is_turn(self) -> tuple[int, bool]:
        """What sort of turn it is: cards owed, and whether somebody may still draw late."""
        return self.owes, self.late

    def misses(self, other: "Features") -> int:
        """Return in how many of these two puzzles do not agree."""
        return sum(one != another for one, another in zip(self, other, strict=True))


FEATURE_NAMES = {
    "owes": "cards owed",
    "late": "late draws",
    "plays": "kinds of card played before",
    "cards": "cards shown",
    "choices": "plays to choose from",
    "blocked": "cards that cannot be played",
    "seats": "players",
    "point": "main rule point",
}
"""How a teacher is told what is alike, by the name of the field."""


FEW_ANSWERS = frozenset({"survive"})
"""Kinds whose answers are the same few for every puzzle: each is to be right equally often."""


def asked_kind(entry: Entry) -> str:
    """Return the kind that a learner is shown, under which another may be hidden."""
    return KINDS[entry.kind].cover or entry.kind


@lru_cache(maxsize=8192)
def features_of(entry: Entry) -> Features:
    """Return what can be seen of a puzzle."""
    puzzle = Puzzle.of(entry)
    position = puzzle.position
    return Features(
        owes=position.owes,
        late=bool(position.undrawn),
        plays=tuple(_sort_of_play(position.rules, play) for play in puzzle.plays),
        cards=len(_shown(position)),
        choices=len(position.rules.plays_of_hand(position.hand)),
        blocked=sum(_is_blocked(position, card) for card in position.hand),
        seats=len(position.hands),
        point="".join(entry.rule_points[:1]),
    )


@lru_cache(maxsize=8192)
def points_in(entry: Entry) -> frozenset[str]:
    """Return the rule points that one has to know: the puzzle's, and those of all in sight.

    In sight are cards in hands, in plays and known in the draw pile, two cards owed, and
    somebody who has not drawn.
    """
    puzzle = Puzzle.of(entry)
    position, rules = puzzle.position, puzzle.position.rules
    played = (play.card for play in puzzle.plays if isinstance(play, Play) and play.card)
    cards = dict.fromkeys((*_shown(position), *position.draw, *played))
    plays = (play for card in cards for play in rules.plays_of(card))
    found = {point for play in plays for point in rules.judge(play, CALM).rules}
    found.update((DOUBLE,) if position.owes > 1 or position.played else ())
    found.update((rules.late_draw_rule,) if position.undrawn else ())
    return frozenset((*found, *entry.rule_points))


@lru_cache(maxsize=8192)
def shows_hands(entry: Entry) -> bool:
    """Check whether a card of somebody else than the player to move is shown."""
    position = Puzzle.of(entry).position
    return len(_shown(position)) > sum(card is not Card.UNKNOWN for card in position.hand)


def _shown(position: Position) -> Hand:
    cards = (card for hand in position.hands for card in hand or ())
    return tuple(card for card in cards if card is not Card.UNKNOWN)


def _sort_of_play(rules: RuleSet, play: Play | LateDraw) -> str:
    """Return the rule point of the card played, or that a hand is laid down or a card drawn."""
    if isinstance(play, LateDraw):
        return rules.late_draw_rule
    return " ".join(rules.judge(play, CALM).rules) if play.card else str(play)


def _is_blocked(position: Position, card: Card) -> bool:
    rules = position.rules
    plays = rules.plays_of(card)
    return all(isinstance(rules.judge(play, CALM), Refusal) for play in plays)


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


def seeded_order(entries: Iterable[Entry], seed: str) -> list[Entry]:
    """Return the puzzles in the order that a seed gives: by :func:`seeded_rank`."""
    return sorted(entries, key=lambda entry: seeded_rank(entry, seed))


def seeded_rank(entry: Entry, seed: str) -> bytes:
    """Return the SHA-256 digest of the seed and the puzzle's id."""
    return sha256(f"{seed}\n{entry.id}".encode()).digest()


_NOUNS = {
    "rules": "rule set",
    "kinds": "kind",
    "rule_points": "rule point",
    "misconceptions": "misconception",
    "levels": "level",
}
