"""A sitting: an exercise, and the progress that each of its answers is kept in."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from hashlib import sha256

from ono_tutor.course.answered import Answered, Occasion
from ono_tutor.course.exercise import Exercise, goes_on
from ono_tutor.course.keeping import Keeping
from ono_tutor.i18n import Message
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.puzzle import Puzzle


def _now() -> datetime:
    return datetime.now(UTC)


class Session:
    """An exercise whose answers are on disk before their feedback can be shown.

    ``name`` tells it from others in the progress: a session of the same name and puzzles goes on
    where the last one stopped. Without ``progress`` nothing is kept. ``notices`` are sentences
    that the learner has to be told of the progress file.
    """

    def __init__(
        self,
        puzzles: Sequence[Puzzle],
        progress: Keeping | None,
        name: str = "",
        clock: Callable[[], datetime] = _now,
    ) -> None:
        self.exercise = Exercise(puzzles)
        self.progress = progress
        self.name = name or name_of(puzzles)
        self.round = 1
        self.last: Answered | None = None
        self._clock = clock
        self._take_up()

    @property
    def notices(self) -> tuple[Message, ...]:
        """What the learner has to be told of the progress file."""
        return self.progress.notices if self.progress else ()

    @property
    def lesson(self) -> str:
        """What the answers of this round are kept under."""
        return self.name if self.round == 1 else f"{self.name}#{self.round}"

    def answer(self, given: object) -> Check:
        """Check an answer and keep it, unless it is the start of a line or none at all."""
        exercise, puzzle = self.exercise, self.exercise.puzzle
        hints = exercise.hints_shown
        check = exercise.answer(given)
        is_whole = check.mark is not Mark.NOT_ATTEMPTED and not goes_on(puzzle, check)
        if self.progress and is_whole:
            occasion = Occasion(self._clock(), hints, self.lesson)
            self.last = self.progress.record(puzzle, check, occasion, given).answered
        return check

    def give_up(self) -> Check:
        """The solution of the puzzle on the table; that it was asked for is kept."""
        exercise, puzzle = self.exercise, self.exercise.puzzle
        occasion = Occasion(self._clock(), exercise.hints_shown, self.lesson)
        check = exercise.give_up()
        if self.progress:
            self.last = self.progress.give_up(puzzle, occasion).answered
        return check

    def again(self) -> None:
        """Begin another round through the same puzzles."""
        self.exercise = Exercise(self.exercise.puzzles)
        self.round += 1
        self.last = None

    def _take_up(self) -> None:
        """Go on where the last round of this name stopped."""
        if self.progress is None:
            return
        found = self.progress.answered_in(self.lesson)
        while further := self.progress.answered_in(f"{self.name}#{self.round + 1}"):
            self.round, found = self.round + 1, further
        self.exercise.take_up((answered.puzzle, answered.mark) for answered in found)
        is_here = found and found[-1].puzzle == self.exercise.puzzle.id
        self.last = found[-1] if is_here and self.exercise.is_answered else None


def name_of(puzzles: Sequence[Puzzle]) -> str:
    """A name for puzzles that have none in common: a digest of their ids."""
    ids = "\n".join(puzzle.id for puzzle in puzzles)
    return f"puzzles-{sha256(ids.encode()).hexdigest()[:10]}"
