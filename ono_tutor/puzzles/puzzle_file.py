"""A teacher's own puzzles: a TOML file, read with every fault named by line and field."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ono_tutor.errors import IllegalPlayError, NotationError, OnoError, quoted
from ono_tutor.game.position import Position
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.entry import ID, Entry
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.kinds.claim import Claim
from ono_tutor.puzzles.rating import entry_of, rate
from ono_tutor.puzzles.task import Task
from ono_tutor.puzzles.toml_lines import Place, tables

MOST_BYTES = 1_000_000
MOST_PUZZLES = 2_000
NEEDED = ("id", "kind", "position")


class FieldError(Exception):
    """A fault of one field, before it is known where that stands."""

    def __init__(self, field: str, message: str, kind: str = "notation") -> None:
        super().__init__(message)
        self.field, self.message, self.kind = field, message, kind


@dataclass(frozen=True, slots=True)
class FileFault:
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
class PuzzleFile:
    """What a file holds: its title, the puzzles that are sound, and the faults of the others.

    ``entries`` are graded anew; ``written`` are the same puzzles as the file has them.
    """

    title: str = ""
    entries: tuple[Entry, ...] = ()
    written: tuple[Entry, ...] = ()
    faults: tuple[FileFault, ...] = ()


def read_file(path: Path) -> PuzzleFile:
    """The puzzles of a file, and its faults; only a file that cannot be opened is an OSError."""
    with path.open("rb") as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        message = f"the file is longer than {MOST_BYTES} bytes, the most that are read"
        return PuzzleFile(faults=(FileFault(str(path), 0, "", message),))
    try:
        text = raw.decode("utf_8_sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        message = f"byte {error.start} is no UTF-8; save the file as UTF-8"
        return PuzzleFile(faults=(FileFault(str(path), line, "", message),))
    return read_text(text, str(path))


def read_text(text: str, name: str) -> PuzzleFile:
    """The puzzles of a TOML text, and its faults; ``name`` is what the faults call the file."""
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return PuzzleFile(faults=(_not_toml(error, text, name),))
    return _Reader(found, tables(text, "puzzle"), name).read()


def _not_toml(error: Exception, text: str, name: str) -> FileFault:
    where = re.search(r"\(at line (\d+), column \d+\)", str(error))
    line = int(where[1]) if where else text.rstrip("\n").count("\n") + 1
    reason = re.sub(r" \(at .*\)$", "", str(error)) or "it is nested too deeply"
    return FileFault(name, line, "", f"this is not TOML: {ascii(reason)[1:-1]}")


class _Reader:
    """One file while it is read."""

    def __init__(self, found: Mapping[str, Any], places: list[Place], name: str) -> None:
        self.found = found
        self.top, *self.places = places
        self.name = name
        self.lines: dict[str, int] = {}

    def read(self) -> PuzzleFile:
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
        return PuzzleFile(
            title=title if isinstance(title, str) else "",
            entries=tuple(entries),
            written=tuple(written),
            faults=tuple(sorted(faults, key=lambda fault: fault.line)),
        )

    def _items(self) -> list[Any]:
        items = self.found.get("puzzle")
        return items[:MOST_PUZZLES] if isinstance(items, list) else []

    def _top_faults(self) -> Iterator[FileFault]:
        items = self.found.get("puzzle")
        for key, value in self.found.items():
            line = self.top.of(key)
            if key not in ("title", "puzzle"):
                message = "there is no such key here; a file has title and [[puzzle]] tables"
                yield FileFault(self.name, line, shown(key), message)
            elif key == "title" and not isinstance(value, str):
                yield FileFault(self.name, line, "title", not_a(value, "a text in quotes"))
            elif key == "puzzle" and not isinstance(value, list):
                message = "write each puzzle under a line [[puzzle]], with two brackets"
                yield FileFault(self.name, line, "puzzle", message)
        if items is None or items == []:
            yield FileFault(
                self.name, 0, "puzzle", "there is no puzzle; each starts with [[puzzle]]"
            )
        if isinstance(items, list) and len(items) > MOST_PUZZLES:
            message = f"there are {len(items)} puzzles; {MOST_PUZZLES} at the most are read"
            yield FileFault(self.name, 0, "puzzle", message)

    def _line(self, number: int, field: str) -> int:
        if number >= len(self.places):
            return self.top.of("puzzle")
        return self.places[number].of(field)

    def _fault(self, number: int, error: FieldError) -> FileFault:
        line = self._line(number, error.field)
        return FileFault(self.name, line, shown(error.field), error.message, error.kind)

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


WORDS = ("id", "kind", "position", "plays", "claim")
KEPT = ("difficulty", "rule_points", "misconceptions", "seal")
"""Fields that ``generate`` writes and ``verify`` compares; a teacher leaves them out."""

LISTED = ("rule_points", "misconceptions")


def graded(draft: Entry) -> Entry:
    """The puzzle graded.

    Raises an error that names the field at fault, for words that cannot be read and for a
    puzzle that has no right answer.
    """
    if draft.kind not in KINDS:
        known = ", ".join(KINDS)
        raise FieldError("kind", f"{quoted(draft.kind)} is no kind of puzzle; they are {known}")
    task = _task(draft)
    if draft.kind != "edition" and draft.claim:
        raise FieldError("claim", "only a puzzle of the kind edition has a claim")
    try:
        entry = entry_of(draft.kind, task, rate(draft.kind, task))
    except IllegalPlayError as error:
        raise FieldError("plays", error.message, error.kind) from error
    except OnoError as error:
        field = "claim" if draft.kind == "edition" else "position"
        message = f"this puzzle has no right answer: {error.message}"
        raise FieldError(field, message, error.kind) from error
    except (ValueError, IndexError, ArithmeticError) as error:
        raise FieldError("position", "this puzzle has no right answer") from error
    return _not_shipped(draft, entry)


def _not_shipped(draft: Entry, entry: Entry) -> Entry:
    """The graded puzzle, if its id is not that of another one in the bank."""
    try:
        shipped = bank.entry(draft.id)
    except NotationError:
        return entry
    if shipped.words != entry.words:
        raise FieldError("id", f"{quoted(draft.id)} is the id of another puzzle in the bank")
    return entry


def _task(draft: Entry) -> Task:
    try:
        position = Position.parse(draft.position)
    except OnoError as error:
        raise FieldError("position", error.message, error.kind) from error
    try:
        plays = tuple(map(position.rules.read_play, draft.plays.split()))
    except OnoError as error:
        raise FieldError("plays", error.message, error.kind) from error
    task = Task(position, plays, draft.claim)
    try:
        if draft.claim:
            Claim.parse(draft.claim)
        assert task.outcome is not None
    except NotationError as error:
        raise FieldError("claim", error.message, error.kind) from error
    except OnoError as error:
        raise FieldError("plays", error.message, error.kind) from error
    return task


def check_field(key: str, value: object) -> None:
    """Return if a puzzle has this field, and its value is of the right type.

    Raises :class:`FieldError` otherwise.
    """
    if key in WORDS or key == "seal":
        if not isinstance(value, str):
            raise FieldError(key, not_a(value, "a text in quotes"))
    elif key == "difficulty":
        if isinstance(value, bool) or not isinstance(value, int):
            raise FieldError(key, not_a(value, "a whole number"))
    elif key in LISTED:
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise FieldError(key, not_a(value, "a list of texts in quotes"))
    else:
        known = ", ".join(WORDS)
        raise FieldError(key, f"there is no such field; a puzzle has {known}")


def shown(key: str) -> str:
    """A key for a message: as it is where it is plain, else in quotes."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", key) else quoted(key)


def not_a(value: object, wanted: str) -> str:
    """What a value is, and what is needed in its place."""
    names = {str: "a text", bool: "true or false", int: "a number", float: "a number"}
    names |= {list: "a list", dict: "a table"}
    return f"this is {names.get(type(value), 'a date or a time')}, and {wanted} is needed"


def as_toml(entries: Iterable[Entry], title: str = "") -> str:
    """The puzzles as a file of this form, with what is worked out beside them."""
    head = f"title = {_quoted(title)}\n\n" if title else ""
    return head + "\n".join(map(table_of, entries))


def table_of(entry: Entry) -> str:
    """One puzzle as a table of the file."""
    fields: dict[str, object] = {key: getattr(entry, key) for key in (*WORDS, *KEPT)}
    lines = [f"{key} = {_value(value)}\n" for key, value in fields.items() if value]
    return "[[puzzle]]\n" + "".join(lines)


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_quoted, value)) + "]"
    return str(value) if isinstance(value, int) else _quoted(str(value))


def _quoted(text: str) -> str:
    """A basic string of TOML."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda c: f"\\u{ord(c[0]):04x}", escaped) + '"'
