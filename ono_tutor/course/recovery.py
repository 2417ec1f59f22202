"""Setting a file aside that cannot be gone on with: renamed, never overwritten, never deleted.

Locks between programs stand here too: on a file, and on a folder.
"""

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from errno import EINVAL, ENOLCK, EOPNOTSUPP
from pathlib import Path

from ono_tutor.atomic_files import OutputError, clear_leftovers, free_name, output_errors
from ono_tutor.course.answered import Answered
from ono_tutor.course.progress_file import (
    LONG,
    Damage,
    DamageError,
    ProgressFile,
    UnusableError,
    add,
    connect,
    rows_in,
)
from ono_tutor.i18n import N_, Message, lazy_gettext, lazy_ngettext

COMPANIONS = ("-journal", "-wal", "-shm")
"""What SQLite puts after the file's name; these belong to the file and go with it."""

LOCK = ".ono-in-use"
"""The file that is held while a run lasts; it is removed at the end, and after a kill means
nothing."""

_NO_LOCKS = (EINVAL, ENOLCK, EOPNOTSUPP)
"""What systems answer where the disk knows no locks, as some of networks do not."""

_WHY = {
    Damage.DAMAGED: N_("The progress file {name} is damaged."),
    Damage.FOREIGN: N_("The file {name} is not a progress file of this course."),
    Damage.NEWER: N_("The progress file {name} was written by a newer version of this course."),
    Damage.LOCKED: N_("The progress file {name} cannot be written to."),
}
_STUCK = {
    Damage.DAMAGED: N_("it is damaged, and cannot be set aside: {reason}"),
    Damage.FOREIGN: N_("it is not a progress file, and cannot be set aside: {reason}"),
    Damage.NEWER: N_("a newer version wrote it, and it cannot be set aside: {reason}"),
    Damage.LOCKED: N_("it cannot be written to, nor set aside: {reason}"),
}
_BEGUN_WITH = (
    N_("{why} It was set aside as {aside}, and a new one was begun with its one whole answer."),
    N_("{why} It was set aside as {aside}, and a new one was begun with its {n} whole answers."),
)
_BEGUN_EMPTY = N_("{why} It was set aside as {aside}, and a new one was begun, which is empty.")
_LEFT = N_(
    "The progress file {name} was not there, and a new one was begun. {aside} lies beside it."
)


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


def begin_anew(file: ProgressFile) -> SetAside | None:
    """Set the file aside and begin a new one; None where it is sound by now.

    Only one program at a time does this: else the second sets aside what the first has just
    begun. Raises :class:`UnusableError` where the file cannot be set aside; then it is as it was.
    """
    try:
        with locked(file.path, file.patience):
            try:
                file.examine()
            except DamageError as error:
                return _begin_anew(file, error.damage)
    except OSError as error:
        reason = lazy_gettext(
            "it is not whole, and cannot be set aside: {reason}", reason=error.strerror or error
        )
        raise UnusableError(str(reason)) from error
    return None


def left_aside(path: Path) -> SetAside | None:
    """Return a file set aside before, where a new one has to be begun for no other reason."""
    for damage in Damage:
        place = path.with_name(f"{path.stem}-{damage}{path.suffix}")
        if os.path.lexists(place):
            return SetAside(place, lazy_gettext(_LEFT, name=path.name, aside=place.name))
    return None


@contextmanager
def locked(path: Path, patience: float) -> Iterator[None]:
    """Let only one program at a time change a file; the lock is gone with its process.

    Raises :class:`OSError` where there can be no lock, or another program holds it for longer
    than ``patience`` seconds. In a browser there is one program, and no lock.
    """
    if sys.platform == "emscripten":
        yield
        return
    from filelock import FileLock  # noqa: PLC0415 - seldom needed, and not in a browser

    with FileLock(path.with_name(f".{path.name}-lock"), timeout=patience):
        yield


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Hold a folder, which is made, and clear what a killed run left in it.

    Raises :class:`OutputError`, at once if another program holds the folder. Where the disk knows
    no locks, nothing is held.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415 - slow to import, and not in a browser

    path = folder / LOCK
    lock = FileLock(path, timeout=0)
    with output_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire()
        except Timeout as error:
            message = f"another run is writing into {folder}; wait until it has ended"
            raise OutputError(message, word=str(folder)) from error
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
    try:
        clear_leftovers(folder)
        yield
    finally:
        if sys.platform != "win32":  # where the lock does it itself
            with suppress(OSError):
                path.unlink(missing_ok=True)  # before it is let go, so that no one takes it then
        lock.release()


def _begin_anew(file: ProgressFile, damage: Damage) -> SetAside:
    place = _moved(file.path, damage)
    carried = tuple(_salvaged(place)) if place.is_file() else ()
    why = lazy_gettext(_WHY[damage], name=file.path.name)
    fields = {"why": why, "aside": place.name}
    text = (
        lazy_ngettext(*_BEGUN_WITH, len(carried), **fields)
        if carried
        else lazy_gettext(_BEGUN_EMPTY, **fields)
    )
    try:
        with file.writing() as db:
            add(db, carried)
    except (DamageError, UnusableError):
        return SetAside(place, text, carried, is_begun=False)
    return SetAside(place, text, carried)


def _moved(path: Path, damage: Damage) -> Path:
    """Rename the file with its companions, these first: a journal must never meet a new file."""
    place = free_name(path, damage, COMPANIONS)
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


def _salvaged(path: Path) -> list[Answered]:
    """Return the answers of a damaged file that are provably whole: as they were written.

    They are read from both ends, up to what cannot be read.
    """
    found: dict[Answered, None] = {}
    for order in ("ASC", "DESC"):
        try:
            with closing(connect(path, "ro", LONG)) as db:
                db.text_factory = lambda text: text.decode("utf-8", "replace")
                for row in filter(None, rows_in(db, order)):
                    found[Answered.of_row(row)] = None
        except (sqlite3.Error, UnicodeDecodeError):
            continue
    return sorted(found, key=lambda answered: answered.at)
