"""The progress of the folder that one works in."""

import os
from functools import cache
from pathlib import Path

from ono_tutor.course.progress import Progress
from ono_tutor.errors import NotationError, quoted, short_repr

NAME = "ono-progress.sqlite"
VARIABLE = "ONO_PROGRESS"
"""The environment variable that may name another file, or another folder."""


def my_progress(path: str | Path | None = None) -> Progress:
    """The progress kept beside the notebook, or in the file named; in a folder, under its name.

    It is opened once in a program, whatever it is called by.
    Raises :class:`NotationError` for what can be no file's name.
    """
    named = path or os.environ.get(VARIABLE) or NAME
    if not isinstance(named, str | Path):
        message = (
            f"a progress file is given by its name, such as {NAME}, not by {short_repr(named)}"
        )
        raise NotationError(message, word=short_repr(named))
    return _opened(_place(str(named)))


def _place(named: str) -> str:
    """The whole name of the file, its links followed."""
    try:
        is_folder = os.path.isdir(named)  # noqa: PTH112  # Path's raises where it may not look
        return os.path.realpath(Path(named, NAME) if is_folder else named)
    except ValueError as error:
        message = f"{quoted(named)} can be no file's name, and a progress file is one"
        raise NotationError(message, word=named) from error


@cache
def _opened(path: str) -> Progress:
    return Progress.open(path)
