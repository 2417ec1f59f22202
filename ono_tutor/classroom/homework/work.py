"""A learner's work at one assignment: the responses, and how far the learner has come."""

from collections.abc import Callable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from ono_tutor.classroom.answers_file import LONGEST_ANSWER, AnswerRow
from ono_tutor.classroom.assignment import Assignment, Learner
from ono_tutor.classroom.homework.state import HomeworkState, Note, NoteKind
from ono_tutor.course.answer_store import AnswerRecord, AnswerStore, Receipt
from ono_tutor.course.session import Line
from ono_tutor.errors import OnoError
from ono_tutor.game.turn import play
from ono_tutor.puzzles.answer import Answer, Mark, as_words, stamp
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle

Clock = Callable[[], datetime]
"""Gives the present, with its zone."""

MOST_ROWS, LEAST_ROWS = 1_000, 5
"""Answers that one file holds, shared among the puzzles, and how many of a puzzle it holds then."""


class ItemState(StrEnum):
    """The state of an item, as far as the learner may know.

    ``begun`` is a line that goes on, ``chosen`` an answer that is not confirmed.
    """

    NONE = "none"
    BEGUN = "begun"
    CHOSEN = "chosen"
    GIVEN = "given"
    RIGHT = "right"
    WRONG = "wrong"


class ItemStatus(NamedTuple):
    """The status of an item; ``left`` answers still count, None for any number."""

    state: ItemState
    left: int | None = None
    is_closed: bool = False


class LearnerWork:
    """The answers, begun lines and hand-ins of one learner at one assignment.

    ``puzzles`` are the learner's, by their ids in order. Responses are read, kept, and not judged
    by being read. What was seen once is remembered while this program lasts, whatever becomes of
    the file; what is no answer to these puzzles is passed over.
    """

    def __init__(
        self,
        assignment: Assignment,
        learner: Learner,
        store: AnswerStore,
        state: HomeworkState,
        clock: Clock,
    ) -> None:
        self.learner = learner
        self.puzzles = {puzzle.id: puzzle for puzzle in assignment.puzzles_of(learner)}
        self._assignment, self._store, self._state = assignment.id, store, state
        self._clock = clock
        self._seen: set[AnswerRecord] = set()
        self._responses: dict[tuple[str, str], list[AnswerRecord]] = {}
        self.refresh()

    def refresh(self) -> None:
        """Take over what was answered meanwhile, in another window perhaps."""
        for attempt in range(1, self.attempt + 1):
            for each in self._store.answered_in(self.lesson(attempt)):
                if each not in self._seen:
                    self._see(each)

    def lesson(self, attempt: int) -> str:
        """Return what the answers of an attempt are kept under."""
        return f"{self._assignment}#{attempt}#{self.learner.key}"

    def responses(self, *puzzles: str) -> list[AnswerRecord]:
        """Return the answers of this attempt to these puzzles, or to all, in the order of time."""
        lesson = self.lesson(self.attempt)
        names = puzzles or self.puzzles
        found = [each for name in names for each in self._responses.get((lesson, name), ())]
        return sorted(found, key=lambda each: each.at)

    def keep(self, draft: AnswerRecord) -> Receipt:
        """Keep an answer; the receipt says whether it outlives this program."""
        kept = self._store.keep(draft)
        self._see(kept.record)
        return kept

    def rows(self, *, is_judged: bool) -> list[AnswerRow]:
        """Return the answers so far as they are handed in, by attempts and puzzle by puzzle.

        Where each was judged at once they all are, the latest if they are too many, and each is an
        attempt of its own; otherwise the last to a puzzle counts, and no other is handed in.
        """
        most = max(MOST_ROWS // len(self.puzzles), LEAST_ROWS) if is_judged else 1
        found = []
        for attempt in range(1, self.attempt + 1):
            for puzzle in self.puzzles:
                numbered = enumerate(self._responses.get((self.lesson(attempt), puzzle), ()), 1)
                for number, each in list(numbered)[-most:]:
                    count = number if is_judged else attempt
                    found.append(AnswerRow(puzzle, each.given, each.at, each.hints, count))
        return found

    def now(self) -> datetime:
        """Return the present; later than every answer before, whatever was done to the clock."""
        last = max((answered.at for answered in self._seen), default="")
        now = self._clock()
        if stamp(now) > last:
            return now
        return datetime.fromisoformat(last) + timedelta(milliseconds=1)

    def _see(self, answered: AnswerRecord) -> None:
        """Remember an answer, if it is one, with those to the same puzzle in the order of time."""
        self._seen.add(answered)
        if self._is_answer(answered):
            found = self._responses.setdefault((answered.lesson, answered.puzzle), [])
            found.append(answered)
            found.sort(key=lambda each: each.at)

    def _is_answer(self, answered: AnswerRecord) -> bool:
        """Check if it answers one of the puzzles, and is not a solution that was asked for."""
        puzzle = self.puzzles.get(answered.puzzle)
        if puzzle is None or answered.mark is Mark.MALFORMED or answered.given == "null":
            return False
        try:
            read_answer(puzzle, answered.answer)
        except (OnoError, ValueError):  # another hand wrote it
            return False
        return len(answered.given) <= LONGEST_ANSWER

    @property
    def attempt(self) -> int:
        """At which attempt the learner is, counted from 1."""
        return self._state.attempt(self._assignment, self.learner)

    @property
    def handed_in(self) -> Note | None:
        """When this attempt was handed in, and under which name."""
        return self._note(NoteKind.HANDED_IN, str(self.attempt))

    def hints(self, puzzle: str) -> int:
        """Return how many hints to a puzzle were shown."""
        note = self._note(NoteKind.HINTS, puzzle)
        return note.number if note else 0

    def line(self, puzzle: str) -> Line:
        """Return the line so far: the plays made, and the replies, since the last answer."""
        note, given = self._note(NoteKind.BEGUN, puzzle), self.responses(puzzle)
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
        self._add(NoteKind.HINTS, puzzle=puzzle, number=number)

    def begin(self, puzzle: str, line: Line) -> None:
        """Note how far a line has come."""
        # It is younger than the answer before it, whatever the clock says.
        at = stamp(self.now())
        self._add(NoteKind.BEGUN, puzzle=puzzle, words=" ".join(map(str, line)), at=at)

    def hand_in(self, file: str) -> None:
        """Note that this attempt is handed in, under the name of a file; or under another."""
        before, attempt = self.handed_in, self.attempt
        if before is None or before.words != file:
            at = before.at if before else ""
            self._add(NoteKind.HANDED_IN, number=attempt, words=file, at=at)

    def again(self) -> None:
        """Begin the next attempt."""
        self._add(NoteKind.AGAIN, number=self.attempt + 1)

    def _note(self, what: NoteKind, about: str) -> Note | None:
        return self._state.note(what, self._assignment, self.learner, about)

    def _add(
        self, what: NoteKind, *, puzzle: str = "", number: int = 1, words: str = "", at: str = ""
    ) -> None:
        at = at or stamp(self._clock())
        self._state.add(Note(what, self._assignment, self.learner.name, at, puzzle, number, words))


def is_missing(puzzle: Puzzle, given: object) -> bool:
    """Check if nothing was answered: nothing at all, blank words, or an empty list."""
    if isinstance(given, list | tuple):
        return not given and not KINDS[puzzle.kind].info.may_be_empty
    return given is None or not as_words(given).strip()


def read_answer(puzzle: Puzzle, given: object) -> Answer:
    """Return the answer that was given, unjudged.

    Raises :class:`NotationError` for what is none.
    """
    answer: Answer = KINDS[puzzle.kind].read(puzzle.task, as_words(given) or "none")
    return answer
