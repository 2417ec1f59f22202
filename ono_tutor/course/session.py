"""A sitting with puzzles: which is on the table, how each went, and what comes back.

Every answer is in the store before its feedback can be shown.
"""

from collections.abc import Callable, Sequence
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


class Sitting:
    """One learner's sitting with some puzzles; without a ``store`` nothing is stored.

    ``name`` distinguishes it in the store: a sitting of the same name and puzzles goes on where
    the last one stopped. The first answer to a puzzle counts. One that was wrong comes back once,
    after all have been seen, but for the last one, which would come back at once. With
    ``second_try`` a wrong first answer may be followed by another, which is not stored.
    A ``line`` is answered play by play: a good start puts the position after the reply on the
    table, and the puzzle is answered at the end of the line.

    A subclass may pick ``expected`` more puzzles, one at a time; then none comes back by itself.
    """

    returns_missed = True

    def __init__(
        self,
        puzzles: Sequence[Puzzle],
        store: AnswerStore | None = None,
        name: str = "",
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        *,
        second_try: bool = False,
    ) -> None:
        self.puzzles = tuple(puzzles)
        self.store = store
        self.name = name or set_name(puzzle.id for puzzle in puzzles)
        self.round = 0
        self.expected = 0
        self.has_second_try = second_try
        self._clock = clock
        self.again()
        if store:
            self._resume(store)

    def again(self) -> None:
        """Begin another round through the same puzzles."""
        self.round += 1
        self.queue, self.place = list(self.puzzles), 0
        self.first_marks: dict[str, Mark] = {}
        self.last: AnswerRecord | None = None
        self._put(0)

    def _put(self, place: int) -> None:
        """Put the puzzle in this place of the queue on the table."""
        self.place = place
        self.hints_shown = 0
        self.line: Line = ()
        self.is_answered = self.is_retrying = False
        self.first_check: Check | None = None

    def _resume(self, store: AnswerStore) -> None:
        """Go on where the last round of this name stopped.

        A puzzle that was skipped stays skipped; one that does not come any more is ignored.
        """
        answers = store.answered_in(self.lesson)
        while later := store.answered_in(f"{self.name}#{self.round + 1}"):
            self.round, answers = self.round + 1, later
        for record in answers:
            waiting = [puzzle.id for puzzle in self.queue[self.place :]]
            if record.mark is not Mark.MALFORMED and record.puzzle in waiting:
                if skipped := waiting.index(record.puzzle):
                    self._put(self.place + skipped)
                self._count(record.mark)
        is_here = answers and answers[-1].puzzle == self.puzzle.id
        self.last = answers[-1] if is_here and self.is_answered else None

    # ---- the puzzle on the table ----

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
    def is_closed(self) -> bool:
        """True if the puzzle takes no more answers."""
        return self.is_answered and not self.is_retrying

    @property
    def comes_back(self) -> bool:
        """True if the puzzle on the table is asked once more."""
        return self.puzzle in self.queue[self.place + 1 :]

    def answer(self, given: object) -> Check:
        """Check an answer and store it, unless it is empty, the start of a line or a second try.

        Raises :class:`ValueError` if the puzzle takes no more answers.
        """
        if self.is_closed:
            raise ValueError("the puzzle on the table is answered")
        puzzle, is_second = self.puzzle, self.is_answered
        check = puzzle.check(full_line(self.line, given))
        if is_prefix(puzzle, check):
            self.line = line_so_far(check)
        else:
            if check.mark in (Mark.RIGHT, Mark.WRONG):
                self._count(check.mark)
                self.is_retrying = (
                    self.has_second_try and not is_second and check.mark is Mark.WRONG
                )
            if self.store and not is_second and check.mark is not Mark.NOT_ATTEMPTED:
                self.last = self.store.record(puzzle, check, self._occasion(), given).record
        check = self.with_diagnosis(check)
        if not is_second:
            self.first_check = check
        return check

    def give_up(self) -> Check:
        """Return the solution of the puzzle on the table; store that it was asked for.

        The puzzle comes back if it was not answered.
        """
        self._count(Mark.NOT_ATTEMPTED)
        self.is_retrying = False
        if self.store:
            self.last = self.store.give_up(self.puzzle, self._occasion()).record
        return self.puzzle.solution()

    def recall(self) -> Check | None:
        """Return the check of the answer that the sitting was left after, or None.

        A wrong first answer may have its second try now.
        """
        if self.last is None:
            return None
        if self.last.mark is Mark.NOT_ATTEMPTED:
            return self.puzzle.solution()
        is_first_miss = self.last.mark is Mark.WRONG and self.last.attempt == 1
        self.is_retrying = self.has_second_try and is_first_miss
        self.first_check = self.with_diagnosis(self.puzzle.check(self.last.answer))
        return self.first_check

    def hint(self) -> tuple[int, int]:
        """Show one hint more; its number and how many there are."""
        steps = len(self.puzzle.hints)
        self.hints_shown = min(self.hints_shown + 1, steps)
        return self.hints_shown, steps

    def with_diagnosis(self, check: Check) -> Check:
        """Return a check that names a misconception only if it is probable enough.

        Without stored answers it names the misconceptions that explain this one.
        """
        if check.mark is not Mark.WRONG or self.store is None:
            return check
        diagnosis = diagnose(self.store.history()[-REMEMBERED:])
        mistakes = (mistake.id for mistake in check.mistakes)
        keys = diagnosis.named(self.puzzle, check.answer, mistakes)
        return naming(check, [misconceptions()[key] for key in keys], together=True)

    def _count(self, mark: Mark) -> None:
        is_missed = self.puzzle.id not in self.first_marks and mark is not Mark.RIGHT
        if is_missed and self.returns_missed and not self.is_last:
            self.queue.append(self.puzzle)
        self.first_marks.setdefault(self.puzzle.id, mark)
        self.is_answered, self.line = True, ()

    def _occasion(self) -> Occasion:
        return Occasion(self._clock(), self.hints_shown, self.lesson)

    # ---- the way through the puzzles ----

    @property
    def lesson(self) -> str:
        """The name under which the answers of this round are stored."""
        return self.name if self.round == 1 else f"{self.name}#{self.round}"

    @property
    def notices(self) -> tuple[Message, ...]:
        """Sentences to show to the learner about the progress file."""
        return self.store.notices if self.store else ()

    @property
    def length(self) -> int:
        """The number of puzzles, as far as is known, including those that come back."""
        return len(self.queue) + self.expected

    @property
    def returning(self) -> int:
        """The number of puzzles that come back once all have been seen."""
        return len(self.queue) - len(self.puzzles)

    @property
    def is_last(self) -> bool:
        """True if no puzzle follows this one, as far as is known."""
        return self.place == self.length - 1

    @property
    def right_first_time(self) -> int:
        """The number of puzzles that were right at the first answer."""
        return sum(mark is Mark.RIGHT for mark in self.first_marks.values())

    def advance(self) -> bool:
        """Put the next puzzle on the table; return False if the sitting is over."""
        if self.expected and self.place == len(self.queue) - 1:
            picked = self.pick()
            self.expected = self.expected - 1 if picked else 0
            if picked:
                self.queue.append(picked)
                self.puzzles = (*self.puzzles, picked)
        if self.is_last:
            return False
        self._put(self.place + 1)
        return True

    def pick(self) -> Puzzle | None:
        """Return the next puzzle of a sitting that picks its puzzles, or None for no more."""
        return None


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
