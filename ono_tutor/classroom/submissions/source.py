"""Where an answers file is: a file on disk, or a member of an archive."""

from typing import NamedTuple, Self

from ono_tutor.classroom.submissions.refusal import FaultError, Refusal, printable_name


class Source(NamedTuple):
    """A file on disk, or by ``members`` what is in it: a member, or a member's member."""

    path: str
    members: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What the teacher is told: it can be printed as it is."""
        return printable_name(" > ".join((self.path, *self.members)))

    def inside(self, member: str) -> Self:
        """What is in this archive under this name."""
        return self._replace(members=(*self.members, member))

    def refused(self, fault: FaultError) -> Refusal:
        """The refusal of this for a fault."""
        return Refusal(self.name, fault.cause, fault.reason)
