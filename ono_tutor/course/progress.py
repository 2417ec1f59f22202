"""A learner's progress: every answer, kept in one file beside the notebooks."""

import os
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from ono_tutor.course import schedule, strength, summary
from ono_tutor.course.answer_file import UnusableError, answers_in, answers_of_lesson
from ono_tutor.course.answered import Answered, Evidence, Occasion
from ono_tutor.course.aside import SetAside
from ono_tutor.course.exchange import ProgressError, read_answers, write_new, written
from ono_tutor.course.keeper import Keeper, Receipt
from ono_tutor.course.schedule import Pick
from ono_tutor.course.strength import Report
from ono_tutor.errors import OnoError
from ono_tutor.i18n import Message
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.puzzle import Puzzle

SHOWN = 4
"""Puzzles that are named when the progress is printed."""

_EVIDENCE = f"SELECT {', '.join(Evidence._fields)} FROM answer ORDER BY at, id"


@dataclass(frozen=True, slots=True)
class Merged:
    """How many answers of an imported file were new, and how many were there already."""

    new: int
    known: int


class Progress:
    """One learner's answers: :meth:`open` it, and :meth:`record` an answer before its feedback.

    What cannot be written to the file is kept in memory, said in ``notices``, and written with the
    first later answer that can be. Programs and threads may have the same file open at once.
    """

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """The progress in this file, which is made where there is none.

        What is wrong with the file is no error: ``set_aside`` and ``notices`` say it. Raises
        :class:`ValueError` for a text that can be no file's name, such as one with a NUL.
        """
        keeper = Keeper(Path(os.path.realpath(path)))
        keeper.open()
        return cls(keeper)

    def __repr__(self) -> str:
        return f"Progress.open({str(self.path)!r})"

    def __str__(self) -> str:
        """The progress in words: what is strong, weak and due, and what to practise next."""
        now = datetime.now(UTC)
        picks = self.next_puzzles(SHOWN, now=now, seed=now.date().isoformat())
        told = "".join(f"{notice}\n" for notice in self.notices)
        return told + summary.printed(self.report(), picks, now.date())

    @property
    def path(self) -> Path:
        """The file."""
        return self._keeper.path

    @property
    def set_aside(self) -> SetAside | None:
        """Where a file lies that could not be gone on with, and a sentence that says so."""
        return self._keeper.set_aside

    @property
    def notices(self) -> tuple[Message, ...]:
        """What the learner has to be told of the file, as far as it is still true."""
        return self._keeper.notices

    @property
    def caution(self) -> Message | None:
        """What cannot be promised where the file lies, such as in a browser; else None."""
        return self._keeper.caution

    @property
    def waiting(self) -> int:
        """How many answers are in memory only."""
        return len(self._keeper.waiting)

    def record(
        self, puzzle: Puzzle, check: Check, occasion: Occasion, given: object = None
    ) -> Receipt:
        """Keep an answer: when this returns it is on disk, or the receipt says that it is not.

        ``given`` is what was typed, for an answer that could not be read. Attempts are counted
        here; a malformed one is kept and counts nowhere.
        Raises :class:`ValueError` where nothing was answered.
        """
        if check.mark is Mark.NOT_ATTEMPTED:
            raise ValueError("nothing was answered; a solution asked for is kept by give_up")
        return self._keeper.keep(Answered.of(puzzle, check, occasion, given))

    def give_up(self, puzzle: Puzzle, occasion: Occasion) -> Receipt:
        """Keep that the solution was asked for, in place of an answer."""
        check = replace(puzzle.solution(), mark=Mark.NOT_ATTEMPTED)
        return self._keeper.keep(Answered.of(puzzle, check, occasion))

    def keep(self, answered: Answered) -> Receipt:
        """Keep an answer as it was drawn up, judged or not; its attempt is counted here."""
        return self._keeper.keep(answered)

    def history(self) -> tuple[Answered, ...]:
        """Every answer in the order of time, malformed ones too."""
        return _in_time([*self._keeper.read(answers_in), *self._keeper.waiting])

    def answered_in(self, lesson: str) -> tuple[Answered, ...]:
        """The answers given in one lesson, in the order of time; those in memory only too."""
        found = self._keeper.read(lambda db: answers_of_lesson(db, lesson))
        waiting = (answered for answered in self._keeper.waiting if answered.lesson == lesson)
        return _in_time([*found, *waiting])

    def answers(self, puzzles: Collection[str] | None = None) -> list[dict[str, object]]:
        """What was answered, as rows of the contract's answers file; to these puzzles alone."""
        return [
            answered.as_json()
            for answered in self.history()
            if answered.mark is not Mark.NOT_ATTEMPTED
            and (puzzles is None or answered.puzzle in puzzles)
        ]

    def report(self) -> Report:
        """How strong the learner is, per rule point and misconception."""
        return strength.report(self._evidence())

    def next_puzzles(
        self,
        count: int,
        *,
        now: datetime,
        seed: int | str,
        among: Mapping[str, Entry] | None = None,
        before: str = "",
    ) -> tuple[Pick, ...]:
        """What to practise next and why, see :func:`ono_tutor.course.schedule.next_puzzles`.

        ``before`` is a time as answers have it: what was answered from then on is left out.

        The puzzles are those in ``among``, by id; else those of the bank, and those from elsewhere
        that the learner has met.
        """
        evidence = [item for item in self._evidence() if not before or item.at < before]
        if among is None:
            own = {item.puzzle for item in evidence} - bank.index().keys()
            among = {**bank.index(), **self._written_down(own)}
        return schedule.next_puzzles(evidence, count, now=now, seed=seed, among=among)

    def export_to(self, path: str | Path) -> int:
        """Write every answer into one new file, ``ono-tutor-progress/1``; how many they are.

        Raises :class:`ProgressError` where there is a file already, where none can be written,
        and where the answers cannot be read.
        """
        try:
            found = self._keeper.read_surely(answers_in)
            write_new(Path(path), written([*found, *self._keeper.waiting]))
        except (UnusableError, OSError) as error:
            reason = (error.strerror if isinstance(error, OSError) else "") or error
            raise ProgressError(f"cannot export to {path}: {reason}", word=str(path)) from error
        return len(found) + self.waiting

    def import_from(self, path: str | Path) -> Merged:
        """Add the answers of an exported file that are not here yet; all of them or none.

        Raises :class:`ProgressError`, which names the reason.
        """
        try:
            answers = read_answers(Path(path))
            new = self._keeper.merge(answers)
        except (ProgressError, UnusableError, ValueError) as error:
            raise ProgressError(f"cannot import {path}: {error}", word=str(path)) from error
        return Merged(new, len(answers) - new)

    def _evidence(self) -> list[Evidence]:
        found = self._keeper.read(lambda db: list(map(Evidence._make, db.execute(_EVIDENCE))))
        waiting = [answered.evidence for answered in self._keeper.waiting]
        return sorted([*found, *waiting], key=lambda item: item.at) if waiting else found

    def _written_down(self, puzzles: Collection[str]) -> dict[str, Entry]:
        """The puzzles with these ids, as they were when last answered, that can still be asked."""
        if not puzzles:
            return {}
        latest = {answered.puzzle: answered.entry for answered in self.history()}
        return dict(_askable(latest[name] for name in latest if name in puzzles))


def _in_time(answers: list[Answered]) -> tuple[Answered, ...]:
    return tuple(sorted(answers, key=lambda answered: answered.at))


def _askable(entries: Iterable[Entry]) -> Iterable[tuple[str, Entry]]:
    for entry in entries:
        with suppress(OnoError):
            Puzzle.of(entry)
            yield entry.id, entry
