"""Floor 6: a Sphinx extension. Pages show positions, and the build runs them.

``ono-position`` draws a position and what the engine says of it; a claim that the engine
denies fails the build. ``ono-comparison``, ``ono-glance`` and ``ono-texts`` write the rule
books from the registry, and the role ``ono-rule`` links to a rule point in them.
``ono-map`` draws the survival map.
"""

from importlib.metadata import version

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from ono_tutor.messages import use_language
from ono_tutor.sphinx_ext.comparison import setup_comparison
from ono_tutor.sphinx_ext.domain import OnoDomain
from ono_tutor.sphinx_ext.drawing import setup_drawing
from ono_tutor.sphinx_ext.engine import DISTRIBUTION, PACKAGE
from ono_tutor.sphinx_ext.fault import setup_faults
from ono_tutor.sphinx_ext.fold import setup_fold
from ono_tutor.sphinx_ext.glance import setup_glance
from ono_tutor.sphinx_ext.position import setup_position
from ono_tutor.sphinx_ext.rows import setup_rows
from ono_tutor.sphinx_ext.rule_role import setup_rule_role
from ono_tutor.sphinx_ext.survival_map import setup_map
from ono_tutor.sphinx_ext.texts import setup_texts


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives, the role and the style sheet to a Sphinx project."""
    release = version(DISTRIBUTION)
    app.add_config_value("ono_tutor_version", release, "env", frozenset({str}))
    app.connect("config-inited", _use_language_and_style)
    app.add_css_file("ono.css")
    app.add_domain(OnoDomain)
    for part in (setup_faults, setup_rule_role, setup_drawing, setup_fold, setup_rows):
        part(app)
    for directive in (setup_position, setup_comparison, setup_glance, setup_texts, setup_map):
        directive(app)
    return {"version": release, "parallel_read_safe": True, "parallel_write_safe": True}


def _use_language_and_style(_: Sphinx, config: Config) -> None:
    use_language(config.language)
    config.html_static_path.append(str(PACKAGE / "sphinx_ext" / "static"))
