"""The base of the directives: options, faults, and claims checked by the engine."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

import ono_tutor
from ono_tutor import OnoError, Verdict
from ono_tutor.errors import check_known
from ono_tutor.game.notation import read_number
from ono_tutor.solver.survive import fraction
from ono_tutor.sphinx_ext.domain import report_fault

PACKAGE = Path(ono_tutor.__file__).parent

Options = Mapping[str, str]


class AnyOptions(dict[str, Callable[[str], str]]):
    """Options under any name, so that a misspelt one is a fault and not passed over."""

    def __missing__(self, name: str) -> Callable[[str], str]:
        return directives.unchanged


DIRECTIVES: "dict[str, type[OnoDirective]]" = {}
"""Every directive by its name."""


class OnoDirective(SphinxDirective):
    """A directive that asks the engine, with a line of notation as argument or content.

    A subclass says its name; ``allowed`` are its options. An error of the engine and a denied
    claim are reported at their file and line, and fail the build.
    """

    allowed: ClassVar[tuple[str, ...]] = ()
    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = AnyOptions(expect=directives.unchanged)

    def __init_subclass__(cls, name: str = "") -> None:
        if name:
            DIRECTIVES[name] = cls

    def run(self) -> list[nodes.Node]:
        try:
            self.check_options(self.allowed)
            return list(self.build_nodes())
        except OnoError as error:
            message = ": ".join(filter(None, (self.name, self.line, str(error))))
            report_fault(self.env, self.get_source_info(), message)
            return []

    @abstractmethod
    def build_nodes(self) -> Sequence[nodes.Node]:
        """Return the nodes of the page. Raises :class:`OnoError` if the engine denies a claim."""

    @property
    def line(self) -> str:
        """The argument and the content as one line."""
        return " ".join(" ".join([*self.arguments, *self.content]).split())

    def number(self, name: str, default: int) -> int:
        """Return the whole number that an option says. Raises :class:`NotationError`."""
        word = self.options.get(name)
        return read_number(word, f"{name}={word}") if word else default

    def check_options(self, allowed: Sequence[str]) -> None:
        """Raise :class:`NotationError` for an option that is none of these."""
        for name in self.options:
            check_known(allowed, name, "is not an option here; the options are")


class ListDirective(OnoDirective):
    """A directive that needs no line, and lists what the engine or its registry has."""

    optional_arguments = 0
    has_content = False


class NamedDirective(OnoDirective):
    """A directive about the one thing that its argument names.

    One that has content shows the thing by a position, which stands there.
    """

    required_arguments = 1
    optional_arguments = 0
    has_content = False

    @property
    def subject(self) -> str:
        """The argument."""
        return str(self.arguments[0]).strip()

    @property
    def line(self) -> str:
        """The position, or the argument of a directive without one."""
        return " ".join(" ".join(self.content if self.has_content else self.arguments).split())


def check_claim(options: Options, facts: Iterable[str]) -> None:
    """Hold the page's claim, if it makes one, against the engine's facts.

    Each part of a claim, parted by commas, has the words of a fact in any order. Raises
    :class:`OnoError` if one has not.
    """
    known = [" ".join(fact.split()) for fact in facts]
    sound = [sorted(fact.split()) for fact in known]
    claim = options.get("expect")
    if claim is not None and any(sorted(part.split()) not in sound for part in claim.split(",")):
        raise denied(claim, ", ".join(known) or "nothing")


def denied(claim: str, truth: object) -> OnoError:
    """Return the error for a claim that the engine denies."""
    return OnoError(f"the page claims {claim!r}, but the engine says: {truth}")


def chance_facts(chance: Fraction) -> tuple[str, ...]:
    """Return what can be claimed of a chance: ``certain``, ``8/25`` or ``chance 8/25``."""
    verdict = Verdict.of(chance).value
    return verdict, fraction(chance), f"{verdict} {fraction(chance)}"
