"""The captions of the navigation, with the level that a heading has to have for a screen reader."""

from typing import Any

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

TREE = "furo_navigation_tree"
AFTER_THE_THEME = 900


def _add_levels(_: Sphinx, __: str, ___: str, context: dict[str, Any], ____: object) -> None:
    """Say how deep the captions are; Sphinx calls them headings and leaves that out."""
    tree = context.get(TREE)
    if isinstance(tree, str):
        context[TREE] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app: Sphinx) -> ExtensionMetadata:
    """Mend the captions of every page."""
    app.connect("html-page-context", _add_levels, priority=AFTER_THE_THEME)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
