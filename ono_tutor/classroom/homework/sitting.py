"""A learner's sitting at an assignment: what was answered, what may be, and handing it in.

Nothing is drawn here. Where feedback comes only later, or never, an answer is read and not judged
before it is handed in: neither what is kept nor what is given back tells whether it is right.
"""

from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property

from ono_tutor.classroom.answers_file import MOST_ROWS, answers_text, parse_answers
from ono_tutor.classroom.assignment import Assignment, Feedback
from ono_tutor.classroom.homework.desk import Desk, Note, What
from ono_tutor.classroom.homework.given import Clock, check_length, is_missing, read
from ono_tutor.classroom.homework.outbox import Outbox, Placed, file_name
from ono_tutor.classroom.homework.seat import Seat
from ono_tutor.classroom.homework.standing import Standing, State, Told
from ono_tutor.classroom.judge import Judge
from ono_tutor.classroom.learner import Learner
from ono_tutor.classroom.marking import MOST_ANSWERS, LearnerMarks, mark_learner
from ono_tutor.course.answer_store import AnswerStore
from ono_tutor.course.answered import Answered, Occasion, stamp
from ono_tutor.course.session import goes_on, line_of
from ono_tutor.errors import NotationError, OnoError
from ono_tutor.game.position import Position
from ono_tutor.game.turn import play
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.puzzles.answer import Answer, Check, Mark, as_words
from ono_tutor.puzzles.puzzle import Puzzle

_JUDGED = (Mark.RIGHT, Mark.WRONG)


def _now() -> datetime:
    return datetime.now(UTC)


class Sitting:
    """One learner at one assignment; who it is stands on the desk, or is asked with :meth:`sit`.

    Every answer is kept before :meth:`answer` returns. ``place`` is the item on the table,
    counted from 0.
    """

    def __init__(
        self,
        assignment: Assignment,
        answers: AnswerStore,
        desk: Desk,
        outbox: Outbox,
        clock: Clock = _now,
    ) -> None:
        self.assignment = assignment
        self.place = 0
        self._answers, self._desk, self._outbox = answers, desk, outbox
        self._clock = clock
        self._set_up(desk.sitter(assignment.id))

    # ---- who sits here ----

    @property
    def notices(self) -> tuple[Message, ...]:
        """What the learner has to be told of the files that keep what is done here."""
        return (*self._answers.notices, *self._desk.notices)

    @property
    def last_learner(self) -> Learner | None:
        """Who sat at this desk last, at whatever assignment."""
        return self._desk.last

    def sit(self, name: object) -> None:
        """Let the learner of this name sit here; what others have answered is left as it is.

        Raises :class:`NotationError` for what can be no name.
        """
        learner = Learner.named(name)
        at = stamp(self._clock())
        self._desk.add(Note(What.SAT, self.assignment.id, learner.name, at))
        self._set_up(learner)

    def _set_up(self, learner: Learner | None) -> None:
        self._seat: Seat | None = None
        self.puzzles: tuple[Puzzle, ...] = ()
        self.place = 0
        if learner is None:
            return
        self._seat = Seat(self.assignment, learner, self._answers, self._desk, self._clock)
        self.puzzles = tuple(self._seat.puzzles.values())
        answers = self._seat.answers()
        if answers:
            self.place = list(self._seat.puzzles).index(answers[-1].puzzle)

    def refresh(self) -> None:
        """Take over what was answered and handed in meanwhile, in another window perhaps."""
        self._desk.refresh()
        if self._seat:
            self._seat.refresh()

    @property
    def learner(self) -> Learner | None:
        """Who sits here; None as long as nobody does."""
        return self._seat.learner if self._seat else None

    @property
    def _mine(self) -> Seat:
        if self._seat is None:
            raise NotationError("nobody sits here yet; the learner is asked for a name first")
        return self._seat

    # ---- the puzzles ----

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the table."""
        return self.puzzles[self.place]

    @property
    def position(self) -> Position:
        """The position on the table: the puzzle's, or the one after the line so far."""
        line, start = self._mine.line(self.puzzle.id), self.puzzle.position
        return play(start, *line).after if line else start

    @property
    def is_told(self) -> bool:
        """Whether learners are told at once whether they are right."""
        return self.assignment.feedback is Feedback.NOW

    def go(self, place: int) -> None:
        """Put another item on the table; the first or the last one for a place beyond."""
        self.place = max(0, min(place, len(self.puzzles) - 1))

    # ---- how it stands ----

    @property
    def attempt(self) -> int:
        """At which attempt the learner is, which is a hand-in; with feedback now always 1."""
        return self._seat.attempt if self._seat else 1

    @property
    def handed_in(self) -> Note | None:
        """When this attempt was handed in, and under which name."""
        return self._seat.handed_in if self._seat else None

    @property
    def is_settled(self) -> bool:
        """Whether this learner has handed in anything yet, so that the name stands."""
        return self.attempt > 1 or self.handed_in is not None

    @property
    def has_another(self) -> bool:
        """Whether another attempt may be begun now."""
        if self.is_told or self.handed_in is None or self._mine.is_last:
            return False
        if (self.attempt + 1) * len(self.puzzles) > MOST_ROWS:
            return False
        return not self.assignment.attempts or self.attempt < self.assignment.attempts

    @property
    def is_late(self) -> bool:
        """Whether an answer is late that was handed in; before that, whether one would be now."""
        if self.handed_in is None:
            return self.assignment.is_late(stamp(self._clock()))
        return any(self.assignment.is_late(answered.at) for answered in self._mine.answers())

    @property
    def missing(self) -> tuple[int, ...]:
        """The places of the items that have no answer yet."""
        places = range(len(self.puzzles))
        return tuple(place for place in places if not self.given(place))

    def given(self, place: int) -> tuple[Answered, ...]:
        """The answers to an item in this attempt, in the order of time."""
        return tuple(self._mine.answers(self.puzzles[place].id))

    def standing(self, place: int) -> Standing:
        """How an item stands."""
        given, is_over = self.given(place), self.handed_in is not None
        if not self.is_told:
            return Standing(self._state(place), is_closed=is_over)
        most = min(self.assignment.attempts or MOST_ANSWERS, MOST_ANSWERS)
        remaining = max(most - len(given), 0)
        left = remaining if self.assignment.attempts or not remaining else None
        if Mark.RIGHT in [answered.mark for answered in given]:
            return Standing(State.RIGHT, left, is_closed=True)
        state = State.WRONG if given else State.NONE
        if self._mine.line(self.puzzles[place].id):
            state = State.BEGUN
        return Standing(state, left, is_over or left == 0)

    def _state(self, place: int) -> State:
        """How an item stands where answers are judged only later, or not at all."""
        given = self.given(place)
        if not given or self.handed_in is None or not self._is_told_after:
            return State.GIVEN if given else State.NONE
        judged = self._judge.judged(self.puzzles[place].id, given[-1].given)
        return State.RIGHT if judged.mark is Mark.RIGHT else State.WRONG

    def answer_given(self, place: int) -> Answer | None:
        """The latest answer to an item, as it was read; None where there is none."""
        given = self.given(place)
        return read(self.puzzles[place], given[-1].answer) if given else None

    def check_of(self, place: int) -> Check | None:
        """What the engine says of the latest answer, where the learner may know; else None."""
        given, is_over = self.given(place), self.handed_in is not None
        if not given or not (self.is_told or (is_over and self._is_told_after)):
            return None
        return self._judge.check(self.puzzles[place].id, given[-1].given)

    @property
    def can_solve(self) -> bool:
        """Whether the solution of the puzzle on the table may be shown."""
        if self.is_told:
            return self.standing(self.place).is_closed
        return self._is_told_after and self.handed_in is not None

    @property
    def _is_told_after(self) -> bool:
        return self.assignment.feedback is Feedback.AFTER

    # ---- answering ----

    def answer(self, given: object) -> Told:
        """Take an answer to the puzzle on the table; it is kept when this returns.

        One that is empty or cannot be read is told and not kept, and a good start of a line that
        is judged play by play is kept as a start.
        """
        self.refresh()
        if self.standing(self.place).is_closed:
            return Told(Check(Mark.NOT_ATTEMPTED, lazy_gettext(_CLOSED)))
        return self._judged(given) if self.is_told else self._taken(given)

    def _taken(self, given: object) -> Told:
        """Read an answer, and keep it unjudged."""
        if is_missing(self.puzzle, given):
            return Told(Check(Mark.NOT_ATTEMPTED, lazy_gettext(_NONE_YET)))
        try:
            answer = read(self.puzzle, given)
            draft = self._draft(Check(Mark.WRONG, lazy_gettext(_NONE_YET), answer=answer))
            check_length(draft)
        except NotationError as error:
            return Told(Check(Mark.MALFORMED, lazy_gettext(_UNREAD, error=error)))
        unjudged = replace(draft, mark=Mark.NOT_ATTEMPTED, rule_points=(), mistakes=(), traps=())
        return self._keep(None, unjudged)

    def _judged(self, given: object) -> Told:
        """Judge an answer, and keep it unless it is the start of a line."""
        line = self._mine.line(self.puzzle.id)
        words = as_words(given) if given is not None else ""
        whole = f"{as_words(line)}, {words}" if line and words.strip() else given
        try:
            check = self.puzzle.check(whole)
            if check.mark in _JUDGED:
                check_length(self._draft(check))
        except OnoError as error:  # too long, or plays that cannot be made
            return Told(Check(Mark.MALFORMED, lazy_gettext(_UNREAD, error=error)))
        if goes_on(self.puzzle, check):
            self._mine.begin(self.puzzle.id, line_of(check))
            return Told(check)
        return self._keep(check, self._draft(check)) if check.mark in _JUDGED else Told(check)

    def _draft(self, check: Check) -> Answered:
        given, hints = self._mine.given, self._mine.hints(self.puzzle.id)
        lesson = given.lesson(self.attempt)
        return Answered.of(self.puzzle, check, Occasion(given.now(), hints, lesson))

    def _keep(self, check: Check | None, draft: Answered) -> Told:
        kept = self._mine.given.keep(draft)
        return Told(check, is_kept=True, is_on_disk=kept.is_on_disk)

    def hint(self) -> tuple[Message, int, int] | None:
        """One hint more, its number and how many there are; None where none are given."""
        if not self.is_told:
            return None
        shown, steps = self._mine.hints(self.puzzle.id), len(self.puzzle.hints)
        step = min(shown + 1, steps)
        if step > shown:
            self._mine.show_hints(self.puzzle.id, step)
        return self.puzzle.hint(step), step, steps

    # ---- handing in ----

    @property
    def file_text(self) -> str:
        """The answers file: everything handed in so far, and this attempt."""
        given, attempts = self._mine.given, range(1, self.attempt + 1)
        rows = [row for each in attempts for row in given.rows(each, is_judged=self.is_told)]
        return answers_text(self.assignment.id, self._mine.learner, rows)

    def hand_in(self) -> Placed:
        """Put the answers file where it goes, and note that this attempt is handed in.

        Once more it is the same file again. Raises :class:`OutboxError`; then nothing is noted.
        """
        self.refresh()
        before, learner = self.handed_in, self._mine.learner
        fresh = file_name(self.assignment.id, learner, self.attempt)
        placed = self._outbox.put(before.words if before else fresh, self.file_text)
        self._mine.hand_in(placed.name)
        return placed

    def file(self) -> Placed | None:
        """The file that was handed in; None where it is not there as it was."""
        note = self.handed_in
        return self._outbox.look(note.words, self.file_text) if note else None

    def again(self) -> None:
        """Begin the next attempt, where there is one."""
        if self.has_another:
            self._mine.again()
            self.place = 0

    def marked(self) -> LearnerMarks:
        """The marks that the answers file earns."""
        name = self.handed_in.words if self.handed_in else ""
        handed_in = parse_answers(self.file_text.encode())
        return mark_learner(self._judge, self._mine.learner, [(name, handed_in)])

    @cached_property
    def _judge(self) -> Judge:
        return Judge(self.assignment)


_CLOSED = N_("This puzzle is closed: no further answer counts.")
_NONE_YET = N_("There is no answer yet.")
_UNREAD = N_("This answer cannot be read: {error}.")
