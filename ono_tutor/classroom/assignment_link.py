"""An assignment by what a teacher calls it, a file, a set or a link; and as a learner's notebook.

A link holds the assignment in one field after the ``#`` of the practice page's address,
``homework=``: the assignment's JSON, compressed, in base64 for addresses. The compression has a
checksum, so a part of a link is no link, and no term such as feedback or attempts can be left out.
It has every puzzle in words, whether it is in the bank or not.
"""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import tzinfo
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Any
from urllib.parse import unquote

from ono_tutor.classroom.assignment import (
    Assignment,
    Feedback,
    Item,
    assignment_json,
    due_words,
    parse_assignment,
    read_assignment,
    set_id,
)
from ono_tutor.errors import NotationError, OnoError, quoted
from ono_tutor.i18n import N_, Message, _, gettext, ngettext
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry, id_of, set_name
from ono_tutor.puzzles.puzzle import MOST, Puzzle, read_set
from ono_tutor.strict_json import LIMITS

HOMEWORK, SET = "homework=", "set="
"""How the fragment begins of the link to an assignment, and to a set."""

_NO_LINK = zlib.error, ValueError, LookupError, TypeError, AttributeError, RecursionError

LONGEST = 400_000
"""Characters of a link."""


def link_fragment(assignment: Assignment) -> str:
    """Return the assignment as the fragment of the practice page's address.

    Raises :class:`NotationError` with more than 200 puzzles, which no link is to hold.
    """
    count = sum(1 for __ in assignment.entries)
    if count > MOST:
        message = f"a link holds {MOST} puzzles at the most, and these are {count}"
        raise NotationError(message, word=str(count))
    return pack(assignment)


def pack(assignment: Assignment) -> str:
    """Return an assignment of any size in one word, as a link and a notebook hold it."""
    whole: Any = assignment_json(assignment)
    for puzzle in (each for item in whole["items"] for each in item["puzzles"]):
        if puzzle["id"] == _id_of(puzzle):
            del puzzle["id"]
    raw = zlib.compress(json.dumps(whole, separators=(",", ":")).encode(), 9)
    return HOMEWORK + urlsafe_b64encode(raw).decode().rstrip("=")


def read_link(fragment: str) -> Assignment | None:
    """Return the assignment of a fragment, with or without its ``#``; None for a ``set=…``.

    Raises :class:`NotationError` for a part of a link and for anything else that is none, and
    :class:`FileError` for one that holds no assignment.
    """
    bare = fragment.removeprefix("#")
    if len(bare) > LONGEST:
        message = f"the link is longer than {LONGEST} characters, the most that are read"
        raise NotationError(message)
    if bare.startswith(SET):
        return None
    if not bare.startswith(HOMEWORK):
        message = f"{quoted(bare)} is no link; one begins with {HOMEWORK} or {SET}"
        raise NotationError(message, word=bare)
    word = bare.removeprefix(HOMEWORK)
    try:
        if not re.fullmatch("[A-Za-z0-9_-]+", word):
            raise ValueError("a character that is in no link")
        opened = zlib.decompressobj()
        packed = urlsafe_b64decode(word + "=" * (-len(word) % 4))
        text = opened.decompress(packed, LIMITS.most_bytes)
        if not opened.eof or opened.unused_data:
            raise ValueError("it is too long")
        whole = json.loads(text)
        for puzzle in (each for item in whole["items"] for each in item["puzzles"]):
            puzzle.setdefault("id", _id_of(puzzle))
    except _NO_LINK as error:
        message = "the link is cut off or changed; take it again, whole, as your teacher sent it"
        raise NotationError(message, word=word[:40]) from error
    return parse_assignment(json.dumps(whole).encode())


def _id_of(puzzle: Mapping[str, str]) -> str:
    words = (puzzle.get(name, "") for name in ("plays", "claim"))
    return id_of(puzzle["kind"], puzzle["position"], *words)


def find_assignment(words: str) -> Assignment:
    """Return the assignment of a file or its text, of a practice link, or of a set.

    A link is the whole address, or the part after its ``#``; a set is one that is shipped, or
    one in a line. It has a point for each puzzle, the first answer to it counts, and feedback
    comes at once. Raises :class:`OnoError`, which names the reason.
    """
    if words.lstrip("\ufeff \t\r\n").startswith("{"):
        return parse_assignment(words.encode("utf-8", "replace"))
    with suppress(OSError, ValueError):  # too long for a path, or not fit for one
        if words and (path := Path(words)).exists():
            return read_assignment(path)
    fragment = words.partition("#")[2] or words
    if fragment.startswith(HOMEWORK) and (assignment := read_link(fragment)):
        return assignment
    if fragment.startswith(SET):
        return _assignment_of_set(unquote(fragment.removeprefix(SET)))
    return _assignment_of_set(words)


def _assignment_of_set(words: str) -> Assignment:
    """Return the puzzles of a set as an assignment, a point each."""
    if words in bank.sets():
        name, title = words, bank.title_of_set(words)
        puzzles: Sequence[Puzzle | Entry] = bank.entries_of_set(words)
    else:
        try:
            puzzles = read_set(words)
        except OnoError as error:
            if ":" in words or ";" in words:
                raise
            sets = ", ".join(bank.sets())
            message = f"{quoted(words)} is no file, and neither a puzzle nor a set"
            raise NotationError(f"{message}; the sets are {sets}", word=words) from error
        name, title = set_name(puzzle.id for puzzle in puzzles), "Practice"
    items = (Item((Entry(puzzle.id, *puzzle.words),)) for puzzle in puzzles)
    return Assignment(name, title, tuple(items))


def answer_names(assignment: Assignment) -> frozenset[str]:
    """Return every name that answers to an assignment may come under.

    These are its id, and if all learners get the same puzzles the names of a practice of them:
    the digest of their ids, and the name of a set that is shipped with just these puzzles.
    """
    if assignment.is_dealt:
        return frozenset((assignment.id,))
    ids = [entry.id for entry in assignment.entries]
    names = {assignment.id, set_name(ids)}
    mine = set(map(set_id, ids))
    for name in bank.sets():
        own = [entry.id for entry in bank.entries_of_set(name)]
        # A set has no puzzle twice, and most have another number of them.
        if len(own) == len(mine) and set(map(set_id, own)) == mine:
            names |= {name, set_name(own)}
    return frozenset(names)


# ---- the learner's notebook: a short text, and one cell that holds all of the assignment ----

NotebookCell = dict[str, object]


def notebook_text(cells: Sequence[NotebookCell], kernel: str = "Python 3") -> str:
    """Return the text of an ``ipynb`` file; ``kernel`` is the name that JupyterLab shows.

    It is nbformat 4.5, always the same bytes of an assignment; :mod:`nbformat` is not needed.
    """
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
