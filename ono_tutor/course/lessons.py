"""The lessons: their order, which rule points each teaches, and copies in the learner's folder.

A learner's copy is never overwritten: a lesson that has changed since is put beside it.
"""

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from ono_tutor.atomic_files import OutputError, free_name, reason_of, write_whole
from ono_tutor.errors import FileError
from ono_tutor.rules.book import rule_points

HOME = "00-your-course.ipynb"
"""The notebook that shows the way through the lessons, and the one to go on with."""

MANIFEST = ".ono-course.json"
"""The file in the learner's folder with the edition of each lesson that was copied there."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One notebook of the course: its file, its title, and the ids of its rule points.

    ``quizzes`` are the sets and the single puzzles that it asks, by name, in order.
    """

    file: str
    title: str
    teaches: tuple[str, ...]
    practises: tuple[str, ...]
    quizzes: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """The number in the course, from 1, with which its file begins."""
        return int(self.file.partition("-")[0])


def lesson_files() -> list[Path]:
    """Return the notebooks of the course as shipped, in reading order."""
    packaged = Path(str(files("ono_tutor.course").joinpath("lessons")))
    checkout = Path(__file__).parents[2] / "notebooks"
    folder = packaged if packaged.is_dir() else checkout
    return sorted(folder.glob("*.ipynb"))


@lru_cache(maxsize=1)
def lessons() -> tuple[Lesson, ...]:
    """Return the lessons of the course, in reading order."""
    found = []
    for path in lesson_files():
        notebook = json.loads(path.read_bytes())
        sources = ["".join(cell["source"]) for cell in notebook["cells"]]
        kinds = [cell["cell_type"] for cell in notebook["cells"]]
        code = [text for text, kind in zip(sources, kinds, strict=True) if kind == "code"]
        quizzes = [name for text in code for __, name in _QUIZ.findall(text)]
        about = notebook["metadata"].get("ono", {})
        teaches, practises = (tuple(about.get(key, ())) for key in ("teaches", "practises"))
        title = sources[0].partition("\n")[0].lstrip("# ")
        if teaches or practises:
            found.append(Lesson(path.name, title, teaches, practises, tuple(quizzes)))
    return tuple(found)


_QUIZ = re.compile(r'\bQuiz\(\s*("""|")(.*?)\1', re.DOTALL)
"""A quiz in a code cell: its first argument is a plain text in every lesson."""


def lesson_after(quiz: str) -> Lesson | None:
    """Return the lesson after the one that ends with this quiz, or None."""
    asking = [place for place, lesson in enumerate(lessons()) if quiz in lesson.quizzes[-1:]]
    return next(iter(lessons()[asking[0] + 1 :]), None) if asking else None


def taught_in(rule_id: str) -> Lesson | None:
    """Return the lesson that teaches a rule point, or None."""
    return next((lesson for lesson in lessons() if rule_id in lesson.teaches), None)


@lru_cache(maxsize=256)
def lessons_on(rule_id: str) -> tuple[Lesson, ...]:
    """Return the lessons to read about a rule point, the one that is most about it first.

    That is the lesson named for the point. If none is, and the point is taught in the first lesson
    of all, which gives a taste of many, it is the next lesson that practises it. After it comes
    the lesson that teaches the point, if that is another. There may be none.
    """
    taught = taught_in(rule_id)
    practised = [lesson for lesson in lessons() if rule_id in lesson.practises]
    also = practised[:1] if taught == lessons()[0] else []
    title = rule_points()[rule_id].title.casefold().removeprefix("the ")
    named = [lesson for lesson in practised if lesson.title.casefold().endswith(title)]
    found = (*(named or also)[:1], *([taught] if taught else []))
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=1)
def in_teaching_order() -> tuple[str, ...]:
    """Return every rule point of the book: first as the lessons teach them, then the rest."""
    taught = [rule_id for lesson in lessons() for rule_id in lesson.teaches]
    return tuple(dict.fromkeys((*taught, *rule_points())))


class CopyStatus(StrEnum):
    """The fate of a copied lesson: new, as it was, or put beside the learner's copy."""

    NEW = "new"
    KEPT = "kept"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True)
class Copied:
    """A lesson in the learner's folder, and its fate."""

    path: Path
    fate: CopyStatus


def copy_course(folder: Path) -> list[Copied]:
    """Copy every lesson that is not there yet; put an updated one beside the learner's copy.

    Raises :class:`FileError` where the folder cannot be written to.
    """
    copied = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        delivered: dict[str, str] = {}
        with suppress(FileNotFoundError, ValueError, AttributeError):
            delivered |= json.loads((folder / MANIFEST).read_bytes()).items()
        for lesson in lesson_files():
            text, target = lesson.read_bytes(), folder / lesson.name
            edition, fate = sha256(text).hexdigest(), CopyStatus.NEW
            if target.exists():
                is_known = delivered.get(lesson.name) == edition or target.read_bytes() == text
                fate = CopyStatus.KEPT if is_known else CopyStatus.BESIDE
            place = free_name(target, "updated") if fate is CopyStatus.BESIDE else target
            if fate is not CopyStatus.KEPT:
                write_whole(place, text)
            delivered[lesson.name] = edition
            copied.append(Copied(place, fate))
        write_whole(folder / MANIFEST, json.dumps(delivered, indent=1).encode())
    except (OSError, OutputError) as error:
        message = f"the course cannot be put into {folder}: {reason_of(error)}"
        raise FileError(message, word=str(folder)) from error
    return copied
