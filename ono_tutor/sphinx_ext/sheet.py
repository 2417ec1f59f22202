"""The directive ``ono-sheet``: every rule of one rule set, short enough for a sheet of paper."""

from collections.abc import Sequence

from docutils import nodes
from sphinx.application import Sphinx

from ono_tutor.i18n import N_, translate
from ono_tutor.rules.book import RulePoint, Status
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.sphinx_ext.chapters import chapters_of
from ono_tutor.sphinx_ext.directive import OnoDirective
from ono_tutor.sphinx_ext.domain import chapter_link


class SheetDirective(OnoDirective):
    """A quick reference: the sentences of the registry, chapter by chapter.

    The argument is a rule set. Printed, each sheet is a page of its own.
    """

    required_arguments = 1
    optional_arguments = 0
    has_content = False

    def shown(self) -> Sequence[nodes.Node]:
        rules = ruleset(self.arguments[0].strip())
        parts: list[nodes.Node] = []
        for title, points in chapters_of(rules.key):
            head = nodes.paragraph("", "", nodes.strong(title, translate(title)))
            head["classes"].append("ono-sheet-head")
            lines = [self._line(rules.key, point) for point in points]
            parts.append(nodes.container("", head, *lines, classes=["ono-chapter"]))
        columns = nodes.container("", *parts, classes=["ono-columns"])
        name = nodes.paragraph("", rules.title, classes=["ono-sheet-name"])
        return [nodes.container("", name, columns, _legend(), classes=["ono-sheet"])]

    def _line(self, key: str, point: RulePoint) -> nodes.paragraph:
        """A sentence of the registry after its title, marked where the choice is ours."""
        title = nodes.strong("", "", chapter_link(self.env, key, point.id, point.title))
        words = nodes.Text(f"{_MARKS[point.status]} {point.says[key]}")
        return nodes.paragraph("", "", title, words)


def _legend() -> nodes.paragraph:
    text = translate(N_("≠ the texts conflict, ? they leave it open: there the choice is ours."))
    return nodes.paragraph(text, text, classes=["ono-legend"])


_MARKS = {Status.AGREED: "", Status.CONFLICT: " ≠", Status.SILENT: " ?"}


def setup_sheet(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("ono-sheet", SheetDirective)
