"""The parts of the view are joined to one module and one style sheet, or refused."""

import os
import re
import shutil
import subprocess
from importlib.resources import files

import pytest

from ono_tutor.render.bundle import (
    BundleError,
    join_modules,
    join_sheets,
    view_module,
    view_style,
)

VIEW = files("ono_tutor.render").joinpath("view")


def module(*imports, body=""):
    """A module with import lines, each a pair of names and a file."""
    lines = [f'import {{{names}}} from "./{file}.js";\n' for names, file in imports]
    return "".join(lines) + body


def test_a_module_comes_after_what_it_imports():
    """What is needed stands first, once, without its import and export words."""
    sources = {
        "a.js": module(("one", "one"), ("two", "two"), body="export default one + two;\n"),
        "one.js": module(("two", "two"), body="export const one = two - 1;\n"),
        "two.js": "export const two = 2;\n",
    }

    joined = join_modules(sources, "a.js")

    assert joined == "const two = 2;\n\nconst one = two - 1;\n\nexport default one + two;\n"


def test_only_the_entry_keeps_its_exports():
    """The joined module exports what the entry does and nothing else."""
    exports = re.findall(r"^export.*", view_module(), re.MULTILINE)

    assert [re.split(r"[({]", line)[0].strip() for line in exports] == [
        "export function mount",
        "export default",
    ]


def test_the_joined_module_has_no_import():
    """A notebook's front end is asked to load nothing else."""
    assert re.findall(r"^import|\bimport\(", view_module(), re.MULTILINE) == []


@pytest.mark.parametrize(
    "line",
    [
        'import * as one from "./one.js";',
        'import one from "./one.js";',
        'import "./one.js";',
        'import {one as other} from "./one.js";',
        'import {one} from "one";',
        'import {one} from "../one.js";',
        'import {one} from "./one.js"',
        'import {one,two} from "./one.js";',
        "import {\n  one,\n} from './one.js';",
        'export {one} from "./one.js";',
        'export * from "./one.js";',
        "export const {one} = {};",
        'const one = await import("./one.js");',
    ],
)
def test_another_form_is_refused(line):
    """An import or export that cannot be read is named, with its file and what is allowed."""
    sources = {"a.js": f"{line}\n", "one.js": "export const one = 1;\n"}

    with pytest.raises(BundleError, match=r"a\.js: cannot read .*allowed: import \{a, b\}"):
        join_modules(sources, "a.js")


def test_a_circle_is_refused():
    """A circle of imports is named from module to module."""
    sources = {
        "a.js": module(("b", "b")),
        "b.js": module(("c", "c"), body="export const b = 1;\n"),
        "c.js": module(("b", "b"), body="export const c = 1;\n"),
    }

    with pytest.raises(BundleError, match=r"circle: b\.js -> c\.js -> b\.js"):
        join_modules(sources, "a.js")


@pytest.mark.parametrize(
    "kind", ["const one = 1;", "function one() {}", "class one {}", "let one;"]
)
def test_a_name_declared_twice_is_refused(kind):
    """Two modules may not declare one name, exported or not."""
    sources = {
        "a.js": module(("two", "b"), body=f"{kind}\n"),
        "b.js": "export const two = 2;\nfunction one() {}\n",
    }

    with pytest.raises(BundleError, match=r"b\.js and a\.js both declare 'one'"):
        join_modules(sources, "a.js")


def test_a_module_that_is_not_there_is_named():
    """An import of a file that there is not says which module wanted it."""
    with pytest.raises(BundleError, match=r"a\.js needs 'gone\.js'"):
        join_modules({"a.js": module(("one", "gone"))}, "a.js")


def test_a_name_that_is_not_exported_is_named():
    """An import of a name that its module keeps to itself is refused."""
    sources = {"a.js": module(("one", "b")), "b.js": "const one = 1;\n"}

    with pytest.raises(BundleError, match=r"a\.js imports 'one', which b\.js does not export"):
        join_modules(sources, "a.js")


def test_a_default_of_a_part_is_refused():
    """Only the entry may export a default."""
    sources = {"a.js": module(("b", "b")), "b.js": "export const b = 1;\nexport default b;\n"}

    with pytest.raises(BundleError, match=r"b\.js: only the entry, a\.js"):
        join_modules(sources, "a.js")


@pytest.mark.skipif(
    shutil.which("node") is None and not os.environ.get("CI"),
    reason="node is missing, and CI skips nothing",
)
def test_the_joined_module_parses(tmp_path):
    """The joined module is JavaScript that node can read."""
    path = tmp_path / "view.mjs"
    path.write_text(view_module(), "utf-8")

    command = ["node", "--check", str(path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)

    assert (done.stderr, done.returncode) == ("", 0)


def test_every_part_is_in_the_bundle():
    """No file lies in the view that is not joined."""
    text = view_module() + view_style()
    for file in VIEW.iterdir():
        lines = file.read_text("utf-8").splitlines()
        last = next(
            line for line in reversed(lines) if line.strip(" });") and "@import" not in line
        )
        assert last.removeprefix("export ") in text, file.name


def test_sheets_are_joined_in_the_order_of_their_imports():
    """A later sheet may lean on an earlier one."""
    sources = {
        "all.css": '@import "./a.css";\n@import "./b.css";\n',
        "a.css": "a {}",
        "b.css": "b {}",
    }

    assert join_sheets(sources, "all.css").split() == ["a", "{}", "b", "{}"]


@pytest.mark.parametrize(
    "line", ['@import url("a.css");', '@import "a.css";', '  @import "./a.css";']
)
def test_another_form_of_sheet_import_is_refused(line):
    """A style sheet's import that cannot be read is named."""
    with pytest.raises(BundleError, match=r"all\.css: cannot read"):
        join_sheets({"all.css": f"{line}\n", "a.css": ""}, "all.css")


def test_every_rule_of_the_style_is_nested_in_the_table():
    """No rule of the view touches the page around it."""
    openers = [
        line for line in view_style().splitlines() if line.endswith("{") and line[0] not in " \t"
    ]

    assert openers
    assert {line.split()[0] for line in openers} <= {".ono-table", "@container"}
