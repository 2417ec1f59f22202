"""Faults of pages: each is logged where it stands, and the build fails.

They are kept with the pages, so a page that is wrong fails every build until it is mended,
and no build stops at the first one.
"""

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from ono_tutor.sphinx_ext.domain import OnoDomain

logger = logging.getLogger(__name__)
FAILED = 1


def report(env: BuildEnvironment, place: tuple[str, int], message: str) -> None:
    """Keep a fault of the page at hand, with its file and line, to be logged and to fail."""
    faults = OnoDomain.of(env).faults.setdefault(env.docname, [])
    faults.append((f"{place[0]}:{place[1]}", message))


def setup_faults(app: Sphinx) -> None:
    """Fail the build once every page has been read."""
    app.connect("env-updated", _fail)


def _fail(app: Sphinx, env: BuildEnvironment) -> list[str]:
    faults = OnoDomain.of(env).faults
    for page in sorted(faults):
        app.statuscode = FAILED
        for where, message in faults[page]:
            logger.error("%s", message, location=where)
    return []
