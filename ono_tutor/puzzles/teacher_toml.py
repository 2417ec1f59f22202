"""Puzzles written as a teacher's file."""

import re
from collections.abc import Iterable

from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.teacher_puzzle import KEPT, WORDS


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
