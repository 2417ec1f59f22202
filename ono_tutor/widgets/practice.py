"""``Practice``: what was missed, what is due, and what is new, each with the reason."""

from datetime import UTC, datetime
from pathlib import Path

from ono_tutor.course.practice import begin_practice
from ono_tutor.course.progress import Progress
from ono_tutor.errors import NotationError, quoted
from ono_tutor.messages import marked, say
from ono_tutor.render.answers import Json
from ono_tutor.widgets.quiz import HERE, Quiz, progress_at

MOST = 100
"""Puzzles that one practice may have."""


class Practice(Quiz):
    """The next puzzles to practise, picked from one's progress; each says why it was picked.

    Shown again on the same day it goes on where it stopped, until all are answered; then it
    picks anew. Raises :class:`NotationError` for a count that is not from 1 to 100.
    """

    def __init__(
        self,
        count: int = 8,
        progress: Progress | Path | str = HERE,
        *,
        now: datetime | None = None,
    ) -> None:
        if type(count) is not int or not 1 <= count <= MOST:
            message = f"{quoted(str(count))} puzzles cannot be practised; it is 1 to {MOST}"
            raise NotationError(message, word=str(count))
        kept = progress if isinstance(progress, Progress) else progress_at(progress)
        practice = begin_practice(kept, count, now or datetime.now(UTC))
        self.reasons = practice.reasons
        self._begin(practice.session)

    def _finished(self, drawn: Json) -> Json:
        reason = self.reasons.get(self.session.exercise.puzzle.id)
        if reason is None:
            return drawn
        text = marked("Why this one: {reason} {lead}")
        return drawn | {"lead": str(say(text, reason=reason, lead=drawn["lead"]))}
