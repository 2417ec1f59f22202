"""A learner's way through some puzzles: an exercise, and the session that stores its answers.

:class:`Exercise` knows the order of the puzzles and how each went; :class:`Session` stores every
answer of an exercise before its feedback can be shown.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

from ono_tutor.course.answer_store import AnswerRecord, AnswerStore, Occasion
from ono_tutor.course.diagnosis import diagnose
from ono_tutor.game.position import Position
from ono_tutor.game.turn import play
from ono_tutor.i18n import Message
from ono_tutor.puzzles.answer import Check, Mark, Shape, as_words
from ono_tutor.puzzles.bank import set_name
from ono_tutor.puzzles.puzzle import Puzzle, naming
from ono_tutor.rules.book import misconceptions
from ono_tutor.rules.play import LateDraw, Play

Line = tuple[Play | LateDraw, ...]

REMEMBERED = 200
"""How many of the last answers the diagnosis of a learner uses."""


class Exercise:
    """One learner's way through some puzzles.

    The first answer to a puzzle counts. One that was wrong comes back once, after all have been
    seen, but for the last one, which would come back at once.
    A ``line`` is answered play by play: a good start puts the position after the reply on the
    table, and the puzzle is answered at the end of the line. While up to ``expected`` puzzles are
    still to be picked, ``further`` returns the next one, or None for no more; then none comes back
    by itself.
    """

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        if not puzzles:
            raise ValueError("an exercise needs at least one puzzle")
        self.puzzles = tuple(puzzles)
        self.queue = list(puzzles)
        self.further: Callable[[], Puzzle | None] | None = None
        self.expected = 0
        self.place = 0
        self.first_marks: dict[str, Mark] = {}
        self._set_up()

    def _set_up(self) -> None:
        self.hints_shown = 0
        self.line: Line = ()
        self.is_answered = False

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the table."""
        return self.queue[self.place]

    @property
    def position(self) -> Position:
        """The position on the table: the puzzle's, or the one after the line so far."""
        puzzle = self.puzzle
        return play(puzzle.position, *self.line).after if self.line else puzzle.position

    @property
    def is_last(self) -> bool:
        """True if no puzzle follows this one, as far as is known."""
        return self.place == self.length - 1

    @property
    def length(self) -> int:
        """The number of puzzles, as far as is known, including those that come back."""
        return len(self.queue) + self.expected

    @property
    def returning(self) -> int:
        """The number of puzzles that come back once all have been seen."""
        return len(self.queue) - len(self.puzzles)

    @property
    def comes_back(self) -> bool:
        """True if the puzzle on the table is asked once more."""
        return self.puzzle in self.queue[self.place + 1 :]

    @property
    def right_first_time(self) -> int:
        """The number of puzzles that were right at the first answer."""
        return sum(mark is Mark.RIGHT for mark in self.first_marks.values())

    def answer(self, given: object) -> Check:
        """Check an answer to the puzzle on the table, and remember how it went."""
        check = self.puzzle.check(full_line(self.line, given))
        if is_prefix(self.puzzle, check):
            self.line = line_so_far(check)
        elif check.mark in (Mark.RIGHT, Mark.WRONG):
            self._count(check.mark)
        return check

    def give_up(self) -> Check:
        """Return the solution of the puzzle on the table, which comes back if not answered."""
        self._count(Mark.NOT_ATTEMPTED)
        return self.puzzle.solution()

    def _count(self, mark: Mark) -> None:
        is_missed = self.puzzle.id not in self.first_marks and mark is not Mark.RIGHT
        if is_missed and not self.is_last and not self.further:
            self.queue.append(self.puzzle)
        self.first_marks.setdefault(self.puzzle.id, mark)
        self.is_answered, self.line = True, ()

    def hint(self) -> tuple[int, int]:
        """Show one hint more; its number and how many there are."""
        steps = len(self.puzzle.hints)
        self.hints_shown = min(self.hints_shown + 1, steps)
        return self.hints_shown, steps

    def advance(self) -> bool:
        """Put the next puzzle on the table; return False if the exercise is over."""
        if self.expected and self.place == len(self.queue) - 1:
            picked = self.further() if self.further else None
            self.expected = self.expected - 1 if picked else 0
            if picked:
                self.queue.append(picked)
                self.puzzles = (*self.puzzles, picked)
        if self.is_last:
            return False
        self.place += 1
        self._set_up()
        return True

    def resume(self, marks: Iterable[tuple[str, Mark]]) -> None:
        """Go on where an earlier go at the same puzzles stopped: ids and marks in order of time.

        A puzzle that was skipped stays skipped; an id that does not come any more is ignored.
        """
        for name, mark in marks:
            places = range(self.place, len(self.queue))
            place = next((place for place in places if self.queue[place].id == name), None)
            if mark is Mark.MALFORMED or place is None:
                continue
            if place > self.place:
                self.place = place
                self._set_up()
            self._count(mark)


def line_so_far(check: Check) -> Line:
    """Return the plays of a right answer to a ``line``, with the replies to them."""
    answer = check.answer if isinstance(check.answer, tuple) else ()
    plays = tuple(item for item in answer if isinstance(item, Play | LateDraw))
    return plays + check.replies


def full_line(line: Line, given: object) -> object:
    """Return an answer with the plays of the line before it; no answer stays no answer."""
    words = as_words(given) if given is not None else ""
    return f"{as_words(line)}, {words}" if line and words.strip() else given


def is_prefix(puzzle: Puzzle, check: Check) -> bool:
    """Check whether a right answer is only the start of a line."""
    if not (check.is_right and puzzle.shape is Shape.LINE):
        return False
    return not play(puzzle.position, *line_so_far(check)).round_over


class Session:
    """An exercise whose answers are on disk before their feedback can be shown.

    ``name`` distinguishes it in the progress: a session of the same name and puzzles goes on
    where the last one stopped. Without ``progress`` nothing is stored.
    """

    def __init__(
        self,
        puzzles: Sequence[Puzzle],
        progress: AnswerStore | None,
        name: str = "",
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.exercise = Exercise(puzzles)
        self.progress = progress
        self.name = name or set_name(puzzle.id for puzzle in puzzles)
        self.round = 1
        self.last: AnswerRecord | None = None
        self._clock = clock
        self._resume()

    @property
    def notices(self) -> tuple[Message, ...]:
        """Sentences to show to the learner about the progress file."""
        return self.progress.notices if self.progress else ()

    @property
    def lesson(self) -> str:
        """The name under which the answers of this round are stored."""
        return self.name if self.round == 1 else f"{self.name}#{self.round}"

    def answer(self, given: object, *, is_retry: bool = False) -> Check:
        """Check an answer and store it, unless it is the start of a line or empty.

        A second try, before the right answer was shown, is not stored either.
        """
        exercise, puzzle = self.exercise, self.exercise.puzzle
        hints = exercise.hints_shown
        check = exercise.answer(given)
        is_whole = check.mark is not Mark.NOT_ATTEMPTED and not is_prefix(puzzle, check)
        if self.progress and is_whole and not is_retry:
            occasion = Occasion(self._clock(), hints, self.lesson)
            self.last = self.progress.record(puzzle, check, occasion, given).record
        return self.with_diagnosis(check)

    def with_diagnosis(self, check: Check) -> Check:
        """Return a check that names a misconception only if it is probable enough.

        Without stored answers it names the misconceptions that explain this one.
        """
        if check.mark is not Mark.WRONG or self.progress is None:
            return check
        diagnosis = diagnose(self.progress.evidence()[-REMEMBERED:])
        mistakes = (mistake.id for mistake in check.mistakes)
        keys = diagnosis.named(self.exercise.puzzle, check.answer, mistakes)
        return naming(check, [misconceptions()[key] for key in keys], together=True)

    def give_up(self) -> Check:
        """Return the solution of the puzzle on the table; store that it was asked for."""
        exercise, puzzle = self.exercise, self.exercise.puzzle
        occasion = Occasion(self._clock(), exercise.hints_shown, self.lesson)
        check = exercise.give_up()
        if self.progress:
            self.last = self.progress.give_up(puzzle, occasion).record
        return check

    def again(self) -> None:
        """Begin another round through the same puzzles."""
        self.exercise = Exercise(self.exercise.puzzles)
        self.round += 1
        self.last = None

    def _resume(self) -> None:
        """Go on where the last round of this name stopped."""
        if self.progress is None:
            return
        answers = self.progress.answered_in(self.lesson)
        while later := self.progress.answered_in(f"{self.name}#{self.round + 1}"):
            self.round, answers = self.round + 1, later
        self.exercise.resume((record.puzzle, record.mark) for record in answers)
        is_here = answers and answers[-1].puzzle == self.exercise.puzzle.id
        self.last = answers[-1] if is_here and self.exercise.is_answered else None
