"""Directives to work with: ``ono-try``, ``ono-practice``, ``ono-course``, ``ono-table-rules``.

``ono-try`` is a table of one's own, run by the engine on the page; with ``ono_tutor_try`` every
position and puzzle of the site offers one too. ``ono-practice`` is the page on which a set is
practised: ``#set=`` in the address holds the name of a shipped one, ids of puzzles, or puzzles in
one line, parted by semicolons. With the fields of an assignment beside it (see
:mod:`ono_tutor.classroom.assignment_link`) the set is done as one, and handed in; answers stay in
the learner's browser. ``ono-course`` lists the lessons.

``ono-table-rules`` asks what a table is to settle and makes the sheet of its own rules. Every
sentence stands in the page when it is built, so that it works without the engine and from a file.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from docutils import nodes
from jinja2 import Environment, PackageLoader
from markupsafe import Markup
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from ono_tutor import Position
from ono_tutor.course.lessons import Lesson, lessons
from ono_tutor.errors import OnoError
from ono_tutor.i18n import _, gettext, ngettext, sentence, translate
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle, read_set
from ono_tutor.render.house_rules import rules_page
from ono_tutor.render.position_form import Draft
from ono_tutor.rules.book import format_titles, rule_point
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.sphinx_ext.answer import board
from ono_tutor.sphinx_ext.browser import TABLE_RULES, has_engine, script_text, web_part
from ono_tutor.sphinx_ext.directive import DeniedError, ListDirective, OnoDirective, check_claim
from ono_tutor.sphinx_ext.domain import links
from ono_tutor.sphinx_ext.nodes import (
    ALIVE,
    LINE,
    bullets,
    line,
    literal,
    numbered,
    paragraph,
    position_drawing,
    strong,
)

TABLES = ("explorer", "compare", "quiz", "game")
GAME_OPTIONS = ("players", "seed")
PLAYERS = 4

BUTTON = Markup(
    '<p class="ono-try-line"><button type="button" class="ono-try-button" hidden '
    'aria-expanded="false" aria-label="{name}" data-ono-try="{wanted}">'
    '{text}</button><span role="status"></span></p>\n'
)


class TryButton(nodes.General, nodes.Element):
    """A button that opens a table: ``wanted`` goes to the engine, ``about`` names the table.

    ``is_own`` says if the page explains why it is missing, in a site without the engine.
    """


def try_button(
    table: str, told: Mapping[str, object], about: str, *, is_own: bool = False
) -> TryButton:
    """Return the button for a table; ``about`` is for those who cannot see where it stands."""
    wanted = {"open": table, "told": dict(told)}
    return TryButton("", wanted=wanted, about=about, is_own=is_own, classes=[ALIVE])


def explorer_button(position: Position) -> TryButton:
    """Return the button that opens a position to change at will."""
    return try_button("explorer", {"position": str(position)}, str(position))


class TryDirective(OnoDirective, name="ono-try"):
    """A table to try one's own hand at, opened by a button on web pages.

    ``:table:`` is ``explorer`` (a position to change at will; unless told), ``compare`` (the
    same position under each rule set), ``quiz`` (a shipped set, or puzzles in one line) or
    ``game`` (a whole game, of which the argument names the rule set; ``:players:``, ``:seed:``).
    """

    allowed = ("table", *GAME_OPTIONS)

    def build_nodes(self) -> Sequence[nodes.Node]:
        table = self.options.get("table", "explorer").strip()
        if table not in TABLES:
            raise DeniedError(f"{table!r} is no table; the tables are {', '.join(TABLES)}")
        self.refuse_options_but(self.allowed if table == "game" else ("table",))
        before: list[nodes.Node]
        if table == "quiz":
            is_shipped = self.line in bank.sets()
            first = (Puzzle.load_set(self.line) if is_shipped else read_set(self.line))[0]
            before = [position_drawing(first.position), paragraph(first.question)]
            wanted: dict[str, object] = {"set": self.line}
        elif table == "game":
            rules = ruleset(self.line)
            players = self.number("players", PLAYERS)
            rules.check_players(players)
            seed = self.number("seed", 0) if "seed" in self.options else None
            text = _("A game of {title} for {n} players.", title=rules.title, n=players)
            before = [paragraph(text)]
            wanted = {"rules": self.line, "players": players, "seed": seed}
        else:
            position = Position.parse(self.line)
            Draft.of(position)  # an error here tells what cannot be changed at the table
            before, wanted = [board(position)], {"position": str(position)}
        button = try_button(table, wanted, self.line, is_own=True)
        return [nodes.container("", *before, button, classes=["ono-try"])]


def _place_buttons(app: Sphinx, page: nodes.document, __: str) -> None:
    """Give every position and puzzle of the page its button, if the site wants that.

    Books have none.
    """
    if app.builder.format != "html":
        for button in list(page.findall(TryButton)):
            button.parent.remove(button)
    if app.config.ono_tutor_try and has_engine(app.builder):
        for shown in list(page.findall(nodes.container)):
            if {"ono-position", "ono-example"} & set(shown["classes"]):
                for part in shown.findall(nodes.Element):
                    if isinstance(part, nodes.literal_block) or LINE in part["classes"]:
                        with suppress(OnoError):  # the first line that is a position
                            position = Position.parse(part.astext())
                            Draft.of(position)
                            part.parent.append(explorer_button(position))
                            break
            elif "position" in shown and not list(shown.findall(TryButton)):
                shown.append(explorer_button(Position.parse(shown["position"])))


def _visit_button(translator: HTML5Translator, node: TryButton) -> None:
    if has_engine(translator.builder):
        text = gettext("Try your own hand")
        name = _("{text}: {about}", text=text, about=node["about"])
        wanted = json.dumps(node["wanted"], ensure_ascii=False)
        translator.body.append(BUTTON.format(text=text, name=str(name), wanted=wanted))
    elif node["is_own"]:
        text = gettext("This table needs the engine, and these pages were built without it.")
        translator.body.append(f'<p class="ono-absent">{text}</p>\n')
    raise nodes.SkipNode


# ---- ono-practice ----


class PracticeDirective(ListDirective, name="ono-practice"):
    """A place to practise any set, to make one, and to save what was answered."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        # In the order in which the lessons ask them, the others after them.
        asked = [name for lesson in lessons() for name in lesson.quizzes if name in bank.sets()]
        sets = [set_facts(name) for name in dict.fromkeys((*asked, *bank.sets()))]
        games: dict[str, list[dict[str, Any]]] = {}
        for each in sorted(sets, key=lambda each: each["place"]):
            games.setdefault(each["game"], []).append(each)
        environment = Environment(loader=PackageLoader(__package__), autoescape=True)
        template = environment.get_template("practice.html")
        html = template.render(_=translate, sets=sets, games=list(games.items()))
        text = gettext(
            "You can practise these sets on web pages that have the engine, with scripts on, "
            "and everywhere with the command ono-tutor puzzles or in the notebooks:"
        )
        items = bullets(line(literal(name), f" {bank.title_of_set(name)}") for name in bank.sets())
        part = web_part("", paragraph(text), items, engine_html=html)
        part["classes"].append(ALIVE)
        return [part]


def set_facts(name: str) -> dict[str, Any]:
    """Return what a list of sets says of one: its game, what it teaches, its lesson, its size."""
    entries = bank.entries_of_set(name)
    keys = {entry.key for entry in entries}
    is_of_one = len(keys) == 1 and not any(
        KINDS[entry.kind].info.compares_games for entry in entries
    )
    game = RULE_SETS[min(keys)].title if is_of_one else gettext("More than one game")
    counted = Counter(entry.rule_points[0] for entry in entries if entry.rule_points)
    titles = [translate(rule_point(point).title) for point, __ in counted.most_common(MOST_TITLES)]
    return {
        "name": name,
        "title": bank.title_of_set(name),
        "game": game,
        "place": list(RULE_SETS).index(min(keys)) if is_of_one else len(RULE_SETS),
        "teaches": sentence(format_titles(titles)),
        "lesson": next((one.title for one in lessons() if name in one.quizzes), ""),
        "ids": [entry.id for entry in entries],
        "count": ngettext("{n} puzzle", "{n} puzzles", len(entries)),
    }


MOST_TITLES = 3
"""How many rule points are named for a set."""


# ---- ono-course ----


class CourseDirective(OnoDirective, name="ono-course"):
    """The lessons in reading order, or the one that the argument names by its file.

    ``:expect:`` is how many lessons are shown.
    """

    allowed = ("expect",)

    def build_nodes(self) -> Sequence[nodes.Node]:
        found = [one for one in lessons() if self.line in ("", one.file)]
        if not found:
            known = ", ".join(one.file for one in lessons())
            raise DeniedError(f"{self.line!r} is no lesson; the lessons are {known}")
        check_claim("the course", self.options, [str(len(found))])
        return [numbered(map(self._item, found))]

    def _item(self, lesson: Lesson) -> list[nodes.Node]:
        """Return a lesson, where to read what it teaches, and the sets that practise it."""
        up = "../" * self.env.docname.count("/")
        title: nodes.Node = strong(lesson.title)
        page = f"lessons/{lesson.file.removesuffix('.ipynb')}"
        if page in self.env.found_docs:
            title = nodes.reference("", "", title, refuri=f"{up}{page}.html")
        read = links(lesson.teaches or lesson.practises, gettext("Read:"))
        parts: list[nodes.Node] = [line(title, " ", literal(lesson.file)), read]
        sets = [name for name in lesson.quizzes if name in bank.sets()]
        if sets and "practice" in self.env.found_docs:
            ways = line(f"{gettext('Practise:')} ")
            for place, name in enumerate(sets):
                text = bank.title_of_set(name)
                way = nodes.reference(text, text, refuri=f"{up}practice.html#set={name}")
                ways += [nodes.Text(", " * bool(place)), way]
            parts.append(addnodes.only("", ways, expr="builder_html"))
        return parts


# ---- ono-table-rules ----


class TableRulesDirective(ListDirective, name="ono-table-rules"):
    """Questions on which the texts and families differ, and the sheet of what was chosen."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        needs = gettext("This page needs scripts: they show what you choose.")
        page, engine_page = (
            f'<div data-ono-rules data-practise="{practise}"><noscript><p>{needs}</p></noscript>\n'
            f'<script type="application/json">{script_text(rules_page())}</script></div>\n'
            for practise in ("", "practice")
        )
        text = gettext("On the web page your table can settle its own rules here and print them.")
        return [web_part(page, paragraph(text), engine_html=engine_page, script=TABLE_RULES)]


def setup_interactive(app: Sphinx) -> None:
    """Add the nodes, the settings and the script of these directives."""
    app.add_config_value("ono_tutor_try", default=False, rebuild="html", types=(bool,))
    app.add_node(TryButton, html=(_visit_button, None))
    app.connect("doctree-resolved", _place_buttons)
