"""Tables to play and learn at, in a notebook or on a page.

In reading order:

- ``table``: what every table is made on, with a puzzle or without, and what its view sends
- ``table_view``: the notebook's widget that shows a table
- ``quiz``: puzzles, one after another
- ``practice``: those to practise next, and a check-up
- ``explorer``: a position to change: what becomes of every card, or one under every rule set
- ``game``: a whole game against bots, with a coach
- ``replay``: a game or a line of play, step by step; cards, figures and games of a lesson
- ``course``: the way through the lessons; what a learner knows, and what is due
- ``homework``: an assignment; ``homework_scenes``: what it shows
- ``house_rules``: what a table is to settle, and the sheet of its rules
- ``answer_table``: a task of an nbgrader notebook, whose answer is written in its cell
- ``page_bridge``: all these tables, and cells of lessons, for a page that is no notebook
"""

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ono_tutor.widgets.answer_table import AnswerTable as AnswerTable
    from ono_tutor.widgets.course import Course as Course
    from ono_tutor.widgets.course import MyProgress as MyProgress
    from ono_tutor.widgets.explorer import Compare as Compare
    from ono_tutor.widgets.explorer import Explorer as Explorer
    from ono_tutor.widgets.game import Game as Game
    from ono_tutor.widgets.homework import Homework as Homework
    from ono_tutor.widgets.house_rules import TableRules as TableRules
    from ono_tutor.widgets.practice import CheckUp as CheckUp
    from ono_tutor.widgets.practice import Practice as Practice
    from ono_tutor.widgets.quiz import Quiz as Quiz
    from ono_tutor.widgets.replay import Replay as Replay
    from ono_tutor.widgets.replay import show_cards as show_cards
    from ono_tutor.widgets.replay import show_figure as show_figure
    from ono_tutor.widgets.replay import show_game as show_game
    from ono_tutor.widgets.replay import show_proof as show_proof

_MODULES = {
    "AnswerTable": "answer_table",
    "CheckUp": "practice",
    "Compare": "explorer",
    "Course": "course",
    "Explorer": "explorer",
    "Game": "game",
    "Homework": "homework",
    "MyProgress": "course",
    "Practice": "practice",
    "Quiz": "quiz",
    "Replay": "replay",
    "TableRules": "house_rules",
    "show_cards": "replay",
    "show_figure": "replay",
    "show_game": "replay",
    "show_proof": "replay",
}
"""The module of each table: it is loaded with the first use, and no other table's."""

__all__ = list(_MODULES)


def __getattr__(name: str) -> object:
    """Load the module of a table, once."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return found


def __dir__() -> list[str]:
    """Show the tables and nothing else."""
    return __all__
