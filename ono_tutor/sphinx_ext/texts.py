"""The directive ``ono-texts``: the source texts behind the rule points, from the registry."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from ono_tutor.rules.book import Text, texts
from ono_tutor.sphinx_ext.domain import OnoDomain, text_anchor
from ono_tutor.sphinx_ext.engine import note_engine


class TextsDirective(SphinxDirective):
    """The texts with their tags; the comparison's sources link here."""

    def run(self) -> list[nodes.Node]:
        note_engine(self.env)
        found = nodes.definition_list(classes=["ono-texts"])
        for text in texts().values():
            found += self._item(text)
        return [found]

    def _item(self, text: Text) -> nodes.definition_list_item:
        tag = nodes.literal(text.tag, text.tag, classes=["ono-text"])
        term = nodes.term("", "", tag, nodes.Text(f" {text.title}"))
        term["ids"].append(text_anchor(text.tag))
        self.state.document.set_id(term)
        OnoDomain.of(self.env).note("text", text.tag)
        what = nodes.definition("", nodes.paragraph(text.what, text.what))
        return nodes.definition_list_item("", term, what)


def setup_texts(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("ono-texts", TextsDirective)
