"""A drawing in a page: SVG on web pages, its words everywhere else."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator

from ono_tutor import Position
from ono_tutor.render.faces import card_svg
from ono_tutor.render.picture import position_svg, position_text


class Drawing(nodes.General, nodes.Element):
    """A drawing: ``svg``, and ``words`` that say the same (empty for mere decoration)."""


def table(position: Position) -> Drawing:
    """The picture of a position."""
    picture = position_svg(position).strip()
    return Drawing("", svg=picture, words=position_text(position), classes=["ono-table-picture"])


def face(code: str) -> Drawing:
    """A small card face. The card's name stands beside it in words."""
    return Drawing("", svg=card_svg(code), words="", classes=["ono-card-face"])


class WordsForDrawings(SphinxPostTransform):
    """Where SVG cannot stand in the text, the words of a drawing do."""

    default_priority = 200

    def run(self, **kwargs: object) -> None:
        builder = self.app.builder
        if builder.format == "html" and builder.name != "epub":
            return
        for drawing in list(self.document.findall(Drawing)):
            words = drawing["words"]
            drawing.replace_self([nodes.paragraph(words, words)] if words else [])


def _visit(translator: HTML5Translator, node: Drawing) -> None:
    opening = translator.starttag(node, "div", "")
    translator.body.append(f"{opening}{node['svg']}</div>\n")
    raise nodes.SkipNode


def setup_drawing(app: Sphinx) -> None:
    """Add the node and the transform that replaces it."""
    app.add_node(Drawing, html=(_visit, None), epub=(_visit, None))
    app.add_post_transform(WordsForDrawings)
