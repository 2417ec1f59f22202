"""Sheets: sentences, rows and a drawn position, as HTML and as plain text."""

from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, translate
from ono_tutor.render.caption import position_text
from ono_tutor.render.table_svg import position_svg

NOTHING = "–"
"""Stands in a cell that has nothing to say."""

LINE = "1px solid rgba(128,128,128,.45)"
CELL = (
    "text-align:left;vertical-align:top;white-space:normal;min-width:3.6em;"
    f"padding:.3em .8em .3em 0;border-bottom:{LINE}"
)
ROOM = "display:flex;flex-wrap:wrap;gap:1em 1.4em;align-items:flex-start;line-height:1.4"
SIDE = "flex:1 1 18em;min-width:0;max-width:46em"
SCROLLED = "overflow-x:auto;max-width:100%"
TABLE = "border-collapse:collapse;margin:0;font-size:inherit"
CAPTION = "caption-side:top;text-align:left;font-weight:600;padding:0 0 .3em;color:inherit"
CODE = "overflow-wrap:anywhere;white-space:pre-wrap"


class Sheet:
    """A table: its caption, the heads of its columns, and rows that begin with their head.

    The heads are templates; a cell is a message, a text or a number.
    """

    def __init__(
        self, caption: Message | str, columns: Iterable[str], rows: Iterable[Iterable[object]]
    ) -> None:
        self.caption = str(caption)
        self.columns = tuple(map(translate, columns))
        self.rows = [tuple(map(str, row)) for row in rows]


@dataclass(frozen=True, slots=True)
class Shown:
    """The sheet of a value: sentences, rows and a position to draw.

    ``home`` is the seat that is drawn below and called "you". With ``is_described`` the sentences
    only say what the picture shows, so that they stand where there is no picture. ``plain`` is
    the whole as plain text where columns below each other would not do.
    """

    texts: Sequence[Message | str] = ()
    sheet: Sheet | None = None
    position: Position | None = None
    home: int | None = None
    is_described: bool = False
    plain: str = ""


def as_html(shown: Shown) -> str:
    """Return the drawn table, and beside it the sentences and the sheet, in the page's colours."""
    texts = () if shown.is_described else shown.texts
    side = "".join(f'<p style="margin:0 0 .6em">{escape(str(text))}</p>' for text in texts)
    if shown.sheet:
        name = escape(shown.sheet.caption)
        scrolled = f'<div role="group" tabindex="0" aria-label="{name}" style="{SCROLLED}">'
        side += f"{scrolled}{_table(shown.sheet)}</div>"
    drawn = ""
    if shown.position:
        style = "max-width:100%;height:auto;display:block"
        svg = position_svg(shown.position, shown.home).replace("<svg ", f'<svg style="{style}" ', 1)
        line = f'<code style="{CODE}">{escape(str(shown.position))}</code>'
        drawn = f'<div style="flex:0 1 20em;min-width:0;max-width:20em">{svg}{line}</div>'
    return f'<div class="ono-shown" style="{ROOM}">{drawn}<div style="{SIDE}">{side}</div></div>'


def _table(sheet: Sheet) -> str:
    heads = "".join(f'<th scope="col" style="{CELL}">{escape(head)}</th>' for head in sheet.columns)
    rows = ""
    for first, *rest in sheet.rows:
        cells = "".join(f'<td style="{CELL}">{escape(text)}</td>' for text in rest)
        rows += f'<tr><th scope="row" style="{CELL}">{escape(first)}</th>{cells}</tr>'
    caption = f'<caption style="{CAPTION}">{escape(sheet.caption)}</caption>'
    head = f"<thead><tr>{heads}</tr></thead>"
    least = f";min-width:{8 * len(sheet.columns)}em" if len(sheet.columns) > 3 else ""
    return f'<table style="{TABLE}{least}">{caption}{head}<tbody>{rows}</tbody></table>'


def as_text(shown: Shown) -> str:
    """Return the position's line, the sentences and the sheet, its columns one below the other."""
    if shown.plain:
        return shown.plain
    parts = [str(shown.position)] if shown.position else []
    parts += map(str, shown.texts)
    if shown.sheet:
        rows = [shown.sheet.columns, *shown.sheet.rows]
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ("  " + "  ".join(map(str.ljust, row, wide)).rstrip() for row in rows)
        parts += [shown.sheet.caption, *lines]
    return "\n".join(parts)


# ---- a table without a kernel ----

_HIDE_ERROR = (
    "<style>.jp-OutputArea-child:has(.ono-still) + .jp-OutputArea-child "
    ".jupyter-widgets:not(:has(.ono-table)){display:none}</style>"
)
"""Hides what Jupyter says where the widget beside a still picture has no model any more."""


def still_html(question: object, position: Position | None, name: str) -> str:
    """Return a table's question and its picture, as they are shown where no kernel answers.

    ``name`` is a class of its own, by which the widget hides it. The picture is an image, since
    a notebook that is not trusted shows no inline drawing.
    """
    image = ""
    if position is not None:
        drawing = b64encode(position_svg(position).encode()).decode()
        words, style = escape(position_text(position), quote=True), "max-width:24em;width:100%"
        image = f'<img alt="{words}" style="{style}" src="data:image/svg+xml;base64,{drawing}">'
    asked = escape(str(question or ""))
    onward = escape(translate(N_("Run this cell to go on.")))
    return (
        f'{_HIDE_ERROR}<div class="ono-still {escape(name, quote=True)}">'
        f"<p><b>{asked}</b></p>{image}<p><i>{onward}</i></p></div>"
    )
