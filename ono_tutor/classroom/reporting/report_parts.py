"""What the sections of the teacher's report are put together from."""

from collections.abc import Sequence
from typing import NamedTuple

from ono_tutor.classroom.pages.page import folded, named, paragraph, shown
from ono_tutor.messages import Message, marked, say, translate

Cells = Sequence[str]
"""A row of a table, each cell as HTML; the first is its head."""


class Section(NamedTuple):
    """A part of the page: its id, its heading, and the HTML below."""

    id: str
    title: Message
    body: str

    @property
    def html(self) -> str:
        """The whole part."""
        head = f'<h2 id="{self.id}">{shown(self.title)}</h2>'
        return f'<section aria-labelledby="{self.id}">{head}{self.body}</section>'


def contents(sections: Sequence[Section]) -> str:
    """Links to the parts."""
    links = (f'<li><a href="#{part.id}">{shown(part.title)}</a></li>' for part in sections)
    name = shown(say(marked("On this page")))
    return f'<nav aria-label="{name}"><ul>{"".join(links)}</ul></nav>'


def beside(chart: str, sheet: str) -> str:
    """A picture and the table that says the same."""
    return f'<div class="panel pair"><figure>{chart}</figure>{sheet}</div>'


def table(caption: Message, heads: Sequence[str], rows: Sequence[Cells], look: str = "") -> str:
    """A table that scrolls on its own where the page is too narrow; heads are templates."""
    top = "".join(f'<th scope="col">{shown(translate(head))}</th>' for head in heads)
    lines = "".join(f"<tr>{_row(row)}</tr>" for row in rows)
    name = shown(caption)
    return (
        f'<div class="scrolled {look}" role="group" tabindex="0" aria-label="{name}"><table>'
        f"<caption>{name}</caption><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>"
    )


def _row(row: Cells) -> str:
    first, *rest = row
    return f'<th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in rest)


def fold_of(summary: Message, body: str) -> str:
    """HTML behind a line."""
    return folded(summary, f"<div>{body}</div>")


def names_html(names: Sequence[str], more: int = 0) -> str:
    """Names in a row, and how many there are besides."""
    items = "".join(f"<li>{named(name)}</li>" for name in names)
    rest = paragraph(say(marked("And {count} more."), count=more), "soft small") if more else ""
    return f'<ul class="names">{items}</ul>{rest}'
