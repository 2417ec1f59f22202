"""CSV files: a class read as a table, and text that is safe in a spreadsheet's cell.

Columns are known by their heads in several systems.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from ono_tutor.errors import FileError, quoted

MOST_LINES, MOST_COLUMNS, LONGEST_CELL = 100_000, 2_000, 2_000
SEPARATORS = ",;\t"

HEADS: Mapping[str, tuple[str, ...]] = {
    "name": (
        *("learner", "name", "student", "student name", "full name", "fullname"),
        *("nom complet", "nome completo", "vollständiger name"),
    ),
    "first": (*("first name", "firstname", "given name", "prénom", "nome", "vorname", "nombre"),),
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
"""What a column is known by, capitals and spaces around it left aside.

In a gradebook of Canvas ``ID`` is Canvas's own id.
"""

IDS = ("email", "username", "id_number", "canvas_id", "sis_user", "sis_login")
"""The columns that name somebody whatever the name is."""

_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
"""How files of Excel, LibreOffice and Numbers begin, new and old."""

NUMBER = re.compile("[1-9][0-9]{0,3}")
"""The head of a column that is about an item of an assignment."""

TEST_STUDENT = "Student, Test"
"""Whom Canvas puts into every exported gradebook, and who is no learner."""


class CsvLine(NamedTuple):
    """One line of the file by its number, and the cells of the columns that are known."""

    number: int
    cells: Mapping[str, str]

    @property
    def name(self) -> str:
        """Whom the line is about: the name, else the first and last name, else an id.

        Beside a column of first names one called ``name`` may have the last names alone.
        """
        first, last, name = (self.cells.get(key, "") for key in ("first", "last", "name"))
        if name and not last and first and first.casefold() not in name.casefold().split():
            name = f"{first} {name}"
        ids = map(self.cells.get, IDS)
        return next(filter(None, (name, f"{first} {last}".strip(), *ids)), "")


class CsvTable(NamedTuple):
    """The heads of all columns, as written, and the lines that name somebody.

    ``keys`` are what the columns are known as, empty for others; ``separator`` is what parts them.
    """

    heads: tuple[str, ...]
    lines: tuple[CsvLine, ...]
    keys: tuple[str, ...] = ()
    separator: str = ","


def read_table(
    raw: bytes, *, is_numbered: bool = False, heads: Mapping[str, Sequence[str]] = HEADS
) -> CsvTable:
    """Return the table of a file's bytes; if it ``is_numbered``, heads such as ``7`` are known.

    ``heads`` are what columns are known by. Raises :class:`FileError`.
    """
    text = _decoded(raw)
    known_by = partial(_known, known_by=heads, is_numbered=is_numbered)
    separator, text, skipped = _separator(text, known_by)
    rows = _rows(text, separator, skipped)
    _, first = next(rows, (0, []))
    if first and len(first) > MOST_COLUMNS:
        raise FileError(f"it has {len(first)} columns; {MOST_COLUMNS} are read at the most")
    known = known_by(first)
    if not {"name", "first", "last", "email", "username", "id_number"} & set(known.values()):
        message = "it is empty"
        if first:
            shown = ", ".join(map(quoted, first[:5]))
            message = f"its first line is {shown}, and names no column that says who somebody is"
        raise FileError(f"{message}; write a line such as learner,email above the first learner")
    is_canvas = "canvas_id" in known.values()
    people: list[CsvLine] = []
    for number, row in rows:
        cells = {key: row[place].strip() for place, key in known.items() if place < len(row)}
        for cell in cells.values():
            if len(cell) > LONGEST_CELL:
                raise FileError(f"line {number}: a cell has {len(cell)} characters", word=cell)
        name = cells.get("name") or cells.get("last", "")
        if is_canvas and (not name or "Points Possible" in name or name == TEST_STUDENT):
            continue
        if any(cells.values()):
            people.append(CsvLine(number, cells))
    keys = tuple(known.get(place, "") for place in range(len(first)))
    return CsvTable(tuple(first), tuple(people), keys, separator)


def _decoded(raw: bytes) -> str:
    """Return the text, by the mark at its start, else as UTF-8."""
    if raw.startswith(_WORKBOOKS):
        how = "save it as CSV (in Excel: Save As, CSV UTF-8)"
        raise FileError(f"it is a spreadsheet's own file, such as .xlsx, and no CSV file; {how}")
    is_wide = raw[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        text = raw.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        wanted = "UTF-16" if is_wide else "UTF-8"
        message = f"byte {error.start} is no {wanted}; save the file as CSV UTF-8 (in Excel: "
        raise FileError(f"{message}Save As, CSV UTF-8)") from error
    if "\0" in text:
        raise FileError("it has null characters, and is no text; save it as CSV UTF-8")
    return text


_KnownBy = Callable[[Sequence[str]], Mapping[int, str]]
"""Gives what columns are, by place, of their heads."""


def _separator(text: str, known_by: _KnownBy) -> tuple[str, str, int]:
    """Return what parts the columns, the text from its first line on, and the lines skipped.

    It is the one under which most columns of the first line are known; Excel may say it itself.
    """
    first, _, rest = text.partition("\n")
    said = first.strip().casefold()
    if said.startswith("sep=") and len(said) <= 5:
        return (said[4:] or "\t"), rest, 1

    def known(separator: str) -> int:
        start = io.StringIO(text[:LONGEST_CELL], newline="")
        try:
            return len(known_by(next(csv.reader(start, delimiter=separator), [])))
        except csv.Error:
            return 0

    return max(SEPARATORS, key=known), text, 0


def _rows(text: str, separator: str, skipped: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that are not blank, each with the number of its last line."""
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    except (TypeError, ValueError) as error:
        raise FileError(f"{quoted(separator)} cannot part columns") from error
    try:
        for count, row in enumerate(reader):
            if count > MOST_LINES:
                raise FileError(f"it has more than {MOST_LINES} lines, the most that are read")
            if any(map(str.strip, row)):
                yield reader.line_num + skipped, row
    except csv.Error as error:
        raise FileError(f"line {reader.line_num + skipped}: {error}") from error


def _known(
    heads: Sequence[str], *, known_by: Mapping[str, Sequence[str]], is_numbered: bool
) -> Mapping[int, str]:
    """Return what the columns are, by place; of two alike the first counts."""
    names = [" ".join(head.split()).casefold() for head in heads]
    is_canvas = "id" in names and "section" in names and names[:1] in (["student"], ["lastname"])
    found: dict[str, int] = {}
    for place, name in enumerate(names):
        key = next((key for key, words in known_by.items() if name in words), "")
        if is_canvas and name == "id":
            key = "canvas_id"
        if is_numbered and NUMBER.fullmatch(name):
            key = name
        if key:
            found.setdefault(key, place)
    return {place: key for key, place in found.items()}


FORMULAS = "=+-@＝＋－＠"
"""With these a cell begins that a spreadsheet works out; with the wide ones in East Asia."""

_INSIDE = re.compile(rf'([;|\t]["\s]*)(?=[{re.escape(FORMULAS)}])')
"""Where a spreadsheet of another country, for which a semicolon parts cells, would begin one."""


def csv_escape(text: str) -> str:
    """Return the text on one line, all of it seen, with an apostrophe where a formula begins.

    It begins with a character of ``FORMULAS``, at the start of the cell or of what may be taken
    for one. Tabs and the ends of lines are written out before, so that none begins there.
    """
    shown = _INSIDE.sub(r"\1'", visible(text))
    return f"'{shown}" if shown.lstrip(' "')[:1] in tuple(FORMULAS) else shown


def csv_text(rows: Iterable[Iterable[object]], separator: str) -> str:
    """Return a table for people, which Excel reads as UTF-8 by the mark at its start."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=separator).writerows(rows)
    return f"\ufeff{text.getvalue()}"


def csv_unescape(text: str) -> str:
    """Return the text of a cell without the apostrophe that only makes it harmless."""
    bare = text.removeprefix("'")
    return bare if csv_escape(bare) == text else text


def is_csv_safe(text: str) -> bool:
    """Check if the text can stand in a cell as it is."""
    return csv_escape(text) == text


def visible(text: str) -> str:
    """Return the text with every character that cannot be seen written out, as an escape."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
