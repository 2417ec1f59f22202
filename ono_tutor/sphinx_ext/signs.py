"""Signs that stand before words on pages, and what LaTeX gets in their place.

LaTeX's usual fonts lack most of them. Where a sign goes before a word, the word is enough.
"""

from docutils import nodes
from sphinx.application import Sphinx

SIGNS = {"✓ ": "", "✗ ": "", "◐ ": "", "▼ ": "", "✓": "", "≠": "(!)", "−": "-"}


def without_signs(text: str) -> str:
    """The text with every sign put in words, or left out."""
    for sign, words in SIGNS.items():
        text = text.replace(sign, words)
    return text


def _put_words(app: Sphinx, page: nodes.document, _: str) -> None:
    if app.builder.format != "latex":
        return
    for text in list(page.findall(nodes.Text)):
        words = without_signs(text)
        if words != text and text.parent is not None:
            text.parent.replace(text, nodes.Text(words))


def setup_signs(app: Sphinx) -> None:
    """Put words in the place of signs where a page is typeset by LaTeX."""
    app.connect("doctree-resolved", _put_words)
