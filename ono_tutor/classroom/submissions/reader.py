"""Reading what was found: the bytes of one answers file after another, never written anywhere."""

from collections import Counter, OrderedDict
from types import TracebackType
from typing import Self

from ono_tutor.classroom.submissions.files import (
    LIMITS,
    Cause,
    FaultError,
    Limits,
    RefusedError,
    Source,
    read_file,
)
from ono_tutor.classroom.submissions.zip_archive import Archive, Member, open_archive

MOST_OPEN, MOST_WEIGHT = 8, 64_000_000
"""Archives that are kept open, and about how many bytes of memory they may take together."""

AGAIN = 2
"""How often as much is unpacked as an archive may hold at all: files are read twice."""


class Reader:
    """Reads answers files; it keeps the archives that were read last open.

    So the members of one archive are read in any order, and its directory once. An archive inside
    of one is unpacked again where it was let go, but not for ever: no more bytes than an archive
    may unpack to at all. To be used in a ``with``, by one thread.
    """

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._limits = limits
        self._open: OrderedDict[Source, Archive] = OrderedDict()
        self._unpacked: Counter[str] = Counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of every archive."""
        while self._open:
            self._open.popitem()[1].close()

    def read(self, source: Source) -> bytes:
        """Return the bytes of an answers file.

        Raises :class:`RefusedError`, which names the file and the reason, for one that cannot be
        read, or is not what it was found to be.
        """
        try:
            if not source.members:
                return read_file(source.path, self._limits.answers)
            archive = self._archive(source.path, source.members[:-1])
            member = archive.named(source.members[-1])
            return archive.read(member, self._limits.answers)
        except FaultError as fault:
            raise RefusedError(source.refused(fault)) from fault

    def _archive(self, path: str, members: tuple[str, ...]) -> Archive:
        """Return the archive at a path, or inside of one, open."""
        key = Source(path, members)
        if key in self._open:
            self._open.move_to_end(key)
            return self._open[key]
        if members:
            outer = self._archive(path, members[:-1])
            self._spend(path, outer.named(members[-1]))
            found = outer.inner(outer.named(members[-1]))
        else:
            found = open_archive(path, self._limits)
        self._open[key] = found
        self._let_go()
        return found

    def _spend(self, path: str, member: Member) -> None:
        """Raise :class:`FaultError` where archives in this one were unpacked too often."""
        self._unpacked[path] += member.file_size
        if self._unpacked[path] > AGAIN * self._limits.unpacked:
            message = "the archives in it would have to be unpacked again and again"
            raise FaultError(Cause.ZIP_BOMB, message)

    def _let_go(self) -> None:
        """Close what was not used for longest, till there are few enough; never the newest."""
        weight = sum(archive.weight for archive in self._open.values())
        while len(self._open) > 1 and (len(self._open) > MOST_OPEN or weight > MOST_WEIGHT):
            _, oldest = self._open.popitem(last=False)
            weight -= oldest.weight
            oldest.close()
