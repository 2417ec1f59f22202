"""Floor 6: a Sphinx extension. Pages show positions, and the build runs them.

``ono-position``, ``ono-play``, ``ono-survive``, ``ono-compare`` and ``ono-map`` draw a position
and say what the engine says of it; a claim that the engine denies fails the build. ``ono-rule``
and ``ono-mistake`` take a rule point, or a misconception, from the registry and show it by an
example. ``ono-comparison``, ``ono-glance``, ``ono-which``, ``ono-sheet``, ``ono-open``,
``ono-options`` and ``ono-texts`` write the rule books, and the role ``ono-rule`` links into them.
"""

from importlib.metadata import version

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from ono_tutor.i18n import use_language
from ono_tutor.sphinx_ext.compare import setup_compare
from ono_tutor.sphinx_ext.comparison import setup_comparison
from ono_tutor.sphinx_ext.course import setup_course
from ono_tutor.sphinx_ext.domain import setup_domain
from ono_tutor.sphinx_ext.drawing import setup_drawing
from ono_tutor.sphinx_ext.engine import DISTRIBUTION, PACKAGE
from ono_tutor.sphinx_ext.fault import setup_faults
from ono_tutor.sphinx_ext.figures import setup_figures
from ono_tutor.sphinx_ext.fold import setup_fold
from ono_tutor.sphinx_ext.glance import setup_glance
from ono_tutor.sphinx_ext.live import setup_live
from ono_tutor.sphinx_ext.mistake import setup_mistake
from ono_tutor.sphinx_ext.open_points import setup_open_points
from ono_tutor.sphinx_ext.play import setup_play
from ono_tutor.sphinx_ext.position import setup_position
from ono_tutor.sphinx_ext.practice import setup_practice
from ono_tutor.sphinx_ext.puzzle import setup_puzzle
from ono_tutor.sphinx_ext.rows import setup_rows
from ono_tutor.sphinx_ext.rule import setup_rule
from ono_tutor.sphinx_ext.rule_role import setup_rule_role
from ono_tutor.sphinx_ext.sheet import setup_sheet
from ono_tutor.sphinx_ext.signs import setup_signs
from ono_tutor.sphinx_ext.survival_map import setup_map
from ono_tutor.sphinx_ext.survive import setup_survive
from ono_tutor.sphinx_ext.texts import setup_texts
from ono_tutor.sphinx_ext.try_it import setup_try
from ono_tutor.sphinx_ext.which import setup_which

DIRECTIVES = (
    setup_position,
    setup_play,
    setup_survive,
    setup_compare,
    setup_map,
    setup_rule,
    setup_mistake,
    setup_comparison,
    setup_glance,
    setup_which,
    setup_open_points,
    setup_sheet,
    setup_texts,
    setup_live,
    setup_try,
    setup_puzzle,
    setup_practice,
    setup_course,
    setup_figures,
)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives, the role and the style sheet to a Sphinx project."""
    release = version(DISTRIBUTION)
    app.add_config_value("ono_tutor_version", release, "env", frozenset({str}))
    app.connect("config-inited", _use_language_and_style)
    app.add_css_file("ono.css")
    setup_domain(app)
    for part in (setup_faults, setup_rule_role, setup_drawing, setup_signs, setup_fold, setup_rows):
        part(app)
    for directive in DIRECTIVES:
        directive(app)
    return {"version": release, "parallel_read_safe": True, "parallel_write_safe": True}


def _use_language_and_style(_: Sphinx, config: Config) -> None:
    use_language(config.language)
    config.html_static_path.append(str(PACKAGE / "sphinx_ext" / "static"))
