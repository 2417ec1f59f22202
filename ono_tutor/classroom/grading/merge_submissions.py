"""The answers that count of several files of one learner: each is one hand-in, with a time.

The rules are those of "How answers are marked" in the documentation. Files that do not agree
are one person's for sure only if they are from one place in an LMS; others are kept for the teacher
to choose, and until then the one counts that an LMS has, or that came first.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Literal, NamedTuple

from ono_tutor.classroom.answers_file import AnswerRow, AnswersFile
from ono_tutor.classroom.assignment import Assignment, Feedback, due_words
from ono_tutor.classroom.grading.overrides import short_names
from ono_tutor.classroom.marking import is_row_late
from ono_tutor.classroom.submissions.find import Arrival, TimeSource
from ono_tutor.classroom.submissions.lms_names import Lms, LmsPlace
from ono_tutor.i18n import N_, gettext, separate_names

EARLIEST = "2020"
"""No answer is older: there was no program that could have asked."""

SLACK = {
    TimeSource.LMS: timedelta(hours=1),
    TimeSource.ARCHIVE: timedelta(hours=15),
    TimeSource.DOWNLOAD: timedelta(hours=15),
    TimeSource.TEACHER: timedelta(hours=1),
}
"""How far clocks may be apart; archives do not say in which zone their times are."""

LEAST_SLACK = timedelta(minutes=15)

MOST_NAMED = 5
"""Files that are named of many that one learner handed in."""


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


TimeNote = tuple[Literal["note", "download"], str, str]


@dataclass(slots=True)
class CountedHandIns:
    """The files with the answers that count, those to choose from, and notes.

    ``notes`` are for the learner too; ``time_notes`` for the teacher alone: what each is about, a
    sentence, and the time of an upload if the teacher may want to give it, else "".
    """

    files: list[tuple[str, AnswersFile]] = field(default_factory=list)
    rivals: list[tuple[str, AnswersFile]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    time_notes: list[TimeNote] = field(default_factory=list)


Rows = tuple[AnswerRow, ...]

_RowsBefore = dict[tuple[str, int], set[AnswerRow]]
"""The answers of the files that came before, by puzzle and attempt."""


def merge_submissions(
    hand_ins: Sequence[HandIn], assignment: Assignment, due: str
) -> CountedHandIns:
    """Return what counts of files in the order in which they came; ``due`` is UTC, or empty."""
    merged, zone = CountedHandIns(), assignment.due_zone or UTC
    is_log = assignment.feedback is Feedback.NOW
    since = max(EARLIEST, assignment.opens and assignment.due_in_utc(assignment.opens))
    before: _RowsBefore = defaultdict(set)
    superseded: list[tuple[str, set[AnswerRow]]] = []
    for each in hand_ins:
        merged.time_notes += _doubts(each, zone)
        rows = each.answers.rows
        if not is_log:
            most = assignment.attempts
            within = [row for row in rows if not most or row.attempt <= most]
            last = max((row.attempt for row in within), default=0)
            superseded.append((each.name, {row for row in within if row.attempt < last}))
            rows = tuple(row for row in rows if row.attempt >= last)
        own = rows
        if len(hand_ins) > 1:
            first = hand_ins[0].place
            is_one_place = first and each.place and each.place.key == first.key
            if not is_one_place and _disagree(rows, before):
                merged.rivals.append((each.name, each.answers))
                continue
            if is_log:
                rows = tuple(_log_rows(own, before))
            else:  # what an earlier hand-in has answered counts as it is there
                rows = tuple(
                    row for row in own if row in before.get((row.puzzle, row.attempt), {row})
                )
            if rows != own:
                template = N_("Answers in {file} differ from earlier ones, which go first.")
                merged.notes.append(gettext(template, file=each.name))
            for row in own:
                before[row.puzzle, row.attempt].add(row)
        if each.is_called_late and due == assignment.due_in_utc():
            text = N_("Canvas calls the file {file} late, so its answers are late.")
            merged.notes.append(gettext(text, file=each.name))
            rows = tuple(row._replace(is_late=True) for row in rows)
        elif due or assignment.opens:
            merged.time_notes += _undated_note(each, rows, since, due, zone)
            rows = _put_times(each, rows, since, due, zone, merged.notes)
        merged.files.append((each.name, replace(each.answers, rows=rows)))
    known = set[AnswerRow]().union(*before.values())
    for name, earlier in superseded:
        if earlier - known:
            text = gettext(
                "In {file} are answers of earlier hand-ins too. One file is one hand-in, so the "
                "last counts.",
                file=name,
            )
            merged.notes.append(text)
    return merged


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


def _put_times(  # noqa: PLR0913, PLR0917 - the file, its answers, and three bounds
    each: HandIn, rows: Rows, since: str, due: str, zone: tzinfo, notes: list[str]
) -> Rows:
    """Return the answers with possible times, and add notes about those that had none."""
    arrival = each.arrival
    if arrival is None or arrival.source is TimeSource.PAPER:
        return rows
    fields = {"file": each.name, "time": str(due_words(arrival.at, zone))}
    is_upload_time = arrival.source is TimeSource.TEACHER or (
        each.place and arrival.source in (TimeSource.LMS, TimeSource.ARCHIVE)
    )
    if due and is_upload_time and arrival.at > due:
        notes.append(gettext("The file {file} came on {time}, and that is late.", **fields))
        ordered = sorted(rows, key=lambda row: row.at)
        return tuple(row._replace(at=max(row.at, arrival.at)) for row in ordered)
    if any(row.at < since for row in rows):
        text = gettext(
            "In {file} answers have no time, or one before they could be asked; the time of the "
            "file counts, {time}.",
            **fields,
        )
        notes.append(text)
    return tuple(row._replace(at=arrival.at) if row.at < since else row for row in rows)


def _undated_note(
    each: HandIn, rows: Rows, since: str, due: str, zone: tzinfo
) -> Iterator[TimeNote]:
    """Yield a note if answers are in time, and nobody knows if the upload was.

    Canvas goes by its own deadline; of Moodle's files there may be no more than
    the time of a download, which is a note about the archive and not about each file.
    """
    arrival, place = each.arrival, each.place
    if not (place and arrival and any(since <= row.at <= due for row in rows)):
        return
    if each.is_called_late:
        text = gettext(
            "Canvas calls the file {file} late, by Canvas's deadline; here the deadline of "
            "this learner is {due}, and the times of the answers count. If the upload came after "
            "that too, write its time into a line of overrides.csv such as this:",
            file=each.name,
            due=due_words(due, zone),
        )
        yield "note", text, arrival.at
    elif (place.lms, arrival.source) == (Lms.MOODLE, TimeSource.DOWNLOAD) and arrival.at > due:
        text = gettext(
            "{archive}: its times may be those of your download, so the times of the answers "
            "count. Moodle's list of submissions tells who uploaded late. For each of these "
            "learners write the time of the upload into a line of overrides.csv such as this:",
            archive=each.name.partition(" > ")[0],
        )
        yield "download", text, arrival.at


def _doubts(each: HandIn, zone: tzinfo) -> Iterator[TimeNote]:
    """Yield a sentence if a file has answers that are younger than the file."""
    arrival, last = each.arrival, max((row.at for row in each.answers.rows), default="")
    if arrival is None or not arrival.at or last <= arrival.at:
        return
    slack = SLACK.get(arrival.source, LEAST_SLACK)
    if datetime.fromisoformat(last) - slack > datetime.fromisoformat(arrival.at):
        text = gettext(
            "The file {file} says that it was answered until {last}, and it is from {came}. "
            "A clock is wrong, or a time was written by hand.",
            file=each.name,
            last=due_words(last, zone),
            came=due_words(arrival.at, zone),
        )
        yield "note", text, ""


def several_files_note(files: Sequence[str]) -> Iterator[str]:
    """Yield a sentence if several files were handed in, with the first of their names."""
    if len(files) > 1:
        shown = [*short_names(files[:MOST_NAMED]).values(), *["…"][: len(files) - MOST_NAMED]]
        text = N_("{count} different files were handed in: {names}.")
        yield gettext(text, count=len(files), names=separate_names(shown))


def late_note(
    assignment: Assignment, files: Iterable[tuple[str, AnswersFile]], due: str
) -> Iterator[str]:
    """Yield a sentence if answers do not count because they are late."""
    count = sum(is_row_late(row, assignment, due) for _, file in files for row in file.rows)
    if count:
        yield gettext("Answers that are late and do not count: {count}.", count=count)
