"""The view's modules and sheets are joined to one module and one style sheet."""

import os
import re
import shutil
import subprocess
from collections import Counter
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

VIEW = files("ono_tutor.render").joinpath("view")
IMPORT = re.compile(r'^import \{(.+)\} from "\./(.+)";$', re.MULTILINE)
DECLARED = re.compile(
    r"^(?:export )?(?:async )?(?:const|let|class|function\*?) +(\w+)", re.MULTILINE
)
EXPORTED = re.compile(r"^export (?:const|class|function) +(\w+)", re.MULTILINE)


def test_only_the_entry_keeps_its_exports():
    """The joined module exports what the entry does, and asks for nothing else to be loaded."""
    one = "export const one = 1;\nexport default { one };\n"
    two = 'import {one} from "./one.js";\nexport function two() {}\n'
    exports = re.findall(r"^export.*", module(MODULES), re.MULTILINE)

    assert [re.split(r"[({]", line)[0].strip() for line in exports] == [
        "export function mount",
        "export default",
    ]
    assert re.findall(r"^\s*import\b|\bimport *\(", module(MODULES), re.MULTILINE) == []
    assert plain_script([one, two]) == "const one = 1;\n\nfunction two() {}\n"


def test_a_module_imports_what_stands_before_it():
    """Each name that is imported is exported by a module that is joined earlier."""
    exported = {}
    for name, source in zip(MODULES, view_texts(MODULES), strict=True):
        for names, file in IMPORT.findall(source):
            assert set(names.split(", ")) <= exported[file], (name, file)
        exported[name] = set(EXPORTED.findall(source))


@pytest.mark.parametrize("names", [MODULES, RULES[:-1]])
def test_no_two_modules_declare_one_name(names):
    """Joined, the modules share one scope."""
    counts = Counter(name for source in view_texts(names) for name in DECLARED.findall(source))

    assert [name for name, count in counts.items() if count > 1] == []


@pytest.mark.skipif(
    shutil.which("node") is None and not os.environ.get("CI"),
    reason="node is missing, and CI skips nothing",
)
@pytest.mark.parametrize("names", [MODULES, RULES])
def test_the_joined_module_parses(tmp_path, names):
    """The joined module is JavaScript that node can read."""
    path = tmp_path / "view.mjs"
    path.write_text(module(names), "utf-8")

    command = ["node", "--check", str(path)]
    done = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")

    assert (done.stderr, done.returncode) == ("", 0)


def test_every_file_of_the_view_is_handed_out():
    """No file lies in the view that is not joined."""
    assert {file.name for file in VIEW.iterdir()} == {
        *MODULES,
        *SHEETS,
        *RULES,
        *RULES_SHEETS,
    }


def test_every_rule_of_the_style_is_nested_in_the_table():
    """No rule of the view touches the page around it."""
    openers = [
        line
        for line in joined_style(SHEETS).splitlines()
        if line.endswith("{") and line[0] not in " \t"
    ]

    assert openers
    assert {line.split()[0] for line in openers} <= {".ono-table", "@container"}
