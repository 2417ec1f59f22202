"""The notation: a line read into the parts of a position, and a position written as its line."""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, quoted
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.judgement import Stakes
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Direction, Hand, Hands

if TYPE_CHECKING:
    from ono_tutor.game.position import Position

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
    """The parts of the position that a line says, and the word that says each.

    Raises :class:`NotationError` for what cannot be read. Whether the position can be is
    asked by :func:`ono_tutor.game.position.check`.
    """
    name, *rest = checked_text(line).split(" ")
    rules = ruleset(name)
    words = _by_key([word for word in rest if word])
    turn = _part(words, "turn", read_number, 0)
    hands, is_view = _hands(rules, words, turn)
    fields = {
        "rules": rules,
        "total": _part(words, "total", read_number, 0),
        "hands": hands,
        "turn": turn,
        "owes": _part(words, "owes", read_number, 1),
        "direction": _part(words, "dir", _direction, Direction.CLOCKWISE),
        "draw": _part(words, "draw", _known_cards, ()),
        "seen": _part(words, "seen", _known_cards, ()),
        "stakes": _stakes(rules, words, hands),
        "played": _part(words, "played", _played, None),
        "undrawn": _part(words, "undrawn", _seats, ()),
        "is_view": is_view,
    }
    return fields, words


def _part(
    words: Words, key: str, read: Callable[[str, str], Value], default: Default
) -> Value | Default:
    """What the word with this key says, read from its value and, for an error, the whole word."""
    return read(words[key].partition("=")[2], words[key]) if key in words else default


def checked_text(line: str) -> str:
    """The line without surrounding spaces, if it is short, plain text.

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
    """The cards of a list such as ``7,H,7x3,?2``; an empty text is an empty list.

    Raises :class:`NotationError`, with ``word`` as the word at fault.
    """
    if not text:
        return ()
    return tuple(card for item in text.split(",") for card in _copies(item, word))


def _copies(item: str, word: str) -> Hand:
    if item.startswith("?") and item[1:].isdigit():
        return (Card.UNKNOWN,) * _count(item, item[1:], word)
    code, times, count = item.partition("x")
    try:
        card = Card.parse(code)
    except NotationError as error:
        raise NotationError(f"in {quoted(word)}: {error.message}", word=item or word) from None
    return (card,) * (_count(item, count, word) if times else 1)


def _count(item: str, digits: str, word: str) -> int:
    if digits.isdigit() and len(digits) <= 3 and 1 <= int(digits) <= MOST_COPIES:
        return int(digits)
    message = f"in {quoted(word)}: {quoted(item)} needs a count from 1 to {MOST_COPIES}"
    raise NotationError(message, word=item)


def _by_key(words: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        key, equals, _ = word.partition("=")
        if not equals:
            message = f"{quoted(word)} is not of the form key=value"
            raise NotationError(message, word=word)
        if key not in KEYS:
            message = f"{quoted(key)} is not a key; the keys are {', '.join(KEYS)}"
            raise NotationError(message, word=word)
        if key in found:
            raise NotationError(f"{key!r} is given twice", word=word)
        found[key] = word
    return found


def _hands(rules: RuleSet, words: Words, turn: int) -> tuple[Hands, bool]:
    if "hand" in words and "hands" in words:
        raise NotationError("give either hand= or hands=, not both", word="hand")
    if "hands" in words:
        if "players" in words:
            message = "players= goes with hand= only; hands= shows every seat"
            raise NotationError(message, word=words["players"])
        return _part(words, "hands", _shown_hands, ()), False
    if "hand" not in words:
        raise NotationError("a hand is missing; give hand= or hands=", word="hand")
    return _view(rules, words, turn), True


def _shown_hands(text: str, word: str) -> Hands:
    return tuple(None if hand == "-" else read_cards(hand, word) for hand in text.split("/"))


def _view(rules: RuleSet, words: Words, turn: int) -> Hands:
    players = _part(words, "players", read_number, 2)
    rules.check_players(players, words.get("players", ""))
    if "/" in words["hand"]:
        message = "hand= is one hand; hands= shows every seat, with / between"
        raise NotationError(message, word=words["hand"])
    hand: Hand = _part(words, "hand", read_cards, ())
    hidden = (Card.UNKNOWN,) * rules.hand_size
    return tuple(hand if seat == turn else hidden for seat in range(players))


def read_number(text: str, word: str) -> int:
    """The whole number that a text says, of at most ``LONGEST_NUMBER`` digits.

    Raises :class:`NotationError`, with ``word`` as the word at fault.
    """
    digits = text.removeprefix("-")
    is_plain = digits.isdigit() and len(digits) <= LONGEST_NUMBER and str(int(digits)) == digits
    if not is_plain or text == "-0":
        message = f"in {quoted(word)}: {quoted(text)} is not a whole number like 92"
        raise NotationError(message, word=word)
    return int(text)


def _direction(text: str, word: str) -> Direction:
    if text not in set(Direction):
        raise NotationError(f"the direction is cw or ccw, not {quoted(text)}", word=word)
    return Direction(text)


def _known_cards(text: str, word: str) -> Hand:
    cards = read_cards(text, word)
    if not cards or Card.UNKNOWN in cards:
        key = word.partition("=")[0]
        raise NotationError(f"{key}= lists cards that are known, one or more", word=word)
    return cards


def _played(text: str, word: str) -> Card | None:
    (card, *more) = read_cards(text, word) or (Card.UNKNOWN,)
    if more or card is Card.UNKNOWN:
        raise NotationError("played= is the one card already played this turn", word=word)
    return card


def _seats(text: str, word: str) -> tuple[int, ...]:
    return tuple(read_number(seat, word) for seat in text.split(","))


def _stakes(rules: RuleSet, words: Words, hands: Hands) -> Stakes:
    name = rules.stake_name
    for key in ("chips", "points"):
        if key in words and key != name:
            kept = f"it is played for {name}" if name else "nothing is kept there"
            message = f"{rules.name} has no {key}; {kept}"
            raise NotationError(message, word=words[key])
    if name is None or name not in words:
        return rules.start_stakes(hands)
    word = words[name]
    texts = word.partition("=")[2].split("/")
    if len(texts) != len(hands):
        message = f"{name}= has {len(texts)} entries for {len(hands)} players"
        raise NotationError(message, word=word)
    pairs = zip(texts, hands, strict=True)
    return tuple(_stake(rules, text, hand, word) for text, hand in pairs)


def _stake(rules: RuleSet, text: str, hand: Hand | None, word: str) -> int | None:
    if text == "-" and hand is None and rules.stakes_are_left:
        return 0
    if text == "?" and not rules.stakes_are_left:
        return None
    if text == "-":
        message = f"in {quoted(word)}: '-' is for a player who is out"
        raise NotationError(message, word=word)
    return read_number(text, word)


def write(position: "Position") -> str:
    """The canonical line: no default is written, the keys stand in the contract's order."""
    words = (f"{key}={value}" for key, value in _pairs(position))
    return " ".join([position.rules.name, *words])


def write_cards(cards: Hand) -> str:
    """Cards as a list, ``7,H,?2``; hidden cards in a row are counted."""
    words: list[str] = []
    for card, run in groupby(cards):
        codes = [each.code for each in run]
        words += [f"?{len(codes)}"] if card is Card.UNKNOWN and len(codes) > 1 else codes
    return ",".join(words)


def _pairs(position: "Position") -> Iterator[tuple[str, object]]:
    if position.total:
        yield "total", position.total
    yield from _hand_words(position)
    if position.turn:
        yield "turn", position.turn
    if position.owes != 1:
        yield "owes", position.owes
    if position.direction is not Direction.CLOCKWISE:
        yield "dir", position.direction.value
    if position.draw:
        yield "draw", write_cards(position.draw)
    if position.seen:
        yield "seen", write_cards(position.seen)
    if position.stakes != position.rules.start_stakes(position.hands):
        yield position.rules.stake_name or "", _stakes_word(position)
    if position.played:
        yield "played", position.played.code
    if position.undrawn:
        yield "undrawn", ",".join(map(str, position.undrawn))


def _hand_words(position: "Position") -> Iterator[tuple[str, object]]:
    if not position.is_view:
        yield "hands", "/".join("-" if h is None else write_cards(h) for h in position.hands)
        return
    yield "hand", write_cards(position.hands[position.turn] or ())
    if len(position.hands) != 2:
        yield "players", len(position.hands)


def _stakes_word(position: "Position") -> str:
    is_left = position.rules.stakes_are_left
    return "/".join(
        "?" if stake is None else "-" if hand is None and is_left else str(stake)
        for stake, hand in zip(position.stakes, position.hands, strict=True)
    )
