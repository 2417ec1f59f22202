"""A list in a JSON file, an item a line, to which several programs may add at once; and locks.

A file is replaced whole, under a lock. One that is damaged is renamed, never overwritten, never
deleted, and a new one is begun with the items in it that are whole.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import EINVAL, ENOLCK, EOPNOTSUPP
from pathlib import Path
from typing import Generic, TypeVar

from ono_tutor.atomic_files import (
    OutputError,
    clear_leftovers,
    free_name,
    output_errors,
    read_at_most,
    reason_of,
    sync_folder,
    write_whole,
)
from ono_tutor.errors import FileError, OnoError
from ono_tutor.i18n import N_, Message, _
from ono_tutor.strict_json import JsonError, Limits, check_fields, read_json

T = TypeVar("T")

MOST_BYTES = 100_000_000
"""The largest file that is read."""

PATIENCE = 10.0
"""Seconds that a change waits while another program makes one."""


def format_items(file_format: str, name: str, values: Iterable[object]) -> str:
    """Return values as the text of a file: an object with ``format`` and a list of this name."""
    lines = ",\n".join(json.dumps(value) for value in values)
    return f'{{"format": "{file_format}", "{name}": [\n{lines}\n]}}\n'


def parse_items(raw: bytes, file_format: str, name: str, parse: Callable[[object], T]) -> list[T]:
    """Return the items of a file; raises :class:`JsonError`, which names the item at fault."""
    what = f"a file of {file_format}"
    whole = check_fields(read_json(raw, Limits(MOST_BYTES)), what, ("format", name))
    if whole["format"] != file_format or not isinstance(whole[name], list):
        raise JsonError(f"{what} says so in its format, and has a list of {name}")
    items = []
    for number, value in enumerate(whole[name], 1):
        try:
            items.append(parse(value))
        except OnoError as error:
            message = f"number {number} of the {name}: {error.message}"
            raise JsonError(message, word=error.word) from error
    return items


class ListFile(Generic[T]):
    """The items of a file; ``parse`` reads a value of JSON as an item, ``as_json`` is its reverse.

    Items that cannot be written are ``waiting`` in memory, and are written with the first later
    change that can be.
    """

    def __init__(
        self,
        path: Path,
        file_format: str,
        name: str,
        parse: Callable[[object], T],
        as_json: Callable[[T], object],
    ) -> None:
        self.path = Path(os.path.realpath(path))
        self.waiting: list[T] = []
        self._head, self._parse, self._as_json = (file_format, name), parse, as_json
        self._read_last: tuple[bytes, list[T]] = b"", []
        self._notices: dict[str, Message] = {}

    @property
    def notices(self) -> tuple[Message, ...]:
        """Sentences to show to the learner about the file."""
        return tuple(self._notices.values())

    def items(self) -> list[T]:
        """Return the items, and those that wait; a damaged file is set aside.

        Raises :class:`FileError` if the file cannot be read at present.
        """
        with self._noticing():
            try:
                return [*self._read(), *self.waiting]
            except JsonError:
                return self.change(list)

    def change(self, change: Callable[[list[T]], list[T]]) -> list[T]:
        """Write what the change makes of the items and of those that wait; return it.

        Raises :class:`FileError` if that cannot be; then the file is as it was.
        """
        with self._noticing(), locked(self.path, PATIENCE):
            try:
                items = self._read()
            except JsonError:
                items = []
                self._begin_new()
            count = len(self.waiting)
            items = change([*items, *self.waiting])
            raw = format_items(*self._head, map(self._as_json, items)).encode()
            write_whole(self.path, raw)
            sync_folder(self.path.parent)
            self._read_last = raw, items
            del self.waiting[:count]
        self._notices.pop("unusable", None)
        return items

    def _read(self) -> list[T]:
        """Return the items in the file; raises :class:`JsonError` if it is damaged."""
        raw = read_at_most(self.path, MOST_BYTES) if os.path.lexists(self.path) else b""
        if raw != self._read_last[0]:
            self._read_last = raw, parse_items(raw, *self._head, self._parse) if raw else []
        return self._read_last[1]

    def _begin_new(self) -> None:
        """Rename a damaged file; its whole items wait to be written into a new one."""
        raw, place = read_at_most(self.path, MOST_BYTES), free_name(self.path, "damaged")
        self.path.rename(place)
        whole = []
        for line in raw.splitlines():
            with suppress(OnoError):
                whole.append(self._parse(read_json(line.rstrip(b","))))
        self.waiting[:0] = whole
        fields = {"name": self.path.name, "aside": place.name, "count": len(whole)}
        self._notices["set aside"] = _(_SET_ASIDE, **fields)

    @contextmanager
    def _noticing(self) -> Iterator[None]:
        """Raise what stops a step as a :class:`FileError`; a notice says it until a change."""
        try:
            yield
        except (OSError, OutputError, FileError) as error:
            reason = reason_of(error)
            self._notices["unusable"] = _(_IN_MEMORY, name=self.path.name, reason=reason)
            raise FileError(reason, word=str(self.path)) from error


_SET_ASIDE = N_(
    "The file {name} is damaged, or not of this version of the course. It was set aside as "
    "{aside}, and a new one was begun with what is whole in it ({count})."
)
_IN_MEMORY = N_(
    "The file {name} cannot be used ({reason}). What you do is kept in memory only, until this "
    "program ends; it is written to the file as soon as that is possible."
)


# ---- locks between programs ----


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
        with suppress(OSError):
            path.unlink(missing_ok=True)  # before it is let go, so that no one takes it then
        lock.release()


LOCK = ".ono-in-use"
"""The lock file of a folder while a run lasts; removed at the end, and without meaning after a
kill."""

_NO_LOCKS = (EINVAL, ENOLCK, EOPNOTSUPP)
"""The errors of disks that know no locks, such as some network drives."""
