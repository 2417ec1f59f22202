"""Whose each file is: what was handed in, sorted by learner."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from os import SEEK_END
from pathlib import Path
from tempfile import gettempdir
from typing import IO, NamedTuple

from ono_tutor.atomic_files import output_errors
from ono_tutor.classroom.answers_file import AnswersFile, AnswersFileError, parse_answers
from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.grading.name_matching import NameHints, NameMatcher
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.submissions.files import RefusedFile, Submission
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


class TeacherNote(NamedTuple):
    """A sentence for the teacher alone: in ``marks.csv``, and on no page of feedback.

    It may repeat one that the learner is told too.
    """

    about: NoteTopic
    text: str


class CountedFile(NamedTuple):
    """A file that counts: its name, the name in it, its digest, and where its bytes are kept."""

    name: str
    learner: str
    digest: bytes
    start: int
    size: int


class LearnerFiles:
    """The files of one learner, and sentences about what was handed in beside them."""

    __slots__ = ("files", "notes")

    def __init__(self) -> None:
        self.files: list[CountedFile] = []
        self.notes: tuple[str, ...] = ()

    @property
    def learner(self) -> Learner:
        """Who hands in: of several names the least, so that the order of files decides nothing."""
        return Learner(min(file.learner for file in self.files))

    def note(self, text: str) -> None:
        """Keep a sentence for the learner and the teacher."""
        if len(self.notes) < MOST_NOTES:
            self.notes = (*self.notes, text)


class ByLearner:
    """What a class handed in to the assignment of these names, as far as it can be graded.

    Files are added one by one; then :attr:`owners` has everybody of whom to tell. ``kept`` takes
    the bytes of the files, so that memory does not grow with them.
    """

    def __init__(self, names: frozenset[str], roster: Roster | None, kept: IO[bytes]) -> None:
        self._names = names
        self._kept = kept
        self._roster = roster
        self._files: dict[Owner, LearnerFiles] = {}
        self._refused: dict[int, tuple[TeacherNote, ...]] = {}

    def add(self, file: Submission) -> RefusedFile | None:
        """Keep a file for its learner, or return why it is graded nowhere.

        Raises :class:`OutputError` where its bytes cannot be kept.
        """
        try:
            found = parse_answers(file.raw)
        except AnswersFileError as error:
            refusal = RefusedFile(file.name, error.cause, error.message)
            self.refuse(refusal)
            return refusal
        unfit = self._unfit(file, found)
        mine = self._files.setdefault(self._owner(found.learner), LearnerFiles())
        if unfit:
            text = lazy_gettext(_REFUSED, file=unfit.name, reason=unfit.reason)
            mine.note(str(text))
            return unfit
        digest = blake2b(file.raw, digest_size=16).digest()
        twin = next((each for each in mine.files if each.digest == digest), None)
        if twin:
            mine.note(str(lazy_gettext(_TWICE, file=file.name, other=twin.name)))
        else:
            start, size = self._keep(file.raw), len(file.raw)
            mine.files.append(CountedFile(file.name, found.learner.name, digest, start, size))
        return None

    def _keep(self, raw: bytes) -> int:
        """Keep the bytes of a file; return where they begin."""
        with output_errors(Path(gettempdir())):
            start = self._kept.seek(0, SEEK_END)
            self._kept.write(raw)
        return start

    def read(self, file: CountedFile) -> bytes:
        """Return the bytes of a file that was added."""
        self._kept.seek(file.start)
        return self._kept.read(file.size)

    def refuse(self, refusal: RefusedFile) -> None:
        """Keep a hint where a file that nobody's name was read from bears one in its own name."""
        place = self._matcher.in_path(_parts(refusal.name)) if self._matcher else None
        known = self._refused.get(place, ()) if place is not None else ()
        if place is not None and len(known) < MOST_NOTES:
            text = lazy_gettext(_PERHAPS_REFUSED, file=refusal.name, reason=refusal.reason)
            self._refused[place] = (*known, TeacherNote(NoteTopic.NOT_GRADABLE, str(text)))

    @cached_property
    def _matcher(self) -> NameMatcher | None:
        is_small = self._roster is not None and len(self._roster.people) <= MOST_PEOPLE
        return NameMatcher(self._roster) if self._roster and is_small else None

    def _unfit(self, file: Submission, found: AnswersFile) -> RefusedFile | None:
        """Return why a file that can be read is not graded, or None."""
        if found.assignment not in self._names:
            names = format_list(sorted(map(quoted, self._names)))
            reason = lazy_gettext(_OTHER, other=short_repr(found.assignment), mine=names)
            return RefusedFile(file.name, "other-assignment", str(reason))
        mine = self.of(self._owner(found.learner))
        if len(mine.files) >= MOST_FILES:
            reason = lazy_gettext(_TOO_MANY, learner=quoted(found.learner.name), most=MOST_FILES)
            return RefusedFile(file.name, "too-many-files", str(reason))
        if mine.files and sum(each.size for each in mine.files) + len(file.raw) > MOST_BYTES:
            reason = lazy_gettext(_TOO_MUCH, learner=quoted(found.learner.name), most=MOST_BYTES)
            return RefusedFile(file.name, "too-much", str(reason))
        return None

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
        if mine.files:
            return
        if mine.notes:
            yield TeacherNote(NoteTopic.NOT_GRADABLE, str(lazy_gettext(_NOTHING)))
        yield from self._refused.get(owner, ())
        if names := self._called.get(owner):
            yield TeacherNote(
                NoteTopic.OTHER_NAME,
                str(lazy_gettext(_PERHAPS_AS, names=format_list(names[:MOST_PATHS]))),
            )

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
                paths = [_parts(file.name) for file in mine.files[:MOST_PATHS]]
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


def _parts(name: str) -> tuple[str, ...]:
    """Return the parts of a place that may bear a name: a path's last two, all of an archive."""
    path, *members = name.split(" > ")
    outer = re.split(r"[/\\]", path)[-2:]
    return (*outer, *(part for member in members for part in member.split("/")))


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
