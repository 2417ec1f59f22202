"""The views as they are handed out, each one ES module and one style sheet: tables, and rules.

The view's eight modules and three style sheets lie in ``view``; a notebook's front end takes one
text and knows no relative imports, so they are joined here in the order of these tables.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

MODULES = tuple(
    f"{name}.js" for name in ("dom", "board", "form", "panels", "acts", "playback", "cell", "table")
)
"""Each module stands after those it imports from; the last one is the way in."""

RULES = ("dom.js", "rules.js", "rules_widget.js")
"""The modules that ask for a table's rules; a page takes all but the last, the notebook's."""

RULES_SHEET = "rules.css"
SHEETS = ("base.css", "controls.css", "panels.css")
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./[\w-]+\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:default .*\n)?", re.MULTILINE)


@lru_cache(maxsize=1)
def view_module() -> str:
    """Return the view as one ES module without imports."""
    *parts, last = view_sources()
    return plain_script(parts) + "\n" + _IMPORT.sub("", last)


@lru_cache(maxsize=1)
def rules_module() -> str:
    """Return the view of a table's own rules as one ES module without imports."""
    return plain_script(rules_sources()) + "\n" + _IMPORT.sub("", _view_file(RULES[-1]))


def rules_sources() -> list[str]:
    """Return the texts of the modules that ask for a table's rules, in order."""
    return list(map(_view_file, RULES[:-1]))


def rules_style() -> str:
    """Return the style of the sheet of rules, and of the page that asks for them."""
    return _view_file(RULES_SHEET)


@lru_cache(maxsize=1)
def view_style() -> str:
    """Return the view's style as one sheet."""
    return "\n".join(map(_view_file, SHEETS))


def view_sources() -> list[str]:
    """Return the texts of the view's modules, in order."""
    return list(map(_view_file, MODULES))


def plain_script(sources: Iterable[str]) -> str:
    """Join ES modules, each after those it imports from, to one script without import or export."""
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", text)) for text in sources)


def _view_file(name: str) -> str:
    return files(__package__).joinpath("view", name).read_text("utf-8")
