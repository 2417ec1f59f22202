"""What is refused of what was handed in: whose it is, a word for the kind of fault, the reason."""

from enum import StrEnum
from typing import NamedTuple

_START, _END = 120, 180
"""Characters that are told of a long name: so many of its start, and of its end."""


class Cause(StrEnum):
    """Why a file, or a member of an archive, is not taken."""

    OTHER_FILE = "other-file"
    UNSAFE_NAME = "unsafe-name"
    SAME_NAME = "same-name"
    SYMBOLIC_LINK = "symbolic-link"
    SPECIAL_FILE = "special-file"
    VANISHED = "vanished"
    CHANGED = "changed"
    UNREADABLE = "unreadable"
    TOO_BIG = "too-big"
    TOO_MANY = "too-many"
    TOO_DEEP = "too-deep"
    NOT_ZIP = "not-zip"
    TRUNCATED_ZIP = "truncated-zip"
    BROKEN_ZIP = "broken-zip"
    BAD_CRC = "bad-crc"
    ENCRYPTED = "encrypted"
    UNSUPPORTED_METHOD = "unsupported-method"
    ZIP_BOMB = "zip-bomb"


class Refusal(NamedTuple):
    """One thing that is not graded: its name as it is told, the cause in a word, and the reason.

    The name can be printed as it is: :func:`printable_name` made it.
    """

    name: str
    cause: str
    reason: str


class RefusedError(Exception):
    """A file that was found cannot be read after all."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return f"{self.refusal.name}: {self.refusal.reason}"


class FaultError(Exception):
    """What is wrong with bytes or a place, where it is not known yet what they are called."""

    def __init__(self, cause: Cause, reason: str) -> None:
        super().__init__(cause, reason)
        self.cause = cause
        self.reason = reason


def printable_name(name: str) -> str:
    r"""A name that can be printed: what cannot be seen or turns the writing round is spelt out.

    Control characters, escape sequences, bidirectional overrides and bytes that are no UTF-8 are
    written as ``\x1b`` or ``\u202e``; a long name loses its middle.
    """
    text = "".join(map(_seen, _cut(name)))
    return _cut(text)


def _cut(text: str) -> str:
    return text if len(text) <= _START + _END else f"{text[:_START]} … {text[-_END:]}"


def _seen(char: str) -> str:
    """The character, or its spelling where it does not show as itself."""
    if char.isprintable():
        return char
    is_byte = "\udc80" <= char <= "\udcff"  # how Python keeps a byte of a name that is no UTF-8
    return f"\\x{ord(char) & 0xFF:02x}" if is_byte else ascii(char)[1:-1]
