"""Where an answers file goes: a folder, in which nothing is ever written over."""

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple, Protocol

from ono_tutor.atomic_files import LEFTOVER, sync_folder
from ono_tutor.classroom.learner import Learner
from ono_tutor.errors import OnoError

MOST_LETTERS, MOST_BYTES = 40, 100
"""How much of a name stands in a file's name: a file system takes 255 bytes in all."""


class OutboxError(OnoError):
    """An answers file could not be written."""

    kind = "hand-in"


class Placed(NamedTuple):
    """An answers file where it was put: its name and its size in bytes.

    ``folder`` is empty where it was handed to a browser.
    """

    name: str
    folder: str
    size: int


class Outbox(Protocol):
    """Takes answers files."""

    def put(self, name: str, text: str) -> Placed:
        """Put a file of this name there, or of another if the name is taken by something else.

        Raises :class:`OutboxError`, which names the reason.
        """

    def look(self, name: str, text: str) -> Placed | None:
        """The file of this name and text, None where it is there no more."""


def file_name(assignment: str, learner: Learner, attempt: int) -> str:
    """The name of an answers file, such as ``week-3-ann-lee.json``."""
    letters = re.sub(r"[\W_]+", "-", learner.key)[:MOST_LETTERS]
    word = letters.encode()[:MOST_BYTES].decode("utf-8", "ignore").strip("-") or "learner"
    last = f"-attempt-{attempt}" if attempt > 1 else ""
    return f"{assignment}-{word}{last}.json"


class FolderOutbox:
    """Puts answers files into a folder: each is there whole, and on the disk, or not at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(os.path.realpath(folder))

    def put(self, name: str, text: str) -> Placed:
        """Write the file; under the next free name where the name is taken by something else."""
        raw = text.encode()
        try:
            found = next(each for each in _names(name) if self._has(each, raw))
        except OSError as error:
            reason = error.strerror or str(error)
            message = f"the file {name} cannot be written into {self.folder}: {reason}"
            raise OutboxError(message, word=name) from error
        return Placed(found, str(self.folder), len(raw))

    def look(self, name: str, text: str) -> Placed | None:
        raw = text.encode()
        is_there = _holds(self.folder / Path(name).name, raw)
        return Placed(name, str(self.folder), len(raw)) if is_there else None

    def _has(self, name: str, raw: bytes) -> bool:
        """Whether this very file is there now; it is written where there is none of the name."""
        path = self.folder / name
        return _holds(path, raw) if os.path.lexists(path) else _written(path, raw)


def _names(name: str) -> Iterator[str]:
    stem = Path(name).stem or "answers"  # whatever folder another hand put before it
    yield f"{stem}.json"
    yield from (f"{stem}-{number}.json" for number in count(2))


def _holds(path: Path, raw: bytes) -> bool:
    """Whether it is a file with just these bytes."""
    try:
        is_alike = path.is_file() and path.stat().st_size == len(raw)
        return is_alike and path.read_bytes() == raw
    except OSError:
        return False


def _written(path: Path, raw: bytes) -> bool:
    """Write a new file, whole and on the disk; False where another was quicker."""
    handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=LEFTOVER)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        _open_up(Path(scratch))
        return _moved(Path(scratch), path)
    finally:
        Path(scratch).unlink(missing_ok=True)


def _open_up(path: Path) -> None:
    """Let others read the file as they read any new one: a scratch file is the owner's alone."""
    mask = os.umask(0)
    os.umask(mask)
    with suppress(OSError, NotImplementedError):  # a drive without rights
        path.chmod(0o666 & ~mask)


def _moved(scratch: Path, path: Path) -> bool:
    """Give the file its name if that is free; False where it is not."""
    try:
        path.hardlink_to(scratch)
    except FileExistsError:
        return False
    except (OSError, NotImplementedError):  # a drive without links
        if os.path.lexists(path):
            return False
        scratch.replace(path)
    sync_folder(path.parent)
    return True
