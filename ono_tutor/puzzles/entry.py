"""A puzzle as it is written down: words, without an answer."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

from ono_tutor.errors import NotationError, quoted

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""What an id is written with: digits and letters that are not taken for each other."""

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
"""What an id looks like: small letters, digits and hyphens, 60 at the most."""

MARKS, SEAL_MARKS, IDEA_MARKS = 8, 4, 6
"""Characters of an id after the kind, of a seal, and of an idea."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One puzzle of the bank or of a teacher's file, as words.

    ``plays`` are separated by spaces. ``difficulty``, ``rule_points`` and ``misconceptions``
    are worked out from the rest and kept beside it, so that a list is quick; a test works
    them out anew. The answer is not kept; ``seal`` is a digest of it, which tells if it moves.
    ``theme`` is the id of the puzzle's theme, ``idea`` a digest of its idea.
    """

    id: str
    kind: str
    position: str
    plays: str = ""
    claim: str = ""
    difficulty: int = 0
    rule_points: tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()
    seal: str = ""
    theme: str = ""
    idea: str = ""

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


def id_of(kind: str, position: str, plays: str = "", claim: str = "") -> str:
    """Return the id of a generated puzzle: its kind, and a digest of what is asked alone.

    So a puzzle has the same id in every version and on every machine.
    """
    return f"{kind}-{_marks((kind, position, plays, claim), MARKS)}"


def seal_of(answer: object) -> str:
    """Return a short digest of an answer's JSON value."""
    return _marks((json.dumps(answer, sort_keys=True),), SEAL_MARKS)


def digest(parts: Iterable[str]) -> str:
    """Return a short digest of some words."""
    return _marks(tuple(parts), IDEA_MARKS)


def set_name(ids: Iterable[str]) -> str:
    """Return a name for a set of puzzles that has none: a digest of their ids, in order."""
    from hashlib import sha256  # noqa: PLC0415 - likewise

    return "puzzles-" + sha256("\n".join(ids).encode()).hexdigest()[:10]


def _marks(parts: tuple[str, ...], count: int) -> str:
    from hashlib import sha256  # noqa: PLC0415 - slow to import, and reading the bank needs none

    number = int.from_bytes(sha256("\n".join(parts).encode()).digest(), "big")
    found = ""
    for _ in range(count):
        number, place = divmod(number, len(ALPHABET))
        found += ALPHABET[place]
    return found


def check_id(name: str) -> None:
    """Raise a :class:`NotationError` unless the name looks like an id."""
    if not ID.fullmatch(name):
        message = f"{quoted(name)} is no id: small letters, digits and hyphens, 60 at the most"
        raise NotationError(message, word=name)
