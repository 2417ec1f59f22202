"""What all tables with a puzzle share: a press on a card, on a choice or in a form is an answer."""

from abc import abstractmethod
from collections.abc import Mapping

from ono_tutor.i18n import lazy_gettext
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.feedback import note
from ono_tutor.render.forms import answer_of
from ono_tutor.widgets.table import Table


class PuzzleTable(Table):
    """A table with a puzzle; a kind of it says which one, and what becomes of an answer."""

    @property
    @abstractmethod
    def puzzle(self) -> Puzzle:
        """The puzzle on the table."""

    @property
    def has_puzzle(self) -> bool:
        """Whether the puzzle lies there to be answered, and no page in its place."""
        return True

    @abstractmethod
    def take(self, given: object) -> None:
        """Take an answer, in words or in the values of a form."""

    def on_play(self, play: str) -> None:
        if not self.has_puzzle:
            return
        if self.puzzle.shape in (Shape.PLAY, Shape.LINE):
            self.take(play)
        else:
            text = lazy_gettext("Here the answer is not a card alone: give it in the form.")
            self.feedback = note("info", lazy_gettext("No answer yet."), text)

    def on_choice(self, choice: str) -> None:
        if self.has_puzzle:
            self.take(choice)

    def on_answer(self, values: Mapping[str, object]) -> None:
        if self.has_puzzle:
            self.take(answer_of(self.puzzle, values))
