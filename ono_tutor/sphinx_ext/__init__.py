"""Layer 6: a Sphinx extension. Pages show positions, and the build runs them.

Each directive draws what the engine or its registry of rule points says; a claim that the engine
denies fails the build. In reading order:

- ``nodes``: drawings, details and tables, and words for builders that have none of these
- ``domain``: where rule points and source texts stand, links to them, diagnostics
- ``directive``: what the directives share: options, faults, claims
- ``answer``: the engine's answers as parts of a page, and an example that is held to a claim
- ``positions``: ``ono-position``, ``ono-survive``, ``ono-play``, ``ono-compare``, ``ono-map``
- ``rule_points``: ``ono-rule``, ``ono-mistake``, ``ono-mistakes``
- ``rule_pages``: ``ono-comparison``, ``ono-open``, ``ono-options``, ``ono-texts``, ``ono-sheet``,
  ``ono-glance``, ``ono-which``, ``ono-cards``
- ``pictures``: ``ono-figure``, the role ``ono-number``, ``ono-card-sheets``
- ``browser``: the scripts and the engine that make pages alive
- ``interactive``: ``ono-puzzle``, ``ono-try``, ``ono-practice``, ``ono-course``,
  ``ono-table-rules``
- ``lesson``: lessons as pages
"""

from hashlib import sha256
from importlib.metadata import version

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from ono_tutor.i18n import use_language
from ono_tutor.sphinx_ext import positions, rule_pages, rule_points  # noqa: F401
from ono_tutor.sphinx_ext.browser import setup_browser
from ono_tutor.sphinx_ext.directive import DIRECTIVES, PACKAGE
from ono_tutor.sphinx_ext.domain import setup_domain
from ono_tutor.sphinx_ext.interactive import setup_interactive
from ono_tutor.sphinx_ext.lesson import setup_lesson
from ono_tutor.sphinx_ext.nodes import setup_nodes
from ono_tutor.sphinx_ext.pictures import NumberRole

DISTRIBUTION = "ono-tutor"
PARTS = setup_domain, setup_nodes, setup_browser, setup_interactive, setup_lesson


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives, the roles and the style sheets to a Sphinx project."""
    release = version(DISTRIBUTION)
    app.add_config_value("ono_tutor_version", f"{release} {engine_mark()}", "env", (str,))
    app.connect("config-inited", _use_language_and_style)
    app.add_css_file("ono.css")
    app.add_css_file("rules.css")
    for name, directive in DIRECTIVES.items():
        app.add_directive(name, directive)
    app.add_role("ono-number", NumberRole())
    for part in PARTS:
        part(app)
    return {"version": release, "parallel_read_safe": True, "parallel_write_safe": True}


def engine_mark() -> str:
    """Return a mark of all that says something about the game; a change of it reads pages again."""
    paths = (path for suffix in ("py", "toml") for path in PACKAGE.rglob(f"*.{suffix}"))
    return sha256(b"".join(path.read_bytes() for path in sorted(paths))).hexdigest()[:12]


def _use_language_and_style(_: Sphinx, config: Config) -> None:
    use_language(config.language)
    config.html_static_path.append(str(PACKAGE / "sphinx_ext" / "static"))
    config.html_static_path.append(str(PACKAGE / "render" / "view" / "rules.css"))
