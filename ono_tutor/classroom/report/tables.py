"""Tables drawn for a page that shows many: a card that lies on several is drawn once."""

from collections.abc import Iterable
from typing import NamedTuple

from ono_tutor.game.position import Position
from ono_tutor.render.card_svg import INKS, card_svg
from ono_tutor.render.table_svg import position_svg


class Drawn(NamedTuple):
    """A picture that refers to the faces of its cards, and the codes of these."""

    svg: str
    codes: frozenset[str]


def drawn(position: Position) -> Drawn:
    """The table of a position; the page must hold the :func:`faces` of the codes."""
    svg, codes = position_svg(position).strip(), []
    for code, (face, used) in _FACES.items():
        if face in svg:
            svg = svg.replace(face, used)
            codes.append(code)
    return Drawn(svg, frozenset(codes))


def faces(codes: Iterable[str]) -> str:
    """The faces of these cards, drawn nowhere: what the pictures of a page refer to."""
    wanted = set(codes)
    symbols = "".join(symbol for code, symbol in _SYMBOLS.items() if code in wanted)
    if not symbols:
        return ""
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{symbols}</svg>'


def small_card(code: str) -> str:
    """A card beside words that name it; the page must hold its face."""
    return (
        f'<svg class="card" viewBox="0 0 100 140" aria-hidden="true">'
        f'<use href="#{_name(code)}"/></svg>'
    )


def _parts(code: str) -> tuple[str, str]:
    """The attributes of a face and what it is made of."""
    opening, _, rest = card_svg(code).removeprefix("<svg ").partition(">")
    return opening, rest.removesuffix("</svg>")


def _symbol(code: str) -> str:
    opening, art = _parts(code)
    return f'<symbol id="{_name(code)}" {opening}>{art}</symbol>'


def _name(code: str) -> str:
    return f"card-{code if code != '?' else 'back'}"


# A picture has each face as an <svg> with its place first; from the namespace on it is the same.
_FACES = {
    code: (
        card_svg(code).removeprefix("<svg "),
        f'aria-hidden="true"><use href="#{_name(code)}"/></svg>',
    )
    for code in INKS
}
_SYMBOLS = {code: _symbol(code) for code in INKS}
