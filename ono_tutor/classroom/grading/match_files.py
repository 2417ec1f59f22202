"""Match each file that was handed in to a learner: by its place in an LMS, else by its name.

The name in a file that is somebody else's than its place is a contradiction, and the file is
refused. A name that is only near one of the roster matches nobody; it is a hint for the teacher.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from itertools import islice

from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.grading.mark_book import KeptFile, MarkBook
from ono_tutor.classroom.grading.overrides import (
    OVERRIDES,
    LineWriter,
    Overrides,
    TeacherNote,
    short_names,
)
from ono_tutor.classroom.grading.roster import Owner, Roster, owner_of
from ono_tutor.classroom.submissions.find import Arrival, RefusedFile, TimeSource
from ono_tutor.classroom.submissions.lms_names import (
    Lms,
    LmsPlace,
    lms_of_folders,
    lms_place,
    path_parts,
)
from ono_tutor.errors import quoted
from ono_tutor.i18n import N_, format_list, gettext
from ono_tutor.puzzles.answer import stamp

MOST_FILES, MOST_BYTES = 50, 4_000_000
"""Files and bytes that one learner may hand in."""

MOST_PEOPLE, MOST_ALIKE = 20_000, 500
"""The largest roster in which people are looked for by their words, and people with one word."""

MOST_PATHS, MOST_NOTES = 3, 20
"""The files of one learner whose paths are looked at, and the notes about one."""

_WORDS = re.compile(r"[^\W_]+")
_ENDS = re.compile(r"\.(json|zip)$", re.IGNORECASE)


class NameMatcher:
    """The people of a roster by the words of their names; nobody of a very large one.

    A name, or the name of a file or folder such as ``Hana Sato_4417_assignsubmission_file_``, bears
    somebody's name if it has all its words, in any order and without accents, or if the words
    are joined as Canvas writes them (``satohana_4417_77_answers.json``), or if it has an id.
    """

    def __init__(self, roster: Roster | None) -> None:
        people = roster.people if roster and len(roster.people) <= MOST_PEOPLE else ()
        self._names = [plain_words(person.learner.name) for person in people]
        counts = Counter(word for words in self._names for word in set(words))
        self._by_rarest = defaultdict[str, list[int]](list)
        joined, mailboxes = defaultdict[str, set[int]](set), defaultdict[str, set[int]](set)
        for place, (words, person) in enumerate(zip(self._names, people, strict=True)):
            if words:
                self._by_rarest[min(words, key=lambda word: counts[word])].append(place)
            ids = (person.email, person.username, person.id_number)
            for word in _joined(words, *ids, person.sis_user, person.sis_login):
                joined[word].add(place)
            for word in _joined(plain_words(person.mailbox), person.mailbox):
                mailboxes[word].add(place)
        self._joined = {**mailboxes, **joined}

    def in_path(self, parts: Sequence[str]) -> int | None:
        """Return the place of the one person whose name a path bears, the outermost part first.

        The innermost part that bears a name decides. *Ann Lee Smith* does not mean *Ann Lee*.
        """
        for part in reversed(parts):
            text = _ENDS.sub("", part)
            words = plain_words(text)
            keys = {*words, *map(_join, text.split("_")), _join(text)}
            people = set[int]().union(*(self._joined.get(key, ()) for key in keys))
            for word in set(words):
                alike = self._by_rarest.get(word, ())
                for place in alike if len(alike) <= MOST_ALIKE else ():
                    if not Counter(self._names[place]) - Counter(words):
                        people.add(place)
            names = {place: set(self._names[place]) for place in people}
            whole = [p for p, mine in names.items() if not any(mine < n for n in names.values())]
            if whole:
                return whole[0] if len(whole) == 1 else None
        return None


def plain_words(text: str) -> tuple[str, ...]:
    """Return the words of a name in small letters without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return tuple(_WORDS.findall("".join(char for char in plain if not unicodedata.combining(char))))


def _join(text: str) -> str:
    return "".join(plain_words(text))


def _joined(words: Sequence[str], *ids: str) -> set[str]:
    """Return a name in one word, if it has several, and the ids."""
    names = _in_one_word(words) if len(words) > 1 else ()
    return {word for word in (*names, *map(_join, ids)) if len(word) > 2}


def _in_one_word(words: Sequence[str]) -> set[str]:
    """Return a name in one word: as it is, or with the words of a surname first."""
    return {"".join([*words[at:], *words[:at]]) for at in range(len(words))}


def _spellings(name: str) -> set[str]:
    """Return a name in one word: as it is, surname first, or in any order."""
    words = plain_words(name)
    return {*_in_one_word(words), "".join(sorted(words))} if words else set()


@dataclass(slots=True)
class LearnerFiles:
    """The files of one learner, and sentences about what else was handed in.

    ``owner`` is the place in the roster, or the key of a learner who is not in it. ``learner`` is
    the one whose puzzles were dealt, and ``word`` finds nobody else in a teacher's table. If
    ``is_shared``, several people of the roster have the name. ``notes`` are for the learner too,
    ``hints`` (if there is no file) and ``teacher_notes`` for the teacher alone.
    """

    owner: Owner
    learner: Learner = field(init=False)
    word: str = ""
    is_known: bool = True
    is_shared: bool = False
    files: list[KeptFile] = field(default_factory=list)
    size: int = 0
    notes: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    teacher_notes: list[TeacherNote] = field(default_factory=list)
    near_names: list[str] = field(default_factory=list)

    def note(self, text: str) -> None:
        """Keep a sentence for the learner and the teacher."""
        if len(self.notes) < MOST_NOTES:
            self.notes.append(text)


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
    """The state of one matching."""

    def __init__(
        self, book: MarkBook, roster: Roster | None, zone: tzinfo, overrides: Overrides | None
    ) -> None:
        self.book, self.roster, self.zone, self.overrides = book, roster, zone, overrides
        self.names = NameMatcher(roster)
        self.person_at = lru_cache(None)(self._person_at)
        self.by_owner: dict[Owner, LearnerFiles] = {}
        self.by_place: dict[str, LearnerFiles] = {}
        self.of_namesakes = defaultdict[int, list[LearnerFiles]](list)
        self.refusals = list(book.refusals())
        names = (*(file.name for file in book.files()), *(each.name for each, _ in self.refusals))
        self.systems = lms_of_folders(names)
        people = enumerate(roster.people if roster else ())
        self.canvas_ids = {each.canvas_id: place for place, each in people if each.canvas_id}
        self.people_in_lms: set[int | None] = set()
        self.places_of_name = defaultdict[str, set[str]](set)
        for file in book.files():
            place = self.place_of(file.name)
            if place and roster:
                self.people_in_lms.add(self.person_at(place))
            elif place:
                for form in _spellings(place.person):
                    self.places_of_name[form].add(place.key)

    def place_of(self, name: str) -> LmsPlace | None:
        """Return the place of a file in the LMS that made the names beside it."""
        return lms_place(name, self.systems)

    def _person_at(self, place: LmsPlace) -> int | None:
        """Return the place in the roster of the person to whom a place in an LMS belongs."""
        person = self.canvas_ids.get(place.id)
        if person is None and self.roster:
            person = self.roster.place_of(Learner(place.person))
        return self.names.in_path((place.person,)) if person is None else person

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
            if refusal := self.refuse(file, place, mine, is_others=is_others):
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
            _put_in_order(mine)
        for mine, refusal in contradictions:
            mine.note(_not_graded(refusal))
            if refusal.cause != "other-learner" or not mine.files:
                refused.append(refusal)
        return sorted(refused)

    def learners(self) -> list[LearnerFiles]:
        """Return the learners, with all that there is to say about them."""
        learners = [self.files_of(n) for n in range(len(self.roster.people) if self.roster else 0)]
        others = sorted(owner for owner in self.by_owner if isinstance(owner, str))
        learners += [self.by_owner[key] for key in others if self.by_owner[key].files]
        for mine in learners:
            self.describe(mine)
        for mine in self.by_owner.values():
            if self.roster and self.is_namesake(mine.owner):
                for n in self.roster.places_of(Learner(str(mine.owner))):
                    self.of_namesakes[n].append(mine)
        for mine in learners:
            mine.teacher_notes = list(self.teacher_notes(mine))
        for mine in learners:
            mine.notes = list(_notes(mine))
        return learners

    def owner_at(self, file: KeptFile, place: LmsPlace | None) -> tuple[Owner, bool]:
        """Return the owner of a file, and whether the name in it is somebody else's."""
        learner = Learner(file.learner)
        mine, is_others = owner_of(learner, self.roster), False
        if place and self.roster:
            theirs = self.person_at(place)
            if theirs is not None:
                return theirs, isinstance(mine, int) and mine != theirs
            # a name that the roster does not have, as in blind marking
            is_others = mine in self.people_in_lms
        elif place:
            keys = (self.places_of_name.get(form, set()) for form in _spellings(file.learner))
            places = set[str]().union(*keys)
            is_others = bool(places) and place.key not in places
        if place and is_others:
            return place.key, True
        if isinstance(mine, str) and self.roster and self.overrides:
            namesakes = self.roster.places_of(learner)
            chosen = self.overrides.owner_of_file(file.name + file.version, namesakes)
            mine = mine if chosen is None else chosen
        return mine, False

    def refuse(
        self, file: KeptFile, place: LmsPlace | None, mine: LearnerFiles, *, is_others: bool
    ) -> RefusedFile | None:
        """Return the refusal of a file that is another learner's, or one too many."""
        learner = quoted(file.learner)
        if place and is_others:
            reason = gettext(
                "it lies in the LMS's folder of {folder}, and the name in it is {learner}; "
                "ask {folder} to hand in under their own name, or, if {learner} is the same "
                "person, write that name into the column alias of your roster",
                learner=learner,
                folder=quoted(place.person),
            )
            return RefusedFile(file.name, "other-learner", reason)
        if len(mine.files) >= MOST_FILES:
            reason = gettext(
                "{learner} has handed in {most} files already, the most that are graded",
                learner=learner,
                most=MOST_FILES,
            )
            return RefusedFile(file.name, "too-many-files", reason)
        if mine.files and mine.size + file.size > MOST_BYTES:
            reason = gettext(
                "{learner} has handed in {most} bytes already, the most that are graded",
                learner=learner,
                most=MOST_BYTES,
            )
            return RefusedFile(file.name, "too-much", reason)
        return None

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
        place, by_path = self.place_of(refusal.name), self.names.in_path(path_parts(refusal.name))
        owner = owner_of(Learner(learner), self.roster) if learner else by_path
        settled_by = None
        if place:
            settled_by = self.by_place.get(place.key)
        elif owner is not None and not self.is_namesake(owner) and self.files_of(owner).files:
            settled_by = self.files_of(owner)
        note = _not_graded(refusal)
        if learner and owner is not None:
            self.files_of(owner).note(note)
        elif settled_by:
            settled_by.teacher_notes.append(TeacherNote("not-gradable", note))
        if by_path is not None and len(self.files_of(by_path).hints) < MOST_NOTES:
            self.files_of(by_path).hints.append(note)
        return settled_by is not None

    def describe(self, mine: LearnerFiles) -> None:
        """Say who a learner is, and who of the roster one who is not in it may be."""
        owner, roster = mine.owner, self.roster
        # of several names the first in the alphabet, so that the order of files decides nothing
        names = sorted(file.learner for file in mine.files)
        if roster and isinstance(owner, int):
            person, mine.word = roster.people[owner].learner, roster.word_for(owner)
            is_own = not names or person.key in {Learner(name).key for name in names}
            mine.learner = person if is_own else Learner(names[0])
            return
        mine.learner, mine.word = Learner(names[0]), names[0]
        mine.is_shared = self.is_namesake(owner)
        mine.is_known = roster is None or mine.is_shared
        paths = [(names[0],), *(path_parts(file.name) for file in mine.files[:MOST_PATHS])]
        places = {place for path in paths if (place := self.names.in_path(path)) is not None}
        if roster and len(places) == 1 and not mine.is_shared:
            place = places.pop()
            text = gettext(
                "{name}: perhaps {person}, by the words of the name or the name of the "
                "file or folder. Write the name as it is in the file into the column "
                "alias of your roster.",
                name=names[0],
                person=roster.people[place].learner.name,
            )
            mine.teacher_notes.append(TeacherNote("perhaps", text))
            self.files_of(place).near_names.append(names[0])

    def teacher_notes(self, mine: LearnerFiles) -> Iterator[TeacherNote]:
        """Yield the notes for the teacher alone."""
        owner, roster = mine.owner, self.roster
        if isinstance(owner, str):
            if roster and mine.is_shared:
                yield self.namesakes_note(mine, roster)
            yield from mine.teacher_notes
            yield from () if roster else _notes_of_others_folders(mine)
            return
        for file in mine.files:
            if roster and owner not in roster.places_of(Learner(file.learner)):
                text = gettext(
                    "The file {file} lies in the LMS's folder of {folder}, and the name in "
                    "it is {name}; the folder counts.",
                    file=file.name,
                    folder=roster.people[owner].learner.name,
                    name=quoted(file.learner),
                )
                yield TeacherNote("other-name", text)
        yield from mine.teacher_notes
        if mine.files:
            return
        if mine.notes:
            yield TeacherNote("not-gradable", gettext(_NOTHING))
        of_namesakes = self.of_namesakes[owner]
        if any(each.files for each in of_namesakes):
            text = gettext(
                "Something was handed in under a name that more than one person of the "
                "roster has. There is no mark until you say whose it is; the line of that "
                "name says how."
            )
            yield TeacherNote("shared-name", text)
        notes = (note for each in of_namesakes for note in each.notes)
        for text in dict.fromkeys((*notes, *mine.hints)):
            yield TeacherNote("not-gradable", text)
        if mine.near_names:
            names = format_list(mine.near_names[:MOST_PATHS])
            text = N_("Perhaps handed in under a name that is not in the roster: {names}.")
            yield TeacherNote("other-name", gettext(text, names=names))

    def namesakes_note(self, mine: LearnerFiles, roster: Roster) -> TeacherNote:
        """Return a note with the lines that say which of several people a file belongs to."""
        words = {place: roster.word_for(place) for place in roster.places_of(mine.learner)}
        if any(roster.place_of(Learner(word)) != place for place, word in words.items()):
            text = gettext(
                "The roster has more than one person of this name, and nothing else to tell "
                "them apart. Add a column such as email or class to it, and grade again."
            )
            return TeacherNote("choose", text)
        names = short_names(file.name for file in mine.files)
        cells = ((word, each) for each in names.values() for word in words.values())
        writer = self.overrides.writer if self.overrides else LineWriter()
        text = gettext(
            "The roster has more than one person of this name. There is no mark until you "
            "say whose each file is. Write one of these lines for each file into {table}, "
            "and grade again:",
            table=OVERRIDES,
        )
        return TeacherNote("choose", text, writer.lines("file", islice(cells, MOST_NOTES)))


def _put_in_order(mine: LearnerFiles) -> None:
    """Put the files in the order in which they count, the same bytes once.

    Those in an LMS come first; then the time decides.
    """
    mine.files.sort(key=lambda file: (not file.place, file.arrival or ("",), file.name))

    def source(file: KeptFile) -> tuple[str, str]:
        """Return what is the same for a file that is given again from another folder."""
        name = file.name.removesuffix(file.version)
        return file.place.key if file.place else "", path_parts(name)[-1]

    first: dict[bytes, KeptFile] = {}
    for file in mine.files:
        twin = first.setdefault(file.digest, file)
        if source(file) != source(twin):
            text = N_("The file {file} holds the same bytes as {other}; they count once.")
            mine.note(gettext(text, file=file.name, other=twin.name))
    mine.files = list(first.values())


def _notes(mine: LearnerFiles) -> Iterator[str]:
    """Yield the sentences about a learner's files, before those about the answers in them."""
    names = {Learner(file.learner).key: file.learner for file in mine.files}
    if len(names) > 1:
        shown = format_list(sorted(map(quoted, names.values())))
        yield gettext("This was handed in under several names: {names}.", names=shown)
    if not mine.files and mine.notes:
        yield gettext(_NOTHING)
    yield from mine.notes


def _notes_of_others_folders(mine: LearnerFiles) -> Iterator[TeacherNote]:
    """Yield a note for each file that the LMS has under another full name, without a roster."""
    for file in mine.files:
        place = file.place
        is_full_name = place is not None and len(plain_words(place.person)) > 1
        if not place or not is_full_name or any(map(str.isdigit, place.person)):
            continue  # a user name, or a number as in blind marking
        if not _spellings(place.person) & _spellings(file.learner):
            text = gettext(
                "The file {file} lies in the LMS's folder of {folder}, and the name in it is "
                "{name}. Without a class list the name counts; with --class the folder does.",
                file=file.name,
                folder=quoted(place.person),
                name=quoted(file.learner),
            )
            yield TeacherNote("others-folder", text)


def _not_graded(refusal: RefusedFile) -> str:
    """Return a sentence for the learner's page, without the advice for the teacher."""
    text = N_("The file {file} is not graded: {reason}.")
    return gettext(text, file=refusal.name, reason=refusal.cause_alone)


_NOTHING = N_("Something was handed in, and nothing of it could be graded.")
