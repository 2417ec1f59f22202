"""What an archive holds of what was handed in, at any depth."""

import stat
from collections.abc import Iterator

from ono_tutor.classroom.submissions.file_names import (
    is_answers,
    is_hidden,
    is_litter,
    is_zip,
    parts,
    unsafe,
    why_other,
)
from ono_tutor.classroom.submissions.limits import LIMITS, Limits
from ono_tutor.classroom.submissions.refusal import Cause, FaultError, Refusal
from ono_tutor.classroom.submissions.source import Source
from ono_tutor.classroom.submissions.zip_archive import Archive, open_inner_archive
from ono_tutor.classroom.submissions.zip_directory import Member


class Budget:
    """What may still be read of an archive on disk, of those inside it as well."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._limits = limits
        self._members, self._unpacked = limits.members_in_all, limits.unpacked

    def open(self, archive: Archive) -> None:
        """Raise :class:`FaultError` where this archive has more members than may be looked at."""
        self._members -= len(archive.members)
        if self._members < 0:
            most = self._limits.members_in_all
            message = f"the whole has more than the {most:,} members that are looked at"
            raise FaultError(Cause.TOO_MANY, message)

    def unpack(self, member: Member) -> None:
        """Raise :class:`FaultError` where this member unpacks to more than may be read."""
        if member.unpacked > self._unpacked:
            most = self._limits.unpacked
            message = f"with it the whole unpacks to more than the {most:,} bytes that are read"
            raise FaultError(Cause.ZIP_BOMB, message)
        self._unpacked -= member.unpacked


def archived(
    source: Source, archive: Archive, budget: Budget, limits: Limits = LIMITS
) -> Iterator[Source | Refusal]:
    """The answers files of an archive in the order of its directory, and what is refused of it."""
    try:
        budget.open(archive)
    except FaultError as fault:
        yield source.refused(fault)
        return
    for member in archive.members:
        inside = source.inside(member.name)
        try:
            if not _is_meant(member):
                continue
            if is_zip(member.name):
                inner = _inner(archive, member, budget, limits, depth=len(inside.members))
            else:
                inner = None
                _check_answers(archive, member, budget, limits)
        except FaultError as fault:
            yield inside.refused(fault)
            continue
        yield from archived(inside, inner, budget, limits) if inner else (inside,)


def _is_meant(member: Member) -> bool:
    """Whether a learner put the member there; one with an unsafe name is refused, whatever it is.

    Raises :class:`FaultError` for such a name.
    """
    reason = unsafe(member.name)
    if reason:
        raise FaultError(Cause.UNSAFE_NAME, reason)
    is_folder = member.name.endswith("/") or stat.S_ISDIR(member.mode)
    return not is_folder and not any(map(is_litter, parts(member.name)))


def _inner(
    archive: Archive, member: Member, budget: Budget, limits: Limits, *, depth: int
) -> Archive:
    """The archive that a member is.

    Raises :class:`FaultError` for one that stands too deep, and for one that cannot be read.
    """
    if depth > limits.depth:
        message = f"it is an archive in more than {limits.depth} others; unpack it and give that"
        raise FaultError(Cause.TOO_DEEP, message)
    _check_shown(member)
    archive.check(member, limits.inner)
    budget.unpack(member)
    return open_inner_archive(archive, member, limits)


def _check_answers(archive: Archive, member: Member, budget: Budget, limits: Limits) -> None:
    """Raise :class:`FaultError` for a member that is no answers file, or none that can be read."""
    _check_shown(member)
    if not is_answers(member.name):
        raise FaultError(Cause.OTHER_FILE, why_other(parts(member.name)[-1]))
    archive.check(member, limits.answers)
    budget.unpack(member)


def _check_shown(member: Member) -> None:
    hidden = next(filter(is_hidden, parts(member.name)), None)
    if hidden:
        raise FaultError(Cause.OTHER_FILE, why_other(hidden))
