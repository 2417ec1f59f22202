"""What a file's name tells: whose it is, when it came, and what it is if it is no answers file.

Whose it is stands in the names that these systems give when all submissions are downloaded at once,
of which a learner chooses only the last part:

* Moodle: ``Ann Lee_4417_assignsubmission_file_/answers.json``, or all of it in the file's name
* Canvas: ``leeann_4417_77_answers.json``, with ``LATE_`` before the numbers where it says so
* Blackboard: ``Week 3_alee_attempt_2026-11-20-10-30-00_answers.json``
* Brightspace: ``4417-77 - Ann Lee - Nov 20, 2026 1030 AM/answers.json``

What was handed in by mistake is known by how its name ends, and where that is ``.json`` by the
format that it names. Nothing of it is opened.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import PurePosixPath
from typing import NamedTuple

from ono_tutor.i18n import N_, lazy_gettext


class Source(StrEnum):
    """What tells when a file came: the LMS, the archive, the disk; or that it was on paper."""

    LMS = "lms"
    ARCHIVE = "archive"
    DISK = "disk"
    PAPER = "paper"


class Arrival(NamedTuple):
    """When a file came, as text in UTC that sorts as time goes, and what tells so."""

    at: str
    source: Source


class LmsPlace(NamedTuple):
    """Where an LMS put a file: ``key`` is the same for all files of one upload's owner.

    ``person`` is the name or user name as it stands there, ``local`` the time when it came, without
    a zone, where the name has it; ``is_late`` says that the LMS calls it late, and ``id`` is the
    number by which Canvas knows the person.
    """

    key: str
    person: str
    local: datetime | None = None
    is_late: bool = False
    id: str = ""


LONG = 2
"""An id of Canvas has more digits in a name whose person has underscores."""

_MOODLE = re.compile(r"(?P<person>.+?)_(?P<id>\d+)_assignsubmission_\w+?(_.*)?")
_CANVAS = re.compile(
    r"(?P<person>[^\W_][^_\s]*(_+[^_\s]+)*?)_(?P<late>LATE_)?(?P<id>\d+)_(?P<file>\d+)_.+"
)
_BLACKBOARD = re.compile(r".*?_(?P<person>[^_]+)_attempt_(?P<at>\d{4}(-\d\d){5})([_.].*)?")
_BRIGHTSPACE = re.compile(
    r"(?P<id>\d+-\d+) - (?P<person>.+?) - "
    r"(?P<month>[A-Z][a-z]{2}) (?P<day>\d\d?), (?P<year>\d{4}) (?P<time>\d{3,4}) (?P<half>[AP]M)"
    r"( - .*)?"
)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def path_parts(name: str) -> tuple[str, ...]:
    """Return the parts of a place that may bear a name: a path's last two, all of an archive."""
    folders, *members = _all_parts(name)
    return (*folders[-2:], *(part for member in members for part in member))


def _all_parts(name: str) -> list[list[str]]:
    path, *members = name.split(" > ")
    return [re.split(r"[/\\]", path), *(member.split("/") for member in members)]


def lms_place(name: str) -> LmsPlace | None:
    """Return where an LMS put the file of this name; None where no LMS is known to have done so.

    >>> lms_place("all.zip > Ann Lee_4417_assignsubmission_file_/a.json").person
    'Ann Lee'
    """
    return _place_in([part for parts in _all_parts(name) for part in parts])


def _place_in(parts: Sequence[str]) -> LmsPlace | None:
    for place, part in enumerate(parts, 1):  # the outermost: what is inside is the learner's own
        if found := _MOODLE.fullmatch(part):
            return LmsPlace(f"{found['person']}_{found['id']}", found["person"])
        if found := _BRIGHTSPACE.fullmatch(part):
            return LmsPlace(f"{found['person']}_{found['id']}", found["person"], _read_time(found))
        if found := _BLACKBOARD.fullmatch(part):
            at = _time(*map(int, found["at"].split("-")))
            return LmsPlace(found["person"], found["person"], at)
        is_file = place == len(parts) or part.casefold().endswith(".zip")
        if is_file and (found := _CANVAS.fullmatch(part)) and _is_canvas(found):
            key, is_late = f"{found['person']}_{found['id']}", bool(found["late"])
            return LmsPlace(key, found["person"], None, is_late, found["id"])
    return None


def _is_canvas(found: re.Match[str]) -> bool:
    """Check that Canvas made the name: a name with underscores may be of a learner's own making.

    So it needs long ids there, which the numbers of weeks, days and versions are not.
    """
    is_long = min(len(found["id"]), len(found["file"])) > LONG
    return not found["person"].isdigit() and ("_" not in found["person"] or is_long)


def _read_time(found: re.Match[str]) -> datetime | None:
    """Return Brightspace's time, such as of ``Nov 20, 2026 1030 AM``."""
    if found["month"] not in _MONTHS:
        return None
    hour, minute = divmod(int(found["time"]), 100)
    hour = hour % 12 + (12 if found["half"] == "PM" else 0)
    month = _MONTHS.index(found["month"]) + 1
    return _time(int(found["year"]), month, int(found["day"]), hour, minute, 0)


def _time(*numbers: int) -> datetime | None:
    year, month, day, hour, minute, second = numbers
    try:
        return datetime(year, month, day, hour, minute, second)
    except ValueError:
        return None


# What is handed in by mistake


_BY_ENDING = (
    ((".ipynb",), N_("a notebook, perhaps the exercise itself")),
    ((".sqlite", ".sqlite-journal", ".sqlite-wal", ".db"), N_("a progress file")),
    ((".png", ".jpg", ".jpeg", ".heic", ".gif", ".bmp", ".webp", ".tiff"), N_("a picture")),
    ((".pdf",), N_("a PDF")),
    ((".doc", ".docx", ".odt", ".rtf", ".pages", ".txt", ".md"), N_("a text document")),
    ((".xls", ".xlsx", ".ods", ".csv", ".numbers"), N_("a table")),
    ((".ppt", ".pptx", ".odp", ".key"), N_("slides")),
    ((".html", ".htm", ".mhtml", ".webarchive", ".url", ".webloc"), N_("a web page")),
    ((".py", ".r", ".js"), N_("a program")),
    ((".mp3", ".m4a", ".mp4", ".mov", ".webm"), N_("a recording")),
)
_ARCHIVES = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".tbz", ".xz", ".txz", ".zst")
_BY_FORMAT = {
    "ono-tutor-desk": N_("the notes of an exercise (ono-homework.json)"),
    "ono-tutor-progress": N_("a copy of somebody's progress"),
    "ono-tutor-assignment": N_("the exercise itself, not the answers to it"),
    "ono-tutor-report": N_("the report on a class"),
    "ono-tutor-transcript": N_("a game that was written down"),
    "ono-tutor-proof": N_("a proof"),
}


def why_other(name: str) -> str:
    """Return why a file of this name is passed over, and what is wanted instead."""
    folded = name.casefold()
    if name.startswith("."):
        return "it is hidden, so it is passed over"
    if folded.endswith(_ARCHIVES):
        return "of archives only zip is opened; unpack it and give the folder"
    what = next((words for endings, words in _BY_ENDING if folded.endswith(endings)), None)
    return _told(what) if what else str(lazy_gettext(_OTHER))


def why_other_format(found: Mapping[str, object]) -> str:
    """Return why an object is no answers file where it is known what it is; else nothing."""
    family = str(found.get("format")).partition("/")[0]
    what = _BY_FORMAT.get(family, _BY_ENDING[0][1] if "nbformat" in found else "")
    return _told(what) if what else ""


def _told(what: str) -> str:
    return str(lazy_gettext(_IT_IS, what=lazy_gettext(what), wanted=lazy_gettext(_WANTED)))


def message_to_learner(name: str, cause: str, reason: str) -> str:
    """Return what a teacher can send to whoever handed in a file that is not graded."""
    file = PurePosixPath(name.rpartition(" > ")[2].replace("\\", "/")).name
    how = lazy_gettext(_HOW.get(cause, _AGAIN), wanted=lazy_gettext(_WANTED))
    return str(lazy_gettext(_MESSAGE, file=file, reason=reason.partition("; ")[0], how=how))


_IT_IS = N_("it is {what}, but you should hand in {wanted}")
_OTHER = N_("it was not read: an answers file ends in .json, and an archive in .zip")
_WANTED = N_(
    "the answers file that pressing “Hand in” makes, in the notebook or on the practice page (its "
    "name ends in .json)"
)
_MESSAGE = N_("Your file {file} could not be graded: {reason}. {how}")
_INSTEAD = N_("Please upload {wanted}.")
_AGAIN = N_("Please open the exercise, press “Hand in” once more, and upload that file as it is.")
_HOW = {
    "other-file": _INSTEAD,
    "not-json": _INSTEAD,
    "not-answers": _INSTEAD,
    "too-deep": _INSTEAD,
    "not-zip": _INSTEAD,
    "encrypted": _INSTEAD,
    "unsupported-method": _INSTEAD,
    "other-assignment": N_("Please hand in the exercise that was set, not another one."),
    "other-learner": N_("Please hand in your own work, under your own name."),
    "no-name": N_("Please write your name when you are asked for it, and hand in again."),
}
