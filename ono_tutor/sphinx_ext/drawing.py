"""A drawing in a page: SVG on web pages, its words everywhere else."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from ono_tutor import Position
from ono_tutor.render.card_svg import card_svg
from ono_tutor.render.table_svg import position_svg, position_text


class Drawing(nodes.General, nodes.Element):
    """A drawing: ``svg``, and ``words`` that say the same (empty for mere decoration)."""


def table(position: Position, home: int | None = None) -> Drawing:
    """The picture of a position, the seat *home* below, or else the one to move."""
    picture = position_svg(position, home).strip()
    return Drawing("", svg=picture, words=position_text(position), classes=["ono-table-picture"])


def face(code: str) -> Drawing:
    """A small card face. The card's name stands beside it in words."""
    return Drawing("", svg=card_svg(code), words="", classes=["ono-card-face"])


def _put_words(app: Sphinx, page: nodes.document, _: str) -> None:
    """Where SVG cannot stand in the text, put the words of each drawing."""
    if app.builder.format == "html" and app.builder.name != "epub":
        return
    for drawing in list(page.findall(Drawing)):
        words = drawing["words"]
        drawing.parent.replace(drawing, [nodes.paragraph(words, words)] if words else [])


def _visit(translator: HTML5Translator, node: Drawing) -> None:
    opening = translator.starttag(node, "div", "")
    translator.body.append(f"{opening}{node['svg']}</div>\n")
    raise nodes.SkipNode


def setup_drawing(app: Sphinx) -> None:
    """Add the node and what replaces it."""
    app.add_node(Drawing, html=(_visit, None))
    app.connect("doctree-resolved", _put_words)
