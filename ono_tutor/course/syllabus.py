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


@lru_cache(maxsize=256)
def lessons_on(rule_id: str) -> tuple[Lesson, ...]:
    """The lessons to read about a rule point, the one that is most about it first; perhaps none.

    That is the lesson named for the point. Where none is, and the first lesson of all teaches it,
    which gives a taste of many, it is the next that practises it. After it comes the lesson that
    teaches the point, where that is another.
    """
    taught = taught_in(rule_id)
    practised = [lesson for lesson in lessons() if rule_id in lesson.practises]
    also = practised[:1] if taught == lessons()[0] else []
    named = [each for each in practised if _is_named_for(each, rule_points()[rule_id].title)]
    found = (*(named or also)[:1], *([taught] if taught else []))
    return tuple(dict.fromkeys(found))


def _is_named_for(lesson: Lesson, title: str) -> bool:
    """Whether a lesson's title ends with a rule point's, its article left aside."""
    return lesson.title.casefold().endswith(title.casefold().removeprefix("the "))


@lru_cache(maxsize=1)
def in_teaching_order() -> tuple[str, ...]:
    """Every rule point of the book: first as the lessons teach them, then the rest."""
    taught = [rule_id for lesson in lessons() for rule_id in lesson.teaches]
    return tuple(dict.fromkeys((*taught, *rule_points())))
