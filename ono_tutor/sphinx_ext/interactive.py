"""Directives to work with: puzzles, tables, sets to practise, the course, a table's own rules.

``ono-puzzle`` is a puzzle to answer on the page, with no engine behind it. ``ono-try`` is a table
of one's own, run by the engine on the page; with ``ono_tutor_try`` every position and puzzle of the
site offers one too. ``ono-practice`` is the page on which a set is practised: ``#set=`` in the
address holds the name of a shipped one, ids of puzzles, or puzzles in one line, parted by
semicolons. With the fields of an assignment beside it (see
:mod:`ono_tutor.classroom.assignment_link`) the set is done as one, and handed in; answers stay in
the learner's browser. ``ono-course`` lists the lessons. ``ono-table-rules`` asks what a table is to
settle and makes the sheet of its own rules, without the engine and from a file too.
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

from ono_tutor import NotationError, Position
from ono_tutor.course.lessons import Lesson, lessons
from ono_tutor.errors import OnoError, check_known
from ono_tutor.i18n import _, gettext, ngettext, sentence, translate
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle, read_set
from ono_tutor.render.describe import answer_words
from ono_tutor.render.feedback import rule_panel
from ono_tutor.render.forms import Draft, page_puzzle
from ono_tutor.render.house_rules import rules_page
from ono_tutor.rules.book import format_titles, rule_point
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.sphinx_ext.answer import board
from ono_tutor.sphinx_ext.browser import (
    TABLE_RULES,
    WebPart,
    card_faces,
    has_engine,
    script_text,
    web_part,
)
from ono_tutor.sphinx_ext.directive import ListDirective, OnoDirective, Options, denied
from ono_tutor.sphinx_ext.domain import OnoDomain, links
from ono_tutor.sphinx_ext.nodes import (
    ALIVE,
    bullets,
    details,
    is_web,
    line,
    literal,
    numbered,
    paragraph,
    position_drawing,
    strong,
)

# ---- ono-puzzle ----


class PageData(nodes.container):
    """A part of a page with its ``data`` for the scripts; the children stand there without them.

    ``mark`` is the attribute by which a script finds it, ``words`` the value. Data that
    ``needs_engine`` is left out of a site without it.
    """


class PuzzleDirective(OnoDirective, name="ono-puzzle"):
    """A puzzle, drawn and answered by the view, and held to what the page claims.

    The argument is the id of a puzzle, or a kind, a colon and a position (plays and a claim
    follow after bars). ``:expect:`` is an answer that must be right.
    """

    allowed = ("expect",)

    def build_nodes(self) -> Sequence[nodes.Node]:
        puzzles = read_set(self.line)
        if len(puzzles) > 1:
            raise NotationError(f"these are {len(puzzles)} puzzles; name one")
        (puzzle,) = puzzles
        check_claimed_answer(self.options, puzzle)
        solution = puzzle.solution()
        answer = sentence(f"{answer_words(puzzle, puzzle.answer)}.")
        reason = str(solution.text)
        said = (reason,) if reason.startswith(answer) else (answer, reason)
        why = [*(paragraph(text) for text in said), links(solution.rules)]
        without = nodes.container(
            "",
            line(strong(puzzle.question)),
            position_drawing(puzzle.position),
            details(_("The answer"), *why),
            classes=["ono-without"],
        )
        shown = PageData("", without, classes=["ono-puzzle", ALIVE], data=page_puzzle(puzzle))
        shown.attributes |= {"mark": "data-ono-puzzle", "words": self.line}
        shown["position"] = str(puzzle.position)
        return [shown]


def check_claimed_answer(options: Options, puzzle: Puzzle) -> None:
    """Hold the answer that the page claims, if any. Raises :class:`OnoError`."""
    claim = options.get("expect")
    check = None if claim is None else puzzle.check(claim)
    if check and not check.is_right:
        truth = answer_words(puzzle, puzzle.answer)
        raise denied(str(claim), check.text if check.mark is Mark.MALFORMED else truth)


# ---- the data on the page ----


def _visit_data(translator: HTML5Translator, node: PageData) -> None:
    translator.body.append(translator.starttag(node, "div", **{node["mark"]: node["words"]}))
    builder = translator.builder
    if has_engine(builder) if "needs_engine" in node else is_web(builder):
        text = script_text(with_face_codes(node["data"]))
        opening = '<script type="application/json" class="ono-data">'
        translator.body.append(f"{opening}{text}</script>\n")


def _depart_data(translator: HTML5Translator, __: PageData) -> None:
    translator.body.append("</div>\n")


def _link_rules(app: Sphinx, page: nodes.document, here: str) -> None:
    """Give each puzzle a link for the rule points of the site, and a panel for the others."""
    for node in page.findall(PageData):
        if "position" not in node:
            continue
        data: dict[str, Any] = json.loads(json.dumps(node["data"]))
        points = {}
        for feedback in (*data["hints"], data["solution"], *data["answers"].values()):
            for rule in feedback["rules"]:
                there = OnoDomain.of(app.env).page_of_rule(rule["id"], here)
                rule["href"] = None
                if there is None:
                    points[rule["id"]] = rule_panel(rule["id"])
                elif is_web(app.builder):
                    path = app.builder.get_relative_uri(here, there) if there != here else ""
                    rule["href"] = f"{path}#{rule['id']}"
        node["data"] = data | {"points": points}


def with_face_codes(value: object) -> object:
    """Return the data with ``{"$": code}`` for the face of a card, which every page has."""
    codes = {svg: code for code, svg in card_faces().items()}

    def packed(value: object) -> object:
        if isinstance(value, Mapping):
            return {name: packed(part) for name, part in value.items()}
        if isinstance(value, list | tuple):
            return list(map(packed, value))
        return {"$": codes[value]} if isinstance(value, str) and value in codes else value

    return packed(value)


TABLES = ("explorer", "compare", "quiz", "game")

BUTTON = Markup(
    '<p class="ono-try-line"><button type="button" class="ono-try-button" hidden '
    'aria-expanded="false" aria-label="{text}: {about}" data-ono-try="{wanted}">'
    '{text}</button><span role="status"></span></p>\n'
)


# ---- ono-try ----


def try_button(table: str, told: Mapping[str, object], about: str, absent: str = "") -> WebPart:
    """Return the button that opens a table in the engine.

    ``about`` is for those who cannot see where it stands, ``absent`` is the text of a site without
    the engine.
    """
    wanted = json.dumps({"open": table, "told": dict(told)}, ensure_ascii=False)
    button = BUTTON.format(text=gettext("Try your own hand"), about=about, wanted=wanted)
    html = f'<p class="ono-absent">{absent}</p>\n' if absent else ""
    part = web_part(html, engine_html=button)
    part["classes"].append(ALIVE)
    return part


class TryDirective(OnoDirective, name="ono-try"):
    """A table to try one's own hand at, opened by a button on web pages.

    ``:table:`` is ``explorer`` (a position to change at will; the default), ``compare`` (the
    same position under each rule set), ``quiz`` (a shipped set, or puzzles in one line) or
    ``game`` (a whole game, of which the argument names the rule set; ``:players:``, ``:seed:``).
    """

    allowed = ("table", "players", "seed")

    def build_nodes(self) -> Sequence[nodes.Node]:
        table = self.options.get("table", "explorer")
        check_known(TABLES, table, "is no table; the tables are")
        self.check_options(self.allowed if table == "game" else ("table",))
        before: list[nodes.Node]
        if table == "quiz":
            is_shipped = self.line in bank.sets()
            first = (Puzzle.load_set(self.line) if is_shipped else read_set(self.line))[0]
            before = [position_drawing(first.position), paragraph(first.question)]
            wanted: dict[str, object] = {"set": self.line}
        elif table == "game":
            rules = ruleset(self.line)
            players = self.number("players", 4)
            rules.check_players(players)
            seed = self.number("seed", 0) if "seed" in self.options else None
            text = _("A game of {title} for {n} players.", title=rules.title, n=players)
            before = [paragraph(text)]
            wanted = {"rules": self.line, "players": players, "seed": seed}
        else:
            position = Position.parse(self.line)
            Draft.of(position)  # an error here tells what cannot be changed at the table
            before, wanted = [board(position)], {"position": str(position)}
        absent = gettext("This table needs the engine, and these pages were built without it.")
        button = try_button(table, wanted, self.line, absent)
        return [nodes.container("", *before, button, classes=["ono-try"])]


def _place_buttons(app: Sphinx, page: nodes.document, __: str) -> None:
    """Give every position and puzzle of the page its button, if the site wants that."""
    if app.config.ono_tutor_try and has_engine(app.builder):
        for shown in list(page.findall(nodes.container)):
            if "position" in shown and "ono-try" not in shown.parent["classes"]:
                with suppress(OnoError):  # such as cards that nobody knows
                    position = Position.parse(shown["position"])
                    Draft.of(position)
                    told = {"position": str(position)}
                    shown.append(try_button("explorer", told, str(position)))


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
    titles = [translate(rule_point(point).title) for point, __ in counted.most_common(3)]
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


# ---- ono-course ----


class CourseDirective(ListDirective, name="ono-course"):
    """The lessons in reading order."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        return [numbered(map(self._item, lessons()))]

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
    app.add_node(PageData, html=(_visit_data, _depart_data))
    app.connect("doctree-resolved", _link_rules)
    app.connect("doctree-resolved", _place_buttons)
