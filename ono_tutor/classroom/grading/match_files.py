"""Match each file that was handed in to a learner: by its place in an LMS, else by its name.

Names that are near one of the roster match nobody; the teacher is told whom they may mean.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import cached_property
from heapq import merge
from itertools import chain, islice

from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.grading.mark_book import KeptFile, MarkBook
from ono_tutor.classroom.grading.overrides import (
    OVERRIDES,
    LineWriter,
    NoteTopic,
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
from ono_tutor.i18n import N_, Message, _, format_list, gettext
from ono_tutor.puzzles.answer import stamp

_ZONELESS = (TimeSource.ARCHIVE, TimeSource.DOWNLOAD)
"""Times that an archive holds without a zone; those of an LMS are its own clock's."""

_OTHER_LEARNER = "other-learner"
"""The cause of a refusal where the name in a file is not that of its place."""

MOST_FILES, MOST_BYTES = 50, 4_000_000
"""Files and bytes that one learner may hand in."""


MOST_ALIKE = 500
"""People who share a word that are looked at."""

MOST_PEOPLE, MOST_PATHS, MOST_UNKNOWN, MOST_NOTES = 20_000, 3, 20_000, 20
"""The largest roster in which people are looked for by their words; the files of one
learner whose places are looked at, the learners, and the notes about one."""

_WORDS = re.compile(r"[^\W_]+")
_ENDS = re.compile(r"\.(json|zip)$", re.IGNORECASE)


class NameMatcher:
    """The people of a roster by the words of their names; nobody of a very large one.

    A name, or the name of a file or folder such as ``Hana Sato_4417_assignsubmission_file_``, bears
    somebody's name if all its words stand there, in any order and without accents, or if the words
    stand together as Canvas writes them (``satohana_4417_77_answers.json``), or if an id does. Only
    if it is one person, and nobody else, is that told.
    """

    def __init__(self, roster: Roster | None) -> None:
        people = roster.people if roster and len(roster.people) <= MOST_PEOPLE else ()
        self._names = [plain_words(person.learner.name) for person in people]
        counts = Counter(word for words in self._names for word in set(words))
        self._by_rarest: dict[str, list[int]] = defaultdict(list)
        self._joined: dict[str, set[int]] = defaultdict(set)
        mailboxes: dict[str, set[int]] = defaultdict(set)
        for place, (words, person) in enumerate(zip(self._names, people, strict=True)):
            if words:
                self._by_rarest[min(words, key=lambda word: counts[word])].append(place)
            ids = (person.email, person.username, person.id_number)
            for word in _joined(words, (*ids, person.sis_user, person.sis_login)):
                self._joined[word].add(place)
            for word in _joined(plain_words(person.mailbox), [person.mailbox]):
                mailboxes[word].add(place)
        self._joined = defaultdict(set, {**mailboxes, **self._joined})

    def in_path(self, parts: Sequence[str]) -> int | None:
        """Return the place of the one person whose name a path bears, the outermost part first.

        The innermost part that bears a name decides. Where *Ann Lee Smith* stands, nobody called
        *Ann Lee* is meant.
        """
        for part in reversed(parts):
            text = _ENDS.sub("", part)
            words = plain_words(text)
            keys = {*words, *map(_together, text.split("_")), _together(text)}
            found = set[int]().union(*(self._joined.get(key, ()) for key in keys))
            for word in set(words):
                alike = self._by_rarest.get(word, ())
                for place in alike if len(alike) <= MOST_ALIKE else ():
                    if not Counter(self._names[place]) - Counter(words):
                        found.add(place)
            names = {place: set(self._names[place]) for place in found}
            whole = [
                place
                for place, mine in names.items()
                if not any(mine < other for other in names.values())
            ]
            if whole:
                return whole[0] if len(whole) == 1 else None
        return None


def plain_words(text: str) -> tuple[str, ...]:
    """Return the words of a name in small letters without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return tuple(_WORDS.findall("".join(char for char in plain if not unicodedata.combining(char))))


def _together(text: str) -> str:
    return "".join(plain_words(text))


def _joined(words: Sequence[str], ids: Iterable[str]) -> set[str]:
    """Return how a name stands in one word, and the ids."""
    names = in_one_word(words) if len(words) > 1 else ()
    return {word for word in (*names, *map(_together, ids)) if len(word) > 2}


def in_one_word(words: Sequence[str]) -> set[str]:
    """Return how a name stands in one word: as it is, or with the words of a surname first."""
    return {"".join([*words[at:], *words[:at]]) for at in range(len(words))}


class LearnerFiles:
    """The files of one learner, and sentences about what was handed in beside them."""

    __slots__ = ("files", "notes", "size")

    def __init__(self) -> None:
        self.files: list[KeptFile] = []
        self.notes: tuple[str, ...] = ()
        self.size = 0

    @property
    def learner(self) -> Learner:
        """Who hands in: of several names the least, so that the order of files decides nothing."""
        return Learner(min(file.learner for file in self.files))

    def note(self, text: str) -> None:
        """Keep a sentence for the learner and the teacher."""
        if len(self.notes) < MOST_NOTES:
            self.notes = (*self.notes, text)


class MatchedFiles:
    """What a mark book has, by learner, as far as it can be graded; ``refused`` is what is not.

    The place in an LMS decides whose a file is, else the name in it. A name in it that is somebody
    else's is a contradiction, and the file is refused.
    """

    def __init__(
        self,
        book: MarkBook,
        roster: Roster | None,
        zone: tzinfo | None = None,
        overrides: Overrides | None = None,
    ) -> None:
        self._book = book
        self._roster = roster
        self._overrides = overrides
        self._zone = zone or UTC
        self._files: dict[Owner, LearnerFiles] = {}
        self._matcher = NameMatcher(roster)
        self._refused_hints: dict[int, list[TeacherNote]] = defaultdict(list)
        self._perhaps: dict[str, TeacherNote] = {}
        self._called: dict[int, list[str]] = defaultdict(list)
        self._people: dict[str, int | None] = {}
        self._contradicting: list[tuple[LearnerFiles, KeptFile, RefusedFile]] = []
        self._places_now: set[str] = set()
        self._settled: dict[str, tuple[Owner | None, str]] = {}
        self._lms_names: dict[str, set[str]] = defaultdict(set)
        self._in_lms: set[int | None] = set()
        names = (refusal.name for refusal, __ in book.refusals())
        self._systems = lms_of_folders(chain((file.name for file in book.files()), names))
        for place in filter(None, map(self._place_of, book.files())):
            if roster:
                self._in_lms.add(self._person_at(place))
            else:
                for form in _forms(place.person):
                    self._lms_names[form].add(place.key)
        for file in book.files():
            self._sort_in(file)
        for refusal, learner in list(book.refusals()):
            self._add_refused(refusal, learner)
        for mine in self._files.values():
            self._order(mine)
        self._drop_replaced()
        if roster:
            self._note_unknown(roster)

    @property
    def refused(self) -> Iterator[RefusedFile]:
        """Yield what is not graded, by name."""
        contradicting = sorted(refusal for *__, refusal in self._contradicting)
        refusals = (refusal for refusal, __ in self._book.refusals())
        unsettled = (refusal for refusal in refusals if refusal.name not in self._settled)
        yield from merge(unsettled, contradicting)

    def _sort_in(self, file: KeptFile) -> None:
        place = self._place_of(file)
        owner, other = self._owner_at(Learner(file.learner), place)
        if isinstance(owner, str) and not other and self._roster and self._overrides:
            namesakes = self._roster.places_of(Learner(file.learner))
            chosen = self._overrides.who_has(file.name + file.version, namesakes)
            owner = owner if chosen is None else chosen
        mine = self._files.setdefault(owner, LearnerFiles())
        if place and other:
            fields = {"learner": quoted(file.learner), "folder": quoted(place.person)}
            self._refuse(
                mine,
                file,
                _OTHER_LEARNER,
                _(
                    "it lies in the LMS's folder of {folder}, and the name in it is {learner}; "
                    "ask {folder} to hand in under their own name, or, if {learner} is the same "
                    "person, write that name into the column alias of your roster",
                    **fields,
                ),
            )
        elif len(mine.files) >= MOST_FILES:
            text = _(
                "{learner} has handed in {most} files already, the most that are graded",
                learner=quoted(file.learner),
                most=MOST_FILES,
            )
            self._refuse(mine, file, "too-many-files", text)
        elif mine.files and mine.size + file.size > MOST_BYTES:
            text = _(
                "{learner} has handed in {most} bytes already, the most that are graded",
                learner=quoted(file.learner),
                most=MOST_BYTES,
            )
            self._refuse(mine, file, "too-much", text)
        else:
            if place and self._book.is_from_now(file.name, file.digest):
                self._places_now.add(place.key)
            mine.size += file.size
            arrival = self._arrival(file, place)
            mine.files.append(
                file._replace(name=file.name + file.version, arrival=arrival, place=place)
            )

    def _place_of(self, file: KeptFile) -> LmsPlace | None:
        """Return where an LMS put a file: the one that made the names beside it."""
        return lms_place(file.name, self._systems)

    def _refuse(self, mine: LearnerFiles, file: KeptFile, cause: str, reason: Message) -> None:
        self._contradicting.append((mine, file, RefusedFile(file.name, cause, str(reason))))

    def _add_refused(self, refusal: RefusedFile, learner: str) -> None:
        """Note what could not be read, or forget it if a good file came later to its place.

        Where there is no such place, one that is known to be a learner's asks for nothing more if
        a good file of the learner is there; the learner's notes still tell of it.
        """
        if self._is_replaced(refusal.name):
            self._book.forget(refusal.name)
            return
        owner: Owner | None = self._matcher.in_path(path_parts(refusal.name))
        if isinstance(owner, int) and len(self._refused_hints[owner]) < MOST_NOTES:
            text = gettext(
                "What bears this name cannot be graded ({file}): {reason}.",
                file=refusal.name,
                reason=refusal.reason,
            )
            self._refused_hints[owner].append(TeacherNote(NoteTopic.NOT_GRADABLE, text))
        if learner:
            owner = owner_of(Learner(learner), self._roster)
            self._files.setdefault(owner, LearnerFiles()).note(_not_graded(refusal))
        if owner is None or lms_place(refusal.name, self._systems) or not self.of(owner).files:
            return
        if isinstance(owner, int) or not self._is_shared(owner):
            self._settled[refusal.name] = None if learner else owner, _not_graded(refusal)

    def _is_replaced(self, name: str, digest: bytes = b"") -> bool:
        """Check if a file of an earlier run is bad, whose place in an LMS has a good one now."""
        place = lms_place(name, self._systems)
        is_place_good = place is not None and place.key in self._places_now
        return is_place_good and not self._book.is_from_now(name, digest)

    def _drop_replaced(self) -> None:
        """Forget the contradictions of an earlier run in whose place a good file came."""
        refused, self._contradicting = self._contradicting, []
        for mine, file, refusal in refused:
            is_contradiction = refusal.cause == _OTHER_LEARNER
            if is_contradiction and self._is_replaced(file.name, file.digest):
                self._book.forget(file.name, file.digest)
            else:
                self._contradicting.append((mine, file, refusal))
                mine.note(_not_graded(refusal))

    def _arrival(self, file: KeptFile, place: LmsPlace | None) -> Arrival | None:
        """Return when a file came: as the LMS or its archive says, in the zone of the deadline."""
        if place and place.local:
            return Arrival(stamp(place.local.replace(tzinfo=self._zone)), TimeSource.LMS)
        if place and file.arrival and file.arrival.source in _ZONELESS:
            local = datetime.fromisoformat(file.arrival.at).replace(tzinfo=self._zone)
            is_moodle = place.lms is Lms.MOODLE  # no other system has uploads' times in its archive
            source = file.arrival.source if is_moodle else TimeSource.DOWNLOAD
            return Arrival(stamp(local), source)
        return file.arrival

    def _owner_at(self, claimed: Learner, place: LmsPlace | None) -> tuple[Owner, bool]:
        """Return whose a file is, and whether the name in it is somebody else's."""
        mine = owner_of(claimed, self._roster)
        if place is None:
            return mine, False
        if self._roster is None:
            others = set().union(*(self._lms_names.get(key, ()) for key in _forms(claimed.name)))
            is_other = bool(others) and place.key not in others
            return (place.key if is_other else mine), is_other
        theirs = self._person_at(place)
        if (
            theirs is None
        ):  # whom the LMS does not know by a name of the roster, as in blind marking
            is_other = mine in self._in_lms
            return (place.key if is_other else mine), is_other
        return theirs, isinstance(mine, int) and mine != theirs

    def _person_at(self, place: LmsPlace) -> int | None:
        """Return the place in the roster of the person to whom a place in an LMS belongs."""
        if place.key not in self._people:
            person = None
            if self._roster:
                person = self._roster.canvas_ids.get(place.id)
            if self._roster and person is None:
                person = self._roster.place_of(Learner(place.person))
            if person is None:
                person = self._matcher.in_path((place.person,))
            self._people[place.key] = person
        return self._people[place.key]

    def _order(self, mine: LearnerFiles) -> None:
        """Put the files in the order in which they count, the same bytes once.

        What an LMS has comes first; then it goes by time.
        """
        mine.files.sort(key=lambda file: (not file.place, file.arrival or ("",), file.name))
        first: dict[bytes, KeptFile] = {}
        for file in mine.files:
            twin = first.setdefault(file.digest, file)
            if _source_of(file) != _source_of(twin):
                mine.note(
                    gettext(
                        "The file {file} holds the same bytes as {other}; they count once.",
                        file=file.name,
                        other=twin.name,
                    )
                )
        mine.files = list(first.values())

    def read(self, file: KeptFile) -> bytes:
        """Return the bytes of a file."""
        return self._book.read(file)

    @property
    def owners(self) -> list[Owner]:
        """Everyone to be told of: the roster in its order, then the others by key."""
        known = range(len(self._roster.people)) if self._roster else ()
        known_files = self._files.items()
        others = (owner for owner, mine in known_files if isinstance(owner, str) and mine.files)
        return [*known, *sorted(others)]

    def of(self, owner: Owner) -> LearnerFiles:
        """Return what the learner handed in, which may be no file."""
        return self._files.get(owner) or LearnerFiles()

    def learner(self, owner: Owner) -> Learner:
        """Return whose puzzles were dealt: by the name in the files, else in the roster."""
        mine = self.of(owner)
        if self._roster and isinstance(owner, int):
            person = self._roster.people[owner].learner
            keys = {Learner(file.learner).key for file in mine.files}
            return person if person.key in keys or not mine.files else mine.learner
        return mine.learner

    def word_for(self, owner: Owner) -> str:
        """Return what a teacher's table calls a learner by: what finds nobody else."""
        if self._roster and isinstance(owner, int):
            return self._roster.word_for(owner)
        return self.learner(owner).name

    def is_known(self, owner: Owner) -> bool:
        """Check if the roster has the learner, or several of the name; without one all are."""
        return self._roster is None or isinstance(owner, int) or self._is_shared(owner)

    def _is_shared(self, key: str) -> bool:
        return self._roster is not None and self._roster.is_shared(Learner(key))

    @cached_property
    def _of_namesakes(self) -> Mapping[int, list[LearnerFiles]]:
        """What was handed in under a name that several people have, by each one's place."""
        found = defaultdict[int, list[LearnerFiles]](list)
        for owner, mine in self._files.items() if self._roster else ():
            if self._roster and isinstance(owner, str) and self._is_shared(owner):
                for place in self._roster.places_of(Learner(owner)):
                    found[place].append(mine)
        return found

    def _note_unknown(self, roster: Roster) -> None:
        """Look whom of the roster each who is not in it may be, by name and places of files."""
        for owner in self.owners:
            if isinstance(owner, int) or self._is_shared(owner):
                continue
            mine = self.of(owner)
            name = mine.learner.name
            paths = [(name,), *(path_parts(file.name) for file in mine.files[:MOST_PATHS])]
            places = {place for path in paths if (place := self._matcher.in_path(path)) is not None}
            if len(places) == 1:
                place = places.pop()
                text = gettext(
                    "{name}: perhaps {person}, by the words of the name or the name of the "
                    "file or folder. Write the name as it is in the file into the column "
                    "alias of your roster.",
                    name=name,
                    person=roster.people[place].learner.name,
                )
                self._perhaps[owner] = TeacherNote(NoteTopic.PERHAPS, text)
                self._called[place].append(name)
            if len(self._perhaps) >= MOST_UNKNOWN:
                break

    def teacher_notes(self, owner: Owner) -> Iterator[TeacherNote]:
        """Yield what only the teacher is to be told, once everything was added."""
        mine = self.of(owner)
        if isinstance(owner, str):
            if self._roster and self._is_shared(owner):
                yield self._namesakes_note(mine, self._roster, Learner(owner))
            if owner in self._perhaps:
                yield self._perhaps[owner]
            yield from self._in_others_folder(mine)
            return
        for file in mine.files:
            if self._roster and owner not in self._roster.places_of(Learner(file.learner)):
                text = gettext(
                    "The file {file} lies in the LMS's folder of {folder}, and the name in "
                    "it is {name}; the folder counts.",
                    file=file.name,
                    folder=self._roster.people[owner].learner.name,
                    name=quoted(file.learner),
                )
                yield TeacherNote(NoteTopic.OTHER_NAME, text)
        if mine.files:
            texts = (text for other, text in self._settled.values() if other == owner)
            yield from (TeacherNote(NoteTopic.NOT_GRADABLE, text) for text in texts)
            return
        if mine.notes:
            yield TeacherNote(NoteTopic.NOT_GRADABLE, gettext(_NOTHING))
        of_namesakes = self._of_namesakes.get(owner, ())
        if any(each.files for each in of_namesakes):
            yield TeacherNote(
                NoteTopic.SHARED_NAME,
                gettext(
                    "Something was handed in under a name that more than one person of the "
                    "roster has. There is no mark until you say whose it is; the line of that "
                    "name says how."
                ),
            )
        for text in (note for each in of_namesakes for note in each.notes):
            yield TeacherNote(NoteTopic.NOT_GRADABLE, text)
        yield from self._refused_hints.get(owner, ())
        if names := self._called.get(owner):
            text = gettext(
                "Perhaps handed in under a name that is not in the roster: {names}.",
                names=format_list(names[:MOST_PATHS]),
            )
            yield TeacherNote(NoteTopic.OTHER_NAME, text)

    def _namesakes_note(self, mine: LearnerFiles, roster: Roster, name: Learner) -> TeacherNote:
        """Return a note with the lines that say which of several people a file belongs to."""
        words = {place: roster.word_for(place) for place in roster.places_of(name)}
        if any(roster.place_of(Learner(word)) != place for place, word in words.items()):
            return TeacherNote(
                NoteTopic.CHOOSE,
                gettext(
                    "The roster has more than one person of this name, and nothing else to tell "
                    "them apart. Add a column such as email or class to it, and grade again."
                ),
            )
        names = short_names(file.name for file in mine.files)
        cells = ((word, each) for each in names.values() for word in words.values())
        writer = self._overrides.lines if self._overrides else LineWriter()
        lines = writer.lines("file", islice(cells, MOST_NOTES))
        return TeacherNote(
            NoteTopic.CHOOSE,
            gettext(
                "The roster has more than one person of this name. There is no mark until you "
                "say whose each file is. Write one of these lines for each file into {table}, "
                "and grade again:",
                table=OVERRIDES,
            ),
            lines,
        )

    def _in_others_folder(self, mine: LearnerFiles) -> Iterator[TeacherNote]:
        """Yield a note where there is no roster, and the LMS has another full name for a file."""
        for file in () if self._roster else mine.files:
            place = file.place
            if place is None or len(plain_words(place.person)) < 2:
                continue  # a user name
            is_number = any(map(str.isdigit, place.person))  # as in blind marking
            if not is_number and not _forms(place.person) & _forms(file.learner):
                fields = {"folder": quoted(place.person), "name": quoted(file.learner)}
                text = _(
                    "The file {file} lies in the LMS's folder of {folder}, and the name in it is "
                    "{name}. Without a class list the name counts; with --class the folder does.",
                    file=file.name,
                    **fields,
                )
                yield TeacherNote(NoteTopic.OTHERS_FOLDER, str(text))

    def notes(self, owner: Owner) -> Iterator[str]:
        """Yield what is said of a learner's files, before what is said of the answers in them."""
        mine = self.of(owner)
        keys = {Learner(file.learner).key: file.learner for file in mine.files}
        if len(keys) > 1:
            yield gettext(
                "This was handed in under several names: {names}.",
                names=format_list(sorted(map(quoted, keys.values()))),
            )
        if not mine.files and mine.notes:
            yield gettext(_NOTHING)
        yield from mine.notes


def _not_graded(refusal: RefusedFile) -> str:
    """Return a sentence for the learner's page, without what the teacher can do about it."""
    return gettext(
        "The file {file} is not graded: {reason}.", file=refusal.name, reason=refusal.cause_alone
    )


def _forms(name: str) -> set[str]:
    """Return how a name may stand in one word: as it is, surname first, or in any order."""
    words = plain_words(name)
    return {*in_one_word(words), "".join(sorted(words))} if words else set()


def _source_of(file: KeptFile) -> tuple[str, str]:
    """Return what is the same for a file that is given again from another folder or archive."""
    return file.place.key if file.place else "", path_parts(file.name.removesuffix(file.version))[
        -1
    ]


_NOTHING = N_("Something was handed in, and nothing of it could be graded.")
