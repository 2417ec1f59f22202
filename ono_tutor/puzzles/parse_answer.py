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
from ono_tutor.rules.play import FOUR_ONO99, OUT, LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet

T = TypeVar("T")

NOTHING = frozenset(
    {"none", "none of these games", "nothing", "no card", "no cards", "nobody", "no one", "-"}
)
EVERYTHING = frozenset({"all", "every card", "all of them", "all cards"})
_LONGEST = 200
_MOST_EXAMPLES = 6
_EXAMPLES: tuple[str, ...] = ("7", "9", "H", "R", "K")
_MINUS = str.maketrans({"−": "-", "–": "-", "’": "'", "‘": "'"})
_FILLERS = r"(?:[\s,;.&]|\b(?:and|or|the|cards?|play(?!\s*2)|first|then)\b)+"
_BETWEEN_RULE_SETS = r"(?:[\s,;.]|and\b|both\b|in\b|only\b|o'?no(?: 99)?\b|of\b)+"
_ALIASES: Mapping[str, tuple[str, ...]] = {
    "D": ("double play", "double", "play 2", "play two", "play2"),
    "O": ("o'no 99", "ono 99", "o'no99", "ono99", "o'no", "ono"),
    "OOOO": ("four ono 99", "four o'no 99", "4 ono 99", "dump"),
    "H": ("hold",),
    "R": ("reverse", "rev"),
    "-10": ("minus ten", "minus 10"),
    "J": ("jack",),
    "Q": ("queen",),
    "K": ("king",),
    "out": ("lay down", "lay the hand down", "out", "drop out", "none: no card can be played"),
    "A+1": ("ace as one", "ace as 1", "a as 1", "a as one", "a+1", "ace+1"),
    "A+11": ("ace as eleven", "ace as 11", "a as 11", "a as eleven", "a+11", "ace+11"),
    "10+10": ("ten as plus ten", "10 as +10", "10 as plus 10", "10+10"),
    "10-10": ("ten as minus ten", "10 as -10", "10 as minus 10", "10-10"),
}
_NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]


def normalized(words: str) -> str:
    """Return the words in lower case, on one line, with the plain minus and apostrophe."""
    if len(words) > _LONGEST:
        message = f"the answer is longer than {_LONGEST} characters"
        raise NotationError(message, word=words)
    return " ".join(words.translate(_MINUS).lower().split())


def read_plays(
    rules: RuleSet, words: str, known: Iterable[Play | LateDraw]
) -> list[Play | LateDraw]:
    """Return the plays that the words name, in order, each one of those that are ``known`` here.

    Raises :class:`NotationError` for anything else among the words, and for a card that can be
    played in two ways where the way is not said.
    """
    names: dict[str, Play | LateDraw] = {}
    for play in known:
        names |= {name: play for name in _names(rules, play) if name not in names}
    found, left = _named(normalized(words), names, _FILLERS)
    if left:
        raise _unread(left, list(dict.fromkeys(map(str, names.values()))))
    return found


def _named(text: str, names: Mapping[str, T], fillers: str) -> tuple[list[T], str]:
    """Return what a text names, in order, words between them left out, and what is not read."""
    found = []
    longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    name = re.compile(rf"(?:{longest_first})(?![\w+'-])")
    while text := re.sub(rf"^{fillers}", "", text):
        match = name.match(text) if names else None
        if match is None:
            break
        found.append(names[match[0]])
        text = text[match.end() :]
    return found, text


def _unread(left: str, known: list[str]) -> NotationError:
    word = re.split(r"[\s,;.]", left)[0]
    card = {"a": "A", "ace": "A", "10": "10", "ten": "10"}.get(word)
    ways = [play for play in known if card and play.startswith((f"{card}+", f"{card}-"))]
    if ways:
        return NotationError(f"say how {word} is played: {' or '.join(ways)}", word=word)
    examples = [word for word in known if word not in (str(OUT), str(FOUR_ONO99))]
    if len(examples) > _MOST_EXAMPLES:  # those of a whole game, and not of a hand
        examples = [word for word in _EXAMPLES if word in known][:3]
    message = f"{quoted(left)} is no card here; type cards such as {', '.join(examples)}"
    return NotationError(message, word=left)


def _names(rules: RuleSet, play: Play | LateDraw) -> tuple[str, ...]:
    code = str(play)
    if isinstance(play, LateDraw):
        return (code, "draw late", "late draw")
    spoken = str(rules.play_name(play)).lower()
    number = (_NUMBERS[int(code)],) if code.isdigit() and int(code) < len(_NUMBERS) else ()
    return (code.lower(), spoken, *_ALIASES.get(code, ()), *number)


@lru_cache(maxsize=64)
def plays_of_game(rules: RuleSet) -> tuple[Play, ...]:
    """Return every play of a rule set, laying the hand down included."""
    single = (play for card in rules.deck(rules.least_players) for play in rules.plays_of(card))
    return (*single, *rules.sets, OUT)


def name_seats(text: str, position: Position) -> str:
    """Return a normalized text with "you" and "I", and the player on seat 0, put by their seats."""
    text = re.sub(rf"\bplayer {position.player_number(0)}\b", "player 0", text)
    return re.sub(_MOVER, f"player {position.turn}", text)


_MOVER = r"\b(?:(?:you|i)(?:'re|'m| are| am)?|me|myself|yourself)\b"


def check_seat(seat: int, position: Position, word: str) -> None:
    """Raise a :class:`NotationError` unless somebody sits there; ``word`` is the answer given."""
    seats = len(position.hands)
    if seat >= seats:
        others = [
            f"Player {position.player_number(other)}"
            for other in range(seats)
            if other != position.turn
        ]
        message = f"there is no Player {seat}; say you or {' or '.join(others)}"
        raise NotationError(message, word=word)


def in_digits(text: str) -> str:
    """Return the text with every number word up to ten replaced by digits."""
    return re.sub(
        r"\b[a-z]+\b",
        lambda word: str(_NUMBERS.index(word[0])) if word[0] in _NUMBERS else word[0],
        text,
    )


def read_whole_number(words: str) -> int:
    """Return the whole number that words like ``-4`` or ``the total is four`` say.

    Raises :class:`NotationError` for any other words.
    """
    text = re.sub(r"(?: points?)?[.!]?$", "", normalized(words))
    text = re.sub(r"^(?:the )?(?:total|score|answer)?(?: is| =|=|:)?\s*", "", text)
    text = re.sub(r"^minus ", "-", text)
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text.removeprefix("+"))
    if digits in _NUMBERS:
        return sign * _NUMBERS.index(digits)
    if not re.fullmatch(r"[0-9]{1,6}", digits):
        raise NotationError(f"{quoted(words)} is no whole number, such as 17 or -4", word=words)
    return sign * int(digits)


def read_chance(words: str) -> Fraction:
    """Return the chance that the words say, such as ``8/25``, ``8 of 25``, ``32%`` or ``0.32``.

    Raises :class:`NotationError` for any other words, and for what is no chance.
    """
    text = normalized(words).removesuffix(".")
    text = re.sub(r"^(?:about )?[0-9]+ (?:times )?in 100 \(([0-9]+/[0-9]+)\)$", r"\1", text)
    text = {"certain": "1", "always": "1", "never": "0", "impossible": "0"}.get(text, text)
    pair = re.fullmatch(r"([0-9]{1,30}) ?(?:/|of|in|out of) ?([0-9]{1,30})", text)
    single = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,9})?) ?(%|percent)?", text)
    if pair and int(pair[2]):
        chance = Fraction(int(pair[1]), int(pair[2]))
    elif single:
        chance = Fraction(single[1]) / (100 if single[2] else 1)
    else:
        message = f"{quoted(words)} is no chance; write it as 8/25, 8 of 25, 32% or 0.32"
        raise NotationError(message, word=words)
    if chance > 1:
        raise NotationError(f"{quoted(words)} is more than 1, so it is no chance", word=words)
    return chance


def read_rule_sets(words: str) -> tuple[str, ...]:
    """Return the rule sets that the words name, in the order of the catalogue; ``none`` names none.

    Raises :class:`NotationError` where something else stands among them.
    """
    text = normalized(words).removeprefix("in ")
    if text in NOTHING:
        return ()
    if text in EVERYTHING:
        return tuple(RULE_SETS)
    names = {"99": "ninety-nine", "ninety nine": "ninety-nine", **{key: key for key in RULE_SETS}}
    found, left = _named(text, names, _BETWEEN_RULE_SETS)
    known = format_list([*RULE_SETS, "none"], is_any=True)
    if left:
        raise NotationError(f"{quoted(left)} is no rule set; say {known}", word=left)
    if not found:
        raise NotationError(f"{quoted(words)} names no rule set; say {known}", word=words)
    return tuple(key for key in RULE_SETS if key in found)


# ---- seats ----


_SEAT = r"(?:seat|player) (?P<seat>[0-9]{1,3})"
_DEBT = r"(?P<owes>[0-9]{1,3})"
_FORMS = (
    rf"(?:seat |player )?(?P<seat>[0-9]{{1,3}}) (?:owes )?{_DEBT}(?: cards?)?",
    rf"owes {_DEBT}(?: cards?)? {_SEAT}",
    rf"{_DEBT} cards? {_SEAT}",
)
_BESIDE_SEATS = (
    r"[\s,;:()]+|\.(?= |$)|\b(?:and|is|it|next|again|still|goes on|who|plays?|then|the|with|to)\b"
)
_OWES = r"\b(?:(?:must|has to|have to) play|owe|owing|has|have)\b"
_MY_TURN = r"\b(?:my|your) turn\b"


def read_next(words: str, position: Position) -> Next:
    """Return the seat and the debt that words like ``1 2`` or ``two cards, you`` say.

    Raises :class:`NotationError` for any other words, and says what is missing.
    """
    text = re.sub(_MY_TURN, "you", in_digits(normalized(words)))
    text = re.sub(_OWES, "owes", name_seats(text, position))
    text = " ".join(re.sub(_BESIDE_SEATS, " ", text).split())
    text = re.sub(r"\b(player [0-9]+)(?: \1)+\b", r"\1", text)
    for form in _FORMS:
        if found := re.fullmatch(form, text):
            given = Next(int(found["seat"]), int(found["owes"]))
            check_seat(given.seat, position, words)
            return given
    missing = "does not say who is next and how many cards they must play"
    if re.fullmatch(r"(?:seat|player) [0-9]+", text):
        missing = "does not say how many cards they must play"
    elif re.fullmatch(r"owes [0-9]+(?: cards?)?|[0-9]+ cards?", text):
        missing = "does not say who is next"
    elif re.fullmatch(r"[0-9]+", text):
        missing = "is only one number"
    message = f"{quoted(words)} {missing}; say both, as in: Player 1, two cards"
    raise NotationError(message, word=words)


_ANY_NUMBER = r"[-+]?(?:[0-9]+(?:\.[0-9]*)?(?:e[-+]?[0-9]+)?|inf)"
_PAYS = r"(?:pays?|loses?|scores?)"
_ONE_SEAT = rf"(?:seat|player) ([0-9]{{1,3}}):? (?:{_PAYS} )?([0-9]{{1,6}})(?: (?:points?|chips?))?"


def read_amounts(words: str, position: Position) -> tuple[int, ...]:
    """Return the amount of each seat: ``0 1 0``, ``0/1/0``, ``you pay 1`` or ``nobody``.

    Raises :class:`NotationError` for other words, for amounts of more or fewer seats than
    there are, and for a seat that is not there.
    """
    seats = len(position.hands)
    example = "/".join("1" if seat == 1 else "0" for seat in range(seats))
    form = f"write {example}, or Player 1 pays 1, or nobody"
    unclear = f"{quoted(words)} does not say what each player pays; {form}"
    text = name_seats(normalized(words), position).strip(".,; ")
    if text in NOTHING or re.fullmatch(rf"(?:nobody|no one) {_PAYS}(?: anything)?", text):
        return (0,) * seats
    text = in_digits(text)
    if "seat" in text or "player" in text:
        amounts: dict[int, int] = {}
        for part in re.split(r"[\s,;]*(?:\band\b)?\s+(?=(?:seat|player)\b)", text):
            match = re.fullmatch(_ONE_SEAT, part)
            if match is None or int(match[1]) in amounts:
                raise NotationError(unclear, word=words)
            check_seat(int(match[1]), position, words)
            amounts[int(match[1])] = int(match[2])
        return tuple(amounts.get(seat, 0) for seat in range(seats))
    parts = re.split(r"[\s,;/]+", text)
    impossible = [part for part in parts if not re.fullmatch(r"[0-9]{1,6}", part)]
    if impossible and all(re.fullmatch(_ANY_NUMBER, part) for part in parts):
        wanted = "write a whole number from 0 to 999999 for each player"
        message = f"{quoted(impossible[0])} is not possible; {wanted}"
        raise NotationError(message, word=impossible[0])
    if impossible:
        raise NotationError(unclear, word=words)
    if len(parts) != seats:
        message = f"{quoted(words)} is not one number for each of the {seats} players; {form}"
        raise NotationError(message, word=words)
    return tuple(map(int, parts))


READERS: Mapping[Shape, Callable[[str, Position], Answer]] = {
    Shape.NUMBER: lambda words, position: read_whole_number(words),
    Shape.CHANCE: lambda words, position: read_chance(words),
    Shape.NEXT: read_next,
    Shape.AMOUNTS: read_amounts,
    Shape.EDITIONS: lambda words, position: read_rule_sets(words),
}
"""The readers of answers that are no plays."""
