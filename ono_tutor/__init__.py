"""The rules of O'NO 99 (1980 and 2022) and Ninety-Nine: an engine, puzzles and exact answers.

>>> from ono_tutor import Position, survive
>>> survive(Position.parse("1980 total=92 hand=7,H,-10,O owes=2 players=3")).chance
Fraction(1, 1)
"""

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ono_tutor.cards import Card as Card
    from ono_tutor.errors import IllegalPlayError as IllegalPlayError
    from ono_tutor.errors import NotationError as NotationError
    from ono_tutor.errors import OnoError as OnoError
    from ono_tutor.errors import UnanswerableError as UnanswerableError
    from ono_tutor.game.legal import legal_plays as legal_plays
    from ono_tutor.game.legal import why_not as why_not
    from ono_tutor.game.position import Position as Position
    from ono_tutor.game.turn import Outcome as Outcome
    from ono_tutor.game.turn import play as play
    from ono_tutor.puzzles.puzzle import Puzzle as Puzzle
    from ono_tutor.rules.catalogue import ruleset as ruleset
    from ono_tutor.rules.play import LateDraw as LateDraw
    from ono_tutor.rules.play import Play as Play
    from ono_tutor.solver.solve import Solution as Solution
    from ono_tutor.solver.solve import solve as solve
    from ono_tutor.solver.survive import Survival as Survival
    from ono_tutor.solver.survive import Verdict as Verdict
    from ono_tutor.solver.survive import survive as survive
    from ono_tutor.solver.threat import Threat as Threat
    from ono_tutor.solver.threat import threat as threat
    from ono_tutor.solver.value import Values as Values
    from ono_tutor.solver.value import value as value

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

__all__ = [name for names in _MODULES.values() for name in names]


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
