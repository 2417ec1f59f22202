"""The time until which an assignment is to be handed in, as it is written in files and links."""

import re
from contextlib import suppress
from datetime import UTC, datetime

from ono_tutor.errors import NotationError, quoted

_DUE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)", re.ASCII)


def checked_due(words: str) -> str:
    """The time, if it is one with its zone, such as ``2026-12-01T18:00:00+01:00``.

    Raises :class:`NotationError` otherwise.
    """
    if _DUE.fullmatch(words):
        with suppress(ValueError, OverflowError):
            datetime.fromisoformat(words).astimezone(UTC)
            return words
    message = f"due is a time such as 2026-12-01T18:00:00+01:00, not {quoted(words)}"
    raise NotationError(message, word=words)
