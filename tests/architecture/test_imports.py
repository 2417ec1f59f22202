"""Imports go down only, and the engine needs nothing but the standard library."""

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import ono_tutor

PACKAGE = Path(ono_tutor.__file__).parent
LAYERS = {
    **dict.fromkeys(("atomic_files", "cards", "errors", "i18n", "notebook", "strict_json"), 0),
    **{"rules": 1, "game": 2, "solver": 3, "puzzles": 4},
    **dict.fromkeys(("render", "course", "classroom"), 5),
    **dict.fromkeys(("widgets", "sphinx_ext", "cli"), 6),
}
ROOT = {"__init__": 4, "__main__": 6}
"""The package itself offers what layers 0 to 4 have; ``python -m`` starts the command line."""

FAST = {
    "game/compiled.py": {"numba", "numpy"},
}
"""The modules that need the extra ``fast``; nothing imports them at its top."""

TOP = 6
ON_PAGES = ("sphinx_ext", "widgets")
"""Of the packages at the top the first shows tables of the second: lessons are pages too."""

STANDARD_ONLY = 4


def faults(package):
    """Each forbidden import of a package, as ``file:line: what is wrong``."""
    for path in sorted(package.rglob("*.py")):
        yield from _file_faults(package, path)


def _file_faults(package, path):
    parts = path.relative_to(package).with_suffix("").parts
    package_part = parts[0]
    if package_part not in LAYERS and (package_part not in ROOT or len(parts) > 1):
        yield f"{path.relative_to(package)}:1: {package_part} has no layer"
        return
    for line, name in _imported(package, path, parts):
        if name.split(".")[0] in FAST.get(f"{package_part}/{path.name}", ()):
            continue
        fault = _fault(package.name, package_part, name)
        if fault:
            yield f"{path.relative_to(package)}:{line}: {fault}"


def _imported(package, path, parts, *, for_types=True):
    """Every module that a file imports, inside functions too, with the line."""
    here = [package.name, *(parts[:-1])]
    for node in _nodes(ast.parse(path.read_text("utf-8")), for_types):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = here[: len(here) - node.level + 1] if node.level else []
            module = ".".join([*start, *filter(None, [node.module])])
            for alias in node.names:
                yield node.lineno, f"{module}.{alias.name}"


def _nodes(tree, for_types):
    """The nodes of a tree; without those that only a type checker reads, unless it is for types."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        is_for_types = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        if for_types or not is_for_types:
            waiting += ast.iter_child_nodes(node)


def _fault(package, importer, name):
    root, *rest = name.split(".")
    mine = LAYERS.get(importer, ROOT.get(importer, -1))
    if root != package:
        is_allowed = root in sys.stdlib_module_names or mine > STANDARD_ONLY
        return "" if is_allowed else f"{importer} imports {root}, which is not standard"
    there = rest[0] if rest and rest[0] in LAYERS else "__init__"
    if there == "__init__":
        is_below = importer not in ROOT and mine <= ROOT["__init__"]
        return f"{importer} imports {name}, the package's root" if is_below else ""
    if LAYERS[there] > mine:
        return f"{importer} (layer {mine}) imports {name} (layer {LAYERS[there]})"
    is_apart = importer not in (there, *ROOT) and (importer, there) != ON_PAGES
    if LAYERS[there] == mine == TOP and is_apart:
        return f"{importer} and {there} are both at the top, and know nothing of each other"
    return ""


def cycles(package):
    """Each circle of modules that import each other, outside ``TYPE_CHECKING``."""
    modules = {_name(package, path): path for path in package.rglob("*.py")}
    graph = {
        name: {found for found in _needs(package, path, modules) if found != name}
        for name, path in modules.items()
    }
    sorter = TopologicalSorter(graph)
    try:
        sorter.prepare()
    except CycleError as error:
        yield " -> ".join(reversed(error.args[1]))


def _name(package, path):
    parts = path.relative_to(package.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _needs(package, path, modules):
    """The modules that a file imports at its top or in its functions, but not for types alone."""
    parts = path.relative_to(package).with_suffix("").parts
    for _, name in _imported(package, path, parts, for_types=False):
        yield from [found for found in (name, name.rpartition(".")[0]) if found in modules][:1]


def test_imports_go_down_only():
    """No module imports from a layer above, none at the top another, layers 0 to 4 only the standard library."""
    assert list(faults(PACKAGE)) == []


@pytest.mark.parametrize(
    ("path", "code", "fault"),
    [
        ("rules/hold.py", "import os\nfrom ono.game import turn\n", "rules/hold.py:2: rules (layer 1) imports ono.game.turn (layer 2)"),
        ("rules/hold.py", "def f():\n    from ono import solver\n", "rules/hold.py:2: rules (layer 1) imports ono.solver (layer 3)"),
        ("rules/hold.py", "if TYPE_CHECKING:\n    import ono.cli.main\n", "rules/hold.py:2: rules (layer 1) imports ono.cli.main (layer 6)"),
        ("rules/a/b.py", "from ...game import x\n", "rules/a/b.py:1: rules (layer 1) imports ono.game.x (layer 2)"),
        ("cards.py", "from . import rules\n", "cards.py:1: cards (layer 0) imports ono.rules (layer 1)"),
        ("cli/main.py", "\n\nimport ono.widgets.table\n", "cli/main.py:3: cli and widgets are both at the top, and know nothing of each other"),
        ("puzzles/a.py", "import click\n", "puzzles/a.py:1: puzzles imports click, which is not standard"),
        ("solver/a.py", "from ono import survive\n", "solver/a.py:1: solver imports ono.survive, the package's root"),
        ("__init__.py", "from ono.render import svg\n", "__init__.py:1: __init__ (layer 4) imports ono.render.svg (layer 5)"),
        ("attic/a.py", "import os\n", "attic/a.py:1: attic has no layer"),
        ("game/turn.py", "import json\nfrom ono.rules.play import Play\nfrom ono.game import legal\n", None),
        ("cli/main.py", "import click\nfrom ono import survive\nfrom ono.cli import learn\nfrom . import rules\n", None),
        ("__main__.py", "from ono.cli.main import main\n", None),
        ("__init__.py", "from ono.puzzles.puzzle import Puzzle\n", None),
    ],
)  # fmt: skip
def test_the_check_sees_a_forbidden_import(tmp_path, path, code, fault):
    """A made-up package with one forbidden import is reported with its file and line; others are in order."""
    file = tmp_path / "ono" / path
    file.parent.mkdir(parents=True)
    file.write_text(code, encoding="utf-8")

    assert list(faults(tmp_path / "ono")) == ([fault] if fault else [])


def test_no_module_imports_itself_through_others():
    """There is no circle of imports, not even one that is put off into functions."""
    assert list(cycles(PACKAGE)) == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from ono.b import x\n", ["ono.a -> ono.b -> ono.a"]),
        ("def f():\n    import ono.b\n", ["ono.a -> ono.b -> ono.a"]),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import ono.b\n", []),
    ],
)
def test_the_check_sees_a_circle(tmp_path, code, found):
    """Two modules that import each other are reported, but for types they may."""
    package = tmp_path / "ono"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "a.py").write_text(code, encoding="utf-8")
    (package / "b.py").write_text("from ono import a\n", encoding="utf-8")

    assert [set(cycle.split(" -> ")) for cycle in cycles(package)] == [
        {*each.split(" -> ")} for each in found
    ]


def loaded_by(code, *flags):
    """The modules that a fresh Python has loaded after some code."""
    show = "; import sys; print(*sys.modules)"
    words = [sys.executable, *flags, "-c", code + show]
    return set(
        subprocess.run(words, capture_output=True, encoding="utf-8", check=True).stdout.split()
    )


def test_the_package_loads_nothing_but_the_standard_library():
    """In a fresh Python, importing the package loads standard modules and its own (contract, Python)."""
    found = loaded_by("import ono_tutor", "-I") - loaded_by("pass", "-I")

    assert {name.split(".")[0] for name in found} - set(sys.stdlib_module_names) == {"ono_tutor"}


@pytest.mark.parametrize(
    ("code", "loaded", "not_loaded"),
    [
        ("import ono_tutor", "", "cards errors rules game solver puzzles"),
        ("from ono_tutor import survive", "solver.survive", "puzzles render solver.solve"),
        ("from ono_tutor import Puzzle", "puzzles.puzzle", "render course"),
        ("from ono_tutor.widgets import Quiz", "widgets.quiz", "classroom widgets.explorer widgets.game"),
        ("import ono_tutor.widgets.page_bridge", "widgets.quiz", "widgets.explorer widgets.game course.match"),
    ],
)  # fmt: skip
def test_what_is_asked_for_is_loaded_and_no_more(code, loaded, not_loaded):
    """A name loads the module that it stands in and what that needs, so that the start is quick."""
    found = {name.removeprefix("ono_tutor.") for name in loaded_by(code)}

    assert found >= set(loaded.split())
    assert not found & set(not_loaded.split())


def test_the_package_shows_its_public_names_alone():
    """``dir`` has what is offered, and all of it is there."""
    assert dir(ono_tutor) == sorted(ono_tutor.__all__)
    assert all(getattr(ono_tutor, name) for name in ono_tutor.__all__)
