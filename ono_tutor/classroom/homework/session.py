"""A learner's session with an assignment: what was answered, what may be, and handing it in.

Nothing is drawn here. Where feedback comes only later, or never, an answer is read and not judged
before it is handed in: neither what is stored nor what is returned says whether it is right.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from ono_tutor.classroom.answers_file import (
    LONGEST_ANSWER,
    MOST_ROWS,
    AnswerRow,
    answers_text,
    parse_answers,
)
from ono_tutor.classroom.assignment import Assignment, Feedback, Learner
from ono_tutor.classroom.homework.state import (
    MOST_NUMBER,
    HomeworkState,
    Note,
    NoteKind,
    Outbox,
    file_name,
)
from ono_tutor.classroom.marking import MOST_ANSWERS, Judge, LearnerMarks, mark_learner
from ono_tutor.course.answer_store import AnswerRecord, AnswerStore, Occasion
from ono_tutor.course.session import Line, full_line, is_prefix, line_so_far
from ono_tutor.errors import NotationError, OnoError
from ono_tutor.game.position import Position
from ono_tutor.game.turn import play
from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles.answer import Answer, Check, Mark, as_words, stamp
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle


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


class AnswerResult(NamedTuple):
    """The result of an answer: the engine's check, or None if it is only stored.

    ``is_kept`` says that it was an answer, ``is_on_disk`` that it outlives this program.
    """

    check: Check | None
    is_kept: bool = False
    is_on_disk: bool = True


class HomeworkSession:
    """One learner at one assignment; who it is says the state, or is asked: :meth:`sign_in`.

    Every answer is stored before :meth:`answer` returns; answers are read, and not judged by being
    read. What was seen once is remembered while this program lasts, whatever becomes of the file.
    ``place`` is the item on the table, counted from 0.
    """

    def __init__(
        self,
        assignment: Assignment,
        store: AnswerStore,
        state: HomeworkState,
        outbox: Outbox,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.assignment = assignment
        self._store, self._state, self.outbox = store, state, outbox
        self._clock = clock
        self._set_up(state.learner(assignment.id))

    @property
    def notices(self) -> tuple[Message, ...]:
        """Messages to the learner about the files that store the work."""
        return (*self._store.notices, *self._state.notices)

    @property
    def last_learner(self) -> Learner | None:
        """The learner who signed in last, at any assignment."""
        return self._state.last_learner

    def sign_in(self, name: object) -> None:
        """Go on as the learner of this name; what others have answered is left as it is.

        Raises :class:`NotationError` for what can be no name.
        """
        learner = Learner.named(name)
        note = Note(NoteKind.SIGNED_IN, self.assignment.id, learner.name, stamp(self._clock()))
        self._state.add(note)
        self._set_up(learner)

    def _set_up(self, learner: Learner | None) -> None:
        self.learner = learner
        self.place = 0
        self.puzzles = tuple(self.assignment.puzzles_of(learner)) if learner else ()
        self._chosen: dict[str, Check] = {}
        self._lines: dict[str, Line] = {}
        self._seen: set[AnswerRecord] = set()
        self._answers: dict[tuple[str, str], list[AnswerRecord]] = {}
        self._read_answers()
        places = range(len(self.puzzles))
        given = [(each.at, place) for place in places for each in self.responses(place)]
        if given:
            self.place = max(given)[1]

    def refresh(self) -> None:
        """Take over what was answered and handed in meanwhile, in another window perhaps."""
        self._state.refresh()
        self._read_answers()

    def _read_answers(self) -> None:
        for attempt in range(1, self.attempt + 1) if self.learner else ():
            for record in self._store.answered_in(self._lesson(attempt)):
                self._see(record)

    def _lesson(self, attempt: int) -> str:
        """Return the name under which the answers of an attempt are stored."""
        return f"{self.assignment.id}#{attempt}#{self._signed_in.key}"

    def _see(self, record: AnswerRecord) -> None:
        """Remember an answer to a puzzle, in the order of time; what another hand wrote is none."""
        if record in self._seen:
            return
        self._seen.add(record)
        puzzle = next((each for each in self.puzzles if each.id == record.puzzle), None)
        if puzzle is None or record.mark is Mark.MALFORMED or record.given == "null":
            return
        with suppress(OnoError):
            read_answer(puzzle, record.answer)
            if len(record.given) <= LONGEST_ANSWER:
                answers = self._answers.setdefault((record.lesson, record.puzzle), [])
                answers.append(record)
                answers.sort(key=lambda each: each.at)

    @property
    def _signed_in(self) -> Learner:
        if self.learner is None:
            raise NotationError("nobody sits here yet; the learner is asked for a name first")
        return self.learner

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle on the table."""
        return self.puzzles[self.place]

    @property
    def position(self) -> Position:
        """The position on the table: the puzzle's, or the one after the line so far."""
        line, start = self._line(self.puzzle), self.puzzle.position
        return play(start, *line).after if line else start

    @property
    def is_told(self) -> bool:
        """True if learners learn at once whether they are right."""
        return self.assignment.feedback is Feedback.NOW

    def go(self, place: int) -> None:
        """Put another item on the table; the first or the last one for a place beyond."""
        self.place = max(0, min(place, len(self.puzzles) - 1))

    @property
    def attempt(self) -> int:
        """At which attempt the learner is, which is a hand-in; with feedback now always 1."""
        return self._state.attempt(self.assignment.id, self.learner) if self.learner else 1

    @property
    def handed_in(self) -> Note | None:
        """When this attempt was handed in, and under which name."""
        return self._note(NoteKind.HANDED_IN, str(self.attempt)) if self.learner else None

    @property
    def is_settled(self) -> bool:
        """True if this learner has handed in anything, so that the name is final."""
        return self.attempt > 1 or self.handed_in is not None

    @property
    def has_another(self) -> bool:
        """True if another attempt may begin now."""
        if self.is_told or self.handed_in is None:
            return False
        most = min(self.assignment.attempts or MOST_NUMBER, MOST_NUMBER)
        return self.attempt < min(most, MOST_ROWS // len(self.puzzles))

    @property
    def is_open(self) -> bool:
        """True if the assignment is open by the clock."""
        opens = self.assignment.opens
        return not opens or stamp(self._clock()) >= self.assignment.due_in_utc(opens)

    @property
    def is_late(self) -> bool:
        """True if an answer handed in is late; before that, if one would be late now."""
        if self.handed_in is None:
            return self.assignment.is_late(stamp(self._clock()))
        given = (each for place in range(len(self.puzzles)) for each in self.responses(place))
        return any(self.assignment.is_late(each.at) for each in given)

    @property
    def missing(self) -> tuple[int, ...]:
        """The places of the items that have no answer yet."""
        return tuple(n for n in range(len(self.puzzles)) if not self.responses(n))

    def responses(self, place: int) -> tuple[AnswerRecord, ...]:
        """Return the answers to an item in this attempt, in the order of time."""
        return tuple(self._answers.get((self._lesson(self.attempt), self.puzzles[place].id), ()))

    def status(self, place: int) -> ItemStatus:
        """Return the status of an item."""
        given, is_over = self.responses(place), self.handed_in is not None
        if not self.is_told:  # answers are judged only later, or not at all
            state = ItemState.GIVEN if given else ItemState.NONE
            if given and self._may_know:
                judged = self._judge.judged(self.puzzles[place].id, given[-1].given)
                state = ItemState.RIGHT if judged.mark is Mark.RIGHT else ItemState.WRONG
            return ItemStatus(state, is_closed=is_over)
        most = min(self.assignment.attempts or MOST_ANSWERS, MOST_ANSWERS)
        remaining = max(most - len(given), 0)
        left = remaining if self.assignment.attempts or not remaining else None
        if Mark.RIGHT in [answered.mark for answered in given]:
            return ItemStatus(ItemState.RIGHT, left, is_closed=True)
        is_closed = is_over or left == 0
        state = ItemState.WRONG if given else ItemState.NONE
        if self._line(self.puzzles[place]):
            state = ItemState.BEGUN
        if self.chosen(place) is not None and not is_closed:
            state = ItemState.CHOSEN
        return ItemStatus(state, left, is_closed)

    @property
    def must_confirm(self) -> bool:
        """True if an answer counts only once it is confirmed, as the first one is the last."""
        return self.is_told and self.assignment.attempts == 1

    def chosen(self, place: int) -> Answer | None:
        """Return the answer to an item that is not confirmed yet, or None."""
        check = self._chosen.get(self.puzzles[place].id)
        is_past = self.handed_in is not None or self.responses(place)
        return None if check is None or is_past else check.answer

    def last_answer(self, place: int) -> Answer | None:
        """Return the latest answer to an item, as it was read, or None."""
        given = self.responses(place)
        return read_answer(self.puzzles[place], given[-1].answer) if given else None

    def check_of(self, place: int) -> Check | None:
        """Return what the engine says of the latest answer, where the learner may know; or None."""
        given = self.responses(place)
        if not given or not self._may_know:
            return None
        return self._judge.check(self.puzzles[place].id, given[-1].given)

    @property
    def can_solve(self) -> bool:
        """True if the solution of the puzzle on the table may be shown."""
        return self.status(self.place).is_closed if self.is_told else self._may_know

    @property
    def _may_know(self) -> bool:
        """True if the learner may know which answers are right."""
        is_told_after = self.assignment.feedback is Feedback.AFTER
        return self.is_told or (is_told_after and self.handed_in is not None)

    def answer(self, given: object, *, is_confirmed: bool = True) -> AnswerResult:
        """Take an answer to the puzzle on the table; it is kept when this returns.

        One that is empty or cannot be read is told and not kept, and a good start of a line that
        is judged play by play is remembered as a start. One that has to be confirmed first is only
        remembered: see :meth:`confirm`. If learners are told only later it is read, not judged.
        """
        self.refresh()
        puzzle = self.puzzle
        if self.status(self.place).is_closed:
            text = _("This puzzle is closed: no further answer counts.")
            return AnswerResult(Check(Mark.NOT_ATTEMPTED, text))
        try:
            if self.is_told:
                check = puzzle.check(full_line(self._line(puzzle), given))
            elif is_missing(puzzle, given):
                check = Check(Mark.NOT_ATTEMPTED, _(_NONE_YET))
            else:
                check = Check(Mark.WRONG, _(_NONE_YET), answer=read_answer(puzzle, given))
            if check.mark not in (Mark.RIGHT, Mark.WRONG):
                return AnswerResult(check)
            draft = self._draft(check)
        except OnoError as error:  # too long, or plays that cannot be made
            return AnswerResult(Check(Mark.MALFORMED, _(_UNREAD, error=error)))
        if not self.is_told:
            unjudged = Mark.NOT_ATTEMPTED
            draft = replace(draft, mark=unjudged, rule_points=(), mistakes=(), traps=())
            return self._keep(None, draft)
        if is_confirmed:
            return self._count(check)
        self._chosen[puzzle.id] = check
        return AnswerResult(None)

    def confirm(self) -> AnswerResult:
        """Let the answer that was chosen for the puzzle on the table count."""
        self.refresh()
        check = self._chosen.pop(self.puzzle.id, None)
        if check is None or self.status(self.place).is_closed:
            return AnswerResult(Check(Mark.NOT_ATTEMPTED, _(_NONE_YET)))
        return self._count(check)

    def _count(self, check: Check) -> AnswerResult:
        """Keep an answer that was judged, unless it is the start of a line."""
        if is_prefix(self.puzzle, check):
            self._lines[self.puzzle.id] = line_so_far(check)
            return AnswerResult(check)
        return self._keep(check, self._draft(check))

    def _draft(self, check: Check) -> AnswerRecord:
        """Return an answer as the store keeps it.

        Raises :class:`NotationError` for one that no answers file could hold.
        """
        occasion = Occasion(self._now(), self._hints_shown, self._lesson(self.attempt))
        draft = AnswerRecord.of(self.puzzle, check, occasion)
        if len(draft.given) > LONGEST_ANSWER:
            text = _(
                "it is longer than {count} characters, the most that can be handed in",
                count=LONGEST_ANSWER,
            )
            raise NotationError(str(text), word=draft.given)
        return draft

    def _keep(self, check: Check | None, draft: AnswerRecord) -> AnswerResult:
        self._lines.pop(draft.puzzle, None)
        receipt = self._store.keep(draft)
        self._see(receipt.record)
        return AnswerResult(check, is_kept=True, is_on_disk=receipt.is_on_disk)

    def hint(self) -> tuple[Message, int, int] | None:
        """Show one hint more: it, its number and how many there are, or None without hints."""
        if not self.is_told:
            return None
        shown, steps = self._hints_shown, len(self.puzzle.hints)
        step = min(shown + 1, steps)
        if step > shown:
            self._add(NoteKind.HINTS, puzzle=self.puzzle.id, number=step)
        return self.puzzle.hint(step), step, steps

    @property
    def file_text(self) -> str:
        """The answers file: everything handed in so far, and this attempt."""
        return answers_text(self.assignment.id, self._signed_in, self._rows())

    def _rows(self) -> list[AnswerRow]:
        """Return the answers so far as they are handed in, by attempts and puzzle by puzzle.

        Where each was judged at once they all are, the latest if they are too many, and each is an
        attempt of its own; otherwise the last to a puzzle counts, and no other is handed in.
        """
        most = MOST_ROWS // len(self.puzzles) if self.is_told else 1
        rows = []
        for attempt in range(1, self.attempt + 1):
            for puzzle in self.puzzles:
                answers = self._answers.get((self._lesson(attempt), puzzle.id), ())
                for number, each in list(enumerate(answers, 1))[-most:]:
                    count = number if self.is_told else attempt
                    rows.append(AnswerRow(puzzle.id, each.given, each.at, each.hints, count))
        return rows

    def hand_in(self) -> str:
        """Put the answers file where it goes, and note that this attempt is handed in.

        Return the file's name; a second call gives the same file again. Raises
        :class:`FileError`; then nothing is noted.
        """
        self.refresh()
        before, attempt = self.handed_in, self.attempt
        fresh = file_name(self.assignment.id, self._signed_in, attempt)
        placed = self.outbox.put(before.words if before else fresh, self.file_text)
        if before is None or before.words != placed:
            at = before.at if before else ""
            self._add(NoteKind.HANDED_IN, number=attempt, words=placed, at=at)
        return placed

    @property
    def has_file(self) -> bool:
        """True if the file that was handed in is there as it was written."""
        note = self.handed_in
        return note is not None and self.outbox.has(note.words, self.file_text)

    def again(self) -> None:
        """Begin the next attempt, if there is one."""
        if self.has_another:
            self._add(NoteKind.AGAIN, number=self.attempt + 1)
            self.place = 0

    def marked(self) -> LearnerMarks:
        """Return the marks that the answers file earns."""
        name = self.handed_in.words if self.handed_in else ""
        handed_in = parse_answers(self.file_text.encode())
        return mark_learner(self._judge, self._signed_in, [(name, handed_in)])

    @cached_property
    def _judge(self) -> Judge:
        return Judge(self.assignment)

    # ---- what is noted ----

    @property
    def _hints_shown(self) -> int:
        note = self._note(NoteKind.HINTS, self.puzzle.id)
        return note.number if note else 0

    def _line(self, puzzle: Puzzle) -> Line:
        """Return the line so far: the plays made, and the replies, since the last answer."""
        return () if self.handed_in else self._lines.get(puzzle.id, ())

    def _now(self) -> datetime:
        """Return the present; later than every answer before, whatever was done to the clock."""
        now, last = self._clock(), max((record.at for record in self._seen), default="")
        if stamp(now) <= last:
            now = datetime.fromisoformat(last) + timedelta(milliseconds=1)
        return now

    def _note(self, what: NoteKind, about: str) -> Note | None:
        return self._state.note(what, self.assignment.id, self._signed_in, about)

    def _add(
        self, what: NoteKind, *, puzzle: str = "", number: int = 1, words: str = "", at: str = ""
    ) -> None:
        at, name = at or stamp(self._clock()), self._signed_in.name
        self._state.add(Note(what, self.assignment.id, name, at, puzzle, number, words))


def is_missing(puzzle: Puzzle, given: object) -> bool:
    """Check if nothing was answered: nothing at all, blank words, or an empty list."""
    if isinstance(given, list | tuple):
        return not given and not KINDS[puzzle.kind].info.may_be_empty
    return given is None or not as_words(given).strip()


def read_answer(puzzle: Puzzle, given: object) -> Answer:
    """Return the answer that was given, unjudged.

    Raises :class:`NotationError` for what is none.
    """
    return KINDS[puzzle.kind].read(puzzle.task, as_words(given) or "none")  # type: ignore[no-any-return]


_NONE_YET = N_("Choose an answer or write one first.")
_UNREAD = N_("This answer cannot be read: {error}.")
