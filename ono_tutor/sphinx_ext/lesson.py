"""Lessons as pages: the text of a notebook, and in place of each code cell what it shows.

A page whose source is ``lesson: 01-start-here.ipynb`` has the notebook's text, and an ``ono-cell``
for each of its code cells. A table is sent with its opening and its reply to every first message,
so that it can be used before the engine is there. What stands between ``<!--notebook-->`` and
``<!--/notebook-->`` is left out of the page; ``<!--page: … -->`` is on the page alone. A cell with
the tag ``guess`` is folded, one with ``notebook`` left out.
"""

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.osutil import relative_uri

from ono_tutor.course.answer_store import AnswerRecord, MemoryStore, answer_json
from ono_tutor.course.lessons import lesson_files, lessons
from ono_tutor.i18n import _, gettext
from ono_tutor.render.answers_json import Json
from ono_tutor.render.forms import message_key, messages
from ono_tutor.rules.book import rule_points
from ono_tutor.sphinx_ext.browser import WebPart, web_part
from ono_tutor.sphinx_ext.directive import OnoDirective
from ono_tutor.sphinx_ext.interactive import PageData
from ono_tutor.sphinx_ext.nodes import ALIVE, details, paragraph, position_drawing
from ono_tutor.widgets.page_bridge import LASTING, LessonCell
from ono_tutor.widgets.quiz import Quiz, chosen_puzzles
from ono_tutor.widgets.table import Table

SOURCE = re.compile(r"^lesson: *([\w-]+\.ipynb)\s*$", re.MULTILINE)
NOTEBOOK_ONLY = re.compile(r"<!--notebook-->.*?<!--/notebook-->", re.DOTALL)
PAGE_ONLY = re.compile(r"<!--page: ?(.*?)-->", re.DOTALL)
RULE = re.compile(r"(?:\*\*[^*`]+\*\* \()?`([\w-]+)`\)?")
LESSON = "ono-lesson"
"""The mark of a lesson in a page's metadata."""


# ---- the source of a page ----


def read_lesson(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the notebook in place of the line that names it; its title gets the lesson's number."""
    named = SOURCE.match(source[0])
    if named:
        path = next(path for path in lesson_files() if path.name == named[1])
        number = next((f"{each.number}. " for each in lessons() if each.file == path.name), "")
        app.env.note_dependency(str(path), docname=page)
        app.env.metadata[page][LESSON] = True
        cells = json.loads(path.read_bytes())["cells"]
        parts = ["---\nhide-toc: true\n---", *map(cell_source, cells)]
        text = "\n\n".join(filter(None, parts)) + "\n"
        source[0] = re.sub(r"^# ", f"# {number}", text, count=1, flags=re.MULTILINE)


def cell_source(cell: Json) -> str:
    """Return a cell of a notebook as MyST; empty for one that is for notebooks alone."""
    text = "".join(cell["source"])  # type: ignore[arg-type]
    tags: Any = cell["metadata"].get("tags", ())  # type: ignore[attr-defined]
    if "notebook" in tags:
        return ""
    if cell["cell_type"] == "code":
        return f"````{{ono-cell}}\n{':guess:' if 'guess' in tags else ''}\n{text}\n````"
    text = PAGE_ONLY.sub(r"\1", NOTEBOOK_ONLY.sub("", text)).strip()
    text = RULE.sub(link_rule, text)
    return text.replace("(for-teachers.ipynb)", "(../teach.md)").replace(".ipynb)", ".md)")


def link_rule(named: re.Match[str]) -> str:
    """Return a rule point's link for its id, and for its title with the id in brackets."""
    if named[1] not in rule_points():
        return named[0]
    link = f"{{ono-rule}}`{named[1]}`"
    if named[0].startswith("**"):
        return f"**{link}**"
    return link + ")" * named[0].endswith(")")


# ---- what stands in place of a code cell ----


class CellDirective(OnoDirective, name="ono-cell"):
    """The output of a code cell: a table, or a result, folded with ``:guess:``."""

    allowed = ("guess",)

    def build_nodes(self) -> Sequence[nodes.Node]:
        code = "\n".join(self.content)
        cell = LessonCell.parse(code)
        listing = nodes.literal_block(code, code, language="python")
        below = details(_("The code"), listing)
        below["classes"].append("ono-code")
        if not cell.is_table:
            html = f'<div class="ono-output">{cell.run()._repr_html_()}</div>'
            result: nodes.Node = nodes.raw("", html, format="html")
            if "guess" in self.options:
                result = details(_("Show the answer"), result)
            return [result, below]
        table: Table = cell.run(MemoryStore((), lambda __: None))
        question = str(table.scene.get("question", ""))
        position = getattr(table, "position", None)
        drawing = [position_drawing(position)] if position else []
        without = nodes.container("", paragraph(question), *drawing, classes=["ono-without"])
        shown = PageData("", without, classes=[ALIVE], data=cell_data(cell, table))
        shown.attributes |= {"mark": "data-ono-cell", "words": "", "needs_engine": True}
        return [shown, *([lesson_list()] if cell.name == "Course" else []), below]


def lesson_list() -> WebPart:
    """Return the lessons with links, beside each the ids of its puzzles.

    By these the script says how much of it is done in this browser.
    """
    rows = []
    for lesson in lessons():
        puzzles = [puzzle for asked in lesson.quizzes for puzzle in chosen_puzzles(asked)[1]]
        ids = " ".join(dict.fromkeys(puzzle.id for puzzle in puzzles))
        href = f"{lesson.file.removesuffix('.ipynb')}.html"
        title = escape(f"{lesson.number}. {lesson.title}")
        rows.append(f'<li><a href="{href}">{title}</a> <span data-ids="{ids}"></span></li>')
    return web_part(f'<ol class="ono-lessons">{"".join(rows)}</ol>\n', paragraph(""))


def cell_data(cell: LessonCell, table: Table) -> Json:
    """Return what the page is sent of a table.

    ``cell`` opens it in the engine. ``parts`` is its opening, and ``replies`` what each first
    message changes, by :func:`message_key`: the ``parts``, and the answer that is ``answered``;
    both are empty for a table that opens otherwise each time. ``lesson`` is the name that its
    answers are kept under.
    """
    data: dict[str, Any] = {"cell": cell.as_json(), "parts": None, "replies": {}, "lesson": ""}
    if cell.name not in LASTING:
        return data
    data |= {"parts": table.parts}
    if isinstance(table, Quiz):
        data |= {"lesson": table.sitting.name, "replies": dict(first_replies(cell, table))}
    return data


def first_replies(cell: LessonCell, table: Table) -> Iterator[tuple[str, Json]]:
    """Yield what a new table replies to each message that can be the first one."""
    form: Any = table.scene["form"] or {"fields": ()}
    actions: Any = table.scene["actions"]
    presses = [{"type": "action", "id": action["id"]} for action in actions]
    is_typed = any("options" not in field for field in form["fields"])
    for message in (*presses, *(() if is_typed else messages(table.scene))):
        answers: list[AnswerRecord] = []
        changed: dict[str, Any] = {}
        other: Table = cell.run(MemoryStore((), answers.append))
        other.watch(changed.update)
        other.receive(message)
        answered = dict(answer_json(answers[0]), at="") if answers else None  # the page has a clock
        yield message_key(message), {"parts": changed, "answered": answered}


# ---- the steps, and the way on ----


def finish_lesson(app: Sphinx, page: nodes.document) -> None:
    """Mark the sections of a lesson, which its script shows one after another, and add its end.

    The end is the place of the button that leads on; without scripts a link to the next lesson.
    """
    env = app.env
    if LESSON not in env.metadata[env.docname]:
        return
    sections = list(page.findall(nodes.section))
    for section in sections:
        is_step = isinstance(section.parent, nodes.section)
        section["classes"].append("ono-step" if is_step else "ono-lesson")
    folder, __, name = env.docname.rpartition("/")
    names = [lesson.file.removesuffix(".ipynb") for lesson in lessons()]
    following = names.index(name) + 1 if name in names else len(names)
    way = ""
    if following < len(names) and (next_page := f"{folder}/{names[following]}") in env.found_docs:
        title = gettext("Next lesson: {title}", title=lessons()[following].title)
        href = f"{relative_uri(env.docname, next_page)}.html"
        way = f'<a href="{escape(href)}">{escape(title)}</a>'
    end = f'<nav class="ono-way-on" data-ono-lesson="{name}">{way}</nav>\n'
    sections[-1].append(web_part(end, paragraph("")))


def setup_lesson(app: Sphinx) -> None:
    """Add what reads a notebook as a page."""
    app.connect("source-read", read_lesson)
    app.connect("doctree-read", finish_lesson)
