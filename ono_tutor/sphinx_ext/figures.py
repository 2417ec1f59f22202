"""The directive ``ono-figure`` and the role ``ono-number``: how the games play, in numbers."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from docutils import nodes
from sphinx.util.docutils import SphinxRole

from ono_tutor.errors import NotationError
from ono_tutor.i18n import lazy_gettext
from ono_tutor.render.charts import Chart, Estimate
from ono_tutor.render.figures import chart, figure_svg
from ono_tutor.sphinx_ext.directive import NamedDirective, check_claim, note_engine
from ono_tutor.sphinx_ext.domain import report_fault
from ono_tutor.sphinx_ext.nodes import (
    ResponsiveTable,
    Text,
    details,
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


class FigureDirective(NamedDirective):
    """A figure of how the games play: a picture, and a table with the same numbers.

    The argument is the figure's name. ``:expect:`` holds claims such as ``1980-4 = 30`` or
    ``2022-4 > 1980-4``, parted by commas; more and less must hold beyond the intervals. An
    unknown figure and a claim that the counts deny fail the build.
    """

    allowed = ("expect",)

    def shown(self) -> Sequence[nodes.Node]:
        found = chart(self.subject)
        check_claim(self.subject, self.options, lambda claim: denial_of_figure(claim, found))
        sample = " ".join(str(text) for text in (found.sample, found.margin) if text)
        drawn = picture(figure_svg(self.subject), "")
        table = details(lazy_gettext("The numbers"), figure_table(found))
        whole = nodes.container("", drawn, paragraph(sample, "ono-sample"), table)
        whole["classes"] = ["ono-figure"]
        return [whole]


def figure_table(found: Chart) -> ResponsiveTable:
    """Return the numbers of a chart: a row a place, a column a series, with each interval."""
    count = len(found.series)
    caption = lazy_gettext("{title}. {up}", title=found.title, up=found.up)
    columns = {str(found.across): 20} | {str(line.name): 80 // count for line in found.series}
    table = responsive_table(caption, columns, f"ono-figure-{count}")
    for place, (_, name) in enumerate(found.places):
        cells = [_number(found, line.marks[place]) for line in found.series]
        counted = lazy_gettext("{across}: {name}", across=found.across, name=name)
        table.add_row(counted if name.isdigit() else name, *cells)  # a bare number says what of
    return table


def _number(found: Chart, mark: Estimate | None) -> Text:
    """Return a number and its interval; one without says by its column or figure what it is."""
    if mark is None:
        return "–"
    value, bounds = found.unit.text(mark.value), found.unit.bounds(mark)
    if mark.low is None:
        return value
    return lazy_gettext("{value} ({bounds})", value=value, bounds=bounds)


class NumberRole(SphinxRole):
    """A number of a figure in a sentence: ``length/1980-4``. One that is none fails the build."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        note_engine(self.env)
        figure, _, name = self.text.partition("/")
        try:
            found = chart(figure)
        except NotationError as error:
            return self._denied(str(error))
        if name not in found.numbers():
            return self._denied(_unknown_number(name, found))
        text = found.unit.text(found.numbers()[name].value)
        return [nodes.inline(text, text, classes=["ono-number"])], []

    def _denied(self, message: str) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        report_fault(self.env, self.get_source_info(), f"ono-number: {message}")
        return [nodes.literal(self.text, self.text)], []


# ---- claims ----


def denial_of_figure(claim: str, found: Chart) -> str | None:
    """Return None if all of a claim holds, such as ``1980-4 = 30, 2022-4 > 1980-4``.

    Otherwise return what is so instead.
    """
    denials = (_denial(part.split(), found) for part in claim.split(","))
    return next(filter(None, denials), None)


def _denial(words: list[str], found: Chart) -> str | None:
    name, relation, other = (*words[:2], " ".join(words[2:])) if len(words) > 2 else ("", "", "")
    numbers, unit = found.numbers(), found.unit
    if relation not in {*RELATIONS, "="}:
        return f"{' '.join(words)!r} is nothing to claim; a claim is {FORMS}"
    if name not in numbers:
        return _unknown_number(name, found)
    if relation == "=":
        text = unit.text(numbers[name].value).replace("\N{NO-BREAK SPACE}", " ")
        return None if text == other else f"{name} is {text}"
    beside = numbers.get(other) or _read(other)
    if beside is None:
        return f"{other!r} is no number of this figure and no number such as 30, 25 % or 1/4"
    if RELATIONS[relation](numbers[name], beside):
        return None
    marks = {name: numbers[name], other: beside}
    return " and ".join(
        f"{word} is {unit.text(mark.value)} ({unit.bounds(mark)})" for word, mark in marks.items()
    )


def _read(word: str) -> Estimate | None:
    """Return a number that a page says, such as ``30``, ``25 %`` or ``1/4``."""
    try:
        value = Fraction(word.removesuffix("%").strip())
    except (ValueError, ZeroDivisionError):
        return None
    return Estimate(value / 100 if word.endswith("%") else value)


def _unknown_number(name: str, found: Chart) -> str:
    return f"{name!r} is no number of this figure; they are {', '.join(found.numbers())}"
