"""The learner's folder: lessons are copied there, and nothing of theirs is ever overwritten."""

import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from ono_tutor.errors import OnoError

MANIFEST = ".ono-course.json"


class CourseError(OnoError):
    """The course cannot be put into this folder."""

    kind = "course"


class Fate(StrEnum):
    """What became of a lesson: new, as it was, or an update put beside the learner's copy."""

    NEW = "new"
    KEPT = "kept"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True)
class Copied:
    """A lesson in the learner's folder, and what became of it."""

    path: Path
    fate: Fate


def lesson_files() -> list[Path]:
    """The notebooks of the course as shipped, in reading order."""
    packaged = Path(str(files("ono_tutor.course").joinpath("lessons")))
    checkout = Path(__file__).parents[2] / "notebooks"
    folder = packaged if packaged.is_dir() else checkout
    return sorted(folder.glob("*.ipynb"))


def copy_course(folder: Path) -> list[Copied]:
    """Copy every lesson that is not there yet; put an updated one beside the learner's copy.

    Raises :class:`CourseError` where the folder cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        delivered = _read_manifest(folder)
        copied = [_copy(lesson, folder, delivered) for lesson in lesson_files()]
        _write_whole(folder / MANIFEST, json.dumps(delivered, indent=1).encode())
    except OSError as error:
        message = f"the course cannot be put into {folder}: {error.strerror or error}"
        raise CourseError(message, word=str(folder)) from error
    return copied


def _copy(lesson: Path, folder: Path, delivered: dict[str, str]) -> Copied:
    text = lesson.read_bytes()
    target, print_ = folder / lesson.name, sha256(text).hexdigest()
    is_new = not target.exists()
    is_known = delivered.get(lesson.name) == print_ or (not is_new and target.read_bytes() == text)
    delivered[lesson.name] = print_
    if is_new:
        _write_whole(target, text)
        return Copied(target, Fate.NEW)
    if is_known:
        return Copied(target, Fate.KEPT)
    beside = next(path for path in _names_beside(target) if not path.exists())
    _write_whole(beside, text)
    return Copied(beside, Fate.BESIDE)


def _names_beside(target: Path) -> Iterator[Path]:
    yield target.with_name(f"{target.stem}-updated{target.suffix}")
    for number in range(2, 10_000):
        yield target.with_name(f"{target.stem}-updated-{number}{target.suffix}")


def _read_manifest(folder: Path) -> dict[str, str]:
    """Which edition of each lesson was delivered; nothing where that cannot be read."""
    try:
        found = json.loads((folder / MANIFEST).read_bytes())
    except (FileNotFoundError, ValueError):
        return {}
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}


def _write_whole(target: Path, text: bytes) -> None:
    """Write the file so that it is there whole or not at all."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".ono-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
