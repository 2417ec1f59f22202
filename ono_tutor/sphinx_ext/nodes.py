"""The nodes that the directives are made of: drawings, badges, details and responsive tables.

Pages and EPUBs get pictures from files of their own, ``<details>`` and tables whose rows can become
cards; every other builder gets words, plain paragraphs and plain tables.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from html import unescape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.util.osutil import relative_uri
from sphinx.writers.html5 import HTML5Translator

from ono_tutor import Position
from ono_tutor.i18n import Message, translate
from ono_tutor.render.describe import position_text
from ono_tutor.render.svg import card_svg, position_svg

Text = Message | str
Part = Text | nodes.Node
"""What a line is made of."""

Content = Part | Sequence[nodes.Node]
"""What a cell of a table or an item of a list holds: a text, a node, or several nodes."""

LATEX_SYMBOLS = str.maketrans({**dict.fromkeys("✓✗◐▼", ""), "≠": "(!)", "−": "-"})
"""What LaTeX gets for symbols that its usual fonts lack; the word after a symbol is enough."""

PAGES = "format_html and not builder_epub"
"""The builders that make pages for a browser, as ``only`` names them."""


def is_web(builder: Builder) -> bool:
    """Return whether pages are made for a browser, and not for a book."""
    return builder.format == "html" and builder.name != "epub"


# ---- text ----


def paragraph(text: Text, *classes: str) -> nodes.paragraph:
    """Return a paragraph of one text with these classes."""
    return nodes.paragraph(str(text), str(text), classes=list(classes))


def line(*parts: Part, classes: Sequence[str] = ()) -> nodes.paragraph:
    """Return a paragraph of texts and inline nodes."""
    inside = [part if isinstance(part, nodes.Node) else nodes.Text(str(part)) for part in parts]
    return nodes.paragraph("", "", *inside, classes=[*classes])


def badge(text: Text, *classes: str) -> nodes.inline:
    """Return a text in a badge."""
    return inline(text, "ono-badge", *classes)


def inline(text: Text, *classes: str) -> nodes.inline:
    """Return a text in a line."""
    return nodes.inline(str(text), str(text), classes=list(classes))


def strong(text: Text) -> nodes.strong:
    """Return a text that is emphasised."""
    return nodes.strong(str(text), str(text))


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


# ---- lists and tables ----


def bullets(items: Iterable[Content], *classes: str) -> nodes.bullet_list:
    """Return a list of these items."""
    entries = [nodes.list_item("", *_content(item)) for item in items]
    return nodes.bullet_list("", *entries, bullet="*", classes=list(classes))


def numbered(items: Iterable[Content], *classes: str) -> nodes.enumerated_list:
    """Return a numbered list of these items."""
    entries = [nodes.list_item("", *_content(item)) for item in items]
    look = {"enumtype": "arabic", "prefix": "", "suffix": "."}
    return nodes.enumerated_list("", *entries, classes=list(classes), **look)


def definition(
    term: nodes.term, *content: nodes.Node, classes: Sequence[str] = ()
) -> nodes.definition_list_item:
    """Return a term with what is said of it."""
    body = nodes.definition("", *content)
    return nodes.definition_list_item("", term, body, classes=[*classes])


class ResponsiveTable(nodes.table):
    """A table whose rows a style sheet may lay out as cards on a narrow page.

    Each cell carries its column's heading as ``data-label``, and each part its role, so that
    screen readers meet a table even where it does not look like one.
    """

    def add_row(self, *cells: Content, classes: Iterable[str] = ()) -> nodes.row:
        """Add a row and return it. Its first cell is its heading."""
        entries = [nodes.entry("", *_content(cell)) for cell in cells]
        row = nodes.row("", *entries, classes=list(classes))
        next(self.findall(nodes.tbody)).append(row)
        return row


def responsive_table(caption: Text, columns: Mapping[str, int], *classes: str) -> ResponsiveTable:
    """Return a table without rows; ``columns`` are the headings with the columns' shares.

    Caption and headings are translated here.
    """
    title, names = translate(str(caption)), tuple(map(translate, columns))
    widths = [nodes.colspec("", colwidth=width) for width in columns.values()]
    head = nodes.row("", *(nodes.entry("", paragraph(name)) for name in names))
    parts = [*widths, nodes.thead("", head), nodes.tbody("")]
    group = nodes.tgroup("", *parts, cols=len(names))
    kinds = ["ono-rows", "colwidths-auto", *classes]
    return ResponsiveTable("", nodes.title(title, title), group, classes=kinds, headings=names)


def _content(cell: Content) -> Sequence[nodes.Node]:
    if isinstance(cell, nodes.Node):
        return [cell]
    return [paragraph(cell)] if isinstance(cell, Message | str) else cell


def _visit_table(translator: HTML5Translator, table: ResponsiveTable) -> None:
    write = translator.body.append
    write(translator.starttag(table, "table", "", role="table"))
    next(table.findall(nodes.title)).walkabout(translator)
    for group, tag in ((nodes.thead, "thead"), (nodes.tbody, "tbody")):
        (part,) = table.findall(group)
        write(translator.starttag(part, tag, "", role="rowgroup"))
        for row in part.findall(nodes.row):
            write(translator.starttag(row, "tr", "", role="row"))
            for name, cell in zip(table["headings"], row.findall(nodes.entry), strict=True):
                attributes = {"role": "cell", "data-label": name}
                if tag == "thead":
                    attributes = {"role": "columnheader", "scope": "col"}
                elif cell is row[0]:
                    attributes = {"role": "rowheader", "scope": "row"}
                kind = "th" if "scope" in attributes else "td"
                write(translator.starttag(cell, kind, "", **attributes))
                for child in cell.children:
                    child.walkabout(translator)
                write(f"</{kind}>\n")
            write("</tr>\n")
        write(f"</{tag}>\n")
    write("</table>\n")
    raise nodes.SkipNode


# ---- drawings ----


PICTURES = "_static/ono/pictures"
"""Where the pictures stand in a site or a book; the name of each is a mark of its content."""


class Drawing(nodes.General, nodes.Element):
    """A drawing: ``svg``, and ``words`` that say the same (empty for mere decoration)."""


def picture(svg: str, words: str, *classes: str) -> Drawing:
    """Return a drawing that takes a place of its own on the page."""
    return Drawing("", svg=svg.strip(), words=words, classes=["ono-table-picture", *classes])


def position_drawing(position: Position, home: int | None = None) -> Drawing:
    """Return the picture of a position, with the seat *home* (or the one to move) below."""
    return picture(position_svg(position, home), position_text(position, home))


def card_drawing(code: str, name: str = "", *classes: str) -> Drawing:
    """Return a small card face, with the card's name in words unless a *name* is given."""
    return Drawing("", svg=card_svg(code), words=name, classes=["ono-card-face", *classes])


def _visit_drawing(translator: HTML5Translator, node: Drawing) -> None:
    """Write the picture into a file, unless it is there, and its tag into the page."""
    svg, builder = node["svg"], translator.builder
    name = f"{PICTURES}/{sha256(svg.encode()).hexdigest()[:12]}.svg"
    path = Path(builder.outdir, name)
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(svg, "utf-8")
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    wide, high = map(float, box.groups()) if box else (0, 0)
    attributes = {
        "src": relative_uri(builder.get_target_uri(builder.current_docname), name),
        "alt": node["words"] or " ".join(map(unescape, _SPOKEN.findall(svg))),
        "width": f"{wide:.0f}",
        "height": f"{high:.0f}",
        "loading": "lazy",
    }
    translator.body.append(translator.emptytag(node, "img", **attributes))
    raise nodes.SkipNode


_SPOKEN = re.compile(r"<(?:title|desc)>(.*?)</")


def _replace_by_words(app: Sphinx, page: nodes.document, _: str) -> None:
    """Put words where the builder has no SVG, and where LaTeX lacks a symbol."""
    if app.builder.format != "html":
        for drawing in list(page.findall(Drawing)):
            words = drawing["words"]
            is_inside = isinstance(drawing.parent, nodes.TextElement)
            instead = nodes.Text(f" {words} ") if is_inside else paragraph(words)
            drawing.parent.replace(drawing, [instead] if words else [])
    if app.builder.format == "latex":
        for text in list(page.findall(nodes.Text)):
            if text.parent is not None:
                text.parent.replace(text, nodes.Text(text.translate(LATEX_SYMBOLS)))


# ---- what is folded away ----


class Details(nodes.container):
    """Content that is folded away on web pages; elsewhere it simply stands there."""

    tag = "details"


class Summary(nodes.paragraph):
    """The line of details that is always shown."""

    tag = "summary"


def details(summary: Text, *content: nodes.Node) -> Details:
    """Return content that is folded away below this line."""
    return Details("", Summary(str(summary), str(summary)), *content, classes=["ono-fold"])


def _visit_tag(translator: HTML5Translator, node: Details | Summary) -> None:
    translator.body.append(translator.starttag(node, node.tag, ""))


def _depart_tag(translator: HTML5Translator, node: Details | Summary) -> None:
    translator.body.append(f"</{node.tag}>\n")


def setup_nodes(app: Sphinx) -> None:
    """Add the nodes, and what puts words in their place."""
    app.add_node(Drawing, html=(_visit_drawing, None))
    app.add_node(ResponsiveTable, html=(_visit_table, None))
    app.add_node(Details, html=(_visit_tag, _depart_tag))
    app.add_node(Summary, html=(_visit_tag, _depart_tag))
    app.connect("doctree-resolved", _replace_by_words)
