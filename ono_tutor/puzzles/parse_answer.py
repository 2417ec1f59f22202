"""Reading what a learner writes: spelling is forgiven, nothing is guessed."""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TypeVar

from ono_tutor.errors import NotationError, quoted
from ono_tutor.game.position import Position
from ono_tutor.i18n import format_list
from ono_tutor.puzzles.answer import Answer, Next, Shape
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet

T = TypeVar("T")

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
    single = (play for card in rules.deck(rules.least_players) for play in rules.plays_of(card))
    return (*single, *rules.sets, OUT)


def read_plays(
    rules: RuleSet, words: str, known: Iterable[Play | LateDraw]
) -> list[Play | LateDraw]:
    """Return the plays that the words name, in order, each one of those that are ``known`` here.

    Raises :class:`NotationError` for anything else among the words, and for a card that can be
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
        word = re.split(r"[\s,;.]", left)[0]
        card = {"ace": "A", "ten": "10"}.get(word, word.upper())
        ways = [code for code in codes if code.startswith((f"{card}+", f"{card}-"))]
        if ways:
            message = f"say how {word} is played: {' or '.join(ways)}"
            raise NotationError(message, word=word)
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


def _check_seat(seat: int, position: Position, word: str) -> None:
    if seat >= len(position.hands):
        raise NotationError(f"there is no Player {seat} at this table", word=word)


def read_next(words: str, position: Position) -> Next:
    """Return the seat and the debt that words like ``1 2`` or ``two cards, you`` say.

    Raises :class:`NotationError` for any other words.
    """
    found = _read_numbers(words, position)
    seats = [number for is_seat, number in found if is_seat]
    owed = [number for is_seat, number in found if not is_seat]
    if not seats and len(owed) == 2:
        seats = [owed.pop(0)]
    if len({*seats}) != 1 or len(owed) != 1:
        message = f"{quoted(words)} does not say who is next and how many cards they must play"
        raise NotationError(f"{message}; say both, as in: Player 1, two cards", word=words)
    _check_seat(seats[0], position, words)
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
    amounts = dict.fromkeys(range(count), 0)
    pairs = list(zip(found[::2], found[1::2], strict=False))
    seats = [seat for (is_seat, seat), (is_other, __) in pairs if is_seat and not is_other]
    if not pairs or 2 * len({*seats}) != len(found):
        example = "/".join("1" if seat == 1 else "0" for seat in range(count))
        message = f"{quoted(words)} does not say what each player pays; write {example}"
        raise NotationError(f"{message}, or Player 1 pays 1, or nobody", word=words)
    for (__, seat), (__, amount) in pairs:
        _check_seat(seat, position, words)
        amounts[seat] = amount
    return tuple(amounts.values())


READERS: Mapping[Shape, Callable[[str, Position], Answer]] = {
    Shape.NUMBER: lambda words, position: read_whole_number(words),
    Shape.CHANCE: lambda words, position: read_chance(words),
    Shape.NEXT: read_next,
    Shape.AMOUNTS: read_amounts,
    Shape.EDITIONS: lambda words, position: read_rule_sets(words),
}
"""The readers of answers that are no plays."""
