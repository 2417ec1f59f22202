"""Setting a file aside that cannot be gone on with: renamed, never overwritten, never deleted."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from ono_tutor.course.answer_file import UnusableError, add, connect, examine, salvaged, writing
from ono_tutor.course.answered import Answered
from ono_tutor.course.footing import Footing
from ono_tutor.course.schema import Damage, DamageError
from ono_tutor.i18n import N_, Message, lazy_gettext

COMPANIONS = ("-journal", "-wal", "-shm")
"""What SQLite puts after the file's name; these belong to the file and go with it."""

_WHY = {
    Damage.DAMAGED: N_("The progress file {name} is damaged."),
    Damage.FOREIGN: N_("The file {name} is no progress file of this course."),
    Damage.NEWER: N_("The progress file {name} was written by a newer version of this course."),
    Damage.LOCKED: N_("The progress file {name} cannot be written to."),
}


_STUCK = {
    Damage.DAMAGED: N_("it is damaged, and cannot be set aside: {reason}"),
    Damage.FOREIGN: N_("it is no progress file, and cannot be set aside: {reason}"),
    Damage.NEWER: N_("a newer version wrote it, and it cannot be set aside: {reason}"),
    Damage.LOCKED: N_("it cannot be written to, nor set aside: {reason}"),
}


@dataclass(frozen=True, slots=True)
class SetAside:
    """Where a file lies that was set aside, and a sentence that says so.

    ``carried`` are the answers in it that were provably whole; the new file begins with them,
    unless ``is_begun`` says that there is none yet.
    """

    path: Path
    text: Message
    carried: tuple[Answered, ...] = ()
    is_begun: bool = True


def begin_anew(path: Path, footing: Footing) -> SetAside | None:
    """Set the file aside and begin a new one; None where it is sound by now.

    Raises :class:`UnusableError` where the file cannot be set aside; then it is as it was.
    """
    with _alone(path, footing):
        try:
            examine(path, footing)
        except DamageError as error:
            return _begin_anew(path, error.damage, footing)
    return None


def left_aside(path: Path) -> SetAside | None:
    """A file set aside before, where a new one has to be begun for no other reason."""
    for damage in Damage:
        place = _place(path, damage, 1)
        if os.path.lexists(place):
            text = N_(
                "The progress file {name} was not there, and a new one was begun. {aside} lies "
                "beside it."
            )
            return SetAside(place, lazy_gettext(text, name=path.name, aside=place.name))
    return None


def _begin_anew(path: Path, damage: Damage, footing: Footing) -> SetAside:
    place = _moved(path, damage)
    carried = tuple(salvaged(place)) if place.is_file() else ()
    told, is_begun = _told(path, damage, place, carried), True
    try:
        with writing(path, footing) as db:
            add(db, carried)
    except (DamageError, UnusableError):
        is_begun = False
    return SetAside(place, told, carried, is_begun)


def _told(path: Path, damage: Damage, place: Path, carried: tuple[Answered, ...]) -> Message:
    why = lazy_gettext(_WHY[damage], name=path.name)
    if carried:
        text = N_(
            "{why} It was set aside as {aside}, and a new one was begun with the answers that are "
            "whole in it: {count}."
        )
        return lazy_gettext(text, why=why, aside=place.name, count=len(carried))
    text = N_("{why} It was set aside as {aside}, and a new one was begun, which is empty.")
    return lazy_gettext(text, why=why, aside=place.name)


def _moved(path: Path, damage: Damage) -> Path:
    """Rename the file with its companions, these first: a journal must never meet a new file."""
    place = next(place for place in _places(path, damage) if _is_free(place))
    moved: list[str] = []
    try:
        for ending in (*COMPANIONS, ""):
            if os.path.lexists(f"{path}{ending}"):
                Path(f"{path}{ending}").rename(f"{place}{ending}")
                moved.append(ending)
    except OSError as error:
        for ending in moved:
            Path(f"{place}{ending}").rename(f"{path}{ending}")
        reason = lazy_gettext(_STUCK[damage], reason=error.strerror or error)
        raise UnusableError(str(reason)) from error
    return place


def _is_free(place: Path) -> bool:
    return not any(os.path.lexists(f"{place}{ending}") for ending in ("", *COMPANIONS))


def _places(path: Path, damage: Damage) -> Iterator[Path]:
    for number in range(1, 10_000):
        yield _place(path, damage, number)


def _place(path: Path, damage: Damage, number: int) -> Path:
    last = f"-{number}" if number > 1 else ""
    return path.with_name(f"{path.stem}-{damage}{last}{path.suffix}")


@contextmanager
def _alone(path: Path, footing: Footing) -> Iterator[None]:
    """Only one program at a time: else the second sets aside what the first has just begun.

    SQLite's lock on an empty file serves on every system that has locks, and is gone with its
    process.
    """
    if not footing.has_locks:
        yield
        return
    try:
        with closing(connect(path.with_name(f".{path.name}-lock"), "rwc", footing.patience)) as db:
            db.execute("BEGIN EXCLUSIVE")
            yield
    except sqlite3.Error as error:
        reason = lazy_gettext("it is not whole, and cannot be set aside: {reason}", reason=error)
        raise UnusableError(str(reason)) from error
