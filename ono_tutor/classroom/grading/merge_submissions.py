"""What the files of one learner count for: each is one hand-in, bounded by when it came.

1. Where answers may be changed until they are handed in, the answers of a file's last attempt
   count, and of two files with the same attempt those of the one that came first.
2. With feedback now a file is a log of answers. A later file cannot put answers before those that
   an earlier one has: they come after them.
3. Files that do not agree (other answers to the same puzzle at the same attempt) are one person's
   for sure only if they are from one place in an LMS. Others are kept for the teacher to choose;
   until then the one counts that an LMS has, or that came first.
4. What Canvas calls late is late, whether or not something is due here. If the learner has a
   deadline of their own here, which Canvas may not know, the times of the answers count.
5. Of a file from an LMS the later time counts: that of the upload, as the LMS or its archive says,
   or that of the answers. An archive may give its files the time of its download, which says
   nothing of the uploads; then the times of the answers count, unless the teacher says when the
   upload was.
6. If something is due or opens at a time, an answer without a time, or with one before it could
   be asked, has its file's time.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import NamedTuple

from ono_tutor.classroom.answers_file import AnswerRow, AnswersFile
from ono_tutor.classroom.assignment import Assignment, Feedback, due_words
from ono_tutor.classroom.grading.overrides import NoteTopic
from ono_tutor.classroom.marking import is_row_late
from ono_tutor.classroom.submissions.find import Arrival, TimeSource
from ono_tutor.classroom.submissions.lms_names import Lms, LmsPlace
from ono_tutor.i18n import N_, _, gettext, ngettext, separate_names

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
        """Whether the LMS calls the file late, and the teacher does not say when it came."""
        is_settled = self.arrival is not None and self.arrival.source is TimeSource.TEACHER
        return self.place is not None and self.place.is_late and not is_settled


@dataclass(slots=True)
class CountedHandIns:
    """The files with the answers that count, those to choose from, and what there is to tell.

    ``notes`` are for the learner too; for the teacher alone are ``doubts`` about times that cannot
    be, and ``undated``, files of which nobody knows when they came: what that is about, what is
    told, and the time that may be that.
    """

    files: list[tuple[str, AnswersFile]] = field(default_factory=list)
    rivals: list[tuple[str, AnswersFile]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    undated: list[tuple[NoteTopic, str, str]] = field(default_factory=list)


def counted_hand_ins(
    hand_ins: Sequence[HandIn], assignment: Assignment, due: str
) -> CountedHandIns:
    """Return what counts of files in the order in which they came; ``due`` is UTC, or empty."""
    found, zone = CountedHandIns(), assignment.due_zone or UTC
    is_log = assignment.feedback is Feedback.NOW
    since = max(EARLIEST, assignment.opens and assignment.due_in_utc(assignment.opens))
    first = hand_ins[0].place if hand_ins else None
    taken: _TakenRows = defaultdict(set)
    superseded: list[set[AnswerRow]] = []
    for each in hand_ins:
        found.doubts += _doubts(each, zone)
        rows, note = each.answers.rows, ""
        if not is_log:
            most = assignment.attempts
            within = [row for row in rows if not most or row.attempt <= most]
            last = max((row.attempt for row in within), default=0)
            superseded.append({row for row in within if row.attempt < last})
            rows = tuple(row for row in rows if row.attempt >= last)
        if len(hand_ins) > 1:
            is_one_place = first and each.place and each.place.key == first.key
            if not is_one_place and _disagree(rows, taken):
                found.rivals.append((each.name, each.answers))
                continue
            own = rows
            if is_log:
                rows = tuple(_moved(row, taken) for row in own)
                moved = sum(row is not old for row, old in zip(rows, own, strict=True))
                note = _sentence(_BACKDATED, moved, each.name)
            else:
                rows = tuple(row for row in own if row in taken.get(_key(row), {row}))
                changed = sum(
                    row.answer not in {other.answer for other in taken.get(_key(row), {row})}
                    for row in own
                )
                note = _sentence(_CHANGED, changed, each.name)
            for row in own:
                taken[_key(row)].add(row)
        timed, notes = rows, [note]
        if each.is_called_late and due == assignment.due_in_utc():
            timed = tuple(row._replace(is_late=True) for row in rows)
            notes.append(
                gettext(
                    "Canvas calls the file {file} late, so its answers are late.", file=each.name
                )
            )
        elif due or assignment.opens:
            timed, time_notes = _timed(each, rows, since, due, zone)
            notes += time_notes
            found.undated += _undated_note(each, rows, since, due, zone)
        found.files.append((each.name, replace(each.answers, rows=timed)))
        found.notes += filter(None, notes)
    known = set[AnswerRow]().union(*taken.values())
    if count := sum(bool(rows - known) for rows in superseded):
        found.notes.append(str(ngettext(*_SEVERAL, count)))
    return found


_TakenRows = dict[tuple[str, int], set[AnswerRow]]
"""The answers of the files that came before, by puzzle and attempt."""


def _key(row: AnswerRow) -> tuple[str, int]:
    return row.puzzle, row.attempt


def _disagree(rows: Iterable[AnswerRow], taken: _TakenRows) -> bool:
    """Check if earlier files have other answers to the same puzzle at the same attempt."""
    mine: dict[tuple[str, int], set[str]] = defaultdict(set)
    for row in rows:
        mine[_key(row)].add(row.answer)
    for key, new in mine.items():
        old = {row.answer for row in taken.get(key, ())}
        if old and not (new <= old or old <= new):
            return True
    return False


def _moved(row: AnswerRow, before: _TakenRows) -> AnswerRow:
    """Return the row, its time not before that of answers which an earlier file has."""
    taken = before.get(_key(row), ())
    if row in taken:
        return row
    most = float("inf") if taken else row.attempt
    earlier = [
        each.at
        for (puzzle, attempt), rows in before.items()
        if puzzle == row.puzzle and attempt <= most
        for each in rows
    ]
    last = max(earlier, default="")
    return row._replace(at=last) if row.at < last else row


def _timed(
    each: HandIn, rows: tuple[AnswerRow, ...], since: str, due: str, zone: tzinfo
) -> tuple[tuple[AnswerRow, ...], list[str]]:
    """Return the rows with times that can be, and what is told of those that had none."""
    arrival = each.arrival
    if arrival is None or arrival.source is TimeSource.PAPER:
        return rows, []
    came = str(due_words(arrival.at, zone))
    is_upload_time = arrival.source is TimeSource.TEACHER or (
        each.place and arrival.source in (TimeSource.LMS, TimeSource.ARCHIVE)
    )
    if due and is_upload_time and arrival.at > due:
        last = max((row.at for row in rows), default="")
        fields = {"file": each.name, "time": came, "source": _(_SOURCES[arrival.source])}
        if last >= since:
            note = _(
                "The file {file} came on {time}, as {source} says, and that is late; its "
                "last answer says {last}. The later time counts.",
                last=due_words(last, zone),
                **fields,
            )
        else:
            note = _(
                "The file {file} came on {time}, as {source} says, and that is late.", **fields
            )
        ordered = sorted(rows, key=lambda row: row.at)
        return tuple(row._replace(at=max(row.at, arrival.at)) for row in ordered), [str(note)]
    timed = tuple(row._replace(at=arrival.at) if row.at < since else row for row in rows)
    timeless = sum(row.at < EARLIEST for row in rows)
    early = sum(EARLIEST <= row.at < since for row in rows)
    return timed, [
        _sentence(_TIMELESS, timeless, each.name, time=came),
        _sentence(_EARLY, early, each.name, time=came),
    ]


def _undated_note(
    each: HandIn, rows: tuple[AnswerRow, ...], since: str, due: str, zone: tzinfo
) -> Iterator[tuple[NoteTopic, str, str]]:
    """Yield a sentence where answers are in time, and nobody knows if the upload was.

    Canvas calls what is late by its own deadline late; of Moodle's files there may be no more than
    the time of a download, which is told of the archive and not of each file.
    """
    arrival, place = each.arrival, each.place
    in_time = [row.at for row in rows if since <= row.at <= due]
    if not (place and arrival and in_time):
        return
    if each.is_called_late:
        fields = {"last": due_words(max(in_time), zone), "due": due_words(due, zone)}
        text = _(
            "Canvas calls the file {file} late, by Canvas's deadline; here the deadline of "
            "this learner is {due}. So the times of the answers count, of which the last in "
            "time is {last}. If the upload came after this deadline too, write its time into "
            "a line of overrides.csv such as this:",
            file=each.name,
            **fields,
        )
        yield NoteTopic.UNDATED, str(text), arrival.at
    elif (place.lms, arrival.source) == (Lms.MOODLE, TimeSource.DOWNLOAD) and arrival.at > due:
        text = _(
            "{archive}: its times may be those of your download, so the times of the answers "
            "count. Moodle's list of submissions tells who uploaded late. For each of these "
            "learners write the time of the upload into a line of overrides.csv such as this:",
            archive=each.name.partition(" > ")[0],
        )
        yield NoteTopic.DOWNLOAD, str(text), arrival.at


def _doubts(each: HandIn, zone: tzinfo) -> Iterator[str]:
    """Yield a sentence where a file has answers that are younger than the file."""
    arrival, last = each.arrival, max((row.at for row in each.answers.rows), default="")
    if arrival is None or not arrival.at or last <= arrival.at:
        return
    slack = SLACK.get(arrival.source, LEAST_SLACK)
    if datetime.fromisoformat(last) - slack > datetime.fromisoformat(arrival.at):
        fields = {"last": due_words(last, zone), "came": due_words(arrival.at, zone)}
        yield gettext(
            "The file {file} says that it was answered until {last}, and it is from {came}. "
            "A clock is wrong, or a time was written by hand.",
            file=each.name,
            **fields,
        )


def several_files_note(files: tuple[str, ...]) -> Iterator[str]:
    """Yield a sentence where several files were handed in, that names the first of them."""
    if len(files) > 1:
        short = [re.split(r"[/\\]| > ", file)[-1] for file in files]
        names = list(files) if len(set(short)) < len(short) else short
        if len(names) > MOST_NAMED:
            names = [*names[:MOST_NAMED], "…"]
        yield gettext(
            "{count} different files were handed in: {names}.",
            count=len(files),
            names=separate_names(names),
        )


def late_note(
    assignment: Assignment, answers: Iterable[tuple[str, AnswersFile]], due: str
) -> Iterator[str]:
    """Yield a sentence where answers do not count because they are late."""
    late = [row for __, found in answers for row in found.rows if is_row_late(row, assignment, due)]
    if any(row.is_late for row in late):
        yield str(ngettext(*_CALLED_LATE_COUNT, len(late)))
    elif late:
        due = due or assignment.due
        shown = due_words(due, datetime.fromisoformat(due).tzinfo)
        yield str(ngettext(*_LATE, len(late), due=shown))


def _sentence(templates: tuple[str, str], count: int, name: str, **fields: str) -> str:
    return str(ngettext(*templates, count, file=name, **fields)) if count else ""


_SEVERAL = (
    N_("A file has answers of earlier hand-ins too. One file is one hand-in, so the last counts."),
    N_(
        "{n} files have answers of earlier hand-ins too. One file is one hand-in, so the last of "
        "each counts."
    ),
)
_CHANGED = (
    N_("In {file} an answer differs from the one handed in before, which counts."),
    N_("In {file} {n} answers differ from those handed in before, which count."),
)
_BACKDATED = (
    N_("In {file} an answer stands before one that came earlier; it is taken as the later one."),
    N_(
        "In {file} {n} answers stand before others that came earlier; they are taken as the later "
        "ones."
    ),
)
_TIMELESS = (
    N_("In {file} an answer has no time that can be; the time of the file counts, {time}."),
    N_("In {file} {n} answers have no time that can be; the time of the file counts, {time}."),
)
_EARLY = (
    N_(
        "In {file} an answer says that it was given before the assignment opened; the time of the "
        "file counts, {time}."
    ),
    N_(
        "In {file} {n} answers say that they were given before the assignment opened; the time of "
        "the file counts, {time}."
    ),
)
_SOURCES = {
    TimeSource.LMS: N_("the LMS"),
    TimeSource.ARCHIVE: N_("the archive"),
    TimeSource.TEACHER: N_("the teacher"),
}
_CALLED_LATE_COUNT = (
    N_("One late answer does not count."),
    N_("{n} late answers do not count."),
)
_LATE = (
    N_("One answer came after {due} and does not count."),
    N_("{n} answers came after {due} and do not count."),
)
