"""What is ticked on paper, read: every answer as the sheet prints it, for the engine.

Cells of a table of answers are typed from sheets, so ``Yes, for certain`` says what ``certain``
does, and ``You (Player 0), two cards`` what ``0 2`` does. Other words are left as they are.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from ono_tutor.classroom.sheets.exercise import (
    answer_fields,
    boxes_beside_cards,
    hand_cards,
)
from ono_tutor.i18n import lazy_gettext
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.forms import NO_CARD
from ono_tutor.rules.play import OUT

_BETWEEN = re.compile(r"(?:[\s,;.&+]|\band\b|\bor\b)*", re.IGNORECASE)
_FOLDED = str.maketrans({"−": "-", "–": "-", "’": "'", "‘": "'"})


def words_for_engine(puzzle: Puzzle, typed: str) -> str:
    """Return what was typed in words that the engine reads, where all of it is as printed."""
    text = _plain(typed)
    if puzzle.shape is Shape.NEXT:
        return _seat_and_cards(puzzle, text) or typed
    if puzzle.shape is Shape.AMOUNTS:
        return _amounts(puzzle, text) or typed
    return ", ".join(_found(_printed(puzzle), text)) or typed


def _plain(text: str) -> str:
    return " ".join(text.translate(_FOLDED).casefold().split()).rstrip(".!")


@lru_cache(maxsize=2_000)
def _printed(puzzle: Puzzle) -> Mapping[str, str]:
    """Return the names of the boxes of a puzzle, and what each says to the engine."""
    rules = puzzle.position.rules
    found: dict[str, str] = {}
    for card in puzzle.position.hand:
        found |= {str(rules.play_name(play)): str(play) for play in rules.plays_of(card)}
    several = (play for play in rules.plays_of_hand(puzzle.position.hand) if play.copies > 1)
    found |= {str(rules.play_name(play)): str(play) for play in several}
    found |= {str(text): word for word, text in puzzle.choices}
    found[str(lazy_gettext(NO_CARD))] = str(OUT)
    shown = {_plain(name) for card in hand_cards(puzzle) if card.is_ticked for name in card.names}
    shown |= set(map(_plain, boxes_beside_cards(puzzle)))
    return {_plain(name): word for name, word in found.items() if _plain(name) in shown}


def _found(printed: Mapping[str, str], text: str) -> list[str]:
    """Return what the names in a text say, in order; nothing where anything else stands there."""
    found, names = [], sorted(printed, key=len, reverse=True)
    while text:
        name = next((name for name in names if _begins(text, name)), None)
        if name is None:
            return []
        found.append(printed[name])
        text = text.removeprefix(name)
        text = text[_BETWEEN.match(text).end() :]  # type: ignore[union-attr]
    return found


def _begins(text: str, name: str) -> bool:
    return text.startswith(name) and not text.removeprefix(name)[:1].isalnum()


def _seat_and_cards(puzzle: Puzzle, text: str) -> str:
    """Return the seat that is next and how many cards it owes, as ``0 2``; empty if not said."""
    seats, owed = (list(map(_plain, field.names)) for field in answer_fields(puzzle))
    seat = [n for n, name in enumerate(seats) if _begins(text, name)]
    if not seat:
        return ""
    rest = text.removeprefix(seats[seat[0]]).lstrip(" ,;:")
    rest = re.sub(r"^(?:who )?(?:owes|must play)[ ,:]*(?:so must play)?[ ,:]*", "", rest)
    cards = [n for n, name in enumerate(owed, 1) if rest == name]
    return f"{seat[0]} {cards[0]}" if cards else ""


def _amounts(puzzle: Puzzle, text: str) -> str:
    """Return the amounts that stand after the names of all seats, in order; empty otherwise."""
    fields = [_plain(field.label) for field in answer_fields(puzzle)]
    found = list(_after(fields, text))
    return " ".join(found) if len(found) == len(fields) else ""


def _after(names: list[str], text: str) -> Iterator[str]:
    for name in names:
        amount = re.search(rf"{re.escape(name)}\s*:?\s*(-?[0-9]{{1,4}})\b", text)
        if amount:
            yield amount[1]
