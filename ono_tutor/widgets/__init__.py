"""Floor 6: tables to play and learn at, in a notebook or on a page."""

from ono_tutor.widgets.compare import Compare
from ono_tutor.widgets.explorer import Explorer
from ono_tutor.widgets.game import Game
from ono_tutor.widgets.homework import Homework
from ono_tutor.widgets.practice import Practice
from ono_tutor.widgets.progress import MyProgress
from ono_tutor.widgets.quiz import Quiz
from ono_tutor.widgets.replay import Replay

__all__ = ["Compare", "Explorer", "Game", "Homework", "MyProgress", "Practice", "Quiz", "Replay"]
