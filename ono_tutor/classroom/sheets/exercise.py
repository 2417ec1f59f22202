"""One puzzle as an exercise on paper: its number, its position in words, its answer space."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from string import ascii_uppercase as LETTERS  # noqa: N812 - a constant
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.classroom.assignment import Assignment, Learner
from ono_tutor.i18n import N_, Message, _, gettext, sentence
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import (
    open_cards,
    sentences,
    spoken,
    stakes_sentences,
    undrawn_sentences,
)
from ono_tutor.render.forms import NO_CARD, answer_form
from ono_tutor.render.scene import lead
from ono_tutor.render.table_svg import MOST_PLATES, shows_stakes


@dataclass(frozen=True, slots=True)
class SheetExercise:
    """A puzzle as exercise ``number`` of ``count`` on a sheet.

    ``letter`` tells the puzzles of an item apart of which each learner gets one; it is empty
    where all get the same. The puzzle's id is for the key alone: it may give the answer away.
    ``sheet`` tells the sheets of a class apart that stand in one page; a sheet alone needs none.
    """

    number: int
    count: int
    letter: str
    points: int
    puzzle: Puzzle
    sheet: str = ""

    @property
    def handle(self) -> str:
        """A word that is this exercise's alone in its page, such as ``e3B`` or ``s2-e3B``."""
        return f"{self.sheet}e{self.number}{self.letter}"

    @property
    def name(self) -> str:
        """The number and the letter, such as ``3 B``."""
        return f"{self.number} {self.letter}".rstrip()


def exercises_of(
    assignment: Assignment, learner: Learner | None = None, sheet: str = ""
) -> Iterator[SheetExercise]:
    """Yield the exercises of a learner's own sheet; without a learner those of every puzzle."""
    mine = {entry.id for entry in assignment.entries_of(learner)} if learner else None
    for number, item in enumerate(assignment.items, 1):
        for place, entry in enumerate(item.puzzles):
            if mine is None or entry.id in mine:
                letter = letter_of(place) if len(item.puzzles) > 1 else ""
                count = len(assignment.items)
                yield SheetExercise(number, count, letter, item.points, _puzzle(entry), sheet)


_puzzle = lru_cache(2_000)(Puzzle.of)
"""The puzzle of an entry, read once for all who get it."""


def letters_of(assignment: Assignment, learner: Learner) -> tuple[str, ...]:
    """Return which variant of each exercise the learner has; empty where all get the same."""
    return tuple(each.letter for each in exercises_of(assignment, learner))


def letter_of(place: int) -> str:
    """Return the letter of a place counted from 0: A to Z, then AA, AB and so on."""
    first, last = divmod(place, len(LETTERS))
    return (letter_of(first - 1) if first else "") + LETTERS[last]


def words_beside_drawing(puzzle: Puzzle) -> Iterator[Message]:
    """Yield what the drawing does not say: what is to be played, and what cannot be seen on it."""
    position = puzzle.position
    if not puzzle.info.is_after_round:
        yield lead(position)
        if len(position.hands) > MOST_PLATES or not shows_stakes(position):
            yield from stakes_sentences(position)
        yield from undrawn_sentences(position, position.turn)


def alt_text(puzzle: Puzzle) -> Iterator[Message]:
    """Yield everything that lies on the table, in sentences; after a round only the hands."""
    if puzzle.info.is_after_round:
        yield from islice(sentences(puzzle.position), 1)
        yield from open_cards(puzzle.position, None)
    else:
        yield from sentences(puzzle.position)


LINES = 12
"""Lines for a line of play: always as many, so that they say nothing about it."""


def hand_cards(puzzle: Puzzle) -> list[tuple[str, str, list[str]]]:
    """Return the cards of the hand: code, name, and a box for each way to play it, if that answers.

    The name is empty if there are boxes.
    """
    rules = puzzle.position.rules
    is_ticked = puzzle.info.offers_cards and puzzle.shape in (Shape.PLAY, Shape.PLAYS)
    found = []
    for card in puzzle.position.hand:
        plays = rules.plays_of(card) if is_ticked and card is not Card.UNKNOWN else ()
        name = "" if plays else sentence(f"{rules.card_name(card):short}")
        found.append((card.code, name, [spoken(puzzle.position, play) for play in plays]))
    return found


def boxes_beside_cards(puzzle: Puzzle) -> list[str]:
    """Return the boxes beside those of single cards.

    They are a kind's own choices, or several cards together, or laying the hand down.
    """
    if puzzle.shape is Shape.PLAY:
        return [str(choice) for _word, choice in puzzle.choices]
    if puzzle.shape is not Shape.PLAYS:
        return []
    position, rules = puzzle.position, puzzle.position.rules
    several = [play for play in rules.plays_of_hand(position.hand) if play.copies > 1]
    out = [gettext(NO_CARD)] if rules.lays_down else []
    return [spoken(position, play) for play in several] + out


def answer_fields(puzzle: Puzzle) -> list[dict[str, Any]]:
    """Return the fields to tick or to write on, as the forms on screens have them."""
    if puzzle.shape in (Shape.PLAY, Shape.PLAYS, Shape.LINE):
        return []
    form: Any = answer_form(puzzle, puzzle.position)
    fields = [{**field} for field in form["fields"]] if form else []
    for field in fields:
        if puzzle.shape is Shape.CHANCE:
            field["help"] = _("Write it exactly, as a fraction such as 8/25.")
        elif field["type"] != "checks":
            field["help"] = ""
    return fields


LINE_NOTE = N_(
    "Write the plays of all players in order, and begin with yours. After each of your plays, "
    "write what the others do against it."
)
