"""One program at a time writes into a folder: a lock that is gone with its process."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EINVAL, ENOLCK, EOPNOTSUPP
from pathlib import Path

from ono_tutor.atomic_files import OutputError, clear_leftovers, output_errors

LOCK = ".ono-in-use"
"""The file that is held while a run lasts; it is removed at the end, and after a kill means
nothing."""

_NO_LOCKS = (EINVAL, ENOLCK, EOPNOTSUPP)
"""What systems answer where the disk knows no locks, as some of networks do not."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a folder, which is made, and clear what a killed run left in it.

    Raises :class:`OutputError`, at once if another program holds the folder. Where the disk knows
    no locks, nothing is held.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415 - slow to import, and not in a browser

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
