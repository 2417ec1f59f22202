"""The directive ``ono-position``: a position, drawn, run and held to what the page claims."""

from collections.abc import Sequence

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from ono_tutor import OnoError, Position, play, survive
from ono_tutor.game.explain import explain
from ono_tutor.messages import say
from ono_tutor.render.caption import sentences
from ono_tutor.sphinx_ext.answer import events_list, plays_table, verdict
from ono_tutor.sphinx_ext.claim import denial_of_outcome, denial_of_plays, denial_of_survival
from ono_tutor.sphinx_ext.drawing import table
from ono_tutor.sphinx_ext.engine import note_engine
from ono_tutor.sphinx_ext.fault import report

QUESTIONS = ("plays", "survive", "none")


class DeniedError(Exception):
    """The page says what the engine denies."""


class PositionDirective(SphinxDirective):
    """A position and the engine's answer.

    The argument, or the content, is a line of the notation. ``:question:`` is ``plays``
    (what each card would do), ``survive`` (the chances too) or ``none`` (the picture alone);
    ``:play:`` makes plays instead. ``:expect:`` is a claim, which fails the build if the
    engine denies it; so do a line that cannot be read and a play that is not legal.
    """

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = {
        "question": directives.unchanged_required,
        "play": directives.unchanged_required,
        "expect": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        note_engine(self.env)
        try:
            return [self._answered(Position.parse(self._line()))]
        except OnoError as error:
            self._report(f"{self._line()}: {error}" + (f" [{error.rule}]" if error.rule else ""))
        except DeniedError as error:
            self._report(str(error))
        return []

    def _line(self) -> str:
        return " ".join(" ".join([*self.arguments, *self.content]).split())

    def _report(self, message: str) -> None:
        report(self.env, self.get_source_info(), f"ono-position: {message}")

    def _answered(self, position: Position) -> nodes.container:
        if "play" in self.options:
            answer = self._played(position)
        else:
            answer = self._asked(position)
        board = nodes.container("", *shown(position), classes=["ono-board"])
        side = nodes.container("", *answer, classes=["ono-answer"])
        return nodes.container("", board, side, classes=["ono-position"])

    def _asked(self, position: Position) -> list[nodes.Node]:
        question = self.options.get("question", "plays")
        if question == "survive":
            return self._survival(position)
        if question == "plays":
            self._hold(position, lambda claim: denial_of_plays(claim, position))
            return [plays_table(self.env, position)]
        if question not in QUESTIONS:
            allowed = ", ".join(QUESTIONS)
            raise DeniedError(f"{question!r} is not a question; the questions are {allowed}")
        self._hold(position, lambda _: "this position is only shown, so nothing can be claimed")
        return [nodes.paragraph("", str(sentence)) for sentence in sentences(position)]

    def _survival(self, position: Position) -> list[nodes.Node]:
        answer = survive(position)
        self._hold(position, lambda claim: denial_of_survival(claim, answer))
        return [*verdict(answer), plays_table(self.env, position, answer)]

    def _played(self, position: Position) -> list[nodes.Node]:
        if "question" in self.options:
            raise DeniedError("a position has either :question: or :play:, not both")
        outcome = play(position, *self.options["play"].split())
        self._hold(position, lambda claim: denial_of_outcome(claim, outcome))
        found = events_list(self.env, outcome)
        return [*found, *([] if outcome.round_over else shown(outcome.after))]
