"""The directive ``ono-compare``: one position under every rule set, the differences marked."""

from collections.abc import Sequence

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from ono_tutor import Position
from ono_tutor.i18n import N_, lazy_gettext, translate
from ono_tutor.render.comparison import Cell, Line, lines
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.solver.compare import Comparison, compare
from ono_tutor.sphinx_ext.answer import board
from ono_tutor.sphinx_ext.claim import denial_of_comparison
from ono_tutor.sphinx_ext.directive import DeniedError, OnoDirective
from ono_tutor.sphinx_ext.domain import links
from ono_tutor.sphinx_ext.drawing import face
from ono_tutor.sphinx_ext.example import hold
from ono_tutor.sphinx_ext.rows import RowTable, add_row, row_table


class CompareDirective(OnoDirective):
    """The same cards and total under the rule sets, a row a card and a column a rule set.

    ``:rules:`` names the columns; without it they are all there. ``:expect:`` is a claim, such
    as ``1980 certain, 2022 lost, ninety-nine none`` or ``differs -10``: the cards that the rule
    sets treat unlike.
    """

    allowed = ("rules", "expect")

    def shown(self) -> Sequence[nodes.Node]:
        found = compare(Position.parse(self.line))
        hold(found.position, self.options, lambda claim: denial_of_comparison(claim, found))
        table = comparison_table(self.env, found, self._columns())
        parts: list[nodes.Node] = [board(found.position), table]
        return [nodes.container("", *parts, classes=["ono-position", "ono-compare"])]

    def _columns(self) -> tuple[int, ...]:
        """The places of the rule sets that are shown."""
        keys = list(RULE_SETS)
        wanted = self.options.get("rules", " ".join(keys)).split()
        unknown = [key for key in wanted if key not in keys]
        if unknown or not wanted:
            known = ", ".join(keys)
            raise DeniedError(f"{unknown} are no rule sets; the rule sets are {known}")
        return tuple(keys.index(key) for key in wanted)


def comparison_table(env: BuildEnvironment, found: Comparison, shown: Sequence[int]) -> RowTable:
    """What the whole position and each card come to under the rule sets in these places."""
    titles = [found.readings[place].rules.title for place in shown]
    headings = [translate(N_("Card")), *titles, translate(N_("Rule points"))]
    caption = translate(N_("The same cards under each rule set"))
    widths = (18, *(22 for _ in shown), 16)
    table = row_table(caption, headings, widths, "ono-same-cards")
    table["classes"].append(f"ono-columns-{len(shown)}")
    for line in lines(found):
        cells = [_cell(line, line.cells[place]) for place in shown]
        kinds = ["ono-differs"] if line.rules else []
        add_row(table, [_name(line), *cells, [links(env, line.rules)]], kinds)
    return table


def _name(line: Line) -> list[nodes.Node]:
    words = nodes.paragraph(line.name, line.name)
    return [face(line.card.code), words] if line.card else [words]


def _cell(line: Line, cell: Cell) -> list[nodes.Node]:
    """The outcome with its sign, whether it differs, and what happens in sentences."""
    label = str(lazy_gettext(_LABELS[cell.outcome], label=cell.label))
    badge = nodes.inline("", label, classes=["ono-badge", _KINDS[cell.outcome]])
    head = nodes.paragraph("", "", badge)
    if line.differs(cell):
        unlike = str(lazy_gettext("differs"))
        head += [nodes.Text(" "), nodes.inline("", unlike, classes=["ono-unlike"])]
    return [head, *([nodes.paragraph(cell.text, cell.text)] if cell.text else [])]


_LABELS = {
    "safe": N_("✓ {label}"),
    "risk": N_("◐ {label}"),
    "lost": N_("▼ {label}"),
    "barred": N_("✗ {label}"),
    "none": N_("{label}"),
}

_KINDS = {
    "safe": "ono-certain",
    "risk": "ono-chance",
    "lost": "ono-lost",
    "barred": "ono-barred",
    "none": "ono-barred",
}


def setup_compare(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("ono-compare", CompareDirective)
