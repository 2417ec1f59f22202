"""The lessons in reading order, and which rule points each teaches and practises."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ono_tutor.course.folder import lesson_files
from ono_tutor.rules.book import rule_points


@dataclass(frozen=True, slots=True)
class Lesson:
    """One notebook of the course: its file, its title, and the ids of its rule points."""

    file: str
    title: str
    teaches: tuple[str, ...]
    practises: tuple[str, ...]


@lru_cache(maxsize=1)
def lessons() -> tuple[Lesson, ...]:
    """The lessons of the course, in reading order."""
    found = (_lesson(path) for path in lesson_files())
    return tuple(lesson for lesson in found if lesson.teaches or lesson.practises)


def _lesson(path: Path) -> Lesson:
    notebook = json.loads(path.read_text("utf-8"))
    told = notebook["metadata"].get("ono", {})
    first = "".join(notebook["cells"][0]["source"]).partition("\n")[0]
    ids = tuple(told.get("teaches", ())), tuple(told.get("practises", ()))
    return Lesson(path.name, first.lstrip("# "), *ids)


def taught_in(rule_id: str) -> Lesson | None:
    """The lesson that teaches a rule point; None where none does."""
    return next((lesson for lesson in lessons() if rule_id in lesson.teaches), None)


@lru_cache(maxsize=1)
def in_teaching_order() -> tuple[str, ...]:
    """Every rule point of the book: first as the lessons teach them, then the rest."""
    taught = [rule_id for lesson in lessons() for rule_id in lesson.teaches]
    return tuple(dict.fromkeys((*taught, *rule_points())))
