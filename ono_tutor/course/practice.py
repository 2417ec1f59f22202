"""A practice: puzzles picked from a learner's progress, and why each was picked."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from ono_tutor.course.progress import Progress
from ono_tutor.course.session import Session
from ono_tutor.i18n import Message
from ono_tutor.puzzles.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class PracticeRound:
    """A session of picked puzzles, and by puzzle the reason it was picked."""

    session: Session
    reasons: Mapping[str, Message]


def begin_practice(progress: Progress, count: int, now: datetime) -> PracticeRound:
    """The practice of this day: the one that is not finished yet, else the next.

    The picks hang on what was answered before it was begun, so that it can be shown again and
    goes on. Raises :class:`ValueError` for a time without its zone.
    """
    number = 1
    while True:
        found = _round(progress, count, now, f"practice-{now.astimezone(UTC):%Y-%m-%d}-{number}")
        if not _is_over(found.session):
            return found
        number += 1


def _round(progress: Progress, count: int, now: datetime, name: str) -> PracticeRound:
    begun = next((answered.at for answered in progress.answered_in(name)), "")
    picks = progress.next_puzzles(count, now=now, seed=name, before=begun)
    reasons = {pick.entry.id: pick.reason for pick in picks}
    puzzles = [Puzzle.of(pick.entry) for pick in picks]
    return PracticeRound(Session(puzzles, progress, name, lambda: datetime.now(UTC)), reasons)


def _is_over(session: Session) -> bool:
    exercise = session.exercise
    return exercise.is_answered and exercise.is_last
