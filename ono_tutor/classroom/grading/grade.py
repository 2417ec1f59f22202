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
from typing import NamedTuple

from ono_tutor.classroom.answers_file import AnswersFileError, parse_answers
from ono_tutor.classroom.assignment import Assignment, due_words
from ono_tutor.classroom.assignment_link import answer_names
from ono_tutor.classroom.grading.by_hand import BETWEEN, Overrides
from ono_tutor.classroom.grading.mark_book import MarkBook
from ono_tutor.classroom.grading.match_files import LearnerFiles, match_files, override_line
from ono_tutor.classroom.grading.merge_submissions import (
    CountedHandIns,
    HandIn,
    merge_submissions,
)
from ono_tutor.classroom.grading.roster import Person, Roster
from ono_tutor.classroom.lms_names import Lms
from ono_tutor.classroom.marking import Judge, Late, LearnerMarks, judge_of, mark_learner
from ono_tutor.classroom.report.feedback import feedback_page
from ono_tutor.classroom.submissions import RefusedFile, Submission
from ono_tutor.errors import quoted
from ono_tutor.i18n import N_, format_list, gettext, separate_names

CHUNK_LEARNERS, CHUNK_BYTES, WINDOW = 8, 500_000, 32
"""The size of a chunk for an executor, and how many chunks are under way."""


class GradedLearner(NamedTuple):
    """A learner's marks, and the feedback page if one was asked for.

    ``is_known`` says that the roster has the ``person``, and ``is_shared`` that several of it share
    the name. ``doubts`` and ``choices`` are for the teacher alone: while there are choices between
    hand-ins, or of whose one is, there is no mark. ``moodle`` is the learner's name in a download
    from Moodle.
    """

    marked: LearnerMarks
    person: Person
    is_known: bool = True
    is_shared: bool = False
    page: str | None = None
    moodle: str = ""
    doubts: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name as the roster writes it, with the class if others have it, else as handed in."""
        return self.person.shown_name

    @property
    def status(self) -> str:
        """The learner's status, in words with commas between.

        ``graded``, ``choose`` (between hand-ins, or whose one is; there is no mark until then),
        ``not gradable`` or ``missing``, and ``late`` and ``unknown`` if it is so.
        """
        if self.choices:
            words = ["choose"]
        elif self.marked.files:
            words = ["graded", *["late"][: self.marked.is_late]]
        else:
            words = ["not gradable" if self.marked.notes else "missing"]
        return ", ".join([*words, *([] if self.is_known else ["unknown"])])

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes on a learner's files and answers, with those for the teacher only."""
        own = (text.replace("\n", " | ") for text in (*self.choices, *self.doubts))
        return tuple(dict.fromkeys((*self.marked.comments, *self.marked.notes, *own)))


Bundle = tuple[LearnerFiles, tuple[bytes, ...]]
"""One learner for a worker to grade, and the bytes of the files."""


class Job(NamedTuple):
    """The assignment and options of a grading, the same for every learner."""

    assignment: Assignment
    late: Late
    with_feedback: bool
    with_reasons: bool
    in_full: bool
    separator: str


OnProgress = Callable[[str, int, int], object]
"""Is called with ``reading`` or ``grading``, how many files or learners are done, and of how many.

The last is 0 if nobody knows.
"""


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
    at_once: int = CHUNK_LEARNERS,
) -> Generator[GradedLearner | RefusedFile, None, None]:
    """Yield each file that cannot be graded, then each learner: the roster's, the others by key.

    With a mark book all that is in it is graded, with the submissions that are put into it; it is
    not committed. Without an executor the work is done here; with one that is far away, there is
    less to send with more learners ``at_once``. Feedback has reasons always, and all
    of them ``in_full`` even if the assignment tells learners nothing. Without feedback and reasons
    the marks name no rule points and no misconceptions, and come sooner. Raises
    :class:`OutputError` if the book cannot be written.
    """
    is_explained, overrides = with_reasons or with_feedback, overrides or Overrides()
    job = Job(assignment, late, with_feedback, is_explained, in_full, overrides.separator)
    with nullcontext(book) if book else MarkBook() as kept:
        names = answer_names(assignment)
        for number, source in enumerate(submissions, 1):
            _read_into(kept, source, names)
            if tell:
                tell("reading", number, 0)
        zone = assignment.due_zone
        learners, refused = match_files(kept, roster or Roster(), zone, overrides)
        yield from refused
        done = 0
        bundles = ((who, tuple(map(kept.read, who.files))) for who in learners)
        for outcomes in _in_order(job, _chunks(bundles, at_once), executor):
            yield from outcomes
            done += len(outcomes)
            if tell:
                tell("grading", done, len(learners))


def _read_into(book: MarkBook, source: Submission | RefusedFile, names: frozenset[str]) -> None:
    """Put a hand-in to the assignment of these names into the book, or the refusal of another.

    Raises :class:`OutputError`.
    """
    if isinstance(source, RefusedFile):
        book.refuse(source)
        return
    try:
        answers = parse_answers(source.raw, with_rows=False)
    except AnswersFileError as error:
        book.refuse(RefusedFile(source.name, error.cause, error.message))
        return
    if answers.assignment in names:
        book.add(source, answers.learner.name)
        return
    reason = gettext(
        "it holds answers to the assignment {other}, and what is graded here is {mine}",
        other=quoted(answers.assignment),
        mine=format_list(sorted(map(quoted, names))),
    )
    book.refuse(RefusedFile(source.name, "other-assignment", reason), answers.learner.name)


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
    judge: Judge, job: Job, who: LearnerFiles, raws: Sequence[bytes]
) -> GradedLearner:
    override, names = who.override, [file.name for file in who.files]
    hand_ins = [
        HandIn(file.name, parse_answers(raw), file.place, override.arrival(file.arrival))
        for file, raw in zip(who.files, raws, strict=True)
    ]
    due = job.assignment.due_in_utc(override.due)
    counted = merge_submissions(hand_ins, job.assignment, due)
    left_out: list[HandIn] = []
    for chosen in override.chosen_files(names):
        left_out = [each for each in hand_ins if each.name not in chosen]
        those = [each for each in hand_ins if each.name in chosen]
        counted = merge_submissions(those, job.assignment, due)
        if not counted.rivals:
            break
    marks = mark_learner(judge, who.learner, counted.files, job.late, override.due)
    notes = (*who.notes, *counted.notes, *marks.notes)
    files = (*marks.files, *(name for name, _ in counted.rivals))
    marks = override.apply(replace(marks, notes=notes, files=files))
    doubts = [*who.doubts, *override.missing_files(names), *counted.doubts, *marks.doubts]
    choices = list(who.choices)
    if counted.rivals and override.total is None and not choices:  # whose they are comes first
        choices.append(_choice(judge, job, who, counted))
    if not counted.rivals:
        doubts += _left_out_note(who, left_out, counted)
    page = None
    if job.with_feedback and marks.files and not choices:
        page = feedback_page(judge, marks, in_full=job.in_full)
    moodle = (file.place.key for file in who.files if file.place and file.place.lms is Lms.MOODLE)
    return GradedLearner(
        marks,
        who.person,
        is_known=who.is_known,
        is_shared=who.is_shared,
        page=page,
        moodle=next(moodle, ""),
        doubts=tuple(doubts),
        choices=tuple(choices),
    )


def _choice(judge: Judge, job: Job, who: LearnerFiles, counted: CountedHandIns) -> str:
    """Return the points of hand-ins that do not agree, and the lines that choose one."""
    came = {file.name: file.arrival for file in who.files}
    parts, lines = [], ""
    for group in (counted.files, *([rival] for rival in counted.rivals)):
        marks = mark_learner(judge, who.learner, group, job.late, who.override.due)
        names = BETWEEN.join(marks.files)
        arrival = came[marks.files[0]]
        text, fields = N_("{file} earns {points}"), {"file": names, "points": marks.earned}
        if arrival and arrival.dates_a_file:
            text = N_("{file} earns {points} and is from {time}")
            fields["time"] = due_words(arrival.at, job.assignment.due_zone)
        parts.append(gettext(text, **fields))
        lines += override_line(who.word, names, job.separator)
    text = gettext(
        "Hand-ins that do not agree: {files}. There is no mark until you choose. Add one of "
        "these lines to the end of overrides.csv, and grade again:",
        files="; ".join(parts),
    )
    return text + lines


def _left_out_note(
    who: LearnerFiles, left_out: Sequence[HandIn], counted: CountedHandIns
) -> Iterator[str]:
    """Yield a note if files came later than those that the teacher has chosen."""
    came = {file.name: file.arrival.at if file.arrival else "" for file in who.files}
    last = max((came[name] for name, _ in counted.files), default="")
    if newer := [each.name for each in left_out if came[each.name] > last]:
        yield gettext(
            "Newer than the hand-in that you chose, and left out: {files}. To count one of "
            "them instead, add a line with its name to the end of overrides.csv.",
            files=separate_names(newer),
        )
