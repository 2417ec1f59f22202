"""Answers judged outside the kernel, from what is written in the notebook's cells alone.

nbgrader runs a learner's code in the process whose output it marks. :func:`judge_written` comes
after that in ``autograde``, and puts the engine's own judgement in the place of the output of each
test cell. Two lines in ``nbgrader_config.py`` turn it on::

    judge = "ono_tutor.classroom.nbgrader.written.judge_written"
    c.Autograde.autograde_preprocessors.insert(1, judge)

An answer is what its cell assigns in so many words, such as ``answer_1 = "certain"``; one that is
computed earns nothing, for only a learner's own code knows what it is.
"""

import ast
import json
from collections.abc import Iterator
from contextlib import suppress
from textwrap import fill, wrap
from typing import Any

from ono_tutor.classroom.nbgrader.answers import NAME, WIDE, check_answer
from ono_tutor.i18n import N_, lazy_gettext
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.bank import Entry

Cell = Any
TEST, ANSWER = "task-", "answer-"


def judge_written(notebook: Any, resources: Any) -> tuple[Any, Any]:
    """Return the notebook, each test cell with the output that the written answer deserves."""
    cells = {_name(cell): cell for cell in notebook.cells}
    for name, cell in cells.items():
        entry = asked_in(cell.source) if name.startswith(TEST) else None
        if entry:
            number = name.removeprefix(TEST)
            source = getattr(cells.get(f"{ANSWER}{number}"), "source", "")
            check = _judged(source, f"answer_{number}", entry)
            cell.outputs = [type(cell)(_output(check))]
    return notebook, resources


def _name(cell: Cell) -> str:
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))


def _judged(source: str, name: str, entry: Entry) -> Check:
    answers = list(written_answers(source, name))
    if not answers:
        return Check(Mark.NOT_ATTEMPTED, lazy_gettext(_NONE))
    return check_answer(answers[-1], entry)


def asked_in(source: str) -> Entry | None:
    """Return the puzzle that a test cell asks to be judged; None where it asks for none."""
    for call in ast.walk(_parsed(source)):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "dict":
            words = {str(each.arg): each.value for each in call.keywords}
            if words.pop("answer", None):
                return Entry(NAME, **{key: ast.literal_eval(word) for key, word in words.items()})
    return None


def written_answers(source: str, name: str) -> Iterator[object]:
    """Yield what a cell assigns to a name in so many words, in order; None is no answer."""
    for line in ast.walk(_parsed(source)):
        if isinstance(line, ast.Assign) and name in _names(line):
            with suppress(ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
                answer = ast.literal_eval(line.value)
                if answer is not None:
                    yield answer


def with_answer(source: str, name: str, answer: object) -> str | None:
    """Return a cell's source with this JSON value assigned to a name; None where that fails.

    What is assigned last is replaced, and all else stays as it is. It fails where the cell is no
    Python, or where another assignment would still count.
    """
    literal = json.dumps(answer)
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found = [line for line in body if isinstance(line, ast.Assign) and name in _names(line)]
    if found:
        changed = _replaced(source, found[-1].value, literal)
    else:
        changed = f"{source.rstrip()}\n{name} = {literal}".lstrip()
    is_last = [*written_answers(changed, name)][-1:] == [answer]
    return changed if is_last else None


def _names(line: ast.Assign) -> list[str]:
    return [getattr(target, "id", "") for target in line.targets]


def _replaced(source: str, value: ast.expr, literal: str) -> str:
    """Return the source with other words in the place of a value; columns count bytes."""
    lines = source.encode().splitlines(keepends=True)
    first, last = value.lineno - 1, (value.end_lineno or value.lineno) - 1
    before = b"".join(lines[:first]) + lines[first][: value.col_offset]
    after = lines[last][value.end_col_offset :] + b"".join(lines[last + 1 :])
    return (before + literal.encode() + after).decode()


def _parsed(source: str) -> ast.Module:
    """Return the source as a tree; that of magics and of what is no Python is empty."""
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.parse(source)
    return ast.Module([], [])


def _output(check: Check) -> dict[str, object]:
    """Return an output as nbformat has it: an error earns nothing, and text everything."""
    text = str(check.text)
    if check.mark is Mark.RIGHT:
        return {"output_type": "stream", "name": "stdout", "text": fill(text, WIDE)}
    lines = wrap(text, WIDE)
    return {"output_type": "error", "ename": "AnswerError", "evalue": text, "traceback": lines}


_NONE = N_(
    "There is no answer yet. Write the answer itself in the place of None: one that is computed "
    "does not count."
)
