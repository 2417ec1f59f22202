"""Tables for a page that is no notebook: opened and answered by JSON, shown by JSON.

A code cell of a lesson is read without being run: imports, and one call with plain values. So a
page shows what the notebook shows, and nothing of a cell is executed.
"""

import ast
import json
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib import import_module
from typing import Any

from ono_tutor import widgets
from ono_tutor.classroom import answers_file
from ono_tutor.classroom.answers_file import AnswerRow
from ono_tutor.classroom.assignment import Assignment, Learner
from ono_tutor.classroom.assignment_link import read_link
from ono_tutor.classroom.homework.session import HomeworkSession
from ono_tutor.classroom.homework.state import HomeworkState, Note
from ono_tutor.course.answer_store import (
    AnswerRecord,
    AnswerStore,
    MemoryStore,
    answer_json,
    format_records,
    parse_record,
    parse_records,
)
from ono_tutor.errors import NotationError, OnoError, check_known, short_repr
from ono_tutor.i18n import gettext
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.bank import set_name
from ono_tutor.puzzles.filters import OF_TABLE
from ono_tutor.puzzles.puzzle import Puzzle, format_set
from ono_tutor.render.answers_json import Json
from ono_tutor.strict_json import JsonError, read_json
from ono_tutor.widgets.homework import Homework
from ono_tutor.widgets.practice import CheckUp, Practice
from ono_tutor.widgets.quiz import Quiz, chosen_puzzles
from ono_tutor.widgets.table import Table

Request = Mapping[str, Any]
"""What the page asks for: a table, or something that is made of a set and its answers."""

Post = Callable[..., None]
"""Sends the page something about one table, by the name of what it is."""


# ---- a cell of a lesson ----

TABLES = ("Compare", "Course", "Explorer", "Game", "Practice", "Quiz", "show_game")
"""What makes a table, to be used."""

TEXTS = ("play", "show_cards", "show_figure", "show_proof", "solve", "survive", "threat", "value")
"""What gives a result, to be read."""

STORING = ("Course", "Practice", "Quiz")
"""The tables that keep answers."""

LASTING = ("Compare", "Explorer", "Quiz", "show_game")
"""The tables that open alike whenever they are opened by somebody new."""


@dataclass(frozen=True, slots=True)
class LessonCell:
    """A call by name, with plain arguments."""

    name: str
    args: tuple[Any, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def parse(cls, code: str) -> "LessonCell":
        """Return the call of a cell.

        Raises :class:`NotationError` for a cell that is anything else.
        """
        try:
            *before, last = ast.parse(code).body
            call: Any = getattr(last, "value", None)
            if not all(isinstance(each, ast.Import | ast.ImportFrom) for each in before):
                raise ValueError("only imports may stand before the call")
            args = tuple(map(ast.literal_eval, call.args))
            options = {each.arg: ast.literal_eval(each.value) for each in call.keywords}
            name = call.func.id
        except (AttributeError, SyntaxError, ValueError) as error:
            message = f"a cell of a lesson is imports and one call with plain values: {error}"
            raise NotationError(message, word=code) from error
        return cls.of({"name": name, "args": args, "options": options})

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "LessonCell":
        """Return the call that :meth:`as_json` wrote.

        Raises :class:`NotationError` for a name that no lesson uses.
        """
        check_known((*TABLES, *TEXTS), str(data["name"]), "shows nothing in a lesson; there are")
        return cls(str(data["name"]), tuple(data["args"]), dict(data["options"]))

    @property
    def is_table(self) -> bool:
        """True if it makes a table instead of a result to read."""
        return self.name in TABLES

    def as_json(self) -> Json:
        """Return it as JSON, for :meth:`of`."""
        return {"name": self.name, "args": list(self.args), "options": dict(self.options)}

    def run(self, store: AnswerStore | None = None) -> Any:
        """Return the table, which keeps its answers in *store*, or the result."""
        module = import_module("ono_tutor.widgets")
        make = getattr(module, self.name, None) or getattr(import_module("ono_tutor"), self.name)
        progress = {"progress": store} if self.name in STORING else {}
        return make(*self.args, **self.options, **progress)


# ---- the tables of a page ----


class PageBridge:
    """The tables of one page: each has a name, and is opened as one of a few kinds.

    What a table shows goes to *send*, a line of JSON, as ``{"table": name, "parts": {...}}``; an
    answer as ``{"table": name, "answered": {...}}``, and always before its feedback; so do the
    notes of an assignment, as ``noted``, and an answers file, as ``handed``.
    """

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._tables: dict[str, Table] = {}

    def receive(self, line: str) -> None:
        """Do what the page asks, by a line of JSON that names a table.

        With ``open`` (a kind) and ``told`` (the request, see ``_KINDS``) the table is opened, in
        place of one of the same name; with ``message`` it receives a message of the view, with
        ``close`` it is forgotten; with ``make`` and ``told`` something is made of a set and its
        answers, and goes back as ``made``: see ``_MAKERS``. What cannot be done goes back as
        ``error``, with the reason.
        """
        message: dict[str, Any] = json.loads(line)
        name, request = str(message["table"]), message.get("told", {})
        post: Post = partial(self._post, name)
        try:
            if "open" in message:
                kind = str(message["open"])
                check_known(_KINDS, kind, "is no table; there are")
                table = self._tables[name] = _KINDS[kind](request, post)
                table.watch(lambda changed: self._show(name, table, changed))
                self._show(name, table, table.parts)
            elif "message" in message:
                if name in self._tables:
                    self._tables[name].receive(message["message"])
            elif "close" in message:
                self._tables.pop(name, None)
            elif message.get("make") in _MAKERS:
                post(made=_MAKERS[message["make"]](request))
        except OnoError as error:
            post(**error.as_json())
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            reason = f"the request cannot be read ({short_repr(error)})"
            post(**NotationError(reason, word=line).as_json())

    def _show(self, name: str, table: Table, changed: Mapping[str, Json | None]) -> None:
        if self._tables.get(name) is table:
            self._post(name, parts=dict(changed))

    def _post(self, name: str, **what: object) -> None:
        self._send(json.dumps({"table": name, **what}))


class PageOutbox:
    """Hands answers files to the page, which saves them as the browser does."""

    folder = ""

    def __init__(self, post: Post) -> None:
        self._post = post

    def put(self, name: str, text: str) -> str:
        """Hand it over: ``handed`` has ``name`` and ``text``."""
        self._post(handed={"name": name, "text": text})
        return name

    def has(self, _name: str, _text: str) -> bool:
        """Return True: nobody can see what became of a file that was handed over."""
        return True


def _store(request: Request, post: Post) -> MemoryStore:
    """Return the answers kept before; a new one goes to the page."""
    answers, __ = _stored_answers(request)
    return MemoryStore(answers, lambda answered: post(answered=answer_json(answered)))


def _quiz(request: Request, post: Post) -> Table:
    name, puzzles = _set(request)
    return Quiz(name if name in bank.sets() else puzzles, _store(request, post))


def _homework(request: Request, post: Post) -> Table:
    """Return the table of an assignment; notes and the answers file go to the page."""
    state = HomeworkState(_notes_before(request)[0], lambda note: post(noted=asdict(note)))
    session = HomeworkSession(_linked(request), _store(request, post), state, PageOutbox(post))
    if "place" in request:
        session.go(int(request["place"]))
    return Homework(session, learner=str(request.get("learner", "")))


def _practice(request: Request, post: Post) -> Table:
    game, topic = (request.get(name) or None for name in ("game", "topic"))
    return Practice(request.get("count"), _store(request, post), game=game, topic=topic)


def _cell(request: Request, post: Post) -> Table:
    """Return the table of a lesson's cell, after the messages ``said`` to it on the page."""
    said = list(request.get("said", ()))

    def keep(answered: AnswerRecord) -> None:
        if not said:
            post(answered=answer_json(answered))

    table: Table = LessonCell.of(request).run(MemoryStore(_stored_answers(request)[0], keep))
    while said:
        table.receive(said[0])
        said.pop(0)
    return table


_KINDS: Mapping[str, Callable[[Request, Post], Table]] = {
    "quiz": _quiz,
    "cell": _cell,
    "practice": _practice,
    "check-up": lambda request, post: CheckUp(
        _store(request, post), game=request.get("game") or None
    ),
    "homework": _homework,
    "explorer": lambda request, __: widgets.Explorer(str(request["position"])),
    "compare": lambda request, __: widgets.Compare(str(request["position"])),
    "game": lambda request, __: widgets.Game(
        str(request["rules"]), int(request.get("players", 4)), request.get("seed")
    ),
}
"""The kinds of table, each made from its request.

``set`` is as for :func:`chosen_puzzles`; ``kept`` are the answers kept before and ``desk`` the
notes, each a text of JSON; ``fragment`` follows the ``#`` of an assignment's link; ``learner`` is a
name to offer.
"""


def _set(request: Request) -> tuple[str, tuple[Puzzle, ...]]:
    """Return the name of the set asked for, or a digest of its puzzles' ids, and the puzzles."""
    name, puzzles = chosen_puzzles(" ".join(str(request["set"]).split()))
    return name if name in bank.sets() else set_name(puzzle.id for puzzle in puzzles), puzzles


def _stored_answers(request: Request) -> tuple[list[AnswerRecord], int]:
    """Return the answers kept before that can be read, by time, and how many cannot."""
    answers: list[AnswerRecord] = []
    texts = request.get("kept", [])
    for text in texts:
        with suppress(JsonError):
            answers.append(parse_record(read_json(text.encode("utf-8", "replace"))))
    return sorted(answers, key=lambda answer: answer.at), len(texts) - len(answers)


def _assignment(request: Request) -> Json:
    """Return an assignment's id, title and size, and how much of what was kept cannot be read."""
    assignment = _linked(request)
    return {
        "id": assignment.id,
        "title": assignment.title,
        "count": len(assignment.items),
        "unread": _stored_answers(request)[1] + _notes_before(request)[1],
    }


def _linked(request: Request) -> Assignment:
    found = read_link(str(request["fragment"]))
    if found is None:
        raise NotationError("it is a set of puzzles, and no assignment")
    return found


def _notes_before(request: Request) -> tuple[list[Note], int]:
    """Return the notes kept before that can be read, in their order, and how many cannot."""
    found: list[Note] = []
    texts = request.get("desk", [])
    for text in texts:
        with suppress(JsonError, NotationError):
            found.append(Note.of(read_json(text.encode("utf-8", "replace"))))
    return found, len(texts) - len(found)


def _about(request: Request) -> Json:
    """Return a set's name or digest, its title, its size, and how a link has it."""
    name, puzzles = _set(request)
    is_shipped, words = name in bank.sets(), str(request["set"])
    title = bank.title_of_set(name) if is_shipped else None
    if words.startswith(OF_TABLE):
        rules = words.removeprefix(OF_TABLE).strip()
        title = gettext("Practice on your table's rules, {rules}", rules=rules)
    return {
        "name": name,
        "title": title,
        "count": len(puzzles),
        "words": name if is_shipped else format_set(puzzles, bank.index()),
        "unread": _stored_answers(request)[1],
    }


def _answers(request: Request) -> Json:
    """Return the answers to a set as the file that a teacher collects, of this ``learner``.

    Attempts are counted again, in the order of time, since two pages may have counted at once.
    """
    name, puzzles = _set(request)
    ids = {puzzle.id for puzzle in puzzles}
    attempts: Counter[str] = Counter()
    rows = []
    for each in _stored_answers(request)[0]:
        if each.puzzle in ids and each.mark is not Mark.MALFORMED:
            attempts[each.puzzle] += 1
            number = attempts[each.puzzle]
            rows.append(AnswerRow(each.puzzle, each.given, each.at, each.hints, number))
    learner = Learner.named(request["learner"])
    return {"text": answers_file.answers_text(name, learner, rows), "count": len(rows)}


def _progress(request: Request) -> Json:
    """Return every answer that is kept, as a progress file."""
    found, unread = _stored_answers(request)
    return {"text": format_records(found), "count": len(found), "unread": unread}


def _merged(request: Request) -> Json:
    """Return the answers of a progress file that are not kept yet, each as it is to be kept."""
    here = set(_stored_answers(request)[0])
    answers = parse_records(str(request["file"]).encode("utf-8", "replace"))
    return {"new": [answer_json(each) for each in answers if each not in here]}


_MAKERS: Mapping[str, Callable[[Request], Json]] = {
    "about": _about,
    "assignment": _assignment,
    "answers": _answers,
    "progress": _progress,
    "merge": _merged,
}
"""What can be made by name: the page asks for it with ``make``."""
