"""The faces of cards, each drawn once in a page however often it lies there."""

import re

from ono_tutor.classroom.sheets.frame import block
from ono_tutor.render.card_svg import INKS, card_svg

_OPENED = re.compile(r'<svg xmlns="[^"]*" (.*?) aria-hidden="true">')
_USED = re.compile(r'href="#card-([^"]+)"')


def card_face(code: str) -> str:
    """A card that stands in the page by its name; :func:`symbols` draws it."""
    return f'<svg viewBox="0 0 100 140" aria-hidden="true"><use href="#{_name(code)}"/></svg>'


def symbols(body: str) -> str:
    """The drawings of all the cards that lie in a page, to stand before them."""
    used = set(_USED.findall(body))
    drawn = "".join(_drawn(code) for code in INKS if _name(code).removeprefix("card-") in used)
    return block("svg", drawn, "symbols").replace("<svg ", '<svg aria-hidden="true" ', 1)


def _drawn(code: str) -> str:
    """The face as a symbol, which shows nothing where it stands."""
    inner = _OPENED.sub(rf'<symbol id="{_name(code)}" \1>', card_svg(code), count=1)
    return inner.replace("</svg>", "</symbol>")


def _name(code: str) -> str:
    return f"card-{'hidden' if code == '?' else code}"
