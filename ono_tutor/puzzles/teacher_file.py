"""A teacher's own puzzles: a TOML file, read with every fault named by line and field."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ono_tutor.errors import quoted
from ono_tutor.puzzles.entry import ID, Entry
from ono_tutor.puzzles.teacher_puzzle import (
    LISTED,
    FieldError,
    check_field,
    graded,
    not_a,
    shown,
)
from ono_tutor.puzzles.toml_lines import Place, tables

MOST_BYTES = 1_000_000
MOST_PUZZLES = 2_000
NEEDED = ("id", "kind", "position")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a file: where, in which field, and why. Line 0 is the whole file."""

    file: str
    line: int
    field: str
    message: str
    kind: str = "notation"

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return (
            f"{place}: {self.field}: {self.message}" if self.field else f"{place}: {self.message}"
        )


@dataclass(frozen=True, slots=True)
class TeacherFile:
    """What a file holds: its title, the puzzles that are sound, and the faults of the others.

    ``entries`` are graded anew; ``written`` are the same puzzles as the file has them.
    """

    title: str = ""
    entries: tuple[Entry, ...] = ()
    written: tuple[Entry, ...] = ()
    faults: tuple[Fault, ...] = ()


def read_file(path: Path) -> TeacherFile:
    """The puzzles of a file, and its faults; only a file that cannot be opened is an OSError."""
    with path.open("rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        message = f"the file is longer than {MOST_BYTES} bytes, the most that are read"
        return TeacherFile(faults=(Fault(str(path), 0, "", message),))
    try:
        text = raw.decode("utf_8_sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        message = f"byte {error.start} is no UTF-8; save the file as UTF-8"
        return TeacherFile(faults=(Fault(str(path), line, "", message),))
    return read_text(text, str(path))


def read_text(text: str, name: str) -> TeacherFile:
    """The puzzles of a TOML text, and its faults; ``name`` is what the faults call the file."""
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return TeacherFile(faults=(_not_toml(error, text, name),))
    return _Reader(found, tables(text, "puzzle"), name).read()


def _not_toml(error: Exception, text: str, name: str) -> Fault:
    where = re.search(r"\(at line (\d+), column \d+\)", str(error))
    line = int(where[1]) if where else text.rstrip("\n").count("\n") + 1
    reason = re.sub(r" \(at .*\)$", "", str(error)) or "it is nested too deeply"
    return Fault(name, line, "", f"this is not TOML: {ascii(reason)[1:-1]}")


class _Reader:
    """One file while it is read."""

    def __init__(self, found: Mapping[str, Any], places: list[Place], name: str) -> None:
        self.found = found
        self.top, *self.places = places
        self.name = name
        self.lines: dict[str, int] = {}

    def read(self) -> TeacherFile:
        """The puzzles and the faults; the faults by line."""
        title = self.found.get("title", "")
        faults = list(self._top_faults())
        entries, written = [], []
        for number, item in enumerate(self._items()):
            try:
                draft = self._draft(number, item)
                entries.append(replace(graded(draft), id=draft.id))
                written.append(draft)
            except FieldError as error:
                faults.append(self._fault(number, error))
        return TeacherFile(
            title=title if isinstance(title, str) else "",
            entries=tuple(entries),
            written=tuple(written),
            faults=tuple(sorted(faults, key=lambda fault: fault.line)),
        )

    def _items(self) -> list[Any]:
        items = self.found.get("puzzle")
        return items[:MOST_PUZZLES] if isinstance(items, list) else []

    def _top_faults(self) -> Iterator[Fault]:
        items = self.found.get("puzzle")
        for key, value in self.found.items():
            line = self.top.of(key)
            if key not in ("title", "puzzle"):
                message = "there is no such key here; a file has title and [[puzzle]] tables"
                yield Fault(self.name, line, shown(key), message)
            elif key == "title" and not isinstance(value, str):
                yield Fault(self.name, line, "title", not_a(value, "a text in quotes"))
            elif key == "puzzle" and not isinstance(value, list):
                message = "write each puzzle under a line [[puzzle]], with two brackets"
                yield Fault(self.name, line, "puzzle", message)
        if items is None or items == []:
            yield Fault(self.name, 0, "puzzle", "there is no puzzle; each starts with [[puzzle]]")
        if isinstance(items, list) and len(items) > MOST_PUZZLES:
            message = f"there are {len(items)} puzzles; {MOST_PUZZLES} at the most are read"
            yield Fault(self.name, 0, "puzzle", message)

    def _line(self, number: int, field: str) -> int:
        if number >= len(self.places):
            return self.top.of("puzzle")
        return self.places[number].of(field)

    def _fault(self, number: int, error: FieldError) -> Fault:
        line = self._line(number, error.field)
        return Fault(self.name, line, shown(error.field), error.message, error.kind)

    def _draft(self, number: int, item: object) -> Entry:
        """The puzzle as the file has it, its fields sound one by one."""
        if not isinstance(item, dict):
            raise FieldError("puzzle", not_a(item, "a table of fields"))
        for key, value in item.items():
            check_field(key, value)
        for key in NEEDED:
            if not item.get(key):
                raise FieldError(key, f"this puzzle has no {key}")
        self._check_id(item["id"], self._line(number, "id"))
        fields: dict[str, Any] = dict(item)
        fields |= {key: tuple(item[key]) for key in LISTED if key in item}
        return Entry(**fields)

    def _check_id(self, name: str, line: int) -> None:
        if not ID.fullmatch(name):
            message = f"{quoted(name)} is no id: small letters, digits and hyphens, 60 at the most"
            raise FieldError("id", message)
        if name in self.lines:
            message = f"{quoted(name)} is the id of the puzzle in line {self.lines[name]} already"
            raise FieldError("id", message)
        self.lines[name] = line
