"""The directive ``ono-position``: a position, drawn, run and held to what the page claims."""

from collections.abc import Sequence

from docutils import nodes
from sphinx.application import Sphinx

from ono_tutor.sphinx_ext.directive import OnoDirective
from ono_tutor.sphinx_ext.example import OPTIONS, example


class PositionDirective(OnoDirective):
    """A position and the engine's answer.

    The argument, or the content, is a line of the notation. ``:question:`` is ``plays``
    (what each card would do), ``survive`` (the chances too), ``refused`` (why the line cannot
    be) or ``none`` (the picture alone); ``:play:`` makes plays instead, and ``:claim:`` judges
    a claim under every rule set. ``:expect:`` is a claim, which fails the build if the engine
    denies it; so do a line that cannot be read and a play that is not legal.
    """

    allowed = OPTIONS

    def shown(self) -> Sequence[nodes.Node]:
        return [example(self.env, self.line, self.options).shown]


def setup_position(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("ono-position", PositionDirective)
