"""Judgements (the effect of a play, or a refusal), events and settlements.

An :class:`Event` is one fact about the table, with the rule point that made it happen.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.i18n import Message


class Moment(NamedTuple):
    """The facts by which a rule set judges a card, without the hand.

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
    """The effect of a play: the new total and its consequences. A named tuple for speed.

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
        """Check whether the player loses the round, or at once the game, by this play."""
        return self.busts or (self.ends_round and self.costs > 0)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a play may not be made: the ids of the rule points that forbid it, and a sentence."""

    rules: tuple[str, ...]
    reason: Message

    def __str__(self) -> str:
        return str(self.reason)


Judgement = Effect | Refusal


class EventType(StrEnum):
    """The kinds of event; the values are the names in JSON."""

    PLAYED = "played"
    TURNED = "turned"
    STILL_OWES = "still-owes"
    HANDED_ON = "handed-on"
    DOUBLED = "doubled"
    SKIPPED = "skipped"
    DREW = "drew"
    FORGOT = "forgot"
    DREW_LATE = "drew-late"
    TOO_LATE = "too-late"
    RESHUFFLED = "reshuffled"
    BUSTED = "busted"
    TAKEN_BACK = "taken-back"
    OUT = "out"
    FREED = "freed"
    PAID = "paid"
    LOST_POINTS = "lost-points"
    SCORED = "scored"
    ELIMINATED = "eliminated"
    ROUND_OVER = "round-over"
    WON = "won"


class Event(NamedTuple):
    """One fact: its type, the seat it happened to and the id of the rule point behind it.

    ``card`` is the card played or drawn, ``total`` the total announced, ``amount`` chips,
    points or cards, ``to`` another seat concerned, ``direction`` ``cw`` or ``ccw``.
    """

    type: EventType
    seat: int
    rule: str
    card: Card | None = None
    total: int | None = None
    amount: int | None = None
    to: int | None = None
    direction: str | None = None

    def as_json(self) -> dict[str, object]:
        """Return the event as a JSON object, without the fields that do not apply."""
        plain = {"type": self.type.value, "card": self.card and self.card.code}
        values = self._asdict() | plain
        return {name: value for name, value in values.items() if value is not None}


Stakes = tuple[int | None, ...]
"""Chips or points by seat; None where they are not known."""


class Settlement(NamedTuple):
    """The outcome of a play for the players: payments, those who leave, and winners.

    ``stakes`` are the chips or points after it, ``out`` the seats that leave, ``winners``
    the seats that win the game by it. ``total`` replaces the announced total where the
    rules say so (rule ``points-bust-total``).
    """

    stakes: Stakes
    events: tuple[Event, ...] = ()
    out: tuple[int, ...] = ()
    round_over: bool = False
    loser: int | None = None
    winners: tuple[int, ...] = ()
    total: int | None = None
