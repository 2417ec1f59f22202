"""Where answers are kept: in memory, or in a file where that can be.

:class:`AnswerStore` is what every store does. Whatever is wrong with the file of a
:class:`FileStore` stops nobody: a damaged one is set aside, what cannot be written waits in
memory, and the learner is told.
"""

import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock
from typing import Self, TypeVar

from ono_tutor.course.answered import Answered, Evidence, Occasion
from ono_tutor.course.progress_file import (
    NO_JOURNAL,
    SHORT,
    DamageError,
    NoJournalError,
    ProgressFile,
    UnusableError,
    add,
    answers_in,
    attempts,
    evidence_in,
    is_kept,
)
from ono_tutor.course.recovery import SetAside, begin_anew, left_aside
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.puzzle import Puzzle

T = TypeVar("T")

_GONE = N_("The progress file {name} was gone, and a new one was begun.")
_IN_MEMORY = N_(
    "The progress file {name} cannot be used ({reason}). What you answer is kept in memory only, "
    "until this program ends; it is written to the file as soon as that is possible."
)
_AGAIN = N_(
    "The progress file {name} can be used again: what was kept in memory only is in it now."
)
_UNREAD = N_("The progress file {name} cannot be read now ({reason}).")
_NOT_KEPT = N_(
    "what was written is not there: another notebook wrote just then, or the browser has no room"
)


@dataclass(frozen=True, slots=True)
class Receipt:
    """An answer as it was kept; only if ``is_on_disk`` does it outlive this program.

    ``notices`` are sentences that the learner has to be told.
    """

    answered: Answered
    is_on_disk: bool = True
    notices: tuple[Message, ...] = ()


class AnswerStore(ABC):
    """Keeps the answers of a learner."""

    @property
    def notices(self) -> tuple[Message, ...]:
        """What the learner has to be told of the place where answers are kept."""
        return ()

    @abstractmethod
    def keep(self, answered: Answered) -> Receipt:
        """Keep an answer as it was drawn up, judged or not; its attempt is counted here."""

    @abstractmethod
    def history(self) -> tuple[Answered, ...]:
        """Return every answer in the order of time, malformed ones too."""

    @abstractmethod
    def evidence(self) -> list[Evidence]:
        """Return what each answer tells about the learner, in the order of time."""

    @abstractmethod
    def answered_in(self, lesson: str) -> tuple[Answered, ...]:
        """Return the answers given in one lesson, in the order of time."""

    def record(
        self, puzzle: Puzzle, check: Check, occasion: Occasion, given: object = None
    ) -> Receipt:
        """Keep an answer before its feedback shows: the receipt says whether it is on disk.

        ``given`` is what was typed, for an answer that could not be read. Attempts are counted
        here; a malformed one is kept and counts nowhere.
        Raises :class:`ValueError` where nothing was answered.
        """
        if check.mark is Mark.NOT_ATTEMPTED:
            raise ValueError("nothing was answered; a solution asked for is kept by give_up")
        return self.keep(Answered.of(puzzle, check, occasion, given))

    def give_up(self, puzzle: Puzzle, occasion: Occasion) -> Receipt:
        """Keep that the solution was asked for, in place of an answer."""
        check = replace(puzzle.solution(), mark=Mark.NOT_ATTEMPTED)
        return self.keep(Answered.of(puzzle, check, occasion))


class MemoryStore(AnswerStore):
    """Answers in memory; each is handed to *keep*, which may put it where it lasts."""

    def __init__(self, answers: Iterable[Answered], keep: Callable[[Answered], None]) -> None:
        self.answers = list(answers)
        self._keep = keep

    def keep(self, answered: Answered) -> Receipt:
        kept = counted(answered, self.answers)
        self.answers.append(kept)
        self._keep(kept)
        return Receipt(kept)

    def history(self) -> tuple[Answered, ...]:
        return _in_time(self.answers)

    def evidence(self) -> list[Evidence]:
        return [each.evidence for each in self.history()]

    def answered_in(self, lesson: str) -> tuple[Answered, ...]:
        return tuple(answered for answered in self.answers if answered.lesson == lesson)


class FileStore(AnswerStore):
    """Answers in one file, which programs and threads may have open at once.

    What cannot be written to it is kept in memory, said in ``notices``, and written with the first
    later answer that can be. ``set_aside`` says where a file lies that could not be gone on with.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.set_aside: SetAside | None = None
        self._file = ProgressFile(path)
        self._notices: tuple[Message, ...] = ()
        self._waiting: list[Answered] = []
        self._acknowledged: list[Answered] = []
        self._was_there = False
        self._lock = RLock()

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Return the answers in this file, which is made where there is none.

        What is wrong with the file is no error: ``set_aside`` and ``notices`` say it. Raises
        :class:`ValueError` for a text that can be no file's name, such as one with a NUL.
        """
        store = cls(Path(os.path.realpath(path)))
        store._begin()
        return store

    @property
    def notices(self) -> tuple[Message, ...]:
        """What the learner has to be told of the file, as far as it is still true."""
        return self._notices

    @property
    def caution(self) -> Message | None:
        """What cannot be promised where the file lies, such as in a browser; else None."""
        caution = self._file.settings.caution
        return lazy_gettext(caution, name=self.path.name) if caution else None

    @property
    def waiting(self) -> int:
        """How many answers are in memory only."""
        return len(self._waiting)

    def keep(self, answered: Answered) -> Receipt:
        """Keep an answer, its attempt counted; on disk when this returns, or it says that not."""
        with self._lock:
            before = self._notices
            if self._was_there and not os.path.lexists(self.path):
                self._add_notice(lazy_gettext(_GONE, name=self.path.name))
            try:
                kept = self._do(lambda: self._write(answered))
            except UnusableError as error:
                kept = counted(answered, [*self.read(answers_in), *self._waiting])
                self._waiting.append(kept)
                notice = self._tell(_IN_MEMORY, error)
                return Receipt(kept, is_on_disk=False, notices=(notice,))
            new = tuple(notice for notice in self._notices if notice not in before)
            return Receipt(kept, notices=new)

    def history(self) -> tuple[Answered, ...]:
        return _in_time([*self.read(answers_in), *self._waiting])

    def evidence(self) -> list[Evidence]:
        """Return what each answer tells about the learner, in the order of time."""
        waiting = [answered.evidence for answered in self._waiting]
        return sorted([*self.read(evidence_in), *waiting], key=lambda item: item.at)

    def answered_in(self, lesson: str) -> tuple[Answered, ...]:
        """Return the answers given in one lesson, in the order of time; those in memory too."""
        found = self.read(lambda db: answers_in(db, lesson))
        return _in_time([*found, *(each for each in self._waiting if each.lesson == lesson)])

    # ---- the file ----

    def _begin(self) -> None:
        """See that the file can be gone on with, and make it where there is none."""
        is_new = not os.path.lexists(self.path)
        try:
            self._do(self._file.examine)
        except UnusableError as error:
            self._tell(_IN_MEMORY, error)
            return
        self._was_there = True
        if is_new and (found := left_aside(self.path)):
            self._put_aside(found)

    def read(self, step: Callable[[sqlite3.Connection], list[T]]) -> list[T]:
        """Return what a step reads; nothing, and a notice, where the file cannot be read."""
        try:
            return self.read_surely(step)
        except UnusableError as error:
            self._tell(_UNREAD, error)
            return []

    def read_surely(self, step: Callable[[sqlite3.Connection], list[T]]) -> list[T]:
        """Return what a step reads; nothing where there is no file.

        Raises :class:`UnusableError` where the file cannot be read.
        """

        def read() -> list[T]:
            with self._file.reading() as db:
                return step(db)

        with self._lock:
            return self._do(read) if os.path.lexists(self.path) else []

    def merge(self, answers: Sequence[Answered]) -> int:
        """Write the answers that are not there yet, all or none; return how many were new.

        Raises :class:`UnusableError` where they cannot be written.
        """

        def write() -> int:
            with self._file.writing() as db:
                return add(db, answers)

        with self._lock:
            return self._do(write)

    def _write(self, answered: Answered) -> Answered:
        """Write an answer, and those that wait; return it with its attempt counted."""
        with self._file.writing() as db:
            add(db, [*self._acknowledged, *self._waiting])
            kept = replace(answered, attempt=1 + attempts(db, answered.puzzle))
            add(db, [kept])
        if not self._file.settings.has_locks:
            self._remember(kept)
        self._was_there = True
        if self._waiting:
            self._waiting.clear()
            self._take_back(_IN_MEMORY, _UNREAD)
            self._add_notice(lazy_gettext(_AGAIN, name=self.path.name))
        return kept

    def _remember(self, kept: Answered) -> None:
        """See that the answer is there, and write it again with later ones: another may undo it."""
        with self._file.reading() as db:
            if not is_kept(db, kept):
                raise UnusableError(str(lazy_gettext(_NOT_KEPT)))
        self._acknowledged += [*self._waiting, kept]

    def _do(self, step: Callable[[], T]) -> T:
        """Return what a step gives; without a journal where none can be made beside the file.

        Raises :class:`UnusableError`; the steps after it wait less long, until one has written.
        """
        file, before = self._file, self._file.settings
        try:
            try:
                return self._on_sound_file(step)
            except NoJournalError:
                if not before.has_journal:
                    raise
                file.settings = NO_JOURNAL
                found = self._on_sound_file(step)
        except UnusableError:
            file.settings, file.patience = before, SHORT
            raise
        self._add_notice(lazy_gettext(NO_JOURNAL.caution, name=self.path.name))
        return found

    def _on_sound_file(self, step: Callable[[], T]) -> T:
        """Return what a step gives; where the file is damaged, with a new one in its place.

        Raises :class:`UnusableError` where that does not help.
        """
        try:
            return step()
        except DamageError:
            found = begin_anew(self._file)
        if found:
            self._put_aside(found)
        try:
            return step()
        except DamageError as error:
            raise UnusableError(str(error)) from error

    # ---- what the learner is told ----

    def _put_aside(self, found: SetAside) -> None:
        self.set_aside = found
        self._add_notice(found.text)
        if not found.is_begun:
            self._waiting[:0] = found.carried

    def _tell(self, template: str, error: UnusableError) -> Message:
        self._take_back(_AGAIN)
        notice = lazy_gettext(template, name=self.path.name, reason=str(error))
        self._add_notice(notice)
        return notice

    def _take_back(self, *templates: str) -> None:
        """Drop the notices that are true no more."""
        self._notices = tuple(item for item in self._notices if item.template not in templates)

    def _add_notice(self, notice: Message) -> None:
        if notice not in self._notices:
            self._notices = (*self._notices, notice)


def counted(answered: Answered, before: Iterable[Answered]) -> Answered:
    """Return the answer with its attempt: one more than those before to the same puzzle."""
    same = (old.puzzle == answered.puzzle and old.mark is not Mark.MALFORMED for old in before)
    return replace(answered, attempt=1 + sum(same))


def _in_time(answers: Iterable[Answered]) -> tuple[Answered, ...]:
    return tuple(sorted(answers, key=lambda answered: answered.at))
