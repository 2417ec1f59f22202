"""The view as it is handed out: one ES module and one style sheet.

The view is written in parts that a page can load by their imports. A notebook's front end takes
one text and knows no relative imports, so the parts are joined here, each after what it needs.
Only the few forms that the view is written in are read; anything else is refused.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.resources import files

from ono_tutor.errors import OnoError, quoted

ENTRY, SHEET = "table.js", "table.css"
Sources = Mapping[str, str]
Needs = Callable[[str, str], list[str]]


class BundleError(OnoError):
    """The parts of the view cannot be joined to one text."""

    kind = "bundle"


@lru_cache(maxsize=1)
def view_module() -> str:
    """The view as one ES module without imports."""
    return join_modules(_shipped(".js"), ENTRY)


@lru_cache(maxsize=1)
def view_style() -> str:
    """The view as one style sheet without imports."""
    return join_sheets(_shipped(".css"), SHEET)


def join_modules(sources: Sources, entry: str) -> str:
    """The entry with everything it imports as one module, which exports what the entry does.

    ``sources`` are texts by file name. Raises :class:`BundleError` for an import or an export of
    another form than ours, a module or a name that is not there, a circle of imports, and a name
    that two modules declare.
    """
    order = _in_order(sources, entry, _modules_needed)
    _check_imports(sources, order)
    _check_names(sources, order)
    *parts, last = (_IMPORT.sub("", sources[name]).strip() for name in order)
    return "\n\n".join([*(_EXPORT.sub("", part) for part in parts), last]) + "\n"


def join_sheets(sources: Sources, entry: str) -> str:
    """The entry with every style sheet it imports, in the order of the imports."""
    order = _in_order(sources, entry, _sheets_needed)
    return "\n\n".join(_SHEET_IMPORT.sub("", sources[name]).strip() for name in order) + "\n"


def _shipped(ending: str) -> dict[str, str]:
    view = files(__package__).joinpath("view")
    found = (file for file in view.iterdir() if file.name.endswith(ending))
    return {file.name: file.read_text("utf-8") for file in found}


def _in_order(sources: Sources, entry: str, needs: Needs) -> list[str]:
    """The entry and all it needs, each once and after what it needs itself."""
    order: list[str] = []

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            circle = " -> ".join([*path[path.index(name) :], name])
            raise BundleError(f"the imports go in a circle: {circle}", word=name)
        if name not in sources:
            by = path[-1] if path else "the view"
            raise BundleError(f"{by} needs {quoted(name)}, and there is no such file", word=name)
        if name not in order:
            for needed in needs(name, sources[name]):
                visit(needed, (*path, name))
            order.append(name)

    visit(entry, ())
    return order


def _modules_needed(name: str, text: str) -> list[str]:
    for line in _LINKS.findall(text):
        if not (_IMPORT.match(line + "\n") or _EXPORTED.match(line) or _DEFAULT.match(line)):
            allowed = 'import {a, b} from "./x.js"; and export before a declaration'
            raise BundleError(f"{name}: cannot read {quoted(line)}; allowed: {allowed}", word=line)
    return [found["file"] for found in _IMPORT.finditer(text)]


def _sheets_needed(name: str, text: str) -> list[str]:
    for line in _SHEET_LINKS.findall(text):
        if not _SHEET_IMPORT.match(line + "\n"):
            allowed = '@import "./x.css";'
            raise BundleError(f"{name}: cannot read {quoted(line)}; allowed: {allowed}", word=line)
    return [found["file"] for found in _SHEET_IMPORT.finditer(text)]


def _check_imports(sources: Sources, order: list[str]) -> None:
    """Refuse an import of a name that is not exported."""
    exported = {name: set(_EXPORTED.findall(sources[name])) for name in order}
    for name in order:
        for found in _IMPORT.finditer(sources[name]):
            for word in found["names"].split(", "):
                if word not in exported[found["file"]]:
                    owner = found["file"]
                    message = f"{name} imports {quoted(word)}, which {owner} does not export"
                    raise BundleError(message, word=word)


def _check_names(sources: Sources, order: list[str]) -> None:
    """Refuse two modules that declare one name, and an export default that is not the entry's."""
    owners: dict[str, str] = {}
    for name in order:
        for word in _DECLARED.findall(sources[name]):
            if owners.setdefault(word, name) != name:
                message = f"{owners[word]} and {name} both declare {quoted(word)}"
                raise BundleError(message, word=word)
        if name != order[-1] and _DEFAULT.search(sources[name]):
            message = f"{name}: only the entry, {order[-1]}, may export a default"
            raise BundleError(message, word="export default")


_KINDS = r"(?:async )?(?:const|let|class|function\*?) +(\w+)"
_LINKS = re.compile(r"^(?:import|export)\b.*|^.*\bimport *\(.*", re.MULTILINE)
_IMPORT = re.compile(
    r'^import \{(?P<names>\w+(?:, \w+)*)\} from "\./(?P<file>[\w-]+\.js)";\n', re.MULTILINE
)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_EXPORTED = re.compile(rf"^export {_KINDS}", re.MULTILINE)
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
_DECLARED = re.compile(rf"^(?:export )?{_KINDS}", re.MULTILINE)
_SHEET_LINKS = re.compile(r"^.*@import.*", re.MULTILINE)
_SHEET_IMPORT = re.compile(r'^@import "\./(?P<file>[\w-]+\.css)";\n', re.MULTILINE)
