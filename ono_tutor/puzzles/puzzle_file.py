"""A teacher's own puzzles: a TOML file, read with every fault named by puzzle and field."""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from ono_tutor.errors import OnoError, check_known, quoted, shorten, visible
from ono_tutor.game.position import Position
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.rating import entry_of, rate
from ono_tutor.puzzles.task import Task

MOST_BYTES = 1_000_000
MOST_PUZZLES = 2_000
_WORDS = ("id", "kind", "position", "plays", "claim")
_TYPES: Mapping[str, tuple[type, str]] = {
    **dict.fromkeys(_WORDS, (str, "a text in quotes")),
    "difficulty": (int, "a whole number"),
    **dict.fromkeys(("rule_points", "misconceptions"), (list, "a list of texts in quotes")),
    **dict.fromkeys(("seal", "theme", "idea"), (str, "a text in quotes")),
}
"""The fields; what is computed, ``generate`` writes and ``verify`` compares: a teacher leaves it
out."""


@dataclass(frozen=True, slots=True)
class FileFault:
    """Something wrong in a file: in which field, and why.

    The line is that of the puzzle's ``[[puzzle]]``, or 0 for the whole file.
    """

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
    message = f"the file is longer than {MOST_BYTES} bytes, the most that are read"
    if len(raw) <= MOST_BYTES:
        try:
            return read_puzzles(raw.decode("utf_8_sig"), str(path))
        except UnicodeDecodeError as error:
            message = f"byte {error.start} is no UTF-8; save the file as UTF-8"
    return PuzzleFile(faults=(FileFault(str(path), 0, "", message),))


def read_puzzles(text: str, name: str) -> PuzzleFile:
    """Return the puzzles of a TOML text, and its faults, which call the file by this name."""
    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        message = f"this is not TOML: {visible(str(error))}"
        return PuzzleFile(faults=(FileFault(name, 0, "", message),))
    rows = enumerate(text.splitlines(), start=1)
    places = [line for line, row in rows if row.replace(" ", "").startswith("[[puzzle]]")]
    faults, entries, written, ids = list[FileFault](), list[Entry](), list[Entry](), set[str]()
    title, items = content.pop("title", ""), content.pop("puzzle", ())
    wrong = dict.fromkeys(content, "a file has title and [[puzzle]] tables, and no such key")
    if not isinstance(title, str):
        wrong["title"], title = "a text in quotes is needed", ""
    if not isinstance(items, list) or not 0 < len(items) <= MOST_PUZZLES:
        wrong["puzzle"] = f"1 to {MOST_PUZZLES} puzzles are needed, each under a line [[puzzle]]"
        items = []
    faults += [FileFault(name, 0, visible(shorten(key)), why) for key, why in wrong.items()]
    for number, item in enumerate(items):
        line = places[number] if len(places) == len(items) else 0
        try:
            draft = _draft(item)
            if draft.id in ids:
                message = f"{quoted(draft.id)} is the id of another puzzle of this file"
                raise _FieldError("id", message)
            ids.add(draft.id)
            entries.append(replace(_rated(draft), id=draft.id))
            written.append(draft)
        except _FieldError as error:
            field = visible(shorten(error.field))
            faults.append(FileFault(name, line, field, error.message, error.kind))
    return PuzzleFile(title, tuple(entries), tuple(written), tuple(faults))


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
    except (ValueError, IndexError, ArithmeticError) as error:
        raise _FieldError(field, "this puzzle has no right answer") from error


def _draft(item: object) -> Entry:
    """Return the puzzle as the file has it, each field of its type."""
    if not isinstance(item, dict):
        raise _FieldError("puzzle", "a table of fields is needed")
    for key, value in item.items():
        if key not in _TYPES:
            raise _FieldError(key, f"there is no such field; a puzzle has {', '.join(_WORDS)}")
        wanted, name = _TYPES[key]
        is_list = isinstance(value, list) and all(isinstance(word, str) for word in value)
        if type(value) is not wanted or (wanted is list and not is_list):
            raise _FieldError(key, f"{name} is needed")
    for key in ("id", "kind", "position"):
        if not item.get(key):
            raise _FieldError(key, f"this puzzle has no {key}")
    lists = {key: tuple(value) for key, value in item.items() if isinstance(value, list)}
    return Entry(**item | lists)


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
    if draft.claim and not kind.info.has_claim:
        raise _FieldError("claim", f"a puzzle of the kind {draft.kind} has no claim")
    with _reading("plays"):
        task = Task(
            position, tuple(map(position.rules.read_play, draft.plays.split())), draft.claim
        )
        assert task.outcome is not None
    with _reading("claim" if draft.claim else "position", "this puzzle has no right answer: "):
        entry = entry_of(draft.kind, task, rate(draft.kind, task))
    with _reading("id"):
        bank.check_own_id(draft.id, entry.words)
    return entry


def as_toml(entries: Iterable[Entry]) -> str:
    """Return the puzzles as the text of such a file, with the computed values beside them.

    A number, a text or a list of texts is written in TOML as in JSON.
    """
    tables = []
    for entry in entries:
        lines = ["[[puzzle]]\n"]
        for key in _TYPES:
            if value := getattr(entry, key):
                text = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
                lines.append(f"{key} = {text}\n")
        tables.append("".join(lines))
    return "\n".join(tables)
