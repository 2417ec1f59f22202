"""What learners handed in, found: in files, folders, and zip archives as an LMS gives them.

In folders and archives a file that ends in ``.json`` is taken for an answers file, and one that
ends in ``.zip`` is opened; a file that the teacher names is always tried. Other files are refused
as passed over (``other-file``), but not what systems leave behind. Whatever is wrong with a file
is a :class:`RefusedFile` with a cause of its own (:class:`.Cause`), and the others are read.

Nothing is run, and nothing is written: members of archives are read into memory, as much as
:class:`.Limits` says. No link is followed, and no pipe, device or socket opened. What lies about
its length, lies over another member, or is far too long for what it is packed is a ``zip-bomb``.

Names are told as :func:`printable_name` writes them, so they can be printed as they are.
"""

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path

from ono_tutor.classroom.submissions.file_names import Arrival, why_other
from ono_tutor.classroom.submissions.files import (
    LIMITS,
    Cause,
    FaultError,
    ReadLimits,
    RefusedFile,
    Submission,
    arrival_of,
    check_file,
    fault_of,
    file_mode,
    is_answers,
    is_hidden,
    is_litter,
    is_zip,
    member_parts,
    open_file,
    printable_name,
    read_plain_file,
    unsafe,
)
from ono_tutor.classroom.submissions.zip_archive import (
    SIGNATURES,
    Archive,
    Member,
    arrival_in,
    member_mode,
    open_archive,
)
from ono_tutor.errors import OnoError

_Found = Iterator[Submission | RefusedFile]


class MissingPathError(OnoError):
    """There is nothing at a path that was given."""

    kind = "missing"


def find_submissions(paths: Iterable[Path], limits: ReadLimits = LIMITS) -> _Found:
    """Return what was handed in at these paths; each file is read once it is asked for.

    Raises :class:`MissingPathError` at once where a path does not exist.
    """
    given = [str(path) for path in paths]
    for path in given:
        if not os.path.lexists(path):
            shown = printable_name(path)
            raise MissingPathError(f"there is no file or folder {shown}", word=shown)
    return (item for path in given for item in _given(path, limits))


def _given(path: str, limits: ReadLimits) -> _Found:
    """Yield what the teacher named: it is tried, whatever it is called."""
    try:
        mode = file_mode(path)
        if stat.S_ISDIR(mode):
            yield from _in_folder(path, limits)
            return
        check_file(mode)
        is_archive = is_zip(path) or _starts_as_zip(path)
        yield from _in_archive(path, limits) if is_archive else (_answers(path, limits),)
    except FaultError as fault:
        yield fault.at(path)


def _answers(path: str, limits: ReadLimits) -> Submission:
    raw = read_plain_file(path, limits.answers)
    return Submission(printable_name(path), raw, arrival_of(path))


def _starts_as_zip(path: str) -> bool:
    with open_file(path) as file:
        try:
            return file.read(4) in SIGNATURES
        except OSError as error:
            raise fault_of(error) from error


def _in_folder(top: str, limits: ReadLimits) -> _Found:
    """Yield what is in a folder: depth first, by name; of each folder only the paths are kept."""
    under = [_paths(top)]
    while under:
        path = next(under[-1], None)
        if path is None:
            under.pop()
            continue
        try:
            mode = file_mode(path)
            if not stat.S_ISDIR(mode):
                yield from _in_file(path, mode, limits)
                continue
            _check_folder(path, len(under), limits)
            under.append(_paths(path))
        except FaultError as fault:
            yield fault.at(path)


def _paths(folder: str) -> Iterator[str]:
    """Return the paths of what is in a folder, by name, litter left out.

    Raises :class:`FaultError` for a folder that cannot be read.
    """
    try:
        with os.scandir(folder) as entries:
            return iter(sorted(entry.path for entry in entries if not is_litter(entry.name)))
    except OSError as error:
        raise fault_of(error) from error


def _name_of(path: str) -> str:
    return path.rpartition(os.sep)[2]  # a Path would keep each name among the interned ones


def _check_folder(path: str, depth: int, limits: ReadLimits) -> None:
    name = _name_of(path)
    if is_hidden(name):
        raise FaultError(Cause.OTHER_FILE, why_other(name))
    if depth >= limits.folders:
        message = f"it is a folder in more than {limits.folders} others, and those are not read"
        raise FaultError(Cause.TOO_DEEP, message)


def _in_file(path: str, mode: int, limits: ReadLimits) -> _Found:
    """Yield what a file in a folder is, or holds.

    Raises :class:`FaultError` for what is not taken.
    """
    check_file(mode)
    name = _name_of(path)
    if is_hidden(name) or not (is_answers(name) or is_zip(name)):
        raise FaultError(Cause.OTHER_FILE, why_other(name))
    yield from _in_archive(path, limits) if is_zip(name) else (_answers(path, limits),)


def _in_archive(path: str, limits: ReadLimits) -> _Found:
    """Yield what an archive on disk holds.

    Raises :class:`FaultError` for one that cannot be read.
    """
    with closing(open_archive(path, limits)) as archive:
        yield from ArchiveContents(limits, arrival_of(path)).found(path, archive)


class ArchiveContents:
    """What an archive on disk holds, at any depth, until as much was found as may be read of it."""

    def __init__(self, limits: ReadLimits = LIMITS, arrival: Arrival | None = None) -> None:
        self._arrival = arrival
        self._limits = limits
        self._members, self._unpacked = limits.members_in_all, limits.unpacked

    def found(self, place: str, archive: Archive, depth: int = 1) -> _Found:
        """Yield the answers files in the order of the directory, and what is refused of it.

        ``depth`` is in how many archives a member stands.
        """
        self._members -= len(archive.members)
        if self._members < 0:
            most = self._limits.members_in_all
            message = f"the whole has more than the {most:,} members that are looked at"
            yield FaultError(Cause.TOO_MANY, message).at(place)
            return
        for member in archive.members:
            inside = f"{place} > {member.filename}"
            try:
                if not _is_meant(member):
                    continue
                is_archive = self._check(archive, member, depth)
                raw = archive.read(member)
                inner = Archive(BytesIO(raw), self._limits) if is_archive else None
            except FaultError as fault:
                yield fault.at(inside)
                continue
            if inner:
                yield from self.found(inside, inner, depth + 1)
            else:
                yield Submission(printable_name(inside), raw, arrival_in(member) or self._arrival)

    def _check(self, archive: Archive, member: Member, depth: int) -> bool:
        """Check that a member may be read; return whether it is an archive, not an answers file.

        Raises :class:`FaultError` for a member that is neither, or that cannot be read.
        """
        is_archive = is_zip(member.filename)
        if is_archive and depth > self._limits.depth:
            most = self._limits.depth
            message = f"it is an archive in more than {most} others; unpack it and give that"
            raise FaultError(Cause.TOO_DEEP, message)
        names = member_parts(member.filename)
        hidden = next(filter(is_hidden, names), "")
        if hidden or not (is_archive or is_answers(member.filename)):
            raise FaultError(Cause.OTHER_FILE, why_other(hidden or names[-1]))
        archive.check(member, self._limits.inner if is_archive else self._limits.answers)
        if member.file_size > self._unpacked:
            most = self._limits.unpacked
            message = f"with it the whole unpacks to more than the {most:,} bytes that are read"
            raise FaultError(Cause.ZIP_BOMB, message)
        self._unpacked -= member.file_size
        return is_archive


def _is_meant(member: Member) -> bool:
    """Check if a learner put the member there.

    Raises :class:`FaultError` for an unsafe name, whatever the member is.
    """
    reason = unsafe(member.filename)
    if reason:
        raise FaultError(Cause.UNSAFE_NAME, reason)
    is_folder = member.filename.endswith("/") or stat.S_ISDIR(member_mode(member))
    return not is_folder and not any(map(is_litter, member_parts(member.filename)))
