"""The examples in docstrings are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import ono_tutor

PACKAGE = Path(ono_tutor.__file__).parent
WITH_EXAMPLES = [
    path for path in sorted(PACKAGE.rglob("*.py")) if ">>> " in path.read_text("utf-8")
]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_examples_of_a_module_are_true(path: Path) -> None:
    """What a docstring says an expression gives is what it gives."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    module = import_module(".".join(part for part in parts if part != "__init__"))

    failed, tried = doctest.testmod(module)

    assert (failed, tried > 0) == (0, True)
