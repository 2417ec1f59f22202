"""What the sections of the teacher's report are put together from."""

from collections.abc import Sequence
from typing import NamedTuple

from ono_tutor.classroom.report.html_page import folded, named, paragraph, shown
from ono_tutor.course.lessons import lessons_on
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext, translate

MANY_COLUMNS = 5
"""Columns that a phone does not show side by side."""

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
    name = shown(lazy_gettext("On this page"))
    return f'<nav aria-label="{name}"><ul>{"".join(links)}</ul></nav>'


def lesson_titles(rule: str) -> tuple[Message, ...]:
    """The titles of the lessons on a rule point, the one most about it first."""
    return tuple(lazy_gettext("“{title}”", title=each.title) for each in lessons_on(rule))


def lessons_html(rule: str) -> str:
    """A line that says in which lessons a rule point is told; empty of none."""
    titles = list(map(str, lesson_titles(rule)))
    template = N_("Lesson: {titles}.") if len(titles) == 1 else N_("Lessons: {titles}.")
    return paragraph(lazy_gettext(template, titles=format_list(titles)), "small") if titles else ""


def beside(chart: str, sheet: str, look: str = "pair") -> str:
    """A picture and the table that says the same; below it where ``look`` is ``above``."""
    return f'<div class="panel {look}"><figure>{chart}</figure>{sheet}</div>'


def table(caption: Message, heads: Sequence[str], rows: Sequence[Cells], look: str = "") -> str:
    """A table that scrolls on its own where the page is too narrow; heads are templates.

    One with many columns says so where the screen is narrow.
    """
    top = "".join(f'<th scope="col">{shown(translate(head))}</th>' for head in heads)
    lines = "".join(f"<tr>{_row(row)}</tr>" for row in rows)
    name = shown(caption)
    wide = len(heads) >= MANY_COLUMNS
    hint = paragraph(lazy_gettext("Slide the table sideways to see every column."), "hint")
    return (
        (hint if wide else "")
        + f'<div class="scrolled {look}" role="group" tabindex="0" aria-label="{name}"><table>'
        f"<caption>{name}</caption><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>"
    )


def _row(row: Cells) -> str:
    first, *rest = row
    return f'<th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in rest)


def fold_of(summary: Message, body: str, look: str = "") -> str:
    """HTML behind a line."""
    return folded(summary, f"<div>{body}</div>", look)


def names_html(names: Sequence[str], more: int = 0) -> str:
    """Names in a row, and how many there are besides."""
    items = "".join(f"<li>{named(name)}</li>" for name in names)
    rest = paragraph(lazy_gettext("And {count} more.", count=more), "soft small") if more else ""
    return f'<ul class="names">{items}</ul>{rest}'
