"""The outbox of answers files: a folder, in which nothing is overwritten."""

import os
import re
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple, Protocol

from ono_tutor.atomic_files import OutputError, holds, sync_folder, write_new
from ono_tutor.classroom.assignment import Learner
from ono_tutor.errors import FileError

MOST_LETTERS, MOST_BYTES = 40, 100
"""The most of a name in a file's name: a file system takes 255 bytes in all."""


class Submitted(NamedTuple):
    """An answers file that was put somewhere: its name and its size in bytes.

    ``folder`` is empty for one that was handed to a browser.
    """

    name: str
    folder: str
    size: int


class Outbox(Protocol):
    """Takes answers files."""

    def put(self, name: str, text: str) -> Submitted:
        """Put a file of this name there, or of another if the name is taken by something else.

        Raises :class:`FileError`, which names the reason.
        """

    def look(self, name: str, text: str) -> Submitted | None:
        """Return the file of this name and text, or None if it is gone or changed."""


def file_name(assignment: str, learner: Learner, attempt: int) -> str:
    """Return the name of an answers file, such as ``week-3-ann-lee.json``."""
    letters = re.sub(r"[\W_]+", "-", learner.key)[:MOST_LETTERS]
    word = letters.encode()[:MOST_BYTES].decode("utf-8", "ignore").strip("-") or "learner"
    last = f"-attempt-{attempt}" if attempt > 1 else ""
    return f"{assignment}-{word}{last}.json"


class FolderOutbox:
    """Puts answers files into a folder: each is there whole, and on the disk, or not at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(os.path.realpath(folder))

    def put(self, name: str, text: str) -> Submitted:
        """Write the file, under the next free name if its own is taken by something else."""
        raw = text.encode()
        stem = Path(name).stem or "answers"  # whatever folder another hand put before it
        try:
            for number in count(1):
                placed = f"{stem}.json" if number == 1 else f"{stem}-{number}.json"
                path = self.folder / placed
                if _is_there(path, raw) if os.path.lexists(path) else write_new(path, raw):
                    break
        except OutputError as error:
            message = f"the file {name} cannot be written into {self.folder}: {error.reason}"
            raise FileError(message, word=name) from error
        sync_folder(self.folder)
        return Submitted(placed, str(self.folder), len(raw))

    def look(self, name: str, text: str) -> Submitted | None:
        raw = text.encode()
        is_there = _is_there(self.folder / Path(name).name, raw)
        return Submitted(name, str(self.folder), len(raw)) if is_there else None


def _is_there(path: Path, raw: bytes) -> bool:
    """Check if it is a file with just these bytes, as far as can be seen."""
    with suppress(OutputError):
        return holds(path, raw)
    return False
