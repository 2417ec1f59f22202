"""The progress of the folder that one works in."""

import os
from functools import cache
from pathlib import Path

from ono_tutor.course.progress import Progress

NAME = "ono-progress.sqlite"
VARIABLE = "ONO_PROGRESS"
"""The environment variable that may name another file, or another folder."""


def my_progress(path: str | Path | None = None) -> Progress:
    """The progress kept beside the notebook, or in the file named; in a folder, under its name.

    It is opened once in a program, whatever it is called by.
    """
    named = Path(path or os.environ.get(VARIABLE) or NAME)
    return _opened(os.path.realpath(named / NAME if named.is_dir() else named))


@cache
def _opened(path: str) -> Progress:
    return Progress.open(path)
