"""Grade a class: every learner's marks, worked out by the engine from what was handed in.

Nothing that a file says of a mark is believed, and no code of a learner's runs. Each file is read
once, to see whose it is, and kept in a mark book, so that memory does not grow with a class. Then
all that is in the book is graded learner by learner, in chunks that an executor may work on
anywhere. The outcome is the same for any number of workers.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from ono_tutor.classroom.answers_file import AnswersFileError, parse_answers
from ono_tutor.classroom.assignment import Assignment, due_words
from ono_tutor.classroom.assignment_link import answer_names
from ono_tutor.classroom.grading.mark_book import MarkBook
from ono_tutor.classroom.grading.match_files import LearnerFiles, match_files
from ono_tutor.classroom.grading.merge_submissions import (
    CountedHandIns,
    HandIn,
    late_note,
    merge_submissions,
    several_files_note,
)
from ono_tutor.classroom.grading.overrides import (
    BETWEEN,
    Override,
    Overrides,
    TeacherNote,
    short_names,
    with_lines,
)
from ono_tutor.classroom.grading.roster import Person, Roster
from ono_tutor.classroom.marking import (
    Judge,
    Late,
    LearnerMarks,
    judge_of,
    mark_learner,
)
from ono_tutor.classroom.report.feedback import feedback_page
from ono_tutor.classroom.submissions.find import RefusedFile, Submission
from ono_tutor.classroom.submissions.lms_names import Lms
from ono_tutor.errors import quoted
from ono_tutor.i18n import N_, format_list, gettext, separate_names

CHUNK_LEARNERS, CHUNK_BYTES, WINDOW = 32, 500_000, 32
"""The size of a chunk for an executor, and how many chunks are under way."""

CHUNK_PAGES = 4
"""Learners of a chunk if pages come back, which are long."""


class GradedLearner(NamedTuple):
    """A learner's marks, and the feedback page if one was asked for.

    ``person`` is the learner in the roster and ``place`` where, counted from 0; both are None for
    a learner who is not in it, and for a name that several of it share, which ``is_shared``.
    ``teacher_notes`` are for the teacher alone; ``moodle`` is the learner's name in a download from
    Moodle.
    """

    marked: LearnerMarks
    page: str | None
    is_known: bool
    place: int | None = None
    teacher_notes: tuple[TeacherNote, ...] = ()
    moodle: str = ""
    person: Person | None = None
    is_shared: bool = False

    @property
    def name(self) -> str:
        """The name as the roster writes it, with the class if others have it, else as handed in."""
        return self.person.shown_name if self.person else self.marked.learner.name

    @property
    def is_undecided(self) -> bool:
        """True if a teacher has to choose between hand-ins, or say whose one is."""
        return any(note.about == "choose" for note in self.teacher_notes)

    @property
    def is_not_gradable(self) -> bool:
        """True if something seems to be of this learner, and nothing of it can be graded."""
        is_refused = any(note.about == "not-gradable" for note in self.teacher_notes)
        return not self.marked.files and (is_refused or bool(self.marked.notes))

    @property
    def status(self) -> str:
        """The learner's status, in words with commas between.

        ``graded``, ``choose`` (between hand-ins, or whose one is; there is no mark until then),
        ``not gradable`` or ``missing``, and ``late`` and ``unknown`` if it is so.
        """
        if self.is_undecided:
            words = ["choose"]
        elif self.marked.files:
            words = ["graded"]
        else:
            words = ["not gradable" if self.is_not_gradable else "missing"]
        if self.marked.is_late and not self.is_undecided:
            words.append("late")
        if not self.is_known:
            words.append("unknown")
        return ", ".join(words)

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes on a learner's files and answers, with those for the teacher only.

        What is true of a whole archive is left to the summary.
        """
        own = (note.text for note in self.teacher_notes if note.about != "download")
        texts = (text.replace("\n", " | ") for text in own)
        return tuple(dict.fromkeys((*self.marked.comments, *self.marked.notes, *texts)))


Bundle = tuple[LearnerFiles, tuple[Submission, ...]]
"""One learner for a worker to grade, and the files with their bytes."""


class Job(NamedTuple):
    """The assignment and options of a grading, the same for every learner."""

    assignment: Assignment
    late: Late
    with_feedback: bool
    with_reasons: bool
    in_full: bool = False
    separator: str = ","

    def with_lines(self, text: str, who: LearnerFiles, column: str, cells: Iterable[str]) -> str:
        """Return the text with lines about a learner for the teacher's table."""
        return with_lines(text, self.separator, column, ((who.word, cell) for cell in cells))


class GradingProgress(NamedTuple):
    """The progress: ``reading`` files or ``grading`` learners; ``total`` is 0 if unknown."""

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
    of them ``in_full`` even if the assignment tells learners nothing. Without feedback and reasons
    the marks name no rule points and no misconceptions, and come sooner. Raises
    :class:`OutputError` if the book cannot be written.
    """
    is_explained = with_reasons or with_feedback
    separator = overrides.separator if overrides else ","
    job = Job(assignment, late, with_feedback, is_explained, in_full, separator)
    with nullcontext(book) if book else MarkBook() as kept:
        names = answer_names(assignment)
        for number, source in enumerate(submissions, 1):
            _read_into(kept, source, names)
            if tell:
                tell(GradingProgress("reading", number))
        learners, refused = match_files(kept, roster, assignment.due_zone, overrides)
        yield from refused
        done = 0
        bundles = (
            (who, tuple(Submission(f.name, kept.read(f), f.arrival, f.place) for f in who.files))
            for who in learners
        )
        most = at_once or (CHUNK_PAGES if with_feedback else CHUNK_LEARNERS)
        for outcomes in _in_order(job, _chunks(bundles, most), executor):
            yield from outcomes
            done += len(outcomes)
            if tell:
                tell(GradingProgress("grading", done, len(learners)))


def _read_into(book: MarkBook, source: Submission | RefusedFile, names: frozenset[str]) -> None:
    """Put a hand-in to the assignment of these names into the book, or the refusal of another.

    Raises :class:`OutputError`.
    """
    if isinstance(source, RefusedFile):
        book.refuse(source)
        return
    learner = book.learner_of(source)
    if learner is None:
        try:
            answers = parse_answers(source.raw, with_rows=False)
        except AnswersFileError as error:
            book.refuse(RefusedFile(source.name, error.cause, error.message))
            return
        learner = answers.learner.name
        if answers.assignment not in names:
            reason = gettext(
                "it holds answers to the assignment {other}, and what is graded here is {mine}",
                other=quoted(answers.assignment),
                mine=format_list(sorted(map(quoted, names))),
            )
            book.refuse(RefusedFile(source.name, "other-assignment", reason), learner)
            return
    book.add(source, learner)


def _chunks(bundles: Iterable[Bundle], most: int) -> Iterator[tuple[Bundle, ...]]:
    """Yield the bundles in order, ``most`` of them together, or fewer that are long."""
    chunk: list[Bundle] = []
    size = 0
    for bundle in bundles:
        chunk.append(bundle)
        size += bundle[0].size
        if len(chunk) >= most or size >= CHUNK_BYTES:
            yield tuple(chunk)
            chunk, size = [], 0
    if chunk:
        yield tuple(chunk)


def _in_order(
    job: Job, chunks: Iterable[tuple[Bundle, ...]], executor: Executor | None
) -> Iterator[tuple[GradedLearner, ...]]:
    """Yield the outcomes of the chunks, in order; at most ``WINDOW`` are under way."""
    if executor is None:
        for chunk in chunks:
            yield grade_chunk(job, chunk)
        return
    under_way: deque[Future[tuple[GradedLearner, ...]]] = deque()
    try:
        for chunk in chunks:
            if len(under_way) >= WINDOW:
                yield under_way.popleft().result()
            under_way.append(executor.submit(grade_chunk, job, chunk))
        while under_way:
            yield under_way.popleft().result()
    finally:
        for future in under_way:
            future.cancel()


# ---- one learner, wherever that is done ----


def grade_chunk(job: Job, chunk: tuple[Bundle, ...]) -> tuple[GradedLearner, ...]:
    """Grade some learners, wherever this runs."""
    judge = judge_of(job.assignment, with_reasons=job.with_reasons)
    return tuple(_grade_learner(judge, job, *bundle) for bundle in chunk)


def _grade_learner(
    judge: Judge, job: Job, who: LearnerFiles, files: Sequence[Submission]
) -> GradedLearner:
    assignment, override = job.assignment, who.override
    hand_ins = [
        HandIn(file.name, parse_answers(file.raw), file.place, override.arrival(file))
        for file in files
    ]
    counted, left_out = _choose(hand_ins, assignment, override)
    marks = mark_learner(judge, who.learner, counted.files, job.late, override.due)
    is_refusing = job.late is Late.REFUSE
    late = late_note(assignment, counted.files, override.due) if is_refusing else ()
    notes = (*who.notes, *several_files_note(marks.files), *counted.notes, *late, *marks.notes)
    names = (*marks.files, *(name for name, _ in counted.rivals))
    marks = override.apply(replace(marks, notes=notes, files=names))
    moodle = (file.place.key for file in files if file.place and file.place.lms is Lms.MOODLE)
    outcome = GradedLearner(
        marked=marks,
        page=None,
        is_known=who.is_known,
        place=who.owner if isinstance(who.owner, int) else None,
        teacher_notes=(
            *who.teacher_notes,
            *_choice_note(judge, job, who, counted),
            *_left_out_note(job, who, left_out, counted),
            *override.missing_files([file.name for file in files]),
            *_time_notes(job, who, counted),
            *(TeacherNote("note", text) for text in (*marks.unread, marks.of_others) if text),
        ),
        moodle=next(moodle, ""),
        person=who.person,
        is_shared=who.is_shared,
    )
    if not job.with_feedback or not marks.files or outcome.is_undecided:
        return outcome
    page = feedback_page(judge, marks, in_full=job.in_full)
    return outcome._replace(page=page)


def _choose(
    hand_ins: Sequence[HandIn], assignment: Assignment, override: Override
) -> tuple[CountedHandIns, list[HandIn]]:
    """Return what counts of the hand-ins, and those that the teacher has chosen others over.

    The choice of a later line counts; that of an earlier one as far as it agrees.
    """
    due = assignment.due_in_utc(override.due)
    chosen: set[str] = set()
    counted = merge_submissions(hand_ins, assignment, due)
    for line in override.chosen([each.name for each in hand_ins]):
        trial = [each for each in hand_ins if each.name in chosen | line]
        merged = merge_submissions(trial, assignment, due)
        if not (chosen and merged.rivals):
            chosen, counted = chosen | line, merged
    return counted, [each for each in hand_ins if chosen and each.name not in chosen]


def _choice_note(
    judge: Judge, job: Job, who: LearnerFiles, counted: CountedHandIns
) -> Iterator[TeacherNote]:
    """Yield a note if hand-ins do not agree: the points of each, and the line that chooses it.

    Before that it has to be known whose they are.
    """
    override, zone = who.override, job.assignment.due_zone
    is_owner_open = any(note.about == "choose" for note in who.teacher_notes)
    if not counted.rivals or override.total is not None or is_owner_open:
        return
    names = short_names([file.name for file in who.files])
    came = {f.name: f.arrival.at for f in who.files if f.arrival and f.arrival.dates_a_file}
    moments = set(came.values())
    with_seconds = len({moment[:16] for moment in moments}) < len(moments)
    parts, cells = [], []
    for group in (counted.files, *([rival] for rival in counted.rivals)):
        marks = mark_learner(judge, who.learner, group, job.late, override.due)
        times = [
            str(due_words(came[name], zone, with_seconds=with_seconds))
            for name, _ in group
            if name in came
        ]
        parts.append(
            gettext(
                N_("{file} earns {points} and is from {times}")
                if times
                else N_("{file} earns {points}"),
                file=" + ".join(names[name] for name, _ in group),
                points=marks.earned,
                times=" + ".join(times),
            )
        )
        cells.append(BETWEEN.join(names[name] for name, _ in group))
    text = gettext(
        "Hand-ins that do not agree: {files}. There is no mark until you choose. Add one of "
        "these lines to the end of overrides.csv, and grade again:",
        files="; ".join(parts),
    )
    yield TeacherNote("choose", job.with_lines(text, who, "file", cells))


def _left_out_note(
    job: Job, who: LearnerFiles, left_out: Sequence[HandIn], counted: CountedHandIns
) -> Iterator[TeacherNote]:
    """Yield a note if files came later than those that the teacher has chosen."""
    if counted.rivals:
        return  # the choice is not made yet
    names = short_names([file.name for file in who.files])
    arrivals = {file.name: file.arrival for file in who.files}
    last = max((each.at for name, _ in counted.files if (each := arrivals[name])), default="")
    if newer := [names[each.name] for each in left_out if each.arrival and each.arrival.at > last]:
        text = gettext(
            "Newer than the hand-in that you chose, and left out: {files}. To count one of "
            "them instead, add its line to the end of overrides.csv, and grade again:",
            files=separate_names(newer),
        )
        yield TeacherNote("note", job.with_lines(text, who, "file", newer))


def _time_notes(job: Job, who: LearnerFiles, counted: CountedHandIns) -> Iterator[TeacherNote]:
    """Yield the notes about times, with the line for the time of an upload that is unknown."""
    for about, text, at in counted.time_notes:
        local = at and datetime.fromisoformat(at).astimezone(job.assignment.due_zone or UTC)
        times = [local.isoformat(timespec="seconds")] if local else []
        yield TeacherNote(about, job.with_lines(text, who, "uploaded", times))
