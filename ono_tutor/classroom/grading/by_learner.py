"""Whose each file is: what was handed in, sorted by learner."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import UTC, tzinfo
from enum import StrEnum
from functools import cached_property
from heapq import merge
from typing import NamedTuple

from ono_tutor.classroom.answers_file import AnswersFileError, parse_answers
from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.grading.mark_book import KeptFile, MarkBook
from ono_tutor.classroom.grading.name_matching import NameHints, NameMatcher, plain_words
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.submissions.files import RefusedFile, Submission
from ono_tutor.classroom.submissions.lms_names import (
    Arrival,
    LmsPlace,
    Source,
    lms_place,
    path_parts,
)
from ono_tutor.course.answered import stamp
from ono_tutor.errors import quoted, short_repr
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext

MOST_FILES, MOST_BYTES, MOST_NOTES = 50, 4_000_000, 20
"""Files and bytes that one learner may hand in, and notes about them that are kept."""

MOST_PEOPLE, MOST_PATHS, MOST_UNKNOWN = 20_000, 3, 20_000
"""The largest roster in which people are looked for by names that are near; the files of one
learner whose places are looked at, and the learners."""

Owner = int | str
"""A learner's place in the roster; the key of one who is not in it."""


class NoteTopic(StrEnum):
    """What a teacher's note is about, so that notes of one sort can be told together."""

    NEAR_NAME = "near-name"
    NOT_GRADABLE = "not-gradable"
    UNREAD = "unread"
    OTHERS = "others"
    OTHER_NAME = "other-name"
    CHOOSE = "choose"
    TIME = "time"


class TeacherNote(NamedTuple):
    """A sentence for the teacher alone: in ``marks.csv``, and on no page of feedback.

    It may repeat one that the learner is told too.
    """

    about: NoteTopic
    text: str


class CountedFile(NamedTuple):
    """A file that counts; ``slot`` is whose place in an LMS it is from, empty for none."""

    kept: KeptFile
    slot: str
    arrival: Arrival | None

    @property
    def name(self) -> str:
        """The file's name."""
        return self.kept.name

    @property
    def learner(self) -> str:
        """The name in it."""
        return self.kept.learner


class LearnerFiles:
    """The files of one learner, and sentences about what was handed in beside them."""

    __slots__ = ("files", "notes", "size")

    def __init__(self) -> None:
        self.files: list[CountedFile] = []
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


class ByLearner:
    """What a mark book has, by learner, as far as it can be graded; ``refused`` is what is not.

    The place in an LMS decides whose a file is, else the name in it. A name in it that is somebody
    else's is a contradiction, and the file is refused.
    """

    def __init__(self, book: MarkBook, roster: Roster | None, zone: tzinfo | None = None) -> None:
        self._book = book
        self._roster = roster
        self._zone = zone or UTC
        self._files: dict[Owner, LearnerFiles] = {}
        self._hinted: dict[int, tuple[TeacherNote, ...]] = {}
        self._people: dict[str, int | None] = {}
        self._contradicting: list[RefusedFile] = []
        self._lms_names: dict[str, set[str]] = defaultdict(set)
        self._in_lms: set[int | None] = set()
        for place in filter(None, (lms_place(file.name) for file in book.files())):
            if roster:
                self._in_lms.add(self._person_at(place))
            else:
                for form in _forms(place.person):
                    self._lms_names[form].add(place.key)
        for refusal, learner in book.refusals():
            self._hint(refusal)
            if learner:
                self._note_refused(self._owner(Learner(learner)), refusal)
        for file in book.files():
            self._sort_in(file)
        for mine in self._files.values():
            self._tidy(mine)
        self._contradicting.sort()

    @property
    def refused(self) -> Iterator[RefusedFile]:
        """Yield what is not graded, by name."""
        yield from merge((refusal for refusal, _ in self._book.refusals()), self._contradicting)

    def _sort_in(self, file: KeptFile) -> None:
        place = lms_place(file.name)
        owner, other = self._owner_at(Learner(file.learner), place)
        mine = self._files.setdefault(owner, LearnerFiles())
        if place and other:
            fields = {"learner": quoted(file.learner), "folder": quoted(place.person)}
            self._refuse(mine, file, "other-learner", lazy_gettext(_CONTRADICTS, **fields))
        elif len(mine.files) >= MOST_FILES:
            text = lazy_gettext(_TOO_MANY, learner=quoted(file.learner), most=MOST_FILES)
            self._refuse(mine, file, "too-many-files", text)
        elif mine.files and mine.size + file.size > MOST_BYTES:
            text = lazy_gettext(_TOO_MUCH, learner=quoted(file.learner), most=MOST_BYTES)
            self._refuse(mine, file, "too-much", text)
        else:
            mine.size += file.size
            mine.files.append(
                CountedFile(file, place.key if place else "", self._arrival(file, place))
            )

    def _refuse(self, mine: LearnerFiles, file: KeptFile, cause: str, reason: Message) -> None:
        refusal = RefusedFile(file.name, cause, str(reason))
        self._contradicting.append(refusal)
        mine.note(str(lazy_gettext(_REFUSED, file=refusal.name, reason=refusal.reason)))

    def _note_refused(self, owner: Owner, refusal: RefusedFile) -> None:
        text = lazy_gettext(_REFUSED, file=refusal.name, reason=refusal.reason)
        self._files.setdefault(owner, LearnerFiles()).note(str(text))

    def _arrival(self, file: KeptFile, place: LmsPlace | None) -> Arrival | None:
        """Return when a file came: as the LMS says, in the zone of the deadline, if it does."""
        if place and place.local:
            return Arrival(stamp(place.local.replace(tzinfo=self._zone)), Source.LMS)
        return file.arrival

    def _owner_at(self, claimed: Learner, place: LmsPlace | None) -> tuple[Owner, bool]:
        """Return whose a file is, and whether the name in it is somebody else's."""
        mine = self._owner(claimed)
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
            found = self._matcher.in_path((place.person,)) if self._matcher else None
            self._people[place.key] = found
        return self._people[place.key]

    def _tidy(self, mine: LearnerFiles) -> None:
        """Put the files in the order in which they count, the same bytes once.

        What an LMS has comes first; then it goes by time.
        """
        mine.files.sort(key=lambda file: (not file.slot, file.arrival or ("",), file.name))
        first: dict[bytes, CountedFile] = {}
        for file in mine.files:
            twin = first.setdefault(file.kept.digest, file)
            if _tail(file) != _tail(twin):
                mine.note(str(lazy_gettext(_TWICE, file=file.name, other=twin.name)))
        mine.files = list(first.values())

    def read(self, file: CountedFile) -> bytes:
        """Return the bytes of a file."""
        return self._book.read(file.kept)

    def _hint(self, refusal: RefusedFile) -> None:
        """Keep a hint where a file that nobody's name was read from bears one in its own name."""
        place = self._matcher.in_path(path_parts(refusal.name)) if self._matcher else None
        known = self._hinted.get(place, ()) if place is not None else ()
        if place is not None and len(known) < MOST_NOTES:
            text = lazy_gettext(_PERHAPS_REFUSED, file=refusal.name, reason=refusal.reason)
            self._hinted[place] = (*known, TeacherNote(NoteTopic.NOT_GRADABLE, str(text)))

    @cached_property
    def _matcher(self) -> NameMatcher | None:
        is_small = self._roster is not None and len(self._roster.people) <= MOST_PEOPLE
        return NameMatcher(self._roster) if self._roster and is_small else None

    def _owner(self, learner: Learner) -> Owner:
        place = self._roster.place_of(learner) if self._roster else None
        return learner.key if place is None else place

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

    def person(self, owner: Owner) -> Learner | None:
        """Return who of the roster an owner is."""
        return (
            self._roster.people[owner].learner if self._roster and isinstance(owner, int) else None
        )

    @property
    def learners(self) -> Iterator[Learner]:
        """Everyone who may have been dealt puzzles: of the roster, by alias, and by files."""
        for person in self._roster.people if self._roster else ():
            yield person.learner
            yield from map(Learner, person.aliases)
        for mine in self._files.values():
            yield from (Learner(file.learner) for file in mine.files)

    def teacher_notes(self, owner: Owner) -> Iterator[TeacherNote]:
        """Yield what only the teacher is to be told, once everything was added."""
        mine = self.of(owner)
        if isinstance(owner, str):
            if owner in self._hints:
                yield TeacherNote(
                    NoteTopic.NEAR_NAME, str(self._near_note(mine.learner, self._hints[owner]))
                )
            return
        yield from self._in_folder(owner, mine)
        if mine.files:
            return
        if mine.notes:
            yield TeacherNote(NoteTopic.NOT_GRADABLE, str(lazy_gettext(_NOTHING)))
        yield from self._hinted.get(owner, ())
        if names := self._called.get(owner):
            yield TeacherNote(
                NoteTopic.OTHER_NAME,
                str(lazy_gettext(_PERHAPS_AS, names=format_list(names[:MOST_PATHS]))),
            )

    def _in_folder(self, owner: int, mine: LearnerFiles) -> Iterator[TeacherNote]:
        """Yield a note where the LMS alone says whose a file is."""
        person = self._roster.people[owner] if self._roster else None
        for file in mine.files:
            if person and Learner(file.learner).key not in person.words:
                fields = {"file": file.name, "name": quoted(file.learner)}
                text = lazy_gettext(_IN_FOLDER, folder=person.learner.name, **fields)
                yield TeacherNote(NoteTopic.OTHER_NAME, str(text))

    def _near_note(self, learner: Learner, hints: NameHints) -> Message:
        people = self._roster.people if self._roster else ()
        names = [people[place].learner.name for place in hints.places]
        why = _BOTH if hints.is_near_name and hints.is_in_path else _BY_NAME
        why = _BY_PATH if hints.is_in_path and not hints.is_near_name else why
        return lazy_gettext(
            _PERHAPS, name=learner.name, names=format_list(names), why=lazy_gettext(why)
        )

    @cached_property
    def _hints(self) -> Mapping[str, NameHints]:
        """Return whom of the roster each who is not in it may be."""
        found: dict[str, NameHints] = {}
        if self._matcher is None:
            return found
        for owner in self.owners:
            if isinstance(owner, str) and not self._is_shared(owner):
                mine = self.of(owner)
                paths = [path_parts(file.name) for file in mine.files[:MOST_PATHS]]
                hints = self._matcher.hints(mine.learner.name, paths)
                if hints.places:
                    found[owner] = hints
            if len(found) >= MOST_UNKNOWN:
                break
        return found

    @cached_property
    def _called(self) -> Mapping[int, list[str]]:
        """Return under which names that are not in the roster people of it may have handed in."""
        found = defaultdict(list)
        for owner, hints in self._hints.items():
            for place in hints.places:
                found[place].append(self.of(owner).learner.name)
        return found

    def _is_shared(self, owner: str) -> bool:
        return self._roster is not None and self._roster.is_shared(Learner(owner))

    def notes(self, owner: Owner) -> Iterator[str]:
        """Yield what is said of a learner's files, before what is said of the answers in them."""
        mine = self.of(owner)
        keys = {Learner(file.learner).key: file.learner for file in mine.files}
        if len(keys) > 1:
            yield str(lazy_gettext(_NAMES, names=format_list(sorted(map(quoted, keys.values())))))
        if isinstance(owner, str) and self._is_shared(owner):
            yield str(lazy_gettext(_SHARED))
        if not mine.files and mine.notes:
            yield str(lazy_gettext(_NOTHING))
        yield from mine.notes


def read_into(book: MarkBook, found: Submission | RefusedFile, names: frozenset[str]) -> None:
    """Put into the book what was found: a hand-in to the assignment of these names, or a refusal.

    Raises :class:`OutputError`.
    """
    if isinstance(found, RefusedFile):
        book.refuse(found)
        return
    learner = book.learner_of(found)
    if learner is None:
        try:
            answers = parse_answers(found.raw, with_rows=False)
        except AnswersFileError as error:
            book.refuse(RefusedFile(found.name, error.cause, error.message))
            return
        learner = answers.learner.name
        if answers.assignment not in names:
            mine = format_list(sorted(map(quoted, names)))
            reason = lazy_gettext(_OTHER, other=short_repr(answers.assignment), mine=mine)
            book.refuse(RefusedFile(found.name, "other-assignment", str(reason)), learner)
            return
    book.add(found, learner)


def _forms(name: str) -> set[str]:
    """Return how a name may stand in one word: as it is, last word first, or in any order."""
    words = plain_words(name)
    if not words:
        return set()
    return {"".join(each) for each in (words, (words[-1], *words[:-1]), sorted(words))}


def _tail(file: CountedFile) -> tuple[str, str]:
    """Return what is the same for a file that is given again from another folder or archive."""
    return file.slot, path_parts(file.name)[-1]


_CONTRADICTS = N_(
    "it lies in the LMS's folder of {folder}, and the name in it is {learner}. Whoever it is from, "
    "let {folder} hand in under the own name; or write {learner} into the column alias of your "
    "roster, if that is the same person"
)
_IN_FOLDER = N_(
    "{file} lies in the LMS's folder of {folder}, and the name in it is {name}; the folder counts."
)
_OTHER = N_("it holds answers to the assignment {other}, and what is graded here is {mine}")
_TOO_MANY = N_("{learner} has handed in {most} files already, the most that are graded")
_TOO_MUCH = N_("{learner} has handed in {most} bytes already, the most that are graded")
_TWICE = N_("{file} holds the same bytes as {other}; they count once.")
_REFUSED = N_("{file} is not graded: {reason}.")
_NAMES = N_("This was handed in under the names {names}, which the roster has for one person.")
_SHARED = N_("The roster has more than one person of this name, so it is not told which one.")
_NOTHING = N_("Something was handed in, and nothing of it could be graded.")
_PERHAPS = N_(
    "{name}: perhaps {names} ({why}). Write the name as it is in the file into the column alias of "
    "your roster"
)
_BY_NAME, _BY_PATH, _BOTH = (
    N_("near name"),
    N_("name of the folder or file"),
    N_("near name; name of the folder or file"),
)
_PERHAPS_AS = N_("Perhaps handed in under a name that is not in the roster: {names}.")
_PERHAPS_REFUSED = N_("What bears this name cannot be graded ({file}): {reason}.")
