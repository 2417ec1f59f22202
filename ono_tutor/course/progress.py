"""A learner's progress: every answer, kept in one file, and what the answers tell, in words.

:func:`my_progress` is the progress beside the notebook.
"""

import os
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from errno import EEXIST
from functools import cache
from pathlib import Path

from ono_tutor.atomic_files import OutputError, write_new
from ono_tutor.course import export, schedule, strength
from ono_tutor.course.answer_store import AnswerStore, FileStore
from ono_tutor.course.answered import Evidence
from ono_tutor.course.export import ProgressError
from ono_tutor.course.progress_file import UnusableError, answers_in
from ono_tutor.course.schedule import Pick, next_one
from ono_tutor.course.strength import Mastery, Report, Strength, held, of_mastery, titles
from ono_tutor.errors import NotationError, OnoError, quoted, short_repr
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext, lazy_ngettext
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.book import format_titles, misconceptions

NAME = "ono-progress.sqlite"
FOLDER = ".ono-tutor"
"""Where the file lies in the learner's folder, unless there is one in the folder itself."""

VARIABLE = "ONO_PROGRESS"
"""The environment variable that may name another file, or another folder."""

SHOWN = 4
"""Puzzles that are named when the progress is printed."""


@dataclass(frozen=True, slots=True)
class Merged:
    """How many answers of an imported file were new, and how many were there already."""

    new: int
    known: int


class Progress(FileStore):
    """One learner's answers: :meth:`open` it, and :meth:`record` an answer before its feedback."""

    def __repr__(self) -> str:
        return f"Progress.open({str(self.path)!r})"

    def __str__(self) -> str:
        """Return the progress in words: what is strong, weak and due, and what to practise next."""
        now = datetime.now(UTC)
        picks = self.next_puzzles(SHOWN, now=now, seed=now.date().isoformat())
        notices = "".join(f"{notice}\n" for notice in self.notices)
        return notices + printed(self.report(), picks, now.date())

    def answers(self, puzzles: Collection[str] | None = None) -> list[dict[str, object]]:
        """Return what was answered, as rows of the answers file; to these puzzles alone."""
        return [
            answered.as_json()
            for answered in self.history()
            if answered.mark is not Mark.NOT_ATTEMPTED
            and (puzzles is None or answered.puzzle in puzzles)
        ]

    # ---- what the answers tell ----

    def report(self) -> Report:
        """Return how strong the learner is, per rule point and misconception."""
        return strength.report(self.evidence())

    def next_puzzles(
        self,
        count: int,
        *,
        now: datetime,
        seed: int | str,
        among: Mapping[str, Entry] | None = None,
    ) -> tuple[Pick, ...]:
        """Return what to practise next and why, of those in ``among``, else of all puzzles known.

        See :func:`ono_tutor.course.schedule.next_puzzles`.
        """
        evidence = self.evidence()
        known = practisable(self, evidence) if among is None else among
        return schedule.next_puzzles(evidence, count, now=now, seed=seed, among=known)

    # ---- other files ----

    def export_to(self, path: str | Path) -> int:
        """Write every answer into one new file, ``ono-tutor-progress/1``; return how many.

        Raises :class:`ProgressError` where there is a file already, where none can be written,
        and where the answers cannot be read.
        """
        try:
            found = [*self.read_surely(answers_in), *self._waiting]
            if not write_new(Path(path), export.format_answers(found)):
                raise UnusableError(os.strerror(EEXIST))
        except (UnusableError, OutputError) as error:
            reason = error.reason if isinstance(error, OutputError) else error
            raise ProgressError(f"cannot export to {path}: {reason}", word=str(path)) from error
        return len(found)

    def import_from(self, path: str | Path) -> Merged:
        """Add the answers of an exported file that are not here yet; all of them or none.

        Raises :class:`ProgressError`, which names the reason.
        """
        try:
            answers = export.read_answers(Path(path))
            new = self.merge(answers)
        except (ProgressError, UnusableError, ValueError) as error:
            raise ProgressError(f"cannot import {path}: {error}", word=str(path)) from error
        return Merged(new, len(answers) - new)


def my_progress(path: str | Path | None = None) -> Progress:
    """Return the progress beside the notebook, or in the file or the folder that is named.

    Where nothing is named it lies in :data:`FOLDER`, or in the folder one works in where there
    is one already. It is opened once in a program, whatever it is called by.
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
        return _opened(os.path.realpath(Path(named, NAME) if is_folder else named))
    except ValueError as error:
        message = f"{quoted(str(named))} can be no file's name, and a progress file is one"
        raise NotationError(message, word=str(named)) from error


def usual_place(folder: Path = Path()) -> Path:
    """Return the file that is in the folder already, else its place in a folder of its own there.

    Where no such folder can be made it is the file in the folder, which then says why not. So it
    is in a browser, which asks the server for each folder that it does not know.
    """
    if not os.path.lexists(folder / NAME) and sys.platform != "emscripten":
        with suppress(OSError):
            (folder / FOLDER).mkdir(exist_ok=True)
            return folder / FOLDER / NAME
    return folder / NAME


@cache
def _opened(path: str) -> Progress:
    return Progress.open(path)


def practisable(store: AnswerStore, evidence: Iterable[Evidence]) -> Mapping[str, Entry]:
    """Return what can be practised, by id: the bank, and what was met from elsewhere."""
    own = {item.puzzle for item in evidence} - bank.index().keys()
    return {**bank.index(), **_own_puzzles(store, own)} if own else bank.index()


def _own_puzzles(store: AnswerStore, ids: Collection[str]) -> dict[str, Entry]:
    """Return the puzzles with these ids, as last answered, that can still be asked."""
    latest = {each.puzzle: each.entry for each in store.history() if each.puzzle in ids}
    return {entry.id: entry for entry in latest.values() if _can_be_asked(entry)}


def _can_be_asked(entry: Entry) -> bool:
    with suppress(OnoError):
        Puzzle.of(entry)
        return True
    return False


def printed(report: Report, picks: Iterable[Pick], today: date) -> str:
    """Return the progress as text, a sentence on each line, and what to practise next."""
    lines = [str(line) for line in summary(report, today)]
    reasons = [f"{number}. {next_one(pick)}" for number, pick in enumerate(picks, 1)]
    heading = [str(lazy_gettext("To practise next:"))] if reasons else []
    return "\n".join([*lines, *heading, *reasons])


EMPTY = N_(
    "There is nothing here yet. Answer a puzzle, in a lesson or with Practice(). Then you see each "
    "rule that you met and how well you know it, what is due, and what to practise next, and why."
)
_COUNTS = (
    N_("You gave {n} answer, {right} right, and looked up {given_up}."),
    N_("You gave {n} answers, {right} right, and looked up {given_up}."),
)
_DUE = (N_("{n} rule is due for practice."), N_("{n} rules are due for practice."))
_UNMET = N_("Not met yet ({count}): {titles}.")
_HELD = N_("You seemed to think ({count}): {beliefs}.")
_BY_MASTERY = {
    Mastery.WEAK: N_("Weak ({count}): {titles}."),
    Mastery.GROWING: N_("Growing ({count}): {titles}."),
    Mastery.STRONG: N_("Strong ({count}): {titles}."),
}


def summary(report: Report, today: date) -> tuple[Message, ...]:
    """Return the progress in a few sentences."""
    if not report.rule_points:
        return (lazy_gettext(EMPTY),)
    found = (
        (_BY_MASTERY[kind], [_with_due(item, today) for item in of_mastery(report, kind)])
        for kind in Mastery
    )
    return (
        lazy_ngettext(*_COUNTS, report.answered, right=report.right, given_up=report.given_up),
        lazy_ngettext(*_DUE, sum(item.is_due(today) for item in report.rule_points)),
        *(line for template, names in found for line in _listing(template, names)),
        *_listing(_UNMET, [str(titles()[name]) for name in report.unmet]),
        *_held(report),
    )


def _with_due(item: Strength, today: date) -> str:
    title = titles()[item.id]
    return str(lazy_gettext("{title} (due)", title=title) if item.is_due(today) else title)


def _listing(template: str, names: Sequence[str]) -> list[Message]:
    return [lazy_gettext(template, count=len(names), titles=format_titles(names))] if names else []


def _held(report: Report) -> list[Message]:
    beliefs = [f"“{misconceptions()[item.id].belief}”" for item in held(report)]
    return (
        [lazy_gettext(_HELD, count=len(beliefs), beliefs=format_list(beliefs))] if beliefs else []
    )
