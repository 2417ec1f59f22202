"""Where an answers file is, and what is refused: whose it is, a word for the cause, the reason."""

from enum import StrEnum
from typing import NamedTuple, Self

from ono_tutor import strict_json


class Limits(NamedTuple):
    """The most that is read; sizes in bytes.

    ``archive`` is that of an archive on disk, ``inner`` that of one in another once it is
    unpacked, ``depth`` how many archives may stand round that; ``unpacked`` and ``members_in_all``
    are of an archive on disk with all that are in it. ``ratio`` is how many times longer than
    packed a member may be before its size is taken for an attack and not for a mistake.
    """

    answers: int = strict_json.LIMITS.most_bytes
    archive: int = 500_000_000
    members: int = 50_000
    directory: int = 20_000_000
    inner: int = 50_000_000
    depth: int = 2
    unpacked: int = 1_000_000_000
    members_in_all: int = 200_000
    ratio: int = 100
    folders: int = 50


LIMITS = Limits()


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


class RefusedFile(NamedTuple):
    """One thing that is not graded: its name, the cause in a word, and the reason.

    The name can be printed as it is: :func:`printable_name` made it.
    """

    name: str
    cause: str
    reason: str


class RefusedError(Exception):
    """A file that was found cannot be read after all."""

    def __init__(self, refusal: RefusedFile) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return f"{self.refusal.name}: {self.refusal.reason}"


class FaultError(Exception):
    """Bytes or a place are at fault, and it is not known here what they are called."""

    def __init__(self, cause: Cause, reason: str) -> None:
        super().__init__(cause, reason)
        self.cause = cause
        self.reason = reason


class Source(NamedTuple):
    """A file on disk, or by ``members`` what is in it: a member, or a member's member."""

    path: str
    members: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What the teacher is told: it can be printed as it is."""
        return printable_name(" > ".join((self.path, *self.members)))

    def inside(self, member: str) -> Self:
        """Return what is in this archive under this name."""
        return self._replace(members=(*self.members, member))

    def refused(self, fault: FaultError) -> RefusedFile:
        """Return the refusal of this for a fault."""
        return RefusedFile(self.name, fault.cause, fault.reason)


_START, _END = 120, 180
"""Characters that are told of a long name: so many of its start, and of its end."""


def printable_name(name: str) -> str:
    r"""Spell out what cannot be seen in a name, or turns the writing round, so it can be printed.

    Control characters, escape sequences, bidirectional overrides and bytes that are no UTF-8 are
    written as ``\x1b`` or ``\u202e``; a long name loses its middle.
    """
    return _cut("".join(map(_seen, _cut(name))))


def _cut(text: str) -> str:
    return text if len(text) <= _START + _END else f"{text[:_START]} … {text[-_END:]}"


def _seen(char: str) -> str:
    """Return the character, or its spelling where it does not show as itself."""
    if char.isprintable():
        return char
    is_byte = "\udc80" <= char <= "\udcff"  # how Python keeps a byte of a name that is no UTF-8
    return f"\\x{ord(char) & 0xFF:02x}" if is_byte else ascii(char)[1:-1]
