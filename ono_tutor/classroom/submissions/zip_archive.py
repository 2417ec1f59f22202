"""A zip archive that may lie: its members are read into memory within limits, never unpacked.

The archive is read by :mod:`zipfile`. What that module believes is checked here: how much the
directory holds, before it is read; that no member lies over another; that a member's bytes are
so many as it says, and no more of them are unpacked.
"""

import stat
import struct
import zipfile
import zlib
from copy import copy
from datetime import UTC, datetime
from itertools import pairwise
from typing import BinaryIO

from ono_tutor.classroom.submissions.file_names import Arrival, Source
from ono_tutor.classroom.submissions.files import (
    LIMITS,
    Cause,
    FaultError,
    ReadLimits,
    fault_of,
    open_file,
)
from ono_tutor.puzzles.answer import stamp

Member = zipfile.ZipInfo

SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
"""What a zip archive begins with."""

_END = struct.Struct("<4s4H2LH")
_END_LARGE, _LOCATOR = struct.Struct("<4sQ2H2L4Q"), struct.Struct("<4sLQL")
_LONGEST_COMMENT, _OF_HEADER = 0xFFFF, 30
_ENCRYPTED = 1 | 1 << 6 | 1 << 13
_METHODS = {9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "xz", 98: "PPMd"}


class Archive:
    """A zip archive in a file or in memory; ``members`` are in the order of its directory.

    Raises :class:`FaultError` for what is none, or holds more than is read.
    """

    def __init__(self, file: BinaryIO, limits: ReadLimits = LIMITS) -> None:
        self._limits = limits
        self._file = file
        stated = _check_end(file, limits)
        try:
            self._zip = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError) as error:
            message = f"its directory cannot be read: {ascii(str(error))[1:-1]}"
            raise FaultError(Cause.BROKEN_ZIP, message) from error
        self.members = self._zip.infolist()
        if len(self.members) != stated:
            message = f"it says that it has {stated:,} members, and its directory names others"
            raise FaultError(Cause.BROKEN_ZIP, message)
        for member in self.members:
            member.filename = _name_of(member)
        self._last = {member.filename: member for member in self.members}
        ordered = sorted(self.members, key=lambda member: member.header_offset)
        self._overlapping = {
            member.header_offset
            for member, after in pairwise(ordered)
            if _end_of(member) > after.header_offset
        }

    def close(self) -> None:
        """Let go of the file."""
        self._zip.close()
        self._file.close()

    def check(self, member: Member, most: int) -> None:
        """Raise :class:`FaultError` for a member that by the directory alone cannot be read."""
        _check_kind(member_mode(member))
        if self._last[member.filename] is not member:
            message = "the archive has its name twice; the last of that name is read"
            raise FaultError(Cause.SAME_NAME, message)
        if member.flag_bits & _ENCRYPTED:
            raise FaultError(Cause.ENCRYPTED, "it is locked with a password")
        _check_method(member)
        if member.header_offset in self._overlapping:
            message = "it lies over another member of the archive, as in a zip bomb"
            raise FaultError(Cause.ZIP_BOMB, message)
        if not 0 <= member.header_offset <= _end_of(member) <= self._zip.start_dir:
            message = "it cannot be where the archive's directory says it is"
            raise FaultError(Cause.BROKEN_ZIP, message)
        self._check_size(member, most)

    def _check_size(self, member: Member, most: int) -> None:
        size, packed = member.file_size, member.compress_size
        if size > most:
            is_attack = size > self._limits.ratio * max(packed, 1)
            message = f"it unpacks to {size:,} bytes; {most:,} are read at the most"
            raise FaultError(Cause.ZIP_BOMB if is_attack else Cause.TOO_BIG, message)
        if packed > most + most // 10 + 1_000:
            message = f"it is {packed:,} bytes long packed, and {size:,} unpacked"
            raise FaultError(Cause.BROKEN_ZIP, message)

    def read(self, member: Member) -> bytes:
        """Return what a member holds that :meth:`check` has let pass.

        Raises :class:`FaultError` for more bytes than the directory says, for bytes that are not
        those that were packed, and for what cannot be unpacked.
        """
        try:
            return _checked(member, self._unpacked(member))
        except EOFError as error:
            raise FaultError(Cause.TRUNCATED_ZIP, "the archive ends in the middle of it") from error
        except zlib.error as error:
            message = "its bytes are not what was once packed"
            raise FaultError(Cause.BROKEN_ZIP, message) from error
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
            message = f"it is not what the archive's directory says: {ascii(str(error))[1:-1]}"
            raise FaultError(Cause.BROKEN_ZIP, message) from error
        except (OSError, ValueError) as error:  # a value, where the file was closed
            raise fault_of(error) from error

    def _unpacked(self, member: Member) -> bytes:
        """Return a member's bytes, one more at the most than it says that it has."""
        asked = copy(member)
        asked.file_size += 1  # zipfile would stop at the size, and not see that there is more
        del asked.CRC  # which is that of all bytes; it is checked once they are counted
        with self._zip.open(asked) as file:
            return file.read(asked.file_size)


def open_archive(path: str, limits: ReadLimits = LIMITS) -> Archive:
    """Return the archive in a file on disk; it is to be closed.

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


def _check_end(file: BinaryIO, limits: ReadLimits) -> int:
    """Return how many members an archive says that it has, before its directory is read.

    Raises :class:`FaultError` for more than is read, and for what is not the whole of an archive.
    """
    large = _LOCATOR.size + _END_LARGE.size
    length = file.seek(0, 2)
    file.seek(max(0, length - _LONGEST_COMMENT - _END.size - large))
    tail = file.read()
    place = tail.rfind(b"PK\x05\x06", 0, max(0, len(tail) - _END.size + 4))
    if place < 0:
        raise _no_end(file)
    *_, members, size, offset, _ = _END.unpack_from(tail, place)
    if tail[max(0, place - _LOCATOR.size) :].startswith(b"PK\x06\x07"):
        place -= large
        if place < 0 or not tail.startswith(b"PK\x06\x06", place):
            raise FaultError(Cause.BROKEN_ZIP, "its record for large archives is missing")
        *_, members, size, offset = _END_LARGE.unpack_from(tail, place)
    if members > limits.members:
        message = f"it has {members:,} members; {limits.members:,} are read at the most"
        raise FaultError(Cause.TOO_MANY, message)
    if size + offset > place + length - len(tail):
        raise FaultError(Cause.BROKEN_ZIP, "its directory cannot be where the archive says it is")
    if size > limits.directory:
        message = f"its directory has {size:,} bytes; {limits.directory:,} are read at the most"
        raise FaultError(Cause.TOO_BIG, message)
    return int(members)


def _no_end(file: BinaryIO) -> FaultError:
    file.seek(0)
    if file.read(4) in SIGNATURES:
        message = "its end is missing, so it is not the whole archive; fetch it once more"
        return FaultError(Cause.TRUNCATED_ZIP, message)
    return FaultError(Cause.NOT_ZIP, "it is no zip archive, whatever its name says")


def _name_of(member: Member) -> str:
    """Return the whole name, as UTF-8 even where that is not said, or else as code page 437."""
    name = member.orig_filename
    if member.flag_bits & 1 << 11:
        return name
    try:
        return name.encode("cp437").decode()
    except UnicodeDecodeError:
        return name


def member_mode(member: Member) -> int:
    """Return what Unix keeps of a file, 0 where it is not kept."""
    return member.external_attr >> 16


def arrival_in(member: Member) -> Arrival | None:
    """Return when a member was written, as the archive says, which may not know the zone."""
    try:
        moment = datetime(*member.date_time, tzinfo=UTC)
    except ValueError:
        return None
    is_known = moment.year > 1980  # where nothing is known, the format's first day stands
    return Arrival(stamp(moment), Source.ARCHIVE) if is_known else None


def _end_of(member: Member) -> int:
    """Return where a member ends at the earliest."""
    raw = member.orig_filename.encode("utf-8" if member.flag_bits & 1 << 11 else "cp437")
    return member.header_offset + _OF_HEADER + len(raw) + member.compress_size


def _check_kind(mode: int) -> None:
    kind = stat.S_IFMT(mode)
    if kind == stat.S_IFLNK:
        raise FaultError(Cause.SYMBOLIC_LINK, "it is a symbolic link, and none is followed")
    if kind not in (0, stat.S_IFREG):
        raise FaultError(Cause.SPECIAL_FILE, "it is a pipe, a device or the like, not a file")


def _check_method(member: Member) -> None:
    method, packed, size = member.compress_type, member.compress_size, member.file_size
    if method not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        name = _METHODS.get(method, f"method {method}")
        message = f"it is packed by {name}; deflated and stored members are read"
        raise FaultError(Cause.UNSUPPORTED_METHOD, message)
    if method == zipfile.ZIP_STORED and packed != size:
        message = f"it is said to be stored, and {packed:,} bytes are {size:,}"
        raise FaultError(Cause.BROKEN_ZIP, message)


def _checked(member: Member, raw: bytes) -> bytes:
    """Return the bytes if they are what the directory says: so long, and with this checksum."""
    if len(raw) > member.file_size:
        message = f"it unpacks to more than the {member.file_size:,} bytes that it is said to be"
        raise FaultError(Cause.ZIP_BOMB, message)
    if len(raw) < member.file_size:
        message = f"it has {len(raw):,} bytes, and is said to have {member.file_size:,}"
        raise FaultError(Cause.TRUNCATED_ZIP, message)
    if zlib.crc32(raw) != member.CRC:
        raise FaultError(Cause.BAD_CRC, "its checksum is wrong: it was damaged on the way")
    return raw
