"""Faults of pages: each is reported where it stands, and at the end they fail the build."""

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import SphinxError
from sphinx.util import logging

from ono_tutor.sphinx_ext.domain import OnoDomain

logger = logging.getLogger(__name__)


class WrongPagesError(SphinxError):
    """Some pages say what the engine denies."""

    category = "ono_tutor"


def report(env: BuildEnvironment, place: tuple[str, int], message: str) -> None:
    """Log a fault at its file and line, and remember it to fail the build."""
    where = f"{place[0]}:{place[1]}"
    logger.error("%s", message, location=where, type="ono")
    OnoDomain.of(env).faults.setdefault(env.docname, []).append(where)


def setup_faults(app: Sphinx) -> None:
    """Fail the build once every page has been read, so that it names every fault."""
    app.connect("env-updated", _refuse)


def _refuse(_: Sphinx, env: BuildEnvironment) -> list[str]:
    found = [where for places in OnoDomain.of(env).faults.values() for where in places]
    if found:
        raise WrongPagesError(f"the engine denies what stands at {', '.join(sorted(found))}")
    return []
