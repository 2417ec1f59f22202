"""Insights into a small class."""

from classroom.small_class import assignment, marks

from ono_tutor.classroom.judge import Judge
from ono_tutor.classroom.report.class_analysis import ClassAnalysis

CLASS = {
    "Ann": ["certain", "lost", "chance"],
    "Ben": ["certain", "chance", "lost"],
    "Cem": ["lost", "chance", None],
    "Dan": [],
}

EITHER = ("limit-99-is-safe", "ono99-sets-99")
"""What explains the answer chance to the second puzzle, each alone."""

SETS = ("dp80-draw-decides", "dp80-which-first")
"""Puzzles that whoever thinks that an O'NO 99 card may be played answers with certain."""


def insight_of(answers=CLASS, **given):
    """The insight into a class by name and answers."""
    task = assignment()
    found, judge = ClassAnalysis(task), Judge(task)
    for name, words in answers.items():
        found.add(marks(task, name, words, judge=judge, **given))
    return found
