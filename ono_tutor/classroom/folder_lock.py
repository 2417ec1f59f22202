"""One program at a time writes into a folder: a lock that is gone with its process."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EAGAIN, EDEADLK
from pathlib import Path

from ono_tutor.classroom.whole_file import OutputError, told_of

LOCK = ".ono-in-use"
"""The file that is held while a run lasts; it is removed at the end, and after a kill means
nothing."""

_HELD = (EACCES, EAGAIN, EDEADLK)
"""What systems answer where another program holds the lock."""


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder that is there. Raises :class:`OutputError` at once if another program does.

    Where the disk knows no locks, as some of networks do not, nothing is held.
    """
    path = folder / LOCK
    handle = _locked(path)
    try:
        yield
    finally:
        # Elsewhere than on Windows the name goes first, so that no one takes what is let go.
        if sys.platform != "win32":
            with suppress(OSError):
                path.unlink(missing_ok=True)
        os.close(handle)
        if sys.platform == "win32":
            with suppress(OSError):
                path.unlink(missing_ok=True)


def _locked(path: Path) -> int:
    """A handle of the lock's file, which is the one that bears the name."""
    while True:
        with told_of(path.parent):
            handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        try:
            _lock(handle)
        except OSError as error:
            if error.errno in _HELD:
                os.close(handle)
                message = f"another run is writing into {path.parent}; wait until it has ended"
                raise OutputError(message, word=str(path.parent)) from error
        if _is_at(path, handle):
            return handle
        os.close(handle)


def _is_at(path: Path, handle: int) -> bool:
    """Whether the handle's file still bears the name; the run before may have removed it."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - only there

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    elif sys.platform != "emscripten":  # one program, and no locks
        import fcntl  # noqa: PLC0415 - not everywhere

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
