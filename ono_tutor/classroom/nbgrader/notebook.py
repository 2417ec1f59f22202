"""The assignment as a source notebook for nbgrader.

nbgrader 0.9 makes the learners' version of it (``generate_assignment``), collects it, runs it
(``autograde``) and writes feedback. Each task has read-only cells with the question and a table
to answer on, a cell for the answer, in which the table writes it or the learner does, and a test
cell worth the task's points, in which the engine judges;
so ``ono_tutor`` must be installed where nbgrader runs. The source holds the right answers, as
nbgrader wants it, between its marks for solutions; the learners' version does not.

There is no way back to an answers file: what a learner's cell assigns is known only to who runs
it, and ``ono-tutor grade`` never runs learners' code. What is due, and how many attempts count,
is nbgrader's own affair. So is a test cell that a learner deleted: it earns nothing, unless the
course says ``c.OverwriteCells.add_missing_cells = True``.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from textwrap import wrap

from ono_tutor.classroom.assignment import Assignment, Item
from ono_tutor.classroom.homework.notebook import notebook_cell, notebook_text
from ono_tutor.classroom.nbgrader import WIDE
from ono_tutor.errors import FileError
from ono_tutor.i18n import N_, _, gettext
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.filters import shown_kind
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import heading, option_sentences, position_text
from ono_tutor.render.table_svg import position_svg

Json = dict[str, object]

MODULE = "ono_tutor.classroom.nbgrader"
SCHEMA = 3
"""The version of nbgrader's metadata."""


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
        "installed). Whether it is right is told by the feedback."
    )
    cells = [_cell("markdown", "title", f"# {_plain(assignment.title)}\n\n{how}")]
    for number, item in enumerate(assignment.items, 1):
        cells += _task(number, item)
    return notebook_text(cells, "Python 3 (ipykernel)")


def _task(number: int, item: Item) -> Iterator[Json]:
    """Yield the question, the table, the cell for the answer and the test cell."""
    (entry,) = item.puzzles
    puzzle, name = Puzzle.of(entry), f"answer_{number}"
    shown = shown_kind(entry)
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
        "This tells you whether your answer can be read. Whether it is right is told by the "
        "feedback."
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
    words = " ".join([position_text(position), *option_sentences(position.rules)])
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
        to_draw = [play for card in position.draw for play in rules.plays_of(card)]
        names = {str(play): str(rules.play_name(play)) for play in (*in_hands, *to_draw)}
        cards = ", ".join(_word(code, name) for code, name in names.items())
        parts.append(gettext("Cards are written so: {cards}", cards=cards))
    return "\n\n".join(parts)


def _word(word: str, means: str) -> str:
    """Return a word to write, and its meaning if that is another."""
    return f"`{word}`" if means == word else f"`{word}` ({_plain(means)})"


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
    graded |= {"schema_version": SCHEMA, "solution": is_solution, "task": False}
    metadata: Json = {"nbgrader": graded}
    if points is not None:
        graded["points"] = points
    if is_solution or points is not None:  # Run All goes on after a cell that has no answer yet
        metadata["tags"] = ["raises-exception"]
    return notebook_cell(kind, name, text, metadata)


_WRITTEN: Mapping[Shape, tuple[str, str]] = {
    Shape.PLAY: (N_("one card in quotes, or one of the answers offered."), '"10"'),
    Shape.PLAYS: (N_('a list of cards; ["out"] where no card may be played.'), '["7", "2"]'),
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
        N_("a list of rule sets; [] where it is true of none."),
        '["1980", "2022", "ninety-nine"]',
    ),
}
"""How an answer of each shape is written, and an example; that of amounts has one a seat."""
