"""Floor 6: the table in a notebook."""

from ono_tutor.widgets.quiz import Quiz

__all__ = ["Quiz"]
