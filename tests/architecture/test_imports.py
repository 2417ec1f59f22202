"""Imports go down only, and the engine needs nothing but the standard library."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import ono_tutor

PACKAGE = Path(ono_tutor.__file__).parent
FLOORS = {
    "atomic_files": 0,
    "cards": 0,
    "errors": 0,
    "i18n": 0,
    "strict_json": 0,
    "rules": 1,
    "game": 2,
    "solver": 3,
    "puzzles": 4,
    "render": 5,
    "course": 5,
    "classroom": 5,
    "widgets": 6,
    "sphinx_ext": 6,
    "cli": 6,
}
FRONT_DOOR = {"__init__": 4, "__main__": 6}
"""The package itself offers what floors 0 to 4 have; ``python -m`` is a way to a face."""

FACE = 6
STANDARD_ONLY = 4


def faults(package):
    """Each forbidden import of a package, as ``file:line: what is wrong``."""
    for path in sorted(package.rglob("*.py")):
        yield from _file_faults(package, path)


def _file_faults(package, path):
    parts = path.relative_to(package).with_suffix("").parts
    room = parts[0]
    if room not in FLOORS and (room not in FRONT_DOOR or len(parts) > 1):
        yield f"{path.relative_to(package)}:1: {room} has no floor"
        return
    for line, name in _imported(package, path, parts):
        fault = _fault(package.name, room, name)
        if fault:
            yield f"{path.relative_to(package)}:{line}: {fault}"


def _imported(package, path, parts):
    """Every module that a file imports, inside functions and for type checking too."""
    here = [package.name, *(parts[:-1])]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = here[: len(here) - node.level + 1] if node.level else []
            module = ".".join([*start, *filter(None, [node.module])])
            for alias in node.names:
                yield node.lineno, f"{module}.{alias.name}"


def _fault(package, room, name):
    root, *rest = name.split(".")
    mine = FLOORS.get(room, FRONT_DOOR.get(room, -1))
    if root != package:
        is_standard = root in sys.stdlib_module_names
        return (
            ""
            if is_standard or mine > STANDARD_ONLY
            else f"{room} imports {root}, which is not standard"
        )
    there = rest[0] if rest and rest[0] in FLOORS else "__init__"
    if there == "__init__":
        return _fault_of_front_door(room, name) if room not in FRONT_DOOR else ""
    if FLOORS[there] > mine:
        return f"{room} (floor {mine}) imports {name} (floor {FLOORS[there]})"
    if FLOORS[there] == mine == FACE and there != room and room not in FRONT_DOOR:
        return f"{room} and {there} are two faces"
    return ""


def _fault_of_front_door(room, name):
    is_below = FLOORS[room] <= FRONT_DOOR["__init__"]
    return f"{room} imports {name}, the package's front door" if is_below else ""


def test_imports_go_down_only():
    """No module imports from a floor above, no face imports a face, floors 0 to 4 only the standard library."""
    assert list(faults(PACKAGE)) == []


@pytest.mark.parametrize(
    ("path", "code", "fault"),
    [
        ("rules/hold.py", "import os\nfrom ono.game import turn\n", "rules/hold.py:2: rules (floor 1) imports ono.game.turn (floor 2)"),
        ("rules/hold.py", "def f():\n    from ono import solver\n", "rules/hold.py:2: rules (floor 1) imports ono.solver (floor 3)"),
        ("rules/hold.py", "if TYPE_CHECKING:\n    import ono.cli.main\n", "rules/hold.py:2: rules (floor 1) imports ono.cli.main (floor 6)"),
        ("rules/a/b.py", "from ...game import x\n", "rules/a/b.py:1: rules (floor 1) imports ono.game.x (floor 2)"),
        ("cards.py", "from . import rules\n", "cards.py:1: cards (floor 0) imports ono.rules (floor 1)"),
        ("cli/main.py", "\n\nimport ono.widgets.table\n", "cli/main.py:3: cli and widgets are two faces"),
        ("puzzles/a.py", "import click\n", "puzzles/a.py:1: puzzles imports click, which is not standard"),
        ("solver/a.py", "from ono import survive\n", "solver/a.py:1: solver imports ono.survive, the package's front door"),
        ("__init__.py", "from ono.render import svg\n", "__init__.py:1: __init__ (floor 4) imports ono.render.svg (floor 5)"),
        ("attic/a.py", "import os\n", "attic/a.py:1: attic has no floor"),
    ],
)  # fmt: skip
def test_the_check_sees_a_forbidden_import(tmp_path, path, code, fault):
    """A made-up package with one forbidden import is reported with its file and line."""
    file = tmp_path / "ono" / path
    file.parent.mkdir(parents=True)
    file.write_text(code)

    assert list(faults(tmp_path / "ono")) == [fault]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        (
            "game/turn.py",
            "import json\nfrom ono.rules.play import Play\nfrom ono.game import legal\n",
        ),
        (
            "cli/main.py",
            "import click\nfrom ono import survive\nfrom ono.cli import learn\nfrom . import rules\n",
        ),
        ("__main__.py", "from ono.cli.main import main\n"),
        ("__init__.py", "from ono.puzzles.puzzle import Puzzle\n"),
    ],
)
def test_the_check_lets_a_downward_import_pass(tmp_path, path, code):
    """Imports from below, from the same room and of outer packages above floor 4 are in order."""
    file = tmp_path / "ono" / path
    file.parent.mkdir(parents=True)
    file.write_text(code)

    assert list(faults(tmp_path / "ono")) == []


def test_the_package_loads_nothing_but_the_standard_library():
    """In a fresh Python, importing the package loads standard modules and its own (contract, Python)."""
    code = (
        "import sys; before = set(sys.modules); import ono_tutor; "
        "print(*sorted({name.split('.')[0] for name in set(sys.modules) - before}))"
    )

    run = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )

    assert set(run.stdout.split()) - set(sys.stdlib_module_names) == {"ono_tutor"}
