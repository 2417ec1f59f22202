"""``ono-table-rules``: what a table is to settle, and from it the sheet of its own rules.

Every sentence and every outcome stands in the page when it is built, so that it works without the
engine, from any host and from a file. Its script shows what was chosen, and judges nothing.
"""

from collections.abc import Sequence

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder

from ono_tutor.i18n import N_, translate
from ono_tutor.render.bundle import RULES, view_texts
from ono_tutor.render.rules_sheet import rules_page
from ono_tutor.sphinx_ext.browser import has_engine, put_script, script_text
from ono_tutor.sphinx_ext.directive import ListDirective
from ono_tutor.sphinx_ext.nodes import WebPart, add_web_part, is_web, paragraph


class TableRulesPage(WebPart):
    """The page's working part; elsewhere its words stand in its place."""

    script = "table_rules.js"

    def html(self, builder: Builder) -> str:
        practise = "practice" if has_engine(builder) else ""
        data, told = script_text(rules_page()), translate(NO_SCRIPTS)
        return PAGE.format(practise=practise, no_scripts=told, data=data)


class TableRulesDirective(ListDirective):
    """Questions on which the texts and families differ, and the sheet of what was chosen."""

    def shown(self) -> Sequence[nodes.Node]:
        return [TableRulesPage("", paragraph(translate(WITHOUT)))]


WITHOUT = N_("On the web page your table can settle its own rules here and print them.")
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
