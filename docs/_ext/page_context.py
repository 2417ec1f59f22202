"""What the theme leaves out: a page's description, card and canonical link; levels of captions.

Nothing is asked of anybody else: the tags are text, and the picture is one of our own files.
"""

from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

PICTURE = "_static/card.png"
LONGEST = 200
TREE = "furo_navigation_tree"
AFTER_THE_THEME = 900
LOST = "404"
"""The page that a host shows for an address that is not there."""


FIND_ROOT = """<script>
(async () => {
  const parts = location.pathname.split("/").slice(0, -1);
  while (parts.length > 1) {
    parts.pop();
    const root = parts.join("/") + "/";
    const found = await fetch(root + "searchindex.js", { method: "HEAD" }).catch(() => ({}));
    if (found.ok) return location.replace(root + "404.html");
  }
})();
</script>"""
"""Where the site has no address of its own, a lost reader deep in it is sent up to its root."""


def _add_tags(
    app: Sphinx, page: str, _: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Put the tags into the head of a page."""
    tags = dict(_tags(app, page, context, doctree)) if doctree is not None else {}
    lines = [_meta(name, text) for name, text in tags.items()]
    if page == LOST:
        lines.append('<meta name="robots" content="noindex">')
        context.pop("pageurl", None)
        base = app.config.html_baseurl
        lines.append(f'<base href="{escape(base)}">' if base else FIND_ROOT)
    context["metatags"] = context.get("metatags", "") + "\n".join(lines)


def _meta(name: str, text: str) -> str:
    kind = "property" if name.startswith("og:") else "name"
    return f'<meta {kind}="{name}" content="{escape(text)}">'


def _tags(
    app: Sphinx, page: str, context: dict[str, Any], doctree: nodes.document
) -> list[tuple[str, str]]:
    title = app.env.titles[page].astext()
    about = _description(doctree)
    site = str(app.config.html_title)
    tags = [
        ("description", about),
        ("og:type", "website" if page == app.config.root_doc else "article"),
        ("og:site_name", site),
        ("og:title", title),
        ("og:description", about),
        ("twitter:card", "summary_large_image"),
    ]
    base = str(app.config.html_baseurl)
    if base:  # a card's addresses have to be whole ones
        tags += [("og:url", str(context.get("pageurl", base))), ("og:image", base + PICTURE)]
    return tags


def _description(doctree: nodes.document) -> str:
    """The first paragraph of the page that stands in no box, cut at a word."""
    found = doctree.findall(nodes.paragraph)
    first = next((p.astext() for p in found if isinstance(p.parent, nodes.section)), "")
    text = " ".join(first.split())
    return text if len(text) <= LONGEST else text[:LONGEST].rsplit(" ", 1)[0] + " …"


def _add_levels(_: Sphinx, __: str, ___: str, context: dict[str, Any], ____: object) -> None:
    """Say how deep the captions are; Sphinx calls them headings and leaves that out."""
    tree = context.get(TREE)
    if isinstance(tree, str):
        context[TREE] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the tags to every page, and mend its captions."""
    app.connect("html-page-context", _add_tags)
    app.connect("html-page-context", _add_levels, priority=AFTER_THE_THEME)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
