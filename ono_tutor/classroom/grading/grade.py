"""A class graded: every learner's marks, worked out by the engine from what was handed in.

Nothing that a file says of a mark is believed, and no code of a learner's runs. Who is graded:

1. Files belong together by their place in an LMS, else by the learner's name in them, and with a
   roster by the person's ids as well. Puzzles are those of the roster's name if it is among these
   words, else of the first by alphabet. A name that is near one of the roster is a hint for the
   teacher and matches nobody.
2. The same bytes handed in twice count once. :mod:`~.hand_ins` says what different files of one
   learner count for, and :mod:`ono_tutor.classroom.marking` which answers count.
3. A file that cannot be graded is refused by name; the rest of its learner's is graded.
4. Everyone in the roster is listed, with 0 points where nothing can be graded; whoever is not in
   it is graded, and marked as unknown.

Each file is read once, to see whose it is, and kept in a mark book, so that memory does not grow
with a class. Then everything that is in the book is graded learner by learner, in chunks that an
executor may work on anywhere. The outcome is the same for any number of workers.
"""

import re
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import nullcontext
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from ono_tutor.classroom.answers_file import AnswersFile, parse_answers
from ono_tutor.classroom.assignment import Assignment, Learner
from ono_tutor.classroom.assignment_link import answer_names
from ono_tutor.classroom.grading.by_learner import ByLearner, NoteTopic, TeacherNote, read_into
from ono_tutor.classroom.grading.hand_ins import CountedHandIns, HandIn, counted_hand_ins
from ono_tutor.classroom.grading.mark_book import MarkBook
from ono_tutor.classroom.grading.overrides import OVERRIDES, Override, Overrides
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.homework.notebook import due_words
from ono_tutor.classroom.judge import Judge, judge_of
from ono_tutor.classroom.marking import (
    Late,
    LearnerMarks,
    mark_learner,
    others_note,
    set_to_others,
    unread_notes,
)
from ono_tutor.classroom.report.feedback import feedback_page
from ono_tutor.classroom.submissions.files import RefusedFile, Submission
from ono_tutor.classroom.submissions.lms_names import Arrival
from ono_tutor.i18n import N_, format_list, lazy_gettext, lazy_ngettext

CHUNK_LEARNERS, CHUNK_BYTES, WINDOW = 32, 500_000, 32
"""How much is handed to an executor at once, and how many chunks are under way."""

CHUNK_PAGES = 4
"""Learners of a chunk where pages come back, which are long."""

MOST_NAMED = 5
"""Files that are named of many that were read as one."""

MOST_LEARNERS, MOST_OWNERS, FEWEST_PUZZLES = 2_000, 3, 2
"""In a class of more it is not looked for whose puzzles were answered; of more owners, or of
fewer puzzles, nothing is told."""


class GradedLearner(NamedTuple):
    """A learner's marks, and the feedback page where one was asked for and there is what to tell.

    ``is_known`` tells whether the roster has the learner (without a roster everyone is known), and
    ``place`` where, counted from 0; ``teacher_notes`` are for the teacher alone; ``of_others`` are
    the puzzles answered that were dealt to others, by id.
    """

    marked: LearnerMarks
    page: str | None
    is_known: bool
    place: int | None = None
    teacher_notes: tuple[TeacherNote, ...] = ()
    of_others: tuple[str, ...] = ()


class FileBytes(NamedTuple):
    """A file that counts, on its way to a worker: its name, bytes, place in an LMS, and arrival."""

    name: str
    raw: bytes
    slot: str
    arrival: Arrival | None


class Bundle(NamedTuple):
    """What a worker needs to grade one learner: the files' names and bytes, and notes on them."""

    learner: Learner
    files: tuple[FileBytes, ...]
    notes: tuple[str, ...]
    is_known: bool
    place: int | None
    teacher_notes: tuple[TeacherNote, ...] = ()
    override: Override = Override()


class Job(NamedTuple):
    """What is the same for every learner."""

    assignment: Assignment
    late: Late
    with_feedback: bool
    with_reasons: bool
    in_full: bool = False
    self_contained: bool = False


class GradingProgress(NamedTuple):
    """How far the work is: ``reading`` files or ``grading`` learners; ``total`` 0 if unknown."""

    stage: str
    done: int
    total: int = 0


OnProgress = Callable[[GradingProgress], object]


def grade_class(  # noqa: PLR0913 - every one of them is a choice of the teacher's
    assignment: Assignment,
    submissions: Iterable[Submission | RefusedFile],
    *,
    roster: Roster | None = None,
    late: Late = Late.COUNT,
    executor: Executor | None = None,
    with_feedback: bool = False,
    in_full: bool = False,
    self_contained: bool = False,
    with_reasons: bool = True,
    tell: OnProgress | None = None,
    book: MarkBook | None = None,
    overrides: Overrides | None = None,
    at_once: int = 0,
) -> Generator[GradedLearner | RefusedFile, None, None]:
    """Yield each file that cannot be graded, then each learner: the roster's, the others by key.

    With a mark book all that is in it is graded, with the submissions that are put into it; it is
    not committed. Without an executor the work is done here; with one that is far away, there is
    less to send with more learners ``at_once``. Feedback has reasons always, and all
    of them ``in_full`` even where the assignment tells learners nothing; a page that is not
    ``self_contained`` needs the shared files. Without both, the marks
    name no rule points and no misconceptions, and come sooner. Raises :class:`OutputError` where
    the book cannot be written.
    """
    is_explained = with_reasons or with_feedback
    job = Job(assignment, late, with_feedback, is_explained, in_full, self_contained)
    with nullcontext(book) if book else MarkBook() as kept:
        names = answer_names(assignment)
        for number, found in enumerate(submissions, 1):
            read_into(kept, found, names)
            if tell:
                tell(GradingProgress("reading", number))
        files = ByLearner(kept, roster, assignment.due_zone)
        yield from files.refused
        variants = VariantOwners(assignment, files.learners)
        done, total = 0, len(files.owners)
        bundles = _bundles(files, roster is not None, overrides)
        most = at_once or (CHUNK_PAGES if with_feedback else CHUNK_LEARNERS)
        for outcomes in _in_order(job, _chunks(bundles, most), executor):
            yield from map(variants.add_note, outcomes)
            done += len(outcomes)
            if tell:
                tell(GradingProgress("grading", done, total))


def _bundles(files: ByLearner, has_roster: bool, overrides: Overrides | None) -> Iterator[Bundle]:
    """Yield what each learner handed in."""
    for owner in files.owners:
        place = owner if isinstance(owner, int) else None
        raws = tuple(
            FileBytes(file.name, files.read(file), file.slot, file.arrival)
            for file in files.of(owner).files
        )
        learner, person = files.learner(owner), files.person(owner)
        override = overrides.of(person or learner) if overrides else Override()
        if raws or place is not None:
            notes, teacher_notes = tuple(files.notes(owner)), tuple(files.teacher_notes(owner))
            is_known = place is not None or not has_roster
            yield Bundle(learner, raws, notes, is_known, place, teacher_notes, override)


def _chunks(bundles: Iterable[Bundle], most: int) -> Iterator[tuple[Bundle, ...]]:
    """Yield the bundles in order, ``most`` of them together, or fewer that are long."""
    chunk: list[Bundle] = []
    size = 0
    for bundle in bundles:
        chunk.append(bundle)
        size += sum(len(file.raw) for file in bundle.files)
        if len(chunk) >= most or size >= CHUNK_BYTES:
            yield tuple(chunk)
            chunk, size = [], 0
    if chunk:
        yield tuple(chunk)


def _in_order(
    job: Job, chunks: Iterable[tuple[Bundle, ...]], executor: Executor | None
) -> Iterator[tuple[GradedLearner, ...]]:
    """Yield what becomes of the chunks, in order; only so many are under way at once."""
    if executor is None:
        for chunk in chunks:
            yield outcomes_of(job, chunk)
        return
    under_way: deque[Future[tuple[GradedLearner, ...]]] = deque()
    try:
        for chunk in chunks:
            if len(under_way) >= WINDOW:
                yield under_way.popleft().result()
            under_way.append(executor.submit(outcomes_of, job, chunk))
        while under_way:
            yield under_way.popleft().result()
    finally:
        for future in under_way:
            future.cancel()


class VariantOwners:
    """Who was dealt which puzzles: a hint for the teacher where a learner answered others'.

    It is worked out for everybody who is known in a run when it is first asked for.
    """

    def __init__(self, assignment: Assignment, learners: Iterable[Learner]) -> None:
        self._assignment = assignment
        self._learners = learners

    def add_note(self, outcome: GradedLearner) -> GradedLearner:
        """Return the outcome with a note of whose puzzles were answered, where that is clear."""
        names = self._owners(outcome.of_others, outcome.marked.learner)
        if not names:
            return outcome
        note = str(lazy_gettext(_WHOSE, names=format_list(names)))
        return outcome._replace(
            teacher_notes=(*outcome.teacher_notes, TeacherNote(NoteTopic.OTHERS, note))
        )

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


# ---- one learner, wherever that is done ----


def outcomes_of(job: Job, chunk: tuple[Bundle, ...]) -> tuple[GradedLearner, ...]:
    """Grade some learners, wherever this runs."""
    judge = judge_of(job.assignment, with_reasons=job.with_reasons)
    return tuple(_outcome(judge, job, bundle) for bundle in chunk)


def _outcome(judge: Judge, job: Job, bundle: Bundle) -> GradedLearner:
    override, due = bundle.override, job.assignment.due_in_utc(bundle.override.due)
    hand_ins = [
        HandIn(file.name, parse_answers(file.raw), file.slot, file.arrival)
        for file in _chosen(bundle)
    ]
    counted = counted_hand_ins(hand_ins, job.assignment, due)
    found = mark_learner(judge, bundle.learner, counted.files, job.late, override.due)
    late = _refused_as_late(job, counted.files, override.due)
    notes = (*bundle.notes, *_read_as_one(found.files), *counted.notes, *late, *found.notes)
    files = (*found.files, *(name for name, _ in counted.rivals))
    found = overridden(replace(found, notes=notes, files=files), override)
    of_others = set_to_others(counted.files, job.assignment, bundle.learner)
    teacher_notes = [
        *bundle.teacher_notes,
        *_to_choose(judge, job, bundle, counted, found),
        *_not_there(bundle),
        *(TeacherNote(NoteTopic.TIME, note) for note in counted.doubts),
        *(TeacherNote(NoteTopic.UNREAD, note) for note in unread_notes(judge, found.items)),
        *([TeacherNote(NoteTopic.OTHERS, others_note(of_others))] if of_others else []),
    ]
    has_page = job.with_feedback and found.files
    page = None
    if has_page:
        how = {"in_full": job.in_full, "self_contained": job.self_contained}
        page = feedback_page(judge, found, **how)
    return GradedLearner(
        found, page, bundle.is_known, bundle.place, tuple(teacher_notes), tuple(of_others)
    )


def _chosen(bundle: Bundle) -> Sequence[FileBytes]:
    """Return the files that the teacher has chosen; all, where none of them is there."""
    found = [file for file in bundle.files if bundle.override.is_chosen(file.name)]
    return found or bundle.files


def _not_there(bundle: Bundle) -> Iterator[TeacherNote]:
    """Yield a note for each file that the teacher has chosen and that was not handed in."""
    names = [file.name for file in bundle.files]
    for chosen in bundle.override.files:
        if not any(Override(files=(chosen,)).is_chosen(name) for name in names):
            text = lazy_gettext(_NOT_THERE, table=OVERRIDES, file=chosen)
            yield TeacherNote(NoteTopic.CHOOSE, str(text))


def _to_choose(
    judge: Judge, job: Job, bundle: Bundle, counted: CountedHandIns, found: LearnerMarks
) -> Iterator[TeacherNote]:
    """Yield a note where hand-ins do not agree: what each earns, and how one is chosen."""
    if not counted.rivals:
        return
    due = bundle.override.due
    earned = [
        (name, mark_learner(judge, bundle.learner, [(name, answers)], job.late, due).earned)
        for name, answers in counted.rivals
    ]
    counts = sum(item.earned for item in found.items)
    each = [(" + ".join(name for name, _ in counted.files), counts), *earned]
    told = [str(lazy_gettext(_EARNS, file=name, points=points)) for name, points in each]
    text = lazy_gettext(_CHOOSE, files=format_list(told), table=OVERRIDES)
    yield TeacherNote(NoteTopic.CHOOSE, str(text))


def overridden(found: LearnerMarks, override: Override) -> LearnerMarks:
    """Return the marks with what the teacher has decided by hand."""
    points = dict(override.points)
    items = tuple(
        item._replace(earned=points.get(number, item.earned))
        for number, item in enumerate(found.items, 1)
    )
    told = [str(lazy_ngettext(*_ITEM_SET, count, number=n)) for n, count in points.items()]
    if override.total is not None:
        told.append(str(lazy_ngettext(*_TOTAL_SET, override.total)))
    if override.due:
        due = due_words(override.due, datetime.fromisoformat(override.due).tzinfo)
        told.append(str(lazy_gettext(_EXTENDED, due=due)))
    comments = (*told, *override.comments)
    return replace(found, items=items, total=override.total, comments=comments)


def _read_as_one(files: tuple[str, ...]) -> Iterator[str]:
    """Yield a sentence where there is more than one file, that names the first of them."""
    if len(files) > 1:
        short = [re.split(r"[/\\]| > ", file)[-1] for file in files]
        names = list(files) if len(set(short)) < len(short) else short
        if len(names) > MOST_NAMED:
            names = [*names[:MOST_NAMED], "…"]
        yield str(lazy_gettext(_AS_ONE, count=len(files), names=", ".join(names)))


def _refused_as_late(
    job: Job, answers: Iterable[tuple[str, AnswersFile]], due: str
) -> Iterator[str]:
    """Yield a sentence where answers do not count because they are late."""
    task, due = job.assignment, due or job.assignment.due
    if job.late is Late.REFUSE and due:
        count = sum(task.is_late(row.at, due) for _, found in answers for row in found.rows)
        if count:
            shown = due_words(due, datetime.fromisoformat(due).tzinfo)
            yield str(lazy_ngettext(*_LATE, count, due=shown))


_LATE = (
    N_("One answer came after {due} and does not count."),
    N_("{n} answers came after {due} and do not count."),
)
_CHOOSE = N_(
    "Hand-ins that do not agree: {files}. The first counts until you choose: write a line with the "
    "learner, and in the column file the name of the one that counts, into {table}."
)
_NOT_THERE = N_(
    "{table} chooses the file {file}, and this learner has handed in none of that name."
)
_EARNS = N_("{file} earns {points}")
_ITEM_SET = (
    N_("The teacher gave {n} point for item {number}."),
    N_("The teacher gave {n} points for item {number}."),
)
_TOTAL_SET = N_("The teacher gave {n} point in all."), N_("The teacher gave {n} points in all.")
_EXTENDED = N_("Deadline extended to {due}.")
_AS_ONE = N_("{count} different files were read as one ({names}).")
_WHOSE = N_("All of these puzzles were dealt to {names}.")
