"""The base of the directives: options, faults, and claims checked by the engine.

An error of the engine and a denied claim are reported at their file and line and fail the build.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

import ono_tutor
from ono_tutor import OnoError, Verdict
from ono_tutor.sphinx_ext.domain import report_fault

PACKAGE = Path(ono_tutor.__file__).parent

Options = Mapping[str, str]


class DeniedError(Exception):
    """The page says what the engine denies."""


class AnyOptions(dict[str, Callable[[str], str]]):
    """Options under any name, so that a misspelt one is a fault and not passed over."""

    def __missing__(self, name: str) -> Callable[[str], str]:
        return directives.unchanged


class OnoDirective(SphinxDirective):
    """A directive that asks the engine, with a line of notation as argument or content.

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
            return list(self.build_nodes())
        except OnoError as error:
            said = f"{self.line}: {error}" if self.line else str(error)
            self._report(said + (f" [{error.rule}]" if error.rule else ""))
        except DeniedError as error:
            self._report(str(error))
        return []

    @abstractmethod
    def build_nodes(self) -> Sequence[nodes.Node]:
        """Return the nodes of the page.

        Raises :class:`DeniedError` where the engine denies what the page claims.
        """

    @property
    def line(self) -> str:
        """The argument and the content as one line."""
        return " ".join(" ".join([*self.arguments, *self.content]).split())

    def _report(self, message: str) -> None:
        report_fault(self.env, self.get_source_info(), f"{self.name}: {message}")

    def refuse_options_but(self, allowed: Sequence[str]) -> None:
        """Return if every option is one of these.

        Raises :class:`DeniedError` where one is not.
        """
        for name in self.options.keys() - set(allowed):
            known = ", ".join(allowed) or "none"
            raise DeniedError(f"{name!r} is not an option here; the options are {known}")


class ListDirective(OnoDirective):
    """A directive that needs no line, and lists what the engine or its registry has."""

    optional_arguments = 0
    has_content = False


class NamedDirective(OnoDirective):
    """A directive about the one thing that its argument names."""

    required_arguments = 1
    optional_arguments = 0
    has_content = False

    @property
    def subject(self) -> str:
        """The argument."""
        return str(self.arguments[0]).strip()


class ExampleDirective(NamedDirective):
    """A directive about one thing, with a position as content that shows it."""

    has_content = True

    @property
    def line(self) -> str:
        """The position."""
        return " ".join(" ".join(self.content).split())


@lru_cache(maxsize=1)
def engine_files() -> tuple[str, ...]:
    """Return every file of the package that says something about the game, as absolute paths."""
    found = (path for suffix in ("py", "toml") for path in PACKAGE.rglob(f"*.{suffix}"))
    return tuple(sorted(map(str, found)))


def note_engine(env: BuildEnvironment) -> None:
    """Build the page at hand again whenever the engine or its registry has changed."""
    for path in engine_files():
        env.note_dependency(path)


def check_claim(subject: object, options: Options, denial_of: Callable[[str], str | None]) -> None:
    """Hold the page's claim, if it makes one, against the engine.

    ``denial_of`` gives what the engine says instead, or None where the claim holds. Raises
    :class:`DeniedError` where it does not.
    """
    claim = options.get("expect")
    denial = None if claim is None else denial_of(claim)
    if denial:
        raise DeniedError(f"{subject}: the page claims {claim!r}, but {denial}")


def is_chance(claim: str, chance: Fraction) -> bool:
    """Return whether a claim such as ``certain``, ``chance 37/108`` or ``37/108`` holds."""
    words = claim.split()
    for word in words:
        if word in set(Verdict):
            if Verdict.of(chance) is not Verdict(word):
                return False
            continue
        try:
            if Fraction(word) != chance:
                return False
        except (ValueError, ZeroDivisionError):
            return False
    return bool(words)
