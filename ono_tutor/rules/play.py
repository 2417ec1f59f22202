"""A play: the card put down, with its choices; and the seats that the turn goes round."""

import re
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import NamedTuple, Self, TypeVar

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, quoted
from ono_tutor.i18n import N_, noun


class Play(NamedTuple):
    """One play of a turn. A named tuple, because engines look plays up by the million.

    ``card`` is None for laying the hand down (``out``). ``adds`` is the chosen value of a
    Ninety-Nine ace or ten. ``copies`` is 4 for four ONO 99 together, else 1. ``forgets``
    marks a play without drawing (1980, rule ``forgot-draw``).
    """

    card: Card | None
    adds: int | None = None
    copies: int = 1
    forgets: bool = False

    def __str__(self) -> str:
        if self.card is None:
            return "out"
        choice = "" if self.adds is None else f"{self.adds:+d}"
        return self.card.code * self.copies + choice + ("!" if self.forgets else "")

    def __repr__(self) -> str:
        return f"Play.parse({str(self)!r})"

    @classmethod
    def parse(cls, word: str) -> Self:
        """Return the play written ``7``, ``A+11``, ``10-10``, ``OOOO``, ``out`` or ``7!``.

        Raises :class:`NotationError` for any other word.
        """
        if word == "out":
            return cls(None)
        body = word.removesuffix("!")
        forgets = body != word
        if body in _WAYS:
            return cls(*_WAYS[body], forgets)
        try:
            return cls(Card.parse(body if body != "?" else ""), forgets=forgets)
        except NotationError:
            allowed = "a card such as 7, -10 or H, A+1, A+11, 10+10, 10-10, OOOO, out, 7! or draw:2"
            message = f"{quoted(word)} is not a play; a play is {allowed}"
            raise NotationError(message, word=word) from None


@dataclass(frozen=True, slots=True)
class LateDraw:
    """The late draw of a seat that forgot to draw, written ``draw:2`` (rule ``forgot-draw``)."""

    seat: int

    def __str__(self) -> str:
        return f"draw:{self.seat}"


OUT = Play(None)
FOUR_ONO99 = Play(Card.ONO99, copies=4)
NUMBER_CARDS = tuple(card for card in Card if card.number is not None)
"""The number cards; the place of each is its number."""

ALONE: dict[Card, tuple[Play, ...]] = {card: (Play(card),) for card in Card} | {Card.UNKNOWN: ()}
"""The play of each card by itself, where no choice belongs to it; none of a hidden card."""

_WAYS = {
    "OOOO": (Card.ONO99, None, 4),
    "A+1": (Card.ACE, 1, 1),
    "A+11": (Card.ACE, 11, 1),
    "10+10": (Card.TEN, 10, 1),
    "10-10": (Card.TEN, -10, 1),
}
"""The card, its value and the copies of each word that is more than a card."""


def parse_play(word: str) -> Play | LateDraw:
    """Return the play or the late draw that a word of the notation says.

    Raises :class:`NotationError` for any other word.
    """
    late = re.fullmatch("draw:([0-9]{1,2})", word)
    return LateDraw(int(late[1])) if late else Play.parse(word)


LATE_DRAW = noun(N_("the late draw"), N_("the late draw"), N_("a late draw"), N_("late draw"))
LAYING_DOWN = noun(
    N_("laying the hand down"), N_("laying the hand down"), N_("laying the hand down")
)


Value = TypeVar("Value")
Hand = tuple[Card, ...]
Hands = tuple[Hand | None, ...]
"""A hand a seat, clockwise from seat 0; None for a player who is out."""


class Direction(StrEnum):
    """The direction of play; the values are the words of the notation."""

    CLOCKWISE = "cw"
    COUNTER_CLOCKWISE = "ccw"

    @property
    def step(self) -> int:
        """The difference to the next seat: 1 or -1."""
        return 1 if self is Direction.CLOCKWISE else -1


class TurnChange(IntEnum):
    """The ways to pass the turn: on, not at all, the other way round, past one player."""

    NEXT = 0
    SAME = 1
    TURNED = 2
    SKIPS = 3


TurnOrder = tuple[tuple[int, ...], ...]
"""The place to move next, by :class:`TurnChange` and by the place to move now.

A place is twice the seat, and one more where play goes counter-clockwise.
"""


@lru_cache(maxsize=1024)
def turn_order(seated: tuple[bool, ...]) -> TurnOrder:
    """Return where the turn goes from every place; ``seated`` says by seat who is still in.

    This is the one place that passes the turn. The direction turns only while more than two
    are in (rules ``reverse``, ``reverse-two-players``, ``99-four`` and ``99-jack``).
    """
    seats = tuple([seat for seat, is_in in enumerate(seated) if is_in])

    def next_place(place: int, change: TurnChange) -> int:
        seat, is_turned = divmod(place, 2)
        if change is TurnChange.SAME or not seats:  # under misread rules all may be out
            return place
        if change is TurnChange.TURNED and len(seats) > 2:
            is_turned = 1 - is_turned
        for _ in range(2 if change is TurnChange.SKIPS else 1):
            seat = next_seat(seats, seat, -1 if is_turned else 1)
        return 2 * seat + is_turned

    places = range(2 * len(seated))
    return tuple(tuple(next_place(place, change) for place in places) for change in TurnChange)


def next_seat(seats: tuple[int, ...], after: int, step: int = 1) -> int:
    """Return the first of ``seats`` after the seat ``after``; -1 goes counter-clockwise."""
    size = max(*seats, after) + 1
    seat = (after + step) % size
    while seat not in seats:
        seat = (seat + step) % size
    return seat


def with_seat(by_seat: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    """Return a copy of a per-seat tuple with one entry replaced."""
    return by_seat[:seat] + (value,) + by_seat[seat + 1 :]


def player_number(hands: Hands, seat: int) -> int:
    """Return the number by which people call the player on a seat; nobody is Player 0.

    Seat 0 is mostly the reader's, who is "you"; to any other reader it is the last player.
    """
    return seat or len(hands)


def still_in(hands: Hands, leaving: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Return the seats still in once these have left."""
    return tuple([s for s, hand in enumerate(hands) if hand is not None and s not in leaving])


def last_left(hands: Hands, leaving: tuple[int, ...]) -> tuple[int, ...]:
    """Return the one seat still in once these have left; empty if it is not one."""
    left = still_in(hands, leaving)
    return left if len(left) == 1 else ()
