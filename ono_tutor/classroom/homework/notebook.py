"""The learner's notebook of an assignment: a short text, and one cell that holds all of it.

:func:`notebook_text` and :func:`notebook_cell` write nbformat 4.5 for every notebook that is made
of an assignment: the same assignment gives the same bytes, which :mod:`nbformat`, not needed to
assign, makes only if each cell is given an id.
"""

import json
from collections.abc import Sequence
from datetime import tzinfo
from html import escape
from textwrap import wrap

from ono_tutor.classroom.assignment import Assignment, Feedback, due_words
from ono_tutor.classroom.assignment_link import pack
from ono_tutor.i18n import N_, Message, _, gettext, ngettext

NotebookCell = dict[str, object]


def notebook_text(cells: Sequence[NotebookCell], kernel: str = "Python 3") -> str:
    """Return the text of an ``ipynb`` file; ``kernel`` is the name that JupyterLab shows."""
    spec = {"display_name": kernel, "language": "python", "name": "python3"}
    whole = {
        "cells": cells,
        "metadata": {"kernelspec": spec, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def notebook_cell(kind: str, name: str, text: str, metadata: NotebookCell) -> NotebookCell:
    """Return a cell of a kind, ``markdown`` or ``code``, with a name for its id."""
    run: NotebookCell = {"execution_count": None, "outputs": []} if kind == "code" else {}
    lines = text.splitlines(keepends=True)
    return {"cell_type": kind, "id": name, "metadata": metadata, "source": lines} | run


def learner_notebook(assignment: Assignment) -> str:
    """Return the notebook as the text of an ``ipynb`` file."""
    title = "".join(  # nothing in it is markup
        f"\\{char}" if char in _MARKUP else char for char in escape(assignment.title, quote=False)
    )
    marking = " ".join(map(str, terms(assignment, assignment.due_zone)))
    text = "\n\n".join(
        [
            f"# {title}",
            gettext(
                "Choose *Run All Cells* in the menu *Run*: the assignment opens below. Write "
                "your name, and answer the puzzles in any order. Every answer is kept at "
                "once, so you may close the notebook and go on later. When you are done press "
                "*Hand in*, and send the file that it names to your teacher."
            ),
            marking,
        ]
    )
    lines = "".join(f'    "{line}"\n' for line in wrap(pack(assignment), WIDE))
    code = f"from ono_tutor.widgets import Homework\n\nHomework(\n{lines})"
    folded: NotebookCell = {"jupyter": {"source_hidden": True}, "collapsed": False}
    about = notebook_cell("markdown", "about", text, {})
    return notebook_text([about, notebook_cell("code", "homework", code, folded)])


WIDE = 76
"""Characters of a line in a notebook, so that nothing need be scrolled."""

_MARKUP = frozenset("\\`*_{}[]()#+-.!|~$^")


def terms(assignment: Assignment, zone: tzinfo | None = None) -> tuple[Message, ...]:
    """Return the terms: how answers are marked, what feedback there is, and the deadline.

    Times are in this zone, by default in that of this computer.
    """
    count, points = len(assignment.items), assignment.points
    one, more = (
        N_("There is {n} puzzle, for {points}."),
        N_("There are {n} puzzles, for {points} in all."),
    )
    size = ngettext(one, more, count, points=ngettext("{n} point", "{n} points", points))
    templates = _ANSWERS if assignment.feedback is Feedback.NOW else _HAND_INS
    most = assignment.attempts
    tries = _(templates.get(most, templates[2]), count=most)
    is_practice = assignment.feedback is Feedback.NOW and not assignment.is_dealt
    when = (_PRACTICE,) if is_practice else _TOLD[assignment.feedback]
    found = [size, *map(_, when), tries]
    if assignment.opens:
        found.append(_("It opens on {when}.", when=due_words(assignment.opens, zone)))
    if assignment.due:
        text = N_("It is due on {when}. You can hand in later, and answers after that are late.")
        found.append(_(text, when=due_words(assignment.due, zone)))
    return tuple(found)


_PRACTICE = N_("This is practice: you are told at once whether an answer is right.")
_TOLD = {
    Feedback.NOW: (N_("You are told at once whether an answer is right."),),
    Feedback.AFTER: (
        N_("You may change every answer until you hand in."),
        N_("Once you have handed in you are told what is right, and why."),
    ),
    Feedback.NEVER: (
        N_("You may change every answer until you hand in."),
        N_("You are not told here what is right. Your teacher will tell you."),
    ),
}
_ANSWERS = {
    0: N_("You may answer a puzzle until you are right."),
    1: N_("One answer to each puzzle counts, once you confirm it."),
    2: N_("You have {count} answers to a puzzle; it is enough if one of them is right."),
}
_HAND_INS = {
    0: N_(
        "You may hand in as often as you like; it is enough if a puzzle is right in one attempt."
    ),
    1: N_("You hand in once."),
    2: N_(
        "You may hand in {count} times; it is enough if a puzzle is right in one of these attempts."
    ),
}
