"""The notation: read a line into the fields of a position, and write a position as its line."""

import re
from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, quoted
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.judgement import Stakes
from ono_tutor.rules.play import Direction, Hand, Hands
from ono_tutor.rules.ruleset import RuleSet, TableState

LONGEST_LINE = 4096
LONGEST_NUMBER = 400
MOST_COPIES = 999
SAME_NAME = ("total", "turn", "owes", "draw", "seen", "played", "undrawn")
"""The keys whose values are the fields of a position with these names."""

Words = Mapping[str, str]
"""The words of a line by key, as written: ``{"total": "total=92"}``."""


def read_line(line: str) -> tuple[dict[str, Any], Words]:
    """Return the fields of the position that a line says, and the word that says each.

    Raises :class:`NotationError` for what cannot be read. Whether the position is possible is
    checked by :func:`ono_tutor.game.position.check`.
    """
    name, *rest = checked_text(line).split()
    rules, words = ruleset(name), dict[str, str]()
    for word in rest:
        key, equals, _ = word.partition("=")
        if not equals or key not in READERS:
            message = f"{quoted(key)} is not a key; the keys are {', '.join(READERS)}"
            raise NotationError(message, word=word)
        if key in words:
            raise NotationError(f"{key!r} is given twice", word=word)
        words[key] = word
    values = {key: READERS[key](word.partition("=")[2], word) for key, word in words.items()}
    if ("hand" in values) == ("hands" in values) or {"hands", "players"} <= {*values}:
        message = "give one hand as hand=, with players= if they are not two, or each as hands="
        raise NotationError(message, word=words.get("players", "hand"))
    hands, turn = values.get("hands"), values.get("turn", 0)
    if hands is None:
        players, hidden = values.get("players", 2), (Card.UNKNOWN,) * rules.hand_size
        rules.check_players(players, words.get("players", ""))
        hands = tuple(values["hand"] if seat == turn else hidden for seat in range(players))
    fields = {"total": 0} | {key: value for key, value in values.items() if key in SAME_NAME}
    fields |= {"direction": values.get("dir", Direction.CLOCKWISE), "is_view": "hand" in values}
    stakes = _read_stakes(rules, words, values, hands)
    return fields | {"rules": rules, "hands": hands, "stakes": stakes}, words


def checked_text(line: str) -> str:
    """Return the line without surrounding spaces, if it is short, plain text.

    Raises :class:`NotationError` for an over-long line, a control character or a character
    outside ASCII, such as a look-alike digit.
    """
    if len(line) > LONGEST_LINE:
        message = f"the line has {len(line)} characters; {LONGEST_LINE} are allowed"
        raise NotationError(message, word=line)
    text = line.strip(" ")
    for place, char in enumerate(text, 1):
        if not " " <= char <= "~":
            message = f"character {place} is {char!a}; only plain ASCII characters are allowed"
            raise NotationError(message, word=ascii(char))
    if not text:
        raise NotationError("the line is empty; it starts with a rule set such as 1980")
    return text


_CARDS = re.compile(r"(\?)x?([0-9]*)|([^x]*)(?:x([0-9]+))?")
"""Cards of a list: a code and how many there are, ``?2`` or ``7x3``."""


def read_cards(text: str, word: str) -> Hand:
    """Return the cards of a list such as ``7,H,7x3,?2``; an empty text is an empty list.

    Raises :class:`NotationError`, with ``word`` as the word at fault.
    """
    cards: list[Card] = []
    for item in text.split(",") if text else ():
        found = _CARDS.fullmatch(item)
        code, digits = (found[1] or found[3], found[2] or found[4]) if found else (item, "")
        try:
            card = Card.parse(code)
        except NotationError as error:
            message = f"in {quoted(word)}: {error.message}"
            raise NotationError(message, word=item or word) from None
        count = int(digits[:4]) if digits else 1
        if not 1 <= count <= MOST_COPIES:
            message = f"in {quoted(word)}: {quoted(item)} needs a count from 1 to {MOST_COPIES}"
            raise NotationError(message, word=item)
        cards += [card] * count
    return tuple(cards)


def read_number(text: str, word: str) -> int:
    """Return the whole number that a text says, of at most ``LONGEST_NUMBER`` digits.

    Raises :class:`NotationError`, with ``word`` as the word at fault.
    """
    if len(text) > LONGEST_NUMBER or not re.fullmatch("0|-?[1-9][0-9]*", text):
        message = f"in {quoted(word)}: {quoted(text)} is not a whole number like 92"
        raise NotationError(message, word=word)
    return int(text)


def _read_hands(text: str, word: str) -> Hands:
    return tuple(None if each == "-" else read_cards(each, word) for each in text.split("/"))


def _read_direction(text: str, word: str) -> Direction:
    if text not in set(Direction):
        raise NotationError(f"the direction is cw or ccw, not {quoted(text)}", word=word)
    return Direction(text)


def _read_played(text: str, word: str) -> Card:
    cards = read_cards(text, word)
    if len(cards) != 1:
        raise NotationError("played= says one card", word=word)
    return cards[0]


def _read_seats(text: str, word: str) -> tuple[int, ...]:
    return tuple(read_number(seat, word) for seat in text.split(","))


READERS: dict[str, Callable[[str, str], Any]] = {
    "total": read_number,
    "hand": read_cards,
    "hands": _read_hands,
    "players": read_number,
    "turn": read_number,
    "owes": read_number,
    "dir": _read_direction,
    "draw": read_cards,
    "seen": read_cards,
    "chips": lambda text, word: text.split("/"),  # what they say depends on the hands
    "points": lambda text, word: text.split("/"),
    "played": _read_played,
    "undrawn": _read_seats,
}
"""What reads the value of each key."""


def _read_stakes(rules: RuleSet, words: Words, values: Mapping[str, Any], hands: Hands) -> Stakes:
    name, is_left = rules.stake_name or "", rules.stakes_are_left
    for key in {"chips", "points"} & {*words} - {name}:
        message = f"{rules.name} is played for {name or 'nothing'}, not for {key}"
        raise NotationError(message, word=words[key])
    if name not in words:
        return rules.start_stakes(hands)
    word, texts = words[name], values[name]
    if len(texts) != len(hands):
        message = f"{name}= has {len(texts)} entries for {len(hands)} players"
        raise NotationError(message, word=word)
    stakes: list[int | None] = []
    for text, hand in zip(texts, hands, strict=True):
        is_out = text == "-" and hand is None and is_left
        is_unknown = text == "?" and not is_left
        stakes.append(0 if is_out else None if is_unknown else read_number(text, word))
    return tuple(stakes)


def write(position: TableState) -> str:
    """Return the canonical line: defaults are left out, and keys are in a fixed order."""
    rules, hands, is_left = position.rules, position.hands, position.rules.stakes_are_left
    stakes = [
        "?" if stake is None else "-" if hand is None and is_left else str(stake)
        for stake, hand in zip(position.stakes, hands, strict=False)
    ]
    is_view, played = position.is_view, position.played
    is_turned = position.direction is not Direction.CLOCKWISE
    parts = (
        (position.total, "total", position.total),
        (is_view, "hand", write_cards((is_view and hands[position.turn]) or ())),
        (is_view and len(hands) != 2, "players", len(hands)),
        (not is_view, "hands", "/".join("-" if h is None else write_cards(h) for h in hands)),
        (position.turn, "turn", position.turn),
        (position.owes != 1, "owes", position.owes),
        (is_turned, "dir", position.direction.value),
        (position.draw, "draw", write_cards(position.draw)),
        (position.seen, "seen", write_cards(position.seen)),
        (position.stakes != rules.start_stakes(hands), rules.stake_name, "/".join(stakes)),
        (played, "played", played and played.code),
        (position.undrawn, "undrawn", ",".join(map(str, position.undrawn))),
    )
    return " ".join([rules.name, *(f"{key}={value}" for is_told, key, value in parts if is_told)])


def write_cards(cards: Hand) -> str:
    """Return cards as a list, ``7,H,?2``; hidden cards in a row are counted."""
    words: list[str] = []
    for card, run in groupby(cards):
        codes = [each.code for each in run]
        words += [f"?{len(codes)}"] if card is Card.UNKNOWN and len(codes) > 1 else codes
    return ",".join(words)
