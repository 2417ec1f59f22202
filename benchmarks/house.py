"""How much there is to read, in what words, and how much of it one answer passes.

``python benchmarks/house.py`` measures this tree, ``python benchmarks/house.py FOLDER`` another
checkout. The paths are measured by running them: commands, the widget and Sphinx are entered
where a user enters them, and every function of ``ono_tutor`` that is called is counted with its
module. All modules are imported beforehand, so that what runs at import counts for nothing.
``--verbose`` names the modules; ``--list`` names the one-use helpers, odd names and riddles.

Code lines are lines without blanks, comments, docstrings and imports. A one-use helper is a
private function that its module names twice: where it is defined and where it is called. A riddle
is a docstring that opens with a relative clause or has a phrase of ``VAGUE``; an odd name is a
participle or the like in a function's name. They are a thermometer: lines that are crammed, or a
helper made public to hide it, make nothing easier to read.
"""

import argparse
import ast
import contextlib
import importlib
import io
import json
import os
import pkgutil
import re
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from types import CodeType, FrameType

HERE = Path(__file__).resolve().parents[1]
LARGE, SMALL = 300, 40
SURVIVE = "1980 total=92 hand=7,H,-10,O owes=2 players=3"
SET = "double-play-1980"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DOCUMENTED = (ast.Module, ast.ClassDef, *FUNCTIONS)
LISTED = ("one-use helpers", "odd names", "riddles")
ODD = re.compile(
    r"(^|_)(told|tell|kept|asked|given|taken|held|fallen|grown|parted|met|said|found|wanted|"
    r"stands?|lies|owing|anew|aside|wherever|whose|whom)(_|$)"
)
CLAUSE = re.compile(r"(What|Who|Whose|Whether|How|Where|Which)\b")
VAGUE = re.compile(
    r"\b(hangs? on|of whom|what of|so many|as many as|where there is none|"
    r"stands? (for|in|on|by|at|with|beside)|(is|are|it is) told|anew|beforehand|none else|thereof|"
    r"whoever|whatever else)\b",
    re.IGNORECASE,
)
BODY = 1
"""``CO_OPTIMIZED``: the flag that the code of a function has and that of a module has not."""


def main() -> None:
    """Print the figures of a checkout, or follow one path in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=HERE, help="a checkout")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--verbose", action="store_true", help="name the modules of each path")
    parser.add_argument("--list", choices=LISTED, help="name what is counted, and end")
    parser.add_argument("--path", choices=PATHS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    folder = given.folder.resolve()
    if given.path:
        print(json.dumps(_followed(given.path, folder)))
        return
    size, listed = measure_house(folder)
    if given.list:
        print(*listed[given.list], sep="\n")
        return
    paths = {name: _in_own_process(name, folder) for name in PATHS}
    if given.json:
        print(json.dumps(size | {"paths": {name: _counts(found) for name, found in paths.items()}}))
        return
    for name, value in size.items():
        print(f"{name:<34}{value:>8}")
    for name, modules in paths.items():
        counts = _counts(modules)
        print(f"{name:<34}{counts['modules']:>8} modules, {counts['functions']} functions")
        for module in sorted(modules) if given.verbose else ():
            print(f"    {module}: {', '.join(modules[module])}")


def _counts(modules: dict[str, list[str]]) -> dict[str, int]:
    return {"modules": len(modules), "functions": sum(map(len, modules.values()))}


# The size


def measure_house(folder: Path) -> tuple[dict[str, float], dict[str, list[str]]]:
    """Return the figures of a checkout, and by sort the helpers, names and riddles counted."""
    figures, listed = Counter[str](), {name: [] for name in LISTED}
    lengths, spans = [], []
    for path in sorted(_sources(folder / "ono_tutor")):
        text = path.read_text("utf-8")
        tree = ast.parse(text)
        figures["code lines"] += _count_code_lines(text, tree)
        lengths.append(text.count("\n"))
        words = Counter(re.findall(r"\b_[a-z]\w*\b", text))
        for node in ast.walk(tree):
            place = f"{path.relative_to(folder)}:{getattr(node, 'lineno', 1)}"
            doc = ast.get_docstring(node) if isinstance(node, DOCUMENTED) else None
            if doc and (CLAUSE.match(doc) or VAGUE.search(doc)):
                listed["riddles"].append(f"{place}: {doc.splitlines()[0]}")
            if isinstance(node, ast.ClassDef):
                bases = map(ast.unparse, node.bases)
                figures["classes"] += 1
                figures["exception classes"] += any(
                    name.endswith(("Error", "Exception")) for name in bases
                )
            elif isinstance(node, FUNCTIONS):
                spans.append((node.end_lineno or node.lineno) - node.lineno + 1)
                is_private = node.name.startswith("_") and not node.name.startswith("__")
                if is_private and words[node.name] == 2:
                    listed["one-use helpers"].append(f"{place}: {node.name}")
                if ODD.search(node.name):
                    listed["odd names"].append(f"{place}: {node.name}")
    tests = [path.read_text("utf-8").count("\n") for path in _sources(folder / "tests")]
    return {
        "modules": len(lengths),
        "lines": sum(lengths),
        "code lines": figures["code lines"],
        "functions": len(spans),
        **{name: len(places) for name, places in listed.items()},
        "classes": figures["classes"],
        "exception classes": figures["exception classes"],
        "lines of tests": sum(tests),
        "median lines of a module": median(lengths),
        "median lines of a function": median(spans),
        f"modules over {LARGE} lines": sum(length > LARGE for length in lengths),
        f"modules under {SMALL} lines": sum(length < SMALL for length in lengths),
    }, listed


def _count_code_lines(text: str, tree: ast.Module) -> int:
    """Count the lines that are no blank, comment, docstring or import."""
    left_out: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
            node = node.body[0]  # noqa: PLW2901 - the docstring is what is left out
        elif not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        left_out.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    rows = enumerate(map(str.strip, text.splitlines()), 1)
    return sum(bool(row) and row[0] != "#" and number not in left_out for number, row in rows)


def _sources(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)


# The paths


def _in_own_process(name: str, folder: Path) -> dict[str, list[str]]:
    with tempfile.TemporaryDirectory(prefix="ono-house-") as scratch:
        run = subprocess.run(
            [sys.executable, __file__, "--path", name, str(folder)],
            env=os.environ | {"PYTHONPATH": str(folder)},
            cwd=scratch,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    if run.returncode:
        sys.exit(f"the path {name!r} failed:\n{run.stderr}")
    found: dict[str, list[str]] = json.loads(run.stdout.splitlines()[-1])
    return found


def _followed(name: str, folder: Path) -> dict[str, list[str]]:
    """Return the modules that a path passes, each with the functions called in it."""
    with contextlib.redirect_stdout(io.StringIO()):
        _import_everything(folder)
        go = PATHS[name]()
        calls = _Calls(folder / "ono_tutor")
        with calls:
            go()
    return calls.by_module()


def _import_everything(folder: Path) -> None:
    """Import every module, but for those that want what is not installed here."""
    package = importlib.import_module("ono_tutor")
    if Path(str(package.__file__)).resolve().parents[1] != folder:
        sys.exit(f"ono_tutor comes from {package.__file__}, not from {folder}")
    for module in pkgutil.walk_packages(package.__path__, "ono_tutor.", onerror=lambda _: None):
        if not module.name.endswith("__main__"):
            with contextlib.suppress(ImportError):
                importlib.import_module(module.name)


class _Calls:
    """The functions of a package that are called while this is entered, in every thread."""

    def __init__(self, package: Path) -> None:
        self._package = str(package) + os.sep
        self._codes: set[CodeType] = set()

    def __enter__(self) -> None:
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self._codes.add(frame.f_code)

    def by_module(self) -> dict[str, list[str]]:
        """Return the names of the functions called, by module; a comprehension is no function."""
        found: dict[str, list[str]] = {}
        for code in self._codes:
            path, is_inner = code.co_filename, code.co_name.startswith("<")
            if path.startswith(self._package) and code.co_flags & BODY and not is_inner:
                module = path.removeprefix(self._package).removesuffix(".py").replace(os.sep, ".")
                found.setdefault(module, []).append(code.co_qualname)
        return {module: sorted(found[module]) for module in sorted(found)}


Go = Callable[[], object]


def _command(*words: str) -> object:
    """Run a command in this process; the status of what it found is no failure."""
    main_command = importlib.import_module("ono_tutor.cli.main").main
    return main_command(list(words), standalone_mode=False)


def _survive() -> Go:
    return lambda: _command("survive", *SURVIVE.split())


def _quiz() -> Go:
    """Let the view of a quiz send an answer."""
    quiz = importlib.import_module("ono_tutor.widgets").Quiz(SET)
    view = quiz.widget
    message = {"type": "play", "play": "7"}

    def go() -> None:
        before = json.dumps(quiz.feedback)
        view._handle_custom_msg(message, [])
        if json.dumps(quiz.feedback) == before:
            sys.exit("the quiz gave no feedback")

    return go


def _grade() -> Go:
    """Hand in an answer to each puzzle of an assignment that has just been set, and grade it."""
    _command("assign", SET, "-o", "set")
    task = next(Path("set").glob("*.assignment.json"))
    assignment = json.loads(task.read_text("utf-8"))
    puzzles = [item["puzzles"][0]["id"] for item in assignment["items"]]
    answer = {"answer": "certain", "at": "2026-11-20T10:00:00Z", "hints": 0, "attempt": 1}
    handed_in = {
        "format": "ono-tutor-answers/1",
        "assignment": assignment["id"],
        "learner": "Ann Lee",
        "answers": [{"puzzle": puzzle} | answer for puzzle in puzzles],
    }
    Path("ann.json").write_text(json.dumps(handed_in), "utf-8")

    def go() -> None:
        _command("grade", str(task), "ann.json", "-o", "marks", "--pages", "none")
        if "Ann Lee" not in Path("marks", "marks.csv").read_text("utf-8"):
            sys.exit("the hand-in was not graded")

    return go


def _page(directive: str) -> Callable[[], Go]:
    def prepared() -> Go:
        """Set up a project of one page with the directive; building it is the path."""
        application = importlib.import_module("sphinx.application")
        Path("docs").mkdir()
        Path("docs/conf.py").write_text('extensions = ["ono_tutor.sphinx_ext"]\n', "utf-8")
        Path("docs/index.rst").write_text(f"Title\n=====\n\n{directive}\n", "utf-8")
        site = application.Sphinx("docs", "docs", "html", "trees", "html", status=None)

        def go() -> None:
            site.build()
            if site.statuscode or site._warncount:
                sys.exit("the directive was not read")

        return go

    return prepared


PATHS: dict[str, Callable[[], Go]] = {
    "ono-tutor survive": _survive,
    "an answer in Quiz": _quiz,
    "a hand-in to its mark": _grade,
    "ono-puzzle to HTML": _page(".. ono-puzzle:: dp80-hold"),
    "ono-survive to HTML": _page(f".. ono-survive:: {SURVIVE}"),
}

if __name__ == "__main__":
    main()
