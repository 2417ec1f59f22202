"""A claim about a position, which holds under some rule sets and not under others."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, quoted
from ono_tutor.rules.play import LateDraw, Play, parse_play


class Form(StrEnum):
    """What a claim says; the value is its first word."""

    SURVIVES = "survives"
    MAY = "may"
    TOTAL = "total"
    LOSES = "loses"
    HANDS_ON = "hands-on"
    NEXT = "next"
    OWES = "owes"
    COSTS = "costs"
    DRAWS = "draws"
    LEAVES = "leaves"
    ENDS = "ends"
    DECK = "deck"
    DEALS = "deals"
    SEATS = "seats"


PARTS: Mapping[Form, str] = {
    Form.SURVIVES: "survives",
    Form.MAY: "may PLAY",
    Form.TOTAL: "total PLAY NUMBER",
    Form.LOSES: "loses PLAY",
    Form.HANDS_ON: "hands-on PLAY",
    Form.NEXT: "next PLAY SEAT",
    Form.OWES: "owes PLAY NUMBER",
    Form.COSTS: "costs PLAY SEAT NUMBER",
    Form.DRAWS: "draws PLAY NUMBER",
    Form.LEAVES: "leaves PLAY",
    Form.ENDS: "ends PLAY",
    Form.DECK: "deck CARD NUMBER",
    Form.DEALS: "deals NUMBER",
    Form.SEATS: "seats NUMBER",
}
"""How each form is written."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim, written as ``PARTS`` says, such as ``total -10 0`` or ``next R 2``.

    - ``survives``: the player to move completes this turn for certain.
    - ``may``: this play may be made.
    - ``total``: after it, the total is this number.
    - ``loses``: its player loses the hand, the round or the game by it.
    - ``hands-on``: it hands the double on.
    - ``next``: after it, this seat plays next. ``owes``: who plays next owes so many cards.
    - ``costs``: this seat pays so many chips, or loses or scores so many points, by it.
    - ``draws``: its player draws so many cards after it.
    - ``leaves``: its player is out by it. ``ends``: the hand or the round is over with it.
    - ``deck``: the deck has so many of this card. ``deals``: so many cards are dealt to each.
    - ``seats``: so many players may play.

    ``numbers`` are the seat, if there is one, and the number.
    """

    form: Form
    play: Play | LateDraw | None = None
    card: Card | None = None
    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        named = [str(part) for part in (self.play, self.card) if part is not None]
        return " ".join([self.form.value, *named, *map(str, self.numbers)])

    def __repr__(self) -> str:
        return f"Claim.parse({str(self)!r})"

    @classmethod
    def parse(cls, words: str) -> Self:
        """The claim that the words write down.

        Raises :class:`NotationError`, which names the word at fault.
        """
        first, *rest = words.split() or [""]
        form = next((form for form in Form if form.value == first), None)
        if form is None:
            known = ", ".join(PARTS.values())
            message = f"{quoted(first)} starts no claim; the claims are {known}"
            raise NotationError(message, word=first)
        parts = PARTS[form].split()[1:]
        if len(parts) != len(rest):
            word = rest[len(parts)] if len(rest) > len(parts) else first
            message = f"a claim of {form.value!r} is written as {PARTS[form]}, not {quoted(words)}"
            raise NotationError(message, word=word)
        read = dict(zip(parts, rest, strict=True))
        return cls(
            form,
            parse_play(read["PLAY"]) if "PLAY" in read else None,
            Card.parse(read["CARD"]) if "CARD" in read else None,
            tuple(_number(read[part]) for part in parts if part in ("SEAT", "NUMBER")),
        )


def _number(word: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        raise NotationError(f"{quoted(word)} is not a whole number like 92", word=word)
    return int(word)
