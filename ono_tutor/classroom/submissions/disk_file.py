"""Files on disk that anybody may have put there: opened only if they are files, read to a limit."""

import errno
import os
import stat
from typing import BinaryIO

from ono_tutor.classroom.submissions.refusal import Cause, FaultError

_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_BINARY")
)
"""A file that becomes a link or a pipe once it was looked at is neither followed nor waited for."""

_IS_GONE = frozenset({errno.ENOENT, errno.ENOTDIR})


def mode_of(path: str) -> int:
    """What stands at the path, as ``stat`` tells it of the thing itself, not of a link's end.

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
    raise FaultError(Cause.SPECIAL_FILE, f"it is {_what(mode)}, not a file")


def open_file(path: str) -> BinaryIO:
    """The file at the path, open for reading.

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


def read_file(path: str, most: int) -> bytes:
    """The bytes of a file.

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
    """What an error of the operating system says of a file."""
    number = getattr(error, "errno", None)
    if number in _IS_GONE:
        return FaultError(Cause.VANISHED, "it was there, and is gone")
    if number == errno.ELOOP:
        return FaultError(Cause.SYMBOLIC_LINK, "it has become a symbolic link")
    reason = getattr(error, "strerror", None) or type(error).__name__
    return FaultError(Cause.UNREADABLE, f"it cannot be read: {reason}")


def _what(mode: int) -> str:
    named = {
        stat.S_IFIFO: "a named pipe",
        stat.S_IFSOCK: "a socket",
        stat.S_IFDIR: "a folder",
        stat.S_IFBLK: "a device",
        stat.S_IFCHR: "a device",
    }
    return named.get(stat.S_IFMT(mode), "something else")
