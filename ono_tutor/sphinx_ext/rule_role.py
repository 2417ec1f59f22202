"""The role ``ono-rule``: a link from any sentence to a rule point."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.roles import XRefRole

from ono_tutor.rules.book import rule_points
from ono_tutor.sphinx_ext.fault import report


class RuleRole(XRefRole):
    """A link to the rule point with this id; an id that is none fails the build."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        self.refdomain, self.reftype, self.classes = "ono", "rule", ["ono-rule"]
        self.innernodeclass = nodes.inline if self.has_explicit_title else nodes.literal
        if self.target in rule_points():
            return self.create_xref_node()
        report(self.env, self.get_source_info(), f"{self.target!r} is not a rule point")
        return self.create_non_xref_node()


def setup_rule_role(app: Sphinx) -> None:
    """Add the role, as ``ono-rule`` and in its domain as ``ono:rule``."""
    app.add_role("ono-rule", RuleRole(warn_dangling=True))
    app.add_role_to_domain("ono", "rule", RuleRole(warn_dangling=True))
