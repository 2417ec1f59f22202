"""``ono-card-sheets``: a deck as sheets to print and cut, nine cards each, on either paper.

Each sheet is one drawing in millimetres. The faces stand in the page once, and sheets use them.
"""

from collections.abc import Iterator, Sequence

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder

from ono_tutor.i18n import N_, lazy_gettext, translate
from ono_tutor.render.svg import BOLD, CENTRED, EDGE, FONT, PAPER, SLATE, card_svg, words
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.sphinx_ext.directive import NamedDirective
from ono_tutor.sphinx_ext.nodes import WebPart, add_web_part, paragraph

WIDE, HIGH = 62.0, 86.8
"""A card in millimetres: as wide to its height as its face, and nine fit on either paper."""

ACROSS = 3
ON_SHEET = ACROSS * ACROSS
LEFT, TOP = 4.0, 3.3
"""What is left around the cards for the cut marks."""

SHEET = (2 * LEFT + ACROSS * WIDE, 2 * TOP + ACROSS * HIGH)
AID = "aid"
"""Stands for a card that says what a turn is; such cards fill the last sheet."""


class CardSheets(WebPart):
    """The sheets of a deck; ``codes`` are its cards in order."""

    def html(self, builder: Builder) -> str:
        sheets = "".join(drawn(ruleset(self["rules"]), self["codes"]))
        return f'<div class="ono-card-sheets">{sheets}</div>\n'


class CardSheetsDirective(NamedDirective):
    """The deck of a rule set as sheets to print and cut, with cut marks."""

    def shown(self) -> Sequence[nodes.Node]:
        rules = ruleset(self.subject)
        cards = rules.deck_cards(rules.least_players)
        text = lazy_gettext("{title}: {count} cards to print.", title=rules.title, count=len(cards))
        codes = [card.code for card in cards]
        return [CardSheets("", paragraph(text), rules=rules.name, codes=codes)]


def drawn(rules: RuleSet, codes: Sequence[str]) -> Iterator[str]:
    """Yield the faces of a deck once, to be used again, and then each sheet."""
    faces = [_symbol(f"{rules.key}-{code}", card_svg(code)) for code in dict.fromkeys(codes)]
    faces.append(_symbol(f"{rules.key}-{AID}", _aid()))
    hidden = '<svg width="0" height="0" style="position:absolute" aria-hidden="true">'
    yield f"{hidden}{''.join(faces)}</svg>"
    count = -(-len(codes) // ON_SHEET)
    filled = [*codes, *[AID] * (count * ON_SHEET - len(codes))]
    for number in range(count):
        name = lazy_gettext("Sheet {number} of {count}", number=number + 1, count=count)
        yield _sheet(rules.key, filled[number * ON_SHEET :][:ON_SHEET], str(name))


def _symbol(name: str, svg: str) -> str:
    """Return a picture as one that can be used again under a name."""
    inner = svg[svg.index(">") + 1 : svg.rindex("</svg>")]
    look = svg[: svg.index(">")].partition("viewBox")[2].replace('aria-hidden="true"', "")
    return f'<symbol id="ono-face-{name}" viewBox{look}>{inner}</symbol>'


def _sheet(key: str, codes: Sequence[str], name: str) -> str:
    wide, high = SHEET
    uses = (
        f'<use href="#ono-face-{key}-{code}" x="{LEFT + WIDE * (place % ACROSS):g}" '
        f'y="{TOP + HIGH * (place // ACROSS):g}" width="{WIDE:g}" height="{HIGH:g}"/>'
        for place, code in enumerate(codes)
    )
    return (
        f'<svg class="ono-card-sheet" viewBox="0 0 {wide:g} {high:g}" role="img">'
        f'<title>{name}</title>{"".join(uses)}<path d="{_cut_marks()}" fill="none" '
        'stroke="#000" stroke-width=".2"/></svg>'
    )


def _cut_marks() -> str:
    """Return the marks beyond the cards, at every edge between two of them and at the ends."""
    wide, high = SHEET
    marks = ""
    for place in range(ACROSS + 1):
        x, y = LEFT + place * WIDE, TOP + place * HIGH
        marks += f"M{x:g} 0V{TOP - 0.8:g}M{x:g} {high:g}V{high - TOP + 0.8:g}"
        marks += f"M0 {y:g}H{LEFT - 0.8:g}M{wide:g} {y:g}H{wide - LEFT + 0.8:g}"
    return marks


def _aid() -> str:
    """Return the card that says what a turn is."""
    lines = [translate(text) for text in AID_LINES]
    ink = f' fill="{SLATE}" stroke="none" font-family="{FONT}"'
    told = (words(line, 50, 58 + 15 * n, 8.2, CENTRED + ink) for n, line in enumerate(lines))
    title = words(translate(AID_TITLE), 50, 34, 11, CENTRED + BOLD + ink)
    return (
        f'<svg viewBox="0 0 100 140"><rect x="1" y="1" width="98" height="138" rx="10" '
        f'fill="{PAPER}" stroke="{EDGE}" stroke-width="1"/>{title}{"".join(told)}</svg>'
    )


AID_TITLE = N_("Your turn")
AID_LINES = (
    N_("Play a card."),
    N_("Say the new total."),
    N_("Draw a card."),
    N_("98 is safe, 99 loses."),
)


def setup_cards(app: Sphinx) -> None:
    """Add the node."""
    add_web_part(app, CardSheets)
