"""Parse the names that an LMS gives to submissions when all are downloaded at once.

* Moodle: ``Ann Lee_4417_assignsubmission_file_/answers.json``, or all of it in the file's name
* Canvas: ``leeann_4417_77_answers.json``, with ``LATE_`` before the numbers of a late one
* Blackboard: ``Week 3_alee_attempt_2026-11-20-10-30-00_answers.json``
* Brightspace: ``4417-77 - Ann Lee - Nov 20, 2026 1030 AM/answers.json``

A learner chooses only the end of such a name, and can make it look like that of another LMS. So
the LMS that most names of an archive fit decides (:func:`lms_of_folders`); in doubt the one whose
own words come first.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple


class Lms(StrEnum):
    """A system from which all submissions can be downloaded at once."""

    MOODLE = "moodle"
    BRIGHTSPACE = "brightspace"
    BLACKBOARD = "blackboard"
    CANVAS = "canvas"


class LmsPlace(NamedTuple):
    """The facts in the name of a file of an LMS; the ``key`` is the same for all of one person's.

    ``folder`` is the archive or the folder that the name stands in. ``local`` is a time without a
    zone, ``is_late`` says that the LMS calls the file late, and ``id`` is the number that Canvas
    has for the person.
    """

    lms: Lms
    folder: str
    key: str
    person: str
    local: datetime | None = None
    is_late: bool = False
    id: str = ""


_PATTERNS = {
    Lms.MOODLE: re.compile(r"(?P<person>.+?)_(?P<id>\d+)_assignsubmission_[^\W_]+(?P<own>_.*)?"),
    Lms.BRIGHTSPACE: re.compile(
        r"(?P<id>\d+-\d+) - (?P<person>.+?) - "
        r"(?P<date>[A-Z][a-z]{2} \d\d?, \d{4}) (?P<time>\d{3,4}) (?P<half>[AP]M)(?P<own> - .*)?"
    ),
    Lms.BLACKBOARD: re.compile(
        r".*?_(?P<person>[^_]+)_attempt_(?P<at>\d{4}(-\d\d){5})(?P<own>[_.].*)?"
    ),
    Lms.CANVAS: re.compile(
        r"(?P<person>[^\W_][^_\s]*(_+[^_\s]+)*?)_(?P<late>LATE_)?(?P<id>\d+)_(?P<file>\d+)"
        r"(?P<own>_.+)"
    ),
}
"""The group ``own`` is what the learner chose."""


def lms_place(name: str, systems: Mapping[str, Lms] | None = None) -> LmsPlace | None:
    """Parse the name of a file; return None if no known LMS made it.

    ``systems`` says which LMS made the names of a folder, as :func:`lms_of_folders` returns it.

    >>> lms_place("all.zip > Ann Lee_4417_assignsubmission_file_/a.json").person
    'Ann Lee'
    """
    places = _possible_places(name)
    if not places:
        return None
    system = (systems or {}).get(places[0].folder)
    return next((place for place in places if place.lms is system), places[0])


def lms_of_folders(names: Iterable[str]) -> dict[str, Lms]:
    """Return for each archive or folder the LMS that most of its names fit.

    Where two fit as many, it is the one that tells more people apart; a tie is left out.
    """
    people: dict[str, dict[Lms, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name in names:
        for place in _possible_places(name):
            people[place.folder][place.lms].append(place.key)
    systems = {}
    for folder, keys in people.items():
        ranks = {lms: (len(each), len(set(each))) for lms, each in keys.items()}
        best = [lms for lms, rank in ranks.items() if rank == max(ranks.values())]
        if len(best) == 1:
            systems[folder] = best[0]
    return systems


def _possible_places(name: str) -> list[LmsPlace]:
    """Return what each LMS would say of a name, the one first whose own words end first.

    The outermost part that fits decides, as learners can name what is inside it as they like.
    """
    parts = re.split(r"( > |[/\\])", name)
    for at in range(0, len(parts), 2):
        part, folder = parts[at], "".join(parts[:at])
        is_file = at == len(parts) - 1 or part.casefold().endswith(".zip")
        fits = []
        for lms, pattern in _PATTERNS.items():
            if not (match := pattern.fullmatch(part)):
                continue
            person, local, is_late, number = match["person"], None, False, ""
            key = person if lms is Lms.BLACKBOARD else f"{person}_{match['id']}"
            if lms is Lms.BLACKBOARD:
                local = _parse_time(match["at"], "%Y-%m-%d-%H-%M-%S")
            elif lms is Lms.BRIGHTSPACE:
                time = f"{match['date']} {match['time']:0>4} {match['half']}"
                local = _parse_time(time, "%b %d, %Y %I%M %p")
            elif lms is Lms.CANVAS:
                # A learner may have written week_3_2_answers.json: such numbers are short.
                has_long_ids = min(len(match["id"]), len(match["file"])) > 2
                if not is_file or person.isdigit() or ("_" in person and not has_long_ids):
                    continue
                is_late, number = bool(match["late"]), match["id"]
            place = LmsPlace(lms, folder, key, person, local, is_late, number)
            fits.append((len(part) - len(match["own"] or ""), place))
        if fits:
            return [place for _, place in sorted(fits, key=lambda fit: fit[0])]
    return []


def _parse_time(text: str, pattern: str) -> datetime | None:
    with suppress(ValueError):
        return datetime.strptime(text, pattern)
    return None
