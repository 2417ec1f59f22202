"""Pictures: ``ono-figure`` and the role ``ono-number``, and ``ono-card-sheets``.

Figures show how the games play. A sheet is nine cards to print and cut, one drawing in
millimetres that fits on either paper.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from docutils import nodes
from sphinx.util.docutils import SphinxRole

from ono_tutor.errors import NotationError
from ono_tutor.i18n import N_, _, gettext, translate
from ono_tutor.render.charts import Chart, Estimate, chart, figure_svg
from ono_tutor.render.svg import BOLD, CENTRED, EDGE, FONT, PAPER, SLATE, card_svg, words
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.sphinx_ext.browser import web_part
from ono_tutor.sphinx_ext.directive import NamedDirective, denied
from ono_tutor.sphinx_ext.domain import report_fault
from ono_tutor.sphinx_ext.nodes import (
    ResponsiveTable,
    Text,
    details,
    inline,
    literal,
    paragraph,
    picture,
    responsive_table,
)

RELATIONS: Mapping[str, Callable[[Estimate, Estimate], bool]] = {
    ">": lambda one, other: one.ends[0] > other.ends[1],
    "<": lambda one, other: one.ends[1] < other.ends[0],
}
"""More and less mean: also when each interval lies at its worst."""

FORMS = "NAME = TEXT, NAME > NAME or a number, NAME < NAME or a number"


class FigureDirective(NamedDirective, name="ono-figure"):
    """A figure of how the games play: a picture, and a table with the same numbers.

    The argument is the figure's name. ``:expect:`` holds claims such as ``1980-4 = 30`` or
    ``2022-4 > 1980-4``, parted by commas; more and less must hold beyond the intervals. An
    unknown figure and a claim that the counts deny fail the build.
    """

    allowed = ("expect",)

    def build_nodes(self) -> Sequence[nodes.Node]:
        found = chart(self.subject)
        if "expect" in self.options:
            check_figure(self.options["expect"], found)
        parts: list[nodes.Node] = [
            picture(figure_svg(self.subject), ""),
            paragraph(found.sample, "ono-sample"),
            details(_("The numbers"), figure_table(found)),
        ]
        return [nodes.container("", *parts, classes=["ono-figure"])]


def figure_table(found: Chart) -> ResponsiveTable:
    """Return the numbers of a chart: a row a place, a column a series, with each interval."""
    count = len(found.series)
    caption = _("{title}. {up}", title=found.title, up=found.up)
    columns = {str(found.across): 20} | {str(line.name): 80 // count for line in found.series}
    table = responsive_table(caption, columns, f"ono-figure-{count}")
    for place, (__, name) in enumerate(found.places):
        cells: list[Text] = []
        for mark in (line.marks[place] for line in found.series):
            if mark is None:
                cells.append("–")
            elif mark.low is None:  # the column or the figure says what it is
                cells.append(found.unit.text(mark.value))
            else:
                value, bounds = found.unit.text(mark.value), found.unit.bounds(mark)
                cells.append(_("{value} ({bounds})", value=value, bounds=bounds))
        counted = _("{across}: {name}", across=found.across, name=name)
        table.add_row(counted if name.isdigit() else name, *cells)  # a bare number says what of
    return table


class NumberRole(SphinxRole):
    """A number of a figure in a sentence: ``length/1980-4``. One that is none fails the build."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        figure, __, name = self.text.partition("/")
        try:
            found = chart(figure)
            if name in found.numbers():
                return [inline(found.unit.text(found.numbers()[name].value), "ono-number")], []
            message = f"{name!r} is no number of this figure; they are {', '.join(found.numbers())}"
        except NotationError as error:
            message = str(error)
        report_fault(self.env, self.get_source_info(), f"ono-number: {message}")
        return [literal(self.text)], []


# ---- claims ----


def check_figure(claim: str, found: Chart) -> None:
    """Hold a claim such as ``1980-4 = 30, 2022-4 > 1980-4`` or ``1980-4 < 31 %`` against a chart.

    Raises :class:`OnoError`.
    """
    numbers, unit = found.numbers(), found.unit

    def estimate(word: str) -> Estimate:
        if word in numbers:
            return numbers[word]
        amount = Fraction(word.removesuffix("%").strip())
        return Estimate(amount / 100 if word.endswith("%") else amount)

    for part in map(str.strip, claim.split(",")):
        name, relation, other = (*part.split(maxsplit=2), "", "", "")[:3]
        try:
            one = numbers[name]
            if relation == "=":
                is_so = unit.text(one.value).replace("\N{NO-BREAK SPACE}", " ") == other
            else:
                is_so = RELATIONS[relation](one, estimate(other))
        except (KeyError, ValueError, ZeroDivisionError):
            truth = f"{part!r} is no claim; a claim is {FORMS}, of {', '.join(numbers)}"
            raise denied(claim, truth) from None
        if not is_so:
            marks = {word: mark for word, mark in numbers.items() if word in (name, other)}
            truths = (
                f"{word} is {unit.text(mark.value)} ({unit.bounds(mark)})"
                for word, mark in marks.items()
            )
            raise denied(claim, " and ".join(truths))


WIDE, HIGH = 62.0, 86.8
"""A card in millimetres: as wide to its height as its face, and nine fit on either paper."""

ACROSS = 3
ON_SHEET = ACROSS * ACROSS
LEFT, TOP = 4.0, 3.3
"""What is left around the cards for the cut marks."""

SHEET = (2 * LEFT + ACROSS * WIDE, 2 * TOP + ACROSS * HIGH)


class CardSheetsDirective(NamedDirective, name="ono-card-sheets"):
    """The deck of a rule set as sheets to print and cut, with cut marks."""

    def build_nodes(self) -> Sequence[nodes.Node]:
        rules = ruleset(self.subject)
        cards = rules.deck_cards(rules.least_players)
        text = _("{title}: {count} cards to print.", title=rules.title, count=len(cards))
        sheets = "".join(draw_sheets([card_svg(card.code) for card in cards]))
        return [web_part(f'<div class="ono-card-sheets">{sheets}</div>\n', paragraph(text))]


def draw_sheets(faces: Sequence[str]) -> Iterator[str]:
    """Yield the sheets of a deck; cards that say what a turn is fill the last one."""
    wide, high = SHEET
    cuts = ""  # beyond the cards, at every edge between two of them and at the ends
    for place in range(ACROSS + 1):
        x, y = LEFT + place * WIDE, TOP + place * HIGH
        cuts += f"M{x:g} 0V{TOP - 0.8:g}M{x:g} {high:g}V{high - TOP + 0.8:g}"
        cuts += f"M0 {y:g}H{LEFT - 0.8:g}M{wide:g} {y:g}H{wide - LEFT + 0.8:g}"
    filled = [*faces, *[aid_svg()] * (-len(faces) % ON_SHEET)]
    count = len(filled) // ON_SHEET
    for number in range(count):
        cards = ""
        for place, face in enumerate(filled[number * ON_SHEET :][:ON_SHEET]):
            x, y = LEFT + WIDE * (place % ACROSS), TOP + HIGH * (place // ACROSS)
            box = f'<svg x="{x:g}" y="{y:g}" width="{WIDE:g}" height="{HIGH:g}" '
            cards += face.replace("<svg ", box, 1)
        name = _("Sheet {number} of {count}", number=number + 1, count=count)
        yield (
            f'<svg class="ono-card-sheet" viewBox="0 0 {wide:g} {high:g}" role="img">'
            f'<title>{name}</title>{cards}<path d="{cuts}" fill="none" '
            'stroke="#000" stroke-width=".2"/></svg>'
        )


def aid_svg() -> str:
    """Return the card that says what a turn is."""
    ink = f' fill="{SLATE}" stroke="none" font-family="{FONT}"'
    lines = words(gettext("Your turn"), 50, 34, 11, CENTRED + BOLD + ink)
    for place, text in enumerate(AID):
        lines += words(translate(text), 50, 58 + 15 * place, 8.2, CENTRED + ink)
    return (
        f'<svg viewBox="0 0 100 140"><rect x="1" y="1" width="98" height="138" rx="10" '
        f'fill="{PAPER}" stroke="{EDGE}" stroke-width="1"/>{lines}</svg>'
    )


AID = (
    *(N_("Play a card."), N_("Say the new total.")),
    *(N_("Draw a card."), N_("98 is safe, 99 loses.")),
)
