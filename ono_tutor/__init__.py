"""The rules of O'NO 99 (1980 and 2022) and Ninety-Nine: an engine, puzzles and exact answers.

>>> from ono_tutor import Position, survive
>>> survive(Position.parse("1980 total=92 hand=7,H,-10,O owes=2 players=3")).chance
Fraction(1, 1)
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ono_tutor.cards import Card
from ono_tutor.errors import IllegalPlayError, NotationError, OnoError, UnanswerableError
from ono_tutor.game.legal import legal_plays, why_not
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome, play
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.solver.survive import Survival, Verdict, survive

if TYPE_CHECKING:
    from ono_tutor.puzzles.puzzle import Puzzle
    from ono_tutor.solver.solve import Solution, solve
    from ono_tutor.solver.threat import Threat, threat

__all__ = [
    "Card",
    "IllegalPlayError",
    "LateDraw",
    "NotationError",
    "OnoError",
    "Outcome",
    "Play",
    "Position",
    "Puzzle",
    "Solution",
    "Survival",
    "Threat",
    "UnanswerableError",
    "Verdict",
    "legal_plays",
    "play",
    "ruleset",
    "solve",
    "survive",
    "threat",
    "why_not",
]

_LAZY = {
    "Puzzle": "ono_tutor.puzzles.puzzle",
    "Solution": "ono_tutor.solver.solve",
    "Threat": "ono_tutor.solver.threat",
    "solve": "ono_tutor.solver.solve",
    "threat": "ono_tutor.solver.threat",
}


def __getattr__(name: str) -> object:
    """Load the larger packages only when something of them is asked for: a question is quick."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LAZY[name]), name)


def __dir__() -> list[str]:
    """Show the public names and nothing else."""
    return __all__
