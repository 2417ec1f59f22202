"""A class graded: every learner's marks, worked out by the engine from what was handed in.

Nothing that a file says of a mark is believed, and no code of a learner's runs. Who is graded:

1. Files belong together by their place in an LMS, else by the learner's name in them, and with a
   roster by the person's ids as well. Puzzles are those of the roster's name if it is among these
   words, else of the first by alphabet. A name that is near one of the roster is a hint for the
   teacher and matches nobody.
2. The same bytes handed in twice count once. :mod:`~.merge_submissions` says what different
   files of one learner count for, and :mod:`ono_tutor.classroom.marking` which answers count.
3. A file that cannot be graded is refused by name; the rest of its learner's is graded.
4. Everyone in the roster is listed, with 0 points where nothing can be graded; whoever is not in
   it is graded, and marked as unknown.

Each file is read once, to see whose it is, and kept in a mark book, so that memory does not grow
with a class. Then everything that is in the book is graded learner by learner, in chunks that an
executor may work on anywhere. The outcome is the same for any number of workers.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from ono_tutor.classroom.answers_file import AnswersFileError, parse_answers
from ono_tutor.classroom.assignment import Assignment, Learner, due_words
from ono_tutor.classroom.assignment_link import answer_names
from ono_tutor.classroom.grading.mark_book import MarkBook
from ono_tutor.classroom.grading.match_files import MatchedFiles
from ono_tutor.classroom.grading.merge_submissions import (
    CountedHandIns,
    HandIn,
    counted_hand_ins,
    late_note,
    several_files_note,
)
from ono_tutor.classroom.grading.overrides import (
    BETWEEN,
    LineWriter,
    NoteTopic,
    Override,
    Overrides,
    TeacherNote,
    short_names,
)
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.marking import (
    Judge,
    Late,
    LearnerMarks,
    judge_of,
    mark_learner,
    others_note,
    set_to_others,
)
from ono_tutor.classroom.report.feedback import feedback_page
from ono_tutor.classroom.submissions.find import RefusedFile, Submission
from ono_tutor.classroom.submissions.lms_names import Lms
from ono_tutor.classroom.submissions.wrong_uploads import why_other_ending
from ono_tutor.errors import quoted
from ono_tutor.i18n import N_, _, format_list, gettext, separate_names

CHUNK_LEARNERS, CHUNK_BYTES, WINDOW = 32, 500_000, 32
"""How much is handed to an executor at once, and how many chunks are under way."""

CHUNK_PAGES = 4
"""Learners of a chunk where pages come back, which are long."""


class GradedLearner(NamedTuple):
    """A learner's marks, and the feedback page where one was asked for and there is what to tell.

    ``is_known`` tells whether the roster has the learner (without a roster everyone is known), and
    ``place`` where, counted from 0, or None if several of it share the name; ``teacher_notes`` are
    for the teacher alone; ``moodle`` is what a download from Moodle calls the learner, if it is
    from there.
    """

    marked: LearnerMarks
    page: str | None
    is_known: bool
    place: int | None = None
    teacher_notes: tuple[TeacherNote, ...] = ()
    moodle: str = ""


class Bundle(NamedTuple):
    """What a worker needs to grade one learner: the files' names and bytes, and notes on them.

    ``word`` is what a teacher's table calls the learner by, and ``writer`` writes its lines.
    """

    learner: Learner
    files: tuple[Submission, ...]
    notes: tuple[str, ...]
    is_known: bool
    place: int | None
    word: str
    teacher_notes: tuple[TeacherNote, ...] = ()
    override: Override = Override()
    writer: LineWriter = LineWriter()


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
            _read_into(kept, found, names)
            if tell:
                tell(GradingProgress("reading", number))
        files = MatchedFiles(kept, roster, assignment.due_zone, overrides)
        yield from files.refused
        done, total = 0, len(files.owners)
        bundles = _bundles(files, overrides)
        most = at_once or (CHUNK_PAGES if with_feedback else CHUNK_LEARNERS)
        for outcomes in _in_order(job, _chunks(bundles, most), executor):
            yield from outcomes
            done += len(outcomes)
            if tell:
                tell(GradingProgress("grading", done, total))


def _bundles(files: MatchedFiles, overrides: Overrides | None) -> Iterator[Bundle]:
    """Yield what each learner handed in."""
    for owner in files.owners:
        place = owner if isinstance(owner, int) else None
        raws = tuple(
            Submission(file.name, files.read(file), file.arrival, file.place)
            for file in files.of(owner).files
        )
        if raws or place is not None:
            yield Bundle(
                learner=files.learner(owner),
                files=raws,
                notes=tuple(files.notes(owner)),
                is_known=files.is_known(owner),
                place=place,
                word=files.word_for(owner),
                teacher_notes=tuple(files.teacher_notes(owner)),
                override=overrides.of(owner) if overrides else Override(),
                writer=overrides.lines if overrides else LineWriter(),
            )


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


def _read_into(book: MarkBook, found: Submission | RefusedFile, names: frozenset[str]) -> None:
    """Put into the book what was found: a hand-in to the assignment of these names, or a refusal.

    Raises :class:`OutputError`.
    """
    if isinstance(found, RefusedFile):
        book.refuse(found)
        return
    learner = book.learner_of(found)
    if learner is None:
        try:
            answers = parse_answers(found.raw, with_rows=False)
        except AnswersFileError as error:
            other = why_other_ending(found.name) if error.cause == "not-json" else ""
            cause = "other-file" if other else error.cause
            book.refuse(RefusedFile(found.name, cause, other or error.message))
            return
        learner = answers.learner.name
        if answers.assignment not in names:
            mine = format_list(sorted(map(quoted, names)))
            reason = _(
                "it holds answers to the assignment {other}, and what is graded here is {mine}",
                other=quoted(answers.assignment),
                mine=mine,
            )
            book.refuse(RefusedFile(found.name, "other-assignment", str(reason)), learner)
            return
    book.add(found, learner)


# ---- one learner, wherever that is done ----


def outcomes_of(job: Job, chunk: tuple[Bundle, ...]) -> tuple[GradedLearner, ...]:
    """Grade some learners, wherever this runs."""
    judge = judge_of(job.assignment, with_reasons=job.with_reasons)
    return tuple(_outcome(judge, job, bundle) for bundle in chunk)


def _outcome(judge: Judge, job: Job, bundle: Bundle) -> GradedLearner:
    override, due = bundle.override, job.assignment.due_in_utc(bundle.override.due)
    hand_ins = [
        HandIn(file.name, parse_answers(file.raw), file.place, override.arrival(file))
        for file in bundle.files
    ]
    counted, left_out = _counted(hand_ins, job.assignment, due, override)
    names = [file.name for file in bundle.files]
    found = mark_learner(judge, bundle.learner, counted.files, job.late, override.due)
    refuses = job.late is Late.REFUSE
    late = late_note(job.assignment, counted.files, override.due) if refuses else ()
    notes = (*bundle.notes, *several_files_note(found.files), *counted.notes, *late, *found.notes)
    files = (*found.files, *(name for name, __ in counted.rivals))
    found = override.applied(replace(found, notes=notes, files=files))
    of_others = set_to_others(counted.files, job.assignment, bundle.learner)
    teacher_notes = [
        *bundle.teacher_notes,
        *_choices(judge, job, bundle, counted),
        *_left_out_notes(bundle, left_out, counted),
        *override.missing_files(names),
        *(TeacherNote(NoteTopic.TIME, note) for note in counted.doubts),
        *_undated_notes(bundle, counted, job.assignment),
        *(TeacherNote(NoteTopic.UNREAD, note) for note in found.unread),
        *([TeacherNote(NoteTopic.OTHERS, others_note(of_others))] if of_others else []),
    ]
    is_undecided = any(note.leaves_open for note in teacher_notes)
    page = None
    if job.with_feedback and found.files and not is_undecided:
        page = feedback_page(judge, found, in_full=job.in_full, self_contained=job.self_contained)
    places = (file.place for file in bundle.files if file.place)
    moodle = next((place.key for place in places if place.lms is Lms.MOODLE), "")
    return GradedLearner(
        marked=found,
        page=page,
        is_known=bundle.is_known,
        place=bundle.place,
        teacher_notes=tuple(teacher_notes),
        moodle=moodle,
    )


def _counted(
    hand_ins: Sequence[HandIn], assignment: Assignment, due: str, override: Override
) -> tuple[CountedHandIns, list[HandIn]]:
    """Return what counts of the hand-ins, and those that the teacher has chosen others over.

    What a later line chooses counts; what an earlier one does as far as it agrees with that.
    """
    chosen: set[str] = set()
    counted = counted_hand_ins(hand_ins, assignment, due)
    for line in override.chosen([each.name for each in hand_ins]):
        trial = [each for each in hand_ins if each.name in chosen | line]
        found = counted_hand_ins(trial, assignment, due)
        if not (chosen and found.rivals):
            chosen, counted = chosen | line, found
    return counted, [each for each in hand_ins if chosen and each.name not in chosen]


def _choices(
    judge: Judge, job: Job, bundle: Bundle, counted: CountedHandIns
) -> Iterator[TeacherNote]:
    """Yield a note where hand-ins do not agree: what each earns, and the line that chooses it.

    Before that it has to be known whose they are.
    """
    override, zone = bundle.override, job.assignment.due_zone
    is_whose_open = any(note.about is NoteTopic.CHOOSE for note in bundle.teacher_notes)
    if not counted.rivals or override.total is not None or is_whose_open:
        return
    groups = [counted.files, *([rival] for rival in counted.rivals)]
    names = short_names(file.name for file in bundle.files)
    arrivals = {file.name: file.arrival for file in bundle.files}
    told, cells = [], []
    moments = {each.at for each in arrivals.values() if each and each.dates_a_file}
    with_seconds = len({moment[:16] for moment in moments}) < len(moments)
    for group in groups:
        marks = mark_learner(judge, bundle.learner, group, job.late, override.due)
        came = [arrivals[name] for name, __ in group]
        times = [
            str(due_words(each.at, zone, with_seconds=with_seconds))
            for each in came
            if each and each.dates_a_file
        ]
        fields = {"file": " + ".join(names[name] for name, __ in group), "points": marks.earned}
        template = _EARNS_AND_CAME if times else _EARNS
        told.append(gettext(template, times=" + ".join(times), **fields))
        cells.append((bundle.word, BETWEEN.join(names[name] for name, __ in group)))
    text = _(
        "Hand-ins that do not agree: {files}. There is no mark until you choose. Add one of "
        "these lines to the end of overrides.csv, and grade again:",
        files="; ".join(told),
    )
    yield TeacherNote(NoteTopic.CHOOSE, str(text), bundle.writer.lines("file", cells))


def _left_out_notes(
    bundle: Bundle, left_out: Sequence[HandIn], counted: CountedHandIns
) -> Iterator[TeacherNote]:
    """Yield notes of files that do not count, for the teacher chose others.

    Told are those that came later, and those that another line chooses.
    """
    if counted.rivals:
        return  # the choice is not made yet
    names = short_names(file.name for file in bundle.files)
    arrivals = {file.name: file.arrival for file in bundle.files}
    last = max((each.at for name, __ in counted.files if (each := arrivals[name])), default="")
    newer = [each.name for each in left_out if each.arrival and each.arrival.at > last]
    if newer:
        text = _(
            "Newer than the hand-in that you chose, and left out: {files}. To count one of "
            "them instead, add its line to the end of overrides.csv, and grade again:",
            files=separate_names([names[name] for name in newer]),
        )
        cells = ((bundle.word, names[name]) for name in newer)
        yield TeacherNote(NoteTopic.LEFT_OUT, str(text), bundle.writer.lines("file", cells))
    chosen = set[str]().union(*bundle.override.chosen(list(names)))
    if earlier := [names[each.name] for each in left_out if each.name in chosen]:
        text = _(
            "An earlier line of overrides.csv chooses {files}, which does not agree with "
            "what the last line chooses; the last line counts.",
            files=separate_names(earlier),
        )
        yield TeacherNote(NoteTopic.EARLIER_LINE, str(text))


def _undated_notes(
    bundle: Bundle, counted: CountedHandIns, assignment: Assignment
) -> Iterator[TeacherNote]:
    """Yield a note of each file of which nobody knows when it came, and the line that says so."""
    for about, text, at in counted.undated:
        local = datetime.fromisoformat(at).astimezone(assignment.due_zone or UTC)
        cell = bundle.word, local.isoformat(timespec="seconds")
        yield TeacherNote(about, text, bundle.writer.lines("uploaded", [cell]))


_EARNS = N_("{file} earns {points}")
_EARNS_AND_CAME = N_("{file} earns {points} and is from {times}")
