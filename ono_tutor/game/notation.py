"""The notation: read a line into the fields of a position, and write a position as its line."""

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any, TypeVar

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, quoted
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.judgement import Stakes
from ono_tutor.rules.play import Direction, Hand, Hands
from ono_tutor.rules.ruleset import RuleSet, TableState

LONGEST_LINE = 4096
LONGEST_NUMBER = 400
MOST_COPIES = 999
KEYS = (
    "total", "hand", "hands", "players", "turn", "owes", "dir", "draw", "seen", "chips", "points",
    "played", "undrawn",
)  # fmt: skip

Value = TypeVar("Value")
Default = TypeVar("Default")
Words = Mapping[str, str]
"""The words of a line by key, as written: ``{"total": "total=92"}``."""


def read_line(line: str) -> tuple[dict[str, Any], Words]:
    """Return the fields of the position that a line says, and the word that says each.

    Raises :class:`NotationError` for what cannot be read. Whether the position is possible is
    checked by :func:`ono_tutor.game.position.check`.
    """
    name, *rest = checked_text(line).split(" ")
    rules, words = ruleset(name), dict[str, str]()
    for word in rest:
        key, equals, _ = word.partition("=")
        if not word:
            continue
        if not equals:
            raise NotationError(f"{quoted(word)} is not of the form key=value", word=word)
        if key not in KEYS:
            message = f"{quoted(key)} is not a key; the keys are {', '.join(KEYS)}"
            raise NotationError(message, word=word)
        if key in words:
            raise NotationError(f"{key!r} is given twice", word=word)
        words[key] = word
    turn = _part(words, "turn", read_number, 0)
    hands = _read_hands(rules, words, turn)
    undrawn = words.get("undrawn", "")
    late_seats = undrawn.partition("=")[2].split(",") if undrawn else []
    fields = {
        "rules": rules,
        "total": _part(words, "total", read_number, 0),
        "hands": hands,
        "turn": turn,
        "owes": _part(words, "owes", read_number, 1),
        "direction": _part(words, "dir", _read_direction, Direction.CLOCKWISE),
        "draw": _part(words, "draw", _read_known_cards, ()),
        "seen": _part(words, "seen", _read_known_cards, ()),
        "stakes": _read_stakes(rules, words, hands),
        "played": _part(words, "played", _read_known_cards, (None,))[0],
        "undrawn": tuple(read_number(seat, undrawn) for seat in late_seats),
        "is_view": "hand" in words,
    }
    return fields, words


def _part(
    words: Words, key: str, read: Callable[[str, str], Value], default: Default
) -> Value | Default:
    """Read the value of a key, given with its whole word for an error; or return the default."""
    return read(words[key].partition("=")[2], words[key]) if key in words else default


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


def read_cards(text: str, word: str) -> Hand:
    """Return the cards of a list such as ``7,H,7x3,?2``; an empty text is an empty list.

    Raises :class:`NotationError`, with ``word`` as the word at fault.
    """
    cards: list[Card] = []
    for item in text.split(",") if text else ():
        if item.startswith("?") and item[1:].isdigit():
            code, times, digits = "?", "x", item[1:]
        else:
            code, times, digits = item.partition("x")
        try:
            card = Card.parse(code)
        except NotationError as error:
            message = f"in {quoted(word)}: {error.message}"
            raise NotationError(message, word=item or word) from None
        count = int(digits) if digits.isdigit() and len(digits) <= 3 else 0
        if times and not 1 <= count <= MOST_COPIES:
            message = f"in {quoted(word)}: {quoted(item)} needs a count from 1 to {MOST_COPIES}"
            raise NotationError(message, word=item)
        cards += [card] * (count if times else 1)
    return tuple(cards)


def _read_hands(rules: RuleSet, words: Words, turn: int) -> Hands:
    if "hand" in words and "hands" in words:
        raise NotationError("give either hand= or hands=, not both", word="hand")
    if "hands" in words:
        if "players" in words:
            message = "players= goes with hand= only; hands= shows every seat"
            raise NotationError(message, word=words["players"])
        word = words["hands"]
        texts = word.partition("=")[2].split("/")
        return tuple(None if text == "-" else read_cards(text, word) for text in texts)
    if "hand" not in words:
        raise NotationError("a hand is missing; give hand= or hands=", word="hand")
    players = _part(words, "players", read_number, 2)
    rules.check_players(players, words.get("players", ""))
    if "/" in words["hand"]:
        message = "hand= is one hand; hands= shows every seat, with / between"
        raise NotationError(message, word=words["hand"])
    hand: Hand = _part(words, "hand", read_cards, ())
    hidden = (Card.UNKNOWN,) * rules.hand_size
    return tuple(hand if seat == turn else hidden for seat in range(players))


def read_number(text: str, word: str) -> int:
    """Return the whole number that a text says, of at most ``LONGEST_NUMBER`` digits.

    Raises :class:`NotationError`, with ``word`` as the word at fault.
    """
    digits = text.removeprefix("-")
    is_plain = digits.isdigit() and len(digits) <= LONGEST_NUMBER and str(int(digits)) == digits
    if not is_plain or text == "-0":
        message = f"in {quoted(word)}: {quoted(text)} is not a whole number like 92"
        raise NotationError(message, word=word)
    return int(text)


def _read_direction(text: str, word: str) -> Direction:
    if text not in set(Direction):
        raise NotationError(f"the direction is cw or ccw, not {quoted(text)}", word=word)
    return Direction(text)


def _read_known_cards(text: str, word: str) -> Hand:
    cards, key = read_cards(text, word), word.partition("=")[0]
    if not cards or Card.UNKNOWN in cards or (key == "played" and len(cards) > 1):
        allowed = "one card" if key == "played" else "one or more cards"
        raise NotationError(f"{key}= says {allowed}, all of them known", word=word)
    return cards


def _read_stakes(rules: RuleSet, words: Words, hands: Hands) -> Stakes:
    name = rules.stake_name or ""
    for key in {"chips", "points"} & {*words} - {name}:
        message = f"{rules.name} is played for {name or 'nothing'}, not for {key}"
        raise NotationError(message, word=words[key])
    if name not in words:
        return rules.start_stakes(hands)
    word = words[name]
    texts = word.partition("=")[2].split("/")
    if len(texts) != len(hands):
        message = f"{name}= has {len(texts)} entries for {len(hands)} players"
        raise NotationError(message, word=word)
    stakes: list[int | None] = []
    for text, hand in zip(texts, hands, strict=True):
        if text == "-" and hand is None and rules.stakes_are_left:
            stakes.append(0)
        elif text == "?" and not rules.stakes_are_left:
            stakes.append(None)
        else:
            stakes.append(read_number(text, word))
    return tuple(stakes)


def write(position: TableState) -> str:
    """Return the canonical line: defaults are left out, and keys are in a fixed order."""
    rules, hands = position.rules, position.hands
    pairs: dict[str, object] = {}
    if position.total:
        pairs["total"] = position.total
    if position.is_view:
        pairs["hand"] = write_cards(hands[position.turn] or ())
        if len(hands) != 2:
            pairs["players"] = len(hands)
    else:
        pairs["hands"] = "/".join("-" if hand is None else write_cards(hand) for hand in hands)
    if position.turn:
        pairs["turn"] = position.turn
    if position.owes != 1:
        pairs["owes"] = position.owes
    if position.direction is not Direction.CLOCKWISE:
        pairs["dir"] = position.direction.value
    if position.draw:
        pairs["draw"] = write_cards(position.draw)
    if position.seen:
        pairs["seen"] = write_cards(position.seen)
    if position.stakes != rules.start_stakes(hands):
        pairs[rules.stake_name or ""] = "/".join(
            "?" if stake is None else "-" if hand is None and rules.stakes_are_left else str(stake)
            for stake, hand in zip(position.stakes, hands, strict=True)
        )
    if position.played:
        pairs["played"] = position.played.code
    if position.undrawn:
        pairs["undrawn"] = ",".join(map(str, position.undrawn))
    return " ".join([rules.name, *(f"{key}={value}" for key, value in pairs.items())])


def write_cards(cards: Hand) -> str:
    """Return cards as a list, ``7,H,?2``; hidden cards in a row are counted."""
    words: list[str] = []
    for card, run in groupby(cards):
        codes = [each.code for each in run]
        words += [f"?{len(codes)}"] if card is Card.UNKNOWN and len(codes) > 1 else codes
    return ",".join(words)
