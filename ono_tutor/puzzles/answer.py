"""Answers: what a learner may answer, how the words are read, and what a check says.

Spelling is forgiven, nothing is guessed.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

from ono_tutor.errors import NotationError, quoted
from ono_tutor.game.position import Position
from ono_tutor.i18n import Message, format_list
from ono_tutor.rules.book import Misconception
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.reasons import Reason
from ono_tutor.solver.survive import Verdict

T = TypeVar("T")


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


# ---- reading what a learner writes ----

NOTHING = frozenset({"none", "none of these games", "nothing", "no card", "no cards", "-"})
EVERYTHING = frozenset({"all", "every card", "all of them", "all cards"})
_LONGEST = 200
_MINUS = str.maketrans({"−": "-", "–": "-", "’": "'", "‘": "'"})
_BETWEEN_PLAYS = r"(?:[\s,;.&]|\b(?:and|or|the|cards?|play(?!\s*2)|first|then)\b)+"
_BETWEEN_RULE_SETS = r"(?:[\s,;.]|\b(?:and|both|in|only|of)\b|\bo'?no(?: 99)?\b)+"
_ALIASES: Mapping[str, tuple[str, ...]] = {
    "D": ("double", "double play", "play 2"),
    "O": ("o'no 99", "ono 99", "ono"),
    "out": ("lay down", "lay the hand down", "none: no card can be played"),
}
_NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def normalized(words: str) -> str:
    """Return the words in lower case, on one line, with the plain minus and apostrophe."""
    if len(words) > _LONGEST:
        message = f"the answer is longer than {_LONGEST} characters"
        raise NotationError(message, word=words)
    return " ".join(words.translate(_MINUS).lower().split())


def in_digits(words: str) -> str:
    """Return the normalized words with every number word up to ten replaced by digits."""
    number = re.compile(rf"\b(?:{'|'.join(_NUMBERS)})\b")
    return number.sub(lambda word: str(_NUMBERS.index(word[0])), normalized(words))


def _split_names(text: str, names: Mapping[str, T], between: str) -> tuple[list[T], str]:
    """Return what a text names, in order, and the rest from the first word that is no name."""
    found = []
    longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    name = re.compile(rf"(?:{longest_first})(?![\w+'-])")
    while text := re.sub(rf"^{between}", "", text):
        match = name.match(text) if names else None
        if match is None:
            break
        found.append(names[match[0]])
        text = text[match.end() :]
    return found, text


# ---- plays ----


@lru_cache(maxsize=64)
def plays_of_game(rules: RuleSet) -> tuple[Play, ...]:
    """Return every play of a rule set, laying the hand down included."""
    single = (play for card in rules.deck(rules.least_players) for play in rules.card_plays[card])
    return (*single, *rules.sets, OUT)


def read_plays(
    rules: RuleSet, words: str, known: Iterable[Play | LateDraw]
) -> list[Play | LateDraw]:
    """Return the plays that the words name, in order, each one of those that are ``known`` here.

    Raises :class:`NotationError` for anything else among the words, such as a card that can be
    played in two ways where the way is not said.
    """
    names: dict[str, Play | LateDraw] = {}
    for play in known:
        code = str(play)
        spoken = ["late draw", "draw late"]
        if isinstance(play, Play):
            noun = rules.play_name(play)
            spoken = [normalized(str(noun)), normalized(f"{noun:short}")]
        for name in (code.lower(), *spoken, *_ALIASES.get(code, ())):
            names.setdefault(name, play)
    found, left = _split_names(normalized(words), names, _BETWEEN_PLAYS)
    if left:
        codes = list(dict.fromkeys(str(play) for play in names.values() if play != OUT))
        message = f"{quoted(left)} is no card here; type cards such as {', '.join(codes[:6])}"
        raise NotationError(message, word=left)
    return found


# ---- numbers ----


def read_whole_number(words: str) -> int:
    """Return the whole number that words like ``-4`` or ``the total is four`` say.

    Raises :class:`NotationError` for any other words.
    """
    lead = r"(?:(?:the )?(?:total|score|answer) ?(?:is|=|:)? ?)?"
    number = re.fullmatch(
        rf"{lead}(minus |-|\+?)([0-9]{{1,6}})(?: points?)?[.!]?", in_digits(words)
    )
    if number is None:
        raise NotationError(f"{quoted(words)} is no whole number, such as 17 or -4", word=words)
    return int(number[2]) * (1 if number[1] in ("", "+") else -1)


def read_chance(words: str) -> Fraction:
    """Return the chance that the words say, such as ``8/25``, ``8 of 25``, ``32%`` or ``0.32``.

    Raises :class:`NotationError` for any other words, and for what is no chance.
    """
    text = normalized(words).removesuffix(".")
    text = {"certain": "1", "always": "1", "never": "0", "impossible": "0"}.get(text, text)
    text = re.sub(r"^(?:none|certain|(?:about )?\d+ in 100) \(([0-9/]+)\)$", r"\1", text)
    pair = re.fullmatch(r"([0-9]{1,30}) ?(?:/|of|in|out of) ?([0-9]{1,30})", text)
    single = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,9})?) ?(%|percent)?", text)
    chance = None
    if pair and int(pair[2]):
        chance = Fraction(int(pair[1]), int(pair[2]))
    elif single:
        chance = Fraction(single[1]) / (100 if single[2] else 1)
    if chance is None or chance > 1:
        message = f"{quoted(words)} is no chance; write it as 8/25, 8 of 25, 32% or 0.32"
        raise NotationError(message, word=words)
    return chance


def read_rule_sets(words: str) -> tuple[str, ...]:
    """Return the rule sets that the words name, in the order of the catalogue; ``none`` names none.

    Raises :class:`NotationError` where something else stands among them.
    """
    text = normalized(words)
    if text in NOTHING:
        return ()
    if text in EVERYTHING:
        return tuple(RULE_SETS)
    names = {"99": "ninety-nine", "ninety nine": "ninety-nine", **{key: key for key in RULE_SETS}}
    found, left = _split_names(text, names, _BETWEEN_RULE_SETS)
    if left or not found:
        known = format_list([*RULE_SETS, "none"], is_any=True)
        raise NotationError(f"{quoted(left or words)} is no rule set; say {known}", word=words)
    return tuple(key for key in RULE_SETS if key in found)


# ---- players and their numbers ----


_YOU = r"\b(?:(?:you|i)(?:'re|'m)?|me|myself|yourself|(?:my|your) turn)\b"
_NUMBER = re.compile(r"(?<![\w.+-])(?:(player|seat) )?([0-9]{1,6})(?!\.?\w)")
_SAID = re.compile(
    r"(?:[\s,;:()]|\.(?=\s|$)|\b(?:and|is|are|am|it|next|again|still|goes on|who|plays?|then|the|"
    r"with|to|must|has|have|owes?|cards?|pays?|loses?|scores?|points?|chips?)\b)*"
)
"""What may stand between the numbers, and says no more than they do."""


def _read_numbers(words: str, position: Position) -> list[tuple[bool, int]]:
    """Return the seats (True) and the other numbers in the words; empty if not all is understood.

    "You" and "I" are the player to move; "Player 4" of four players is the one on seat 0.
    """
    text = re.sub(rf"\bplayer {position.player_number(0)}\b", "player 0", in_digits(words))
    text = re.sub(_YOU, f"player {position.turn}", text)
    found = [(bool(lead), int(number)) for lead, number in _NUMBER.findall(text)]
    return found if _SAID.fullmatch(_NUMBER.sub(" ", text)) else []


def read_next(words: str, position: Position) -> Next:
    """Return the seat and the debt that words like ``1 2`` or ``two cards, you`` say.

    Raises :class:`NotationError` for any other words.
    """
    found = _read_numbers(words, position)
    seats = [number for is_seat, number in found if is_seat]
    owed = [number for is_seat, number in found if not is_seat]
    if not seats and len(owed) == 2:
        seats = [owed.pop(0)]
    if len({*seats}) != 1 or len(owed) != 1 or seats[0] >= len(position.hands):
        message = f"{quoted(words)} does not say who is next and how many cards they must play"
        raise NotationError(f"{message}; say both, as in: Player 1, two cards", word=words)
    return Next(seats[0], owed[0])


def read_amounts(words: str, position: Position) -> tuple[int, ...]:
    """Return the amount of each seat: ``0 1 0``, ``0/1/0``, ``you pay 1`` or ``nobody``.

    Raises :class:`NotationError` for other words, for amounts of more or fewer seats than
    there are, and for a seat that is not there.
    """
    count = len(position.hands)
    if re.fullmatch(r"(nobody|no one|none|nothing)(?: (?:pay|lose|score)s)?\.?", normalized(words)):
        return (0,) * count
    found = _read_numbers(words.replace("/", " "), position)
    if len(found) == count and not any(is_seat for is_seat, __ in found):
        return tuple(amount for __, amount in found)
    pairs = list(zip(found[::2], found[1::2], strict=False))
    amounts = {seat: n for (is_seat, seat), (is_other, n) in pairs if is_seat and not is_other}
    if not pairs or 2 * len(amounts) != len(found) or max(amounts) >= count:
        message = (
            f"{quoted(words)} does not say what each player pays; write {'/'.join('0' * count)}"
        )
        raise NotationError(f"{message}, or Player 1 pays 1, or nobody", word=words)
    return tuple(amounts.get(seat, 0) for seat in range(count))


READERS: Mapping[Shape, Callable[[str, Position], Answer]] = {
    Shape.NUMBER: lambda words, position: read_whole_number(words),
    Shape.CHANCE: lambda words, position: read_chance(words),
    Shape.NEXT: read_next,
    Shape.AMOUNTS: read_amounts,
    Shape.EDITIONS: lambda words, position: read_rule_sets(words),
}
"""The readers of answers that are no plays."""
