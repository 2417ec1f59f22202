"""Who a learner is: a name as it was written, and what makes two spellings the same learner."""

import unicodedata
from dataclasses import dataclass
from typing import Self

from ono_tutor.errors import NotationError, quoted

LONGEST = 100
"""Characters of a name."""

_KEPT = {"Zs"}
"""The only separators that a name may have: spaces."""

_JOINERS = "\u200c\u200d" + "".join(map(chr, range(0xFE00, 0xFE10)))
"""Unseen, and needed to write names in Persian and in scripts of India, and to choose a shape."""

_BLANKS = "\u034f\u115f\u1160\u2800\u3164\uffa0"
"""Counted as letters or signs, and as empty as a space."""


@dataclass(frozen=True, slots=True)
class Learner:
    """A learner by name or id, such as ``Ann Lee`` or ``s1234567``.

    ``key`` is the same for spellings that differ in capitals, in spaces or in how an accent is
    encoded; by it answers are collected and puzzles are dealt.
    """

    name: str

    @classmethod
    def named(cls, words: object) -> Self:
        """The learner of this name, its spaces tidied.

        Raises :class:`NotationError` for what can be no name: nothing, more than 100 characters,
        characters that cannot be seen.
        """
        if not isinstance(words, str):
            raise NotationError("a learner's name or id is a text", word=type(words).__name__)
        name = " ".join(unicodedata.normalize("NFC", words).split())
        if not name.strip(_JOINERS):
            raise NotationError("a learner's name or id is empty")
        if len(name) > LONGEST:
            message = f"a name has {LONGEST} characters at the most, and this has {len(name)}"
            raise NotationError(message, word=name)
        unseen = next((char for char in name if not _is_seen(char)), None)
        if unseen is not None:
            message = f"the name {quoted(name)} has a character that cannot be seen"
            raise NotationError(f"{message}: {quoted(unseen)}", word=name)
        return cls(name)

    @property
    def key(self) -> str:
        """What two spellings of one name have in common."""
        plain = self.name.translate(dict.fromkeys(map(ord, _JOINERS)))
        return unicodedata.normalize("NFC", plain.casefold())

    def __str__(self) -> str:
        return self.name


def _is_seen(char: str) -> bool:
    """Whether a character can be seen, or parts words: no control, no half character."""
    if char in _BLANKS:
        return False
    category = unicodedata.category(char)
    return char in _JOINERS or category in _KEPT or category[0] not in "CZ"
