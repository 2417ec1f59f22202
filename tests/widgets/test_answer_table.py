"""A task of an nbgrader notebook on the table: its answer goes into the notebook's cell."""

import builtins
import json
from types import SimpleNamespace

import pytest

from ono_tutor.classroom.assignment import Assignment, Item
from ono_tutor.classroom.nbgrader import check_answer, source_notebook, written_answers
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.widgets import AnswerTable

HOLD = {"kind": "survive", "position": "1980 total=92 hand=7,H,9,O owes=2 players=3"}
EMPTY = "answer_1 = None\n\nif answer_1 is None:\n    raise NotImplementedError()"


class FrontEnd:
    """A notebook's page: it holds the answer cell's text, and does what the view does."""

    def __init__(self, table: AnswerTable, source: str | None, *, is_locked: bool = False) -> None:
        self.table, self.source, self.is_locked, self.writes = table, source, is_locked, 0
        table._view = SimpleNamespace(send=self.send)
        self.tell()

    def tell(self) -> None:
        self.table.receive({"type": "cell", "source": self.source})

    def send(self, message: dict) -> None:
        if "source" in message and not self.is_locked:
            self.source = message["source"]
        self.writes += "source" in message
        self.tell()


def shown_to_learners(entry: Entry) -> AnswerTable:
    """The table that the notebook's own cell makes of a puzzle."""
    cells = json.loads(source_notebook(Assignment("a", "A", (Item((entry,)),))))["cells"]
    (source,) = ("".join(cell["source"]) for cell in cells if cell["id"] == "table-1")
    found = {}
    exec(source.replace("\nAnswerTable(", "\nfound = AnswerTable("), found)
    return found["found"]


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_of_each_kind_is_written_as_it_is_judged(kind: str) -> None:
    """The right answer, given on the table, stands in the cell and is right; once is enough."""
    entry = next(each for each in bank.index().values() if each.kind == kind)
    table = shown_to_learners(entry)
    page = FrontEnd(table, EMPTY)

    table.take(Puzzle.of(entry).answer_as_json())

    (answer,) = written_answers(page.source, "answer_1")
    assert check_answer(answer, entry).is_right
    assert page.writes == 1
    assert table.feedback["headline"] == "Written."
    assert entry.id not in json.dumps(table.scene)


def test_a_cell_that_holds_an_answer_shows_it() -> None:
    """A notebook that is opened again has its answer on the table, and nothing is written."""
    table = AnswerTable(1, **HOLD)

    page = FrontEnd(table, "answer_1 = 'certain'")

    assert "Your answer: Yes, for certain." in table.feedback["text"]
    assert table.feedback["chosen"] == "certain"
    assert page.writes == 0


@pytest.mark.parametrize(
    ("source", "is_locked"), [(None, False), ("answer_1 = = 1", False), (EMPTY, True)]
)
def test_what_cannot_be_written_is_told(source: str | None, is_locked: bool) -> None:
    """Another front end, a cell that is no Python or does not take it: the line to write is shown."""
    table = AnswerTable(1, **HOLD)
    page = FrontEnd(table, source, is_locked=is_locked)

    table.receive({"type": "choice", "id": "certain"})

    assert page.source == source
    assert table.feedback["headline"] == "Not written yet."
    assert table.feedback["text"].endswith('answer_1 = "certain"')


@pytest.mark.parametrize("given", ["", "perhaps"])
def test_what_is_no_answer_leaves_the_cell_alone(given: str) -> None:
    """Nothing and nonsense are told, and what was written stays."""
    table = AnswerTable(1, **HOLD)
    page = FrontEnd(table, "answer_1 = 'lost'")

    table.receive({"type": "choice", "id": given})

    assert page.source == "answer_1 = 'lost'"
    assert table.feedback["headline"] in ("No answer yet.", "That did not work.")


def test_without_widgets_a_line_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where the table cannot be shown it says so, and where nbgrader runs the cell, nothing."""

    def refuse(name: str, *rest: object) -> object:
        if name == "ono_tutor.widgets.table_view":
            raise ModuleNotFoundError(name)
        return imported(name, *rest)

    imported = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", refuse)
    AnswerTable(1, **HOLD)._ipython_display_()
    assert "Write your answer in the next cell." in capsys.readouterr().out

    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    AnswerTable(1, **HOLD)._ipython_display_()
    assert capsys.readouterr().out == ""
