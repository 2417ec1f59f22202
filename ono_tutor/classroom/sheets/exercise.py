"""One puzzle of an assignment as an exercise on paper, with its number and its letter."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase as LETTERS  # noqa: N812 - a constant

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.learner import Learner
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.puzzle import Puzzle

MOST_KEPT = 2_000
"""Puzzles that are kept once they are read."""


@dataclass(frozen=True, slots=True)
class SheetExercise:
    """One puzzle as exercise ``number`` of ``count``.

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

    @property
    def heading(self) -> Message:
        """The exercise as the learner reads it: ``Exercise 3 of 10``."""
        template = N_("Exercise {name} of {count}")
        if self.letter:
            template = N_("Exercise {number} of {count}, variant {letter}")
        fields = {"number": self.number, "letter": self.letter, "count": self.count}
        return lazy_gettext(template, name=self.name, **fields)


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


@lru_cache(MOST_KEPT)
def _puzzle(entry: Entry) -> Puzzle:
    """Return the puzzle of an entry, read once for all who get it."""
    return Puzzle.of(entry)


def letters_of(assignment: Assignment, learner: Learner) -> tuple[str, ...]:
    """Return which variant of each exercise the learner has; empty where all get the same."""
    own = zip(assignment.items, assignment.entries_of(learner), strict=True)
    return tuple(
        letter_of(item.puzzles.index(entry)) if len(item.puzzles) > 1 else "" for item, entry in own
    )


def letter_of(place: int) -> str:
    """Return the letter of a place counted from 0: A to Z, then AA, AB and so on."""
    first, last = divmod(place, len(LETTERS))
    return (letter_of(first - 1) if first else "") + LETTERS[last]


def learner_named(learner: Learner | str | None) -> Learner | None:
    """Return the learner who is meant; None for no learner in particular.

    Raises :class:`NotationError` for what can be no learner's name.
    """
    return Learner.named(learner) if isinstance(learner, str) else learner


def points_words(points: int) -> Message:
    """Return so many points, in words."""
    return lazy_gettext(
        N_("{points} point") if points == 1 else N_("{points} points"), points=points
    )
