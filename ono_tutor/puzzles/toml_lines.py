"""Where the tables and keys of a TOML file stand: the parser of Python does not tell."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*",
    re.DOTALL,
)
_KEY = re.compile(r"""^[ \t]*(?:([A-Za-z0-9_-]+)|"([^"\n]*)"|'([^'\n]*)')[ \t]*[.=]""")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table starts, and where its keys stand; lines are counted from 1."""

    line: int
    keys: Mapping[str, int]

    def of(self, key: str) -> int:
        """The line of a key; that of the table where the key stands nowhere."""
        return self.keys.get(key, self.line)


def tables(text: str, name: str) -> list[Place]:
    """The places of the tables ``[[name]]`` of a TOML text, in order; the whole text first.

    The first place has the keys before any table. A table that is written another way, such as
    ``name = [{...}]``, has no place of its own.
    """
    found = [_Open(1)]
    inside: _Open | None = found[0]
    header = re.compile(rf"""^[ \t]*\[\[[ \t]*(["']?){re.escape(name)}\1[ \t]*\]\]""")
    child = re.compile(rf"""^[ \t]*\[\[?[ \t]*(["']?){re.escape(name)}\1[ \t]*\.[ \t]*([\w-]+)""")
    for number, line in enumerate(_masked(text).split("\n"), start=1):
        if header.match(line):
            inside = _Open(number)
            found.append(inside)
        elif within := child.match(line):
            found[-1].keys.setdefault(within[2], number)
            inside = None
        elif line.lstrip().startswith("[") and _is_header(line):
            inside = None
            found[0].keys.setdefault(line.strip(" \t[]"), number)
        elif inside is not None and (key := _KEY.match(line)):
            inside.keys.setdefault(key[1] or key[2] or key[3] or "", number)
    return [Place(item.line, item.keys) for item in found]


class _Open:
    """A table while its lines are read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.keys: dict[str, int] = {}


def _is_header(line: str) -> bool:
    return re.match(r"^[ \t]*\[\[?[^\[\],]*\]\]?[ \t]*$", line) is not None


def _masked(text: str) -> str:
    """The text with comments and strings blanked, line ends and keys in quotes left as they are."""
    return _TOKEN.sub(_blank, text.replace("\r\n", "\n"))


def _blank(token: re.Match[str]) -> str:
    words = token[0]
    is_key = words[0] in "\"'" and words[:3] not in ('"""', "'''")
    start = token.string.rfind("\n", 0, token.start()) + 1
    if is_key and token.string[start : token.start()].strip(" \t[") == "":
        return words
    return re.sub(r"[^\n]", "_", words) if words[0] != "#" else " " * len(words)
