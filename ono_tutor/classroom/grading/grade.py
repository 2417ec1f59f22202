"""A class graded: every learner's marks, worked out by the engine from what was handed in.

Nothing that a file says of a mark is believed, and no code of a learner's runs. Who is graded:

1. Files belong together by the learner's name in them; capitals, spaces and the way an accent is
   encoded do not matter. With a roster the name may also be one of the person's ids there, and
   files under several of these words belong together. If puzzles were dealt to each learner, the
   puzzles are those of the roster's name if it is among the words, else of the first by alphabet.
   A name that is near one of the roster, or stands in a folder's name, is a hint for the teacher
   and matches nobody; a name that the roster has as an alias does.
2. The same bytes handed in twice by one learner count once, and that is told. Different files of
   one learner are read as one (:mod:`ono_tutor.classroom.marking` says what counts), at most 50 of
   them, and 4 million bytes.
3. A file for another assignment, of another version of the format, or broken, is refused by name;
   the rest of what its learner handed in is graded. Who has nothing else is not graded.
4. With a roster everyone in it is listed: who handed in nothing, or nothing that can be graded,
   with 0 points; so too where only the name of the file tells whose it is. Whoever is not in the
   roster is graded, and is marked as unknown.
5. A task that is not answered earns nothing, and what is answered counts.
6. A late answer counts, or is refused if the teacher says so, one answer at a time; an answer
   without a time is in time.

Files are read twice, so that memory does not grow with them: first to see whose each is, then
learner by learner, in chunks that an executor may work on anywhere. The outcome is the same for
any number of workers.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future
from typing import NamedTuple

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.assignment_link import answer_names
from ono_tutor.classroom.grading.by_learner import ByLearner, CountedFile, digest
from ono_tutor.classroom.grading.grade_learner import (
    Bundle,
    Job,
    Outcome,
    VariantOwners,
    outcomes_of,
)
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.marking import Late
from ono_tutor.classroom.submissions.files import RefusedError, RefusedFile, Source
from ono_tutor.classroom.submissions.reader import Reader
from ono_tutor.i18n import N_, lazy_gettext

__all__ = ["GradingProgress", "OnProgress", "Outcome", "grade_class"]

CHUNK_LEARNERS, CHUNK_BYTES, WINDOW = 32, 500_000, 32
"""How much is handed to an executor at once, and how many chunks are under way."""

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
    sources: Iterable[Source | RefusedFile],
    *,
    roster: Roster | None = None,
    late: Late = Late.COUNT,
    executor: Executor | None = None,
    with_feedback: bool = False,
    in_full: bool = False,
    with_reasons: bool = True,
    reader: Reader | None = None,
    tell: OnProgress | None = None,
) -> Generator[Outcome | RefusedFile, None, None]:
    """Yield each file that cannot be graded, then each learner: the roster's, the others by key.

    At the end come files that could not be read a second time, if there are any. Without an
    executor the work is done here. Feedback has reasons always, and all of them ``in_full`` even
    where the assignment tells learners nothing; without both, the marks name no rule points and no
    misconceptions, and come sooner. ``reader`` reads the sources, if not all are files.
    """
    job = Job(assignment, late, with_feedback, with_reasons or with_feedback, in_full)
    files = ByLearner(answer_names(assignment), roster)
    variants = VariantOwners(assignment, files.learners)
    with reader or Reader() as reading:
        yield from _sort(files, reading, sources, tell)
        done, total = 0, len(files.owners)
        lost: list[RefusedFile] = []
        bundles = _bundles(files, reading, roster is not None, lost)
        most = CHUNK_PAGES if with_feedback else CHUNK_LEARNERS
        for outcomes in _in_order(job, _chunks(bundles, most), executor):
            yield from map(variants.add_note, outcomes)
            done += len(outcomes)
            if tell:
                tell(GradingProgress("grading", done, total))
        yield from lost


def _sort(
    files: ByLearner,
    reader: Reader,
    sources: Iterable[Source | RefusedFile],
    tell: OnProgress | None,
) -> Iterator[RefusedFile]:
    """Sort every file to its learner; yield those that have none."""
    for number, source in enumerate(sources, 1):
        refusal = _sorted(files, reader, source)
        if refusal:
            yield refusal
        if tell:
            tell(GradingProgress("reading", number))


def _sorted(files: ByLearner, reader: Reader, source: Source | RefusedFile) -> RefusedFile | None:
    if isinstance(source, Source):
        try:
            return files.add(source, reader.read(source))
        except RefusedError as error:
            source = error.refusal
    files.refuse(source)
    return source


def _bundles(
    files: ByLearner, reader: Reader, has_roster: bool, lost: list[RefusedFile]
) -> Iterator[Bundle]:
    """Yield what each learner handed in, read again; what is no longer there goes to ``lost``."""
    for owner in files.owners:
        place = owner if isinstance(owner, int) else None
        mine, raws = files.of(owner), []
        for file in mine.files:
            try:
                raws.append((file.source.name, _read_again(reader, file)))
            except RefusedError as error:
                lost.append(error.refusal)
                mine.note(str(lazy_gettext(_LOST, file=file.source.name)))
        if raws or place is not None:
            notes, remarks = tuple(files.notes(owner)), tuple(files.remarks(owner))
            is_known = place is not None or not has_roster
            yield Bundle(files.learner(owner), tuple(raws), notes, is_known, place, remarks)


def _read_again(reader: Reader, file: CountedFile) -> bytes:
    raw = reader.read(file.source)
    if digest(raw) != file.digest:
        raise RefusedError(RefusedFile(file.source.name, "changed", str(lazy_gettext(_CHANGED))))
    return raw


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


_LOST = N_("{file} could not be read again and is not graded.")
_CHANGED = N_("it was changed while it was graded; grade it again")
