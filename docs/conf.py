import os
import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "ono_tutor"
author = "the ono_tutor founders"
project_copyright = f"{author}. Not affiliated with Mattel; the games' names are their owners'"
version = release = version_of("ono-tutor")

extensions = [
    "myst_parser",
    "sphinx_design",
    "sphinx_copybutton",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "ono_tutor.sphinx_ext",
    "commands",
    "made_up",
    "page_context",
]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "_generated", "_ext"]
nitpicky = True
# The standard library is not linked to, so that no page asks anybody else for anything;
# what is not part of the public names has no page to link to either.
nitpick_ignore_regex = [("py:.*", r"(?!ono_tutor$).*")]
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
language = "en"

html_theme = "furo"
html_title = "O'NO 99 and Ninety-Nine"
# Where the site will stand, for canonical links and cards: https://example.org/ono/ and the like.
html_baseurl = os.environ.get("ONO_DOCS_URL", "").rstrip("/") + "/"
html_baseurl = html_baseurl if len(html_baseurl) > 1 else ""
html_static_path = ["_static"]
html_css_files = ["docs.css"]
html_favicon = "_static/favicon.svg"
html_search_scorer = str(Path(__file__).parent / "_static" / "scorer.js")
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#1d5f4a",
        "color-brand-content": "#1d5f4a",
        "color-brand-visited": "#5a3d8a",
    },
    "dark_css_variables": {
        "color-brand-primary": "#8fd8b8",
        "color-brand-content": "#8fd8b8",
        "color-brand-visited": "#c9b3ef",
    },
}

epub_title = html_title
epub_show_urls = "no"
smartquotes = False

# Python for the browser comes from npm, or from the package file that ONO_DOCS_RUNTIME names.
# ONO_DOCS_ENGINE=no builds the pages without it, ONO_DOCS_ENGINE=must not at all without it.
ono_tutor_engine = {"no": False, "must": "must"}.get(os.environ.get("ONO_DOCS_ENGINE", ""), True)
ono_tutor_runtime = os.environ.get("ONO_DOCS_RUNTIME", "")
ono_tutor_try = True
suppress_warnings = [] if ono_tutor_engine else ["ono_tutor.engine"]
