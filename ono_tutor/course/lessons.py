"""The lessons: their order, which rule points each teaches, and copies in the learner's folder.

A learner's copy is never overwritten: a lesson that has changed since is put beside it.
"""

import ast
import json
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import chain
from pathlib import Path

from ono_tutor.atomic_files import OutputError, free_name, write_whole
from ono_tutor.errors import FileError
from ono_tutor.rules.book import rule_points

HOME = "00-your-course.ipynb"
"""The notebook that shows the way through the lessons, and where one goes on."""

MANIFEST = ".ono-course.json"
"""The file in the learner's folder that says which edition of each lesson was copied there."""


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
        """Its number in the course, from 1: the one that its file begins with."""
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
    found = map(_lesson, lesson_files())
    return tuple(lesson for lesson in found if lesson.teaches or lesson.practises)


def _lesson(path: Path) -> Lesson:
    notebook = json.loads(path.read_bytes())
    about = notebook["metadata"].get("ono", {})
    first = "".join(notebook["cells"][0]["source"]).partition("\n")[0]
    ids = tuple(about.get("teaches", ())), tuple(about.get("practises", ()))
    code = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    quizzes = tuple(chain.from_iterable(map(_quizzes, code)))
    return Lesson(path.name, first.lstrip("# "), *ids, quizzes)


def _quizzes(code: str) -> list[str]:
    """Return what each quiz of a cell is asked for; nothing where the cell is no Python."""
    with suppress(SyntaxError):
        calls = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call))
        asked = [call.args[0] for call in calls if ast.unparse(call.func) == "Quiz" and call.args]
        return [str(node.value) for node in asked if isinstance(node, ast.Constant)]
    return []


def lesson_after(quiz: str) -> Lesson | None:
    """Return the lesson after the one that ends with this quiz; None where there is none."""
    asking = [place for place, lesson in enumerate(lessons()) if quiz in lesson.quizzes[-1:]]
    return next(iter(lessons()[asking[0] + 1 :]), None) if asking else None


def taught_in(rule_id: str) -> Lesson | None:
    """Return the lesson that teaches a rule point; None where none does."""
    return next((lesson for lesson in lessons() if rule_id in lesson.teaches), None)


@lru_cache(maxsize=256)
def lessons_on(rule_id: str) -> tuple[Lesson, ...]:
    """Return the lessons to read about a rule point, the one that is most about it first.

    That is the lesson named for the point. Where none is, and the first lesson of all teaches it,
    which gives a taste of many, it is the next that practises it. After it comes the lesson that
    teaches the point, where that is another. There may be none.
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
    """What became of a lesson: new, as it was, or an update put beside the learner's copy."""

    NEW = "new"
    KEPT = "kept"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True)
class Copied:
    """A lesson in the learner's folder, and what became of it."""

    path: Path
    fate: CopyStatus


def copy_course(folder: Path) -> list[Copied]:
    """Copy every lesson that is not there yet; put an updated one beside the learner's copy.

    Raises :class:`FileError` where the folder cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        delivered = _read_manifest(folder)
        copied = [_copy(lesson, folder, delivered) for lesson in lesson_files()]
        write_whole(folder / MANIFEST, json.dumps(delivered, indent=1).encode())
    except (OSError, OutputError) as error:
        reason = error.reason if isinstance(error, OutputError) else error.strerror or error
        message = f"the course cannot be put into {folder}: {reason}"
        raise FileError(message, word=str(folder)) from error
    return copied


def _copy(lesson: Path, folder: Path, delivered: dict[str, str]) -> Copied:
    text = lesson.read_bytes()
    target, edition = folder / lesson.name, sha256(text).hexdigest()
    is_new = not target.exists()
    is_known = delivered.get(lesson.name) == edition or (not is_new and target.read_bytes() == text)
    delivered[lesson.name] = edition
    if not is_new and is_known:
        return Copied(target, CopyStatus.KEPT)
    place = target if is_new else free_name(target, "updated")
    write_whole(place, text)
    return Copied(place, CopyStatus.NEW if is_new else CopyStatus.BESIDE)


def _read_manifest(folder: Path) -> dict[str, str]:
    """Return which edition of each lesson was delivered; nothing where that cannot be read."""
    try:
        found = json.loads((folder / MANIFEST).read_bytes())
    except (FileNotFoundError, ValueError):
        return {}
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}
