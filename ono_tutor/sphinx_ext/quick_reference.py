"""The directive ``ono-sheet``: every rule of one rule set, short enough for a sheet of paper."""

from collections.abc import Iterator, Mapping, Sequence

from docutils import nodes

from ono_tutor.i18n import N_, translate
from ono_tutor.rules.book import RulePoint, Status, rule_points
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.sphinx_ext.directive import NamedDirective
from ono_tutor.sphinx_ext.domain import chapter_link
from ono_tutor.sphinx_ext.nodes import paragraph

MARKS = {Status.AGREED: "", Status.CONFLICT: " ≠", Status.SILENT: " ?"}
LEGEND = N_("≠ the texts conflict, ? they leave it open: there the choice is ours.")


class SheetDirective(NamedDirective):
    """A quick reference: the sentences of the registry, chapter by chapter.

    The argument is a rule set. Printed, each sheet is a page of its own.
    """

    def shown(self) -> Sequence[nodes.Node]:
        rules = ruleset(self.subject)
        parts: list[nodes.Node] = []
        for title, points in chapters_of(rules.key):
            head = nodes.paragraph("", "", nodes.strong(title, translate(title)))
            head["classes"].append("ono-sheet-head")
            lines = [self._line(rules.key, point) for point in points]
            parts.append(nodes.container("", head, *lines, classes=["ono-chapter"]))
        columns = nodes.container("", *parts, classes=["ono-columns"])
        name = paragraph(rules.title, "ono-sheet-name")
        legend = paragraph(translate(LEGEND), "ono-legend")
        return [nodes.container("", name, columns, legend, classes=["ono-sheet"])]

    def _line(self, key: str, point: RulePoint) -> nodes.paragraph:
        """Return a sentence of the registry after its title, marked where the choice is ours."""
        title = nodes.strong("", "", chapter_link(self.env, key, point.id, point.title))
        words = nodes.Text(f"{MARKS[point.status]} {point.says[key]}")
        return nodes.paragraph("", "", title, words)


def chapters_of(key: str) -> Iterator[tuple[str, tuple[RulePoint, ...]]]:
    """Yield the chapters of a rule set with their rule points; points of no chapter come last."""
    points = {point.id: point for point in rule_points().values() if key in point.says}
    for title, ids in CHAPTERS.items():
        found = tuple(points.pop(rule_id) for rule_id in ids.split() if rule_id in points)
        if found:
            yield title, found
    if points:
        yield OTHER, tuple(points.values())


CHAPTERS: Mapping[str, str] = {
    N_("Set-up"): "players deck dealer deal opening 99-points 99-deck 99-deal",
    N_("Your turn"): (
        "turn-order announce limit no-voluntary-bust draw-pile-empty "
        "forgot-draw 99-must-play 99-deck-empty 99-announce"
    ),
    N_("The cards"): (
        "number-cards minus-ten hold reverse reverse-two-players ono99-card "
        "ono-on-zero four-ono99 99-values 99-two 99-below-zero 99-jack 99-four"
    ),
    N_("Owing two cards"): (
        "double-effect double-reply double-on-double double-reverse-target "
        "double-reverse-two-players double-no-stack double-first-is-reply "
        "double-eliminated"
    ),
    N_("The marks"): "99-land-33-66 99-cross 99-upward-only 99-land-99 99-over 99-double-cross",
    N_("Losing"): "bust loss chips 99-out 99-jack-when-out",
    N_("Winning, and the next hand"): "next-starter winner nobody-can-play 99-next-round 99-winner",
    N_("Playing for points"): "points points-round points-bust-total points-end",
}
"""The rule points by chapter, in the order in which a newcomer needs them."""

OTHER = N_("More")
