"""What an export gives: a file, and what is not in it."""

from dataclasses import dataclass
from typing import NamedTuple


class LeftOut(NamedTuple):
    """A puzzle that a format cannot hold truthfully: its id, and why not, as a sentence."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Exported:
    """A file for a learning management system.

    ``content`` is the file, ``name`` what it is best called, ``count`` how many questions are in
    it. ``left_out`` are the puzzles that are not; ``notes`` say what of the assignment the format
    has no place for, a sentence each.
    """

    content: bytes
    name: str
    count: int
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[str, ...] = ()
