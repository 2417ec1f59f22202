"""Locks between programs: on a file, and on a folder."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EINVAL, ENOLCK, EOPNOTSUPP
from pathlib import Path

from ono_tutor.atomic_files import OutputError, clear_leftovers, output_errors

LOCK = ".ono-in-use"
"""The lock file of a folder while a run lasts; removed at the end, and without meaning after a
kill."""

_NO_LOCKS = (EINVAL, ENOLCK, EOPNOTSUPP)
"""The errors of disks that know no locks, such as some network drives."""


@contextmanager
def locked(path: Path, patience: float) -> Iterator[None]:
    """Let only one program at a time change a file; the lock is gone with its process.

    Raises :class:`OSError` if there can be no lock, or another program holds it for longer
    than ``patience`` seconds.
    """
    from filelock import FileLock  # noqa: PLC0415 - slow to import

    with FileLock(path.with_name(f".{path.name}-lock"), timeout=patience):
        yield


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Make a folder, lock it, and clear what a killed run left in it.

    Raises :class:`OutputError`, at once if another program holds the folder. On a disk that knows
    no locks, nothing is locked.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415 - slow to import

    path = folder / LOCK
    lock = FileLock(path, timeout=0)
    with output_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire()
        except Timeout as error:
            message = f"another run is writing into {folder}; wait until it has ended"
            raise OutputError(message, word=str(folder)) from error
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
    try:
        clear_leftovers(folder)
        yield
    finally:
        if sys.platform != "win32":  # where the lock does it itself
            with suppress(OSError):
                path.unlink(missing_ok=True)  # before it is let go, so that no one takes it then
        lock.release()
