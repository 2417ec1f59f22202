"""Match each file that was handed in to a learner: by its place in an LMS, else by its name.

The name in a file that is somebody else's than its place is a contradiction, and the file is
refused. A name that is only near one of the roster matches nobody.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from functools import lru_cache

from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.grading.by_hand import COLUMNS, OVERRIDES, Override, Overrides
from ono_tutor.classroom.grading.mark_book import KeptFile, MarkBook
from ono_tutor.classroom.grading.roster import Person, Roster, csv_escape, csv_text
from ono_tutor.classroom.lms_names import Lms, LmsPlace, lms_of_folders, lms_place
from ono_tutor.classroom.submissions import Arrival, RefusedFile, TimeSource
from ono_tutor.errors import quoted
from ono_tutor.i18n import gettext
from ono_tutor.puzzles.answer import stamp

MOST_FILES, MOST_BYTES = 50, 4_000_000
"""Files and bytes that one learner may hand in."""

MOST_NOTES = 20
"""The notes about one learner."""

_WORDS = re.compile(r"[^\W_]+")


def spellings(name: str) -> set[str]:
    """Return a name in one word without accents, as an LMS may write it.

    As it is, with a surname of any length first (Canvas: ``satohana``), or in any order.
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    words = _WORDS.findall("".join(char for char in plain if not unicodedata.combining(char)))
    orders = [sorted(words), *([*words[at:], *words[:at]] for at in range(len(words)))]
    return {"".join(order) for order in orders} - {""}


def override_line(word: str, file: str, separator: str) -> str:
    """Return the line of the table of overrides that gives a file to a learner, with a break."""
    row = dict.fromkeys(COLUMNS, "") | {"learner": csv_escape(word), "file": csv_escape(file)}
    return "\n" + csv_text([row.values()], separator).strip("\ufeff\r\n")


@dataclass(slots=True)
class LearnerFiles:
    """The files of one learner, the teacher's decisions, and what else was handed in.

    ``learner`` is the one whose puzzles were dealt, and ``word`` finds nobody else in a teacher's
    table. If ``is_shared``, several people of the roster have the name. ``notes`` are for the
    learner too, ``doubts`` and ``choices`` for the teacher alone; there is no mark while there are
    choices.
    """

    person: Person
    learner: Learner = field(init=False)
    override: Override = field(default_factory=Override)
    word: str = ""
    is_known: bool = True
    is_shared: bool = False
    files: list[KeptFile] = field(default_factory=list)
    size: int = 0
    notes: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)

    def note_refusal(self, refusal: RefusedFile) -> None:
        """Note a refused file, without the advice for the teacher."""
        if len(self.notes) < MOST_NOTES:
            text = gettext(
                "The file {file} is not graded: {reason}.",
                file=refusal.name,
                reason=refusal.cause_alone,
            )
            self.notes.append(text)


def match_files(
    book: MarkBook, roster: Roster, zone: tzinfo | None, overrides: Overrides
) -> tuple[list[LearnerFiles], list[RefusedFile]]:
    """Return the learners of a mark book with their files, and the refused files by name.

    The learners are those of the roster in its order, then others with a file, by key. ``zone`` is
    that of the deadline, for times without one.
    """
    matcher = _Matcher(book, roster, zone or UTC, overrides)
    refused = matcher.match()
    return matcher.learners(), refused


class _Matcher:
    """The state of one matching.

    ``people_alike`` are the people of the roster by the spellings of their names, and ``places``
    the places in an LMS by those of whose they are.
    """

    def __init__(self, book: MarkBook, roster: Roster, zone: tzinfo, overrides: Overrides) -> None:
        self.roster, self.zone, self.overrides = roster, zone, overrides
        self.person_at = lru_cache(None)(self._person_at)
        self.by_person: dict[Person, LearnerFiles] = {}
        self.by_place: dict[str, LearnerFiles] = {}
        self.files, self.refusals = list(book.files()), list(book.refusals())
        names = (*(file.name for file in self.files), *(each.name for each, _ in self.refusals))
        self.systems = lms_of_folders(names)
        self.claims = overrides.claims([file.full_name for file in self.files])
        self.people_alike = defaultdict[str, set[Person]](set)
        self.canvas_ids = {each.canvas_id: each for each in roster.people if each.canvas_id}
        for person in roster.people:
            self.files_of(person)
            for word in spellings(person.learner.name):
                self.people_alike[word].add(person)
        self.places = defaultdict[str, set[str]](set)
        for file in self.files:
            if place := self.place_of(file.name):
                theirs = self.person_at(place)
                for word in spellings(theirs.learner.name if theirs else place.person):
                    self.places[word].add(place.key)

    def place_of(self, name: str) -> LmsPlace | None:
        """Return the place of a file in the LMS that made the names beside it."""
        return lms_place(name, self.systems)

    def _person_at(self, place: LmsPlace) -> Person | None:
        """Return the one person of the roster to whom a place in an LMS belongs."""
        if numbered := self.canvas_ids.get(place.id):
            return numbered
        exact = set(self.roster.people_called(Learner(place.person)))
        alike = set[Person]().union(*(self.people_alike[word] for word in spellings(place.person)))
        people = exact | alike if place.lms is Lms.CANVAS else exact or alike
        return people.pop() if len(people) == 1 else None

    def namesakes(self, person: Person) -> list[Person]:
        """Return the people of the roster who share the name of somebody who is not in it."""
        return [] if person.number else list(self.roster.people_called(person.learner))

    def files_of(self, person: Person) -> LearnerFiles:
        return self.by_person.setdefault(person, LearnerFiles(person))

    def match(self) -> list[RefusedFile]:
        """Give each file to a learner, and return the refused ones by name."""
        contradictions: list[tuple[LearnerFiles, RefusedFile]] = []
        for file in self.files:
            place = self.place_of(file.name)
            person, is_others = self.owner(file, place)
            mine = self.files_of(person)
            if refusal := _refuse(file, place if is_others else None, mine):
                contradictions.append((mine, refusal))
                continue
            if place:
                self.by_place[place.key] = mine
            mine.size += file.size
            arrival, name = self.arrival(file, place), file.full_name
            mine.files.append(file._replace(name=name, arrival=arrival, place=place))
        refused = [each for each, learner in self.refusals if not self.settle(each, learner)]
        for mine in self.by_person.values():
            # those in an LMS come first; then the time decides, and the same bytes count once
            mine.files.sort(key=lambda file: (not file.place, file.arrival or ("",), file.name))
            first: dict[bytes, KeptFile] = {}
            for file in mine.files:
                first.setdefault(file.digest, file)
            mine.files = list(first.values())
        for mine, refusal in contradictions:
            mine.note_refusal(refusal)
            if refusal.cause != "other-learner" or not mine.files:
                refused.append(refusal)
        return sorted(refused)

    def owner(self, file: KeptFile, place: LmsPlace | None) -> tuple[Person, bool]:
        """Return the owner of a file, and whether the name in it is somebody else's."""
        mine = self.roster.person(Learner(file.learner))
        if place:
            theirs = self.person_at(place)
            if theirs:
                return theirs, mine.number not in (0, theirs.number)
            # a place that bears nobody's name, as in blind marking
            words = spellings(file.learner) | spellings(mine.learner.name)
            places = set[str]().union(*(self.places[word] for word in words))
            if places and place.key not in places:
                return Person(Learner(place.key)), True
        namesakes = self.namesakes(mine)
        claims = (each for each in self.claims.get(file.full_name, ()) if each in namesakes)
        return next(claims, mine), False

    def arrival(self, file: KeptFile, place: LmsPlace | None) -> Arrival | None:
        """Return when a file came: as the LMS or its archive says, in the zone of the deadline."""
        if place and place.local:
            return Arrival(stamp(place.local.replace(tzinfo=self.zone)), TimeSource.LMS)
        zoneless = (TimeSource.ARCHIVE, TimeSource.DOWNLOAD)
        if place and file.arrival and file.arrival.source in zoneless:
            local = datetime.fromisoformat(file.arrival.at).replace(tzinfo=self.zone)
            is_moodle = place.lms is Lms.MOODLE  # no other system has uploads' times in its archive
            source = file.arrival.source if is_moodle else TimeSource.DOWNLOAD
            return Arrival(stamp(local), source)
        return file.arrival

    def settle(self, refusal: RefusedFile, learner: str) -> bool:
        """Note a refusal; return True if its place in an LMS or its learner has a good file."""
        place = self.place_of(refusal.name)
        if place and place.key in self.by_place:
            self.by_place[place.key].note_refusal(refusal)
            return True
        person = self.person_at(place) if place else None
        if not person and learner:
            person = self.roster.person(Learner(learner))
        if not person:
            return False
        mine = self.files_of(person)
        mine.note_refusal(refusal)
        return not place and bool(mine.files) and not self.namesakes(person)

    def learners(self) -> list[LearnerFiles]:
        """Return the learners, with all that there is to say about them."""
        for mine in list(self.by_person.values()):
            if namesakes := self.namesakes(mine.person):
                self.note_namesakes(mine, namesakes)
        rows = sorted(
            (row for row in self.by_person.values() if row.person.number or row.files),
            key=lambda row: (not row.person.number, row.person.number, row.person.learner.name),
        )
        for mine in rows:
            mine.doubts += self.folder_notes(mine)
            mine.override = self.overrides.of(mine.person)
            # of several names the first in the alphabet, so that the order of files decides nothing
            first, *others = sorted(file.learner for file in mine.files) or [""]
            if mine.person.number:
                own = mine.person.learner
                is_own = not first or own.key in {Learner(name).key for name in (first, *others)}
                mine.learner = own if is_own else Learner(first)
                mine.word = self.roster.word_for(mine.person)
            else:
                mine.is_shared = bool(self.namesakes(mine.person))
                mine.is_known = not self.roster.people or mine.is_shared
                mine.learner, mine.word = Learner(first), first
                mine.person = Person(mine.learner)
        return rows

    def folder_notes(self, mine: LearnerFiles) -> Iterator[str]:
        """Yield a note for each file that an LMS has under another full name."""
        for file in mine.files:
            if not (place := file.place):
                continue
            if self.roster.people:
                theirs = self.person_at(place)
                is_other = theirs and theirs not in self.roster.people_called(Learner(file.learner))
            else:  # a user name, or a number as in blind marking, is no other name
                is_full_name = " " in place.person and not any(map(str.isdigit, place.person))
                is_other = is_full_name and not spellings(place.person) & spellings(file.learner)
            if is_other:
                yield gettext(
                    "The file {file} lies in the LMS's folder of {folder}, and the name in it is "
                    "{name}.",
                    file=file.name,
                    folder=quoted(place.person),
                    name=quoted(file.learner),
                )

    def note_namesakes(self, mine: LearnerFiles, namesakes: list[Person]) -> None:
        """Note what was handed in under a name that several people of the roster have."""
        text = gettext("Several people have this name, and something was handed in under it.")
        for person in namesakes:
            theirs = self.files_of(person)
            if not theirs.files:
                (theirs.choices if mine.files else theirs.notes).append(text)
        text = gettext(
            "Several people of the roster have this name. There is no mark until you say whose "
            "each file is: write one of these lines for each file into {table}, and grade again. A "
            "person without a line needs an id in the roster, such as an email address.",
            table=OVERRIDES,
        )
        words = {person: self.roster.word_for(person) for person in namesakes}
        lines = [
            override_line(word, file.name, self.overrides.separator)
            for file in mine.files
            for person, word in words.items()
            if self.roster.person(Learner(word)) == person
        ]
        if mine.files:
            mine.choices.append("".join([text, *lines[:MOST_NOTES]]))


def _refuse(file: KeptFile, place: LmsPlace | None, mine: LearnerFiles) -> RefusedFile | None:
    """Return the refusal of a file that lies in somebody else's place, or one too many."""
    if place:
        reason = gettext(
            "it lies in the LMS's folder of {folder}, and the name in it is {learner}; "
            "ask {folder} to hand in under their own name, or, if {learner} is the same "
            "person, write that name into the column alias of your roster",
            learner=quoted(file.learner),
            folder=quoted(place.person),
        )
        return RefusedFile(file.name, "other-learner", reason)
    is_too_much = bool(mine.files) and mine.size + file.size > MOST_BYTES
    if len(mine.files) < MOST_FILES and not is_too_much:
        return None
    reason = gettext(
        "this learner has handed in more than {files} files or {bytes} bytes, and the first of "
        "them are graded",
        files=MOST_FILES,
        bytes=MOST_BYTES,
    )
    return RefusedFile(file.name, "too-many-files", reason)
