from importlib.metadata import version as version_of

project = "ono_tutor"
author = "the ono_tutor founders"
project_copyright = author
version = release = version_of("ono-tutor")

extensions = ["myst_parser", "sphinx_design", "sphinx_copybutton", "ono_tutor.sphinx_ext"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "_generated"]
nitpicky = True
language = "en"

html_theme = "furo"
html_title = "ono_tutor"
html_static_path = ["_static"]
html_css_files = ["docs.css"]
html_favicon = "_static/favicon.svg"
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

epub_title = "ono_tutor"
epub_show_urls = "no"
smartquotes = False
