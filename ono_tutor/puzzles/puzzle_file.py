"""A teacher's own puzzles: a TOML file, read with every fault named by line and field."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from ono_tutor.errors import OnoError, check_known, quoted
from ono_tutor.game.position import Position
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry, check_id
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.rating import entry_of, rate
from ono_tutor.puzzles.task import Task

MOST_BYTES = 1_000_000
MOST_PUZZLES = 2_000
_WORDS = ("id", "kind", "position", "plays", "claim")
_KEPT = ("difficulty", "rule_points", "misconceptions", "seal", "theme", "idea")
"""Fields that ``generate`` writes and ``verify`` compares; a teacher leaves them out."""

_LISTS = ("rule_points", "misconceptions")

_LONG_TEXT = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|' r"'''.*?'{3,5}", re.DOTALL)
_TABLE = re.compile(r"""[ \t]*\[\[?[ \t]*(["']?)([\w-]+)\1(?:[ \t]*\.[ \t]*([\w-]+))?[^\[,]*\]""")
_KEY = re.compile(r"""[ \t]*(["']?)([\w-]+)\1[ \t]*[.=]""")


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
        field = f"{self.field}: " if self.field else ""
        return f"{place}: {field}{self.message}"


@dataclass(frozen=True, slots=True)
class PuzzleFile:
    """The contents of a file: its title, the puzzles that are sound, and the faults of the others.

    ``entries`` are rated again; ``written`` are the same puzzles as the file has them.
    """

    title: str = ""
    entries: tuple[Entry, ...] = ()
    written: tuple[Entry, ...] = ()
    faults: tuple[FileFault, ...] = ()


def read_file(path: Path) -> PuzzleFile:
    """Return the puzzles of a file, and its faults.

    Raises :class:`OSError` where the file cannot be opened, and nothing else.
    """
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
    return read_puzzles(text, str(path))


def read_puzzles(text: str, name: str) -> PuzzleFile:
    """Return the puzzles of a TOML text, and its faults, which call the file by this name."""
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        where = re.search(r"\(at line (\d+), column \d+\)", str(error))
        line = int(where[1]) if where else text.rstrip("\n").count("\n") + 1
        reason = re.sub(r" \(at .*\)$", "", str(error)) or "it is nested too deeply"
        message = f"this is not TOML: {ascii(reason)[1:-1]}"
        return PuzzleFile(faults=(FileFault(name, line, "", message),))
    top, *places = key_lines(text)
    faults, entries, written = list[FileFault](), list[Entry](), list[Entry]()

    def add_fault(
        lines: Mapping[str, int], field: str, message: str, kind: str = "notation"
    ) -> None:
        line = lines.get(field, lines[""])
        shown = field if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", field) else quoted(field)
        faults.append(FileFault(name, line, shown, message, kind))

    title, items = content.get("title", ""), content.get("puzzle", [])
    for key in (key for key in content if key not in ("title", "puzzle")):
        add_fault(top, key, "there is no such key here; a file has title and [[puzzle]] tables")
    if not isinstance(title, str):
        add_fault(top, "title", _not_a(title, "a text in quotes"))
        title = ""
    if not isinstance(items, list):
        message = "write each puzzle under a line [[puzzle]], with two brackets"
        add_fault(top, "puzzle", message)
        items = []
    elif not items:
        add_fault({"": 0}, "puzzle", "there is no puzzle; each starts with [[puzzle]]")
    elif len(items) > MOST_PUZZLES:
        message = f"there are {len(items)} puzzles; {MOST_PUZZLES} at the most are read"
        add_fault({"": 0}, "puzzle", message)
    seen: dict[str, int] = {}
    for number, item in enumerate(items[:MOST_PUZZLES]):
        lines = places[number] if number < len(places) else {"": top.get("puzzle", 1)}
        try:
            draft = _draft(item)
            if draft.id in seen:
                message = (
                    f"{quoted(draft.id)} is the id of the puzzle in line {seen[draft.id]} already"
                )
                raise _FieldError("id", message)
            seen[draft.id] = lines.get("id", lines[""])
            entries.append(replace(_rated(draft), id=draft.id))
            written.append(draft)
        except _FieldError as error:
            add_fault(lines, error.field, error.message, error.kind)
    faults.sort(key=lambda fault: fault.line)
    return PuzzleFile(title, tuple(entries), tuple(written), tuple(faults))


def key_lines(text: str) -> list[dict[str, int]]:
    """Return the line of each key: before any table, and in each table ``[[puzzle]]``.

    The line of a table itself has the key "". A table that is written another way, such as
    ``puzzle = [{...}]``, has no place of its own.
    """
    found = [{"": 1}]
    short = _LONG_TEXT.sub(lambda long: "\n" * long[0].count("\n"), text)
    for number, line in enumerate(short.splitlines(), start=1):
        if table := _TABLE.match(line):
            if table[2] == "puzzle" and table[3]:
                found[-1].setdefault(table[3], number)
            elif table[2] == "puzzle" and line.lstrip().startswith("[["):
                found.append({"": number})
            else:
                found[0].setdefault(table[2], number)
        elif key := _KEY.match(line):
            found[-1].setdefault(key[2], number)
    return found


class _FieldError(Exception):
    """A fault of one field, before it is known where that stands."""

    def __init__(self, field: str, message: str, kind: str = "notation") -> None:
        super().__init__(message)
        self.field, self.message, self.kind = field, message, kind


@contextmanager
def _reading(field: str, lead: str = "") -> Iterator[None]:
    """Turn an error of the engine into the fault of a field."""
    try:
        yield
    except OnoError as error:
        raise _FieldError(field, lead + error.message, error.kind) from error


def _draft(item: object) -> Entry:
    """Return the puzzle as the file has it, each field of its type."""
    if not isinstance(item, dict):
        raise _FieldError("puzzle", _not_a(item, "a table of fields"))
    for key, value in item.items():
        if key not in (*_WORDS, *_KEPT):
            raise _FieldError(key, f"there is no such field; a puzzle has {', '.join(_WORDS)}")
        is_right, wanted = isinstance(value, str), "a text in quotes"
        if key == "difficulty":
            is_right, wanted = type(value) is int, "a whole number"
        elif key in _LISTS:
            is_right = isinstance(value, list) and all(isinstance(word, str) for word in value)
            wanted = "a list of texts in quotes"
        if not is_right:
            raise _FieldError(key, _not_a(value, wanted))
    for key in ("id", "kind", "position"):
        if not item.get(key):
            raise _FieldError(key, f"this puzzle has no {key}")
    with _reading("id"):
        check_id(item["id"])
    return Entry(**item | {key: tuple(item[key]) for key in _LISTS if key in item})


def _rated(draft: Entry) -> Entry:
    """Return the puzzle with what is worked out of it.

    Raises an error that names the field at fault, for words that cannot be read, for a puzzle
    that has no right answer, and for the id of another puzzle of the bank.
    """
    with _reading("kind"):
        check_known(KINDS, draft.kind, "is no kind of puzzle; they are")
    kind = KINDS[draft.kind]
    with _reading("position"):
        position = Position.parse(draft.position)
    with _reading("plays"):
        plays = tuple(map(position.rules.read_play, draft.plays.split()))
    if draft.claim:
        if not kind.info.has_claim:
            names = " or ".join(other.info.name for other in KINDS.values() if other.info.has_claim)
            raise _FieldError("claim", f"only a puzzle of the kind {names} has a claim")
        with _reading("claim"):
            kind.check_claim(draft.claim)
    task = Task(position, plays, draft.claim)
    with _reading("plays"):
        assert task.outcome is not None
    field = "claim" if kind.info.has_claim else "position"
    try:
        with _reading(field, "this puzzle has no right answer: "):
            entry = entry_of(draft.kind, task, rate(draft.kind, task))
    except (ValueError, IndexError, ArithmeticError) as error:
        raise _FieldError("position", "this puzzle has no right answer") from error
    with _reading("id"):
        bank.check_id_free(draft.id, entry.words)
    return entry


def _not_a(value: object, wanted: str) -> str:
    """Return what a value is, and what is needed in its place."""
    names = {str: "a text", bool: "true or false", int: "a number", float: "a number"}
    names |= {list: "a list", dict: "a table"}
    return f"this is {names.get(type(value), 'a date or a time')}, and {wanted} is needed"


def as_toml(entries: Iterable[Entry]) -> str:
    """Return the puzzles as the text of such a file, with the computed values beside them.

    A number, a text or a list of texts is written in TOML as in JSON.
    """
    tables = []
    for entry in entries:
        lines = ["[[puzzle]]\n"]
        for key in (*_WORDS, *_KEPT):
            if value := getattr(entry, key):
                text = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
                lines.append(f"{key} = {text}\n")
        tables.append("".join(lines))
    return "\n".join(tables)
