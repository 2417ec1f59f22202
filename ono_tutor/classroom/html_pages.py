"""HTML pages from the templates in ``templates/``, and the cards drawn in them.

A page is one file that stands alone, or one with its style in a file beside it, named ``shared``:
it asks for nothing from anywhere else and runs no script, which a policy in it forbids as well.
Whatever a template is given is escaped, unless it is ``Markup`` already. A card that lies in a page
many times is drawn once.
"""

import re
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from markupsafe import Markup

from ono_tutor.cards import Card
from ono_tutor.i18n import _, format_list, ngettext
from ono_tutor.render.describe import puzzle_sentences
from ono_tutor.render.svg import card_svg

if TYPE_CHECKING:  # slow to import, and marks without pages need none of it
    from jinja2 import Environment

__all__ = ["Markup", "card_face", "environment", "page_style", "render"]

JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Characters that cannot be seen and that some languages cannot be written without."""

_USED = re.compile(r'href="#card-([^"]+)"')


def render(template: str, **values: object) -> str:
    """Return the page that this template makes of the values."""
    return environment().get_template(template).render({"shared": None, **values})


def page_style(*names: str) -> Markup:
    """Return the style sheets of these names, one after the other."""
    folder = files("ono_tutor.classroom") / "templates"
    return Markup("".join((folder / name).read_text("utf-8") for name in names))


@lru_cache(maxsize=1)
def environment() -> "Environment":
    """Return the templates' environment, which escapes everything that is no markup."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    made = Environment(
        loader=PackageLoader("ono_tutor.classroom"),
        autoescape=True,
        finalize=_visible,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.globals |= {
        "_": _,
        "ngettext": ngettext,
        "card_face": card_face,
        "card_symbols": card_symbols,
        "format_list": format_list,
        "puzzle_sentences": puzzle_sentences,
        "style": page_style,
    }
    return made


def _visible(value: object) -> object:
    """Return the text of a value, with the code of each character in it that cannot be seen."""
    if hasattr(value, "__html__"):
        return value
    text = str(value)
    return text if text.isprintable() else "".join(map(_visible_character, text))


def _visible_character(char: str) -> str:
    if char.isprintable() or char in JOINERS:
        return char
    return " " if char.isspace() else char.encode("unicode_escape").decode("ascii")


def card_face(code: str) -> Markup:
    """Return a reference to a card by its name; :func:`card_symbols` draws it."""
    use = Markup('<use href="#{}"/>').format(_name(code))
    return Markup('<svg class="card" viewBox="0 0 100 140" aria-hidden="true">{}</svg>').format(use)


def card_symbols(body: str) -> Markup:
    """Return the drawings of all the cards that lie in the HTML of a page, to stand before it."""
    used = {f"card-{name}" for name in _USED.findall(body)}
    symbols = "".join(_symbol(card.code) for card in Card if _name(card.code) in used)
    return Markup('<svg class="symbols" aria-hidden="true">{}</svg>').format(Markup(symbols))


@lru_cache(maxsize=len(Card))
def _symbol(code: str) -> str:
    """Return the face as a symbol, which shows nothing where it stands."""
    opening, __, rest = card_svg(code).removeprefix("<svg ").partition(">")
    opening = opening.replace(' aria-hidden="true"', "").replace(
        'xmlns="http://www.w3.org/2000/svg" ', ""
    )
    return f'<symbol id="{_name(code)}" {opening}>{rest.removesuffix("</svg>")}</symbol>'


def _name(code: str) -> str:
    return f"card-{code if code != '?' else 'hidden'}"
