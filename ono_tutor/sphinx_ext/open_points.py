"""The directives ``ono-open`` and ``ono-options``: what is unsettled, and what may be chosen."""

from collections.abc import Sequence

from docutils import nodes
from sphinx.application import Sphinx

from ono_tutor.i18n import N_, translate
from ono_tutor.rules.book import OptionText, RulePoint, Status, rule_points
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.sphinx_ext.directive import OnoDirective
from ono_tutor.sphinx_ext.domain import link
from ono_tutor.sphinx_ext.point import options_of, status_badge, values
from ono_tutor.sphinx_ext.rows import add_row, row_table


class _ListDirective(OnoDirective):
    """A list about one rule set, from the registry. The argument is the rule set."""

    required_arguments = 1
    optional_arguments = 0
    has_content = False

    @property
    def key(self) -> str:
        return ruleset(self.arguments[0].strip()).key

    @property
    def points(self) -> list[RulePoint]:
        """The rule points of the rule set, in the order of the book."""
        return [point for point in rule_points().values() if self.key in point.says]


class OpenDirective(_ListDirective):
    """The rule points where the texts conflict or are silent, and what we chose there."""

    def shown(self) -> Sequence[nodes.Node]:
        found = nodes.definition_list(classes=["ono-open"])
        for point in self.points:
            if point.status is not Status.AGREED:
                found += self._item(point)
        return [found]

    def _item(self, point: RulePoint) -> nodes.definition_list_item:
        name = nodes.strong(point.title, point.title)
        term = nodes.term("", "", name, nodes.Text(" "), link(self.env, "rule", point.id))
        badge = nodes.paragraph("", "", status_badge(point))
        what = nodes.definition("", badge, nodes.paragraph(point.note, point.note))
        kinds = [f"ono-{point.status.value}"]
        return nodes.definition_list_item("", term, what, classes=kinds)


class OptionsDirective(_ListDirective):
    """The options of a rule set, what their values mean, and the rule points behind them."""

    def shown(self) -> Sequence[nodes.Node]:
        headings = [translate(text) for text in HEADINGS]
        caption = translate(N_("The options"))
        table = row_table(caption, headings, (22, 58, 20), "ono-options")
        for point in self.points:
            for option in options_of(point, [self.key]):
                add_row(table, self._cells(point, option))
        return [table]

    def _cells(self, point: RulePoint, option: OptionText) -> list[list[nodes.Node]]:
        name = nodes.paragraph("", "", nodes.strong(option.name, option.name))
        rule = nodes.paragraph("", "", link(self.env, "rule", point.id))
        return [[name], [values(option)], [rule]]


HEADINGS = (N_("Option"), N_("Values"), N_("Rule point"))


def setup_open_points(app: Sphinx) -> None:
    """Add the directives."""
    app.add_directive("ono-open", OpenDirective)
    app.add_directive("ono-options", OptionsDirective)
