"""The puzzles that are shipped: read when asked for, and without answers."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from ono_tutor.errors import NotationError, quoted
from ono_tutor.puzzles.entry import Entry

SETS = ("double-play-1980",)


@lru_cache(maxsize=1)
def index() -> Mapping[str, Entry]:
    """Every puzzle that is shipped, by id."""
    return {entry.id: entry for name in SETS for entry in _set(name)}


def entry(puzzle_id: str) -> Entry:
    """The puzzle of the bank with this id.

    Raises :class:`NotationError` where there is none.
    """
    if puzzle_id not in index():
        raise NotationError(f"there is no puzzle {quoted(puzzle_id)}", word=puzzle_id)
    return index()[puzzle_id]


def entries_of_set(name: str) -> tuple[Entry, ...]:
    """The puzzles of a set that is shipped, such as ``double-play-1980``, in its order.

    Raises :class:`NotationError` where there is none.
    """
    if name not in SETS:
        message = f"there is no puzzle set {quoted(name)}; the sets are {', '.join(SETS)}"
        raise NotationError(message, word=name)
    return _set(name)


def _set(name: str) -> tuple[Entry, ...]:
    text = files(__package__).joinpath("sets", f"{name}.toml").read_text("utf-8")
    return tuple(Entry(**item) for item in tomllib.loads(text)["puzzle"])
