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
from itertools import islice
from typing import Literal

from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.grading.mark_book import KeptFile, MarkBook
from ono_tutor.classroom.grading.overrides import (
    OVERRIDES,
    Override,
    Overrides,
    TeacherNote,
    short_names,
    with_lines,
)
from ono_tutor.classroom.grading.roster import Owner, Person, Roster, owner_of
from ono_tutor.classroom.submissions.find import Arrival, RefusedFile, TimeSource
from ono_tutor.classroom.submissions.lms_names import Lms, LmsPlace, lms_of_folders, lms_place
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


@dataclass(slots=True)
class LearnerFiles:
    """The files of one learner, the teacher's decisions, and what else was handed in.

    ``owner`` is the place in the roster, or the key of a learner who is not in it. ``learner`` is
    the one whose puzzles were dealt, and ``word`` finds nobody else in a teacher's table. If
    ``is_shared``, several people of the roster have the name. ``notes`` are for the learner too,
    ``teacher_notes`` for the teacher alone.
    """

    owner: Owner
    learner: Learner = field(init=False)
    person: Person | None = None
    override: Override = field(default_factory=Override)
    word: str = ""
    is_known: bool = True
    is_shared: bool = False
    files: list[KeptFile] = field(default_factory=list)
    size: int = 0
    notes: list[str] = field(default_factory=list)
    teacher_notes: list[TeacherNote] = field(default_factory=list)

    def note_refusal(self, refusal: RefusedFile, *, is_for_learner: bool = True) -> None:
        """Note a refused file, for the learner without the advice for the teacher."""
        text = gettext(
            "The file {file} is not graded: {reason}.",
            file=refusal.name,
            reason=refusal.cause_alone,
        )
        if len(self.notes) + len(self.teacher_notes) >= MOST_NOTES:
            return
        if is_for_learner:
            self.notes.append(text)
        else:
            self.teacher_notes.append(TeacherNote("not-gradable", text))


def match_files(
    book: MarkBook,
    roster: Roster | None = None,
    zone: tzinfo | None = None,
    overrides: Overrides | None = None,
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
    the places in an LMS by whose they are: a person of the roster, or a spelling.
    """

    def __init__(
        self, book: MarkBook, roster: Roster | None, zone: tzinfo, overrides: Overrides | None
    ) -> None:
        self.book, self.roster, self.zone, self.overrides = book, roster, zone, overrides
        self.person_at = lru_cache(None)(self._person_at)
        self.by_owner: dict[Owner, LearnerFiles] = {}
        self.by_place: dict[str, LearnerFiles] = {}
        self.refusals = list(book.refusals())
        names = (*(file.name for file in book.files()), *(each.name for each, _ in self.refusals))
        self.systems = lms_of_folders(names)
        self.canvas_ids: dict[str, int] = {}
        self.people_alike = defaultdict[str, set[int]](set)
        for number, person in enumerate(roster.people if roster else ()):
            if person.canvas_id:
                self.canvas_ids[person.canvas_id] = number
            for word in spellings(person.learner.name):
                self.people_alike[word].add(number)
        self.places = defaultdict[Owner, set[str]](set)
        for file in book.files():
            if place := self.place_of(file.name):
                theirs = self.person_at(place)
                for owner in spellings(place.person) if theirs is None else (theirs,):
                    self.places[owner].add(place.key)

    def place_of(self, name: str) -> LmsPlace | None:
        """Return the place of a file in the LMS that made the names beside it."""
        return lms_place(name, self.systems)

    def _person_at(self, place: LmsPlace) -> int | None:
        """Return the one person of the roster to whom a place in an LMS belongs."""
        if place.id in self.canvas_ids or self.roster is None:
            return self.canvas_ids.get(place.id)
        exact = set(self.roster.places_of(Learner(place.person)))
        alike = set[int]().union(*(self.people_alike[word] for word in spellings(place.person)))
        people = exact | alike if place.lms is Lms.CANVAS else exact or alike
        return people.pop() if len(people) == 1 else None

    def is_namesake(self, owner: Owner) -> bool:
        """Check if a learner is in the roster several times, under one name."""
        if self.roster is None or isinstance(owner, int):
            return False
        return self.roster.is_shared(Learner(owner))

    def files_of(self, owner: Owner) -> LearnerFiles:
        return self.by_owner.setdefault(owner, LearnerFiles(owner))

    def match(self) -> list[RefusedFile]:
        """Give each file to a learner, and return the refused ones by name."""
        contradictions: list[tuple[LearnerFiles, RefusedFile]] = []
        for file in self.book.files():
            place = self.place_of(file.name)
            owner, is_others = self.owner_at(file, place)
            mine = self.files_of(owner)
            if refusal := _refuse(file, place if is_others else None, mine):
                contradictions.append((mine, refusal))
                continue
            if place:
                self.by_place[place.key] = mine
            mine.size += file.size
            arrival, name = self.arrival(file, place), file.name + file.version
            mine.files.append(file._replace(name=name, arrival=arrival, place=place))
        refused = [
            refusal for refusal, learner in self.refusals if not self.settle(refusal, learner)
        ]
        for mine in self.by_owner.values():
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

    def owner_at(self, file: KeptFile, place: LmsPlace | None) -> tuple[Owner, bool]:
        """Return the owner of a file, and whether the name in it is somebody else's."""
        learner = Learner(file.learner)
        mine = owner_of(learner, self.roster)
        if place:
            theirs = self.person_at(place)
            if theirs is not None:
                return theirs, isinstance(mine, int) and mine != theirs
            # a place that bears nobody's name, as in blind marking
            owners = (mine, *spellings(file.learner))
            places = set[str]().union(*(self.places[owner] for owner in owners))
            if places and place.key not in places:
                return place.key, True
        if isinstance(mine, str) and self.roster and self.overrides:
            namesakes = self.roster.places_of(learner)
            chosen = self.overrides.owner_of_file(file.name + file.version, namesakes)
            mine = mine if chosen is None else chosen
        return mine, False

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
        named = owner_of(Learner(learner), self.roster) if learner else None
        theirs = self.person_at(place) if place else None
        owner = named if theirs is None else theirs
        mine = self.by_place.get(place.key) if place else None
        is_settled = mine is not None
        if mine is None and owner is not None:
            mine = self.files_of(owner)
            is_settled = not place and bool(mine.files) and not self.is_namesake(owner)
        if mine:
            mine.note_refusal(refusal, is_for_learner=mine.owner == named)
        return is_settled

    def learners(self) -> list[LearnerFiles]:
        """Return the learners, with all that there is to say about them."""
        learners = [self.files_of(n) for n in range(len(self.roster.people) if self.roster else 0)]
        others = sorted(owner for owner in self.by_owner if isinstance(owner, str))
        learners += [self.by_owner[key] for key in others if self.by_owner[key].files]
        for mine in learners:
            # of several names the first in the alphabet, so that the order of files decides nothing
            names = sorted(file.learner for file in mine.files)
            mine.teacher_notes += self.folder_notes(mine)
            if self.overrides:
                mine.override = self.overrides.of(mine.owner)
            if self.roster and isinstance(mine.owner, int):
                mine.person = self.roster.people[mine.owner]
                mine.word = self.roster.word_for(mine.owner)
                own = mine.person.learner
                is_own = not names or own.key in {Learner(name).key for name in names}
                mine.learner = own if is_own else Learner(names[0])
            else:
                mine.learner, mine.word = Learner(names[0]), names[0]
                mine.is_shared = self.is_namesake(mine.owner)
                mine.is_known = self.roster is None or mine.is_shared
        for mine in self.by_owner.values():
            if not (self.roster and self.is_namesake(mine.owner)):
                continue
            text = gettext("Several people have this name, and something was handed in under it.")
            about: Literal["choose", "not-gradable"] = "choose" if mine.files else "not-gradable"
            for place in self.roster.places_of(Learner(str(mine.owner))):
                if not self.files_of(place).files:
                    self.files_of(place).teacher_notes.append(TeacherNote(about, text))
            if mine.files:
                self.note_namesakes(mine, self.roster)
        return learners

    def folder_notes(self, mine: LearnerFiles) -> Iterator[TeacherNote]:
        """Yield a note for each file that an LMS has under another full name."""
        for file in mine.files:
            if not (place := file.place):
                continue
            if self.roster:
                theirs = self.person_at(place)
                own = self.roster.places_of(Learner(file.learner))
                is_other = theirs is not None and theirs not in own
            else:  # a user name, or a number as in blind marking, is no other name
                is_full_name = " " in place.person and not any(map(str.isdigit, place.person))
                is_other = is_full_name and not spellings(place.person) & spellings(file.learner)
            if is_other:
                text = gettext(
                    "The file {file} lies in the LMS's folder of {folder}, and the name in it is "
                    "{name}.",
                    file=file.name,
                    folder=quoted(place.person),
                    name=quoted(file.learner),
                )
                yield TeacherNote("note", text)

    def note_namesakes(self, mine: LearnerFiles, roster: Roster) -> None:
        """Note what was handed in under a name that several people of the roster have."""
        words = {place: roster.word_for(place) for place in roster.places_of(mine.learner)}
        names = short_names([file.name for file in mine.files]).values()
        cells = (
            (word, each)
            for each in names
            for place, word in words.items()
            if roster.place_of(Learner(word)) == place
        )
        text = gettext(
            "Several people of the roster have this name. There is no mark until you say whose "
            "each file is: write one of these lines for each file into {table}, and grade again. A "
            "person without a line needs an id in the roster, such as an email address.",
            table=OVERRIDES,
        )
        separator = self.overrides.separator if self.overrides else ","
        text = with_lines(text, separator, "file", islice(cells, MOST_NOTES))
        mine.teacher_notes.insert(0, TeacherNote("choose", text))


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
