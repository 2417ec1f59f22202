"""The frame of a whole HTML page: one file that stands alone.

Its styles are inside, it asks for nothing from anywhere and runs no script, which a policy in
the page forbids as well. Light and dark as the reader's system has it; printed it is light.
"""

from functools import lru_cache
from html import escape
from importlib.resources import files

from ono_tutor.i18n import Message

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""What a browser may do with the page: show it. So no text in it can run or load anything."""

JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Characters that cannot be seen and that some languages cannot be written without."""


def page(title: str, body: str, style: str) -> str:
    """A page with this title, in the style of this name; the body is HTML."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="robots" content="noindex">\n'
        f"<title>{shown(title)}</title>\n<style>{_style(style)}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


@lru_cache(8)
def _style(name: str) -> str:
    """The style that all pages share, and after it the one of this name."""
    folder = files("ono_tutor.classroom").joinpath("templates")
    return "".join(folder.joinpath(f"{part}.css").read_text("utf-8") for part in ("page", name))


def shown(text: object) -> str:
    """A text as HTML: escaped, and what cannot be seen in it written as its code."""
    words = str(text)
    if not words.isprintable():
        words = "".join(map(_seen, words))
    return escape(words)


def named(text: object) -> str:
    """A text that somebody else wrote, as HTML; its direction changes nothing around it."""
    return f"<bdi>{shown(text)}</bdi>"


def paragraph(text: object, look: str = "") -> str:
    """A paragraph of plain text; ``look`` is a class of the style."""
    return f"<p{_class(look)}>{shown(text)}</p>"


def folded(summary: Message | str, body: str, look: str = "") -> str:
    """HTML that stands behind a line until it is asked for."""
    return f"<details{_class(look)}><summary>{shown(summary)}</summary>{body}</details>"


def _class(look: str) -> str:
    return f' class="{look}"' if look else ""


def _seen(char: str) -> str:
    if char.isprintable() or char in JOINERS:
        return char
    return " " if char.isspace() else char.encode("unicode_escape").decode("ascii")
