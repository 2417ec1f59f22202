"""A class: who is in it, and under which ids the school's system knows them.

Read from a CSV file whose first line names the columns: one of the teacher's own (``learner``, and
``email`` if there is one), a gradebook exported from Canvas, participants or grades exported from
Moodle. Commas, semicolons or tabs part the columns; the text is UTF-8, or UTF-16 as Excel writes.
Any other encoding is refused and not guessed at, for a wrong guess changes names.

1. A learner is found by the name, written ``Ann Lee`` or ``Lee, Ann``, or by any of the ids.
2. What two people of the roster have in common, name or id, finds neither; that is told.
3. A line that says what another has said already counts once.
4. An id that a spreadsheet takes for a formula is left out, for it cannot be written as it is.
5. A column ``alias`` has other names under which somebody has handed in, with ``;`` between, such
   as a misspelt one. Files under them are that person's; the puzzles stay those that were dealt to
   the name in the file.
6. In a list without user names, what stands before the ``@`` of an email address is one, unless it
   is somebody's name or id.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from ono_tutor.atomic_files import read_limited
from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.grading.csv_files import (
    IDS,
    CsvTable,
    is_csv_safe,
    read_table,
)
from ono_tutor.errors import FileError, NotationError, errors_at, quoted

MOST_BYTES, MOST_FAULTS = 20_000_000, 100

__all__ = ["IDS", "FileError", "Person", "Roster"]


@dataclass(frozen=True, slots=True)
class Person:
    """One of the class: the name as the roster has it, and ids, empty where there is none.

    ``email``, ``username`` and ``id_number`` are Moodle's words, ``canvas_id``, ``sis_user``,
    ``sis_login`` and ``section`` Canvas's; ``other_name`` is the name the other way round;
    ``aliases`` are names the teacher gave, for files that have the name written differently, and
    ``mailbox`` what stands before the ``@`` of the email where the list has no user names;
    ``is_namesake`` says that another of the class has the same name.
    """

    learner: Learner
    other_name: str = ""
    email: str = ""
    username: str = ""
    id_number: str = ""
    canvas_id: str = ""
    sis_user: str = ""
    sis_login: str = ""
    section: str = ""
    aliases: tuple[str, ...] = ()
    mailbox: str = ""
    is_namesake: bool = False

    @property
    def shown_name(self) -> str:
        """The name, with the class if there is one and somebody else has the same name."""
        return (self.is_namesake and self.name_and_class) or self.learner.name

    @property
    def words(self) -> set[str]:
        """The names and ids this learner may hand in under, as keys of a learner."""
        names = (self.learner.name, self.other_name, self.email, self.username)
        ids = (self.id_number, self.sis_user, self.sis_login)
        words = (*names, *ids, *self.aliases, self.name_and_class)
        return {Learner(word).key for word in words if word}

    @property
    def name_and_class(self) -> str:
        """The name with the class or section, such as ``Ann Lee (7a)``; empty without one."""
        return f"{self.learner} ({self.section})" if self.section else ""


@dataclass(frozen=True)
class Roster:
    """The people of a class in the file's order, and what of the file could not be used.

    ``columns`` are the heads of the columns as they were written.
    """

    people: tuple[Person, ...]
    columns: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: Path) -> Self:
        """Return the roster of a file.

        Raises :class:`FileError`, which names the file, the line and the reason.
        """
        with errors_at(path):
            return cls.parsed(read_limited(path, MOST_BYTES))

    @classmethod
    def parsed(cls, raw: bytes) -> Self:
        """Return the roster that a file's bytes hold. Raises :class:`FileError`."""
        if len(raw) > MOST_BYTES:
            raise FileError(f"it is longer than {MOST_BYTES} bytes, the most that are read")
        table = read_table(raw)
        people, faults = _read_people(table)
        people, shared = _without_shared_ids(people)
        if not any(person.username or person.sis_login for person in people):
            people = [replace(each, mailbox=each.email.partition("@")[0]) for each in people]
        faults += shared
        names = Counter(person.learner.key for person in people)
        people = [replace(each, is_namesake=names[each.learner.key] > 1) for each in people]
        if not people:
            raise FileError("; ".join(["it names nobody", *faults[:3]]))
        found = cls(tuple(people), table.heads)
        faults += [_SHARED.format(quoted(alias)) for alias in found.shared_aliases]
        return replace(found, faults=tuple(faults[:MOST_FAULTS]))

    def place_of(self, learner: Learner) -> int | None:
        """Return the place of that person in the roster, counted from 0."""
        places = self.places_of(learner)
        return places[0] if len(places) == 1 else None

    def places_of(self, learner: Learner) -> Sequence[int]:
        """Return the places of all who are called so."""
        return self._places.get(learner.key, ())

    def word_for(self, place: int) -> str:
        """Return what finds this person alone: the name or an id; the name if nothing does."""
        person = self.people[place]
        ids: list[str] = [getattr(person, key) for key in IDS]
        words = [word for word in (person.learner.name, person.name_and_class, *ids) if word]
        own = (word for word in words if self.place_of(Learner(word)) == place)
        return next(own, words[0])

    def is_shared(self, learner: Learner) -> bool:
        """Check if more than one of the class are called so."""
        return len(self.places_of(learner)) > 1

    @property
    def shared_aliases(self) -> list[str]:
        """The aliases that find nobody, for another person of the roster is called so as well."""
        words = (alias for person in self.people for alias in person.aliases)
        return [alias for alias in dict.fromkeys(words) if self.is_shared(Learner(alias))]

    @cached_property
    def canvas_ids(self) -> Mapping[str, int]:
        """The places of the people by the ids under which Canvas knows them."""
        people = enumerate(self.people)
        return {person.canvas_id: place for place, person in people if person.canvas_id}

    @cached_property
    def _places(self) -> Mapping[str, list[int]]:
        people = list(enumerate(self.people))
        mailboxes = _places((n, {Learner(one.mailbox).key}) for n, one in people if one.mailbox)
        return {**mailboxes, **_places((place, person.words) for place, person in people)}


Owner = int | str
"""A learner's place in the roster; the key of one who is not in it."""


def owner_of(learner: Learner, roster: Roster | None) -> Owner:
    """Return under what a learner's work is kept."""
    place = roster.place_of(learner) if roster else None
    return learner.key if place is None else place


def _read_people(table: CsvTable) -> tuple[list[Person], list[str]]:
    """Return the people of a table, each once, and what is wrong with its lines."""
    found: dict[Person, None] = {}
    faults: list[str] = []
    for line in table.lines:
        try:
            learner = Learner.named(line.name)
        except NotationError as error:
            faults.append(f"line {line.number}: {error.message}; the line is passed over")
            continue
        ids: dict[str, Any] = {}
        for key in IDS:
            ids[key] = " ".join(line.cells.get(key, "").split())
            if not is_csv_safe(ids[key]):
                word = quoted(ids[key])
                faults.append(f"line {line.number}: {word} is no id that can be written")
                ids[key] = ""
        aliases: dict[str, None] = {}
        for alias in filter(str.strip, line.cells.get("alias", "").split(";")):
            try:
                aliases[Learner.named(alias).name] = None
            except NotationError as error:
                faults.append(f"line {line.number}: {error.message}; the alias is passed over")
        first, last = line.cells.get("first", ""), line.cells.get("last", "")
        other_name = f"{last}, {first}"
        if not (first and last):  # Ann Lee for Lee, Ann
            last, comma, first = learner.name.partition(", ")
            other_name = f"{first} {last}" if comma and "," not in first else ""
        person = Person(
            learner,
            " ".join(other_name.split()),
            **ids,
            section=line.cells.get("section", ""),
            aliases=tuple(aliases),
        )
        if person in found:
            faults.append(
                f"line {line.number}: {quoted(str(person.learner))} is there already; if they are "
                "two people, a column such as email or class tells them apart"
            )
        found[person] = None
    return list(found), faults


def _without_shared_ids(people: Iterable[Person]) -> tuple[list[Person], list[str]]:
    """Return the people without ids that more than one of them have, and sentences that say so."""
    found, faults = list(people), []
    for key in IDS:
        words = [getattr(person, key) for person in found]
        owners = _places((n, {Learner(word).key}) for n, word in enumerate(words) if word)
        for places in owners.values():
            if len(places) > 1:
                word, count, none = words[places[0]], len(places), dict[str, Any]({key: ""})
                faults.append(f"{quoted(word)} is the id of {count} people, and is used for none")
                for place in places:
                    found[place] = replace(found[place], **none)
    return found, faults


def _places(words: Iterable[tuple[int, Iterable[str]]]) -> Mapping[str, list[int]]:
    """Return at which places each word stands, of the words at each place."""
    found: dict[str, list[int]] = {}
    for place, each in words:
        for word in each:
            found.setdefault(word, []).append(place)
    return found


_SHARED = "{} is an alias that more than one person has for a name, and finds nobody"
