"""The directive ``ono-comparison``: the rule books side by side, from the registry."""

from collections.abc import Iterable, Sequence

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

from ono_tutor.messages import listed, marked, say, translate
from ono_tutor.rules.book import Citation, OptionText, RulePoint, Status, rule_points
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.sphinx_ext.domain import OnoDomain, link
from ono_tutor.sphinx_ext.engine import note_engine
from ono_tutor.sphinx_ext.fault import report
from ono_tutor.sphinx_ext.fold import fold
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
            translate(marked("Rule point")),
            *titles,
            translate(marked("Texts and options")),
        ]
        widths = (16, *(24 for _ in keys), 36)
        caption = say(marked("The rule points of {rules}"), rules=listed(titles))
        table = row_table(str(caption), headings, widths, "ono-comparison")
        table["classes"].append(f"ono-columns-{len(keys)}")
        for point in points_of(keys):
            row = add_row(table, self._cells(point, keys), [f"ono-{point.status.value}"])
            row["ids"].append(point.id)
            self.state.document.set_id(row)
            OnoDomain.of(self.env).note("rule", point.id)
        return table

    def _cells(self, point: RulePoint, keys: Sequence[str]) -> list[list[nodes.Node]]:
        sentences = [_said(point.says.get(key)) for key in keys]
        return [_title(point), *sentences, _more(self.env, point)]


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
    badge = str(say(BADGES[point.status]))
    return [
        nodes.paragraph("", "", nodes.strong(point.title, point.title), classes=["ono-title"]),
        nodes.paragraph("", "", here),
        nodes.paragraph("", "", nodes.inline(badge, badge, classes=["ono-badge"])),
    ]


def _said(text: str | None) -> list[nodes.Node]:
    if text is None:
        text = translate(marked("No such rule."))
        return [nodes.paragraph(text, text, classes=["ono-absent"])]
    return [nodes.paragraph(text, text)]


def _more(env: BuildEnvironment, point: RulePoint) -> list[nodes.Node]:
    """What is uncertain and what we chose, the options, and where the texts say it."""
    note = [nodes.paragraph(point.note, point.note)] if point.note else []
    options = [part for option in point.options for part in _option(option)]
    return [*note, *options, _sources(env, point)]


def _option(option: OptionText) -> list[nodes.Node]:
    title = say(marked("Option {name}"), name=option.name)
    values = nodes.bullet_list(classes=["ono-values"], bullet="*")
    for value, means in option.means.items():
        is_number = isinstance(option.default, int)
        values += _value(f"{option.name}={option.default if is_number else value}", means, option)
    head = nodes.paragraph("", "", nodes.strong(str(title), str(title)), classes=["ono-option"])
    return [head, values]


def _value(word: str, means: str, option: OptionText) -> nodes.list_item:
    line: nodes.paragraph = nodes.paragraph("", "", nodes.literal(word, word))
    if word == f"{option.name}={option.default}":
        ours = translate(marked("our default"))
        line += [nodes.Text(" "), nodes.inline(ours, ours, classes=["ono-ours"])]
    line += nodes.Text(f" {means}")
    return nodes.list_item("", line)


def _sources(env: BuildEnvironment, point: RulePoint) -> nodes.Node:
    if not point.sources:
        text = translate(marked("No text speaks of this."))
        return nodes.paragraph(text, text, classes=["ono-absent"])
    tags = ", ".join(dict.fromkeys(citation.text for citation in point.sources))
    found = nodes.bullet_list(bullet="*")
    for citation in point.sources:
        found += _citation(env, citation)
    return fold(str(say(marked("Where the texts say it: {tags}"), tags=tags)), [found])


def _citation(env: BuildEnvironment, citation: Citation) -> nodes.list_item:
    tag = link(env, "text", citation.text)
    place = nodes.emphasis(citation.place, citation.place)
    colon = nodes.Text(f": {citation.says}")
    return nodes.list_item("", nodes.paragraph("", "", tag, nodes.Text(" "), place, colon))


def setup_comparison(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("ono-comparison", ComparisonDirective)


BADGES = {
    Status.AGREED: marked("✓ The texts agree"),
    Status.CONFLICT: marked("≠ The texts conflict"),
    Status.SILENT: marked("? The texts leave it open"),
}
