"""How a puzzle is put on the table: what its lead may leave out, and who is to move."""

from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.kinds.score import Score
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.scene import MOVERS_OWN, Viewpoint


def is_told(puzzle: Puzzle) -> bool:
    """Whether the question says itself what is played, or asks for no play at all."""
    return bool(puzzle.plays) or puzzle.shape in (Shape.NUMBER, Shape.EDITIONS)


def viewpoint(puzzle: Puzzle) -> Viewpoint:
    """Where the table is looked at from; once a round is scored nobody is to move."""
    return Viewpoint(is_over=True) if puzzle.kind == Score.name else MOVERS_OWN
