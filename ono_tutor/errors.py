"""The project's errors: one small tree, each with a kind, a message and the word at fault."""

LONGEST_WORD = 60


class OnoError(Exception):
    """Root of every error raised on purpose by this package.

    ``kind`` is the contract's name of the error, ``word`` the piece of input at fault
    (may be empty), ``rule`` the id of the rule point that decides it (may be empty).
    """

    kind = "error"

    def __init__(self, message: str, *, word: str = "", rule: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.word = shorten(word)
        self.rule = rule

    def as_json(self) -> dict[str, dict[str, str]]:
        """The error as the contract's ``{"error": {...}}`` object."""
        fields = {"kind": self.kind, "message": self.message, "word": self.word, "rule": self.rule}
        return {"error": fields}


class NotationError(OnoError):
    """The words cannot be read as a position, a play or an answer."""

    kind = "notation"


class IllegalPlayError(OnoError):
    """The words can be read, and a rule point forbids what they say."""

    kind = "illegal"


class UnanswerableError(OnoError):
    """The position is sound, but too little is known, or too much is asked, to answer."""

    kind = "unanswerable"


def quoted(word: str) -> str:
    """The word in quotes for a message: plain ASCII on one line, cut where it is too long."""
    return ascii(shorten(word))


def short_repr(value: object) -> str:
    """Any value for a message, cut where it is too long: a thing that cannot be shown by its type.

    Python shows no number of thousands of digits, and a class may fail to show itself.
    """
    try:
        return shorten(repr(value))
    except Exception:
        return f"something of the type {type(value).__name__} that cannot be shown"


def shorten(word: str) -> str:
    """The word, cut where it is too long to repeat."""
    return word if len(word) <= LONGEST_WORD else f"{word[: LONGEST_WORD - 3]}..."
