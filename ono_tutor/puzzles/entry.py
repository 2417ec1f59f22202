"""A puzzle as it is written down: words, without an answer."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One puzzle of the bank or of a teacher's file, as words.

    ``plays`` are separated by spaces. ``difficulty``, ``rule_points`` and ``misconceptions``
    are worked out from the rest and kept beside it, so that a list is quick; a test works
    them out anew.
    """

    id: str
    kind: str
    position: str
    plays: str = ""
    claim: str = ""
    difficulty: int = 0
    rule_points: tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()

    @property
    def rules(self) -> str:
        """The rule set with its options, as the position's line names it."""
        return self.position.partition(" ")[0]
