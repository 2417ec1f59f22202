"""Whom a name or the name of a file may mean: hints for the teacher, never a match.

A name, or the name of a file or folder such as ``Hana Sato_4417_assignsubmission_file_``, bears
somebody's name if all its words stand there, in any order and without accents, or if the words
stand together as Canvas writes them (``satohana_4417_77_answers.json``), or if an id does. Only if
it is one person, and nobody else, is that told; the innermost folder that bears a name decides.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from ono_tutor.classroom.grading.roster import Person, Roster
from ono_tutor.classroom.submissions.find import RefusedFile
from ono_tutor.classroom.submissions.lms_names import path_parts
from ono_tutor.i18n import _, format_list

MOST_ALIKE = 500
"""People who share a word that are looked at."""

MOST_PEOPLE, MOST_PATHS, MOST_UNKNOWN, MOST_NOTES = 20_000, 3, 20_000, 20
"""The largest roster in which people are looked for by their words; the files of one
learner whose places are looked at, the learners, and the notes about one."""

_WORDS = re.compile(r"[^\W_]+")
_ENDS = re.compile(r"\.(json|zip)$", re.IGNORECASE)


class NoteTopic(StrEnum):
    """What a teacher's note is about, so that notes of one sort can be told together."""

    PERHAPS = "perhaps"
    NOT_GRADABLE = "not-gradable"
    UNREAD = "unread"
    OTHERS = "others"
    OTHER_NAME = "other-name"
    OTHERS_FOLDER = "others-folder"
    CHOOSE = "choose"
    SHARED_NAME = "shared-name"
    LEFT_OUT = "left-out"
    EARLIER_LINE = "earlier-line"
    NO_SUCH_FILE = "no-such-file"
    TIME = "time"
    UNDATED = "undated"
    DOWNLOAD = "download"


class TeacherNote(NamedTuple):
    """A sentence for the teacher alone: in ``marks.csv``, and on no page of feedback.

    It may repeat one that the learner is told too; ``lines`` are to be written somewhere as they
    are.
    """

    about: NoteTopic
    text: str
    lines: tuple[str, ...] = ()

    @property
    def leaves_open(self) -> bool:
        """Whether there is no mark until the teacher has chosen."""
        return self.about in (NoteTopic.CHOOSE, NoteTopic.SHARED_NAME)


class NameMatcher:
    """The people of a roster by the words of their names."""

    def __init__(self, roster: Roster) -> None:
        self._names = [plain_words(person.learner.name) for person in roster.people]
        counts = Counter(word for words in self._names for word in set(words))
        self._by_rarest: dict[str, list[int]] = defaultdict(list)
        self._joined: dict[str, set[int]] = defaultdict(set)
        mailboxes: dict[str, set[int]] = defaultdict(set)
        for place, (words, person) in enumerate(zip(self._names, roster.people, strict=True)):
            if words:
                self._by_rarest[min(words, key=lambda word: counts[word])].append(place)
            for word in _joined(words, _ids(person)):
                self._joined[word].add(place)
            for word in _joined(plain_words(person.mailbox), [person.mailbox]):
                mailboxes[word].add(place)
        self._joined = defaultdict(set, {**mailboxes, **self._joined})

    def in_path(self, parts: Sequence[str]) -> int | None:
        """Return the place of the one person whose name a path bears, the outermost part first."""
        for part in reversed(parts):
            found = self._named(_ENDS.sub("", part))
            if found:
                return found.pop() if len(found) == 1 else None
        return None

    def _named(self, text: str) -> set[int]:
        """Return whose whole name, or id, stands in a text; not those whom a part of it names."""
        words = plain_words(text)
        keys = {*words, *map(_together, text.split("_")), _together(text)}
        found = set[int]().union(*(self._joined.get(key, ()) for key in keys))
        for word in set(words):
            people = self._by_rarest.get(word, ())
            if len(people) <= MOST_ALIKE:
                found |= {
                    place for place in people if not Counter(self._names[place]) - Counter(words)
                }
        return {place for place in found if not self._is_part(place, found)}

    def _is_part(self, place: int, found: set[int]) -> bool:
        mine = set(self._names[place])
        return any(mine < set(self._names[other]) for other in found)


def plain_words(text: str) -> tuple[str, ...]:
    """Return the words of a name in small letters without accents."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    return tuple(_WORDS.findall("".join(char for char in plain if not unicodedata.combining(char))))


def _together(text: str) -> str:
    return "".join(plain_words(text))


def _ids(person: Person) -> tuple[str, ...]:
    ids = (person.email, person.username, person.id_number)
    return *ids, person.sis_user, person.sis_login


def _joined(words: Sequence[str], ids: Iterable[str]) -> set[str]:
    """Return how a name stands in one word, and the ids."""
    names = in_one_word(words) if len(words) > 1 else ()
    return {word for word in (*names, *map(_together, ids)) if len(word) > 2}


def in_one_word(words: Sequence[str]) -> set[str]:
    """Return how a name stands in one word: as it is, or with the words of a surname first."""
    return {"".join([*words[at:], *words[:at]]) for at in range(len(words))}


class Hints:
    """What a teacher is told of a class: who may be whom, and whose a refused file may be."""

    def __init__(self, roster: Roster | None) -> None:
        self._people = roster.people if roster else ()
        is_small = roster is not None and len(roster.people) <= MOST_PEOPLE
        self._matcher = NameMatcher(roster) if roster and is_small else None
        self._refused: dict[int, tuple[TeacherNote, ...]] = {}
        self._unknown: dict[str, TeacherNote] = {}
        self._called: dict[int, list[str]] = defaultdict(list)

    def in_path(self, parts: Sequence[str]) -> int | None:
        """Return the place in the roster of the one person whose name a path bears."""
        return self._matcher.in_path(parts) if self._matcher else None

    def note_refused(self, refusal: RefusedFile) -> None:
        """Keep a hint where a file that nobody's name was read from bears one in its own name."""
        place = self.in_path(path_parts(refusal.name))
        known = self._refused.get(place, ()) if place is not None else ()
        if place is not None and len(known) < MOST_NOTES:
            text = _(
                "What bears this name cannot be graded ({file}): {reason}.",
                file=refusal.name,
                reason=refusal.reason,
            )
            self._refused[place] = (*known, TeacherNote(NoteTopic.NOT_GRADABLE, str(text)))

    def note_unknown(self, unknown: Iterable[tuple[str, str, Iterable[Sequence[str]]]]) -> None:
        """Look whom of the roster each who is not in it may be: by key, name, and files' places."""
        for key, name, paths in unknown if self._matcher else ():
            places = {self.in_path((name,)), *map(self.in_path, paths)} - {None}
            if len(places) == 1 and (place := places.pop()) is not None:
                person = self._people[place].learner.name
                text = _(
                    "{name}: perhaps {person}, by the words of the name or the name of the "
                    "file or folder. Write the name as it is in the file into the column "
                    "alias of your roster.",
                    name=name,
                    person=person,
                )
                self._unknown[key] = TeacherNote(NoteTopic.PERHAPS, str(text))
                self._called[place].append(name)
            if len(self._unknown) >= MOST_UNKNOWN:
                break

    def of_unknown(self, key: str) -> Iterator[TeacherNote]:
        """Yield whom somebody who is not in the roster may be."""
        if key in self._unknown:
            yield self._unknown[key]

    def of_person(self, place: int) -> Iterator[TeacherNote]:
        """Yield what may be of a person of the roster who handed in nothing."""
        yield from self._refused.get(place, ())
        if names := self._called.get(place):
            text = _(
                "Perhaps handed in under a name that is not in the roster: {names}.",
                names=format_list(names[:MOST_PATHS]),
            )
            yield TeacherNote(NoteTopic.OTHER_NAME, str(text))
