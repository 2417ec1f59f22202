"""The directive ``ono-figure`` and the role ``ono-number``: how the games play, in numbers."""

from collections.abc import Sequence

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

from ono_tutor.errors import NotationError
from ono_tutor.i18n import N_, lazy_gettext, translate
from ono_tutor.render.charts import Chart
from ono_tutor.render.figures import chart, figure_svg
from ono_tutor.sphinx_ext.directive import DeniedError, OnoDirective
from ono_tutor.sphinx_ext.drawing import Drawing
from ono_tutor.sphinx_ext.engine import note_engine
from ono_tutor.sphinx_ext.fault import report
from ono_tutor.sphinx_ext.figure_claims import denial_of_figure, unknown_number
from ono_tutor.sphinx_ext.fold import fold
from ono_tutor.sphinx_ext.rows import RowTable, add_row, row_table

STYLE = "ono-figures.css"


class FigureDirective(OnoDirective):
    """A figure of how the games play: a picture, and a table with the same numbers.

    The argument is the figure's name. ``:expect:`` holds claims such as ``1980-4 = 30`` or
    ``2022-4 > 1980-4``, parted by commas; more and less must hold beyond the intervals. An
    unknown figure and a claim that the counts deny fail the build.
    """

    required_arguments = 1
    optional_arguments = 0
    has_content = False
    allowed = ("expect",)

    def shown(self) -> Sequence[nodes.Node]:
        name = self.arguments[0]
        found = chart(name)
        claim = self.options.get("expect")
        denial = None if claim is None else denial_of_figure(claim, found)
        if denial:
            raise DeniedError(f"{name}: the page claims {claim!r}, but {denial}")
        picture = Drawing("", svg=figure_svg(name).strip(), words="")
        picture["classes"] = ["ono-table-picture"]
        note = " ".join(str(text) for text in (found.sample, found.margin) if text)
        table = fold(translate(N_("The numbers")), [figure_table(found)])
        sample = nodes.paragraph(note, note, classes=["ono-sample"])
        return [nodes.container("", picture, sample, table, classes=["ono-figure"])]


def figure_table(found: Chart) -> RowTable:
    """The numbers of a chart: a row a place, a column a series, with each interval."""
    headings = [found.across, *(line.name for line in found.series)]
    caption = str(lazy_gettext("{title}. {up}", title=found.title, up=found.up))
    share = 80 // len(found.series)
    kind = f"ono-figure-{len(found.series)}"
    widths = [20, *(share for _ in found.series)]
    table = row_table(caption, headings, widths, kind)
    for place, (_, name) in enumerate(found.places):
        marks = [line.marks[place] for line in found.series]
        cells = [_cell(found.unit.text(m.value), found.unit.bounds(m)) if m else [] for m in marks]
        heading = _row_name(found, name)
        row = [nodes.paragraph(heading, heading)]
        add_row(table, [row, *(cell or _cell("–", "") for cell in cells)])
    return table


def _row_name(found: Chart, name: str) -> str:
    """The name of a place; a bare number says what it counts."""
    template = N_("{across}: {name}")
    return str(lazy_gettext(template, across=found.across, name=name)) if name.isdigit() else name


def _cell(value: str, bounds: str) -> list[nodes.Node]:
    """A number and its interval."""
    text = str(lazy_gettext("{value} ({bounds})", value=value, bounds=bounds)) if bounds else value
    return [nodes.paragraph(text, text)]


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
            return self._denied(unknown_number(name, found))
        text = found.unit.text(found.numbers()[name].value)
        return [nodes.inline(text, text, classes=["ono-number"])], []

    def _denied(self, message: str) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        report(self.env, self.get_source_info(), f"ono-number: {message}")
        return [nodes.literal(self.text, self.text)], []


def setup_figures(app: Sphinx) -> None:
    """Add the directive, the role and their style sheet."""
    app.add_directive("ono-figure", FigureDirective)
    app.add_role("ono-number", NumberRole())
    app.add_css_file(STYLE)
