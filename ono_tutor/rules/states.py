"""The rules as rows: what every play does at a moment, judged once for all callers.

A rule set judges a play at a moment in plain Python. The answers for a moment are kept in a
:class:`State`, each :class:`Move` with the state that follows it. Playing, searching and explaining
walk these states, so a step is a look-up.
"""

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TypeVar

from ono_tutor.cards import Card
from ono_tutor.rules.judgement import Effect, Judgement, Moment, Refusal
from ono_tutor.rules.play import LateDraw, Play, TurnChange
from ono_tutor.rules.ruleset import RuleSet

SOME_FIRST = Card.TWO
"""Stands for whichever card was the first of two, unless the rules have sets of that card: no rule
depends on which it was."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Cached(dict[Key, Value]):
    """A dictionary that makes the value of a missing key, once."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[Key], Value]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: Key) -> Value:
        value = self[key] = self.make(key)
        return value


class Move:
    """A play that a state allows, its effect, and how the turn passes by it.

    ``card`` is the card of the play, or None for laying the hand down. ``is_costly`` says that
    somebody pays or loses by it, or that the round ends; ``is_plain`` that it is not, and that one
    card is put down and one drawn; ``is_first`` that its player owes another card. ``follows`` is
    the moment after it if nobody leaves; ``next`` is that moment's state after the first
    :meth:`follow`.
    """

    __slots__ = (
        "card", "effect", "follows", "is_costly", "is_first", "is_plain", "next", "passing", "play",
        "rules",
    )  # fmt: skip

    def __init__(self, rules: RuleSet, moment: Moment, play: Play, effect: Effect) -> None:
        self.rules, self.play, self.effect, self.card = rules, play, effect, play.card
        self.follows = rules.next_moment(moment, play, effect)
        self.is_first = self.follows.first is not None
        self.passing = turn_change(effect)
        self.is_costly = bool(
            effect.busts or effect.costs or effect.costs_others or effect.ends_round
        )
        self.is_plain = play.copies == effect.draws == 1 and not self.is_costly
        self.next: State | None = None

    def follow(self) -> "State":
        """Return the state that follows this move if nobody leaves the table."""
        if self.next is None:
            self.next = state_of(self.rules, self.follows)
        return self.next


class State:
    """A moment with what every play does at it, judged when it is first asked for.

    ``judged`` has the move or the refusal of each play of the game's cards.
    """

    def __init__(self, rules: RuleSet, moment: Moment) -> None:
        self.rules, self.moment = rules, moment
        self.judged: Cached[Play, Move | Refusal] = Cached(self._judge)

    def __reduce__(self) -> tuple[Callable[[RuleSet, Moment], "State"], tuple[RuleSet, Moment]]:
        return state_of, (self.rules, self.moment)

    def _judge(self, play: Play) -> Move | Refusal:
        found = self.rules.judge(play, self.moment)
        return found if isinstance(found, Refusal) else Move(self.rules, self.moment, play, found)

    @cached_property
    def safe_plays(self) -> dict[Card, tuple[Play, ...]]:
        """The plays of each card alone that do not bust."""
        plays: dict[Card, tuple[Play, ...]] = dict.fromkeys(Card, ())
        for play in self.rules.known_plays:
            move = self.move(play)
            if move and move.card and play.copies == 1 and not move.effect.busts:
                plays[move.card] += (play,)
        return plays

    def move(self, play: Play | LateDraw | str) -> Move | None:
        """Return the move by a play of the game's cards, or None if it is refused or no play."""
        if not isinstance(play, Play) or play not in self.rules.known_plays:
            return None
        found = self.judged[play]
        return found if type(found) is Move else None

    def judge(self, play: Play) -> Judgement:
        """Return what a play does here, or why it may not be made."""
        found = self.judged[play]
        return found.effect if isinstance(found, Move) else found


def state_of(rules: RuleSet, moment: Moment) -> State:
    """Return what every play does at this moment; each is judged once for all callers."""
    if moment.first is not None and all(play.card is not moment.first for play in rules.sets):
        moment = moment._replace(first=SOME_FIRST)
    return _state(rules, moment)


_state = lru_cache(maxsize=12_000)(State)
"""Only a total that runs away below zero meets more states."""


def turn_change(effect: Effect) -> int:
    """Return how a play with this effect passes the turn, a :class:`.TurnChange`."""
    return _TURNED if effect.turns else _BY_STEPS[effect.steps]


_TURNED = int(TurnChange.TURNED)
_BY_STEPS = int(TurnChange.SAME), int(TurnChange.NEXT), int(TurnChange.SKIPS)
