"""A learner's progress: every answer in one file, the way through the lessons, and both in words.

:func:`my_progress` is the progress beside the notebook.
"""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from errno import EEXIST
from functools import cache
from pathlib import Path
from typing import NamedTuple, Self

from ono_tutor.atomic_files import OutputError, read_at_most, reason_of, write_new
from ono_tutor.course import schedule, strength
from ono_tutor.course.answer_store import (
    FORMAT,
    LIST,
    AnswerRecord,
    AnswerStore,
    Receipt,
    answer_json,
    format_records,
    parse_record,
    parse_records,
)
from ono_tutor.course.lessons import Lesson, lessons
from ono_tutor.course.list_file import MOST_BYTES, ListFile
from ono_tutor.course.schedule import Pick, pick_text
from ono_tutor.course.strength import (
    Mastery,
    Report,
    strengths_of_points,
    titles,
    weakest_misconceptions,
)
from ono_tutor.errors import FileError, NotationError, OnoError, quoted
from ono_tutor.i18n import N_, Message, _, format_list, gettext, ngettext
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.puzzle import Puzzle, read_set
from ono_tutor.rules.book import format_titles, misconceptions

NAME = "ono-progress.json"
FOLDER = ".ono-tutor"
"""The folder of the file in the learner's folder, unless that has the file itself."""

VARIABLE = "ONO_PROGRESS"
"""The environment variable that may name another file, or another folder."""

SHOWN = 4
"""How many puzzles the printed progress names."""


class Merged(NamedTuple):
    """The numbers of answers of an imported file that were new, and that were there already."""

    new: int
    known: int


class Progress(AnswerStore):
    """One learner's answers in a file, which programs and threads may have open at once.

    :meth:`open` it, and :meth:`record` an answer before its feedback.
    """

    def __init__(self, path: Path) -> None:
        self.file = ListFile(path, FORMAT, LIST, parse_record, answer_json)

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Return the answers in this file, which is made with the first one.

        A broken file is no error: ``notices`` say it. Raises :class:`ValueError` for a text that
        can be no file's name, such as one with a NUL.
        """
        progress = cls(Path(path))
        progress.history()
        return progress

    def __repr__(self) -> str:
        return f"Progress.open({str(self.path)!r})"

    def __str__(self) -> str:
        """Return the progress in words: what is strong, weak and due, and what to practise next."""
        now = datetime.now(UTC)
        picks = self.next_puzzles(SHOWN, now=now, seed=now.date().isoformat())
        notices = "".join(f"{notice}\n" for notice in self.notices)
        return notices + progress_text(self.report(), picks, now.date())

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self.file.path

    @property
    def notices(self) -> tuple[Message, ...]:
        return self.file.notices

    def keep(self, record: AnswerRecord) -> Receipt:
        try:
            answers = self.file.change(lambda old: [*old, record.counted_after(old)])
            return Receipt(answers[-1])
        except FileError:
            stored = record.counted_after(self.history())
            self.file.waiting.append(stored)
            return Receipt(stored, is_on_disk=False)

    def history(self) -> tuple[AnswerRecord, ...]:
        answers = self.file.waiting
        with suppress(FileError):
            answers = self.file.items()
        return tuple(sorted(answers, key=lambda record: record.at))

    def report(self) -> Report:
        """Return how strong the learner is, per rule point and misconception."""
        return strength.report(self.history())

    def next_puzzles(self, count: int, *, now: datetime, seed: int | str) -> tuple[Pick, ...]:
        """Return what to practise next and why, of all puzzles known.

        See :func:`ono_tutor.course.schedule.next_puzzles`.
        """
        answers = self.history()
        return schedule.next_puzzles(answers, count, now=now, seed=seed, among=practisable(answers))

    def export_to(self, path: str | Path) -> int:
        """Write every answer into one new file, ``ono-tutor-progress/1``; return their number.

        Raises :class:`FileError` if there is a file already, if none can be written,
        and if the answers cannot be read.
        """
        try:
            answers = self.file.items()
            if not write_new(Path(path), format_records(answers)):
                raise FileError(os.strerror(EEXIST))
        except (FileError, OutputError) as error:
            message = f"cannot export to {path}: {reason_of(error)}"
            raise FileError(message, word=str(path)) from error
        return len(answers)

    def import_from(self, path: str | Path) -> Merged:
        """Add the answers of an exported file that are not here yet; all of them or none.

        Raises :class:`FileError`, which names the reason.
        """
        new: list[AnswerRecord] = []

        def add_new(old: list[AnswerRecord]) -> list[AnswerRecord]:
            known = set(old)
            new.extend(each for each in dict.fromkeys(answers) if each not in known)
            return [*old, *new]

        try:
            answers = parse_records(read_at_most(Path(path), MOST_BYTES))
            self.file.change(add_new)
        except OnoError as error:
            raise FileError(f"cannot import {path}: {error}", word=str(path)) from error
        return Merged(len(new), len(answers) - len(new))


def my_progress(path: str | Path | None = None) -> Progress:
    """Return the progress beside the notebook, or in the file or the folder that is named.

    If nothing is named it is in :data:`FOLDER`, or in the working folder if that has one already.
    A program opens each file once, under whatever name.
    Raises :class:`NotationError` for what can be no file's name.
    """
    named = path or os.environ.get(VARIABLE) or usual_place()
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


def practisable(answers: Iterable[AnswerRecord]) -> Mapping[str, Entry]:
    """Return the puzzles to practise, by id: the bank's, and those met from elsewhere."""
    known = dict(bank.index())
    for entry in {each.puzzle: each.entry for each in answers if each.puzzle not in known}.values():
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
        answers = store.history()
        answered = {item.puzzle for item in answers}
        steps, lesson_of = [], dict[str, int]()
        for number, lesson in enumerate(lessons()):
            asked = puzzles_of(lesson)
            steps.append(LessonProgress(lesson, len(answered.intersection(asked)), len(asked)))
            lesson_of |= dict.fromkeys(asked, number)
        latest = (lesson_of[item.puzzle] for item in reversed(answers) if item.puzzle in lesson_of)
        last = next(latest, 0)
        current = next((step for step in (*steps[last:], *steps[:last]) if not step.is_done), None)
        due = sum(item.is_due(today) for item in strengths_of_points(answers))
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
    groups = [
        (text, [item.id for item in report.rule_points if item.mastery is mastery])
        for mastery, text in _BY_MASTERY.items()
    ]
    for text, keys in (*groups, (N_("Not met yet ({count}): {titles}."), report.unmet)):
        listed = format_titles([str(titles()[key]) for key in keys])
        if keys:
            lines.append(_(text, count=len(keys), titles=listed))
    beliefs = [f"“{misconceptions()[item.id].belief}”" for item in weakest_misconceptions(report)]
    if beliefs:
        text = N_("You seemed to think ({count}): {beliefs}")
        lines.append(_(text, count=len(beliefs), beliefs=format_list(beliefs)))
    return tuple(lines)
