"""Whose progress a table keeps answers in: the file beside the notebook unless another is named."""

from pathlib import Path

from ono_tutor.course.answer_store import AnswerStore
from ono_tutor.course.progress import Progress, my_progress
from ono_tutor.errors import NotationError, quoted, short_repr

HERE = "here"
"""Stands for the progress file beside the notebook."""


def kept_in(progress: AnswerStore | Path | str | None) -> AnswerStore | None:
    """The progress that is meant: one that is open, a file's, or the one beside the notebook.

    Raises :class:`NotationError` for what can be none.
    """
    if progress is None or isinstance(progress, AnswerStore):
        return progress
    return progress_at(progress)


def progress_at(place: object) -> Progress:
    """The progress that is open, in a file, or beside the notebook.

    Raises :class:`NotationError` for what can be none.
    """
    if isinstance(place, Progress):
        return place
    if not isinstance(place, str | Path):
        message = f"progress is a file's name, {quoted(HERE)}, or one that is open, not "
        raise NotationError(f"{message}{short_repr(place)}", word=short_repr(place))
    return my_progress(None if place == HERE else place)
