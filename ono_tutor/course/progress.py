"""A learner's progress: every answer in one file, and the file's state and the answers in words.

:func:`my_progress` is the progress beside the notebook. A broken file stops nobody: a damaged one
is set aside, answers that cannot be written wait in memory, and the learner is told.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from errno import EEXIST
from functools import cache
from operator import itemgetter
from pathlib import Path
from threading import RLock
from typing import NamedTuple, Self, TypeVar

from ono_tutor.atomic_files import OutputError, write_new
from ono_tutor.course import export, schedule, strength
from ono_tutor.course.answer_store import AnswerRecord, AnswerStore, Evidence, Receipt
from ono_tutor.course.lessons import Lesson, lessons
from ono_tutor.course.progress_file import (
    SHORT,
    Damage,
    DamageError,
    ProgressFile,
    SetAside,
    UnusableError,
    add_answers,
    answers_in,
    count_attempts,
    evidence_in,
    set_aside,
)
from ono_tutor.course.schedule import Pick, pick_text
from ono_tutor.course.strength import (
    Mastery,
    Report,
    of_mastery,
    strengths_of_points,
    titles,
    weakest_misconceptions,
)
from ono_tutor.errors import FileError, NotationError, OnoError, quoted, short_repr
from ono_tutor.i18n import N_, Message, _, format_list, gettext, ngettext
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.puzzle import Puzzle, read_set
from ono_tutor.rules.book import format_titles, misconceptions

NAME = "ono-progress.sqlite"
FOLDER = ".ono-tutor"
"""The folder of the file in the learner's folder, unless that has the file itself."""

VARIABLE = "ONO_PROGRESS"
"""The environment variable that may name another file, or another folder."""

SHOWN = 4
"""How many puzzles the printed progress names."""

T = TypeVar("T")


class Merged(NamedTuple):
    """The numbers of answers of an imported file that were new, and that were there already."""

    new: int
    known: int


class Progress(AnswerStore):
    """One learner's answers: :meth:`open` it, and :meth:`record` an answer before its feedback.

    They are in one file, which programs and threads may have open at once. Answers that cannot be
    written wait in memory, which ``notices`` say, and are written with the first later answer that
    can be. ``set_aside`` is the file that could not be used, if there was one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.set_aside: SetAside | None = None
        self._file = ProgressFile(path)
        self._notices: tuple[Message, ...] = ()
        self._waiting: list[AnswerRecord] = []
        self._was_there = False
        self._lock = RLock()

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Return the answers in this file; make the file if there is none.

        A broken file is no error: ``set_aside`` and ``notices`` say it. Raises
        :class:`ValueError` for a text that can be no file's name, such as one with a NUL.
        """
        store = cls(Path(os.path.realpath(path)))
        is_new = not os.path.lexists(store.path)
        try:
            store._run(store._file.examine)
        except UnusableError as error:
            store._report(_IN_MEMORY, error)
            return store
        store._was_there = True
        for damage in Damage if is_new else ():
            aside = store.path.with_stem(f"{store.path.stem}-{damage}")
            if os.path.lexists(aside) and store.set_aside is None:
                text = _(_WAS_SET_ASIDE, name=store.path.name, aside=aside.name)
                store._note_set_aside(SetAside(aside, text))
        return store

    def __repr__(self) -> str:
        return f"Progress.open({str(self.path)!r})"

    def __str__(self) -> str:
        """Return the progress in words: what is strong, weak and due, and what to practise next."""
        now = datetime.now(UTC)
        picks = self.next_puzzles(SHOWN, now=now, seed=now.date().isoformat())
        notices = "".join(f"{notice}\n" for notice in self.notices)
        return notices + progress_text(self.report(), picks, now.date())

    @property
    def notices(self) -> tuple[Message, ...]:
        """Sentences to show to the learner about the file, as far as they are still true."""
        return self._notices

    @property
    def waiting(self) -> int:
        """The number of answers that are in memory only."""
        return len(self._waiting)

    # ---- the answers ----

    def keep(self, record: AnswerRecord) -> Receipt:
        """Store an answer, its attempt counted; the receipt says whether it is on disk."""
        with self._lock:
            before = self._notices
            if self._was_there and not os.path.lexists(self.path):
                self._add_notice(_(_GONE, name=self.path.name))
            try:
                stored = self._run(lambda: self._write(record))
            except UnusableError as error:
                stored = record.counted_after([*self._read(answers_in), *self._waiting])
                self._waiting.append(stored)
                notice = self._report(_IN_MEMORY, error)
                return Receipt(stored, is_on_disk=False, notices=(notice,))
            new = tuple(notice for notice in self._notices if notice not in before)
            return Receipt(stored, notices=new)

    def history(self) -> tuple[AnswerRecord, ...]:
        answers = [*self._read(answers_in), *self._waiting]
        return tuple(sorted(answers, key=lambda record: record.at))

    def evidence(self) -> list[Evidence]:
        waiting = [record.evidence for record in self._waiting]
        return sorted([*self._read(evidence_in), *waiting], key=lambda item: item.at)

    def answered_in(self, lesson: str) -> tuple[AnswerRecord, ...]:
        stored = self._read(lambda db: answers_in(db, lesson))
        waiting = [record for record in self._waiting if record.lesson == lesson]
        return tuple(sorted([*stored, *waiting], key=lambda record: record.at))

    def report(self) -> Report:
        """Return how strong the learner is, per rule point and misconception."""
        return strength.report(self.evidence())

    def next_puzzles(self, count: int, *, now: datetime, seed: int | str) -> tuple[Pick, ...]:
        """Return what to practise next and why, of all puzzles known.

        See :func:`ono_tutor.course.schedule.next_puzzles`.
        """
        evidence = self.evidence()
        among = practisable(self, evidence)
        return schedule.next_puzzles(evidence, count, now=now, seed=seed, among=among)

    # ---- other files ----

    def export_to(self, path: str | Path) -> int:
        """Write every answer into one new file, ``ono-tutor-progress/1``; return their number.

        Raises :class:`FileError` if there is a file already, if none can be written,
        and if the answers cannot be read.
        """
        try:
            answers = [*self._read_surely(answers_in), *self._waiting]
            if not write_new(Path(path), export.format_answers(answers)):
                raise UnusableError(os.strerror(EEXIST))
        except (UnusableError, OutputError) as error:
            reason = error.reason if isinstance(error, OutputError) else error
            raise FileError(f"cannot export to {path}: {reason}", word=str(path)) from error
        return len(answers)

    def import_from(self, path: str | Path) -> Merged:
        """Add the answers of an exported file that are not here yet; all of them or none.

        Raises :class:`FileError`, which names the reason.
        """

        def write() -> int:
            with self._file.writing() as db:
                return add_answers(db, answers)

        try:
            answers = export.read_answers(Path(path))
            with self._lock:
                new = self._run(write)
        except (FileError, UnusableError, ValueError) as error:
            raise FileError(f"cannot import {path}: {error}", word=str(path)) from error
        return Merged(new, len(answers) - new)

    # ---- steps on the file ----

    def _read(self, step: Callable[[sqlite3.Connection], list[T]]) -> list[T]:
        """Return the result of a step; empty, with a notice, if the file cannot be read."""
        try:
            return self._read_surely(step)
        except UnusableError as error:
            self._report(_UNREAD, error)
            return []

    def _read_surely(self, step: Callable[[sqlite3.Connection], list[T]]) -> list[T]:
        """Return the result of a step; empty if there is no file.

        Raises :class:`UnusableError` if the file cannot be read.
        """

        def read() -> list[T]:
            with self._file.reading() as db:
                return step(db)

        with self._lock:
            return self._run(read) if os.path.lexists(self.path) else []

    def _write(self, record: AnswerRecord) -> AnswerRecord:
        """Write an answer, and those that wait; return it with its attempt counted."""
        with self._file.writing() as db:
            add_answers(db, self._waiting)
            stored = replace(record, attempt=1 + count_attempts(db, record.puzzle))
            add_answers(db, [stored])
        self._was_there = True
        if self._waiting:
            self._waiting.clear()
            self._drop_notices(_IN_MEMORY, _UNREAD)
            self._add_notice(_(_AGAIN, name=self.path.name))
        return stored

    def _run(self, step: Callable[[], T]) -> T:
        """Return the result of a step, with a new file in the place of a damaged one.

        Raises :class:`UnusableError`; the steps after it wait less long, until one has written.
        """
        try:
            try:
                return step()
            except DamageError:
                if aside := set_aside(self._file):
                    self._note_set_aside(aside)
                return step()
        except UnusableError:
            self._file.patience = SHORT
            raise

    # ---- notices ----

    def _note_set_aside(self, aside: SetAside) -> None:
        self.set_aside = aside
        self._add_notice(aside.text)
        self._waiting[:0] = aside.unwritten

    def _report(self, template: str, error: UnusableError) -> Message:
        self._drop_notices(_AGAIN)
        notice = _(template, name=self.path.name, reason=str(error))
        self._add_notice(notice)
        return notice

    def _drop_notices(self, *templates: str) -> None:
        """Drop notices that are no longer true."""
        self._notices = tuple(item for item in self._notices if item.template not in templates)

    def _add_notice(self, notice: Message) -> None:
        if notice not in self._notices:
            self._notices = (*self._notices, notice)


_GONE = N_("The progress file {name} was gone, and a new one was begun.")
_WAS_SET_ASIDE = N_(
    "The progress file {name} was not there, and a new one was begun. {aside} lies beside it."
)
_IN_MEMORY = N_(
    "The progress file {name} cannot be used ({reason}). What you answer is kept in memory only, "
    "until this program ends; it is written to the file as soon as that is possible."
)
_AGAIN = N_(
    "The progress file {name} can be used again: what was kept in memory only is in it now."
)
_UNREAD = N_("The progress file {name} cannot be read now ({reason}).")


def my_progress(path: str | Path | None = None) -> Progress:
    """Return the progress beside the notebook, or in the file or the folder that is named.

    If nothing is named it is in :data:`FOLDER`, or in the working folder if that has one already.
    A program opens each file once, under whatever name.
    Raises :class:`NotationError` for what can be no file's name.
    """
    named = path or os.environ.get(VARIABLE) or usual_place()
    if not isinstance(named, str | Path):
        message = (
            f"a progress file is given by its name, such as {NAME}, not by {short_repr(named)}"
        )
        raise NotationError(message, word=short_repr(named))
    try:
        is_folder = os.path.isdir(named)  # noqa: PTH112  # Path's raises where it may not look
        return _open_once(os.path.realpath(Path(named, NAME) if is_folder else named))
    except ValueError as error:
        message = f"{quoted(str(named))} can be no file's name, and a progress file is one"
        raise NotationError(message, word=str(named)) from error


_open_once = cache(Progress.open)
"""Open a progress file, by the real path; the same file is opened once."""


def usual_place(folder: Path = Path()) -> Path:
    """Return the path of the file in this folder, if it is there, else in a folder of its own.

    If no such folder can be made it is the file in the folder, which then says why not.
    """
    if not os.path.lexists(folder / NAME):
        with suppress(OSError):
            (folder / FOLDER).mkdir(exist_ok=True)
            return folder / FOLDER / NAME
    return folder / NAME


def practisable(store: AnswerStore, evidence: Iterable[Evidence]) -> Mapping[str, Entry]:
    """Return the puzzles to practise, by id: the bank's, and those met from elsewhere."""
    others = {item.puzzle for item in evidence} - bank.index().keys()
    if not others:
        return bank.index()
    latest = {each.puzzle: each.entry for each in store.history() if each.puzzle in others}
    known = dict(bank.index())
    for entry in latest.values():
        with suppress(OnoError):  # one that can no longer be asked
            Puzzle.of(entry)
            known[entry.id] = entry
    return known


# ---- the way through the lessons ----


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """A lesson on the way, and how many of its puzzles were answered and are asked."""

    lesson: Lesson
    answered: int
    asked: int

    @property
    def is_done(self) -> bool:
        """True if every puzzle of the lesson was answered, right or wrong."""
        return self.answered == self.asked


@dataclass(frozen=True, slots=True)
class CoursePath:
    """A learner's way: each lesson, the one to go on with, and how many rule points are due.

    ``current`` is None if every lesson is done.
    """

    steps: tuple[LessonProgress, ...]
    current: LessonProgress | None
    due: int

    @classmethod
    def of(cls, store: AnswerStore, today: date) -> "CoursePath":
        """Return a learner's way on this day, by the answers.

        The current lesson is the one last answered in, or the next after it that is not done.
        """
        evidence = store.evidence()
        answered = {item.puzzle for item in evidence}
        steps, lesson_of = [], dict[str, int]()
        for number, lesson in enumerate(lessons()):
            asked = puzzles_of(lesson)
            steps.append(LessonProgress(lesson, len(answered.intersection(asked)), len(asked)))
            lesson_of |= dict.fromkeys(asked, number)
        latest = (lesson_of[item.puzzle] for item in reversed(evidence) if item.puzzle in lesson_of)
        last = next(latest, 0)
        current = next((step for step in (*steps[last:], *steps[:last]) if not step.is_done), None)
        due = sum(item.is_due(today) for item in strengths_of_points(evidence))
        return cls(tuple(steps), current, due)


def puzzles_of(lesson: Lesson) -> tuple[str, ...]:
    """Return the ids of the puzzles that a lesson asks, in order, each once."""
    ids: list[str] = []
    for quiz in lesson.quizzes:
        entries = bank.entries_of_set(quiz) if quiz in bank.sets() else read_set(quiz)
        ids += [each.id for each in entries]
    return tuple(dict.fromkeys(ids))


# ---- the progress in words ----


def progress_text(report: Report, picks: Iterable[Pick], today: date) -> str:
    """Return the progress as text, a sentence on each line, and what to practise next."""
    lines = [str(line) for line in summary(report, today)]
    reasons = [f"{number}. {pick_text(pick)}" for number, pick in enumerate(picks, 1)]
    heading = [gettext("To practise next:")] if reasons else []
    return "\n".join([*lines, *heading, *reasons])


EMPTY = N_(
    "There is nothing here yet. Answer a puzzle, in a lesson or with Practice(). Then you see each "
    "rule that you met and how well you know it, what is due, and what to practise next, and why."
)
_BY_MASTERY = {
    Mastery.WEAK: N_("Weak ({count}): {titles}."),
    Mastery.GROWING: N_("Growing ({count}): {titles}."),
    Mastery.STRONG: N_("Strong ({count}): {titles}."),
}


def summary(report: Report, today: date) -> tuple[Message, ...]:
    """Return the progress in a few sentences."""
    if not report.rule_points:
        return (_(EMPTY),)
    due = sum(item.is_due(today) for item in report.rule_points)
    lines = [
        ngettext(
            "You gave {n} answer, {right} right, and looked up {given_up}.",
            "You gave {n} answers, {right} right, and looked up {given_up}.",
            report.answered,
            right=report.right,
            given_up=report.given_up,
        ),
        ngettext("{n} rule is due for practice.", "{n} rules are due for practice.", due),
    ]
    listings = [(text, of_mastery(report, mastery)) for mastery, text in _BY_MASTERY.items()]
    named: list[tuple[str, list[Message]]] = []
    for text, items in listings:
        titled = [(titles()[item.id], item.is_due(today)) for item in items]
        named.append((text, [_("{title} (due)", title=t) if due else t for t, due in titled]))
    named.append((N_("Not met yet ({count}): {titles}."), [titles()[key] for key in report.unmet]))
    for text, names in filter(itemgetter(1), named):
        listed = format_titles([str(name) for name in names])
        lines.append(_(text, count=len(names), titles=listed))
    beliefs = [f"“{misconceptions()[item.id].belief}”" for item in weakest_misconceptions(report)]
    if beliefs:
        text = N_("You seemed to think ({count}): {beliefs}.")
        lines.append(_(text, count=len(beliefs), beliefs=format_list(beliefs)))
    return tuple(lines)
