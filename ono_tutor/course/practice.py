"""A practice round: puzzles one after another, the missed ones again at the end."""

from collections.abc import Sequence

from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.puzzle import Puzzle


class Practice:
    """One learner's round through some puzzles.

    The first answer to a puzzle counts; one that was wrong comes back once all have been seen.
    """

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        if not puzzles:
            raise ValueError("a practice round needs at least one puzzle")
        self.puzzles = tuple(puzzles)
        self.queue = list(puzzles)
        self.place = 0
        self.hints_shown = 0
        self.first_marks: dict[str, Mark] = {}
        self._answered = False

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the table."""
        return self.queue[self.place]

    @property
    def is_last(self) -> bool:
        """Whether no puzzle follows this one as things stand."""
        return self.place == len(self.queue) - 1

    @property
    def is_answered(self) -> bool:
        """Whether the puzzle on the table has been answered."""
        return self._answered

    @property
    def right_first_time(self) -> int:
        """How many puzzles were right at the first answer."""
        return sum(mark is Mark.RIGHT for mark in self.first_marks.values())

    def answer(self, word: str) -> Check:
        """Check an answer to the puzzle on the table, and remember how it went."""
        check = self.puzzle.check(word)
        if check.mark in (Mark.RIGHT, Mark.WRONG):
            self.first_marks.setdefault(self.puzzle.id, check.mark)
            if not self._answered and check.mark is Mark.WRONG:
                self.queue.append(self.puzzle)
            self._answered = True
        return check

    def give_up(self) -> Check:
        """The solution of the puzzle on the table, which comes back if it was not answered yet."""
        if not self._answered:
            self.first_marks.setdefault(self.puzzle.id, Mark.NOT_ATTEMPTED)
            self.queue.append(self.puzzle)
            self._answered = True
        return self.puzzle.solution()

    def hint(self) -> tuple[int, int]:
        """Show one hint more; its number and how many there are."""
        steps = len(self.puzzle.hints)
        self.hints_shown = min(self.hints_shown + 1, steps)
        return self.hints_shown, steps

    def advance(self) -> bool:
        """Put the next puzzle on the table; False where the round is over."""
        if self.is_last:
            return False
        self.place += 1
        self.hints_shown = 0
        self._answered = False
        return True
