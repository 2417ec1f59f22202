"""Who keeps the answers: in the file where that can be, in memory where it cannot, never unsaid."""

import os
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock
from typing import TypeVar

from ono_tutor.course.answer_file import (
    NoJournalError,
    UnusableError,
    add,
    answers_in,
    attempts,
    examine,
    is_kept,
    reading,
    writing,
)
from ono_tutor.course.answered import Answered
from ono_tutor.course.aside import SetAside, begin_anew, left_aside
from ono_tutor.course.footing import NO_JOURNAL, usual
from ono_tutor.course.schema import DamageError
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.puzzles.answer import Mark

T = TypeVar("T")

_GONE = N_("The progress file {name} was gone, and a new one was begun.")
_IN_MEMORY = N_(
    "The progress file {name} cannot be used ({reason}). What you answer is kept in memory only, "
    "until this program ends; it is written to the file as soon as that is possible."
)
_AGAIN = N_(
    "The progress file {name} can be used again: what was kept in memory only is in it now."
)
_UNREAD = N_("The progress file {name} cannot be read as things stand ({reason}).")
_NOT_KEPT = N_(
    "what was written is not there: another notebook wrote just then, or the browser has no room"
)


@dataclass(frozen=True, slots=True)
class Receipt:
    """An answer as it was kept; only if ``is_on_disk`` does it outlive this program.

    ``notices`` are sentences that the learner has to be told.
    """

    answered: Answered
    is_on_disk: bool
    notices: tuple[Message, ...] = ()


class Keeper:
    """Keeps answers in one file; sets a damaged one aside, and holds what cannot be written.

    ``waiting`` are the answers that are not on disk; the next that can be written takes them along.
    ``footing`` is how the file is kept in its place.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.footing = usual()
        self.set_aside: SetAside | None = None
        self.notices: tuple[Message, ...] = ()
        self.waiting: list[Answered] = []
        self._acknowledged: list[Answered] = []
        self._was_there = False
        self._lock = RLock()

    @property
    def caution(self) -> Message | None:
        """What cannot be promised in the place where the file lies; None on a usual disk."""
        return (
            lazy_gettext(self.footing.caution, name=self.path.name)
            if self.footing.caution
            else None
        )

    def open(self) -> None:
        """See that the file can be gone on with, and make it where there is none."""
        is_new = not os.path.lexists(self.path)
        try:
            self._done(lambda: examine(self.path, self.footing))
        except UnusableError as error:
            self._tell(_IN_MEMORY, error)
            return
        self._was_there = True
        if is_new and (found := left_aside(self.path)):
            self._put_aside(found)

    def keep(self, draft: Answered) -> Receipt:
        """Keep an answer, its attempt counted; on disk when this returns, or it says that not."""
        with self._lock:
            told = self.notices
            if self._was_there and not os.path.lexists(self.path):
                self._add_notice(lazy_gettext(_GONE, name=self.path.name))
            try:
                kept = self._done(lambda: self._write(draft))
            except UnusableError as error:
                kept = self._hold(draft)
                return Receipt(kept, is_on_disk=False, notices=(self._tell(_IN_MEMORY, error),))
            return Receipt(kept, is_on_disk=True, notices=self._new_since(told))

    def _new_since(self, told: tuple[Message, ...]) -> tuple[Message, ...]:
        return tuple(notice for notice in self.notices if notice not in told)

    def merge(self, answers: Sequence[Answered]) -> int:
        """Write the answers that are not there yet, all or none; how many were new.

        Raises :class:`UnusableError` where they cannot be written.
        """
        with self._lock:
            return self._done(lambda: self._add(answers))

    def read(self, step: Callable[[sqlite3.Connection], list[T]]) -> list[T]:
        """What a step reads from the file; nothing, and a notice, where it cannot be read."""
        try:
            return self.read_surely(step)
        except UnusableError as error:
            self._tell(_UNREAD, error)
            return []

    def read_surely(self, step: Callable[[sqlite3.Connection], list[T]]) -> list[T]:
        """What a step reads from the file; nothing where there is no file.

        Raises :class:`UnusableError` where it cannot be read.
        """
        with self._lock:
            return self._done(lambda: self._read(step)) if os.path.lexists(self.path) else []

    def _read(self, step: Callable[[sqlite3.Connection], list[T]]) -> list[T]:
        with reading(self.path, self.footing) as db:
            return step(db)

    def _add(self, answers: Sequence[Answered]) -> int:
        with writing(self.path, self.footing) as db:
            return add(db, answers)

    def _write(self, draft: Answered) -> Answered:
        with writing(self.path, self.footing) as db:
            add(db, [*self._acknowledged, *self.waiting])
            kept = replace(draft, attempt=1 + attempts(db, draft.puzzle))
            add(db, [kept])
        self.footing = self.footing.patient
        if not self.footing.has_locks:
            self._remember(kept)
        self._was_there = True
        if self.waiting:
            self.waiting.clear()
            self._take_back(_IN_MEMORY, _UNREAD)
            self._add_notice(lazy_gettext(_AGAIN, name=self.path.name))
        return kept

    def _remember(self, kept: Answered) -> None:
        """See that the answer is there, and write it again with later ones: another may undo it."""
        with reading(self.path, self.footing) as db:
            if not is_kept(db, kept):
                raise UnusableError(str(lazy_gettext(_NOT_KEPT)))
        self._acknowledged += [*self.waiting, kept]

    def _hold(self, draft: Answered) -> Answered:
        """Keep the answer in memory."""
        before = [*self.read(answers_in), *self.waiting]
        puzzles = [old.puzzle for old in before if old.mark is not Mark.MALFORMED]
        kept = replace(draft, attempt=1 + puzzles.count(draft.puzzle))
        self.waiting.append(kept)
        return kept

    def _done(self, step: Callable[[], T]) -> T:
        """What the step gives; without a journal where none can be made beside the file.

        Raises :class:`UnusableError`; the steps after it wait less long, until one has written.
        """
        try:
            return self._mended(step)
        except NoJournalError:
            if not self.footing.has_journal:
                raise
        except UnusableError:
            self.footing = self.footing.hurried
            raise
        return self._done_without_journal(step)

    def _done_without_journal(self, step: Callable[[], T]) -> T:
        before, self.footing = self.footing, NO_JOURNAL
        try:
            found = self._mended(step)
        except UnusableError:
            self.footing = before.hurried
            raise
        self._add_notice(lazy_gettext(NO_JOURNAL.caution, name=self.path.name))
        return found

    def _mended(self, step: Callable[[], T]) -> T:
        """What the step gives; where the file is damaged, with a new one in its place.

        Raises :class:`UnusableError` where that does not help.
        """
        try:
            return step()
        except DamageError:
            found = begin_anew(self.path, self.footing)
        if found:
            self._put_aside(found)
        try:
            return step()
        except DamageError as error:
            raise UnusableError(str(error)) from error

    def _put_aside(self, found: SetAside) -> None:
        self.set_aside = found
        self._add_notice(found.text)
        if not found.is_begun:
            self.waiting[:0] = found.carried

    def _tell(self, template: str, error: UnusableError) -> Message:
        self._take_back(_AGAIN)
        notice = lazy_gettext(template, name=self.path.name, reason=str(error))
        self._add_notice(notice)
        return notice

    def _take_back(self, *templates: str) -> None:
        """Drop the notices that are true no more."""
        self.notices = tuple(item for item in self.notices if item.template not in templates)

    def _add_notice(self, notice: Message) -> None:
        if notice not in self.notices:
            self.notices = (*self.notices, notice)
