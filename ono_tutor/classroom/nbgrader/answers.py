"""Check answers for the test cells of an nbgrader notebook: are they readable, and right.

An answer is judged as if it stood in an answers file, so the marks are those of ``ono-tutor
grade``. A test cell runs this module in a fresh Python, so that what a learner's code does to the
notebook's changes nothing. Who is set on it can still replace what the test cell itself calls.

:func:`judge_written` stops that too. It comes after ``autograde`` has run the cells, and puts the
engine's judgement of what the answer cells say in so many words, such as ``answer_1 = "certain"``,
in the place of the output of each test cell; an answer that is computed earns nothing, for only a
learner's own code knows what it is. Two lines in ``nbgrader_config.py`` turn it on::

    judge = "ono_tutor.classroom.nbgrader.judge_written"
    c.Autograde.autograde_preprocessors.insert(1, judge)
"""

import ast
import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from textwrap import fill, wrap
from typing import Any

from ono_tutor.classroom.answers_file import FORMAT, AnswersFileError, parse_answers
from ono_tutor.classroom.assignment import Assignment, Item
from ono_tutor.classroom.marking import Judge
from ono_tutor.errors import OnoError, short_repr
from ono_tutor.i18n import N_, _
from ono_tutor.puzzles.answer import Check, Mark, Next
from ono_tutor.puzzles.bank import Entry
from ono_tutor.rules.play import LateDraw, Play

Cell = Any
TEST, ANSWER = "task-", "answer-"

NAME = "nbgrader"
"""Stands for the assignment and the learner, which nbgrader knows and a test cell does not."""

WIDE = 76
"""Characters of a line in a notebook, so that neither code nor reasons need be scrolled."""


class AnswerError(OnoError):
    """An answer earns nothing; the message says why, to the learner."""

    kind = "answer"

    def _render_traceback_(self) -> list[str]:
        """Return what IPython shows in the place of a traceback: the reason alone."""
        return wrap(self.message, WIDE)


def read(answer: object, kind: str, position: str, plays: str = "", claim: str = "") -> None:
    """See that there is an answer that can be read; nothing is said of whether it is right.

    Raises :class:`AnswerError` otherwise.
    """
    found = check_answer(answer, Entry(NAME, kind, position, plays, claim))
    if found.mark not in (Mark.RIGHT, Mark.WRONG):
        raise AnswerError(str(found.text))


def judge(answer: object, kind: str, position: str, plays: str = "", claim: str = "") -> None:
    """See that the answer is right, and print why.

    Raises :class:`AnswerError`, which explains, for one that is wrong, missing or unreadable.
    """
    found = check_answer(answer, Entry(NAME, kind, position, plays, claim))
    if found.mark is not Mark.RIGHT:
        raise AnswerError(str(found.text))
    print(fill(str(found.text), WIDE))


def main() -> None:
    """Judge what standard input asks, as JSON; the status is 1 for what is not right."""
    try:
        judge(**json.loads(sys.stdin.read()))
    except AnswerError as error:
        print(fill(error.message, WIDE))
        raise SystemExit(1) from None


def check_answer(answer: object, entry: Entry) -> Check:
    """Return what the engine says of an answer that comes the way of an answers file."""
    engine = Judge(Assignment(NAME, NAME, (Item((entry,)),)))
    try:
        answers = [{"puzzle": entry.id, "answer": _as_json(answer)}]
        whole = {"format": FORMAT, "assignment": NAME, "learner": NAME, "answers": answers}
        hand_in = parse_answers(json.dumps(whole, allow_nan=False).encode())
    except (AnswersFileError, TypeError, ValueError, RecursionError):
        return Check(
            Mark.MALFORMED,
            _(
                "This answer cannot be read: {answer} is made neither of texts and whole numbers "
                "nor of lists of them.",
                answer=short_repr(answer),
            ),
        )
    if hand_in.faults:
        return Check(Mark.MALFORMED, _("{fault}.", fault=hand_in.faults[0]))
    return engine.check(entry.id, hand_in.rows[0].answer)


def _as_json(answer: object) -> object:
    """Return the engine's own values, which a learner may give, as a file would write them."""
    if isinstance(answer, Next):
        return answer._asdict()
    if isinstance(answer, Play | LateDraw | Fraction):
        return str(answer)
    if isinstance(answer, list | tuple):
        return list(map(_as_json, answer))
    return answer


# ---- judged outside the kernel ----


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
            check = Check(Mark.NOT_ATTEMPTED, _(_NO_ANSWER))
            if answers:
                check = check_answer(answers[-1], entry)
            text = str(check.text)
            output: dict[str, object] = {"output_type": "stream", "name": "stdout"}
            output |= {"text": fill(text, WIDE)}
            if check.mark is not Mark.RIGHT:  # nbgrader gives no points for an error
                output = {"output_type": "error", "ename": "AnswerError", "evalue": text}
                output |= {"traceback": wrap(text, WIDE)}
            cell.outputs = [type(cell)(output)]
    return notebook, resources


_NO_ANSWER = N_(
    "There is no answer yet. Write the answer itself in the place of None: one that is computed "
    "does not count."
)


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


if __name__ == "__main__":
    main()
