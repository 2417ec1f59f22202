"""A learner's seat at an assignment: the answers and the notes that are the learner's own."""

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.homework.desk import MOST_NUMBER, Desk, Note, What
from ono_tutor.classroom.homework.given import Clock, Given
from ono_tutor.classroom.learner import Learner
from ono_tutor.course.answer_store import AnswerStore
from ono_tutor.course.answered import Answered, stamp
from ono_tutor.course.session import Line
from ono_tutor.errors import OnoError
from ono_tutor.game.turn import play


class Seat:
    """What one learner has answered, begun and handed in at one assignment.

    ``puzzles`` are the learner's, by their ids in order.
    """

    def __init__(
        self,
        assignment: Assignment,
        learner: Learner,
        answers: AnswerStore,
        desk: Desk,
        clock: Clock,
    ) -> None:
        self.learner = learner
        self.puzzles = {puzzle.id: puzzle for puzzle in assignment.puzzles_of(learner)}
        self._assignment, self._desk, self._clock = assignment.id, desk, clock
        lessons = f"{assignment.id}#{{}}#{learner.key}"
        self.given = Given(lessons, self.puzzles, answers, clock)
        self.refresh()

    def refresh(self) -> None:
        """Take over what was answered meanwhile, in another window perhaps."""
        for attempt in range(1, self.attempt + 1):
            self.given.refresh(attempt)

    @property
    def attempt(self) -> int:
        """At which attempt the learner is, counted from 1."""
        return self._desk.attempt(self._assignment, self.learner)

    @property
    def handed_in(self) -> Note | None:
        """When this attempt was handed in, and under which name."""
        return self._note(What.HANDED_IN, str(self.attempt))

    def answers(self, puzzle: str = "") -> list[Answered]:
        """The answers of this attempt, or those to one puzzle, in the order of time."""
        return self.given.of(self.attempt, puzzle)

    # ---- notes ----

    def hints(self, puzzle: str) -> int:
        """How many hints to a puzzle were shown."""
        note = self._note(What.HINTS, puzzle)
        return note.number if note else 0

    def line(self, puzzle: str) -> Line:
        """The line so far: the plays made, and the replies, since the last answer."""
        note, given = self._note(What.BEGUN, puzzle), self.answers(puzzle)
        if note is None or self.handed_in or (given and given[-1].at >= note.at):
            return ()
        position = self.puzzles[puzzle].position
        try:
            line = tuple(map(position.rules.read_play, note.words.split()))
            play(position, *line)
        except OnoError:  # another hand wrote it
            return ()
        return line

    def show_hints(self, puzzle: str, number: int) -> None:
        """Note how many hints to a puzzle were shown."""
        self._add(What.HINTS, puzzle=puzzle, number=number)

    def begin(self, puzzle: str, line: Line) -> None:
        """Note how far a line has come."""
        self._add(What.BEGUN, puzzle=puzzle, words=" ".join(map(str, line)))

    def hand_in(self, file: str) -> None:
        """Note that this attempt is handed in, under the name of a file; or under another."""
        before, attempt = self.handed_in, self.attempt
        if before is None or before.words != file:
            at = before.at if before else ""
            self._add(What.HANDED_IN, number=attempt, words=file, at=at)

    @property
    def is_last(self) -> bool:
        """Whether no number is left for another attempt."""
        return self.attempt >= MOST_NUMBER

    def again(self) -> None:
        """Begin the next attempt."""
        self._add(What.AGAIN, number=self.attempt + 1)

    def _note(self, what: What, about: str) -> Note | None:
        return self._desk.note(what, self._assignment, self.learner, about)

    def _add(
        self, what: What, *, puzzle: str = "", number: int = 1, words: str = "", at: str = ""
    ) -> None:
        # A line that was begun is younger than the answer before it, whatever the clock says.
        now = self.given.now() if what is What.BEGUN else self._clock()
        name = self.learner.name
        self._desk.add(Note(what, self._assignment, name, at or stamp(now), puzzle, number, words))
