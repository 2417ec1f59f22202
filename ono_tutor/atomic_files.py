"""Files that are there whole or not at all: written beside, synced, and put in place at once.

:func:`write_whole` replaces a file and :func:`write_new` never does; a :class:`WholeFile` is for
what is written piece by piece, :func:`put_together` for several files that belong together, and
:func:`put_files` for a folder in which nothing of other content is written over. What anybody may
have written is read by :func:`read_limited`.
"""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import EISDIR
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Self

from ono_tutor.errors import FileError, OnoError

LEFTOVER = ".ono-unfinished-"
"""How the name of a file begins while it is being written; a run that was killed leaves it."""


class OutputError(OnoError):
    """A file cannot be written; ``word`` is its path."""

    kind = "output"


def reason_of(error: Exception) -> str:
    """Return the system's message, without a file's name, or else that of the error."""
    return getattr(error.__cause__ or error, "strerror", None) or str(error)


class WholeFile:
    """A file in the making, which takes the place of the one of that name only once it is whole.

    ``text`` is written to, in UTF-8; with ``has_mark`` the file begins with a byte order mark.
    A ``with`` leaves nothing of a file that was not put. Every method but :meth:`drop` raises
    :class:`OutputError` where the system refuses.
    """

    def __init__(self, path: Path, *, has_mark: bool = False) -> None:
        self.path = path
        self._beside = path.with_name(f"{LEFTOVER}{token_hex(8)}")
        with output_errors(path):
            self.text = self._beside.open(
                "x",
                encoding="utf-8-sig" if has_mark else "utf-8",
                errors="backslashreplace",  # half a character must not end the run
                newline="",
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.drop()

    def finish(self) -> None:
        """See that every byte is on the disk; the file in place is still the old one."""
        with output_errors(self.path):
            self.text.flush()
            os.fsync(self.text.fileno())
            self.text.close()

    def check(self) -> None:
        """See that the file of that name can be replaced: a folder cannot."""
        with output_errors(self.path):
            if self.path.is_dir() and not self.path.is_symlink():
                raise IsADirectoryError(EISDIR, "a folder has that name")

    def put(self) -> None:
        """Put the finished file in place, in one step, with the rights that the old one had."""
        with output_errors(self.path):
            with suppress(OSError):  # no old file, or a drive without rights
                mode = self.path.lstat().st_mode
                if stat.S_ISREG(mode):
                    self._beside.chmod(stat.S_IMODE(mode))
            self._beside.replace(self.path)

    def put_new(self) -> bool:
        """Put the finished file in place if nothing has that name, in one step; else False."""
        with output_errors(self.path):
            try:
                self.path.hardlink_to(self._beside)
            except FileExistsError:
                return False
            except OSError:  # a drive without links
                if os.path.lexists(self.path):
                    return False
                self._beside.replace(self.path)
        return True

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


def read_limited(path: Path, most: int) -> bytes:
    """Return the bytes of a file, or one more than ``most`` of them where it is longer.

    Raises :class:`OSError`.
    """
    with path.open("rb") as file:
        return file.read(most + 1)


def read_at_most(path: Path, most: int, *, may_be_pipe: bool = False) -> bytes:
    """Return the bytes of a file of at most ``most`` bytes.

    Raises :class:`FileError`, which names the reason and not the file.
    """
    try:
        if not may_be_pipe and os.path.lexists(path) and not (path.is_file() or path.is_dir()):
            raise FileError("it is a pipe or a device, and no file")
        raw = read_limited(path, most)
    except (OSError, ValueError) as error:
        raise FileError(reason_of(error)) from error
    if len(raw) > most:
        raise FileError(f"it is longer than {most} bytes, the most that are read")
    return raw


def write_whole(path: Path, data: str | bytes) -> None:
    """Write one file whole, in the place of an old one. Raises :class:`OutputError`.

    The name is on the disk for sure once its folder is synced (:func:`sync_folder`).
    """
    with _written(path, data) as file:
        file.put()


def write_new(path: Path, data: str | bytes) -> bool:
    """Write a file that is not there yet, whole; False where something has that name.

    Raises :class:`OutputError`.
    """
    with _written(path, data) as file:
        return file.put_new()


@contextmanager
def _written(path: Path, data: str | bytes) -> Iterator[WholeFile]:
    """Give a finished file that holds these data and is not in place yet."""
    with WholeFile(path) as file:
        with output_errors(path):
            if isinstance(data, bytes):
                file.text.buffer.write(data)
            else:
                file.text.write(data)
        file.finish()
        yield file


def put_files(folder: Path, files: Mapping[str, bytes], *, force: bool = False) -> None:
    """Put files into a folder, each by its name, whole or not at all; the folder is made.

    Those that are there with the same bytes stay as they are. Raises :class:`.FileError` before
    anything is written where one has other bytes, unless ``force`` is given, and
    :class:`OutputError` where the folder cannot be written to.
    """
    with output_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    due = {folder / name: data for name, data in files.items() if not holds(folder / name, data)}
    clashes = tuple(path for path in due if os.path.lexists(path))
    if clashes and not force:
        verb = "is" if len(clashes) == 1 else "are"
        message = f"{', '.join(map(str, clashes))} {verb} there already, with other content"
        raise FileError(message, word=str(clashes[0]))
    for path, data in due.items():
        write_whole(path, data)
    sync_folder(folder)


def holds(path: Path, data: bytes) -> bool:
    """Check that a file is there with these bytes; what is no file has none."""
    with output_errors(path):
        if not path.is_file() or path.stat().st_size != len(data):
            return False
        return path.read_bytes() == data


def free_name(path: Path, word: str) -> Path:
    """Return a name beside a file that nothing has: its own with a word, and perhaps a number."""
    numbered = (f"{word}-{number}" if number > 1 else word for number in count(1))
    places = (path.with_name(f"{path.stem}-{last}{path.suffix}") for last in numbered)
    return next(place for place in places if not os.path.lexists(place))


def sync_folder(folder: Path) -> None:
    """See that the names of a folder are on the disk, on systems where that can be asked."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def clear_leftovers(folder: Path) -> int:
    """Remove what killed runs have left in a folder; return how many files that were."""
    with output_errors(folder):
        found = [
            Path(entry.path)
            for entry in os.scandir(folder)
            if entry.name.startswith(LEFTOVER) and entry.is_file(follow_symlinks=False)
        ]
        for path in found:
            path.unlink(missing_ok=True)
    return len(found)


@contextmanager
def output_errors(path: Path) -> Iterator[None]:
    """Raise what the system says of a file as an :class:`OutputError` that names the file."""
    try:
        yield
    except OSError as error:
        message = f"cannot write {path}: {error.strerror or error}"
        raise OutputError(message, word=str(path)) from error
