"""A page that is made to be printed: the frame, and the small parts of its HTML.

No script and no request: the style stands in the page, and a policy forbids all else.
"""

from collections.abc import Iterable
from functools import lru_cache
from html import escape
from importlib.resources import files

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""What a browser lets the page do, whatever may stand in it."""


def page(title: str, body: str) -> str:
    """A whole HTML page; ``body`` is HTML already."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        '<meta name="referrer" content="no-referrer">\n<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style()}</style>\n</head>\n"
        f"<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )


@lru_cache(maxsize=1)
def style() -> str:
    """The style of all that is printed."""
    return files("ono_tutor.classroom").joinpath("templates", "paper.css").read_text("utf-8")


def text(tag: str, words: object, look: str = "") -> str:
    """An element with words in it, which are escaped; ``look`` is its class."""
    return f"<{tag}{_look(look)}>{escape(str(words))}</{tag}>"


def block(tag: str, inner: str | Iterable[str], look: str = "") -> str:
    """An element with HTML in it; nothing at all where there is none."""
    html = inner if isinstance(inner, str) else "".join(inner)
    return f"<{tag}{_look(look)}>{html}</{tag}>\n" if html else ""


def listing(items: Iterable[object], look: str = "") -> str:
    """A list of sentences; nothing at all where there are none."""
    return block("ul", [text("li", item) for item in items], look)


def _look(look: str) -> str:
    return f' class="{look}"' if look else ""
