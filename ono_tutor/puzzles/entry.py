"""A puzzle as it is written down: words, without an answer."""

from dataclasses import dataclass
from hashlib import sha256

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""What an id is written with: digits and letters that are not taken for each other."""

MARKS = 8
"""Characters of an id after the kind."""


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

    @property
    def key(self) -> str:
        """The rule set without its options."""
        return self.rules.partition("+")[0]

    @property
    def words(self) -> tuple[str, str, str, str]:
        """What is asked: kind, position, plays and claim, which the id stands for."""
        return self.kind, self.position, self.plays, self.claim

    @property
    def cached(self) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
        """What is worked out: difficulty, rule points and misconceptions."""
        return self.difficulty, self.rule_points, self.misconceptions


def id_of(kind: str, position: str, plays: str = "", claim: str = "") -> str:
    """The id of a generated puzzle: its kind, and a digest of what is asked and nothing else.

    So a puzzle has the same id in every version and on every machine.
    """
    digest = sha256("\n".join((kind, position, plays, claim)).encode()).digest()
    number = int.from_bytes(digest, "big")
    marks = ""
    for _ in range(MARKS):
        number, place = divmod(number, len(ALPHABET))
        marks += ALPHABET[place]
    return f"{kind}-{marks}"
