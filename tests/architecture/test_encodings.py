"""Text is UTF-8 on every machine: what reads or writes it names the encoding."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("ono_tutor", "tests", "benchmarks", "docs")
SOME_TEXT = re.compile(r"open\(|_text\((?!.*utf-8)|text=True")
"""What a file has that leaves an encoding open, and many that do not; most files have none."""


def lines_by_locale(text: str) -> Iterator[int]:
    """Yield the line of each call that reads or writes text as the locale has it."""
    for call in ast.walk(ast.parse(text)) if SOME_TEXT.search(text) else ():
        if isinstance(call, ast.Call):
            keywords = {keyword.arg for keyword in call.keywords}
            if leaves_it_open(call) and not keywords & {"encoding", None}:
                yield call.lineno


def leaves_it_open(call: ast.Call) -> bool:
    """Tell whether a call is about text and has no encoding among its plain arguments."""
    name, is_method = getattr(call.func, "attr", None), isinstance(call.func, ast.Attribute)
    match name or getattr(call.func, "id", ""):
        case "read_text" | "write_text":
            return len(call.args) < (2 if name == "write_text" else 1)
        case "run" | "Popen" | "check_output":
            return any(ast.unparse(keyword) == "text=True" for keyword in call.keywords)
        case "open" if is_method:  # others than a path (an archive, a store) are opened by a name
            return not is_binary(call.args) and (is_mode(call.args) or not call.args)
        case "open" | "fdopen":
            return not is_binary(call.args[1:])
        case _:
            return False


def is_binary(modes: list[ast.expr]) -> bool:
    """Tell whether a file is opened as bytes."""
    return is_mode(modes) and "b" in ast.literal_eval(modes[0])


def is_mode(words: list[ast.expr]) -> bool:
    """Tell whether the first of these arguments is the mode of a file."""
    word = words[0].value if words and isinstance(words[0], ast.Constant) else None
    return isinstance(word, str) and set(word) <= set("rwxab+t")


BY_LOCALE = (
    "p.read_text()", "p.write_text('é')", "open(p)", "open(p, 'w')", "p.open()", "p.open('a')", "os.fdopen(3)", "subprocess.run(c, text=True)",
)  # fmt: skip
OTHERS = (
    "p.read_text('utf-8')", "p.write_text('é', encoding='utf-8')", "open(p, 'rb')", "p.open('wb')", "Store.open(p)", "os.fdopen(3, 'rb')",
    "subprocess.run(c, encoding='utf-8')",
)  # fmt: skip


@pytest.mark.parametrize("call", BY_LOCALE + OTHERS)
def test_a_call_by_the_locale_is_found(call: str) -> None:
    """Each way to read or write text without an encoding is one; bytes have none, and a store is no file of text."""
    assert list(lines_by_locale(call)) == [1] * (call in BY_LOCALE)


def test_no_text_depends_on_the_locale() -> None:
    """Each call that reads or writes text names its encoding: not all machines speak UTF-8."""
    files = [path for name in FOLDERS for path in sorted((ROOT / name).rglob("*.py"))]
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in files
        for line in lines_by_locale(path.read_text(encoding="utf-8"))
    ]

    assert found == []
