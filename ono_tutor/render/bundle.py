"""The views as they are handed out, each one ES module and one style sheet: tables, and rules.

The view's nine modules and three style sheets lie in ``view``; a notebook's front end takes one
text and knows no relative imports, so they are joined here in the order of these tables.
"""

import re
from collections.abc import Iterable, Sequence
from importlib.resources import files

MODULES = tuple(
    f"{name}.js"
    for name in ("dom", "keys", "board", "form", "panels", "acts", "playback", "cell", "table")
)
"""Each module stands after those it imports from; the last one is the way in."""

RULES = ("dom.js", "rules.js", "rules_widget.js")
"""The modules that ask for a table's rules; a page takes all but the last, the notebook's."""

RULES_SHEETS = ("rules.css",)
SHEETS = ("base.css", "controls.css", "panels.css")
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./[\w-]+\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:default .*\n)?", re.MULTILINE)


def module(names: Sequence[str]) -> str:
    """Return these modules as one ES module without imports; it exports what the last one does."""
    *parts, last = view_texts(names)
    return plain_script(parts) + "\n" + _IMPORT.sub("", last)


def joined_style(names: Iterable[str]) -> str:
    """Return these style sheets as one."""
    return "\n".join(view_texts(names))


def view_texts(names: Iterable[str]) -> list[str]:
    """Return the texts of these files, in order."""
    folder = files(__package__) / "view"
    return [folder.joinpath(name).read_text("utf-8") for name in names]


def plain_script(sources: Iterable[str]) -> str:
    """Join ES modules, each after those it imports from, to one script without import or export."""
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", text)) for text in sources)
