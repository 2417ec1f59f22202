"""The files of an assignment put into a folder; nothing of other content is written over."""

import os
from collections.abc import Mapping
from pathlib import Path

from ono_tutor.atomic_files import OutputError, output_errors, sync_folder, write_whole


class ClashError(OutputError):
    """Files are there already, and hold something else; ``paths`` are theirs."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        names = ", ".join(map(str, paths))
        verb = "is" if len(paths) == 1 else "are"
        super().__init__(f"{names} {verb} there already, with other content", word=str(paths[0]))
        self.paths = paths


def put_files(folder: Path, files: Mapping[str, bytes], *, force: bool = False) -> None:
    """Put files into a folder, each by its name, whole or not at all; the folder is made.

    Those that are there with the same bytes stay as they are. Raises :class:`ClashError` before
    anything is written where one has other bytes, unless ``force`` is given, and
    :class:`OutputError` where the folder cannot be written to.
    """
    with output_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    due = {path: data for path, data in _paths(folder, files) if not _holds(path, data)}
    clashes = tuple(path for path in due if os.path.lexists(path))
    if clashes and not force:
        raise ClashError(clashes)
    for path, data in due.items():
        write_whole(path, data)
    sync_folder(folder)


def _paths(folder: Path, files: Mapping[str, bytes]) -> list[tuple[Path, bytes]]:
    return [(folder / name, data) for name, data in files.items()]


def _holds(path: Path, data: bytes) -> bool:
    """Whether a file is there with these bytes; what is no file has none."""
    with output_errors(path):
        if not path.is_file() or path.stat().st_size != len(data):
            return False
        return path.read_bytes() == data
