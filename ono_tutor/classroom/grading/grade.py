"""A class graded: every learner's marks, worked out by the engine from what was handed in.

Nothing that a file says of a mark is believed, and no code of a learner's runs. Who is graded:

1. Files belong together by the learner's name in them, and with a roster by the person's ids as
   well. Puzzles are those of the roster's name if it is among these words, else of the first by
   alphabet. A name that is near one of the roster is a hint for the teacher and matches nobody.
2. The same bytes handed in twice count once. Different files of one learner are read as one
   (:mod:`ono_tutor.classroom.marking` says what counts).
3. A file that cannot be graded is refused by name; the rest of its learner's is graded.
4. Everyone in the roster is listed, with 0 points where nothing can be graded; whoever is not in
   it is graded, and marked as unknown.

Each file is read once, to see whose it is, and kept in a temporary file, so that memory does not
grow with a class. Then it is graded learner by learner, in chunks that an executor may work on
anywhere. The outcome is the same for any number of workers.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future
from tempfile import SpooledTemporaryFile
from typing import NamedTuple

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.assignment_link import answer_names
from ono_tutor.classroom.grading.by_learner import ByLearner
from ono_tutor.classroom.grading.grade_learner import (
    Bundle,
    Job,
    Outcome,
    VariantOwners,
    outcomes_of,
)
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.marking import Late
from ono_tutor.classroom.submissions.files import RefusedFile, Submission

__all__ = ["GradingProgress", "OnProgress", "Outcome", "grade_class"]

CHUNK_LEARNERS, CHUNK_BYTES, WINDOW = 32, 500_000, 32
"""How much is handed to an executor at once, and how many chunks are under way."""

IN_MEMORY = 64_000_000
"""Bytes of a class's files that are kept in memory; more go to a temporary file without a name."""

CHUNK_PAGES = 4
"""Learners of a chunk where pages come back, which are long."""


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
    with_reasons: bool = True,
    tell: OnProgress | None = None,
) -> Generator[Outcome | RefusedFile, None, None]:
    """Yield each file that cannot be graded, then each learner: the roster's, the others by key.

    Without an executor the work is done here. Feedback has reasons always, and all of them
    ``in_full`` even where the assignment tells learners nothing; without both, the marks name no
    rule points and no misconceptions, and come sooner. Raises :class:`OutputError` where the
    temporary file cannot be written.
    """
    job = Job(assignment, late, with_feedback, with_reasons or with_feedback, in_full)
    with SpooledTemporaryFile(IN_MEMORY) as kept:
        files = ByLearner(answer_names(assignment), roster, kept)
        variants = VariantOwners(assignment, files.learners)
        yield from _sort(files, submissions, tell)
        done, total = 0, len(files.owners)
        bundles = _bundles(files, roster is not None)
        most = CHUNK_PAGES if with_feedback else CHUNK_LEARNERS
        for outcomes in _in_order(job, _chunks(bundles, most), executor):
            yield from map(variants.add_note, outcomes)
            done += len(outcomes)
            if tell:
                tell(GradingProgress("grading", done, total))


def _sort(
    files: ByLearner, submissions: Iterable[Submission | RefusedFile], tell: OnProgress | None
) -> Iterator[RefusedFile]:
    """Sort every file to its learner; yield those that have none."""
    for number, found in enumerate(submissions, 1):
        if isinstance(found, RefusedFile):
            files.refuse(found)
            yield found
        elif refusal := files.add(found):
            yield refusal
        if tell:
            tell(GradingProgress("reading", number))


def _bundles(files: ByLearner, has_roster: bool) -> Iterator[Bundle]:
    """Yield what each learner handed in."""
    for owner in files.owners:
        place = owner if isinstance(owner, int) else None
        raws = tuple((file.name, files.read(file)) for file in files.of(owner).files)
        if raws or place is not None:
            notes, remarks = tuple(files.notes(owner)), tuple(files.remarks(owner))
            is_known = place is not None or not has_roster
            yield Bundle(files.learner(owner), raws, notes, is_known, place, remarks)


def _chunks(bundles: Iterable[Bundle], most: int) -> Iterator[tuple[Bundle, ...]]:
    """Yield the bundles in order, ``most`` of them together, or fewer that are long."""
    chunk: list[Bundle] = []
    size = 0
    for bundle in bundles:
        chunk.append(bundle)
        size += sum(len(raw) for _, raw in bundle.files)
        if len(chunk) >= most or size >= CHUNK_BYTES:
            yield tuple(chunk)
            chunk, size = [], 0
    if chunk:
        yield tuple(chunk)


def _in_order(
    job: Job, chunks: Iterable[tuple[Bundle, ...]], executor: Executor | None
) -> Iterator[tuple[Outcome, ...]]:
    """Yield what becomes of the chunks, in order; only so many are under way at once."""
    if executor is None:
        for chunk in chunks:
            yield outcomes_of(job, chunk)
        return
    under_way: deque[Future[tuple[Outcome, ...]]] = deque()
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
