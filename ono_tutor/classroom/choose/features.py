"""What a puzzle looks like before one begins to think: what learners compare at a glance."""

from functools import lru_cache
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.game.position import Position
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
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
        """In how many of these two puzzles do not agree."""
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


def asked_kind(entry: Entry) -> str:
    """The kind that a learner is shown, under which another may be hidden."""
    return KINDS[entry.kind].cover or entry.kind


@lru_cache(maxsize=8192)
def features_of(entry: Entry) -> Features:
    """What a puzzle looks like."""
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
    """The rule points that one has to know: those of the puzzle, and of all that is in sight.

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
    """Whether a card of somebody else than the player to move is shown."""
    position = Puzzle.of(entry).position
    return len(_shown(position)) > sum(card is not Card.UNKNOWN for card in position.hand)


def _shown(position: Position) -> Hand:
    cards = (card for hand in position.hands for card in hand or ())
    return tuple(card for card in cards if card is not Card.UNKNOWN)


def _sort_of_play(rules: RuleSet, play: Play | LateDraw) -> str:
    """The rule point of the card that is played, or that a hand is laid down or a card drawn."""
    if isinstance(play, LateDraw):
        return rules.late_draw_rule
    return " ".join(rules.judge(play, CALM).rules) if play.card else str(play)


def _is_blocked(position: Position, card: Card) -> bool:
    rules = position.rules
    plays = rules.plays_of(card)
    return all(isinstance(rules.judge(play, CALM), Refusal) for play in plays)
