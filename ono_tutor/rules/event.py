"""Events: what happened at the table, one fact each, with the rule point that made it happen."""

from enum import StrEnum
from typing import NamedTuple

from ono_tutor.cards import Card


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
        """The event as a JSON object, without the fields that do not apply."""
        values: dict[str, object] = {"type": self.type.value, "seat": self.seat, "rule": self.rule}
        rest = {
            "card": self.card and self.card.code,
            "total": self.total,
            "amount": self.amount,
            "to": self.to,
            "direction": self.direction,
        }
        return values | {name: value for name, value in rest.items() if value is not None}


Stakes = tuple[int | None, ...]
"""Chips or points by seat; None where they are not known."""


class Settlement(NamedTuple):
    """What a play changed beside the total and the hands.

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
