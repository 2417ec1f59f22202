"""One learner graded, wherever that is done: the marks, what is said of them, and the page."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple

from ono_tutor.classroom.answers_file import AnswersFile, parse_answers
from ono_tutor.classroom.assignment import Assignment, Learner
from ono_tutor.classroom.judge import Judge
from ono_tutor.classroom.marking import (
    Late,
    LearnerMarks,
    mark_learner,
    others_note,
    set_to_others,
    unread_notes,
)
from ono_tutor.classroom.report.feedback import feedback_page
from ono_tutor.i18n import N_, format_list, lazy_gettext

MOST_NAMED = 5
"""Files that are named of many that were read as one."""

MOST_LEARNERS, MOST_OWNERS, FEWEST_PUZZLES = 2_000, 3, 2
"""In a class of more it is not looked for whose puzzles were answered; of more owners, or of
fewer puzzles, nothing is told."""


class NoteTopic(StrEnum):
    """What a teacher's note is about, so that notes of one sort can be told together."""

    NEAR = "near"
    NOT_GRADABLE = "not-gradable"
    UNREAD = "unread"
    OTHERS = "others"
    ASIDE = "aside"


class TeacherNote(NamedTuple):
    """A sentence for the teacher alone: in ``marks.csv``, and on no page of feedback.

    It may repeat one that the learner is told too.
    """

    about: NoteTopic
    text: str


class Outcome(NamedTuple):
    """A learner's marks, and the feedback page where one was asked for and there is what to tell.

    ``is_known`` tells whether the roster has the learner (without a roster everyone is known), and
    ``place`` where, counted from 0; ``remarks`` are for the teacher alone, and ``strange`` the
    puzzles answered that were dealt to others, by id.
    """

    marked: LearnerMarks
    page: str | None
    is_known: bool
    place: int | None = None
    remarks: tuple[TeacherNote, ...] = ()
    strange: tuple[str, ...] = ()


class Bundle(NamedTuple):
    """What a worker needs to grade one learner: the files' names and bytes, and notes on them."""

    learner: Learner
    files: tuple[tuple[str, bytes], ...]
    notes: tuple[str, ...]
    is_known: bool
    place: int | None
    remarks: tuple[TeacherNote, ...] = ()


class Job(NamedTuple):
    """What is the same for every learner."""

    assignment: Assignment
    late: Late
    with_feedback: bool
    with_reasons: bool
    in_full: bool = False


def outcomes_of(job: Job, chunk: tuple[Bundle, ...]) -> tuple[Outcome, ...]:
    """Grade some learners, wherever this runs."""
    judge = _judge_of(job.assignment, with_reasons=job.with_reasons)
    return tuple(_outcome(judge, job, bundle) for bundle in chunk)


_judge_of = lru_cache(2)(Judge)
"""A worker keeps the judge, and all it has judged, from chunk to chunk."""


def _outcome(judge: Judge, job: Job, bundle: Bundle) -> Outcome:
    answers = [(name, parse_answers(raw)) for name, raw in bundle.files]
    found = mark_learner(judge, bundle.learner, answers, job.late)
    late = _refused_as_late(job, answers)
    notes = (*bundle.notes, *_read_as_one(found.files), *late, *found.notes)
    found = replace(found, notes=notes)
    strange = set_to_others(answers, job.assignment, bundle.learner)
    remarks = [
        *bundle.remarks,
        *(TeacherNote(NoteTopic.UNREAD, note) for note in unread_notes(judge, found.items)),
        *([TeacherNote(NoteTopic.OTHERS, others_note(strange))] if strange else []),
    ]
    has_page = job.with_feedback and found.files
    page = feedback_page(judge, found, in_full=job.in_full) if has_page else None
    return Outcome(found, page, bundle.is_known, bundle.place, tuple(remarks), tuple(strange))


def _read_as_one(files: tuple[str, ...]) -> Iterator[str]:
    """Yield a sentence where there is more than one file, that names the first of them."""
    if len(files) > 1:
        short = [re.split(r"[/\\]| > ", file)[-1] for file in files]
        names = list(files) if len(set(short)) < len(short) else short
        if len(names) > MOST_NAMED:
            names = [*names[:MOST_NAMED], "…"]
        yield str(lazy_gettext(_AS_ONE, count=len(files), names=", ".join(names)))


def _refused_as_late(job: Job, answers: Iterable[tuple[str, AnswersFile]]) -> Iterator[str]:
    """Yield a sentence where answers do not count because they are late."""
    task = job.assignment
    if job.late is Late.REFUSE and task.due:
        count = sum(task.is_late(row.at) for _, found in answers for row in found.rows)
        if count:
            yield str(lazy_gettext(_LATE_ONE if count == 1 else _LATE, count=count, due=task.due))


class VariantOwners:
    """Who was dealt which puzzles: a hint for the teacher where a learner answered others'.

    It is worked out for everybody who is known in a run when it is first asked for.
    """

    def __init__(self, assignment: Assignment, learners: Iterable[Learner]) -> None:
        self._assignment = assignment
        self._learners = learners

    def add_note(self, outcome: Outcome) -> Outcome:
        """Return the outcome with a note of whose puzzles were answered, where that is clear."""
        names = self._owners(outcome.strange, outcome.marked.learner)
        if not names:
            return outcome
        note = str(lazy_gettext(_WHOSE, names=format_list(names)))
        return outcome._replace(remarks=(*outcome.remarks, TeacherNote(NoteTopic.OTHERS, note)))

    def _owners(self, puzzles: Collection[str], but: Learner) -> list[str]:
        """Return the names of the others who were dealt all of these puzzles, if they are few."""
        if len(puzzles) < FEWEST_PUZZLES:
            return []
        wanted = set(puzzles)
        found = [who.name for who, ids in self._ids if wanted <= ids and who.key != but.key]
        return found if len(found) <= MOST_OWNERS else []

    @cached_property
    def _ids(self) -> Sequence[tuple[Learner, frozenset[str]]]:
        known = {who.key: who for who in islice(self._learners, MOST_LEARNERS + 1)}
        if len(known) > MOST_LEARNERS:
            return ()
        return [
            (who, frozenset(entry.id for entry in self._assignment.entries_of(who)))
            for who in known.values()
        ]


_LATE = N_("{count} answers came after {due} and do not count.")
_LATE_ONE = N_("One answer came after {due} and does not count.")
_AS_ONE = N_("{count} different files were read as one ({names}).")
_WHOSE = N_("All of these puzzles were dealt to {names}.")
