"""The nodes that the directives are made of: drawings, badges, details and responsive tables.

Pages and EPUBs get pictures from files of their own, ``<details>`` and tables whose rows can become
cards; every other builder gets words, plain paragraphs and plain tables.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.osutil import relative_uri
from sphinx.writers.html5 import HTML5Translator

from ono_tutor import Position
from ono_tutor.i18n import Message, translate
from ono_tutor.render.describe import position_text
from ono_tutor.render.svg import card_svg
from ono_tutor.render.table_svg import position_svg

Text = Message | str
Content = Text | nodes.Node | Sequence[nodes.Node]
"""What a cell of a table holds: a text, a node, or several nodes."""

LATEX_SYMBOLS = {"✓ ": "", "✗ ": "", "◐ ": "", "▼ ": "", "✓": "", "≠": "(!)", "−": "-"}
"""What LaTeX gets for symbols that its usual fonts lack; before a word the word is enough."""


def is_web(builder: Builder) -> bool:
    """Return whether pages are made for a browser, and not for a book."""
    return builder.format == "html" and builder.name != "epub"


# ---- text ----


def paragraph(text: Text, *classes: str) -> nodes.paragraph:
    """Return a paragraph of one text with these classes."""
    return nodes.paragraph(str(text), str(text), classes=list(classes))


def badge(text: Text, *classes: str) -> nodes.inline:
    """Return a text in a badge."""
    return nodes.inline(str(text), str(text), classes=["ono-badge", *classes])


def literal(text: str, *classes: str) -> nodes.literal:
    """Return a text as code."""
    return nodes.literal(text, text, classes=list(classes))


def moment(text: Text) -> nodes.paragraph:
    """Return the line above a part of an answer."""
    return paragraph(text, "ono-moment")


ALIVE = "alive"
"""The class of what needs the page scripts."""

LINE = "ono-line"
"""The class of a line of notation that is no block of its own."""


# ---- drawings ----


PICTURES = "_static/ono/pictures"
"""Where the pictures stand in a site or a book; the name of each is a mark of its content."""


class Drawing(nodes.General, nodes.Element):
    """A drawing: ``svg``, and ``words`` that say the same (empty for mere decoration)."""


def picture(svg: str, words: str, *classes: str) -> Drawing:
    """Return a drawing that takes a place of its own on the page."""
    return Drawing("", svg=svg.strip(), words=words, classes=["ono-table-picture", *classes])


def has_pictures(builder: Builder) -> bool:
    """Return whether what is built can hold pictures: pages for a browser, and EPUBs."""
    return builder.format == "html"


def position_drawing(position: Position, home: int | None = None) -> Drawing:
    """Return the picture of a position, with the seat *home* (or the one to move) below."""
    return picture(position_svg(position, home), position_text(position, home))


def card_drawing(code: str, name: str = "", *classes: str) -> Drawing:
    """Return a small card face, with the card's name in words unless a *name* is given."""
    return Drawing("", svg=card_svg(code), words=name, classes=["ono-card-face", *classes])


def _visit_drawing(translator: HTML5Translator, node: Drawing) -> None:
    svg: str = node["svg"]
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    wide, high = map(float, box.groups()) if box else (0, 0)
    picture = {
        "src": _put_picture(translator.builder, svg),
        "alt": node["words"] or " ".join(map(unescape, _SPOKEN.findall(svg))),
        "width": f"{wide:.0f}",
        "height": f"{high:.0f}",
        "loading": "lazy",
    }
    translator.body.append(translator.emptytag(node, "img", **picture))
    raise nodes.SkipNode


_SPOKEN = re.compile(r"<(?:title|desc)>(.*?)</")


def _put_picture(builder: StandaloneHTMLBuilder, svg: str) -> str:
    """Write a picture, unless it is there, and return its address as seen from the page at hand."""
    name = f"{PICTURES}/{sha256(svg.encode()).hexdigest()[:12]}.svg"
    path = Path(builder.outdir, name)
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(svg, "utf-8")
    return relative_uri(builder.get_target_uri(builder.current_docname), name)


def _replace_by_words(app: Sphinx, page: nodes.document, _: str) -> None:
    """Put words where the builder has no SVG, and where LaTeX lacks a symbol."""
    if not has_pictures(app.builder):
        for drawing in list(page.findall(Drawing)):
            words = drawing["words"]
            inside = isinstance(drawing.parent, nodes.TextElement)
            told = nodes.Text(f" {words} ") if inside else paragraph(words)
            drawing.parent.replace(drawing, [told] if words else [])
    if app.builder.format == "latex":
        for text in list(page.findall(nodes.Text)):
            words = str(text)
            for symbol, instead in LATEX_SYMBOLS.items():
                words = words.replace(symbol, instead)
            if words != text and text.parent is not None:
                text.parent.replace(text, nodes.Text(words))


# ---- elements that HTML has and docutils lacks ----


class Details(nodes.container):
    """Content that is folded away on web pages; elsewhere it simply stands there."""

    tag, role = "details", ""


class Summary(nodes.paragraph):
    """The line of details that is always shown."""

    tag, role = "summary", ""


class ResponsiveTable(nodes.table):
    """A table whose rows a style sheet may lay out as cards on a narrow page.

    Each cell carries its column's heading as ``data-label``, and each part its role, so that
    screen readers meet a table even where it does not look like one.
    """

    tag, role = "table", "table"

    def add_row(self, *cells: Content, classes: Iterable[str] = ()) -> "TableRow":
        """Add a row and return it. Its first cell is its heading."""
        first, *rest = map(_content, cells)
        labels = self["headings"][1:]
        parts = [DataCell("", *cell, label=name) for cell, name in zip(rest, labels, strict=True)]
        row = TableRow("", HeadingCell("", *first, is_of_row=True), *parts, classes=list(classes))
        next(self.findall(TableBody)).append(row)
        return row


class TableHead(nodes.thead):
    """The group of the heading row."""

    tag, role = "thead", "rowgroup"


class TableBody(nodes.tbody):
    """The group of the other rows."""

    tag, role = "tbody", "rowgroup"


class TableRow(nodes.row):
    """A row."""

    tag, role = "tr", "row"


class HeadingCell(nodes.entry):
    """The heading of a column or, with ``is_of_row``, of a row."""

    tag, role = "th", "columnheader"


class DataCell(nodes.entry):
    """A cell with its ``label``, the heading of its column."""

    tag, role = "td", "cell"


Tagged = (
    Details | Summary | ResponsiveTable | TableHead | TableBody | TableRow | HeadingCell | DataCell
)


def details(summary: Text, *content: nodes.Node) -> Details:
    """Return content that is folded away below this line."""
    return Details("", Summary(str(summary), str(summary)), *content, classes=["ono-fold"])


class WebPart(nodes.container):
    """A part for browsers alone; other builders print its children.

    ``script`` is the script that a page with it loads, where it has one of its own.
    """

    script = ""

    def html(self, builder: Builder) -> str:
        """Return it as HTML; empty where the pages of this build cannot show it."""
        raise NotImplementedError


def _visit_web_part(translator: HTML5Translator, node: WebPart) -> None:
    html = node.html(translator.builder) if is_web(translator.builder) else ""
    translator.body.append(html or "<div>")
    if html:
        raise nodes.SkipNode


def _depart_web_part(translator: HTML5Translator, _: WebPart) -> None:
    translator.body.append("</div>\n")


def add_web_part(app: Sphinx, part: type[WebPart]) -> None:
    """Add a node for what only a page can show."""
    app.add_node(part, html=(_visit_web_part, _depart_web_part))


class LateNode(nodes.container):
    """A folded part that a page with scripts builds when it is opened."""


def late_details(summary: Text, *content: nodes.Node) -> Details:
    """Return folded content that is built by the page's script once it is opened."""
    return details(summary, LateNode("", *content, classes=[ALIVE]))


def _visit_late(translator: HTML5Translator, _: LateNode) -> None:
    translator.body.append("<noscript>" if is_web(translator.builder) else "<div>")


def _depart_late(translator: HTML5Translator, _: LateNode) -> None:
    translator.body.append("</noscript>\n" if is_web(translator.builder) else "</div>\n")


def responsive_table(caption: Text, columns: Mapping[str, int], *classes: str) -> ResponsiveTable:
    """Return a table without rows; ``columns`` are the headings with the columns' shares.

    Caption and headings are translated here.
    """
    title, names = translate(str(caption)), tuple(map(translate, columns))
    widths = [nodes.colspec("", colwidth=width) for width in columns.values()]
    head = TableHead("", TableRow("", *(HeadingCell("", paragraph(name)) for name in names)))
    group = nodes.tgroup("", *widths, head, TableBody(""), cols=len(names))
    kinds = ["ono-rows", "colwidths-auto", *classes]
    return ResponsiveTable("", nodes.title(title, title), group, classes=kinds, headings=names)


def _content(cell: Content) -> Sequence[nodes.Node]:
    if isinstance(cell, nodes.Node):
        return [cell]
    return [paragraph(cell)] if isinstance(cell, Message | str) else cell


def _visit_tagged(translator: HTML5Translator, node: Tagged) -> None:
    more: dict[str, Any] = {"role": node.role} if node.role else {}
    if isinstance(node, HeadingCell):
        is_of_row = node.get("is_of_row")
        more = {"role": "rowheader" if is_of_row else node.role}
        more["scope"] = "row" if is_of_row else "col"
    if "label" in node:
        more["data-label"] = node["label"]
    translator.body.append(translator.starttag(node, node.tag, "", **more))


def _depart_tagged(translator: HTML5Translator, node: Tagged) -> None:
    translator.body.append(f"</{node.tag}>\n")


def setup_nodes(app: Sphinx) -> None:
    """Add the nodes, and what puts words in their place."""
    app.add_node(Drawing, html=(_visit_drawing, None))
    for part in Tagged.__args__:
        app.add_node(part, html=(_visit_tagged, _depart_tagged))
    app.add_node(LateNode, html=(_visit_late, _depart_late))
    app.connect("doctree-resolved", _replace_by_words)
