"""A play: the card put down, with the choices that belong to it."""

from dataclasses import dataclass
from typing import NamedTuple, Self

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
        body, forgets = (word[:-1], True) if word.endswith("!") else (word, False)
        if body == "OOOO":
            return cls(Card.ONO99, copies=4, forgets=forgets)
        if body in _CHOICES:
            card, adds = _CHOICES[body]
            return cls(card, adds, forgets=forgets)
        try:
            card = Card.parse(body)
        except NotationError:
            allowed = "a card such as 7, -10 or H, A+1, A+11, 10+10, 10-10, OOOO, out, 7! or draw:2"
            message = f"{quoted(word)} is not a play; a play is {allowed}"
            raise NotationError(message, word=word) from None
        if card is Card.UNKNOWN:
            raise NotationError("'?' is a card that is not shown; name the card played", word=word)
        return cls(card, forgets=forgets)


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

ALONE = {card: (Play(card),) for card in Card}
"""The play of each card by itself, where no choice belongs to it."""

_CHOICES = {
    "A+1": (Card.ACE, 1),
    "A+11": (Card.ACE, 11),
    "10+10": (Card.TEN, 10),
    "10-10": (Card.TEN, -10),
}


def parse_play(word: str) -> Play | LateDraw:
    """Return the play or the late draw that a word of the notation says.

    Raises :class:`NotationError` for any other word.
    """
    if not word.startswith("draw:"):
        return Play.parse(word)
    seat = word.removeprefix("draw:")
    if len(seat) > 2 or not (seat.isascii() and seat.isdigit()):
        raise NotationError(f"{quoted(word)}: draw: is followed by a seat, as in draw:2", word=word)
    return LateDraw(int(seat))


LATE_DRAW = noun(N_("the late draw"), N_("the late draw"), N_("a late draw"), N_("late draw"))
LAYING_DOWN = noun(
    N_("laying the hand down"), N_("laying the hand down"), N_("laying the hand down")
)
