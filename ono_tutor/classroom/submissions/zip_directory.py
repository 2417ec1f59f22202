"""The directory of a zip archive, looked at before it is read, and read within limits.

Written for files that lie. What is read here is all that is known of an archive: there is no
second reader that might see another one. The names of the fields are those of PKWARE's APPNOTE.
"""

import struct
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from ono_tutor.classroom.submissions.limits import Limits
from ono_tutor.classroom.submissions.refusal import Cause, FaultError

SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
"""What a zip archive begins with."""

_END, _END64, _LOCATOR, _MEMBER = b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07", b"PK\x01\x02"
_END_RECORD = struct.Struct("<4s4H2LH")
_END64_RECORD = struct.Struct("<4sQ2H2L4Q")
_LOCATOR_RECORD = struct.Struct("<4sLQL")
_MEMBER_RECORD = struct.Struct("<4s6H3L5H2L")
_LONGEST_COMMENT = 0xFFFF
_IN_EXTRA, _ZIP64 = 0xFFFFFFFF, 1


class Member(NamedTuple):
    """What the directory says of a member: nothing of it is believed until it is read.

    ``raw`` is the name in bytes, ``start`` where its local header stands in the file, ``mode``
    what Unix keeps of a file, 0 where it is not kept.
    """

    raw: bytes
    flags: int
    method: int
    crc: int
    packed: int
    unpacked: int
    start: int
    mode: int

    @property
    def name(self) -> str:
        """The name as text: UTF-8, which many write without saying so, or else code page 437."""
        try:
            return self.raw.decode("utf-8")
        except UnicodeDecodeError:
            return self.raw.decode("cp437")


class End(NamedTuple):
    """What the record at the end of an archive says of the directory.

    ``shift`` is how many bytes stand before the archive, as before one that unpacks itself.
    """

    start: int
    size: int
    members: int
    shift: int


def end_of(file: BinaryIO) -> End:
    """Where the directory is, and how much of it there is said to be.

    Raises :class:`FaultError` for what is no archive, or not the whole of one.
    """
    length = file.seek(0, 2)
    at = file.seek(max(0, length - _END_RECORD.size - _LONGEST_COMMENT))
    tail = file.read(_END_RECORD.size + _LONGEST_COMMENT)
    place = next(_places(tail), None)
    if place is None:
        raise _no_end(file)
    _, disk, first, here, members, size, offset, _ = _END_RECORD.unpack_from(tail, place)
    end = at + place
    whole = _zip64(file, end)
    if whole:
        end, disk, first, here, members, size, offset = whole
    if disk or first or here != members:
        raise FaultError(Cause.BROKEN_ZIP, "it is one part of an archive in several files")
    shift = end - size - offset
    if shift < 0:
        raise FaultError(Cause.BROKEN_ZIP, "its directory cannot be where the archive says it is")
    return End(end - size, size, members, shift)


def members_of(file: BinaryIO, end: End, limits: Limits) -> tuple[Member, ...]:
    """The members, in the order of the directory.

    Raises :class:`FaultError` for more than is read, before it is read, and for a directory that
    is not what the archive says of it.
    """
    if end.members > limits.members:
        message = f"it has {end.members:,} members; {limits.members:,} are read at the most"
        raise FaultError(Cause.TOO_MANY, message)
    if end.size > limits.directory:
        message = f"its directory has {end.size:,} bytes; {limits.directory:,} are read at the most"
        raise FaultError(Cause.TOO_BIG, message)
    file.seek(end.start)
    found = tuple(_members(file.read(end.size), end))
    if len(found) != end.members:
        message = f"it says that it has {end.members:,} members, and its directory names others"
        raise FaultError(Cause.BROKEN_ZIP, message)
    return found


def _places(tail: bytes) -> Iterator[int]:
    """Where an end record may stand, the last first: one whose comment is not cut off."""
    place = tail.rfind(_END)
    while place >= 0:
        if place + _END_RECORD.size <= len(tail):
            comment = _END_RECORD.unpack_from(tail, place)[-1]
            if place + _END_RECORD.size + comment <= len(tail):
                yield place
        place = tail.rfind(_END, 0, place)


def _no_end(file: BinaryIO) -> FaultError:
    file.seek(0)
    if file.read(4) in SIGNATURES:
        message = "its end is missing, so it is not the whole archive; fetch it once more"
        return FaultError(Cause.TRUNCATED_ZIP, message)
    return FaultError(Cause.NOT_ZIP, "it is no zip archive, whatever its name says")


def _zip64(file: BinaryIO, end: int) -> tuple[int, ...] | None:
    """Of an archive with large numbers: where its own end record stands, and its numbers."""
    start = end - _LOCATOR_RECORD.size
    if start < 0:
        return None
    file.seek(start)
    found = file.read(_LOCATOR_RECORD.size)
    if len(found) < _LOCATOR_RECORD.size or not found.startswith(_LOCATOR):
        return None
    stated = _LOCATOR_RECORD.unpack(found)[2]
    for place in (start - _END64_RECORD.size, stated):
        if 0 <= place <= start - _END64_RECORD.size:
            file.seek(place)
            record = file.read(_END64_RECORD.size)
            if len(record) == _END64_RECORD.size and record.startswith(_END64):
                return place, *_END64_RECORD.unpack(record)[4:]
    raise FaultError(Cause.BROKEN_ZIP, "its record for large archives is missing")


def _members(raw: bytes, end: End) -> Iterator[Member]:
    """The members that the directory's bytes tell of, one more at the most than it should have."""
    place = 0
    for _ in range(end.members + 1):
        if raw[place : place + 4] != _MEMBER:
            return
        member, place = _member(raw, place, end.shift)
        yield member


def _member(raw: bytes, place: int, shift: int) -> tuple[Member, int]:
    """The member that is told of at this place, and where the next one is."""
    try:
        record = _MEMBER_RECORD.unpack_from(raw, place)
        _, _, _, flags, method, _, _, crc, packed, unpacked, named, more, said, *rest = record
        _, _, attributes, start = rest
        name_at = place + _MEMBER_RECORD.size
        name = raw[name_at : name_at + named]
        extra = raw[name_at + named : name_at + named + more]
        unpacked, packed, start = _large((unpacked, packed, start), extra)
    except struct.error as error:
        raise FaultError(Cause.BROKEN_ZIP, "its directory is cut off") from error
    found = Member(name, flags, method, crc, packed, unpacked, start + shift, attributes >> 16)
    return found, name_at + named + more + said


def _large(sizes: tuple[int, int, int], extra: bytes) -> tuple[int, int, int]:
    """The sizes and the place, those that are too large for their fields from the extra field."""
    if _IN_EXTRA not in sizes:
        return sizes
    place = 0
    while place + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, place)
        if kind == _ZIP64:
            more = iter(struct.iter_unpack("<Q", extra[place + 4 : place + 4 + length // 8 * 8]))
            first, second, third = (
                next(more, (size,))[0] if size == _IN_EXTRA else size for size in sizes
            )
            return first, second, third
        place += 4 + length
    return sizes
