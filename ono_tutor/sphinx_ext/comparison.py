"""The directive ``ono-comparison``: the rule books side by side, from the registry."""

from collections.abc import Iterable, Sequence

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

from ono_tutor import Position
from ono_tutor.i18n import N_, format_list, lazy_gettext, translate
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import RulePoint, rule_points
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.sphinx_ext.answer import board
from ono_tutor.sphinx_ext.domain import OnoDomain, way_to_chapter
from ono_tutor.sphinx_ext.engine import note_engine
from ono_tutor.sphinx_ext.fault import report
from ono_tutor.sphinx_ext.fold import fold
from ono_tutor.sphinx_ext.judged import judged_claim
from ono_tutor.sphinx_ext.point import options, sources, status_badge
from ono_tutor.sphinx_ext.rows import RowTable, add_row, row_table


class ComparisonDirective(SphinxDirective):
    """A table a family of rule sets: a row a rule point, a column a rule set.

    ``:rules:`` names the rule sets to compare; without it every rule set is, and those that
    have no point in common stand in tables of their own.
    """

    option_spec = {"rules": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        note_engine(self.env)
        wanted = self.options.get("rules", " ".join(RULE_SETS)).split()
        unknown = [key for key in wanted if key not in RULE_SETS]
        if unknown or not wanted:
            known = ", ".join(RULE_SETS)
            message = f"ono-comparison: {unknown} are no rule sets; the rule sets are {known}"
            report(self.env, self.get_source_info(), message)
            return []
        return [self._table(family) for family in families(wanted)]

    def _table(self, keys: Sequence[str]) -> RowTable:
        titles = [RULE_SETS[key].title for key in keys]
        headings = [
            translate(N_("Rule point")),
            *titles,
            translate(N_("Texts and options")),
        ]
        widths = (16, *(24 for _ in keys), 36)
        caption = lazy_gettext("The rule points of {rules}", rules=format_list(titles))
        table = row_table(str(caption), headings, widths, "ono-comparison")
        table["classes"].append(f"ono-columns-{len(keys)}")
        for point in points_of(keys):
            row = add_row(table, self._cells(point, keys), [f"ono-{point.status.value}"])
            row["ids"].append(point.id)
            self.state.document.set_id(row)
            OnoDomain.of(self.env).note("rule", point.id)
        return table

    def _cells(self, point: RulePoint, keys: Sequence[str]) -> list[list[nodes.Node]]:
        sentences = [_said(self.env, point, key) for key in keys]
        return [_title(point), *sentences, _more(self.env, point, keys)]


def families(keys: Iterable[str]) -> list[tuple[str, ...]]:
    """The rule sets in groups: two that have a rule point in common stand together."""
    groups: list[tuple[str, ...]] = []
    for key in keys:
        kin = [group for group in groups if any(_is_kin(key, other) for other in group)]
        joined = tuple(other for group in kin for other in group)
        groups = [group for group in groups if group not in kin] + [(*joined, key)]
    return groups


def _is_kin(first: str, second: str) -> bool:
    return any(first in point.says and second in point.says for point in rule_points().values())


def points_of(keys: Iterable[str]) -> list[RulePoint]:
    """The rule points that one of these rule sets has, in the order of the rule books."""
    wanted = set(keys)
    return [point for point in rule_points().values() if wanted & point.says.keys()]


def _title(point: RulePoint) -> list[nodes.Node]:
    anchor = nodes.literal(point.id, point.id, classes=["ono-rule"])
    here = nodes.reference("", "", anchor, refid=point.id, internal=True)
    return [
        nodes.paragraph("", "", nodes.strong(point.title, point.title), classes=["ono-title"]),
        nodes.paragraph("", "", here),
        nodes.paragraph("", "", status_badge(point)),
    ]


def _said(env: BuildEnvironment, point: RulePoint, key: str) -> list[nodes.Node]:
    """The sentence of a rule set, and the way to its own book, where there is an example."""
    if key not in point.says:
        return [nodes.paragraph("", translate(N_("No such rule.")), classes=["ono-absent"])]
    text = point.says[key]
    name = str(lazy_gettext("With an example: {game}", game=RULE_SETS[key].title))
    way = nodes.paragraph("", "", way_to_chapter(env, key, point.id, name), classes=["ono-way"])
    return [nodes.paragraph(text, text), way]


def _more(env: BuildEnvironment, point: RulePoint, keys: Sequence[str]) -> list[nodes.Node]:
    """What is uncertain and what we chose, the options, where the texts say it, and a witness."""
    note = [nodes.paragraph(point.note, point.note)] if point.note else []
    folds = [*_parting(env, point, keys), sources(env, point.sources)]
    return [*note, *options(point.options), *folds]


def _parting(env: BuildEnvironment, point: RulePoint, keys: Sequence[str]) -> list[nodes.Node]:
    """The smallest position where the rule sets part at this point, if they part at all."""
    found = bank.witness(point.id) if point.differs else None
    if found is None:
        return []
    task = Task(Position.parse(found.position), claim=found.claim)
    beside = keys if len(keys) > 1 else ()
    shown, _, _ = judged_claim(env, task, beside)
    answer = nodes.container("", *shown, classes=["ono-answer"])
    whole = nodes.container("", board(task.position), answer, classes=["ono-position"])
    return [fold(translate(N_("The smallest position where the rule sets part")), [whole])]


def setup_comparison(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("ono-comparison", ComparisonDirective)
