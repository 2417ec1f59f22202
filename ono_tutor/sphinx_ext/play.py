"""The directive ``ono-play``: a line of play, each step shown."""

from collections.abc import Sequence

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from ono_tutor import NotationError, Outcome, Position, play
from ono_tutor.errors import quoted
from ono_tutor.game.ply import LatePly, Ply
from ono_tutor.i18n import lazy_gettext
from ono_tutor.sphinx_ext.answer import board, events_list
from ono_tutor.sphinx_ext.claim import denial_of_outcome
from ono_tutor.sphinx_ext.directive import OnoDirective
from ono_tutor.sphinx_ext.drawing import table
from ono_tutor.sphinx_ext.example import hold

BAR = "|"


class PlayDirective(OnoDirective):
    """A line of play: the table before it, and after each play what happened and how it stands.

    The argument is a position, a bar and the plays, as ``ono-tutor play -`` reads it.
    ``:expect:`` is a claim about the end, such as ``total 93, turn 1, owes 2``.
    """

    allowed = ("expect",)

    def shown(self) -> Sequence[nodes.Node]:
        outcome = _outcome(self.line)
        hold(self.line, self.options, lambda claim: denial_of_outcome(claim, outcome))
        steps = nodes.enumerated_list(
            classes=["ono-steps"], enumtype="arabic", prefix="", suffix="."
        )
        for ply in outcome.plies:
            steps += nodes.list_item("", *_step(self.env, outcome, ply))
        start = board(outcome.before, title=lazy_gettext("Before"))
        return [nodes.container("", start, steps, classes=["ono-position", "ono-play"])]


def _outcome(line: str) -> Outcome:
    """What a line of play leads to.

    Raises :class:`NotationError` where there is no bar, or nothing is played.
    """
    position, _, plays = line.partition(BAR)
    if not plays.split():
        message = f"{quoted(line)} is no line of play; it is written POSITION | PLAY PLAY"
        raise NotationError(message, word=line)
    return play(Position.parse(position.strip()), *plays.split())


def _step(env: BuildEnvironment, outcome: Outcome, ply: Ply | LatePly) -> list[nodes.Node]:
    """One play: what happened, and the table after it unless play stops here."""
    title = str(lazy_gettext("Played: {plays}", plays=str(ply.play)))
    parts: list[nodes.Node] = [
        nodes.paragraph("", title, classes=["ono-moment"]),
        events_list(env, outcome.before.rules, ply.events),
    ]
    if ply is outcome.plies[-1] and outcome.round_over:
        ends = str(lazy_gettext("Here play stops."))
        return [*parts, nodes.paragraph(ends, ends)]
    return [*parts, table(ply.after, outcome.before.turn)]


def setup_play(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("ono-play", PlayDirective)
