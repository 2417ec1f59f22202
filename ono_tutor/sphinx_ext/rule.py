"""The directive ``ono-rule``: one rule point, what is said of it, and an example that was run."""

from collections.abc import Sequence

from docutils import nodes
from sphinx.application import Sphinx

from ono_tutor.i18n import lazy_gettext
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.rules.book import RulePoint, rule_point
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.sphinx_ext.directive import DeniedError, OnoDirective
from ono_tutor.sphinx_ext.domain import OnoDomain, link
from ono_tutor.sphinx_ext.example import OPTIONS, decides, example
from ono_tutor.sphinx_ext.point import options, options_of, sources, sources_of, status_badge


class RuleDirective(OnoDirective):
    """A rule point, anchored by its id: what each edition says, how sure it is, and an example.

    The argument is the id; ``:rules:`` names the rule sets to speak of (without it, all that
    have the point). The content is the example's position, and the options of ``ono-position``
    ask about it. An example that the rule point does not decide fails the build, and so does a
    missing one, unless nothing can be asked about the point; then the page says why.
    """

    required_arguments = 1
    optional_arguments = 0
    allowed = ("rules", *OPTIONS)

    @property
    def line(self) -> str:
        """The example's position."""
        return " ".join(" ".join(self.content).split())

    def shown(self) -> Sequence[nodes.Node]:
        point = rule_point(self.arguments[0].strip())
        keys = self._keys(point)
        self._refuse_twice(point)
        parts = [*self._said(point, keys), *self._example(point), *self._more(point, keys)]
        title = nodes.title(point.title, point.title)
        kinds = ["ono-point", f"ono-{point.status.value}"]
        section = nodes.section("", title, *parts, ids=[point.id], names=[], classes=kinds)
        self.state.document.set_id(section)
        for key in keys:
            OnoDomain.of(self.env).note_chapter(key, point.id)
        return [section]

    def _keys(self, point: RulePoint) -> tuple[str, ...]:
        """The rule sets that are spoken of.

        Raises :class:`DeniedError` for one that does not have the point.
        """
        keys = tuple(self.options.get("rules", " ".join(point.says)).split())
        for key in keys:
            if key not in point.says:
                having = ", ".join(point.says)
                raise DeniedError(f"{key!r} has no rule point {point.id}; it is one of {having}")
        return keys

    def _refuse_twice(self, point: RulePoint) -> None:
        if point.id in self.state.document.ids:
            raise DeniedError(f"the rule point {point.id} stands on this page already")

    def _said(self, point: RulePoint, keys: Sequence[str]) -> list[nodes.Node]:
        """How sure the point is, and the sentence of each rule set."""
        head = nodes.paragraph(classes=["ono-point-head"])
        head += [link(self.env, "row", point.id), nodes.Text(" "), status_badge(point)]
        if len(keys) == 1:
            text = point.says[keys[0]]
            return [head, nodes.paragraph(text, text, classes=["ono-said"])]
        found = nodes.definition_list(classes=["ono-said"])
        for key in keys:
            term = nodes.term("", RULE_SETS[key].title)
            what = nodes.definition("", nodes.paragraph("", point.says[key]))
            found += nodes.definition_list_item("", term, what)
        return [head, found]

    def _example(self, point: RulePoint) -> list[nodes.Node]:
        """The example, or why there is none.

        Raises :class:`DeniedError` where the example hangs on other rule points alone.
        """
        if not self.line:
            return [_without(point)]
        asked = {name: value for name, value in self.options.items() if name != "rules"}
        found = example(self.env, self.line, asked)
        if not decides(self.env, point, self.line, asked):
            named = ", ".join(sorted(found.points)) or "none"
            message = f"{self.line}: the page shows {point.id} by it, but the rule points that"
            raise DeniedError(f"{message} decide here are {named}")
        return [found.shown]

    def _more(self, point: RulePoint, keys: Sequence[str]) -> list[nodes.Node]:
        """What is uncertain and what we chose, the options, and where the texts say it."""
        note = [nodes.paragraph(point.note, point.note)] if point.note else []
        parts = [*note, *options(options_of(point, keys))]
        parts.append(sources(self.env, sources_of(point, keys)))
        return [nodes.container("", *parts, classes=["ono-more"])]


def _without(point: RulePoint) -> nodes.paragraph:
    """Why nothing can be asked about a point.

    Raises :class:`DeniedError` where something can.
    """
    if point.id not in UNASKABLE:
        raise DeniedError(f"the rule point {point.id} needs an example: a position as content")
    text = str(lazy_gettext("No example: {why}.", why=UNASKABLE[point.id]))
    return nodes.paragraph(text, text, classes=["ono-absent"])


def setup_rule(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("ono-rule", RuleDirective)
