"""The progress of the folder that one works in."""

import os
from functools import cache
from pathlib import Path

from ono_tutor.course.progress import Progress

NAME = "ono-progress.sqlite"


def my_progress(path: str | Path | None = None) -> Progress:
    """The progress kept beside the notebook, or in the file named; one for each file."""
    return _opened(Path(path or os.environ.get("ONO_PROGRESS") or NAME).resolve())


@cache
def _opened(path: Path) -> Progress:
    return Progress.open(path)
