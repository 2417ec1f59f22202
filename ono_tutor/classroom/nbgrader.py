"""An assignment as a source notebook for nbgrader, and the judge that its test cells ask.

nbgrader 0.9 makes the learners' version of it (``generate_assignment``), collects it, runs it
(``autograde``) and writes feedback. Each task has read-only cells with the question and a table
to answer on, a cell for the answer, in which the table writes it or the learner does, and a test
cell worth the task's points. That runs this module in a fresh Python, so ``ono_tutor`` must be
installed where nbgrader runs, and what a learner's code does to the notebook's changes nothing.
An answer is judged as if it stood in an answers file, so the marks are those of ``ono-tutor
grade``. The source holds the right answers, as nbgrader wants it, between its marks for solutions;
the learners' version does not.

Who is set on it can still replace what the test cell itself calls. :func:`judge_written` stops that
too. It comes after ``autograde`` has run the cells, and puts the engine's judgement of what the
answer cells say in so many words, such as ``answer_1 = "certain"``, in the place of the output of
each test cell; an answer that is computed earns nothing, for only a learner's own code knows what
it is. Two lines in ``nbgrader_config.py`` turn it on::

    judge = "ono_tutor.classroom.nbgrader.judge_written"
    c.Autograde.autograde_preprocessors.insert(1, judge)

What is due, and how many attempts count, is nbgrader's own affair. So is a test cell that a learner
deleted: it earns nothing, unless the course says ``c.OverwriteCells.add_missing_cells = True``.
"""

import ast
import json
import re
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import suppress
from textwrap import fill, wrap
from typing import Any

from ono_tutor.classroom.answers_file import (
    AnswerRow,
    AnswersFileError,
    answers_text,
    parse_answers,
)
from ono_tutor.classroom.assignment import Assignment, Item, Learner
from ono_tutor.classroom.assignment_link import WIDE, notebook_cell, notebook_text
from ono_tutor.classroom.marking import Judge
from ono_tutor.errors import FileError, OnoError, short_repr
from ono_tutor.i18n import N_, _, gettext
from ono_tutor.puzzles.answer import Check, Mark, Shape
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.filters import shown_kind
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import heading, join_sentences, option_sentences, puzzle_sentences
from ono_tutor.render.svg import position_svg

Json = dict[str, object]

MODULE = "ono_tutor.classroom.nbgrader"
TEST, ANSWER = "task-", "answer-"

NAME = "nbgrader"
"""Stands for the assignment and the learner, which nbgrader knows and a test cell does not."""


def source_notebook(assignment: Assignment) -> str:
    """Return the text of the source notebook; the same assignment gives the same text.

    Raises :class:`FileError` where learners get puzzles of their own, which nbgrader cannot
    give them, and :class:`OnoError` for a puzzle without an answer.
    """
    if assignment.is_dealt:
        message = "nbgrader gives all learners the same notebook, and here each gets other puzzles"
        raise FileError(f"{message}: assign the same to all", word=assignment.id)
    how = gettext(
        "Run the first cell of a task and answer on its table: your answer is written in the cell "
        "below it. Or write it there yourself, in the place of `None`. Run the cell after it too: "
        "it tells you whether your answer can be read (for that the package `ono-tutor` must be "
        "installed). The feedback says whether it is right."
    )
    cells = [_cell("markdown", "title", f"# {_plain(assignment.title)}\n\n{how}")]
    for number, item in enumerate(assignment.items, 1):
        cells += _task(number, item)
    return notebook_text(cells, "Python 3 (ipykernel)")


def _task(number: int, item: Item) -> Iterator[Json]:
    """Yield the question, the table, the cell for the answer and the test cell."""
    (entry,) = item.puzzles
    puzzle, name, shown = Puzzle.of(entry), f"answer_{number}", shown_kind(entry)
    yield _cell("markdown", f"question-{number}", _question(number, item.points, puzzle))
    # nbgrader runs the cell of the table and shows nothing.
    table = f"""\
{_comment(gettext("Run this cell to answer on the table, or write your answer in the next cell."))}
from ono_tutor.widgets import AnswerTable

{_called("AnswerTable", str(number), entry, shown)}"""
    yield _cell("code", f"table-{number}", table)
    form, example = _WRITTEN[puzzle.shape]
    how = gettext("Write your answer in the place of None: {form} For example:", form=gettext(form))
    # The example is the same for all questions of a shape, so it tells nothing. nbgrader puts an
    # error in the place of the solution, which no more comes up once the first line is filled in.
    example = example or json.dumps(list(range(1, 1 + len(puzzle.position.hands))))
    answer = f"""\
{_comment(how)}
#     {name} = {example}
{name} = None

if {name} is None:
    ### BEGIN SOLUTION
    {name} = {json.dumps(puzzle.answer_as_json())}
    ### END SOLUTION"""
    yield _cell("code", f"answer-{number}", answer, is_solution=True)
    # A Python of its own judges the answer, and modules are loaded anew.
    readable = gettext(
        "This tells you whether your answer can be read. The feedback says whether it is right."
    )
    test = f"""\
{_comment(readable)}
from {MODULE} import read

{_called("read", name, entry, shown)}
### BEGIN HIDDEN TESTS
# {entry.id}
import sys

for module in {{"json", "subprocess"}} & set(sys.modules):
    del sys.modules[module]
sys.path[:] = [place for place in sys.path if place.startswith((sys.prefix, sys.base_prefix))]
import json
import subprocess

{_called("asked = dict", f"answer={name}", entry, entry.kind)}
done = subprocess.run(
    [sys.executable, "-I", "-X", "utf8", "-m", "{MODULE}"],
    input=json.dumps(asked, default=str),
    capture_output=True,
    encoding="utf-8",
)
said = done.stdout or done.stderr
if done.returncode:
    told = {{"_render_traceback_": lambda _: said.splitlines()}}
    raise type("AnswerError", (Exception,), told)(said)
print(said)
### END HIDDEN TESTS"""
    yield _cell("code", f"task-{number}", test, points=item.points)


def _question(number: int, points: int, puzzle: Puzzle) -> str:
    """Return the question, the position in words and drawn, and how answers are written."""
    position = puzzle.position
    head = _(
        N_("Task {number}: 1 point") if points == 1 else N_("Task {number}: {points} points"),
        number=number,
        points=points,
    )
    words = join_sentences([*puzzle_sentences(puzzle), *option_sentences(position.rules)])
    question = f"**{_plain(str(puzzle.question))}**"
    # JupyterLab shows no SVG that is attached, so the table is drawn within the text.
    drawn = b64encode(position_svg(position).encode()).decode()
    picture = f"![{_plain(str(heading(position)))}](data:image/svg+xml;base64,{drawn})"
    parts = [f"## {head}", question, _plain(words), picture]
    if puzzle.choices:
        offered = ", ".join(_word(word, str(text)) for word, text in puzzle.choices)
        parts.append(gettext("Answers offered: {answers}", answers=offered))
    if puzzle.takes_cards:
        rules = position.rules
        in_hands = [play for hand in position.hands for play in rules.plays_of_hand(hand or ())]
        to_draw = [play for card in position.draw for play in rules.card_plays[card]]
        names = {str(play): str(rules.play_name(play)) for play in (*in_hands, *to_draw)}
        cards = ", ".join(_word(code, name) for code, name in names.items())
        parts.append(gettext("Write the cards like this: {cards}", cards=cards))
    return "\n\n".join(parts)


def _word(word: str, means: str) -> str:
    """Return a word to write, and its meaning if that is another."""
    return f"`{word}`" if means.lower() == word else f"`{word}` ({_plain(means)})"


def _called(function: str, name: str, entry: Entry, kind: str) -> str:
    """Return a call with the words of the puzzle, an argument a line."""
    words = {"kind": kind, "position": entry.position, "plays": entry.plays, "claim": entry.claim}
    arguments = [f"    {key}={json.dumps(word)},\n" for key, word in words.items() if word]
    return f"{function}(\n    {name},\n{''.join(arguments)})"


def _comment(text: str) -> str:
    """Return the text as comment lines of Python."""
    return "\n".join(wrap(text, WIDE, initial_indent="# ", subsequent_indent="# "))


def _plain(text: str) -> str:
    """Return the text with nothing in it that Markdown, HTML or nbgrader takes for its own."""
    plain = re.sub(r"[^\w .,:;?!'’“”−–=+%-]|_", lambda mark: f"&#{ord(mark[0])};", text)
    return re.sub(r"(BEGIN|END) ", r"\1&#32;", plain)


def _cell(
    kind: str, name: str, text: str, *, points: int | None = None, is_solution: bool = False
) -> Json:
    """Return a cell under the name by which nbgrader knows it; with points it is a test."""
    graded: Json = {"grade": points is not None, "grade_id": name, "locked": not is_solution}
    graded |= {"schema_version": 3, "solution": is_solution, "task": False}
    metadata: Json = {"nbgrader": graded}
    if points is not None:
        graded["points"] = points
    if is_solution or points is not None:  # Run All goes on after a cell that has no answer yet
        metadata["tags"] = ["raises-exception"]
    return notebook_cell(kind, name, text, metadata)


_WRITTEN: Mapping[Shape, tuple[str, str]] = {
    Shape.PLAY: (N_("one card in quotes, or one of the answers offered."), '"10"'),
    Shape.PLAYS: (N_('a list of cards; ["out"] if you may play no card.'), '["7", "2"]'),
    Shape.LINE: (
        N_("a list of the plays of everybody in turn; your first play alone will do."),
        '["7", "2", "5"]',
    ),
    Shape.NUMBER: (N_("a whole number."), "17"),
    Shape.CHANCE: (N_("a fraction in quotes."), '"17/46"'),
    Shape.NEXT: (
        N_("the seat, and how many cards that player must play."),
        '{"seat": 7, "owes": 2}',
    ),
    Shape.AMOUNTS: (N_("a list of numbers, one for each seat from seat 0 on."), ""),
    Shape.EDITIONS: (
        N_("a list of rule sets; [] if it is true of none."),
        '["1980", "2022", "ninety-nine"]',
    ),
}
"""How an answer of each shape is written, and an example; that of amounts has one a seat."""


# ---- the judge ----


class AnswerError(OnoError):
    """An answer earns nothing; the message says why, to the learner."""

    kind = "answer"

    def _render_traceback_(self) -> list[str]:
        """Return what IPython shows in the place of a traceback: the reason alone."""
        return wrap(self.message, WIDE)


def read(answer: object, **words: Any) -> None:
    """See that there is an answer that can be read; nothing is said of whether it is right.

    ``words`` are those of the puzzle. Raises :class:`AnswerError` otherwise.
    """
    check = check_answer(answer, Entry(NAME, **words))
    if check.mark not in (Mark.RIGHT, Mark.WRONG):
        raise AnswerError(str(check.text))


def main() -> None:
    """Judge what standard input asks, as JSON, and print why; the status is 1 if it's not right."""
    words = json.loads(sys.stdin.read())
    check = check_answer(words.pop("answer"), Entry(NAME, **words))
    print(fill(str(check.text), WIDE))
    raise SystemExit(not check.is_right)


def check_answer(answer: object, entry: Entry) -> Check:
    """Return what the engine says of an answer that comes the way of an answers file."""
    try:
        row = AnswerRow(entry.id, json.dumps(answer, allow_nan=False, default=str))
        hand_in = parse_answers(answers_text(NAME, Learner(NAME), [row]).encode())
    except (AnswersFileError, TypeError, ValueError, RecursionError):
        text = N_(
            "This answer cannot be read: {answer} is made neither of texts and whole numbers "
            "nor of lists of them."
        )
        return Check(Mark.MALFORMED, _(text, answer=short_repr(answer)))
    if hand_in.faults:
        return Check(Mark.MALFORMED, _("{fault}.", fault=hand_in.faults[0]))
    return Judge(Assignment(NAME, NAME, (Item((entry,)),))).check(entry.id, hand_in.rows[0].answer)


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
            check = Check(Mark.NOT_ATTEMPTED, _(_NO_ANSWER))
            for answer in written_answers(source, f"answer_{number}"):
                check = check_answer(answer, entry)
            text = str(check.text)
            output: Json = {"output_type": "stream", "name": "stdout", "text": fill(text, WIDE)}
            if not check.is_right:  # nbgrader gives no points for an error
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
    body = _parsed(source).body
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
