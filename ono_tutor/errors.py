"""The project's errors: one small tree, each with a kind, a message and the word at fault."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

LONGEST_WORD = 60
"""The most characters of a value that a message repeats."""


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
        """Return the error as the contract's ``{"error": {...}}`` object."""
        fields = {"kind": self.kind, "message": self.message, "word": self.word, "rule": self.rule}
        return {"error": fields}


class NotationError(OnoError, ValueError):
    """The words cannot be read as a position, a play or an answer."""

    kind = "notation"


class IllegalPlayError(OnoError):
    """The words can be read, and a rule point forbids what they say."""

    kind = "illegal"


class UnanswerableError(OnoError):
    """The position is sound, but too little is known, or too much is asked, to answer."""

    kind = "unanswerable"


class FileError(OnoError):
    """A file or folder cannot be used: it is missing, unreadable or not what is expected."""

    kind = "file"


@contextmanager
def errors_at(place: object) -> Iterator[None]:
    """Raise our errors and the system's as :class:`FileError`, their message after the place."""
    try:
        yield
    except OnoError as error:
        raise FileError(f"{place}: {error.message}", word=error.word) from error
    except OSError as error:
        message = f"cannot read {place}: {error.strerror or error}"
        raise FileError(message, word=str(place)) from error


def check_known(known: Iterable[str], word: str, is_none: str) -> None:
    """Check that a word is one of those known.

    Raises :class:`NotationError` for any other: ``is_none`` says what the word is not, and leads on
    to the words that there are.
    """
    names = tuple(known)
    if word not in names:
        raise NotationError(f"{quoted(word)} {is_none} {', '.join(names)}", word=word)


def quoted(word: str) -> str:
    """Return the word in quotes for a message: on one line, all of it seen, cut if too long."""
    return repr(shorten(word))


def visible(text: str) -> str:
    """Return the text with every character that cannot be seen written out, as an escape."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def shorten(word: str) -> str:
    """Return the word, cut if it is too long to repeat."""
    return word if len(word) <= LONGEST_WORD else f"{word[: LONGEST_WORD - 3]}..."


def short_repr(value: object) -> str:
    """Return any value as a message may show it, cut if it is too long.

    A value that fails to show itself is told by its type: a class of another, or a number of
    thousands of digits.
    """
    try:
        return shorten(repr(value))
    except Exception:
        return f"something of the type {type(value).__name__} that cannot be shown"
