"""A rule point's id runs through everything: code, tests and docs all name it."""

import ast
import io
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

import ono_tutor
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.catalogue import RULE_SETS

PACKAGE = Path(ono_tutor.__file__).parent
TESTS = Path(__file__).parents[1]
DOCS = TESTS.parent / "docs"
LISTS = {PACKAGE / "rules" / "book.py", TESTS / "rules" / "test_book.py", Path(__file__)}
"""Files that list every rule point, and so pin none."""

WORDS = {"players", "points", "chips", "winner"}
"""Ids that are also keys of the notation or of JSON: as a bare string they name no rule point."""

CITED = re.compile(r"\brules? ((?:`{0,2}[a-z0-9]+(?:-[a-z0-9]+)*`{0,2}(?:, and |, | and )?)+)")
MARKED = re.compile(r"``([a-z0-9]+(?:-[a-z0-9]+)*)``")
COMPARISON = re.compile(r"^`{3,}\{ono-comparison\}\n(?::rules: (.*)\n)?", re.MULTILINE)


def named(path):
    """The words by which a file may name rule points: its strings, and what its prose cites."""
    source = path.read_text("utf-8")
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= {node.value} - WORDS
            found |= _cited(node.value)
        if isinstance(node, ast.keyword) and node.arg in ("rule", "rules"):
            found |= {leaf.value for leaf in ast.walk(node.value) if isinstance(leaf, ast.Constant)}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            found |= _cited(token.string)
    return found


def _cited(prose):
    """The ids after ``rule`` or ``rules``, and those in the marks of code."""
    text = " ".join(prose.split())
    ids = {word.strip("`,") for words in CITED.findall(text) for word in words.split()}
    return (ids | set(MARKED.findall(text)) - WORDS) - {"and"}


@cache
def named_in(folder):
    """All that the files of a folder name which pin rule points."""
    found = {word for path in folder.rglob("*.py") if path not in LISTS for word in named(path)}
    return found | {
        word for path in folder.rglob("plays.txt") for word in _cited(path.read_text("utf-8"))
    }


def compared():
    """The rule sets whose points a page of the docs sets side by side."""
    for page in sorted(DOCS.glob("*.md")):
        for keys in COMPARISON.findall(page.read_text("utf-8")):
            yield from keys.split() or RULE_SETS


@pytest.mark.parametrize("folder", [PACKAGE, TESTS], ids=["code", "tests"])
def test_code_and_tests_name_every_rule_point(folder):
    """What does as a rule point says names its id, outside the rule book too, and so does a test that pins it."""
    assert [rule for rule in rule_points() if rule not in named_in(folder)] == []


def test_the_docs_say_every_rule_point():
    """Every sentence of a rule point stands on a page of the docs, in a comparison made from the rule book."""
    pages = set(compared())

    assert [rule for rule, point in rule_points().items() if set(point.says) - pages] == []
