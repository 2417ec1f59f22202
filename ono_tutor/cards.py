"""The cards of the three games: kinds, not copies."""

from enum import Enum

from ono_tutor.errors import NotationError, quoted
from ono_tutor.i18n import N_


class Card(Enum):
    """A kind of card; the value is its code in the notation.

    Number cards are shared by the three games; what a card does is said by a rule set.
    ``UNKNOWN`` stands for a card that is not shown.
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

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card.{self.name}"

    @property
    def code(self) -> str:
        """The card's code in the notation, such as ``-10`` or ``H``."""
        return _CODES[self]

    @property
    def number(self) -> int | None:
        """The number printed on a number card, 0 to 10; None for every other card."""
        return _NUMBERS.get(self)

    @staticmethod
    def parse(code: str) -> "Card":
        """Return the card with this code.

        Raises :class:`NotationError` for any other word.
        """
        try:
            return _BY_CODE[code]
        except KeyError:
            known = " ".join(_BY_CODE)
            message = f"{quoted(code)} is not a card; the cards are {known}"
            raise NotationError(message, word=code) from None


_CODES = {card: str(card.value) for card in Card}
_BY_CODE = {code: card for card, code in _CODES.items()}
_NUMBERS = {card: n for n, card in enumerate(list(Card)[:11])}

CARD_NAMES: dict[Card, str] = {
    Card.ZERO: N_("zero"),
    Card.ONE: N_("one"),
    Card.TWO: N_("two"),
    Card.THREE: N_("three"),
    Card.FOUR: N_("four"),
    Card.FIVE: N_("five"),
    Card.SIX: N_("six"),
    Card.SEVEN: N_("seven"),
    Card.EIGHT: N_("eight"),
    Card.NINE: N_("nine"),
    Card.TEN: N_("ten"),
    Card.MINUS_TEN: N_("minus ten"),
    Card.HOLD: N_("Hold"),
    Card.REVERSE: N_("Reverse"),
    Card.DOUBLE: N_("Double Play"),
    Card.ONO99: N_("O'NO 99"),
    Card.ACE: N_("ace"),
    Card.JACK: N_("jack"),
    Card.QUEEN: N_("queen"),
    Card.KING: N_("king"),
    Card.UNKNOWN: N_("hidden card"),
}
