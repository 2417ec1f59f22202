"""The folder that grading writes: marks, what was not graded, and feedback for each learner.

The files for Moodle's and Canvas's grade imports hold only learners whom the system can find, for
Moodle gives up the whole import at the first it does not know, and gives the mark of a line without
an id to the learner of the line before. Learners who handed in nothing are left out, so that no
excuse, extension or earlier mark is overwritten by a 0.

The tables take the place of older ones in one step each, once all of them are whole and can be put,
and the mark book has what they are of; until then, and if the run ends early, all stays as it was.
Only a run that is killed, or a disk that fails, between these steps leaves new tables beside old
ones, and the next run makes up for it; pages are put one by one while the run lasts. Nothing is
written anywhere else, and one run at a time writes.
"""

import csv
import re
import unicodedata
import zipfile
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, NamedTuple, Self, cast

from ono_tutor.atomic_files import (
    LEFTOVER,
    OutputError,
    WholeFile,
    clear_leftovers,
    output_errors,
    put_together,
    sync_folder,
    write_new,
    write_whole,
)
from ono_tutor.classroom.assignment import Assignment, Learner, assignment_text
from ono_tutor.classroom.grading.by_hand import COLUMNS, OVERRIDES, Overrides
from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.grading.mark_book import BOOK, MarkBook
from ono_tutor.classroom.grading.roster import (
    IDS,
    CsvStyle,
    Roster,
    csv_escape,
    csv_text,
    is_csv_safe,
)
from ono_tutor.classroom.report.feedback import SHARED, self_contained_page, shared_files
from ono_tutor.classroom.submissions import RefusedFile
from ono_tutor.course.list_file import LOCK, locked_folder
from ono_tutor.errors import FileError
from ono_tutor.i18n import N_, _, gettext

MARKS, MOODLE, CANVAS, REFUSED = TABLES = (
    "marks.csv",
    "marks-moodle.csv",
    "marks-canvas.csv",
    "not-graded.csv",
)
FEEDBACK = "feedback"
MOODLE_FEEDBACK, OTHER_FEEDBACK = ARCHIVES = ("feedback-moodle.zip", "feedback.zip")
KEPT = (BOOK, f"{BOOK}-journal", OVERRIDES)
"""The files that stay from one run to the next."""

_LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""A fixed time, so that the same pages make the same archive."""


ID_HEADS = ("email", "username", "ID number", "Canvas ID", "SIS User ID", "SIS Login ID")
"""The heads of the columns of ids, in their order."""

MOODLE_IDS = {"email": "Email address", "username": "Username", "id_number": "ID number"}
"""The ids by which Moodle finds a learner, the surest first."""

CANVAS_IDS = ("canvas_id", "sis_user", "sis_login")
CANVAS_OWN = ("points possible", "student, test", "test student")
"""Names that Canvas takes for a line of its own."""

_CANVAS_OWN_HEAD = re.compile(
    r"(Current|Final) (Score|Points|Grade)|Override (Score|Grade|Status)|\s\(\d+\)$", re.IGNORECASE
)

Row = tuple[str | int, ...]


class MarksTable(NamedTuple):
    """A table of marks: its heads, and the line of a learner, or None for nobody the LMS knows.

    A line is made of the outcome and of the path of the page of feedback, empty for none.
    """

    heads: list[Row]
    row: Callable[[GradedLearner, str], Row | None]


def marks_table(assignment: Assignment, roster: Roster, style: CsvStyle) -> MarksTable:
    """Return the table for people; the ids of the roster are beside the name, if it has any."""
    is_used = {key: any(getattr(each, key) for each in roster.people) for key in IDS}
    ids = {key: head for key, head in zip(IDS, ID_HEADS, strict=True) if is_used[key]}
    kinds = (dict.fromkeys(e.kind for e in item.puzzles) for item in assignment.items)
    items = (f"{number} ({', '.join(each)})" for number, each in enumerate(kinds, 1))
    marks = ("points", "out_of", "percent", "answered", "status", "last answer")
    texts = ("files", "feedback", "notes")
    heads = ("learner", *ids.values(), *marks, *items, *texts)

    def row(outcome: GradedLearner, feedback: str) -> Row:
        marks, points = outcome.marked, assignment.points
        share = style.percent(marks.earned, points)
        earned: Row = (marks.earned, points, share, marks.answered)
        cells: Row = (outcome.status, marks.last, *(item.earned for item in marks.items))
        if outcome.choices:
            earned = ("", points, "", "")
            cells = (outcome.status, "", *("" for _item in marks.items))
        names = (outcome.name, *(getattr(outcome.person, key) for key in ids))
        texts = (" | ".join(marks.files), feedback, " ".join(outcome.notes))
        return *map(csv_escape, names), *earned, *cells, *map(csv_escape, texts)

    return MarksTable([heads], row)


def moodle_table(assignment: Assignment, roster: Roster) -> MarksTable:
    """Return the import of Moodle: the learner, the points, the percent, a line of feedback.

    A learner is named by the one of email address, username and ID number that most of the roster
    have; without any of them by the name handed in under.
    """
    counts = {key: sum(bool(getattr(one, key)) for one in roster.people) for key in MOODLE_IDS}
    most = max(counts, key=counts.__getitem__)
    title = csv_escape(assignment.title)
    first = MOODLE_IDS[most] if counts[most] else "Learner"
    heads = (first, f"{title} (points)", f"{title} (percent)", f"{title} (feedback)")

    def row(outcome: GradedLearner, _feedback: str) -> Row | None:
        marks, points = outcome.marked, assignment.points
        name = getattr(outcome.person, most) if counts[most] else marks.learner.name
        if not name or not is_csv_safe(name):
            return None
        text = N_("{earned} of {points} points; {answered} of {items} answered.")
        if marks.is_late:
            text = N_("{earned} of {points} points; {answered} of {items} answered; late.")
        fields = {"earned": marks.earned, "points": points, "items": len(marks.items)}
        feedback = gettext(text, answered=marks.answered, **fields)
        return name, marks.earned, CsvStyle.COMMA.percent(marks.earned, points) or "-", feedback

    return MarksTable([heads], row)


def canvas_table(assignment: Assignment, roster: Roster) -> MarksTable:
    """Return the import of Canvas: a gradebook of one assignment.

    The column is Canvas's own if the roster has it, else it is named by the title. Canvas passes
    over a column with words such as ``Final Score`` in its head, and takes a number in brackets at
    its end for an assignment's own; then the id is the name.
    """
    title = assignment.title
    has_ids = any(getattr(each, key) for each in roster.people for key in CANVAS_IDS)
    is_fit = not _CANVAS_OWN_HEAD.search(title) and is_csv_safe(title)
    own = filter(re.compile(rf"{re.escape(title)}\s\(\d+\)").fullmatch, roster.columns)
    column = csv_escape(next(own, title if is_fit else assignment.id))
    heads: list[Row] = [
        ("Student", "ID", "SIS User ID", "SIS Login ID", "Section", column),
        ("    Points Possible", "", "", "", "", assignment.points),
    ]

    def row(outcome: GradedLearner, _feedback: str) -> Row | None:
        person = outcome.person
        name = person.learner.name
        ids = [getattr(person, key) for key in CANVAS_IDS]
        if (has_ids and not any(ids)) or name.casefold().strip() in CANVAS_OWN:
            return None
        return *map(csv_escape, (name, *ids, person.section)), outcome.marked.earned

    return MarksTable(heads, row)


_AGAIN = N_("Please open the exercise, press Hand in once more, and upload that file as it is.")
_HOW = {
    "not-answers": N_("Please press Hand in and upload the .json file it makes."),
    "other-assignment": N_("Please hand in the exercise that was set, not another one."),
    "other-learner": N_("Please hand in your own work, under your own name."),
    "no-name": N_("Please write your name when you are asked for it, and hand in again."),
}


def message_to_learner(refusal: RefusedFile) -> str:
    """Return a message that a teacher can send to the learner whose file was refused."""
    return gettext(
        "Your file {file} could not be graded: {reason}. {how}",
        file=re.split(r"[/\\]| > ", refusal.name)[-1],
        reason=re.split(r"; | \((?:byte \d|not JSON: )", refusal.reason)[0],
        how=_(_HOW.get(refusal.cause, _AGAIN)),
    )


class MarksFolder:
    """The output of one run: used in a ``with``, which leaves the old tables after an error.

    ``without`` has the names of learners with marks who are in no line of the table for a system,
    and ``archived`` the number of pages in each archive.
    """

    def __init__(  # noqa: PLR0913 - each is a choice of the teacher's
        self,
        folder: Path,
        assignment: Assignment,
        roster: Roster | None,
        style: CsvStyle = CsvStyle.COMMA,
        *,
        fresh: bool = False,
        self_contained: bool = False,
    ) -> None:
        self.folder = folder
        self._assignment, self._roster = assignment, roster or Roster()
        self._style, self._fresh, self._is_self_contained = style, fresh, self_contained
        self._tables = {
            MARKS: marks_table(assignment, self._roster, style),
            MOODLE: moodle_table(assignment, self._roster),
            CANVAS: canvas_table(assignment, self._roster),
        }
        self.without: dict[str, list[str]] = {MOODLE: [], CANVAS: []}
        self.pages = 0
        self._outdated: set[str] = set()
        self.archived = dict.fromkeys(ARCHIVES, 0)
        self._zips: dict[str, zipfile.ZipFile] = {}
        self._files: dict[str, WholeFile] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        """Make the folder, clear the leftovers of a killed run, open the book, begin the tables.

        Raises :class:`OutputError`, at once if another run writes there or a folder stands in
        the place of a table, and :class:`FileError`.
        """
        with ExitStack() as stack:
            stack.enter_context(locked_folder(self.folder))
            book = MarkBook(self.folder / BOOK, self._assignment.id, fresh=self._fresh)
            self.book = stack.enter_context(book)
            marks = self.folder / MARKS
            if marks.exists() and not self._fresh and not book.recall("text"):
                message = gettext(
                    "the mark book that belongs to {table} is missing, so what was graded before "
                    "would be lost. Grade all that was handed in together, once, with --fresh",
                    table=marks,
                )
                raise FileError(message, word=str(marks))
            separator = self._style.separator
            self.overrides = Overrides(self.folder, self._assignment, self._roster, separator)
            for folder in (self.folder / FEEDBACK, self.folder / FEEDBACK / SHARED):
                if folder.exists():
                    _make(folder)
                    clear_leftovers(folder)
            for name in TABLES:
                file = WholeFile(self.folder / name, has_mark=name in (MARKS, REFUSED))
                self._files[name] = stack.enter_context(file)
                file.check()
            self._write(REFUSED, [("file", "cause", "reason", "to the learner")])
            for name, table in self._tables.items():
                self._write(name, table.heads)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        for zip_ in self._zips.values():
            with suppress(OSError):
                zip_.close()
        self._stack.close()

    def add(self, outcome: GradedLearner) -> None:
        """Write a learner's lines, and the page if there is one. Raises :class:`OutputError`."""
        person, feedback = outcome.person, ""
        # others may hand in under this name, and theirs is the page of the name alone
        is_shared = len(self._roster.people_called(person.learner)) > 1
        page = page_name(person.learner, str(person.number) if is_shared and person.number else "")
        if outcome.page is not None:
            self._write_page(outcome.moodle, page, outcome.page)
            feedback = f"{FEEDBACK}/{page}"
        if outcome.choices:
            self._outdated.add(page)
        for name, table in self._tables.items():
            if name != MARKS and (outcome.choices or not outcome.marked.files):
                continue
            if row := table.row(outcome, feedback) if outcome.is_known or name == MARKS else None:
                self._write(name, [row])
            else:
                self.without[name].append(outcome.name)

    def refuse(self, refusal: RefusedFile) -> None:
        """Write down a file that was not graded. Raises :class:`OutputError`."""
        row = (*refusal, message_to_learner(refusal))
        self._write(REFUSED, [tuple(map(csv_escape, row))])

    def put(self) -> None:
        """Put the tables in place of the old ones, and see that the book has what they are of.

        Raises :class:`OutputError`.
        """
        for name, zip_ in self._zips.items():
            with output_errors(self.folder / name):
                zip_.close()
        for file in self._files.values():
            file.finish()
            file.check()
        self.book.remember("text", assignment_text(self._assignment))
        self.book.commit()
        put_together(self._files.values())
        old = [name for name in ARCHIVES if name not in self._zips]
        for name in (*old, *(f"{FEEDBACK}/{page}" for page in self._outdated)):
            with output_errors(self.folder / name):
                (self.folder / name).unlink(missing_ok=True)
        write_new(self.folder / OVERRIDES, csv_text([COLUMNS], self._style.separator))
        sync_folder(self.folder)
        if self.pages:
            sync_folder(self.folder / FEEDBACK)

    def _write_page(self, moodle: str, name: str, page: str) -> None:
        """Write a page, and put it into an archive.

        That is Moodle's if it has the learner under the name ``moodle``.
        """
        folder = self.folder / FEEDBACK
        if not self.pages:
            _make(folder)
            self._shared = dict(shared_files(self._assignment))
            if not self._is_self_contained:
                _make(folder / SHARED)
                for shared, text in self._shared.items():
                    write_whole(folder / SHARED / shared, text)
        alone = self_contained_page(page, self._shared)
        write_whole(folder / name, alone if self._is_self_contained else page)
        self.pages += 1
        archive, member = OTHER_FEEDBACK, name
        if moodle:
            archive = MOODLE_FEEDBACK
            member = f"{moodle}_assignfeedback_file_/{self._assignment.id}.html"
        if archive not in self._zips:
            file = self._stack.enter_context(WholeFile(self.folder / archive))
            self._files[archive] = file
            raw_file = cast("BinaryIO", file.text.buffer)
            self._zips[archive] = zipfile.ZipFile(raw_file, "w", zipfile.ZIP_DEFLATED)
        info = zipfile.ZipInfo(member, _LONG_AGO)
        info.external_attr = 0o644 << 16
        with output_errors(self.folder / archive):
            raw = alone.encode("utf-8", "backslashreplace")
            self._zips[archive].writestr(info, raw, zipfile.ZIP_DEFLATED)
        self.archived[archive] += 1

    def _write(self, name: str, rows: Iterable[Row]) -> None:
        file = self._files[name]
        separator = self._style.separator if name in (MARKS, REFUSED) else ","
        with output_errors(file.path):
            csv.writer(file.text, delimiter=separator).writerows(rows)


def page_name(learner: Learner, place: str = "") -> str:
    """Return the name of a learner's page: of small ASCII letters and digits, and no one else's.

    ``place`` tells apart learners with the same name.

    >>> page_name(Learner("Ann Lee"))
    'ann-lee-e4959174ae7b.html'
    """
    ascii_ = unicodedata.normalize("NFKD", learner.name).encode("ascii", "ignore").decode()
    words = re.sub("[^a-z0-9]+", "-", ascii_.lower())[:40].strip("-") or "learner"
    mine = f"{learner.key}\n{place}" if place else learner.key
    return f"{words}-{sha256(mine.encode()).hexdigest()[:12]}.html"


def is_unfinished(name: str) -> bool:
    """Check if a file of this name is no table: it is for the next run, or only for this one."""
    return name in (LOCK, *KEPT) or name.startswith(LEFTOVER)


def _make(folder: Path) -> None:
    """Make a folder, or take the one that is there.

    Raises :class:`OutputError`, for a link that leads elsewhere as well.
    """
    with output_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    if folder.is_symlink():
        raise OutputError(f"{folder} is a link, and no feedback is written elsewhere")
