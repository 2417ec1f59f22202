"""The answers that count of several files of one learner: each is one hand-in, with a time.

The rules are those of "How answers are marked" in the documentation. Files that do not agree
are one person's for sure only if they are from one place in an LMS; others are kept for the teacher
to choose, and until then the one counts that an LMS has, or that came first.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, tzinfo
from typing import NamedTuple

from ono_tutor.classroom.answers_file import AnswerRow, AnswersFile
from ono_tutor.classroom.assignment import Assignment, Feedback, due_words
from ono_tutor.classroom.lms_names import Lms, LmsPlace
from ono_tutor.classroom.submissions import Arrival, TimeSource
from ono_tutor.i18n import N_, gettext

EARLIEST = "2020"
"""No answer is older: there was no program that could have asked."""


class HandIn(NamedTuple):
    """A file of a learner, its answers, where an LMS put it, and when it came."""

    name: str
    answers: AnswersFile
    place: LmsPlace | None = None
    arrival: Arrival | None = None

    @property
    def is_called_late(self) -> bool:
        """True if the LMS calls the file late, and the teacher does not say when it came."""
        is_settled = self.arrival is not None and self.arrival.source is TimeSource.TEACHER
        return self.place is not None and self.place.is_late and not is_settled


@dataclass(slots=True)
class CountedHandIns:
    """The files with the answers that count, those to choose from, and notes.

    ``notes`` are for the learner too, ``doubts`` for the teacher alone.
    """

    files: list[tuple[str, AnswersFile]] = field(default_factory=list)
    rivals: list[tuple[str, AnswersFile]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)


Rows = tuple[AnswerRow, ...]

_RowsBefore = dict[tuple[str, int], set[AnswerRow]]
"""The answers of the files that came before, by puzzle and attempt."""


def merge_submissions(
    hand_ins: Sequence[HandIn], assignment: Assignment, due: str
) -> CountedHandIns:
    """Return what counts of files in the order in which they came; ``due`` is UTC, or empty."""
    merged = CountedHandIns()
    before: _RowsBefore = defaultdict(set)
    for each in hand_ins:
        own, first = each.answers.rows, hand_ins[0].place
        if assignment.feedback is not Feedback.NOW:
            own = _last_attempt(each, assignment.attempts, before, merged.notes)
        is_one_place = first and each.place and each.place.key == first.key
        if not is_one_place and _disagree(own, before):
            merged.rivals.append((each.name, each.answers))
            continue
        if assignment.feedback is Feedback.NOW:
            counted = tuple(_log_rows(own, before))
        else:  # what an earlier hand-in has answered counts as it is there
            counted = tuple(r for r in own if r in before.get((r.puzzle, r.attempt), {r}))
        if counted != own:
            text = N_("Answers in {file} differ from earlier ones; the earlier ones count.")
            merged.notes.append(gettext(text, file=each.name))
        for row in own:
            before[row.puzzle, row.attempt].add(row)
        timed = _put_times(each, counted, assignment, due, merged)
        merged.files.append((each.name, replace(each.answers, rows=timed)))
    return merged


def _last_attempt(each: HandIn, most: int, before: _RowsBefore, notes: list[str]) -> Rows:
    """Return the answers of the last attempt that counts, and those after it.

    Add a note if earlier ones are in no file before.
    """
    rows = each.answers.rows
    within = [row for row in rows if not most or row.attempt <= most]
    last = max((row.attempt for row in within), default=0)
    if any(
        row.attempt < last and row not in before.get((row.puzzle, row.attempt), ())
        for row in within
    ):
        text = gettext(
            "In {file} are answers of earlier hand-ins too. One file is one hand-in, so the "
            "last counts.",
            file=each.name,
        )
        notes.append(text)
    return tuple(row for row in rows if row.attempt >= last)


def _disagree(rows: Iterable[AnswerRow], before: _RowsBefore) -> bool:
    """Check if earlier files have other answers to the same puzzle at the same attempt."""
    mine = defaultdict[tuple[str, int], set[str]](set)
    for row in rows:
        mine[row.puzzle, row.attempt].add(row.answer)
    for key, new in mine.items():
        old = {row.answer for row in before.get(key, ())}
        if old and not (new <= old or old <= new):
            return True
    return False


def _log_rows(rows: Rows, before: _RowsBefore) -> Iterator[AnswerRow]:
    """Yield the answers of a log, none of them before one of an earlier file."""
    for row in rows:
        twins = before.get((row.puzzle, row.attempt), ())
        if row in twins:
            yield row
            continue
        earlier = (
            each.at
            for (puzzle, attempt), others in before.items()
            if puzzle == row.puzzle and (twins or attempt <= row.attempt)
            for each in others
        )
        yield row._replace(at=max((row.at, *earlier)))


def _put_times(
    each: HandIn, rows: Rows, assignment: Assignment, due: str, merged: CountedHandIns
) -> Rows:
    """Return the answers with possible times, and note what is changed or cannot be known."""
    arrival, zone = each.arrival, assignment.due_zone or UTC
    if each.is_called_late and due == assignment.due_in_utc():
        text = N_("Canvas calls the file {file} late, so its answers are late.")
        merged.notes.append(gettext(text, file=each.name))
        return tuple(row._replace(is_late=True) for row in rows)
    if not (due or assignment.opens) or not arrival or arrival.source is TimeSource.PAPER:
        return rows
    since = max(EARLIEST, assignment.opens and assignment.due_in_utc(assignment.opens))
    merged.doubts += _time_doubts(each, arrival, (since, due), zone)
    fields = {"file": each.name, "time": str(due_words(arrival.at, zone))}
    is_upload_time = arrival.source is TimeSource.TEACHER or (
        each.place and arrival.source in (TimeSource.LMS, TimeSource.ARCHIVE)
    )
    if due and is_upload_time and arrival.at > due:
        text = N_("The file {file} came on {time}, and that is late.")
        merged.notes.append(gettext(text, **fields))
        ordered = sorted(rows, key=lambda row: row.at)
        return tuple(row._replace(at=max(row.at, arrival.at)) for row in ordered)
    if any(row.at < since for row in rows):
        text = gettext(
            "Answers in {file} have no time, or one before the puzzles could be seen; the time of "
            "the file counts, {time}.",
            **fields,
        )
        merged.notes.append(text)
    return tuple(row._replace(at=arrival.at) if row.at < since else row for row in rows)


def _time_doubts(
    each: HandIn, arrival: Arrival, span: tuple[str, str], zone: tzinfo
) -> Iterator[str]:
    """Yield what a teacher should know of times if answers are in time, or the file alone is.

    Canvas goes by its own deadline; of Moodle's files there may be no more than the time of a
    download, which is the same note for everybody in the archive.
    """
    since, due = span
    times = [row.at for row in each.answers.rows]
    if arrival.dates_a_file and due and arrival.at <= due < max(times, default=""):
        yield gettext(
            "The file {file} says that it was answered until {last}, and it is from {came}. "
            "A clock is wrong, or a time was written by hand.",
            file=each.name,
            last=due_words(max(times), zone),
            came=due_words(arrival.at, zone),
        )
    if each.place is None or not any(since <= at <= due for at in times):
        return
    if each.is_called_late:
        yield gettext(
            "Canvas calls the file {file} late, by Canvas's deadline; here the deadline of "
            "this learner is {due}, and the times of the answers count. If the upload came after "
            "that too, write its time into the column uploaded of overrides.csv.",
            file=each.name,
            due=due_words(due, zone),
        )
    elif each.place.lms is Lms.MOODLE and not arrival.dates_a_file and arrival.at > due:
        yield gettext(
            "The times in {archive} may be those of your download, so the times of the answers "
            "count. Moodle's list of submissions tells who uploaded late: write the time of such "
            "an upload into the column uploaded of overrides.csv.",
            archive=each.name.partition(" > ")[0],
        )
