"""The rules of O'NO 99 (1980 and 2022) and Ninety-Nine: an engine, puzzles and exact answers.

>>> from ono_tutor import Position, survive
>>> survive(Position.parse("1980 total=92 hand=7,H,-10,O owes=2 players=3")).chance
Fraction(1, 1)
"""

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ono_tutor.cards import Card
    from ono_tutor.errors import IllegalPlayError, NotationError, OnoError, UnanswerableError
    from ono_tutor.game.legal import legal_plays, why_not
    from ono_tutor.game.position import Position
    from ono_tutor.game.turn import Outcome, play
    from ono_tutor.puzzles.puzzle import Puzzle
    from ono_tutor.rules.catalogue import ruleset
    from ono_tutor.rules.play import LateDraw, Play
    from ono_tutor.solver.solve import Solution, solve
    from ono_tutor.solver.survive import Survival, Verdict, survive
    from ono_tutor.solver.threat import Threat, threat
    from ono_tutor.solver.value import Values, value

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
    "Values",
    "Verdict",
    "legal_plays",
    "play",
    "ruleset",
    "solve",
    "survive",
    "threat",
    "value",
    "why_not",
]

_MODULES = {
    "ono_tutor.cards": ("Card",),
    "ono_tutor.errors": ("IllegalPlayError", "NotationError", "OnoError", "UnanswerableError"),
    "ono_tutor.game.legal": ("legal_plays", "why_not"),
    "ono_tutor.game.position": ("Position",),
    "ono_tutor.game.turn": ("Outcome", "play"),
    "ono_tutor.puzzles.puzzle": ("Puzzle",),
    "ono_tutor.rules.catalogue": ("ruleset",),
    "ono_tutor.rules.play": ("LateDraw", "Play"),
    "ono_tutor.solver.solve": ("Solution", "solve"),
    "ono_tutor.solver.survive": ("Survival", "Verdict", "survive"),
    "ono_tutor.solver.threat": ("Threat", "threat"),
    "ono_tutor.solver.value": ("Values", "value"),
}
"""Where each public name stands: a module is loaded when one of its names is asked for."""


def __getattr__(name: str) -> object:
    """Load the module of a public name, once, so that importing the package itself is quick."""
    for module, names in _MODULES.items():
        if name in names:
            globals()[name] = found = getattr(import_module(module), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Show the public names and nothing else."""
    return __all__
