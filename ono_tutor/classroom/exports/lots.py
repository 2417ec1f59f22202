"""An assignment's items as lots of questions, of which a learner is asked one."""

from dataclasses import dataclass
from typing import NamedTuple

from ono_tutor.classroom.assignment import Assignment, Feedback, Item
from ono_tutor.classroom.exports.exported import LeftOut
from ono_tutor.classroom.exports.question import Question, question_of
from ono_tutor.errors import OnoError
from ono_tutor.i18n import N_, lazy_gettext, sentence
from ono_tutor.puzzles.puzzle import Puzzle


class Lot(NamedTuple):
    """An item: its number, counted from 1, its questions, and whether one of them is drawn."""

    number: int
    questions: tuple[Question, ...]
    is_drawn: bool
    points: int

    @property
    def title(self) -> str:
        """What the lot is called, so that names sort as the items stand."""
        text = N_("Exercise {number}") if self.points == 1 else _WORTH
        return str(lazy_gettext(text, number=f"{self.number:02}", points=self.points))

    @property
    def info(self) -> str:
        """What a teacher has to know of the lot."""
        return str(lazy_gettext(_DRAW_ONE, points=self.points))


@dataclass(frozen=True, slots=True)
class Lots:
    """The lots of an assignment, in order, and the puzzles that no lot holds."""

    lots: tuple[Lot, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def count(self) -> int:
        """How many questions there are."""
        return sum(len(lot.questions) for lot in self.lots)


def lots_of(assignment: Assignment, *, takes_all: bool = False) -> Lots:
    """The questions of an assignment, item by item; an item without any has no lot.

    ``takes_all`` says that the format can want all right choices and no other.
    """
    left_out: list[LeftOut] = []
    lots = [
        Lot(
            number,
            _questions(item, number, takes_all, left_out),
            len(item.puzzles) > 1,
            item.points,
        )
        for number, item in enumerate(assignment.items, 1)
    ]
    return Lots(tuple(lot for lot in lots if lot.questions), tuple(left_out))


def _questions(
    item: Item, number: int, takes_all: bool, left_out: list[LeftOut]
) -> tuple[Question, ...]:
    """The questions of an item; what cannot be one is added to those left out."""
    found = []
    for entry in item.puzzles:
        try:
            puzzle = Puzzle.of(entry)
            found.append(question_of(puzzle, item.points, number, takes_all=takes_all))
        except OnoError as error:
            left_out.append(LeftOut(entry.id, sentence(error.message)))
    return tuple(found)


def tries_hints(assignment: Assignment, question: Question) -> tuple[str, ...]:
    """The hints that come between tries, where learners are told at once and may try again."""
    if assignment.feedback is not Feedback.NOW or assignment.attempts == 1:
        return ()
    return question.hints[: assignment.attempts - 1 if assignment.attempts else None]


_WORTH = N_("Exercise {number} ({points} points)")
_DRAW_ONE = N_("These are as hard as each other: draw one of them, worth {points}.")
