"""Floor 6: the table in a notebook."""

from ono_tutor.widgets.practice import Practice
from ono_tutor.widgets.quiz import Quiz

__all__ = ["Practice", "Quiz"]
