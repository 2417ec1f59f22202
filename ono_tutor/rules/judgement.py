"""What a play would do at a moment of the game, or why it may not be made."""

from dataclasses import dataclass
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.i18n import Message


class Moment(NamedTuple):
    """All that a rule set needs to know to judge one card, the hand apart.

    ``total`` is the running total, ``owes`` the cards still owed this turn (1 or 2),
    ``first`` the card already played this turn under a double, which judges nothing by itself,
    ``pair`` whether only two players are still in, ``opening`` whether only a number card may
    open (rule ``opening``) and ``ono_spent`` whether the one O'NO 99 of this turn, or of this
    round, was played (rule ``ono-on-zero``).
    """

    total: int
    owes: int = 1
    first: Card | None = None
    pair: bool = False
    opening: bool = False
    ono_spent: bool = False


class Effect(NamedTuple):
    """What a play does: the new total, and what follows from it. A named tuple for speed.

    ``steps`` is how many seats the turn moves on: 0 the same player plays on, 2 one is
    skipped. ``owes`` is what the next player to act owes. ``busts`` says that the player
    loses by it; ``costs`` and ``costs_others`` are Ninety-Nine points. ``draws`` is how
    many cards the player draws after it, ``rules`` the ids of the points that make it so.
    """

    total: int
    rules: tuple[str, ...]
    steps: int = 1
    owes: int = 1
    turns: bool = False
    replies: bool = False
    busts: bool = False
    draws: int = 1
    costs: int = 0
    costs_others: int = 0
    ends_round: bool = False

    @property
    def loses(self) -> bool:
        """Whether the player loses the round, or at once the game, by this play."""
        return self.busts or (self.ends_round and self.costs > 0)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a play may not be made: the ids of the rule points that forbid it, and a sentence."""

    rules: tuple[str, ...]
    reason: Message

    def __str__(self) -> str:
        return str(self.reason)


Judgement = Effect | Refusal
