"""The cards of the three games: kinds, not copies."""

from enum import Enum

from ono_tutor.errors import NotationError, quoted
from ono_tutor.i18n import N_, Noun, noun


class Card(Enum):
    """A kind of card; the value is its ``code`` in the notation, such as ``-10`` or ``H``.

    Number cards are shared by the three games; their ``number`` is 0 to 10, that of every other
    card None. What a card does is said by a rule set. ``UNKNOWN`` stands for a card that is not
    shown.
    """

    ZERO = "0"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    MINUS_TEN = "-10"
    HOLD = "H"
    REVERSE = "R"
    DOUBLE = "D"
    ONO99 = "O"
    ACE = "A"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    UNKNOWN = "?"

    # Kinds are singletons, so identity is a sound hash, and several times faster than Enum's.
    __hash__ = object.__hash__

    def __init__(self, code: str) -> None:
        self.code = code
        self.number = int(code) if code.isdigit() else None

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card.{self.name}"

    @staticmethod
    def parse(code: str) -> "Card":
        """Return the card with this code.

        Raises :class:`NotationError` for any other word.
        """
        try:
            return Card(code)
        except ValueError:
            known = " ".join(card.code for card in Card)
            message = f"{quoted(code)} is not a card; the cards are {known}"
            raise NotationError(message, word=code) from None


CARD_NAMES: dict[Card, Noun] = {
    Card.ZERO: noun(N_("zero"), N_("the 0"), N_("a 0"), N_("0")),
    Card.ONE: noun(N_("one"), N_("the 1"), N_("a 1"), N_("1")),
    Card.TWO: noun(N_("two"), N_("the 2"), N_("a 2"), N_("2")),
    Card.THREE: noun(N_("three"), N_("the 3"), N_("a 3"), N_("3")),
    Card.FOUR: noun(N_("four"), N_("the 4"), N_("a 4"), N_("4")),
    Card.FIVE: noun(N_("five"), N_("the 5"), N_("a 5"), N_("5")),
    Card.SIX: noun(N_("six"), N_("the 6"), N_("a 6"), N_("6")),
    Card.SEVEN: noun(N_("seven"), N_("the 7"), N_("a 7"), N_("7")),
    Card.EIGHT: noun(N_("eight"), N_("the 8"), N_("an 8"), N_("8")),
    Card.NINE: noun(N_("nine"), N_("the 9"), N_("a 9"), N_("9")),
    Card.TEN: noun(N_("ten"), N_("the 10"), N_("a 10"), N_("10")),
    Card.MINUS_TEN: noun(N_("minus ten"), N_("the Minus Ten"), N_("a Minus Ten"), N_("Minus Ten")),
    Card.HOLD: noun(N_("Hold"), N_("the Hold"), N_("a Hold")),
    Card.REVERSE: noun(N_("Reverse"), N_("the Reverse"), N_("a Reverse")),
    Card.DOUBLE: noun(N_("Double Play"), N_("the Double Play"), N_("a Double Play")),
    Card.ONO99: noun(N_("O'NO 99"), N_("the O'NO 99"), N_("an O'NO 99")),
    Card.ACE: noun(N_("ace"), N_("the ace"), N_("an ace")),
    Card.JACK: noun(N_("jack"), N_("the jack"), N_("a jack")),
    Card.QUEEN: noun(N_("queen"), N_("the queen"), N_("a queen")),
    Card.KING: noun(N_("king"), N_("the king"), N_("a king")),
    Card.UNKNOWN: noun(N_("hidden card"), N_("the hidden card"), N_("a hidden card")),
}
