"""A table whose rows can become cards on a narrow page.

Every cell carries its column's heading as ``data-label``, and every part its role, so that
a style sheet may lay the rows out anew and screen readers still meet a table.
Elsewhere than on web pages these are plain tables.
"""

from collections.abc import Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

Cell = Sequence[nodes.Node]


class RowTable(nodes.table):
    """The table."""

    tag, role = "table", "table"


class RowHead(nodes.thead):
    """The heading row's group."""

    tag, role = "thead", "rowgroup"


class RowBody(nodes.tbody):
    """The other rows' group."""

    tag, role = "tbody", "rowgroup"


class RowLine(nodes.row):
    """A row."""

    tag, role = "tr", "row"


class RowHeading(nodes.entry):
    """A heading, of its column or of its row."""

    tag, role = "th", "columnheader"


class RowCell(nodes.entry):
    """A cell with its ``label``, the heading of its column."""

    tag, role = "td", "cell"


PARTS = (RowTable, RowHead, RowBody, RowLine, RowHeading, RowCell)
Part = RowTable | RowHead | RowBody | RowLine | RowHeading | RowCell


def row_table(caption: str, headings: Sequence[str], widths: Sequence[int], kind: str) -> RowTable:
    """A table without rows; ``kind`` is its class, ``widths`` the columns' shares."""
    title = nodes.title(caption, caption)
    columns = [nodes.colspec("", colwidth=width) for width in widths]
    head = RowHead("", RowLine("", *(RowHeading("", _words(text)) for text in headings)))
    group = nodes.tgroup("", *columns, head, RowBody(""), cols=len(headings))
    return RowTable(
        "", title, group, classes=["ono-rows", "colwidths-auto", kind], headings=tuple(headings)
    )


def add_row(table: RowTable, cells: Sequence[Cell], kinds: Sequence[str] = ()) -> RowLine:
    """The row added to the table. Its first cell is its heading; ``kinds`` are its classes."""
    first, *rest = cells
    labels = table["headings"][1:]
    parts = [RowCell("", *cell, label=label) for cell, label in zip(rest, labels, strict=True)]
    row = RowLine("", RowHeading("", *first, is_of_row=True), *parts, classes=list(kinds))
    next(table.findall(RowBody)).append(row)
    return row


def _words(text: str) -> nodes.paragraph:
    return nodes.paragraph(text, text)


def _visit(translator: HTML5Translator, node: Part) -> None:
    more: dict[str, Any] = {"role": node.role}
    if isinstance(node, RowHeading):
        of_row = node.get("is_of_row")
        more = {"role": "rowheader", "scope": "row"} if of_row else more | {"scope": "col"}
    if "label" in node:
        more["data-label"] = node["label"]
    translator.body.append(translator.starttag(node, node.tag, "", **more))


def _depart(translator: HTML5Translator, node: Part) -> None:
    translator.body.append(f"</{node.tag}>\n")


def setup_rows(app: Sphinx) -> None:
    """Add the nodes."""
    for part in PARTS:
        app.add_node(part, html=(_visit, _depart))
