"""Files that are there whole or not at all: written beside, synced, and put in place at once."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from pathlib import Path
from secrets import token_hex
from typing import IO

from ono_tutor.errors import OnoError

LEFTOVER = ".ono-unfinished-"
"""How the name of a file begins while it is being written; a run that was killed leaves it."""


class OutputError(OnoError):
    """A file cannot be written; ``word`` is its path."""

    kind = "output"


class WholeFile:
    """A text in the making, which takes the place of the file of that name only once it is whole.

    ``text`` is written to, in UTF-8; with ``has_mark`` the file begins with a byte order mark.
    """

    def __init__(self, path: Path, *, has_mark: bool = False) -> None:
        self.path = path
        self._beside = path.with_name(f"{LEFTOVER}{token_hex(6)}-{path.name}")
        with told_of(path):
            self.text: IO[str] = self._beside.open(
                "x",
                encoding="utf-8-sig" if has_mark else "utf-8",
                errors="backslashreplace",  # half a character must not end the run
                newline="",
            )

    def finish(self) -> None:
        """See that every byte is on the disk; the file in place is still the old one.

        Raises :class:`OutputError`.
        """
        with told_of(self.path):
            self.text.flush()
            os.fsync(self.text.fileno())
            self.text.close()

    def check(self) -> None:
        """See that the file of that name can be replaced. Raises :class:`OutputError`.

        A folder cannot, and on Windows what another program has open or may not be written.
        """
        with told_of(self.path):
            if self.path.is_dir() and not self.path.is_symlink():
                raise IsADirectoryError(EISDIR, "a folder has that name")
            if os.name == "nt" and self.path.exists():
                self.path.open("r+b").close()

    def put(self) -> None:
        """Put the finished file in place, in one step. Raises :class:`OutputError`."""
        with told_of(self.path):
            self._beside.replace(self.path)

    def drop(self) -> None:
        """Leave the old file as it is; nothing happens once the new one is in place."""
        with suppress(OSError):
            self.text.close()
        with suppress(OSError):
            self._beside.unlink(missing_ok=True)


def put_together(files: Iterable[WholeFile]) -> None:
    """Put finished files in place, once every one of them can be. Raises :class:`OutputError`.

    Each is put in one step; between two of them the program may still be killed, or a disk fail.
    """
    files = tuple(files)
    for file in files:
        file.check()
    for file in files:
        file.put()


def write_whole(path: Path, text: str) -> None:
    """Write one file whole. Raises :class:`OutputError`."""
    file = WholeFile(path)
    try:
        with told_of(path):
            file.text.write(text)
        file.finish()
        file.put()
    except BaseException:
        file.drop()
        raise


def sync_folder(folder: Path) -> None:
    """See that the names of a folder are on the disk, on systems where that can be asked."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def clear_leftovers(folder: Path) -> int:
    """Remove what killed runs have left in a folder; how many files that were."""
    with told_of(folder):
        found = [entry.path for entry in os.scandir(folder) if _is_leftover(entry)]
        for path in found:
            Path(path).unlink(missing_ok=True)
    return len(found)


def _is_leftover(entry: "os.DirEntry[str]") -> bool:
    return entry.name.startswith(LEFTOVER) and entry.is_file(follow_symlinks=False)


@contextmanager
def told_of(path: Path) -> Iterator[None]:
    """What the system says of a file is said with its name, as an :class:`OutputError`."""
    try:
        yield
    except OSError as error:
        message = f"cannot write {path}: {error.strerror or error}"
        raise OutputError(message, word=str(path)) from error
