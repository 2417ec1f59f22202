"""The learner's notebook of an assignment: a short text, and one cell that holds all of it.

The module writes JSON itself (nbformat 4.5): the same assignment gives the same bytes.
"""

import json
from html import escape

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.assignment_file import assignment_text
from ono_tutor.classroom.homework.terms import due_sentence, terms
from ono_tutor.i18n import N_, lazy_gettext

Cell = dict[str, object]


def learner_notebook(assignment: Assignment) -> str:
    """The notebook as the text of an ``ipynb`` file."""
    cells = [_text_cell("about", _about(assignment)), _code_cell("homework", _code(assignment))]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {
        "cells": cells,
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _about(assignment: Assignment) -> str:
    """The title, what to do, and how it is marked."""
    due = [due_sentence(assignment.due, assignment.due_zone)] if assignment.due else []
    marking = " ".join(map(str, [*terms(assignment), *due]))
    parts = [f"# {_plain(assignment.title)}", str(lazy_gettext(_TO_DO)), marking]
    return "\n\n".join(parts)


def _plain(title: str) -> str:
    """A title in Markdown: nothing in it is markup."""
    words = escape(title, quote=False)
    return "".join(f"\\{char}" if char in _MARKUP else char for char in words)


def _code(assignment: Assignment) -> str:
    """The cell: the assignment's text and the table."""
    text = assignment_text(assignment).rstrip("\n").replace("\\", "\\\\").replace('"""', '""\\"')
    return f'from ono_tutor.widgets import Homework\n\nHomework("""{text}""")'


def _text_cell(name: str, text: str) -> Cell:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": _lines(text)}


def _code_cell(name: str, text: str) -> Cell:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": {"jupyter": {"source_hidden": True}, "collapsed": False},
        "outputs": [],
        "source": _lines(text),
    }


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


_MARKUP = frozenset("\\`*_{}[]()#+-.!|~$^")
_TO_DO = N_(
    "Choose *Run All Cells* in the menu *Run*: the assignment opens below. "
    "Write your name, and answer the puzzles in any order. "
    "Every answer is kept at once, so you may close the notebook and go on later. "
    "When you are done press *Hand in*, and send the file that it names to your teacher."
)
