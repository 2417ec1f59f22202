"""The directive ``ono-position``: a position, drawn, run and held to what the page claims."""

from collections.abc import Callable

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from ono_tutor import OnoError, Position, play, survive
from ono_tutor.render.caption import sentences
from ono_tutor.sphinx_ext.answer import board, played, plays_table, verdict
from ono_tutor.sphinx_ext.claim import denial_of_outcome, denial_of_plays, denial_of_survival
from ono_tutor.sphinx_ext.engine import note_engine
from ono_tutor.sphinx_ext.fault import report

OPTIONS = ("question", "play", "expect")
QUESTIONS = ("plays", "survive", "none")


class DeniedError(Exception):
    """The page says what the engine denies."""


class AnyOptions(dict[str, Callable[[str], str]]):
    """Options under any name, so that a misspelt one is a fault and not passed over."""

    def __missing__(self, name: str) -> Callable[[str], str]:
        return directives.unchanged


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
    option_spec = AnyOptions(dict.fromkeys(OPTIONS, directives.unchanged))

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
        self._refuse_unknown_options()
        if "play" in self.options:
            kinds = ["ono-position", "ono-played"]
            return nodes.container("", *self._played(position), classes=kinds)
        side = nodes.container("", *self._asked(position), classes=["ono-answer"])
        return nodes.container("", board(position), side, classes=["ono-position"])

    def _refuse_unknown_options(self) -> None:
        for name in self.options.keys() - set(OPTIONS):
            raise DeniedError(f"{name!r} is not an option; the options are {', '.join(OPTIONS)}")

    def _hold(self, position: Position, denial_of: Callable[[str], str | None]) -> None:
        """Hold the page's claim, if it makes one, against the engine."""
        claim = self.options.get("expect")
        denial = None if claim is None else denial_of(claim)
        if denial:
            raise DeniedError(f"{position}: the page claims {claim!r}, but {denial}")

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
        return played(self.env, outcome)


def setup_position(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("ono-position", PositionDirective)
