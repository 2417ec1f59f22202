"""Whose a file is by the place where an LMS put it, and when it came.

Read are the names that these systems give when all submissions are downloaded at once:

* Moodle: ``Ann Lee_4417_assignsubmission_file_/answers.json``, or all of it in the file's name
* Canvas: ``leeann_4417_77_answers.json``, with ``LATE_`` before the numbers where it says so
* Blackboard: ``Week 3_alee_attempt_2026-11-20-10-30-00_answers.json``
* Brightspace: ``4417-77 - Ann Lee - Nov 20, 2026 1030 AM/answers.json``

A learner chooses only the last part of such a name.
"""

import re
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple


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
    a zone, where the name has it; ``is_late`` says that the LMS calls it late.
    """

    key: str
    person: str
    local: datetime | None = None
    is_late: bool = False
    has_full_name: bool = True


_MOODLE = re.compile(r"(?P<person>.+?)_(?P<id>\d+)_assignsubmission_\w+?(_.*)?")
_CANVAS = re.compile(r"(?P<person>[^\W_][^_\s]*)_(?P<late>LATE_)?(?P<id>\d+)_\d+_.+")
_BLACKBOARD = re.compile(r".*_(?P<person>[^_]+)_attempt_(?P<at>\d{4}(-\d\d){5})([_.].*)?")
_BRIGHTSPACE = re.compile(
    r"(?P<id>\d+-\d+) - (?P<person>.+?) - "
    r"(?P<month>[A-Z][a-z]{2}) (?P<day>\d\d?), (?P<year>\d{4}) (?P<time>\d{3,4}) (?P<half>[AP]M)"
    r"( - .*)?"
)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def path_parts(name: str) -> tuple[str, ...]:
    """Return the parts of a place that may bear a name: a path's last two, all of an archive."""
    path, *members = name.split(" > ")
    outer = re.split(r"[/\\]", path)[-2:]
    return (*outer, *(part for member in members for part in member.split("/")))


def lms_place(name: str) -> LmsPlace | None:
    """Return where an LMS put the file of this name; None where no LMS is known to have done so.

    >>> lms_place("all.zip > Ann Lee_4417_assignsubmission_file_/a.json").person
    'Ann Lee'
    """
    return _place_in(path_parts(name))


def _place_in(parts: Sequence[str]) -> LmsPlace | None:
    for place, part in enumerate(parts, 1):  # the outermost: what is inside is the learner's own
        if found := _MOODLE.fullmatch(part):
            return LmsPlace(f"{found['person']}_{found['id']}", found["person"])
        if found := _BRIGHTSPACE.fullmatch(part):
            return LmsPlace(f"{found['person']}_{found['id']}", found["person"], _read_time(found))
        if found := _BLACKBOARD.fullmatch(part):
            at = _time(*map(int, found["at"].split("-")))
            return LmsPlace(found["person"], found["person"], at, has_full_name=False)
        is_file = place == len(parts) or part.casefold().endswith(".zip")
        if is_file and (found := _CANVAS.fullmatch(part)) and not found["person"].isdigit():
            key, is_late = f"{found['person']}_{found['id']}", bool(found["late"])
            return LmsPlace(key, found["person"], None, is_late, has_full_name=False)
    return None


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
