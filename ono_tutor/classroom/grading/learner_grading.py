"""One learner graded, wherever that is done: the marks, what is said of them, and the page."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ono_tutor.classroom import answers_file
from ono_tutor.classroom.answers_file import AnswersFile
from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.grading.teacher_note import NoteTopic, TeacherNote
from ono_tutor.classroom.judge import Judge
from ono_tutor.classroom.learner import Learner
from ono_tutor.classroom.marking import (
    Late,
    LearnerMarks,
    mark_learner,
    set_to_others,
    unread_notes,
)
from ono_tutor.classroom.marking_notes import others_note
from ono_tutor.classroom.report.feedback import feedback_page
from ono_tutor.i18n import N_, lazy_gettext

MOST_NAMED = 5
"""Files that are named of many that were read as one."""


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
    hand_ins = [(name, answers_file.parse_answers(raw)) for name, raw in bundle.files]
    found = mark_learner(judge, bundle.learner, hand_ins, job.late)
    notes = (
        *bundle.notes,
        *_read_as_one(found.files),
        *_refused_as_late(job, hand_ins),
        *found.notes,
    )
    found = replace(found, notes=notes)
    strange = set_to_others(hand_ins, job.assignment, bundle.learner)
    others = (TeacherNote(NoteTopic.OTHERS, others_note(strange)),) if strange else ()
    unread = (TeacherNote(NoteTopic.UNREAD, note) for note in unread_notes(judge, found.items))
    return Outcome(
        found,
        _page(judge, job, found),
        bundle.is_known,
        bundle.place,
        (*bundle.remarks, *unread, *others),
        tuple(strange),
    )


def _page(judge: Judge, job: Job, found: LearnerMarks) -> str | None:
    if not job.with_feedback or not found.files:
        return None
    return feedback_page(judge, found, in_full=job.in_full)


def _read_as_one(files: tuple[str, ...]) -> Iterator[str]:
    """A sentence where there is more than one file, that names the first of them."""
    if len(files) > 1:
        short = [re.split(r"[/\\]| > ", file)[-1] for file in files]
        names = list(files) if len(set(short)) < len(short) else short
        if len(names) > MOST_NAMED:
            names = [*names[:MOST_NAMED], "…"]
        yield str(lazy_gettext(_AS_ONE, count=len(files), names=", ".join(names)))


def _refused_as_late(job: Job, hand_ins: Iterable[tuple[str, AnswersFile]]) -> Iterator[str]:
    """A sentence where answers do not count because they are late."""
    task = job.assignment
    if job.late is Late.REFUSE and task.due:
        count = sum(task.is_late(row.at) for _, found in hand_ins for row in found.rows)
        if count:
            yield str(lazy_gettext(_LATE_ONE if count == 1 else _LATE, count=count, due=task.due))


_LATE = N_("{count} answers came after {due} and do not count.")
_LATE_ONE = N_("One answer came after {due} and does not count.")
_AS_ONE = N_("{count} different files were read as one ({names}).")
