"""Files that anybody may have put there: their names, their bytes read to a limit, and refusals."""

import errno
import os
import re
import stat
import unicodedata
from datetime import UTC, datetime
from enum import StrEnum
from typing import BinaryIO, NamedTuple

from ono_tutor import strict_json
from ono_tutor.classroom.submissions.file_names import Arrival, Source
from ono_tutor.puzzles.answer import stamp


class ReadLimits(NamedTuple):
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


LIMITS = ReadLimits()


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


class Submission(NamedTuple):
    """A file that was handed in: its name, its bytes, and when it came, where that is known.

    The name can be printed as it is: :func:`printable_name` made it. A member of an archive has
    the archive's name before its own, with ``>`` between. ``slot`` is whose place in an LMS it is
    from, empty as long as nobody has looked.
    """

    name: str
    raw: bytes
    arrival: Arrival | None = None
    slot: str = ""


class RefusedFile(NamedTuple):
    """One thing that is not graded: its name for people, the cause in a word, and the reason."""

    name: str
    cause: str
    reason: str


class FaultError(Exception):
    """Bytes or a place are at fault, and it is not known here what they are called."""

    def __init__(self, cause: Cause, reason: str) -> None:
        super().__init__(cause, reason)
        self.cause = cause
        self.reason = reason

    def at(self, place: str) -> RefusedFile:
        """Return the refusal of what stands at this place."""
        return RefusedFile(printable_name(place), self.cause, self.reason)


_START, _END = 400, 180
"""Characters that are told of a long name: so many of its start, and of its end.

The start holds the place that an LMS gave to a file, whatever a learner calls what is in it.
"""

_LONGEST_PATH = 4_096
"""Characters of a path on a disk, which is told whole."""


def printable_name(name: str) -> str:
    r"""Spell out what cannot be seen in a name, or turns the writing round, so it can be printed.

    Control characters, escape sequences, bidirectional overrides and bytes that are no UTF-8 are
    written as ``\x1b`` or ``\u202e``; a long name in an archive loses its middle.
    """
    path, is_in, member = name.partition(" > ")
    return f"{_told(path, _LONGEST_PATH)}{is_in}{_told(member, _START)}"


def _told(text: str, start: int) -> str:
    return _cut("".join(map(_seen, _cut(text, start))), start)


def _cut(text: str, start: int) -> str:
    return text if len(text) <= start + _END else f"{text[:start]} … {text[-_END:]}"


def _seen(char: str) -> str:
    """Return the character, or its spelling where it does not show as itself."""
    if char.isprintable():
        return char
    is_byte = "\udc80" <= char <= "\udcff"  # how Python keeps a byte of a name that is no UTF-8
    return f"\\x{ord(char) & 0xFF:02x}" if is_byte else ascii(char)[1:-1]


_LITTER = frozenset({"__macosx", ".ds_store", "thumbs.db", "desktop.ini"})


def parts(name: str) -> tuple[str, ...]:
    """Return the names of a member's folders, and its own, without a ``.`` among them."""
    return tuple(part for part in name.split("/") if part not in ("", "."))


def unsafe(name: str) -> str:
    """Return what makes the name of an archive's member unsafe, empty if nothing does.

    Nothing is ever unpacked to disk, so such a name does no harm here. It is refused because only
    a broken or a hostile archive has one.
    """
    if any(unicodedata.category(char) == "Cc" for char in name):
        return "its name has a control character"
    if "\\" in name:
        return "its name has a backslash"
    if name.startswith("/"):
        return "its name begins at the root of a disk"
    if re.match("[A-Za-z]:", name):
        return "its name begins with the letter of a drive"
    if ".." in parts(name):
        return "its name leads out of the archive"
    return "" if parts(name) or name.endswith("/") else "its name is empty"


def is_litter(name: str) -> bool:
    """Check if an operating system put the file there, and nobody means it."""
    return name.casefold() in _LITTER or name.startswith("._")


def is_hidden(name: str) -> bool:
    """Check if it is a file or a folder that is not shown to people."""
    return name.startswith(".")


def is_answers(name: str) -> bool:
    """Check if the file is taken for an answers file."""
    return name.casefold().endswith(".json")


def is_zip(name: str) -> bool:
    """Check if the file is taken for a zip archive."""
    return name.casefold().endswith(".zip")


_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_BINARY")
)
"""A file that becomes a link or a pipe once it was looked at is neither followed nor waited for."""

_SPECIAL = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFDIR: "a folder",
    stat.S_IFBLK: "a device",
    stat.S_IFCHR: "a device",
}


def arrival_of(path: str) -> Arrival:
    """Return when the file at a path was written, which is at the latest when it came.

    Raises :class:`FaultError` where nothing can be found out.
    """
    try:
        moment = datetime.fromtimestamp(os.lstat(path).st_mtime, UTC)
    except (OSError, ValueError, OverflowError) as error:
        raise fault_of(error) from error
    return Arrival(stamp(moment), Source.DISK)


def mode_of(path: str) -> int:
    """Return the mode of what stands at the path: of the thing itself, not of a link's end.

    Raises :class:`FaultError` where nothing can be found out.
    """
    try:
        return os.lstat(path).st_mode
    except (OSError, ValueError) as error:
        raise fault_of(error) from error


def check_file(mode: int) -> None:
    """Raise :class:`FaultError` for what is no plain file: a link, a pipe, a device, a folder."""
    if stat.S_ISREG(mode):
        return
    if stat.S_ISLNK(mode):
        message = "it is a symbolic link, and none is followed; give the place that it leads to"
        raise FaultError(Cause.SYMBOLIC_LINK, message)
    what = _SPECIAL.get(stat.S_IFMT(mode), "something else")
    raise FaultError(Cause.SPECIAL_FILE, f"it is {what}, not a file")


def open_file(path: str) -> BinaryIO:
    """Return the file at the path, open for reading.

    Raises :class:`FaultError` for what is no plain file, is gone or may not be read.
    """
    check_file(mode_of(path))
    try:
        number = os.open(path, _FLAGS)
    except OSError as error:
        raise fault_of(error) from error
    file = os.fdopen(number, "rb")
    try:
        check_file(os.fstat(number).st_mode)
    except FaultError:
        file.close()
        raise
    return file


def read_plain_file(path: str, most: int) -> bytes:
    """Return the bytes of a file.

    Raises :class:`FaultError` as :func:`open_file` does, for a file that is longer than ``most``,
    and for one that was written to meanwhile.
    """
    with open_file(path) as file:
        try:
            before = os.fstat(file.fileno())
            raw = file.read(min(before.st_size, most) + 1)
            after = os.fstat(file.fileno())
        except OSError as error:
            raise fault_of(error) from error
    if len(raw) > most:
        raise FaultError(Cause.TOO_BIG, f"it is longer than {most:,} bytes, the most that are read")
    if (before.st_size, before.st_mtime_ns) != (len(raw), after.st_mtime_ns):
        raise FaultError(Cause.CHANGED, "it was written to while it was read")
    return raw


def fault_of(error: Exception) -> FaultError:
    """Return what an error of the operating system says of a file."""
    number = getattr(error, "errno", None)
    if number in (errno.ENOENT, errno.ENOTDIR):
        return FaultError(Cause.VANISHED, "it was there, and is gone")
    if number == errno.ELOOP:
        return FaultError(Cause.SYMBOLIC_LINK, "it has become a symbolic link")
    reason = getattr(error, "strerror", None) or type(error).__name__
    return FaultError(Cause.UNREADABLE, f"it cannot be read: {reason}")
