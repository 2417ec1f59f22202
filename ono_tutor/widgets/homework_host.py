"""An assignment on a page that is no notebook: out of its address, kept by the page."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any, Protocol

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.assignment_link import read_link
from ono_tutor.classroom.homework.session import HomeworkSession
from ono_tutor.classroom.homework.state import HomeworkState, Note
from ono_tutor.classroom.homework.submit import Submitted
from ono_tutor.course.answer_store import MemoryStore
from ono_tutor.errors import NotationError
from ono_tutor.render.answers import Json
from ono_tutor.strict_json import JsonError, read_json
from ono_tutor.widgets.homework import Homework

Told = Mapping[str, Any]


class Tell(Protocol):
    """Tells the page something about one table."""

    def __call__(self, **what: object) -> None:
        """Tell it, by the name of what it is."""


def opened_homework(told: Told, answers: MemoryStore, tell: Tell) -> Homework:
    """The table of an assignment; notes and the answers file go to the page.

    Raises :class:`NotationError` for a link that is no assignment.
    """
    state = HomeworkState(_notes(told)[0], lambda note: tell(noted=asdict(note)))
    session = HomeworkSession(_assignment(told), answers, state, PageOutbox(tell))
    if "place" in told:
        session.go(int(told["place"]))
    return Homework.at(session, str(told.get("learner", "")))


def about_homework(told: Told, unread: int) -> Json:
    """What an assignment is: its id, title and size; how much of what was kept cannot be read.

    Raises :class:`NotationError` for a link that is no assignment.
    """
    assignment = _assignment(told)
    return {
        "id": assignment.id,
        "title": assignment.title,
        "count": len(assignment.items),
        "unread": unread + _notes(told)[1],
    }


class PageOutbox:
    """Hands answers files to the page, which saves them as the browser does."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def put(self, name: str, text: str) -> Submitted:
        """Hand it over: ``handed`` has ``name`` and ``text``."""
        self._tell(handed={"name": name, "text": text})
        return Submitted(name, "", len(text.encode()))

    def look(self, name: str, text: str) -> Submitted:
        """The file as it was handed over; nobody can see what became of it."""
        return Submitted(name, "", len(text.encode()))


def _assignment(told: Told) -> Assignment:
    found = read_link(str(told["fragment"]))
    if found is None:
        raise NotationError("it is a set of puzzles, and no assignment")
    return found


def _notes(told: Told) -> tuple[list[Note], int]:
    """The notes kept before that can be read, in their order, and how many cannot."""
    found: list[Note] = []
    texts = told.get("desk", [])
    for text in texts:
        with suppress(JsonError, NotationError):
            found.append(Note.of(read_json(text.encode("utf-8", "replace"))))
    return found, len(texts) - len(found)
