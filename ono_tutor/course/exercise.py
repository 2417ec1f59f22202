"""An exercise: puzzles one after another, the missed ones again at the end."""

from collections.abc import Iterable, Sequence

from ono_tutor.game.position import Position
from ono_tutor.game.turn import play
from ono_tutor.puzzles.answer import Check, Mark, Shape, as_words
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.play import LateDraw, Play

Line = tuple[Play | LateDraw, ...]


class Exercise:
    """One learner's way through some puzzles.

    The first answer to a puzzle counts; one that was wrong comes back once all have been seen.
    A ``line`` is answered play by play: a good start puts the position after the reply on the
    table, and the puzzle is answered when the line has come to its end.
    """

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        if not puzzles:
            raise ValueError("an exercise needs at least one puzzle")
        self.puzzles = tuple(puzzles)
        self.queue = list(puzzles)
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
        """Whether no puzzle follows this one as things stand."""
        return self.place == len(self.queue) - 1

    @property
    def right_first_time(self) -> int:
        """How many puzzles were right at the first answer."""
        return sum(mark is Mark.RIGHT for mark in self.first_marks.values())

    def answer(self, given: object) -> Check:
        """Check an answer to the puzzle on the table, and remember how it went."""
        check = self.puzzle.check(self._whole(given))
        if goes_on(self.puzzle, check):
            self.line = line_of(check)
        elif check.mark in (Mark.RIGHT, Mark.WRONG):
            self._count(check.mark)
        return check

    def _whole(self, given: object) -> object:
        """The answer, after the plays of a line so far."""
        words = as_words(given) if given is not None else ""
        return f"{as_words(self.line)}, {words}" if self.line and words.strip() else given

    def give_up(self) -> Check:
        """The solution of the puzzle on the table, which comes back if it was not answered yet."""
        self._count(Mark.NOT_ATTEMPTED)
        return self.puzzle.solution()

    def _count(self, mark: Mark) -> None:
        self.first_marks.setdefault(self.puzzle.id, mark)
        if not self.is_answered and mark is not Mark.RIGHT:
            self.queue.append(self.puzzle)
        self.is_answered, self.line = True, ()

    def hint(self) -> tuple[int, int]:
        """Show one hint more; its number and how many there are."""
        steps = len(self.puzzle.hints)
        self.hints_shown = min(self.hints_shown + 1, steps)
        return self.hints_shown, steps

    def advance(self) -> bool:
        """Put the next puzzle on the table; False where the exercise is over."""
        if self.is_last:
            return False
        self.place += 1
        self._set_up()
        return True

    def take_up(self, marks: Iterable[tuple[str, Mark]]) -> None:
        """Go on where an earlier go at the same puzzles stopped: ids and marks in order of time.

        What was skipped stays skipped; an id that does not come any more is passed over.
        """
        for name, mark in marks:
            if mark is Mark.MALFORMED or not self._find(name):
                continue
            self._count(mark)

    def _find(self, name: str) -> bool:
        """Go to the next place where this puzzle stands; False, and stay, where there is none."""
        places = range(self.place, len(self.queue))
        found = next((place for place in places if self.queue[place].id == name), None)
        if found is None:
            return False
        if found > self.place:
            self.place = found
            self._set_up()
        return True


def line_of(check: Check) -> Line:
    """The plays of a right answer to a ``line``, with the replies to them."""
    answer = check.answer if isinstance(check.answer, tuple) else ()
    plays = tuple(item for item in answer if isinstance(item, Play | LateDraw))
    return plays + check.replies


def goes_on(puzzle: Puzzle, check: Check) -> bool:
    """Whether a right answer is the start of a line that has more to it."""
    if not (check.is_right and puzzle.shape is Shape.LINE):
        return False
    return not play(puzzle.position, *line_of(check)).round_over
