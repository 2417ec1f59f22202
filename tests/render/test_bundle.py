"""The view's modules and sheets are joined to one module and one style sheet."""

import os
import re
import shutil
import subprocess
from importlib.resources import files

import pytest

from ono_tutor.render.bundle import (
    MODULES,
    RULES,
    RULES_SHEETS,
    SHEETS,
    joined_style,
    module,
    plain_script,
    view_texts,
)

IMPORT = re.compile(r'^import \{(.+)\} from "\./(.+)";$', re.MULTILINE)
EXPORTED = re.compile(r"^export (?:const|class|function) +(\w+)", re.MULTILINE)


def test_only_the_entry_keeps_its_exports():
    """The joined module exports what the entry does, and asks for nothing else to be loaded."""
    two = 'import {one} from "./one.js";\nexport function two() {}\n'
    exports = re.findall(r"^export (\w+)", module(MODULES), re.MULTILINE)

    assert exports == ["function", "default"]
    assert re.findall(r"^\s*import\b|\bimport *\(", module(MODULES), re.MULTILINE) == []
    assert plain_script(["export const one = 1;\n", two]) == "const one = 1;\n\nfunction two() {}\n"


def test_a_module_imports_what_is_joined_before_it():
    """Each name that is imported is exported earlier, and what is exported somebody imports."""
    exported, imported = {}, {"mount"}
    for name, source in zip(MODULES, view_texts(MODULES), strict=True):
        for names, file in IMPORT.findall(source):
            assert set(names.split(", ")) <= exported[file], (name, file)
            imported |= set(names.split(", "))
        exported[name] = set(EXPORTED.findall(source))

    assert {each for names in exported.values() for each in names} == imported


@pytest.mark.skipif(
    shutil.which("node") is None and not os.environ.get("CI"),
    reason="node is missing, and CI skips nothing",
)
@pytest.mark.parametrize("names", [MODULES, RULES])
def test_the_joined_module_parses(tmp_path, names):
    """The joined module is JavaScript that node can read: no two parts declare one name."""
    path = tmp_path / "view.mjs"
    path.write_text(module(names), "utf-8")

    command = ["node", "--check", str(path)]
    done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")

    assert (done.stderr, done.returncode) == ("", 0)


def test_every_file_of_the_view_is_handed_out_and_styles_nothing_around_the_table():
    """No file lies in the view that is not joined; no rule touches the page around it."""
    names = {file.name for file in files("ono_tutor.render").joinpath("view").iterdir()}
    assert names == {*MODULES, *SHEETS, *RULES, *RULES_SHEETS}
    openers = re.findall(r"^(\S+).*\{$", joined_style(SHEETS), re.MULTILINE)

    assert set(openers) == {".ono-table", "@container"}
