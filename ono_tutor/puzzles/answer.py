"""Answers, their marks, and the check of an answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from ono_tutor.i18n import Message
from ono_tutor.rules.book import Misconception
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.solver.reasons import Reason
from ono_tutor.solver.survive import Verdict


class Shape(StrEnum):
    """The shape of an answer, so that a face can offer a way to give it.

    One play of the hand, some of them, or plays of all seats in turn; a number, a chance, a seat
    and what it owes, an amount for each seat, or rule sets.
    """

    PLAY = "play"
    PLAYS = "plays"
    LINE = "line"
    NUMBER = "number"
    CHANCE = "chance"
    NEXT = "next"
    AMOUNTS = "amounts"
    EDITIONS = "editions"


class Next(NamedTuple):
    """The next player, and how many cards that player owes."""

    seat: int
    owes: int

    def __str__(self) -> str:
        return f"{self.seat} {self.owes}"


class EveryCardSafe(StrEnum):
    """The answer that there is nothing to find."""

    EVERY_SAFE = "every card is safe"


Plays = tuple[Play | LateDraw, ...]
Answer = (
    Verdict
    | EveryCardSafe
    | Fraction
    | Next
    | int
    | Play
    | LateDraw
    | Plays
    | tuple[int, ...]
    | tuple[str, ...]
)
"""A typed answer: plays, seats' amounts and rule sets are tuples."""


def parts_of(answer: Answer) -> tuple[object, ...]:
    """Return the plays, amounts or rule sets of an answer; what is one thing stands alone.

    A play is a named tuple, and so is who is next: neither is a list of answers.
    """
    if isinstance(answer, tuple) and not isinstance(answer, Play | LateDraw | Next):
        return answer
    return (answer,)


class Mark(StrEnum):
    """Right, wrong, not attempted, or malformed (which is no attempt either)."""

    RIGHT = "right"
    WRONG = "wrong"
    NOT_ATTEMPTED = "not-attempted"
    MALFORMED = "malformed"


class Explanation(NamedTuple):
    """Why an answer is right or wrong: a sentence, and the ids of the rule points behind it.

    ``reasons`` are what every card of the hand would have done, where that was asked;
    ``replies`` the plays of the others that follow a right answer, where the line goes on.
    ``slip`` is how somebody may have come to a wrong answer without any misconception.
    """

    text: Message
    rules: tuple[str, ...]
    reasons: tuple[Reason, ...] = ()
    replies: Plays = ()
    slip: Message | None = None


class Thought(NamedTuple):
    """A guess at the learner's thought, as a sentence that quotes it, and the truth."""

    quoted: Message
    truth: str


@dataclass(frozen=True, slots=True)
class Check:
    """The engine's judgement of an answer.

    ``text`` is shown: the ``reason``, and after it the ``thoughts`` of the learner that are
    named, or the ``slip`` by which one may come to the answer without a misconception. ``rules``
    are the ids of the rule points behind it, ``mistakes`` the misconceptions that would give this
    wrong answer, ``named`` those that may be put to the learner. All but ``text`` are empty where
    there was no attempt.
    """

    mark: Mark
    text: Message
    rules: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    answer: Answer | None = None
    mistakes: tuple[Misconception, ...] = ()
    replies: Plays = ()
    reason: Message | None = None
    slip: Message | None = None
    thoughts: tuple[Thought, ...] = ()
    named: tuple[Misconception, ...] = ()

    @property
    def is_right(self) -> bool:
        """True if the answer is right."""
        return self.mark is Mark.RIGHT

    def __str__(self) -> str:
        return str(self.text)


def as_words(value: object) -> str:
    """Return an answer as it would be written: the words of a value from JSON or from Python."""
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if isinstance(value, dict):
        return " ".join(f"{key} {as_words(part)}" for key, part in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str | Play | Next):
        return ", ".join(map(as_words, value))
    return str(value)


def stamp(at: datetime) -> str:
    """Return the time of an answer in UTC to the millisecond, ISO with a Z; it sorts as text.

    Raises :class:`ValueError` for a time without its zone.
    """
    if at.tzinfo is None:
        raise ValueError(f"{at!r} has no time zone; pass a time such as datetime.now(UTC)")
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
