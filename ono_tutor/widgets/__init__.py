"""Tables to play and learn at, in a notebook or on a page.

In reading order:

- ``table``: what every table is made on, and what it and its view send each other
- ``table_view``: the notebook's widget that shows a table
- ``quiz``: puzzles, one after another
- ``practice``: the puzzles that one should practise next
- ``explorer``: a position to change, and what becomes of every card
- ``compare``: one position under every rule set
- ``game``: a whole game against bots, with a coach
- ``replay``: a game or a line of play, step by step
- ``progress``: what a learner knows, and what is due
- ``homework``, ``homework_scenes``, ``homework_feedback``: an assignment
- ``homework_host``: an assignment on a page that is no notebook
- ``host``: all these tables for a page that is no notebook
"""

from ono_tutor.widgets.compare import Compare
from ono_tutor.widgets.explorer import Explorer
from ono_tutor.widgets.game import Game
from ono_tutor.widgets.homework import Homework
from ono_tutor.widgets.practice import Practice
from ono_tutor.widgets.progress import MyProgress
from ono_tutor.widgets.quiz import Quiz
from ono_tutor.widgets.replay import Replay

__all__ = ["Compare", "Explorer", "Game", "Homework", "MyProgress", "Practice", "Quiz", "Replay"]
