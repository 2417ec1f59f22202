"""A part of a page that is folded away until it is asked for."""

from collections.abc import Sequence

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


class Fold(nodes.container):
    """Folded content on web pages; elsewhere it simply stands there."""


class FoldSummary(nodes.paragraph):
    """The line of a fold that is always shown."""


def fold(summary: str, content: Sequence[nodes.Node]) -> Fold:
    """A fold with this line on top."""
    return Fold("", FoldSummary(summary, summary), *content, classes=["ono-fold"])


def _visit_fold(translator: HTML5Translator, node: Fold) -> None:
    translator.body.append(translator.starttag(node, "details"))


def _depart_fold(translator: HTML5Translator, _: Fold) -> None:
    translator.body.append("</details>\n")


def _visit_summary(translator: HTML5Translator, node: FoldSummary) -> None:
    translator.body.append(translator.starttag(node, "summary", ""))


def _depart_summary(translator: HTML5Translator, _: FoldSummary) -> None:
    translator.body.append("</summary>\n")


def setup_fold(app: Sphinx) -> None:
    """Add the nodes."""
    visits, summary_visits = (_visit_fold, _depart_fold), (_visit_summary, _depart_summary)
    app.add_node(Fold, html=visits)
    app.add_node(FoldSummary, html=summary_visits)
