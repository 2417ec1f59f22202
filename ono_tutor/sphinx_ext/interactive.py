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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from docutils import nodes
from jinja2 import Environment, PackageLoader
from markupsafe import Markup
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

from ono_tutor import Position
from ono_tutor.course.lessons import Lesson, lessons
from ono_tutor.errors import OnoError
from ono_tutor.i18n import N_, _, gettext, ngettext, sentence, translate
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle, read_set
from ono_tutor.render.bundle import RULES, view_texts
from ono_tutor.render.house_rules import rules_page
from ono_tutor.render.position_form import Draft
from ono_tutor.rules.book import format_titles, rule_point
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.sphinx_ext.answer import board, numbered_list
from ono_tutor.sphinx_ext.browser import has_engine, put_script, script_text
from ono_tutor.sphinx_ext.directive import DeniedError, ListDirective, OnoDirective, check_claim
from ono_tutor.sphinx_ext.domain import links
from ono_tutor.sphinx_ext.nodes import (
    ALIVE,
    LINE,
    WebPart,
    add_web_part,
    is_web,
    literal,
    paragraph,
    position_drawing,
)

logger = logging.getLogger(__name__)

TABLES = ("explorer", "compare", "quiz", "game")
GAME_OPTIONS = ("players", "seed")
PLAYERS = 4

BUTTON = Markup(
    '<p class="ono-try-line"><button type="button" class="ono-try-button" hidden '
    'aria-expanded="false" aria-label="{name}" data-ono-try="{wanted}">'
    '{text}</button><span role="status"></span></p>\n'
)


class TryButton(nodes.General, nodes.Element):
    """A button that opens a table: ``wanted`` goes to the engine, ``about`` names the table."""

    @classmethod
    def opening(cls, table: str, told: Mapping[str, object], about: str) -> "TryButton":
        """Return the button for a table; ``about`` is for those who cannot see where it stands."""
        return cls("", wanted={"open": table, "told": dict(told)}, about=about, classes=[ALIVE])

    @classmethod
    def explorer(cls, position: Position) -> "TryButton":
        """Return the button that opens a position to change at will."""
        line = str(position)
        return cls.opening("explorer", {"position": line}, line)


class TryDirective(OnoDirective):
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
        for name in GAME_OPTIONS:
            if name in self.options and table != "game":
                raise DeniedError(f"{name!r} belongs to a table that is a game")
        before: list[nodes.Node]
        if table == "quiz":
            is_shipped = self.line in bank.sets()
            first = (Puzzle.load_set(self.line) if is_shipped else read_set(self.line))[0]
            before = [position_drawing(first.position), paragraph(first.question)]
            wanted: dict[str, object] = {"set": self.line}
        elif table == "game":
            rules = ruleset(self.line)
            players = self._whole("players") if "players" in self.options else PLAYERS
            if not rules.least_players <= players <= rules.most_players:
                most = f"{rules.least_players} to {rules.most_players}"
                raise DeniedError(f"players {players} is not possible; {rules.title} has {most}")
            seed = self._whole("seed") if "seed" in self.options else None
            text = _("A game of {title} for {n} players.", title=rules.title, n=players)
            before = [paragraph(text)]
            wanted = {"rules": self.line, "players": players, "seed": seed}
        else:
            position = Position.parse(self.line)
            Draft.of(position)  # an error here tells what cannot be changed at the table
            before, wanted = [board(position)], {"position": str(position)}
        button = TryButton.opening(table, wanted, self.line)
        button["is_own"] = True
        return [nodes.container("", *before, button, classes=["ono-try"])]

    def _whole(self, name: str) -> int:
        word = self.options[name]
        try:
            return int(word)
        except ValueError:
            raise DeniedError(f"{name} {word!r} is no whole number") from None


def _warn_without_engine(app: Sphinx, page: nodes.document, __: str) -> None:
    """Warn of each part of a page that does nothing, as the site does not want the engine."""
    if app.config.ono_tutor_engine or not is_web(app.builder):
        return
    for part in page.findall(nodes.Element):
        if isinstance(part, PracticePage | TryButton):
            logger.warning(ENGINE_MISSING, location=part, type="ono_tutor", subtype="engine")


ENGINE_MISSING = (
    "this needs the engine, and the pages are built without it; "
    "set ono_tutor_engine = True in conf.py"
)


def _offer_everywhere(app: Sphinx, page: nodes.document, __: str) -> None:
    """Give every position and puzzle of the page its button, where the site wants that."""
    if not (app.config.ono_tutor_try and has_engine(app.builder)):
        return
    for shown in list(page.findall(nodes.container)):
        if {"ono-position", "ono-example"} & set(shown["classes"]):
            for line in shown.findall(nodes.Element):
                is_code = isinstance(line, nodes.literal_block)
                if is_code or (isinstance(line, nodes.inline) and LINE in line["classes"]):
                    with suppress(OnoError):  # the first line that is a position
                        position = Position.parse(line.astext())
                        Draft.of(position)
                        line.parent.append(TryButton.explorer(position))
                        break
        elif "ono-puzzle" in shown["classes"] and not list(shown.findall(TryButton)):
            shown.append(TryButton.explorer(Position.parse(shown["position"])))


def _visit_button(translator: HTML5Translator, node: TryButton) -> None:
    if has_engine(translator.builder):
        text = gettext("Try your own hand")
        name = _("{text}: {about}", text=text, about=node["about"])
        wanted = json.dumps(node["wanted"], ensure_ascii=False)
        translator.body.append(BUTTON.format(text=text, name=str(name), wanted=wanted))
    elif "is_own" in node:
        translator.body.append(f'<p class="ono-absent">{translate(ENGINE_OFF)}</p>\n')
    raise nodes.SkipNode


ENGINE_OFF = N_("This table needs the engine, and these pages were built without it.")


def _skip(*__: object) -> None:
    raise nodes.SkipNode


# ---- ono-practice ----


class PracticePage(WebPart):
    """The page's working part; its children stand there where there is no engine."""

    def html(self, builder: Builder) -> str:
        if not has_engine(builder):
            return ""
        # In the order in which the lessons ask them, the others after them.
        asked = [name for lesson in lessons() for name in lesson.quizzes if name in bank.sets()]
        sets = [set_facts(name) for name in dict.fromkeys((*asked, *bank.sets()))]
        games: dict[str, list[dict[str, Any]]] = {}
        for each in sorted(sets, key=lambda each: each["place"]):
            games.setdefault(each["game"], []).append(each)
        environment = Environment(loader=PackageLoader(__package__), autoescape=True)
        template = environment.get_template("practice.html")
        return template.render(_=translate, sets=sets, games=list(games.items()))


class PracticeDirective(ListDirective):
    """A place to practise any set, to make one, and to save what was answered."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        items = nodes.bullet_list(bullet="*")
        for name in bank.sets():
            title = nodes.Text(f" {bank.title_of_set(name)}")
            items += nodes.list_item("", nodes.paragraph("", "", literal(name), title))
        return [PracticePage("", paragraph(translate(PRACTICE_ELSEWHERE)), items, classes=[ALIVE])]


def set_facts(name: str) -> dict[str, Any]:
    """Return what a list of sets says of one: its game, what it teaches, its lesson, its size."""
    entries = bank.entries_of_set(name)
    keys = {entry.key for entry in entries}
    is_of_one = len(keys) == 1 and not any(
        KINDS[entry.kind].info.compares_games for entry in entries
    )
    game = RULE_SETS[min(keys)].title if is_of_one else translate(SEVERAL)
    counted = Counter(entry.rule_points[0] for entry in entries if entry.rule_points)
    titles = [translate(rule_point(point).title) for point, __ in counted.most_common(MOST_TITLES)]
    lesson = next((one.title for one in lessons() if name in one.quizzes), "")
    return {
        "name": name,
        "title": bank.title_of_set(name),
        "game": game,
        "place": list(RULE_SETS).index(min(keys)) if is_of_one else len(RULE_SETS),
        "teaches": sentence(format_titles(titles)),
        "lesson": lesson,
        "ids": [entry.id for entry in entries],
        "count": ngettext("{n} puzzle", "{n} puzzles", len(entries)),
    }


SEVERAL = N_("More than one game")
MOST_TITLES = 3
"""How many rule points are named for a set."""

PRACTICE_ELSEWHERE = N_(
    "You can practise these sets on web pages that have the engine, with scripts on, "
    "and everywhere with the command ono-tutor puzzles or in the notebooks:"
)


# ---- ono-course ----


class CourseDirective(OnoDirective):
    """The lessons in reading order, or the one that the argument names by its file.

    ``:expect:`` is how many lessons are shown.
    """

    allowed = ("expect",)

    def build_nodes(self) -> Sequence[nodes.Node]:
        found = [one for one in lessons() if self.line in ("", one.file)]
        if not found:
            known = ", ".join(one.file for one in lessons())
            raise DeniedError(f"{self.line!r} is no lesson; the lessons are {known}")
        shown = str(len(found))
        denial = f"{shown} lessons are shown"
        check_claim("the course", self.options, lambda said: None if said == shown else denial)
        items = numbered_list()
        items += [self._item(one) for one in found]
        return [items]

    def _item(self, lesson: Lesson) -> nodes.list_item:
        title: nodes.Node = nodes.strong(lesson.title, lesson.title)
        page = f"lessons/{lesson.file.removesuffix('.ipynb')}"
        if page in self.env.found_docs:
            up = "../" * self.env.docname.count("/")
            title = nodes.reference("", "", title, refuri=f"{up}{page}.html")
        name = nodes.paragraph("", "", title, nodes.Text(" "), literal(lesson.file))
        return nodes.list_item("", name, *self._ways(lesson))

    def _ways(self, lesson: Lesson) -> Iterator[nodes.Node]:
        """Yield where to read what a lesson teaches, and the sets that practise it."""
        ids = lesson.teaches or lesson.practises
        read = links(ids)
        read.insert(0, nodes.Text(f"{translate(N_('Read:'))} "))
        yield read
        sets = [name for name in lesson.quizzes if name in bank.sets()]
        if sets and "practice" in self.env.found_docs:
            up = "../" * self.env.docname.count("/")
            line = nodes.paragraph("", f"{translate(N_('Practise:'))} ")
            for place, name in enumerate(sets):
                title = bank.title_of_set(name)
                way = nodes.reference(title, title, refuri=f"{up}practice.html#set={name}")
                line += [nodes.Text(", " * bool(place)), way]
            yield addnodes.only("", line, expr="builder_html")


def setup_interactive(app: Sphinx) -> None:
    """Add the nodes and the settings of these directives."""
    app.add_config_value("ono_tutor_try", default=False, rebuild="html", types=(bool,))
    none = (_skip, None)
    app.add_node(
        TryButton, html=(_visit_button, None), latex=none, text=none, man=none, texinfo=none
    )
    app.connect("doctree-resolved", _offer_everywhere)
    app.connect("doctree-resolved", _warn_without_engine)
    add_web_part(app, PracticePage)


class TableRulesPage(WebPart):
    """The part of a page that works; other builders print its words."""

    script = "table_rules.js"

    def html(self, builder: Builder) -> str:
        practise = "practice" if has_engine(builder) else ""
        data, told = script_text(rules_page()), translate(NO_SCRIPTS)
        return PAGE.format(practise=practise, no_scripts=told, data=data)


class TableRulesDirective(ListDirective):
    """Questions on which the texts and families differ, and the sheet of what was chosen."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        return [TableRulesPage("", paragraph(translate(SETTLE_ELSEWHERE)))]


SETTLE_ELSEWHERE = N_("On the web page your table can settle its own rules here and print them.")
NO_SCRIPTS = N_("This page needs scripts: they show what you choose.")
PAGE = """<div data-ono-rules data-practise="{practise}"><noscript><p>{no_scripts}</p></noscript>
<script type="application/json">{data}</script></div>
"""


def _put_script(app: Sphinx) -> None:
    if is_web(app.builder):
        put_script(app.builder, TableRulesPage.script, view_texts(RULES[:-1]))


def setup_table_rules(app: Sphinx) -> None:
    """Add the node, and what its page loads."""
    add_web_part(app, TableRulesPage)
    app.connect("builder-inited", _put_script)
