"""A teacher's own puzzles: a TOML file, read with every fault named by line and field."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
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
_NEEDED = ("id", "kind", "position")
_KEPT = ("difficulty", "rule_points", "misconceptions", "seal", "theme", "idea")
"""Fields that ``generate`` writes and ``verify`` compares; a teacher leaves them out."""

_LISTS = ("rule_points", "misconceptions")

_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*",
    re.DOTALL,
)
_HEADER = re.compile(r"[ \t]*\[\[?[^\[\],]*\]\]?[ \t]*$")
_PUZZLE = re.compile(r"""^[ \t]*\[\[[ \t]*(["']?)puzzle\1[ \t]*\]\]""")
_IN_PUZZLE = re.compile(r"""^[ \t]*\[\[?[ \t]*(["']?)puzzle\1[ \t]*\.[ \t]*([\w-]+)""")
_KEY = re.compile(r"""^[ \t]*(?:([A-Za-z0-9_-]+)|"([^"\n]*)"|'([^'\n]*)')[ \t]*[.=]""")


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
    top, *places = tables(text)
    faults, entries, written = list[FileFault](), list[Entry](), list[Entry]()

    def add_fault(line: int, field: str, message: str, kind: str = "notation") -> None:
        shown = field if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", field) else quoted(field)
        faults.append(FileFault(name, line, shown, message, kind))

    title, items = content.get("title", ""), content.get("puzzle", [])
    for key in (key for key in content if key not in ("title", "puzzle")):
        message = "there is no such key here; a file has title and [[puzzle]] tables"
        add_fault(top.of(key), key, message)
    if not isinstance(title, str):
        add_fault(top.of("title"), "title", _not_a(title, "a text in quotes"))
        title = ""
    if not isinstance(items, list):
        message = "write each puzzle under a line [[puzzle]], with two brackets"
        add_fault(top.of("puzzle"), "puzzle", message)
        items = []
    elif not items:
        add_fault(0, "puzzle", "there is no puzzle; each starts with [[puzzle]]")
    elif len(items) > MOST_PUZZLES:
        message = f"there are {len(items)} puzzles; {MOST_PUZZLES} at the most are read"
        add_fault(0, "puzzle", message)
    lines: dict[str, int] = {}
    for number, item in enumerate(items[:MOST_PUZZLES]):
        place = places[number] if number < len(places) else TableLines(top.of("puzzle"))
        try:
            draft = _draft(item)
            if draft.id in lines:
                message = (
                    f"{quoted(draft.id)} is the id of the puzzle in line {lines[draft.id]} already"
                )
                raise _FieldError("id", message)
            lines[draft.id] = place.of("id")
            entries.append(replace(_rated(draft), id=draft.id))
            written.append(draft)
        except _FieldError as error:
            add_fault(place.of(error.field), error.field, error.message, error.kind)
    faults.sort(key=lambda fault: fault.line)
    return PuzzleFile(title, tuple(entries), tuple(written), tuple(faults))


@dataclass(slots=True)
class TableLines:
    """The line of a table, and the lines of its keys, counted from 1."""

    line: int
    keys: dict[str, int] = field(default_factory=dict)

    def of(self, key: str) -> int:
        """Return the line of a key; that of the table where the key stands nowhere."""
        return self.keys.get(key, self.line)


def tables(text: str) -> list[TableLines]:
    """Return the places of the tables ``[[puzzle]]`` of a TOML text; the whole text first.

    The first place has the keys before any table. A table that is written another way, such as
    ``puzzle = [{...}]``, has no place of its own.
    """
    masked = _TOKEN.sub(_blank, text.replace("\r\n", "\n"))
    found = [TableLines(1)]
    inside: TableLines | None = found[0]
    for number, line in enumerate(masked.split("\n"), start=1):
        if _PUZZLE.match(line):
            inside = TableLines(number)
            found.append(inside)
        elif within := _IN_PUZZLE.match(line):
            found[-1].keys.setdefault(within[2], number)
            inside = None
        elif _HEADER.match(line):
            inside = None
            found[0].keys.setdefault(line.strip(" \t[]"), number)
        elif inside is not None and (key := _KEY.match(line)):
            inside.keys.setdefault(key[1] or key[2] or key[3] or "", number)
    return found


def _blank(token: re.Match[str]) -> str:
    """Blank a comment or a string; line ends and keys in quotes stay as they are."""
    words = token[0]
    is_key = words[0] in "\"'" and words[:3] not in ('"""', "'''")
    start = token.string.rfind("\n", 0, token.start()) + 1
    if is_key and token.string[start : token.start()].strip(" \t[") == "":
        return words
    return re.sub(r"[^\n]", "_", words) if words[0] != "#" else " " * len(words)


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
        _check_type(key, value)
    for key in _NEEDED:
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


def _check_type(key: str, value: object) -> None:
    """Raise an error unless a puzzle has this field, and its value is of the right type."""
    if key in (*_WORDS, "seal", "theme", "idea"):
        is_right, wanted = isinstance(value, str), "a text in quotes"
    elif key == "difficulty":
        is_right, wanted = type(value) is int, "a whole number"
    elif key in _LISTS:
        is_right = isinstance(value, list) and all(isinstance(word, str) for word in value)
        wanted = "a list of texts in quotes"
    else:
        known = ", ".join(_WORDS)
        raise _FieldError(key, f"there is no such field; a puzzle has {known}")
    if not is_right:
        raise _FieldError(key, _not_a(value, wanted))


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
