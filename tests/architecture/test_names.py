"""The names of public classes and functions: each stands for one thing."""

import ast
import builtins
from collections import defaultdict
from pathlib import Path

import ono_tutor

PACKAGE = Path(ono_tutor.__file__).parent

SAME = {
    "Game": "the table of ``widgets/game.py`` is one at which a ``game.Game`` is played",
    "main": "where a program starts",
}
"""Names that stand for the same in two modules, and why."""


def public_names(package):
    """Each public class and function of a module's top, with the modules that have it."""
    found = defaultdict(set)
    for path in sorted(package.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            is_thing = isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            if is_thing and not node.name.startswith("_"):
                found[node.name].add(path.relative_to(package).as_posix())
    return found


def named_twice(package):
    """Each public class and function of a module's top that has one name with another."""
    return {name: places for name, places in public_names(package).items() if len(places) > 1}


def test_no_two_public_things_have_one_name():
    """Who looks for a class or a function finds one."""
    found = named_twice(PACKAGE)

    assert {name: places for name, places in found.items() if name not in SAME} == {}
    assert SAME.keys() - found.keys() == {"main"} - found.keys()


def test_no_public_thing_hides_a_builtin():
    """No class or function of a module's top is called as one of Python's own."""
    assert public_names(PACKAGE).keys() & set(dir(builtins)) == set()


def test_the_check_sees_two_of_one_name(tmp_path):
    """A class or a function in two modules is found, a private one and a method are not."""
    code = "class Deal:\n    def hand(self): ...\ndef deal(): ...\ndef _deal(): ..."
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(code, encoding="utf-8")

    assert named_twice(tmp_path) == {name: {"one.py", "two.py"} for name in ("Deal", "deal")}
