"""Tables for a page that is no notebook: opened and answered by JSON, shown by JSON."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from ono_tutor.course.answered import Answered
from ono_tutor.course.exchange import as_kept, parsed
from ono_tutor.course.keeping import Notes
from ono_tutor.errors import NotationError, quoted
from ono_tutor.puzzles.set_words import read_set
from ono_tutor.render.answers import Json
from ono_tutor.widgets.compare import Compare
from ono_tutor.widgets.explorer import Explorer
from ono_tutor.widgets.game import Game
from ono_tutor.widgets.quiz import Quiz
from ono_tutor.widgets.table import Table

Send = Callable[[str], None]
"""Takes a line of JSON to the page."""


class Host:
    """Keeps the tables of one page: each has a name, and is opened as one of a few kinds.

    What a table shows goes to *send* as ``{"table": name, "parts": {...}}``, an answer that was
    given as ``{"table": name, "answered": {...}}``.
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self._tables: dict[str, Table] = {}

    def open(self, name: str, kind: str, told: str) -> None:
        """Open a table, in place of one of the same name; ``told`` is a JSON object.

        ``quiz`` is told ``set`` (ids or puzzles in one line, see :func:`read_set`) and perhaps
        ``progress`` (an exported progress file's text); ``explorer`` and ``compare`` a
        ``position``; ``game`` its ``rules``, ``players`` and ``seed``.
        Raises :class:`OnoError` for what cannot be opened.
        """
        if kind not in _KINDS:
            known = ", ".join(_KINDS)
            raise NotationError(f"{quoted(kind)} is no table; there are {known}", word=kind)
        table = _KINDS[kind](json.loads(told), lambda answered: self._keep(name, answered))
        self._tables[name] = table
        table.watch(lambda changed: self._show(name, table, changed))
        self._show(name, table, table.parts)

    def receive(self, name: str, message: str) -> None:
        """Hand a message of the view, as JSON, to the table of this name, if it is still open."""
        if name in self._tables:
            self._tables[name].receive(json.loads(message))

    def _show(self, name: str, table: Table, changed: Mapping[str, Json | None]) -> None:
        if self._tables.get(name) is table:
            self._send(json.dumps({"table": name, "parts": dict(changed)}))

    def _keep(self, name: str, answered: Answered) -> None:
        self._send(json.dumps({"table": name, "answered": as_kept(answered)}))


Keep = Callable[[Answered], None]


def _quiz(told: Mapping[str, Any], keep: Keep) -> Table:
    before = parsed(told["progress"]) if told.get("progress") else ()
    return Quiz(read_set(str(told["set"])), Notes(before, keep))


def _explorer(told: Mapping[str, Any], _: Keep) -> Table:
    return Explorer(str(told["position"]))


def _compare(told: Mapping[str, Any], _: Keep) -> Table:
    return Compare(str(told["position"]))


def _game(told: Mapping[str, Any], _: Keep) -> Table:
    return Game(str(told["rules"]), int(told.get("players", 4)), told.get("seed"))


_KINDS: Mapping[str, Callable[[Mapping[str, Any], Keep], Table]] = {
    "quiz": _quiz,
    "explorer": _explorer,
    "compare": _compare,
    "game": _game,
}
