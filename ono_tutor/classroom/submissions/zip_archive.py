"""A zip archive: its members are read into memory, each to its limit, and nothing is unpacked."""

import stat
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from io import BytesIO
from itertools import pairwise
from typing import BinaryIO

from ono_tutor.classroom.submissions.disk_file import fault_of, open_file
from ono_tutor.classroom.submissions.limits import LIMITS, Limits
from ono_tutor.classroom.submissions.refusal import Cause, FaultError
from ono_tutor.classroom.submissions.zip_directory import Member, end_of, members_of

_LOCAL = struct.Struct("<4s5H3L2H")
_STORED, _DEFLATED = 0, 8
_ENCRYPTED = 1 | 1 << 6 | 1 << 13
_METHODS = {9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "xz", 98: "PPMd"}
_STEP, _MOST_AT_ONCE = 1 << 16, 1 << 20
_OF_MEMBER = 500
"""About how many bytes are kept of a member, its place in the tables counted."""


class Archive:
    """A zip archive in a file or in memory.

    Raises :class:`FaultError` for what is none, or holds more than is read.
    """

    def __init__(self, file: BinaryIO, limits: Limits = LIMITS, *, weight: int = 0) -> None:
        self._file, self._limits = file, limits
        self._end = end_of(file)
        self.members: Sequence[Member] = members_of(file, self._end, limits)
        self.weight = weight + _OF_MEMBER * len(self.members)
        """About how many bytes of memory it takes."""

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    @cached_property
    def _last(self) -> Mapping[str, Member]:
        return {member.name: member for member in self.members}

    @cached_property
    def _overlapping(self) -> frozenset[int]:
        """The places of members that run into the next one."""
        ordered = sorted(self.members, key=lambda member: member.start)
        return frozenset(
            member.start for member, after in pairwise(ordered) if _stop(member) > after.start
        )

    def check(self, member: Member, most: int) -> None:
        """Raise :class:`FaultError` for a member that by the directory alone cannot be read."""
        _check_kind(member.mode)
        if self._last[member.name] is not member:
            message = "the archive has its name twice; the last of that name is read"
            raise FaultError(Cause.SAME_NAME, message)
        if member.flags & _ENCRYPTED:
            raise FaultError(Cause.ENCRYPTED, "it is locked with a password")
        _check_method(member)
        if member.start in self._overlapping:
            message = "it lies over another member of the archive, as in a zip bomb"
            raise FaultError(Cause.ZIP_BOMB, message)
        if _stop(member) > self._end.start:
            message = "it cannot be where the archive's directory says it is"
            raise FaultError(Cause.BROKEN_ZIP, message)
        self._check_size(member, most)

    def _check_size(self, member: Member, most: int) -> None:
        if member.unpacked > most:
            is_attack = member.unpacked > self._limits.ratio * max(member.packed, 1)
            message = f"it unpacks to {member.unpacked:,} bytes; {most:,} are read at the most"
            raise FaultError(Cause.ZIP_BOMB if is_attack else Cause.TOO_BIG, message)
        if member.packed > most + most // 10 + 1_000:
            message = f"it is {member.packed:,} bytes long packed, and {member.unpacked:,} unpacked"
            raise FaultError(Cause.BROKEN_ZIP, message)

    def named(self, name: str) -> Member:
        """The last member of this name.

        Raises :class:`FaultError` where there is none.
        """
        try:
            return self._last[name]
        except KeyError as error:
            raise FaultError(Cause.VANISHED, "it is no longer in the archive") from error

    def unpacked(self, member: Member, most: int) -> BytesIO:
        """What a member holds, in memory.

        Raises :class:`FaultError` for what :meth:`check` finds, for more bytes than the directory
        says, for bytes that are not those that were packed, and for what cannot be unpacked.
        """
        self.check(member, most)
        try:
            return _checked(member, _unpacked(member, self._packed(member)))
        except (OSError, ValueError) as error:  # a value, where the file was closed
            raise fault_of(error) from error

    def _packed(self, member: Member) -> Iterator[bytes]:
        """The bytes of a member as they stand in the file, a piece at a time."""
        self._file.seek(member.start)
        header = self._file.read(_LOCAL.size)
        if len(header) < _LOCAL.size or not header.startswith(b"PK\x03\x04"):
            raise FaultError(Cause.BROKEN_ZIP, "it is not where the archive's directory says it is")
        _, _, flags, method, *_, named, more = _LOCAL.unpack(header)
        if self._file.read(named) != member.raw or method != member.method:
            message = "the archive's directory and the member itself do not agree what it is"
            raise FaultError(Cause.BROKEN_ZIP, message)
        if flags & _ENCRYPTED:
            raise FaultError(Cause.ENCRYPTED, "it is locked with a password")
        self._file.seek(more, 1)
        left = member.packed
        while left and (piece := self._file.read(min(_STEP, left))):
            left -= len(piece)
            yield piece


def open_archive(path: str, limits: Limits = LIMITS) -> Archive:
    """The archive in a file on disk; to be closed.

    Raises :class:`FaultError` for a file that cannot be read, is too big or no archive.
    """
    file = open_file(path)
    try:
        size = file.seek(0, 2)
        if size > limits.archive:
            message = f"it has {size:,} bytes; {limits.archive:,} are read of an archive"
            raise FaultError(Cause.TOO_BIG, message)
        return Archive(file, limits)
    except OSError as error:
        file.close()
        raise fault_of(error) from error
    except BaseException:
        file.close()
        raise


def open_inner_archive(outer: Archive, member: Member, limits: Limits = LIMITS) -> Archive:
    """The archive that is a member of another, unpacked into memory.

    Raises :class:`FaultError` for a member that cannot be read or is no archive.
    """
    return Archive(outer.unpacked(member, limits.inner), limits, weight=member.unpacked)


def _stop(member: Member) -> int:
    """Where a member ends at the earliest."""
    return member.start + _LOCAL.size + len(member.raw) + member.packed


def _check_kind(mode: int) -> None:
    kind = stat.S_IFMT(mode)
    if kind == stat.S_IFLNK:
        raise FaultError(Cause.SYMBOLIC_LINK, "it is a symbolic link, and none is followed")
    if kind not in (0, stat.S_IFREG):
        raise FaultError(Cause.SPECIAL_FILE, "it is a pipe, a device or the like, not a file")


def _check_method(member: Member) -> None:
    if member.method not in (_STORED, _DEFLATED):
        method = _METHODS.get(member.method, f"method {member.method}")
        message = f"it is packed by {method}; deflated and stored members are read"
        raise FaultError(Cause.UNSUPPORTED_METHOD, message)
    if member.method == _STORED and member.packed != member.unpacked:
        message = f"it is said to be stored, and {member.packed:,} bytes are {member.unpacked:,}"
        raise FaultError(Cause.BROKEN_ZIP, message)


def _unpacked(member: Member, pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The bytes that were packed, never one more at a time than the member may still have."""
    if member.method == _STORED:
        yield from pieces
        return
    engine, left = zlib.decompressobj(-zlib.MAX_WBITS), member.unpacked + 1
    try:
        for piece in pieces:
            rest = piece
            while rest and left > 0 and not engine.eof:
                found = engine.decompress(rest, min(left, _MOST_AT_ONCE))
                left -= len(found)
                yield found
                rest = engine.unconsumed_tail
        yield engine.flush()
    except zlib.error as error:
        raise FaultError(Cause.BROKEN_ZIP, "its bytes are not what was once packed") from error
    if not engine.eof and left > 0:
        raise FaultError(Cause.TRUNCATED_ZIP, "the archive ends in the middle of it")


def _checked(member: Member, pieces: Iterator[bytes]) -> BytesIO:
    """The pieces as one, if they are what the directory says: so long, and with this checksum."""
    whole, crc, length = BytesIO(), 0, 0
    for piece in pieces:
        length += len(piece)
        if length > member.unpacked:
            message = f"it unpacks to more than the {member.unpacked:,} bytes that it is said to be"
            raise FaultError(Cause.ZIP_BOMB, message)
        crc = zlib.crc32(piece, crc)
        whole.write(piece)
    if length < member.unpacked:
        message = f"it has {length:,} bytes, and is said to have {member.unpacked:,}"
        raise FaultError(Cause.TRUNCATED_ZIP, message)
    if crc != member.crc:
        raise FaultError(Cause.BAD_CRC, "its checksum is wrong: it was damaged on the way")
    return whole
