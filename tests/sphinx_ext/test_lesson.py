"""Lessons as pages: the notebooks are the source, and every cell of theirs is shown."""

import json

import pytest

from ono_tutor import NotationError
from ono_tutor.course.answer_store import MemoryStore
from ono_tutor.course.lessons import lesson_files
from ono_tutor.sphinx_ext.lesson import cell_data, cell_source
from ono_tutor.widgets.page_bridge import LessonCell, PageBridge

LESSONS = [path for path in lesson_files() if path.name[0].isdigit()]


def code_cells():
    """The code cells of every lesson that has a page."""
    for path in LESSONS:
        for cell in json.loads(path.read_bytes())["cells"]:
            if cell["cell_type"] == "code" and "notebook" not in cell["metadata"].get("tags", ()):
                yield "".join(cell["source"])


class Page:
    """A page with one cell of a lesson, opened in the engine."""

    def __init__(self, cell, **told):
        self.sent = []
        self.bridge = PageBridge(lambda line: self.sent.append(json.loads(line)))
        self.ask(open="cell", told=cell.as_json() | {"kept": [], **told})

    def ask(self, **what):
        self.bridge.receive(json.dumps({"table": "here", **what}))

    @property
    def parts(self):
        shown = {}
        for each in self.sent:
            shown |= each.get("parts", {})
        return shown

    @property
    def answered(self):
        return [each["answered"] for each in self.sent if "answered" in each]


@pytest.mark.parametrize("code", sorted(set(code_cells())))
def test_every_cell_is_one_plain_call(code):
    """It is read without being run, and what is sent of it makes the same call."""
    cell = LessonCell.parse(code)

    assert LessonCell.of(json.loads(json.dumps(cell.as_json()))) == cell


@pytest.mark.parametrize(
    "code",
    ["import os", "Quiz(input())", "x = 1\nQuiz('a')", "Quiz('a').widget", "open('a')", "1 +"],
)
def test_another_cell_is_refused(code):
    """A cell that is no plain call of a known name is an error that says so."""
    with pytest.raises(NotationError, match="a lesson"):
        LessonCell.parse(code)


def test_the_first_reply_is_the_engine_s():
    """What a page shows before the engine is there is what the engine then shows, and no answer twice."""
    cell = LessonCell.parse('Quiz("best-card: 1980 total=95 hand=4,9,3,6 players=3")')
    data = cell_data(cell, cell.run(MemoryStore((), lambda _: None)))
    reply = data["replies"]["play 3"]

    page = Page(cell, said=[{"type": "play", "play": "3"}])

    assert data["parts"]["feedback"] is None
    assert reply["answered"]["mark"] == "right"
    assert page.answered == []
    shown = page.parts
    for name, part in reply["parts"].items():
        assert shown[name] == part


def test_a_later_answer_is_kept():
    """After what was said before the engine was there, each answer goes to the page."""
    page = Page(
        LessonCell.parse('Quiz("double-play-1980")'), said=[{"type": "action", "id": "hint"}]
    )

    page.ask(message={"type": "choice", "id": "lost"})

    assert len(page.answered) == 1
    assert page.answered[0]["lesson"] == "double-play-1980"


def test_what_opens_otherwise_each_time_is_not_sent():
    """A game, practice and the course wait for the engine, which knows what was answered here."""
    for code in ('Game("1980", players=4)', "Practice()", "Course()"):
        cell = LessonCell.parse(code)

        assert cell_data(cell, cell.run(MemoryStore((), lambda _: None)))["parts"] is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Run it.<!--notebook--> Press **Shift**.<!--/notebook-->", "Run it."),
        ("There<!--page: , below-->.", "There, below."),
        ("> **The limit** (`limit`): 98", "> **{ono-rule}`limit`**: 98"),
        ("(`limit` and `card`)", "({ono-rule}`limit` and `card`)"),
        ("(lesson 6, `limit`)", "(lesson 6, {ono-rule}`limit`)"),
        ("[Go on](02-total-and-limit.ipynb)", "[Go on](02-total-and-limit.md)"),
        ("[guide](for-teachers.ipynb)", "[guide](../teach.md)"),
    ],
)
def test_the_text_of_a_notebook_becomes_a_page(text, shown):
    """Words for notebooks go, words for pages come, rules and lessons are linked."""
    assert cell_source({"cell_type": "markdown", "metadata": {}, "source": [text]}) == shown
