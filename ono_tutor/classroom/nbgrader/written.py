"""Judge answers outside the kernel, from the text of the notebook's cells alone.

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
from ono_tutor.i18n import _
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.bank import Entry

Cell = Any
TEST, ANSWER = "task-", "answer-"


def judge_written(notebook: Any, resources: Any) -> tuple[Any, Any]:
    """Return the notebook, each test cell with the output that the written answer deserves."""
    cells = {
        str(cell.metadata.get("nbgrader", {}).get("grade_id", "")): cell for cell in notebook.cells
    }
    for name, cell in cells.items():
        entry = tested_puzzle(cell.source) if name.startswith(TEST) else None
        if entry:
            number = name.removeprefix(TEST)
            source = getattr(cells.get(f"{ANSWER}{number}"), "source", "")
            answers = list(written_answers(source, f"answer_{number}"))
            check = Check(
                Mark.NOT_ATTEMPTED,
                _(
                    "There is no answer yet. Write the answer itself in the place of None: one "
                    "that is computed does not count."
                ),
            )
            if answers:
                check = check_answer(answers[-1], entry)
            text = str(check.text)
            output: dict[str, object] = {
                "output_type": "stream",
                "name": "stdout",
                "text": fill(text, WIDE),
            }
            if check.mark is not Mark.RIGHT:  # nbgrader gives no points for an error
                output = {
                    "output_type": "error",
                    "ename": "AnswerError",
                    "evalue": text,
                    "traceback": wrap(text, WIDE),
                }
            cell.outputs = [type(cell)(output)]
    return notebook, resources


def tested_puzzle(source: str) -> Entry | None:
    """Return the puzzle of a test cell, or None if it has none."""
    for call in ast.walk(_parsed(source)):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "dict":
            words = {str(each.arg): each.value for each in call.keywords}
            if words.pop("answer", None):
                return Entry(NAME, **{key: ast.literal_eval(word) for key, word in words.items()})
    return None


def written_answers(source: str, name: str) -> Iterator[object]:
    """Yield the literal values that a cell assigns to a name, in order, but for None."""
    for line in ast.walk(_parsed(source)):
        if isinstance(line, ast.Assign) and name in _names(line):
            with suppress(ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
                answer = ast.literal_eval(line.value)
                if answer is not None:
                    yield answer


def with_answer(source: str, name: str, answer: object) -> str | None:
    """Return a cell's source with this JSON value assigned to a name, or None if that fails.

    The value assigned last is replaced, and all else stays as it is. It fails if the cell is no
    Python, or if another assignment would still count.
    """
    literal = json.dumps(answer)
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    assigned = [line for line in body if isinstance(line, ast.Assign) and name in _names(line)]
    if assigned:
        value, lines = assigned[-1].value, source.encode().splitlines(keepends=True)
        first, last = value.lineno - 1, (value.end_lineno or value.lineno) - 1
        before = b"".join(lines[:first]) + lines[first][: value.col_offset]  # counts bytes
        after = lines[last][value.end_col_offset :] + b"".join(lines[last + 1 :])
        changed = (before + literal.encode() + after).decode()
    else:
        changed = f"{source.rstrip()}\n{name} = {literal}".lstrip()
    is_last = [*written_answers(changed, name)][-1:] == [answer]
    return changed if is_last else None


def _names(line: ast.Assign) -> list[str]:
    return [getattr(target, "id", "") for target in line.targets]


def _parsed(source: str) -> ast.Module:
    """Return the source as a tree; that of magics and of what is no Python is empty."""
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.parse(source)
    return ast.Module([], [])
