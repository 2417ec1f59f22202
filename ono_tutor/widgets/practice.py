"""``Practice``: what was missed, what is due, and what is new, each with the reason."""

from datetime import UTC, datetime
from pathlib import Path

from ono_tutor.course.progress import Progress
from ono_tutor.course.session import begin_practice
from ono_tutor.errors import NotationError, short_repr
from ono_tutor.i18n import lazy_gettext
from ono_tutor.render.answers import Json
from ono_tutor.widgets.quiz import HERE, Quiz, progress_at

MOST = 100
"""Puzzles that one practice may have."""


class Practice(Quiz):
    """The next puzzles to practise, picked from one's progress; each says why it was picked.

    Shown again on the same day it goes on where it stopped, until all are answered; then it
    picks anew. Raises :class:`NotationError` for a count that is not from 1 to 100, for what is
    no progress, and for a time without its zone.
    """

    def __init__(
        self,
        count: int = 8,
        progress: Progress | Path | str = HERE,
        *,
        now: datetime | None = None,
    ) -> None:
        if type(count) is not int or not 1 <= count <= MOST:
            message = f"{short_repr(count)} puzzles cannot be practised; it is 1 to {MOST}"
            raise NotationError(message, word=short_repr(count))
        practice = begin_practice(progress_at(progress), count, _checked(now))
        self.reasons = practice.reasons
        self._begin(practice.session)

    def _finished(self, drawn: Json) -> Json:
        reason = self.reasons.get(self.session.exercise.puzzle.id)
        if reason is None:
            return drawn
        why = lazy_gettext("Why this one: {reason}", reason=reason)
        return drawn | {"lead": " ".join(str(text) for text in (why, drawn["lead"]) if text)}


def _checked(now: object) -> datetime:
    """The time that is given, else the present."""
    if now is None:
        return datetime.now(UTC)
    if not isinstance(now, datetime) or now.tzinfo is None:
        message = f"now is a time with its zone, such as datetime.now(UTC), not {short_repr(now)}"
        raise NotationError(message, word=short_repr(now))
    return now
