"""``ono-table-rules``: what a table is to settle, and from it the sheet of its own rules.

Every sentence and every outcome stands in the page when it is built, so that it works without the
engine, from any host and from a file. Its script shows what was chosen, and judges nothing.
"""

from collections.abc import Sequence
from typing import Any

from docutils import nodes
from jinja2 import Environment, PackageLoader
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from ono_tutor.i18n import N_, translate
from ono_tutor.render.caption import position_text
from ono_tutor.render.svg import card_svg
from ono_tutor.render.table_rules import Question, questions, sheet_line
from ono_tutor.render.table_svg import position_svg
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.option import Number
from ono_tutor.sphinx_ext.browser import FOLDER, has_engine, put_script
from ono_tutor.sphinx_ext.directive import ListDirective
from ono_tutor.sphinx_ext.nodes import is_web, paragraph
from ono_tutor.sphinx_ext.rules_tables import chapters_of, deck_name

SCRIPT = "table_rules.js"


class TableRulesPage(nodes.container):
    """The page's working part; elsewhere its words stand in its place."""


class TableRulesDirective(ListDirective):
    """Questions on which the texts and families differ, and the sheet of what was chosen."""

    def shown(self) -> Sequence[nodes.Node]:
        return [TableRulesPage("", paragraph(translate(WITHOUT)))]


WITHOUT = N_("On the web page your table can settle its own rules here and print them.")


def _visit(translator: HTML5Translator, node: TableRulesPage) -> None:
    if not is_web(translator.builder):
        translator.body.append("<div>")
        return
    environment = Environment(loader=PackageLoader(__package__), autoescape=True)
    template = environment.get_template("table_rules.html")
    games = [_game(key) for key in RULE_SETS]
    practice = has_engine(translator.builder)
    words = {name: translate(text) for name, text in WORDS.items()}
    page = template.render(_=translate, games=games, words=words, practice=practice)
    translator.body.append(page)
    raise nodes.SkipNode


def _depart(translator: HTML5Translator, _: TableRulesPage) -> None:
    translator.body.append("</div>\n")


def _game(key: str) -> dict[str, Any]:
    """Return what the template needs of a game: its deck, its questions and its sheet."""
    rules = ruleset(key)
    return {
        "key": key,
        "title": rules.title,
        "deck": _deck(key),
        "questions": [_asked(each) for each in questions(key)],
        "chapters": [
            (translate(title), [sheet_line(key, point) for point in points])
            for title, points in chapters_of(key)
        ],
    }


def _deck(key: str) -> list[dict[str, Any]]:
    """Return each card of a deck: its face, its name, and how many there are."""
    rules = ruleset(key)
    deck = rules.deck(rules.least_players)
    return [
        {
            "face": Markup(card_svg(card.code)),
            "name": deck_name(rules, card),
            "count": count,
        }
        for card, count in deck.items()
    ]


def _asked(question: Question) -> dict[str, Any]:
    option = question.option
    number = {"min": option.least, "max": option.most} if isinstance(option, Number) else None
    case = question.case
    drawn = position_svg(case) if case else ""
    return {
        "of": question,
        "number": number,
        "svg": Markup(drawn),
        "text": position_text(case) if case else "",
    }


WORDS = {
    "question": N_("Question {number} of {count}"),
    "copied": N_("Copied."),
    "notCopied": N_("It is marked: copy it with your keys or your menu."),
    "unknown": N_("The link names {word}, which is no choice here, so the usual rule stands."),
    "badNumber": N_("{number} is not possible: a whole number from {least} to {most}."),
}


def _put_script(app: Sphinx) -> None:
    if is_web(app.builder):
        put_script(app.builder, SCRIPT)


def _load_script(
    app: Sphinx, _: str, __: str, ___: dict[str, Any], page: nodes.document | None
) -> None:
    if page is not None and is_web(app.builder) and any(page.findall(TableRulesPage)):
        app.add_js_file(f"{FOLDER}/{SCRIPT}", loading_method="defer")
        app.add_css_file("ono-live.css")


def setup_table_rules(app: Sphinx) -> None:
    """Add the node, and what its page loads."""
    app.add_node(TableRulesPage, html=(_visit, _depart))
    app.connect("builder-inited", _put_script)
    app.connect("html-page-context", _load_script)
