"""What the directives share: bad input and denied claims become faults at their file and line."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from ono_tutor import OnoError
from ono_tutor.sphinx_ext.engine import note_engine
from ono_tutor.sphinx_ext.fault import report


class DeniedError(Exception):
    """The page says what the engine denies."""


class AnyOptions(dict[str, Callable[[str], str]]):
    """Options under any name, so that a misspelt one is a fault and not passed over."""

    def __missing__(self, name: str) -> Callable[[str], str]:
        return directives.unchanged


class OnoDirective(SphinxDirective):
    """A directive that asks the engine.

    ``allowed`` are its options. An error of the engine and a denied claim fail the build.
    """

    allowed: ClassVar[tuple[str, ...]] = ()
    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = AnyOptions(expect=directives.unchanged)

    def run(self) -> list[nodes.Node]:
        note_engine(self.env)
        try:
            self.refuse_options_but(self.allowed)
            return list(self.shown())
        except OnoError as error:
            said = f"{self.line}: {error}" if self.line else str(error)
            self._report(said + (f" [{error.rule}]" if error.rule else ""))
        except DeniedError as error:
            self._report(str(error))
        return []

    @abstractmethod
    def shown(self) -> Sequence[nodes.Node]:
        """What stands on the page.

        Raises :class:`DeniedError` where the engine denies what the page claims.
        """

    @property
    def line(self) -> str:
        """The argument and the content as one line."""
        return " ".join(" ".join([*self.arguments, *self.content]).split())

    def _report(self, message: str) -> None:
        report(self.env, self.get_source_info(), f"{self.name}: {message}")

    def refuse_options_but(self, allowed: Sequence[str]) -> None:
        """Return if every option is one of these.

        Raises :class:`DeniedError` where one is not.
        """
        for name in self.options.keys() - set(allowed):
            known = ", ".join(allowed) or "none"
            raise DeniedError(f"{name!r} is not an option here; the options are {known}")
