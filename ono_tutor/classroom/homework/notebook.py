"""The learner's notebook of an assignment: a short text, and one cell that holds all of it.

:func:`notebook_text` and :func:`notebook_cell` write nbformat 4.5 for every notebook that is made
of an assignment: the same assignment gives the same bytes, which :mod:`nbformat`, not needed to
assign, makes only if each cell is given an id.
"""

import json
from collections.abc import Sequence
from html import escape

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.assignment_file import assignment_text
from ono_tutor.classroom.homework.terms import terms
from ono_tutor.i18n import N_, lazy_gettext

Cell = dict[str, object]


def notebook_text(cells: Sequence[Cell], kernel: str = "Python 3") -> str:
    """Return the text of an ``ipynb`` file; ``kernel`` is the name that JupyterLab shows."""
    spec = {"display_name": kernel, "language": "python", "name": "python3"}
    whole = {
        "cells": cells,
        "metadata": {"kernelspec": spec, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def notebook_cell(kind: str, name: str, text: str, metadata: Cell) -> Cell:
    """Return a cell of a kind, ``markdown`` or ``code``, with a name for its id."""
    run: Cell = {"execution_count": None, "outputs": []} if kind == "code" else {}
    lines = text.splitlines(keepends=True)
    return {"cell_type": kind, "id": name, "metadata": metadata, "source": lines} | run


def learner_notebook(assignment: Assignment) -> str:
    """Return the notebook as the text of an ``ipynb`` file."""
    folded: Cell = {"jupyter": {"source_hidden": True}, "collapsed": False}
    about = notebook_cell("markdown", "about", _about(assignment), {})
    return notebook_text([about, notebook_cell("code", "homework", _code(assignment), folded)])


def _about(assignment: Assignment) -> str:
    """Return the title, what to do, and how it is marked."""
    marking = " ".join(map(str, terms(assignment, assignment.due_zone)))
    return "\n\n".join([f"# {_plain(assignment.title)}", str(lazy_gettext(_TO_DO)), marking])


def _plain(title: str) -> str:
    """Return a title in Markdown: nothing in it is markup."""
    words = escape(title, quote=False)
    return "".join(f"\\{char}" if char in _MARKUP else char for char in words)


def _code(assignment: Assignment) -> str:
    """Return the code of the cell: the assignment's text and the table."""
    text = assignment_text(assignment).rstrip("\n").replace("\\", "\\\\").replace('"""', '""\\"')
    return f'from ono_tutor.widgets import Homework\n\nHomework("""{text}""")'


_MARKUP = frozenset("\\`*_{}[]()#+-.!|~$^")
_TO_DO = N_(
    "Choose *Run All Cells* in the menu *Run*: the assignment opens below. "
    "Write your name, and answer the puzzles in any order. "
    "Every answer is kept at once, so you may close the notebook and go on later. "
    "When you are done press *Hand in*, and send the file that it names to your teacher."
)
