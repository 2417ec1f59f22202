"""The directive ``ono-practice``: the page on which a set of puzzles is practised.

``#set=`` in the address holds the set: the name of a shipped one, ids of puzzles, or puzzles in
one line, parted by semicolons. With the fields of an assignment beside it (see
:mod:`ono_tutor.classroom.assignment_link`) the set is done as one, and handed in. The engine runs
it; answers stay in the learner's browser.
"""

from collections.abc import Sequence

from docutils import nodes
from jinja2 import Environment, PackageLoader
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from ono_tutor.i18n import N_, lazy_gettext, translate
from ono_tutor.puzzles import bank
from ono_tutor.sphinx_ext.browser import ALIVE, has_engine
from ono_tutor.sphinx_ext.directive import ListDirective
from ono_tutor.sphinx_ext.nodes import literal, paragraph


class PracticePage(nodes.container):
    """The page's working part; its children stand there where there is no engine."""


class PracticeDirective(ListDirective):
    """A place to practise any set, to make one, and to save what was answered."""

    def shown(self) -> Sequence[nodes.Node]:
        items = nodes.bullet_list(bullet="*")
        for name in bank.sets():
            title = nodes.Text(f" {bank.title_of_set(name)}")
            items += nodes.list_item("", nodes.paragraph("", "", literal(name), title))
        return [PracticePage("", paragraph(translate(WITHOUT)), items, classes=[ALIVE])]


def _visit(translator: HTML5Translator, _: PracticePage) -> None:
    if has_engine(translator.builder):
        translator.body.append(_page())
        raise nodes.SkipNode
    translator.body.append("<div>")


def _depart(translator: HTML5Translator, _: PracticePage) -> None:
    translator.body.append("</div>\n")


def _page() -> str:
    """Return the working part as HTML."""
    environment = Environment(loader=PackageLoader(__package__), autoescape=True)
    sets = [
        {
            "name": name,
            "title": bank.title_of_set(name),
            "ids": [entry.id for entry in bank.entries_of_set(name)],
            "count": lazy_gettext("puzzles: {count}", count=len(bank.entries_of_set(name))),
        }
        for name in bank.sets()
    ]
    return environment.get_template("practice.html").render(_=translate, sets=sets)


WITHOUT = N_(
    "These sets can be practised on the web pages of a site that has the engine, with scripts on, "
    "and everywhere with the command ono-tutor puzzles or in the notebooks:"
)


def setup_practice(app: Sphinx) -> None:
    """Add the node of the page."""
    app.add_node(PracticePage, html=(_visit, _depart))
