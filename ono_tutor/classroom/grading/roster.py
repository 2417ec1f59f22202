"""Tables that people make: a CSV file read with care, and the class list that one may be.

Columns are known by their heads in several systems. The text is UTF-8, or UTF-16 as Excel writes
it; any other encoding is refused and not guessed at, for a wrong guess changes names. A name or id
that two people share finds neither.
"""

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Self

from ono_tutor.atomic_files import read_limited
from ono_tutor.classroom.assignment import Learner
from ono_tutor.errors import FileError, NotationError, errors_at, quoted, visible

MOST_BYTES, MOST_LINES, LONGEST_HEAD = 20_000_000, 100_000, 20_000
MOST_FAULTS = 100
SEPARATORS = ",;\t"

HEADS: Mapping[str, tuple[str, ...]] = {
    "name": (
        *("learner", "name", "student", "student name", "full name", "fullname"),
        *("nom complet", "nome completo", "vollständiger name"),
    ),
    "first": ("first name", "firstname", "given name", "prénom", "nome", "vorname", "nombre"),
    "last": (
        *("last name", "lastname", "surname", "family name"),
        *("nom", "nom de famille", "cognome", "nachname", "apellido(s)"),
    ),
    "email": (
        *("email", "e-mail", "email address", "e-mail address", "mail", "adresse de courriel"),
        *("indirizzo email", "e-mail-adresse", "dirección de correo"),
    ),
    "username": ("username", "user name", "login", "user"),
    "id_number": (
        *("id number", "idnumber", "id", "student id", "student number", "numéro d’identification"),
        *("numéro d'identification", "codice identificativo", "id-nummer", "número de id"),
    ),
    "sis_user": ("sis user id",),
    "sis_login": ("sis login id",),
    "section": ("section", "class", "klasse", "classe", "clase"),
    "alias": ("alias", "aliases"),
}
"""The heads of each column, whatever their capitals; in a gradebook of Canvas ``ID`` is its own."""

IDS = ("email", "username", "id_number", "canvas_id", "sis_user", "sis_login")
"""The columns that name somebody whatever the name is."""

TEST_STUDENT = "Student, Test"
"""The line that Canvas puts into every exported gradebook, and that is about no learner."""


class CsvStyle(StrEnum):
    """The style of a table for people: with commas, or as countries with decimal commas do."""

    COMMA = "comma"
    SEMICOLON = "semicolon"

    @property
    def separator(self) -> str:
        """The character between the columns."""
        return ";" if self is CsvStyle.SEMICOLON else ","

    def percent(self, earned: int, points: int) -> str:
        """Return the share that was earned, with two decimals, halves rounded up.

        It is empty if nothing can be earned.

        >>> CsvStyle.SEMICOLON.percent(2, 3)
        '66,67'
        """
        if not points:
            return ""
        whole, rest = divmod((20_000 * earned + points) // (2 * points), 100)
        return f"{whole}{',' if self is CsvStyle.SEMICOLON else '.'}{rest:02}"


class CsvLine(NamedTuple):
    """One line of the file by its number, and the cells of the columns that are known."""

    number: int
    cells: Mapping[str, str]

    @property
    def name(self) -> str:
        """The learner: the name, else the first and last name, else an id.

        Beside a column of first names one called ``name`` may have the last names alone.
        """
        first, last, name = (self.cells.get(key, "") for key in ("first", "last", "name"))
        if name and not last and first and first.casefold() not in name.casefold().split():
            name = f"{first} {name}"
        ids = map(self.cells.get, IDS)
        return next(filter(None, (name, f"{first} {last}".strip(), *ids)), "")

    def id(self, key: str) -> str:
        """Return the cell of an id, its spaces tidied; empty without one."""
        return " ".join(self.cells.get(key, "").split())


class CsvTable(NamedTuple):
    """The heads of all columns, as written, and the lines that name somebody."""

    heads: tuple[str, ...]
    lines: tuple[CsvLine, ...]
    separator: str


def read_table(raw: bytes, heads: Mapping[str, Sequence[str]] = HEADS) -> CsvTable:
    """Return the table of a file's bytes; ``heads`` are the heads of the known columns.

    Raises :class:`FileError`.
    """

    def known(row: Sequence[str]) -> dict[int, str]:
        """Return the known columns by place; of two alike the first counts."""
        names = [" ".join(head.split()).casefold() for head in row]
        is_canvas = {"id", "section"} <= set(names) and names[0] in ("student", "lastname")
        found: dict[str, int] = {}
        for place, name in enumerate(names):
            key = next((key for key, words in heads.items() if name in words), "")
            if is_canvas and name == "id":
                key = "canvas_id"
            if key:
                found.setdefault(key, place)
        return {place: key for key, place in found.items()}

    text = _decode(raw)
    start = text[:LONGEST_HEAD]
    separator = max(SEPARATORS, key=lambda each: len(known(next(_split(start, each), []))))
    rows = _rows(text, separator)
    _, first = next(rows, (0, []))
    columns = known(first)
    if not {"name", "first", "last", "email", "username", "id_number"} & set(columns.values()):
        raise FileError(
            "its first line names no column that says who somebody is; write a line such as "
            "learner,email above the first learner"
        )
    lines: list[CsvLine] = []
    for number, row in rows:
        cells = {key: row[place].strip() for place, key in columns.items() if place < len(row)}
        name = cells.get("name") or cells.get("last", "")
        is_nobody = not name or "Points Possible" in name or name == TEST_STUDENT
        if any(cells.values()) and not (is_nobody and "canvas_id" in columns.values()):
            lines.append(CsvLine(number, cells))
    return CsvTable(tuple(first), tuple(lines), separator)


def _decode(raw: bytes) -> str:
    """Return the text, by the mark at its start, else as UTF-8."""
    if len(raw) > MOST_BYTES:
        raise FileError(f"it is longer than {MOST_BYTES} bytes, the most that are read")
    is_wide = raw[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        return raw.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        what = f"byte {error.start} is no {'UTF-16' if is_wide else 'UTF-8'}"
        how = "save the file as CSV UTF-8 (in Excel: Save As, CSV UTF-8)"
        raise FileError(f"{what}; {how}") from error


def _split(text: str, separator: str, *, strict: bool = False) -> Any:
    return csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=strict)


def _rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, each with the number of its last line."""
    reader = _split(text, separator, strict=True)
    try:
        for count, row in enumerate(reader):
            if count > MOST_LINES:
                raise FileError(f"it has more than {MOST_LINES} lines, the most that are read")
            if any(map(str.strip, row)):
                yield reader.line_num, row
    except csv.Error as error:
        raise FileError(f"line {reader.line_num}: {error}") from error


FORMULAS = "=+-@＝＋－＠"
"""The first characters of a formula; a spreadsheet in East Asia takes the wide ones as well."""

_INSIDE = re.compile(rf'([;|\t]["\s]*)(?=[{re.escape(FORMULAS)}])')
"""The start of a formula in a cell that a spreadsheet of another country splits."""


def csv_escape(text: str) -> str:
    """Return the text on one line, all of it seen, with an apostrophe where a formula begins."""
    shown = _INSIDE.sub(r"\1'", visible(text))
    return f"'{shown}" if shown.lstrip(' "')[:1] in tuple(FORMULAS) else shown


def csv_unescape(text: str) -> str:
    """Return the text of a cell without the apostrophe that only makes it harmless."""
    bare = text.removeprefix("'")
    return bare if csv_escape(bare) == text else text


def is_csv_safe(text: str) -> bool:
    """Check if the text can be in a cell as it is."""
    return csv_escape(text) == text


def csv_text(rows: Iterable[Iterable[object]], separator: str) -> str:
    """Return a table for people, which Excel reads as UTF-8 by the mark at its start."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=separator).writerows(rows)
    return f"\ufeff{text.getvalue()}"


# ---- the class ----


@dataclass(frozen=True, slots=True)
class Person:
    """One of the class: the name as the roster has it, and ids, empty if there is none.

    ``email``, ``username`` and ``id_number`` are Moodle's words, ``canvas_id``, ``sis_user``,
    ``sis_login`` and ``section`` Canvas's; ``other_name`` is the name the other way round;
    ``aliases`` are names the teacher gave; a *namesake* has the name of somebody else in the class.
    ``number`` is the place in the roster, from 1 on; 0 for a person who is not in it.
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
    is_namesake: bool = False
    number: int = 0

    @property
    def shown_name(self) -> str:
        """The name, with the class if there is one and somebody else has the same name."""
        return (self.is_namesake and self.name_and_class) or self.learner.name

    @property
    def name_and_class(self) -> str:
        """The name with the class or section, such as ``Ann Lee (7a)``; empty without one."""
        return f"{self.learner} ({self.section})" if self.section else ""


@dataclass(frozen=True)
class Roster:
    """The people of a class in the file's order, and the faults of the file.

    ``columns`` are the heads of the columns as they were written.
    """

    people: tuple[Person, ...] = ()
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
        table = read_table(raw)
        people, faults = _read_people(table)
        if not people:
            raise FileError("; ".join(["it names nobody", *faults[:3]]))
        names = Counter(person.learner.key for person in people)
        numbered = (
            replace(each, number=number, is_namesake=names[each.learner.key] > 1)
            for number, each in enumerate(people, 1)
        )
        return cls(tuple(numbered), table.heads, tuple(faults[:MOST_FAULTS]))

    def people_called(self, learner: Learner) -> Sequence[Person]:
        """Return everybody who has this name or id."""
        return self._by_word.get(learner.key, ())

    def person(self, learner: Learner) -> Person:
        """Return the one person with this name or id; else somebody who is not in the roster."""
        people = self.people_called(learner)
        return people[0] if len(people) == 1 else Person(Learner(learner.key))

    def word_for(self, person: Person) -> str:
        """Return a word that finds this person alone: the name or an id; else the name."""
        ids: list[str] = [getattr(person, key) for key in IDS]
        words = [person.learner.name, person.name_and_class, *ids]
        own = (word for word in words if word and self.person(Learner(word)) == person)
        return next(own, words[0])

    @cached_property
    def _by_word(self) -> Mapping[str, list[Person]]:
        """Everybody by their names and ids."""
        words = defaultdict[str, list[Person]](list)
        for person in self.people:
            names = (person.learner.name, person.other_name, person.name_and_class, *person.aliases)
            ids = (getattr(person, key) for key in IDS if key != "canvas_id")
            for key in {Learner(word).key for word in (*names, *ids) if word}:
                words[key].append(person)
        return words


def _read_people(table: CsvTable) -> tuple[list[Person], list[str]]:
    """Return the people of a table, each once, and the faults of its lines."""
    different = {frozenset(line.cells.items()): line for line in table.lines}.values()
    uses = Counter((key, Learner(line.id(key)).key) for line in different for key in IDS)
    people: dict[Person, None] = {}
    faults: list[str] = []
    for line in table.lines:
        try:
            learner = Learner.named(line.name)
        except NotationError as error:
            faults.append(f"line {line.number} is passed over: {error.message}")
            continue
        ids: dict[str, Any] = {key: line.id(key) for key in IDS}
        for key, word in ids.items():
            if word and (uses[key, Learner(word).key] > 1 or not is_csv_safe(word)):
                reason = "is the id of several people, or cannot be written, and is not used"
                faults.append(f"line {line.number}: {quoted(word)} {reason}")
                ids[key] = ""
        first, last = line.cells.get("first", ""), line.cells.get("last", "")
        other_name = f"{last}, {first}"
        if not (first and last):  # Ann Lee for Lee, Ann
            last, comma, first = learner.name.partition(", ")
            other_name = f"{first} {last}" if comma and "," not in first else ""
        aliases = line.cells.get("alias", "").split(";")
        person = Person(
            learner,
            " ".join(other_name.split()),
            **ids,
            section=line.cells.get("section", ""),
            aliases=tuple(" ".join(each.split()) for each in aliases if each.strip()),
        )
        if person in people:
            faults.append(
                f"line {line.number}: {quoted(str(person.learner))} is there already; if they are "
                "two people, a column such as email or class tells them apart"
            )
        people[person] = None
    return list(people), faults
